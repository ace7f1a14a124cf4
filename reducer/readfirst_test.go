package reducer

import (
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Documents are read before the model is asked when the request is about them, or when the policy says so and the
// scope has any.
func TestReadsFirst(t *testing.T) {
	t.Parallel()
	for name, scope := range map[string]trip.Scope{
		"nothing": {}, "an owner": {Owner: "ann"}, "a tenant": {Tenant: "acme"}, "a property": {PropertyID: "villa-7"},
		"documents": {DocumentIDs: []string{"d1"}},
	} {
		isNarrow := name == "a tenant" || name == "a property" || name == "documents"
		in := trip.NewIntent()
		in.Scope = scope
		s := deciding(&in)
		if s.readsFirst() {
			t.Errorf("%s in scope: read first, though neither the policy nor the request says so", name)
		}
		if s.policy.RetrieveFirst = true; s.readsFirst() != isNarrow {
			t.Errorf("%s in scope: read first is %t by the policy", name, s.readsFirst())
		}
		s.policy.RetrieveFirst, in.Request.About = false, trip.AboutDocuments
		if !s.readsFirst() {
			t.Errorf("%s in scope: not read first for a request about documents", name)
		}
	}
}
