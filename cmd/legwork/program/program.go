// Package program is the command legwork for programs that are built with another backend.
package program

import (
	"io"

	"github.com/legwork-go/legwork/cmd/legwork/internal/cli"
)

// Backend keeps the trips of legwork serve where its flags ask for that.
type Backend = cli.Backend

// Main runs legwork with these arguments and a backend, and returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, b Backend) int {
	return cli.MainWith(b, args, stdin, stdout, stderr)
}
