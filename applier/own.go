package applier

import (
	"errors"
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// An embedder's own fields of the intent, which the catalog describes (behaviour 5.5).

// writeOwn writes the own fields that a message or a tool gave. A value that breaks its schema is left out with a
// note, and is asked for again where it is required.
// Rule: 5.5.extracted, 5.5.unfit
func writeOwn(c *catalog.Catalog, next *trip.Intent, ext trip.Ext) (notes []trip.Message) {
	for _, f := range ext.Fields() {
		err := c.CheckField(f.Path, f.Value)
		if err == nil {
			err = next.Write(f.Path, f.Value)
		}
		switch {
		case errors.Is(err, catalog.ErrSchema):
			notes = append(notes, messages.NoteFieldUnfit{Path: f.Path}.Message())
		case err != nil: // its name is a model's free text
			notes = append(notes, messages.NoteFieldUnfit{}.Message())
		}
	}
	return notes
}

// fits reports whether the value of a choice may be written to the path that the choice is about.
func fits(c *catalog.Catalog, path string, value trip.Raw) error {
	if !strings.HasPrefix(path, trip.OwnPrefix) {
		return nil
	}
	return c.CheckField(path, value)
}

// checkOwn refuses a patch with own fields that break their schemas or that the catalog does not describe.
// Rule: 5.5.patched
func checkOwn(c *catalog.Catalog, before, next *trip.Intent) error {
	for _, f := range next.Ext.Fields() {
		if before.Value(f.Path) == f.Value {
			continue
		}
		if err := c.CheckField(f.Path, f.Value); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrPatch, f.Path, err)
		}
	}
	return nil
}

// applyPoint writes the own fields that the result of a tool on the way of a plan gives, as the member ext.
// Rule: 1.8.writes
func applyPoint(c *catalog.Catalog, next *trip.Intent, name string, r trip.Raw) (notes []trip.Message) {
	if tool, _ := c.Tool(name); tool.Runs == "" {
		return nil
	}
	ext, err := trip.ResultExt(r)
	if err != nil {
		return []trip.Message{messages.NoteFieldUnfit{}.Message()}
	}
	return writeOwn(c, next, ext)
}
