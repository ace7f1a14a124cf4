package chat

import (
	"strconv"

	"github.com/legwork-go/legwork/cmd/legwork/internal/console"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// reply is what can be answered with a number.
type reply struct {
	number int
	label  string
	data   trip.EventData // what is sent; nil when the purchase is to be reviewed
	option int            // position of the option that it takes; 0 of others
}

// replies returns what can be answered where the conversation stands.
func (c *conversation) replies() []reply {
	if c.busy || c.seq == 0 {
		return nil
	}
	r := replyList{in: c.locale}
	if c.status == trip.ErrorRetryable {
		r.say("again")
	}
	ask := c.standing()
	switch {
	case c.purchase() != nil:
		r.add(reply{label: c.locale.say("review")})
	case ask == nil && c.status == trip.RiskChecked:
		r.add(reply{label: c.locale.say("hold_short"), data: trip.UserRequestHold{}})
	case ask == nil && c.status == trip.Booked:
		r.say("booking")
	case ask == nil:
	case ask.Kind == trip.AskChoose:
		r.choose(ask, c.offer != nil)
		if texts.Of("", ask.Params).Is("offer_hotel") {
			r.say("hotel")
		}
	case ask.Kind == trip.AskMissing && len(ask.Choices) == 0 && len(ask.About) == 1 &&
		ask.About[0] == "party.travelers.adults":
		r.sayLabelled("say_adult", "see_just_me")
		r.sayLabelled("say_adults", "see_two")
	default:
		if texts.Of("", ask.Params).Is("needs_approval") { // nothing is held yet: it approves the hold, and buys nothing
			r.add(reply{label: c.locale.say("approve_hold"), data: trip.UserApprovedPurchase{
				ApprovalToken: "chat:" + ask.ID, PaymentMethodID: console.DefaultPayment, AskID: ask.ID,
			}})
		}
		for _, choice := range ask.Choices {
			r.add(reply{label: choice.Label, data: trip.UserAnswered{AskID: ask.ID, ChoiceID: choice.ID}})
		}
	}
	return r.list
}

// replyList collects replies in a language.
type replyList struct {
	in   locale
	list []reply
}

// add numbers a reply behind the last one, unless it has a number.
func (r *replyList) add(one reply) {
	if last := len(r.list); one.number == 0 {
		one.number = 1
		if last > 0 {
			one.number = r.list[last-1].number + 1
		}
	}
	r.list = append(r.list, one)
}

// say adds a message under a label.
func (r *replyList) say(what string) { r.sayLabelled("say_"+what, "see_"+what) }

func (r *replyList) sayLabelled(text, label string) {
	r.add(reply{label: r.in.say(label), data: trip.UserMessage{Text: r.in.say(text)}})
}

// choose offers the options under the numbers that their cards have.
func (r *replyList) choose(ask *trip.Ask, hasCards bool) {
	for _, choice := range ask.Choices {
		data := trip.UserSelectedBundle{BundleID: choice.ID}
		option := texts.Of(string(r.in), choice.Params).Object("option")
		at := int(option.Int("position"))
		if !hasCards || at == 0 {
			r.add(reply{label: choice.Label, data: data})
			continue
		}
		r.add(reply{number: at, option: at, label: option.Money("price"), data: data})
	}
	if hasCards {
		r.say("cheapest")
		r.say("fastest")
		r.say("more")
	}
}

// find returns the reply of a number that was typed.
func find(list []reply, typed string) (int, bool) {
	for i := range list {
		if strconv.Itoa(list[i].number) == typed {
			return i, true
		}
	}
	return 0, false
}
