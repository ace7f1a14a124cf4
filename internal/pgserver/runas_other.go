//go:build !unix

package pgserver

import "os/exec"

// Nobody is root where there is no such user.
func runAs(*exec.Cmd, int, int) {}
