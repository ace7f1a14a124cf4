// Package load drives the real program, legwork serve, as many clients do at once, and as clients should not. It holds
// tests only: go test runs the short forms, make load the long ones, whose figures stand in docs/serving.md. All of it
// stays on this machine, and every test is bounded in count and time.
package load
