package turn_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/legwork-go/legwork/legworktest/midst"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// chatter are readings of what people say over options, over what is picked, and before anything is known.
var chatter = []string{
	`{"acts":[{"act":"show","what":"options"}]}`, `{"acts":[{"act":"show","what":"more_options"}]}`, `{"acts":[{"act":"sort","by":"price"}]}`,
	`{"acts":[{"act":"show","what":"option","position":1}]}`, `{"acts":[{"act":"show","what":"trip"}]}`, `{"acts":[{"act":"show","what":"terms"}]}`,
	`{"acts":[{"act":"greet"}]}`, `{"acts":[{"act":"thank"}]}`, `{"acts":[{"act":"muse"}]}`, `{"acts":[{"act":"help"}]}`, `{"acts":[{"act":"complain"}]}`,
	`{"acts":[{"act":"select"}]}`, `{"acts":[{"act":"select","position":1}]}`, `{"acts":[{"act":"select","position":9}]}`, `{"acts":[{"act":"decline"}]}`,
	`{"acts":[{"act":"ask","what":"each"}]}`, `{"acts":[{"act":"ask","what":"best","by":"fastest"}]}`, `{"acts":[{"act":"ask","what":"breakfast"}]}`,
	`{"acts":[{"act":"ask","what":"refund","positions":[1]}]}`, `{"acts":[{"act":"undo"}]}`, `{"acts":[{"act":"extra","what":"a pool"}]}`,
	`{"unread":["blah"]}`, `{}`, `{"topic":"other"}`, `{"trip_intent":{"travelers":{"adults":2}}}`, `{"acts":[{"act":"hold"}]}`,
	`{"questions":[{"about":"itinerary.segments[0].destination.code","text":"Which Lisbon do you mean, A or B?",` +
		`"choices":[{"label":"A","value":"LIS"},{"label":"B","value":"LSB"}]}]}`,
}

var (
	aBreak    = regexp.MustCompile(`\n|[.!] |\? `)
	aSentence = regexp.MustCompile(`[^.!?\n]{12,}[.!?]`)
	aListed   = regexp.MustCompile(`(?m)^(\d+\.|- |   ).*$`) // of a list, in which what is the same of two options is said of each
	machinery = regexp.MustCompile(`(?i)[a-z]+_[a-z_]+|\brules?\b|language model|\btokens?\b|could not use`)
)

// TestNothingIsAskedTwice draws conversations: no question stands twice in one of them in the same words, no message says
// a sentence twice, and none speaks of tools, rules or models.
// Rule: 7.4.once
func TestNothingIsAskedTwice(t *testing.T) {
	questions := 0
	rapid.Check(t, func(t *rapid.T) {
		doc := `{}`
		if rapid.Bool().Draw(t, "has offers") {
			doc = drawOffers(t)
		}
		h, _, err := trip.DecodeHeader(`{"recording":"legwork/1","trip_id":"t1","intent":` + doc + `}`)
		if err != nil {
			t.Fatal(err)
		}
		cfg := turn.Default()
		in, err := midst.Start(cfg, h)
		if err != nil {
			t.Fatal(err)
		}
		asked := map[string]string{}
		for range rapid.IntRange(6, 20).Draw(t, "turns") {
			reading := rapid.SampledFrom(chatter).Draw(t, "reading")
			ev := trip.Event{At: in.UpdatedAt + 1, Data: trip.UserMessage{Text: "well"}}
			for range 6 {
				next, d, err := turn.Step(cfg, in, ev)
				if err != nil {
					t.Fatal(err)
				}
				in = next
				for _, m := range d.UI {
					checkSaid(t, m.Text)
					for _, q := range aBreak.Split(strings.ReplaceAll(m.Text, "? ", "?\n"), -1) {
						if !strings.HasSuffix(q, "?") {
							continue
						}
						if before, isAsked := asked[q]; isAsked {
							t.Fatalf("%q was asked before:\n%s\nin\n%s", q, m.Text, before)
						}
						asked[q] = m.Text
						questions++
					}
				}
				if len(in.Turn.Outstanding) == 0 {
					break
				}
				call := in.Turn.Outstanding[0]
				result := trip.Raw(`{}`)
				switch call.Name {
				case trip.ToolExtract:
					result = trip.Raw(reading)
				case trip.ToolFollowup:
					result = trip.Raw(`{"message":"What of the ` + strings.Join(inWords(in.Status.MissingRequired), " ") + ` shall it be?"}`)
				case trip.ToolRiskCheck:
				default:
					return // a search begins: what it finds is for other tests
				}
				ev = trip.Event{At: in.UpdatedAt + 1, Data: trip.ToolResult{CallID: call.CallID, ToolName: call.Name, Result: result}}
			}
		}
	})
	if questions < 100 {
		t.Errorf("only %d questions were asked", questions)
	}
}

// inWords makes words of paths.
func inWords(paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = strings.NewReplacer(".", " ", "_", " ", "[", " ", "]", " ").Replace(p)
	}
	return out
}

// checkSaid looks at one message.
func checkSaid(t *rapid.T, text string) {
	said := map[string]bool{}
	for _, sentence := range aSentence.FindAllString(aListed.ReplaceAllString(text, ""), -1) {
		if sentence = strings.TrimSpace(sentence); said[sentence] && !strings.ContainsAny(sentence, "0123456789:") {
			t.Fatalf("%q is said twice:\n%s", sentence, text)
		}
		said[sentence] = true
	}
	if word := machinery.FindString(text); word != "" {
		t.Fatalf("%q is none of the person's business:\n%s", word, text)
	}
}
