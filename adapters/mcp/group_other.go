//go:build !unix && !windows

package mcp

import (
	"os"
	"os/exec"
)

// ownGroup does nothing: there are no groups.
func ownGroup(*exec.Cmd) {}

// askGroup asks a process to end.
func askGroup(p *os.Process) error { return p.Signal(os.Interrupt) }

// killGroup ends a process.
func killGroup(p *os.Process) error { return p.Kill() }
