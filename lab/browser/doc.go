// Package browser drives the page of `legwork serve` in a headless Chromium, against the real program. It is a module
// of its own, so that the driver is nobody's dependency. `make browser` runs it; the pictures that it takes stay in the
// folder screenshots.
//
// Without a browser the tests are skipped, unless the environment variable WEBCLIENTS_REQUIRED is set.
package browser
