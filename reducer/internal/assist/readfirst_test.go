package assist

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Documents are read before the model is asked when the request is about them or some are selected, whatever the
// reading says; by the policy also those of the tenant, or none that the reading does not speak of.
func TestReadsFirst(t *testing.T) {
	t.Parallel()
	for name, scope := range map[string]trip.Scope{
		"nothing": {}, "an owner": {Owner: "ann"}, "a tenant": {Tenant: "acme"}, "a property": {PropertyID: "villa-7"},
		"documents": {DocumentIDs: []string{"d1"}},
	} {
		selected := name == "a property" || name == "documents"
		for policy, want := range map[trip.OptBool]bool{
			trip.Unset: selected, trip.True: selected || name == "a tenant", trip.False: false,
		} {
			in := trip.NewIntent()
			in.Scope = scope
			s := deciding(&in)
			if s.Policy.RetrieveFirst = policy; s.readsFirst() != want {
				t.Errorf("%s in scope: read first is %t with %v", name, s.readsFirst(), policy)
			}
			if in.Request.About = trip.AboutDocuments; !s.readsFirst() {
				t.Errorf("%s in scope: not read first for a request about documents with %v", name, policy)
			}
		}
	}
}
