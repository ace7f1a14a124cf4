package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestRead shows what became of the words of a message, for a person and for a program.
func TestRead(t *testing.T) {
	const message = "Oslo to Rome on 4 June with a glimmick"
	show := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args = append([]string{"read", "--now", "2026-03-01T09:00:00Z"}, args...)
		if code := Main(args, nil, &out, &errs); code != exitOK {
			t.Fatalf("%v: exit %d: %s", args, code, errs.String())
		}
		return out.String()
	}
	for _, want := range []string{"6.7.place", "not used", `"departure_date": "2026-06-04"`} {
		if got := show(message); !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	var doc struct {
		Claims []struct {
			Start, End int
			Slot, Rule string
		}
		Unread []struct {
			Start, End int
			Text       string
		}
		Considered []any
		Result     map[string]any
	}
	if err := json.Unmarshal([]byte(show("--json", message)), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Unread) != 1 || message[doc.Unread[0].Start:doc.Unread[0].End] != "glimmick" {
		t.Errorf("unread %v, want the glimmick", doc.Unread)
	}
	if c := doc.Claims; len(c) < 3 || message[c[0].Start:c[0].End] != "Oslo" || c[0].Slot != "place" {
		t.Errorf("claims %v, want Oslo first", c)
	}
	if doc.Considered == nil || doc.Result["trip_intent"] == nil {
		t.Errorf("considered %v, result %v", doc.Considered, doc.Result)
	}
}

// TestReadRefuses what cannot be read, and says what is wanted.
func TestReadRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--now yesterday": {"read", "--now", "yesterday", "Oslo"}, "no/such.json": {"read", "--intent", "no/such.json", "Oslo"},
		"got 0 arguments, want 1": {"read"},
	} {
		var out, errs bytes.Buffer
		if code := Main(args, nil, &out, &errs); code == exitOK || !strings.Contains(errs.String(), want) {
			t.Errorf("%v: exit %d, %q, want %q", args, code, errs.String(), want)
		}
	}
}
