// Package leaktest holds the tests of a package to leaving no goroutine behind.
package leaktest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long the last goroutines may take to leave: on a busy machine they need a moment.
const patience = time.Minute

// Main is the body of a TestMain: it runs the tests, waits for every goroutine that they began, and exits.
func Main(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if err := wait(patience); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// wait returns nil as soon as only this goroutine is left, or else what still runs at the end.
func wait(patience time.Duration) error {
	for end := time.Now().Add(patience); ; {
		err := goleak.Find()
		if err == nil || time.Now().After(end) {
			return err
		}
	}
}
