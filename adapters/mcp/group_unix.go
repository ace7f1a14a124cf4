//go:build unix

package mcp

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup lets a command begin a process group, in which all are that it starts. So an interrupt
// from the terminal does not reach it either: it ends when it is closed.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askGroup asks all processes of a group to end.
func askGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// killGroup ends all processes of a group. That there are none is an error that nobody need hear of.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
