// Command legwork replays, runs and inspects trips.
package main

import (
	"os"

	"github.com/legwork-go/legwork/cmd/legwork/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
