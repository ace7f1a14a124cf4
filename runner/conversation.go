package runner

import (
	"context"
	"fmt"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// Transcript returns the conversation of a trip as a page shows it, oldest first: what the person wrote, chose, asked
// to be held and approved, the texts that they were shown, and the rounds of calls. It is made of what the store
// keeps, and nothing is folded but events of versions that kept no decisions. Approval tokens, payment methods and
// raw error text are not in it.
//
//   - Errors: store.ErrNotFound, store.ErrInvalid, ErrDiverged, or a fault of the store.
func (r *Runner) Transcript(ctx context.Context, id trip.ID) ([]transcript.Message, error) {
	if err := store.CheckID(id); err != nil {
		return nil, fmt.Errorf("runner: %w", err)
	}
	c := conversation{p: r.projection()}
	if err := c.read(ctx, r, id, 0); err != nil {
		return nil, err
	}
	return c.p.Messages(), nil
}

// Texts returns what people are told of trips, by language. A caller that makes a transcript of updates words failures
// with it.
func (r *Runner) Texts() texts.Table { return r.config.Turn.Texts }

// maxMessages is how much of a trip's conversation a model is told, and firstRead how many events are read for that at
// first.
const (
	maxMessages = 60
	firstRead   = 256
)

// conversation is what was said on a trip, up to the event at last.
type conversation struct {
	p    transcript.Projection
	last int64
}

// read goes on with the events behind last, up to the one at seq, 0 for all.
func (c *conversation) read(ctx context.Context, r *Runner, id trip.ID, seq int64) error {
	if seq > 0 && c.last >= seq {
		return nil
	}
	for f, err := range r.past(ctx, id, c.last+1) {
		if err != nil {
			return err
		}
		c.p.Add(f.event, *f.decision)
		if c.last = f.event.Seq; c.last == seq {
			break
		}
	}
	return nil
}

// Catalog returns what a trip of this runner may call. A caller that makes a transcript of updates calls the tools of
// failures as it says.
func (r *Runner) Catalog() catalog.Catalog { return r.config.Turn.Catalog }

// projection is an empty transcript in the words of this runner.
func (r *Runner) projection() transcript.Projection {
	return transcript.Projection{Texts: r.config.Turn.Texts, Catalog: r.config.Turn.Catalog}
}

// recall reads as much of the end of a log up to seq as a model can be told.
func (r *Runner) recall(ctx context.Context, id trip.ID, seq int64) (*conversation, error) {
	for events := int64(firstRead); ; events *= 2 {
		c := &conversation{p: r.projection(), last: max(seq-events, 0)}
		isWhole := c.last == 0
		if err := c.read(ctx, r, id, seq); err != nil {
			return nil, err
		}
		if isWhole || len(c.p.Model(0)) >= 2*maxMessages {
			return c, nil
		}
	}
}

// messages returns what a model is told of the trip for a call, up to the event that queued it. What it was told before
// is kept: only new events are read.
func (t *live) messages(ctx context.Context, call *call) ([]tools.Message, error) {
	t.mu.Lock()
	c := t.told
	t.told = nil // another attempt may read meanwhile
	t.mu.Unlock()
	var err error
	if c == nil || c.last > call.seq {
		c, err = t.r.recall(ctx, t.id, call.seq)
	} else {
		err = c.read(ctx, t.r, t.id, call.seq)
	}
	if err != nil {
		return nil, err
	}
	list := forModel(c.p.Model(maxMessages))
	t.mu.Lock()
	defer t.mu.Unlock()
	if !call.isDone() { // else the trip may be gone
		t.told = c
	}
	return list, nil
}

// forModel writes a transcript as tools get it.
func forModel(list []transcript.ModelMessage) []tools.Message {
	out := make([]tools.Message, len(list))
	for i, m := range list {
		out[i] = tools.Message{Role: m.Role, Content: m.Text, ToolCallID: m.CallID}
		for _, c := range m.Calls {
			out[i].ToolCalls = append(out[i].ToolCalls, tools.ToolCall{ID: c.ID, Name: c.Name, Arguments: []byte(c.Arguments)})
		}
	}
	return out
}
