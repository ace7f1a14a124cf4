package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/trip"
)

// scope is what a new trip is about: whose documents it may read, and which of them.
type scope struct {
	tenant, property string
	documents        []string
}

func addScope(cmd *cobra.Command, s *scope) {
	cmd.Flags().StringVar(&s.tenant, "tenant", "", "the tenant of a new trip, whose documents it may read (`NAME`)")
	cmd.Flags().StringVar(&s.property, "property", "", "the property that a new trip is about (`NAME`)")
	cmd.Flags().StringArrayVar(&s.documents, "document", nil, "a document that a new trip has selected (`ID`); may be repeated")
}

// begin makes the trip when it needs a scope. Whose documents a trip may read is settled when it begins; which
// of them, /scope changes.
func (s scope) begin(ctx context.Context, t *talk) error {
	want := trip.Scope{Tenant: s.tenant, PropertyID: s.property, DocumentIDs: s.documents}
	if isScope(t.intent.Scope, want) || s.isNone() {
		return nil
	}
	in := trip.NewIntent()
	in.Scope = want
	err := t.runner.Create(ctx, t.id, in)
	if errors.Is(err, runner.ErrExists) {
		return usage("trip %s is there already, with another --tenant, --property or --document; the line /scope changes the last two", t.id)
	}
	if err != nil {
		return err
	}
	t.intent = in
	return nil
}

func (s scope) isNone() bool { return s.tenant == "" && s.property == "" && len(s.documents) == 0 }

func isScope(a, b trip.Scope) bool {
	return a.Tenant == b.Tenant && a.PropertyID == b.PropertyID && slices.Equal(a.DocumentIDs, b.DocumentIDs)
}
