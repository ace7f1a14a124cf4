// Package linear is the memory of a WebAssembly module with a hard limit. It is mapped whole, so that
// it neither moves nor leaves garbage while it grows, and unmapped at once. A page of it that was never
// written costs nothing.
package linear

import (
	"fmt"

	"github.com/blevesearch/mmap-go"
)

// Memory is the memory of one module; it implements experimental.LinearMemory of wazero.
type Memory struct {
	Refused bool // the module asked for more than there is

	mapped mmap.MMap
}

// Map returns a memory of at most so many bytes.
func Map(limitBytes int) (*Memory, error) {
	mapped, err := mmap.MapRegion(nil, limitBytes, mmap.COPY, mmap.ANON, 0)
	if err != nil {
		return nil, fmt.Errorf("linear: no memory of %d bytes to map: %w", limitBytes, err)
	}
	return &Memory{mapped: mapped}, nil
}

// Limit is how many bytes it may have.
func (m *Memory) Limit() int { return len(m.mapped) }

// Reallocate implements experimental.LinearMemory; nil refuses.
func (m *Memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.mapped)) {
		m.Refused = true
		return nil
	}
	return m.mapped[:size]
}

// Free implements experimental.LinearMemory. It is too early to unmap: who called the module may
// still look at what it answered.
func (m *Memory) Free() {}

// Unmap gives the memory back. Nothing may look at it any more.
func (m *Memory) Unmap() { _ = m.mapped.Unmap() }
