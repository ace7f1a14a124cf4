package documents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/blevesearch/mmap-go"
	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// sandbox is PDFium as a WebAssembly module, for one file. It has no files, no network and no
// environment, a memory of its own with a hard limit, and is stopped when its time is over. It is
// thrown away with its memory, whatever became of the file.
type sandbox struct {
	machine *machine
	memory  *memory
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
	if m.memory, err = newMemory(); err != nil {
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
		s.memory.unmap()
		idle <- s.machine
	} else {
		_ = s.machine.pool.Close()
		s.memory.unmap()
	}
	s.cancel()
}

// failure says why a call failed. The words of PDFium and of the machine tell a person nothing.
func (s *sandbox) failure(err error) error {
	switch {
	case s.ctx.Err() != nil:
		return context.Cause(s.ctx)
	case s.memory.refused:
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
	memory *memory // of the next module
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

// memory is the memory of a module: mapped whole, so that it neither moves nor leaves garbage while
// it grows, and unmapped at once. A page of it that was never written costs nothing.
type memory struct {
	mapped  mmap.MMap
	refused bool // more than there is was asked for
}

func newMemory() (*memory, error) {
	mapped, err := mmap.MapRegion(nil, pdfMemoryBytes, mmap.COPY, mmap.ANON, 0)
	if err != nil {
		return nil, fmt.Errorf("documents: no memory to read a PDF in: %w", err)
	}
	return &memory{mapped: mapped}, nil
}

// Reallocate implements experimental.LinearMemory; nil refuses.
func (m *memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.mapped)) {
		m.refused = true
		return nil
	}
	return m.mapped[:size]
}

// Free implements experimental.LinearMemory. It is too early to unmap: who called the module may
// still look at what it answered.
func (m *memory) Free() {}

func (m *memory) unmap() { _ = m.mapped.Unmap() }

// machineCode is PDFium compiled for this processor: one for the process, made at the first PDF.
var machineCode struct {
	sync.Mutex
	cache wazero.CompilationCache
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
