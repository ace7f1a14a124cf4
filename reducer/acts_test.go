package reducer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// standing are places where a trip waits, by what its intent says beside its plan.
var standing = map[string]string{
	"options":       `"status":{"state":"presenting_options"}`,
	"confirmations": `"status":{"state":"risk_checked"}` + picked + `,"risk_report":{"bundle_id":"b1","required_user_confirmations":["Late."]}}`,
	"checked":       `"status":{"state":"risk_checked"}` + picked + `,"risk_report":{"bundle_id":"b1"}}`,
	"blocked":       `"status":{"state":"blocked"}` + picked + `,"risk_report":{"bundle_id":"b1","blocking_issues":["No."]}}`,
	"held": `"status":{"state":"holds_placed"}` + picked + `,"risk_report":{"bundle_id":"b1"},
		"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"held"}]}`,
	"booked": `"status":{"state":"booked"}` + picked + `,"risk_report":{"bundle_id":"b1"},
		"holds":[{"hold_id":"H1","item_type":"flight","option_id":"f1","status":"purchased"}],
		"bookings":[{"record_locator":"QX7PLM","status":"confirmed","hold_ids":["H1"]}]}`,
}

const (
	onOffer = `,"working_memory":{"flight_quotes_by_segment":[[{"option_id":"f1","total_price":{"amount":"10","currency":"USD"}},
		{"option_id":"f2","total_price":{"amount":"20","currency":"USD"}}]],
		"ranked_bundles":[{"bundle_id":"b1","flight_option_ids":["f1"]},{"bundle_id":"b2","flight_option_ids":["f2"]}]`
	picked = onOffer + `,"selected":{"bundle_id":"b1","flight_option_ids":["f1"]}`
)

// stands opens a trip at one of the places.
func stands(t *testing.T, at string) *chat {
	t.Helper()
	behind := standing[at]
	if !strings.Contains(behind, "working_memory") {
		behind += onOffer + "}"
	}
	plan := strings.Replace(complete(","+behind), `"adults":2}`, `"adults":2},"payment_method_id":"pm"`, 1)
	c := openChat(t, `"policy":{"approve_in_words":true},`+plan, "hello").proposes(`{"text":"Hello."}`)
	if at == "options" {
		c.hears(`{"acts":[{"act":"show","what":"options"}]}`)
	}
	return c
}

// Whatever a reading makes of one message, at any place, the engine decides; nothing is bought that the message does
// not name, and nothing is held against a no or in place of another choice.
func TestAnyThreeActs(t *testing.T) {
	t.Parallel()
	acts := []string{
		`{"act":"select","position":1}`, `{"act":"select","position":2}`, `{"act":"hold"}`, `{"act":"confirm"}`, `{"act":"decline"}`,
		`{"act":"approve","amount":"10"}`, `{"act":"approve"}`, `{"act":"release"}`, `{"act":"start_over"}`, `{"act":"undo"}`,
		`{"act":"cancel_booking"}`, `{"act":"show","what":"trip"}`,
	}
	for at := range standing {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			start := stands(t, at)
			for _, change := range []string{"", `"trip_intent":{"travelers":{"adults":3}},`} {
				for i := range len(acts) * len(acts) * len(acts) {
					said := []string{acts[i%len(acts)], acts[i/len(acts)%len(acts)], acts[i/len(acts)/len(acts)]}
					holds(t, start, `{`+change+`"acts":[`+strings.Join(said, ",")+`]}`, said)
				}
			}
		})
	}
}

// holds reads one message and checks what it queues.
func holds(t *testing.T, start *chat, reading string, said []string) {
	t.Helper()
	c := *start
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", reading, r)
		}
	}()
	c.hears(reading)
	for _, call := range c.d.ToolCalls {
		switch call.Name {
		case trip.ToolPurchase:
			t.Errorf("%s buys", reading)
		case trip.ToolHold:
			first := slices.IndexFunc(said, func(a string) bool { return strings.Contains(a, "select") })
			picks := ""
			if first >= 0 {
				picks = fmt.Sprintf(`"option_id":"f%c"`, said[first][len(said[first])-2])
			}
			args := string(trip.AppendArguments(nil, call.Arguments))
			if slices.Contains(said, `{"act":"decline"}`) || !strings.Contains(args, picks) {
				t.Errorf("%s holds %s", reading, args)
			}
		}
	}
	if len(c.d.ToolCalls) == 0 && len(c.d.UI) == 0 {
		t.Errorf("%s is answered by nothing", reading)
	}
}
