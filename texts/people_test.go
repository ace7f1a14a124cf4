package texts_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// anyKey is how the keys of messages are written, of whatever family.
var anyKey = regexp.MustCompile(
	`^(act|approve|ask|assist|assume|booking|cancel|choice|confirm|decline|documents|echo|error|failure|fault|hold|note|own|present|purchase|quote|` +
		`refusal|repeat|risk|select|settled|show|write)\.[a-z_]+$`,
)

// ofMachinery are words that nobody travels with, and names as programs write them.
var ofMachinery = regexp.MustCompile(
	`(?i)\b(tools?|rules?|model|schema|arguments?|placeholder|json|handler|engine|could not use|did not understand|tokens?|bundles?|pars\w+)\b|` +
		`\b[a-z]+_[a-z_]+\b|\[[a-z_]+\]`,
)

// classes are the ways in which a tool fails.
var classes = []trip.Class{
	trip.ClassEmpty, trip.ClassInvalidArguments, trip.ClassNeedsInput, trip.ClassFailed, trip.ClassPermanent,
	trip.ClassRateLimited, trip.ClassTimeout, trip.ClassDenied, trip.ClassCancelled, trip.ClassOutcomeUnknown, trip.ClassNotSent,
}

// forPrograms reports whether what a key says is read by programs or given to a model: notes, the error of a failure,
// and why a proposed call does not run.
func forPrograms(key string) bool {
	family, _, _ := strings.Cut(key, ".")
	return family == "note" || family == "failure" || family == "refusal" || key == "assist.not_admitted"
}

// toolNames are those of the catalog, and of two tools of an embedder's own.
func toolNames() []string {
	names := []string{"book_taxi", "send-mail"}
	for tool := range catalog.Default().Tools {
		names = append(names, tool.Name)
	}
	return names
}

// failures are all that can be said of the failure of a tool.
func failures(tool string) []trip.Message {
	var out []trip.Message
	for _, class := range classes {
		out = append(out, trip.Say("failure."+string(class), "tool", tool))
	}
	for _, key := range allKeys {
		switch family, _, _ := strings.Cut(key, "."); {
		case family == "refusal":
			out = append(out, trip.Say("failure.not_admitted", "why", trip.Say(key, "most", 8)))
		case family == "failure":
			out = append(out, trip.Say(key, "tool", tool))
		}
	}
	return out
}

var allKeys []string

// flagsOf are the flags that change what a key says.
func flagsOf(key string) []string {
	switch family, _, _ := strings.Cut(key, "."); family {
	case "error", "purchase", "settled", "hold":
		return []string{"none", "unsettled", "ended", "needs_approval"}
	}
	return []string{"none"}
}

// TestPeopleReadNothingOfTheMachinery makes every message of every tool that failed in every way: what people are shown
// holds no name of a tool and no word that only programs and their authors use.
func TestPeopleReadNothingOfTheMachinery(t *testing.T) {
	for _, name := range []string{"en.tsv", "programs.tsv"} {
		_, keys := table(t, name)
		allKeys = append(allKeys, slices.DeleteFunc(keys, func(key string) bool {
			return !anyKey.MatchString(key) || strings.HasPrefix(key, "risk.rule") // those of an organisation
		})...)
	}
	if len(allKeys) < 150 {
		t.Fatalf("only %d keys were found", len(allKeys))
	}
	seen := map[string]bool{}
	for _, tool := range toolNames() {
		for _, why := range failures(tool) {
			for _, key := range allKeys {
				if forPrograms(key) {
					continue
				}
				for _, flag := range flagsOf(key) {
					m := trip.Say(key, "tool", tool, "tools", []string{tool}, "error", why, flag, true,
						"calls", []trip.Params{trip.With("tool", tool, "arguments", []trip.Params{trip.With("name", "pick_up_at", "value", "noon")})},
						"answers", []trip.Params{trip.With("tool", tool, "text", "")})
					text := texts.English(m)
					if seen[text] {
						continue
					}
					seen[text] = true
					if word := ofMachinery.FindString(text); word != "" {
						t.Errorf("%s of %s, %s: people read %q in %q", key, tool, why.Key, word, text)
					}
				}
			}
		}
	}
	t.Logf("%d texts of %d keys", len(seen), len(allKeys))
}

// TestProgramsReadTheNameOfATool holds the form that programs know, for every tool and way to fail, in any language of
// the person.
func TestProgramsReadTheNameOfATool(t *testing.T) {
	for _, tool := range toolNames() {
		for _, class := range classes {
			why := trip.Say("failure."+string(class), "tool", tool)
			shown := trip.Say("error.tool", "tool", tool, "error", why)
			shown.Text = "Die Suche hat nicht geantwortet."
			want := "Tool error: " + tool + " — " + texts.English(why)
			if got := texts.ForPrograms([]trip.Message{shown}); !slices.Equal(got, []string{want}) {
				t.Errorf("programs get %q, want %q", got, want)
			}
		}
	}
	unknown := trip.Say("error.outcome_unknown", "tool", trip.ToolHold)
	other := trip.Message{Key: "cancel.stopped", Text: "Angehalten."}
	want := []string{
		"Tool error: reservation_hold_create — it is not known yet whether the hold went through. Nothing more is held or bought until that is settled.",
		"Angehalten.",
	}
	if got := texts.ForPrograms([]trip.Message{unknown, other}); !slices.Equal(got, want) {
		t.Errorf("programs get %q, want %q", got, want)
	}
}

// TestTroubleSaysWhatToDo tells what works next: a purchase is approved again, not tried again, and nothing is while the
// outcome of a write is not known.
func TestTroubleSaysWhatToDo(t *testing.T) {
	for _, c := range []struct {
		tool, class, flag, want string
	}{
		{trip.ToolFlightSearch, "timeout", "", "The flight search did not answer in time. Say 'try again'."},
		{trip.ToolFlightSearch, "timeout", "unsettled", "The flight search did not answer in time. Send a new message to go on."},
		{trip.ToolRank, "timeout", "", "Comparing the options took too long. Say 'try again'."},
		{trip.ToolHold, "denied", "", "The hold was refused. Say “hold it” to try once more, or pick another option."},
		{trip.ToolPurchase, "denied", "", "The purchase was refused; nothing was bought. Approve it again, or tell me what to change."},
		{
			trip.ToolPurchase, "denied", "ended",
			"The purchase was refused; nothing was bought. What was shown for it does not stand any more: ask what is held, or pick an option again.",
		},
		{"send_mail", "permanent", "", "“send mail” is not possible. Say 'try again', or tell me what to change."},
	} {
		args := []any{"tool", c.tool, "error", trip.Say("failure."+c.class, "tool", c.tool)}
		if c.flag != "" {
			args = append(args, c.flag, true)
		}
		if got := texts.English(trip.Say("error.tool", args...)); got != c.want {
			t.Errorf("%s, %s %s: %q, want %q", c.tool, c.class, c.flag, got, c.want)
		}
	}
}
