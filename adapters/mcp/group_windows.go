package mcp

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup keeps an interrupt of the console from a command: it ends when it is closed.
func ownGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// askGroup does nothing: there is no asking a process without a window.
func askGroup(*os.Process) error { return nil }

// killGroup ends a process and all that it has started. Those whose starter has ended cannot be told
// from others.
func killGroup(p *os.Process) error {
	err := exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run() //nolint:gosec,noctx // a number
	if err != nil {
		return p.Kill()
	}
	return nil
}
