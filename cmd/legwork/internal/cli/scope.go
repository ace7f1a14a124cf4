package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// scope is what a new trip is about: whose documents it may read, and which of them; and what else it starts from.
type scope struct {
	intent           string // the file of an intent, which may be partial
	tenant, property string
	documents        []string
}

func addScope(cmd *cobra.Command, s *scope) {
	cmd.Flags().StringVar(&s.intent, "intent", "",
		"a `FILE` with what a new trip starts from: a part of an intent, such as its home airport or locale")
	cmd.Flags().StringVar(&s.tenant, "tenant", "", "the tenant of a new trip, whose documents it may read (`NAME`)")
	cmd.Flags().StringVar(&s.property, "property", "", "the property that a new trip is about (`NAME`)")
	cmd.Flags().StringArrayVar(&s.documents, "document", nil,
		"a document that a new trip has selected (`ID`); may be repeated")
}

// createTrip makes the trip when it starts from something. Whose documents a trip may read is settled when it begins;
// which of them, /scope changes.
func (s scope) createTrip(ctx context.Context, t *talk) error {
	if s.intent == "" && (isScope(t.intent.Scope, s.of()) || s.isNone()) {
		return nil
	}
	in, err := s.begin()
	if err != nil {
		return err
	}
	err = t.runner.Create(ctx, t.id, in)
	switch {
	case errors.Is(err, runner.ErrExists) && s.intent != "":
		return usage("trip %s is there already: leave --intent out, or name another trip", t.id)
	case errors.Is(err, runner.ErrExists):
		return usage("trip %s is there already, with another --tenant, --property or --document; the line /scope changes "+
			"the last two", t.id)
	case err != nil:
		return err
	}
	t.intent = in
	return nil
}

// begin returns what a new trip starts from.
func (s scope) begin() (trip.Intent, error) {
	in, err := readIntent(s.intent)
	if err == nil && !s.isNone() {
		in.Scope = s.of()
	}
	return in, err
}

func (s scope) of() trip.Scope {
	return trip.Scope{Tenant: s.tenant, PropertyID: s.property, DocumentIDs: s.documents}
}

// readIntent reads what a trip starts from; without a file it is empty.
func readIntent(path string) (trip.Intent, error) {
	if path == "" {
		return trip.NewIntent(), nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return trip.Intent{}, fmt.Errorf("%w: --intent: %w", errInput, err)
	}
	in, warnings, err := trip.DecodeIntent(intentOf(string(data)))
	switch {
	case err != nil:
		return trip.Intent{}, malformed(path, data, err)
	case len(warnings) > 0:
		return trip.Intent{}, fmt.Errorf("%w: %s: unknown field %s", errInput, path, warnings[0].Path)
	}
	return in, nil
}

// intentOf returns the intent of a document: the document, or what stands under intent in a line of replay --intent.
// Blanks stand for what is before it, so that an error in it is told at its place.
func intentOf(doc string) string {
	var line struct {
		File   *string         `json:"file"`
		Intent json.RawMessage `json:"intent"`
	}
	if json.Unmarshal([]byte(doc), &line) != nil || line.File == nil || len(line.Intent) == 0 {
		return doc
	}
	blank := func(c rune) rune {
		if c == '\n' {
			return c
		}
		return ' '
	}
	before, _, _ := strings.Cut(doc, string(line.Intent))
	return strings.Map(blank, before) + string(line.Intent)
}

func (s scope) isNone() bool { return s.tenant == "" && s.property == "" && len(s.documents) == 0 }

func isScope(a, b trip.Scope) bool {
	return a.Tenant == b.Tenant && a.PropertyID == b.PropertyID && slices.Equal(a.DocumentIDs, b.DocumentIDs)
}
