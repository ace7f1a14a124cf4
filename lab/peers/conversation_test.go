package peers

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/store/mem"
	"github.com/legwork-go/legwork/tools/embedded"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// messages are what the person says. After them the purchase is approved.
var messages = []string{
	"Two of us from Boston to Lisbon on June 3, back June 10, with a hotel",
	"the cheapest please",
	"yes, hold it",
}

// said is a part of what the answer to each message, and to the approval, must hold.
var said = []string{
	"Here are your best options",
	"Please confirm before I hold it",
	"Do you approve the purchase?",
	"Your trip is booked",
}

// turns is how many turns a conversation has.
var turns = len(said)

// conversation is what the mock models and mock tools of the others are given.
type conversation struct {
	Turns []*script `json:"turns"`
}

// script is what follows a message of the person.
type script struct {
	Replies []reply `json:"replies"`
}

// reply is what a model says at once: a text, calls, or both.
type reply struct {
	Text  string  `json:"text"`
	Calls []*call `json:"calls"`
}

type call struct {
	Name   string          `json:"name"`
	Args   json.RawMessage `json:"args"`
	Result json.RawMessage `json:"result"`
}

// record has the conversation with Legwork and writes it to a file for the others.
func record(t *testing.T) (path string) {
	t.Helper()
	registry, err := embedded.Tools(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	config := turn.Default()
	config.Policy = server.Policy()
	r, err := runner.New(runner.Config{Turn: config, Store: mem.New(mem.Options{}), Tools: registry})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := r.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	c := conversation{}
	calls := map[string]*call{}
	var ask string
	hear := func(s *script, data trip.EventData) {
		for u, err := range r.Handle(t.Context(), "t1", trip.Event{Data: data}) {
			if err != nil {
				t.Fatal(err)
			}
			ask = s.hear(&u, calls, ask)
		}
	}
	for _, text := range messages {
		s := &script{}
		c.Turns = append(c.Turns, s)
		hear(s, trip.UserMessage{Text: text})
	}
	hear(c.Turns[len(c.Turns)-1], trip.UserApprovedPurchase{ApprovalToken: "yes", PaymentMethodID: "pm_card", AskID: ask})
	c.check(t)
	path = filepath.Join(t.TempDir(), "conversation.json")
	text, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// hear adds what an update says to the script. It returns the id of what is asked.
func (s *script) hear(u *runner.Update, calls map[string]*call, ask string) string {
	switch u.Kind {
	case runner.CallFinished:
		if c := calls[u.Call.ID]; c != nil {
			c.Result = json.RawMessage(u.Call.Result)
		}
	case runner.Decided:
		var more []*call
		for _, queued := range u.Decision.ToolCalls {
			if queued.Name != trip.ToolExtract { // a model reads the message itself
				c := &call{Name: queued.Name, Args: trip.AppendArguments(nil, queued.Arguments)}
				calls[queued.CallID], more = c, append(more, c)
			}
		}
		s.add(strings.Join(u.Decision.UIMessages(), "\n"), more)
		if u.Decision.Ask != nil {
			ask = u.Decision.Ask.ID
		}
	}
	return ask
}

// add adds a text and calls. The purchase belongs to the reply that asks for its approval.
func (s *script) add(text string, calls []*call) {
	n := len(s.Replies)
	switch {
	case text == "" && len(calls) == 0:
	case text == "" && n > 0 && len(s.Replies[n-1].Calls) == 0:
		s.Replies[n-1].Calls = calls
	default:
		s.Replies = append(s.Replies, reply{Text: text, Calls: append([]*call{}, calls...)})
	}
}

// check fails when the conversation is not the one that is to be compared.
func (c *conversation) check(t *testing.T) {
	t.Helper()
	var shape strings.Builder
	for _, s := range c.Turns {
		for _, r := range s.Replies {
			for _, c := range r.Calls {
				shape.WriteString(c.Name + " ")
				if len(c.Result) == 0 {
					t.Errorf("%s has no result", c.Name)
				}
			}
			if r.Text != "" {
				shape.WriteString("text ")
			}
			shape.WriteString("| ")
		}
		shape.WriteString("\n")
	}
	const want = trip.ToolFlightSearch + " " + trip.ToolFlightSearch + " hotel_quote_search text | trip_option_ranker | text | \n" +
		"policy_and_risk_check | text | \n" +
		"reservation_hold_create | booking_confirm_and_purchase text | text | \n"
	if shape.String() != want {
		t.Fatalf("the conversation goes\n%swant\n%s", &shape, want)
	}
}
