//go:build !unix

package postgres_test

import "os/exec"

// Nobody is root where there is no such user.
func runAs(*exec.Cmd, int, int) {}
