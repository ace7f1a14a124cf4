package applier_test

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Behaviour 5.7: what an extraction says of special requests.
func TestSpecialRequests(t *testing.T) {
	t.Parallel()
	const (
		chair = `{"id":"r4","kind":"assistance","text":"a wheelchair","for":"my mother","status":"asked"}`
		meal  = `{"id":"r2","kind":"meal","text":"a vegan meal","status":"confirmed"}`
		bag   = `{"id":"r3","kind":"baggage","text":"2 bags","status":"noted"}`
		bike  = `{"id":"r1","kind":"baggage","text":"my bike","status":"noted"}`
	)
	for name, c := range map[string]struct{ said, want string }{
		"a new one": {
			`{"kind":"seat","text":" a window seat ","for":"me"}`,
			"r4 asked, r2 confirmed, r3 noted, r1 noted, r5 seat noted a window seat for me",
		},
		"of no kind that is known": {`{"kind":"hovercraft","text":"a hovercraft"}`, "r4 asked, r2 confirmed, r3 noted, r1 noted, r5 other noted a hovercraft"},
		"without words":            {`{"kind":"seat","text":" "}`, "r4 asked, r2 confirmed, r3 noted, r1 noted"},
		"the same words":           {`{"kind":"meal","text":"A vegan meal"}`, "r4 asked, r2 confirmed, r3 noted, r1 noted"},
		"for somebody else": {
			`{"kind":"meal","text":"a vegan meal","for":"my son"}`,
			"r4 asked, r2 confirmed, r3 noted, r1 noted, r5 meal noted a vegan meal for my son",
		},
		"in other words":            {`{"id":"r3","kind":"baggage","text":"3 bags"}`, "r4 asked, r2 confirmed, r5 baggage noted 3 bags, r1 noted"},
		"named, as it is":           {`{"id":"r4","kind":"assistance","text":"a wheelchair"}`, "r4 asked, r2 confirmed, r3 noted, r1 noted"},
		"withdrawn":                 {`{"id":"r4","withdrawn":true}`, "r2 confirmed, r3 noted, r1 noted"},
		"withdrawn, the only meal":  {`{"kind":"meal","text":"the meal","withdrawn":true}`, "r4 asked, r3 noted, r1 noted"},
		"withdrawn, one of two":     {`{"kind":"baggage","text":"the bag","withdrawn":true}`, "r4 asked, r2 confirmed, r3 noted, r1 noted"},
		"withdrawn, by its words":   {`{"kind":"baggage","text":"my bike","withdrawn":true}`, "r4 asked, r2 confirmed, r3 noted"},
		"withdrawn, and is not one": {`{"kind":"pet","text":"the cat","withdrawn":true}`, "r4 asked, r2 confirmed, r3 noted, r1 noted"},
		"withdrawn, of another id":  {`{"id":"r9","kind":"meal","text":"a vegan meal","withdrawn":true}`, "r4 asked, r2 confirmed, r3 noted, r1 noted"},
		"nulls":                     {`{"id":null,"kind":null,"text":null,"for":null,"withdrawn":null,"asked":null}`, "r4 asked, r2 confirmed, r3 noted, r1 noted"},
	} {
		in := intent(t, `{"requests":[`+chair+`,`+meal+`,`+bag+`,`+bike+`]}`)
		got := ""
		for _, r := range extracted(t, in, `{"trip_intent":{"requests":[`+c.said+`]}}`).Requests {
			if got != "" {
				got += ", "
			}
			if got += r.ID; r.ID > "r4" {
				got += " " + string(r.Kind)
			}
			if got += " " + string(r.Status); r.ID > "r4" {
				got += " " + r.Text
				if r.For != "" {
					got += " for " + r.For
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
	}
}

// Ids are never given twice, and no more requests are kept than there is room for.
func TestManySpecialRequests(t *testing.T) {
	t.Parallel()
	in := intent(t, `{}`)
	for i := range trip.MaxRequests + 2 {
		in = extracted(t, in, fmt.Sprintf(`{"trip_intent":{"requests":[{"kind":"other","text":"wish %d"}]}}`, i))
	}
	if n := len(in.Requests); n != trip.MaxRequests {
		t.Errorf("%d requests", n)
	}
	in = extracted(t, in, `{"trip_intent":{"requests":[{"id":"r32","withdrawn":true},{"kind":"other","text":"one more"}]}}`)
	if last := in.Requests[len(in.Requests)-1]; last.ID != "r33" || last.Text != "one more" {
		t.Errorf("the last is %+v", last)
	}
}

// What became of a request is the supplier's to say: no question and no path writes it.
func TestNoPathWritesSpecialRequests(t *testing.T) {
	t.Parallel()
	in := intent(t, `{"requests":[{"id":"r1","kind":"meal","text":"a vegan meal","status":"noted"}]}`)
	if err := in.Write("requests[0].status", `"confirmed"`); err == nil {
		t.Error("a path writes the status of a request")
	}
	if err := in.Clear("requests"); err == nil {
		t.Error("a path takes the requests back")
	}
}
