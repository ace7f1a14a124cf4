package booking

import (
	"context"
	"maps"
)

// Memory is a ledger that is gone with the process, for tests and for trips that nobody keeps.
type Memory struct {
	gate   gate
	shelf  map[string][]byte
	closed bool
}

var _ Ledger = (*Memory)(nil)

// NewMemory makes an empty ledger.
func NewMemory() *Memory { return &Memory{gate: newGate(), shelf: map[string][]byte{}} }

// Write implements Ledger.
func (m *Memory) Write(ctx context.Context, fn func(Page) error) error {
	if err := m.gate.enter(ctx); err != nil {
		return err
	}
	defer m.gate.leave()
	if m.closed {
		return ErrClosed
	}
	page := memoryPage{kept: m.shelf, put: map[string][]byte{}}
	if err := fn(page); err != nil {
		return err
	}
	maps.Copy(m.shelf, page.put)
	return nil
}

// Read implements Ledger.
func (m *Memory) Read(ctx context.Context, fn func(Page) error) error {
	if err := m.gate.enter(ctx); err != nil {
		return err
	}
	defer m.gate.leave()
	if m.closed {
		return ErrClosed
	}
	return fn(memoryPage{kept: m.shelf, put: map[string][]byte{}})
}

// Close implements Ledger.
func (m *Memory) Close() error {
	if err := m.gate.enter(context.Background()); err != nil {
		return err
	}
	defer m.gate.leave()
	m.closed = true
	return nil
}

// memoryPage holds what a transaction puts until it ends well.
type memoryPage struct{ kept, put map[string][]byte }

// Get implements Page.
func (p memoryPage) Get(s Shelf, key string) []byte {
	if value, ok := p.put[string(s)+"\x00"+key]; ok {
		return value
	}
	return p.kept[string(s)+"\x00"+key]
}

// Put implements Page.
func (p memoryPage) Put(s Shelf, key string, value []byte) error {
	p.put[string(s)+"\x00"+key] = value
	return nil
}
