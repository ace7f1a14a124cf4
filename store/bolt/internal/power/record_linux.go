//go:build linux && (amd64 || arm64)

package power

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"
)

// Record runs a program to its end and records what it does to the files of a folder, and what it says on standard
// output. Files that are there before are durable.
//
//   - Errors: ErrForbidden; the program failed, or changed a file in a way that is not known here.
func Record(folder string, argv, env []string) (*Trace, error) {
	runtime.LockOSThread() // only the thread that began to look may go on
	defer runtime.UnlockOSThread()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = null.Close() }()
	process, err := os.StartProcess(argv[0], argv, &os.ProcAttr{
		Env: env, Files: []*os.File{null, null, os.Stderr},
		Sys: &syscall.SysProcAttr{Ptrace: true, Setpgid: true, Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	r := recorder{
		folder: folder, pid: process.Pid, known: map[int]bool{}, calls: map[int]call{},
		files: map[uint64]int{}, names: map[string]int{},
	}
	if err = r.look(); err == nil {
		err = r.run()
	}
	if err != nil {
		_ = process.Kill()
		reap(process.Pid)
		_ = process.Release()
		return nil, err
	}
	_ = process.Release()
	return &Trace{ops: r.ops, from: r.from}, nil
}

// reap waits until every thread of a killed program is gone. Whoever traces must take note of each of them: the
// program itself does not end before.
func reap(pid int) {
	for {
		if _, err := syscall.Wait4(-pid, nil, waitAll, nil); err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
	}
}

// recorder follows a program from system call to system call.
type recorder struct {
	folder string
	pid    int
	memory *os.File
	known  map[int]bool // threads
	calls  map[int]call // by thread: the one that it is in
	files  map[uint64]int
	count  int
	names  map[string]int
	ops    []op
	from   int // where the program begins
}

// call is a system call that was begun.
type call struct {
	number uint64
	args   [6]uint64
	since  int    // how much was done before it
	fresh  bool   // it opens a file that was not there
	path   string // of that
}

// Of the kernel's, and not in package syscall.
const (
	getSyscallInfo = 0x420e
	exitKill       = 0x100000
	waitAll        = 0x40000000
	stopOfCall     = syscall.SIGTRAP | 0x80
	infoEntry      = 1
	infoExit       = 2
)

// look takes note of the files that are there.
func (r *recorder) look() error {
	entries, err := os.ReadDir(r.folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(r.folder, e.Name())
		data, err := os.ReadFile(path)
		if err == nil {
			err = r.created(path, path)
		}
		if err != nil {
			return err
		}
		file := r.names[e.Name()]
		r.ops = append(r.ops, op{kind: write, file: file, data: data}, op{kind: sync, file: file, since: len(r.ops) + 1})
	}
	r.ops = append(r.ops, op{kind: syncFolder, since: len(r.ops)})
	r.from = len(r.ops)
	return nil
}

// created notes a new file; opened leads to it.
func (r *recorder) created(path, opened string) error {
	var stat syscall.Stat_t
	if err := syscall.Stat(opened, &stat); err != nil {
		return err
	}
	name := filepath.Base(path)
	r.files[stat.Ino], r.names[name] = r.count, r.count
	r.ops = append(r.ops, op{kind: create, file: r.count, name: name})
	r.count++
	return nil
}

func (r *recorder) run() (err error) {
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(r.pid, &status, waitAll, nil); err != nil || !status.Stopped() {
		return fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	r.known[r.pid] = true
	options := syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACESYSGOOD | exitKill
	if err := syscall.PtraceSetOptions(r.pid, options); err != nil {
		return fmt.Errorf("%w: %w", ErrForbidden, err)
	}
	if r.memory, err = os.Open(fmt.Sprintf("/proc/%d/mem", r.pid)); err != nil {
		return err
	}
	defer func() { _ = r.memory.Close() }()
	for thread := r.pid; ; {
		if err := syscall.PtraceSyscall(thread, r.pass(thread, status)); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
		if thread, err = syscall.Wait4(-r.pid, &status, waitAll, nil); err != nil {
			return err
		}
		switch {
		case status.Exited() || status.Signaled():
			if thread != r.pid {
				continue
			}
			if status.ExitStatus() != 0 {
				return fmt.Errorf("power: the program ended with %d", status.ExitStatus())
			}
			return nil
		case status.StopSignal() == stopOfCall:
			if err := r.step(thread); err != nil {
				return err
			}
		}
	}
}

// pass returns the signal that a stopped thread is to get.
func (r *recorder) pass(thread int, status syscall.WaitStatus) int {
	isNew := !r.known[thread]
	r.known[thread] = true
	switch signal := status.StopSignal(); {
	case !status.Stopped(), signal == stopOfCall, signal == syscall.SIGTRAP, isNew && signal == syscall.SIGSTOP:
		return 0
	default:
		return int(signal)
	}
}

// syscallInfo is what the kernel says of a system call that begins or ends.
type syscallInfo struct {
	op   uint8
	_    [3]uint8
	_    uint32
	_, _ uint64
	data [7]uint64 // the number and the arguments, or the result
}

func (r *recorder) step(thread int) error {
	var info syscallInfo
	_, _, failed := syscall.RawSyscall6(syscall.SYS_PTRACE, getSyscallInfo, uintptr(thread), unsafe.Sizeof(info),
		uintptr(unsafe.Pointer(&info)), 0, 0)
	switch {
	case failed == syscall.ESRCH: // another thread has ended the program meanwhile
		return nil
	case failed != 0:
		return fmt.Errorf("%w: %w", ErrForbidden, failed)
	}
	switch info.op {
	case infoEntry:
		c := call{number: info.data[0], since: len(r.ops)}
		copy(c.args[:], info.data[1:])
		return r.noteCall(thread, c)
	case infoExit:
		c, ok := r.calls[thread]
		delete(r.calls, thread)
		if result := int64(info.data[0]); ok && result >= 0 {
			return r.end(c, result)
		}
	}
	return nil
}

// noteCall notes a call. What is said counts from here on: who hears it cannot know that it is not yet durable.
func (r *recorder) noteCall(thread int, c call) error {
	switch c.number {
	case syscall.SYS_OPENAT:
		path, err := r.text(c.args[1])
		if err != nil {
			return err
		}
		c.path = path
		_, err = os.Lstat(path)
		c.fresh = errors.Is(err, os.ErrNotExist) && r.isInside(path)
	case syscall.SYS_WRITE:
		if c.args[0] == 1 {
			text, err := r.bytes(c.args[1], int64(c.args[2]))
			if err != nil {
				return err
			}
			for line := range strings.Lines(string(text)) {
				r.ops = append(r.ops, op{kind: say, name: strings.TrimSpace(line)})
			}
			return nil
		}
	}
	r.calls[thread] = c
	return nil
}

// end notes what a call has done.
func (r *recorder) end(c call, result int64) error {
	switch c.number {
	case syscall.SYS_OPENAT:
		return r.opened(c, result)
	case syscall.SYS_WRITE, syscall.SYS_PWRITE64:
		return r.wrote(c, result)
	case copyFileRange[runtime.GOARCH]:
		return r.copied(c, result)
	case syscall.SYS_FTRUNCATE:
		if file, ok := r.fileOf(c.args[0]); ok {
			r.ops = append(r.ops, op{kind: truncate, file: file, at: int64(c.args[1])})
		}
	case syscall.SYS_FSYNC, syscall.SYS_FDATASYNC:
		if file, ok := r.fileOf(c.args[0]); ok {
			r.ops = append(r.ops, op{kind: sync, file: file, since: c.since})
		} else if path, err := os.Readlink(r.descriptor(c.args[0])); err == nil && path == r.folder {
			r.ops = append(r.ops, op{kind: syncFolder, since: c.since})
		}
	case syscall.SYS_RENAMEAT, syscall.SYS_LINKAT:
		from, err := r.text(c.args[1])
		to, errTo := r.text(c.args[3])
		return errors.Join(err, errTo, r.named(c.number, from, to))
	case syscall.SYS_UNLINKAT:
		path, err := r.text(c.args[1])
		if err == nil && r.isInside(path) {
			name := filepath.Base(path)
			r.ops = append(r.ops, op{kind: remove, name: name})
			delete(r.names, name)
		}
		return err
	}
	return r.refuse(c)
}

func (r *recorder) opened(c call, result int64) error {
	if !r.isInside(c.path) {
		return nil
	}
	if c.fresh {
		return r.created(c.path, r.descriptor(uint64(result)))
	}
	if c.args[2]&syscall.O_TRUNC != 0 {
		if file, ok := r.fileOf(uint64(result)); ok {
			r.ops = append(r.ops, op{kind: truncate, file: file})
		}
	}
	return nil
}

func (r *recorder) wrote(c call, n int64) error {
	file, ok := r.fileOf(c.args[0])
	if !ok {
		return nil
	}
	data, err := r.bytes(c.args[1], n)
	if err != nil {
		return err
	}
	at := int64(c.args[3])
	if c.number == syscall.SYS_WRITE {
		if at, err = r.position(c.args[0]); err != nil {
			return err
		}
		at -= n
	}
	r.ops = append(r.ops, op{kind: write, file: file, at: at, data: data})
	return nil
}

// copyFileRange is the number of the call by which the kernel copies from file to file.
var copyFileRange = map[string]uint64{"amd64": 326, "arm64": 285}

func (r *recorder) copied(c call, n int64) error {
	file, ok := r.fileOf(c.args[2])
	if !ok || n == 0 {
		return nil
	}
	end, err := r.position(c.args[2])
	if err != nil {
		return err
	}
	to, err := os.Open(r.descriptor(c.args[2]))
	if err != nil {
		return err
	}
	defer func() { _ = to.Close() }()
	data := make([]byte, n)
	if _, err := to.ReadAt(data, end-n); err != nil {
		return err
	}
	r.ops = append(r.ops, op{kind: write, file: file, at: end - n, data: data})
	return nil
}

// position returns where a descriptor stands in its file.
func (r *recorder) position(descriptor uint64) (at int64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", r.pid, descriptor))
	if err == nil {
		_, err = fmt.Sscanf(string(text), "pos: %d", &at)
	}
	return at, err
}

func (r *recorder) named(number uint64, from, to string) error {
	if !r.isInside(from) && !r.isInside(to) {
		return nil
	}
	from, to = filepath.Base(from), filepath.Base(to)
	file, ok := r.names[from]
	if !ok {
		return fmt.Errorf("power: %s is not known", from)
	}
	o := op{kind: link, file: file, name: from, to: to}
	if number == syscall.SYS_RENAMEAT {
		o.kind = rename
		delete(r.names, from)
	}
	r.names[to] = file
	r.ops = append(r.ops, o)
	return nil
}

// changing are calls that change a file in a way that is not recorded.
var changing = map[uint64]bool{
	syscall.SYS_PWRITEV: true, syscall.SYS_WRITEV: true, syscall.SYS_FALLOCATE: true, syscall.SYS_SENDFILE: true,
	syscall.SYS_SPLICE: true,
}

// refuse returns an error for a call that changes a file in a way that is not known here: what is drawn would not be
// what can be.
func (r *recorder) refuse(c call) error {
	const sharedMap, writable = syscall.MAP_SHARED, syscall.PROT_WRITE
	switch {
	case changing[c.number]:
		if _, ok := r.fileOf(c.args[0]); ok {
			return fmt.Errorf("power: system call %d is not known", c.number)
		}
	case c.number == syscall.SYS_MMAP && c.args[2]&writable != 0 && c.args[3]&sharedMap != 0:
		if _, ok := r.fileOf(c.args[4]); ok {
			return errors.New("power: a file is written to through memory")
		}
	}
	return nil
}

func (r *recorder) isInside(path string) bool { return filepath.Dir(path) == r.folder }

func (r *recorder) descriptor(n uint64) string { return fmt.Sprintf("/proc/%d/fd/%d", r.pid, n) }

// fileOf returns the file that a descriptor is of, if it is one of the folder's.
func (r *recorder) fileOf(descriptor uint64) (file int, ok bool) {
	var stat syscall.Stat_t
	if err := syscall.Stat(r.descriptor(descriptor), &stat); err != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return 0, false
	}
	file, ok = r.files[stat.Ino]
	return file, ok
}

func (r *recorder) bytes(at uint64, n int64) ([]byte, error) {
	data := make([]byte, n)
	if _, err := r.memory.ReadAt(data, int64(at)); err != nil {
		return nil, fmt.Errorf("power: the memory of the program: %w", err)
	}
	return data, nil
}

// text reads a path.
func (r *recorder) text(at uint64) (string, error) {
	data := make([]byte, 4096)
	n, err := r.memory.ReadAt(data, int64(at))
	end := bytes.IndexByte(data[:n], 0)
	if end < 0 {
		return "", fmt.Errorf("power: the memory of the program: %w", errors.Join(err, io.ErrUnexpectedEOF))
	}
	return string(data[:end]), nil
}
