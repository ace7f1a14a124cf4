package reducer_test

import (
	"fmt"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// sendFax is another tool whose calls wait.
const sendFax = `{"name":"send_fax","effect":"write","proposable":true,"arguments":{"type":"object"},"result":{}}`

// waitsFor compares the arguments of what waits.
func (c *chat) waitsFor(want ...string) *chat {
	c.t.Helper()
	var got []string
	for _, w := range c.in.Turn.PendingApproval {
		got = append(got, string(w.Arguments))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		c.t.Errorf("waiting are %q, want %q", got, want)
	}
	return c
}

// approves answers an ask for what waits.
func (c *chat) approves(ask *trip.Ask) *chat {
	c.t.Helper()
	return c.event(trip.UserAnswered{AskID: ask.ID, ChoiceID: "approve"})
}

// A call that waits is not added again when the model proposes it in a later round; more than a person can read are not
// kept.
func TestWhatWaits(t *testing.T) {
	t.Parallel()
	search := func(q string) []string { return []string{"web_search", `{"query":"` + q + `"}`} }
	openChat(t, withTools(sendMail), "Mail Ann").
		calls(append(search("a"), "send_mail", `{"to":"ann"}`)...).gives("web_search", `{"results":[]}`).
		calls(append(search("b"), "send_mail", `{"to":"ann"}`, "send_mail", `{"to":"bob"}`)...).waitsFor(`{"to":"ann"}`, `{"to":"bob"}`)
	var many, want []string
	for i := range trip.MaxWaiting + 1 {
		many = append(many, []string{"send_mail", "send_fax"}[i%2], fmt.Sprintf(`{"no":%d}`, i))
		want = append(want, fmt.Sprintf(`{"no":%d}`, i))
	}
	openChat(t, withTools(sendMail, sendFax), "Mail all").calls(many...).waitsFor(want[:trip.MaxWaiting]...).
		is(trip.AssistAnswered)
}

// Arguments that read alike and are not the same are asked about anew.
func TestAnAskIsOfExactlyWhatWaits(t *testing.T) {
	t.Parallel()
	ask := func(args string) *trip.Ask {
		return openChat(t, withTools(sendMail), "Mail Ann").calls("send_mail", args).in.Status.Ask
	}
	number, text := ask(`{"no":5}`), ask(`{"no":"5"}`)
	if number.Text != text.Text || number.ID == text.ID {
		t.Errorf("%q has the id %s, %q has %s", number.Text, number.ID, text.Text, text.ID)
	}
}

// An approval runs what it was asked for: not what has taken its place since, and nothing twice.
func TestAnApprovalIsForWhatWasAsked(t *testing.T) {
	t.Parallel()
	c := openChat(t, withTools(sendMail), "Mail Ann").calls("send_mail", `{"to":"ann"}`)
	first := c.in.Status.Ask
	c.says("And Bob").calls("web_search", `{"query":"bob"}`, "send_mail", `{"to":"bob"}`).
		approves(first).queues().waitsFor(`{"to":"bob"}`).is(trip.AssistWorking)
	c.gives("web_search", `{"results":[]}`).proposes(`{"text":"Bob is there."}`)
	second := c.in.Status.Ask
	c.approves(second).queues(`send_mail {"to":"bob"}`).waitsFor().is(trip.AssistWorking)
	if !c.in.Turn.Assist.Active {
		t.Error("the assistant works and is not active")
	}
	c.approves(second).queues().is(trip.AssistWorking).
		gives("send_mail", `{}`).proposes(`{"text":"It is sent."}`).is(trip.AssistAnswered)
}

// Words that were said before anything was asked approve nothing that waits since.
func TestApprovalBeforeTheQuestion(t *testing.T) {
	t.Parallel()
	c := openChat(t, `"policy":{"approve_in_words":true},`+withTools(sendMail), "Mail Ann").calls("send_mail", `{"to":"ann"}`)
	c.event(trip.UserMessage{Text: "I approve", AskID: trip.AskNone}).
		gives(trip.ToolExtract, `{"acts":[{"act":"approve"}]}`).waitsFor(`{"to":"ann"}`)
}

// A choice among the options leaves what waits, and says so. So does a hold.
func TestAChoiceDropsWhatWaits(t *testing.T) {
	t.Parallel()
	waiting := func(selected string) *chat {
		in := complete(onOffer + selected + `},"status":{"state":"presenting_options"}`)
		return openChat(t, in+`,"catalog":[`+sendMail+`]`, "Mail Ann").
			calls("send_mail", `{"to":"ann"}`).waitsFor(`{"to":"ann"}`)
	}
	waiting("").event(trip.UserSelectedBundle{BundleID: "b1"}).waitsFor().is(trip.RiskChecking).shows("Not done: send mail.")
	waiting(`,"selected":{"bundle_id":"b1"}`).event(trip.UserRequestHold{}).waitsFor().is(trip.RiskChecking).
		shows("Not done: send mail.")
}
