package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/legwork-go/legwork/adapters/internal/linear"
)

// sandbox is PDFium as a WebAssembly module, for one file. It has no files, no network and no
// environment, a memory of its own with a hard limit, and is stopped when its time is over. It is
// thrown away with its memory, whatever became of the file.
type sandbox struct {
	machine *machine
	memory  *linear.Memory
	pdf     pdfium.Pdfium
	ctx     context.Context // of the file: its time
	cancel  context.CancelFunc
	spare   func() bool // the machine is no longer stopped with the file; false if that is too late
}

func newSandbox(ctx context.Context, pdf pdfReader) (*sandbox, error) {
	m, err := takeMachine(ctx, pdf.cacheDir)
	if err != nil {
		return nil, err
	}
	if m.memory, err = linear.Map(pdfMemoryBytes); err != nil {
		idle <- m
		return nil, err
	}
	s := &sandbox{machine: m, memory: m.memory}
	s.ctx, s.cancel = context.WithTimeoutCause(ctx, pdf.timeout, ErrTooSlow)
	s.spare = context.AfterFunc(s.ctx, m.stop)
	if s.pdf, err = m.pool.GetInstanceWithContext(s.ctx); err != nil {
		err = s.failure(err)
		m.stop()
		s.close()
		return nil, err
	}
	return s, nil
}

// close throws the module away, and the machine too if it was stopped.
func (s *sandbox) close() {
	if s.pdf != nil {
		_ = s.pdf.Close() // its last words change nothing
	}
	if s.spare() && s.machine.ctx.Err() == nil {
		s.memory.Unmap()
		idle <- s.machine
	} else {
		_ = s.machine.pool.Close()
		s.memory.Unmap()
	}
	s.cancel()
}

// failure says why a call failed. The words of PDFium and of the machine tell a person nothing.
func (s *sandbox) failure(err error) error {
	switch {
	case s.ctx.Err() != nil:
		return context.Cause(s.ctx)
	case s.memory.Refused:
		return fmt.Errorf("%w: it takes more than %d MB of memory to read", ErrTooLarge, pdfMemoryBytes>>20)
	case errors.Is(err, pdferrors.ErrPassword):
		return fmt.Errorf("%w: it is encrypted with a password", ErrPDF)
	default:
		return fmt.Errorf("%w: it is damaged", ErrPDF)
	}
}

// machine has the code of PDFium ready and makes modules of it, one after the other.
type machine struct {
	ctx    context.Context
	stop   context.CancelFunc // for good
	pool   pdfium.Pool
	memory *linear.Memory // of the next module
}

// idle are the machines that serve no file. There are never more than documents at once.
var idle = make(chan *machine, maxAdded)

func takeMachine(ctx context.Context, cacheDir string) (*machine, error) {
	select {
	case m := <-idle:
		return m, nil
	default:
	}
	code, err := compiled(ctx, cacheDir)
	if err != nil {
		return nil, err
	}
	m := &machine{}
	m.ctx, m.stop = context.WithCancel(context.Background())
	if m.pool, err = start(experimental.WithMemoryAllocator(m.ctx, m), code); err != nil {
		m.stop()
		return nil, err
	}
	return m, nil
}

// Allocate implements experimental.MemoryAllocator.
func (m *machine) Allocate(_, _ uint64) experimental.LinearMemory { return m.memory }

// machineCode is PDFium compiled for this processor: one for the process, made at the first PDF.
var machineCode struct {
	sync.Mutex // guards cache
	cache      wazero.CompilationCache
}

func compiled(ctx context.Context, cacheDir string) (wazero.CompilationCache, error) {
	machineCode.Lock()
	defer machineCode.Unlock()
	if machineCode.cache == nil {
		cache, err := compile(ctx, cacheDir)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		machineCode.cache = cache
	}
	return machineCode.cache, nil
}

// compile takes the code from the folder, where it is kept for the next process. A folder that
// cannot be used, or holds something else, costs the time to compile and nothing more: it is a
// cache. What is wrong in it is removed.
func compile(ctx context.Context, cacheDir string) (wazero.CompilationCache, error) {
	ctx = experimental.WithCompilationWorkers(ctx, compileWorkers) // also makes it listen to the context
	if cacheDir != "" {
		dir := filepath.Join(cacheDir, "pdfium")
		cache, err := wazero.NewCompilationCacheWithDir(dir)
		if err == nil {
			err = tryOut(ctx, cache)
		}
		if err == nil || ctx.Err() != nil {
			return cache, err
		}
		_ = os.RemoveAll(dir)
	}
	cache := wazero.NewCompilationCache()
	return cache, tryOut(ctx, cache)
}

func tryOut(ctx context.Context, code wazero.CompilationCache) error {
	pool, err := start(ctx, code)
	if err != nil {
		return err
	}
	return pool.Close()
}

// start makes a machine that reaches nothing but its modules' memory.
func start(ctx context.Context, code wazero.CompilationCache) (pdfium.Pool, error) {
	pool, err := webassembly.Init(webassembly.Config{
		Context:  ctx,
		MaxTotal: 1,
		FSConfig: wazero.NewFSConfig(),
		Stdout:   io.Discard,
		Stderr:   io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().
			WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
			WithCloseOnContextDone(true).
			WithCompilationCache(code),
	})
	if err != nil {
		return nil, fmt.Errorf("documents: the reader of PDFs does not start: %w", err)
	}
	return pool, nil
}
