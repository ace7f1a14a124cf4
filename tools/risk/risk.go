package risk

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// Register adds the check to a registry.
func Register(reg tools.Registry) { reg[trip.ToolRiskCheck] = tools.Tool{Run: Run} }

type arguments struct {
	BundleID    string         `json:"bundle_id"`
	Flights     []offer.Flight `json:"flight_options"`
	Hotels      []offer.Hotel  `json:"hotel_options"`
	Total       offer.Money    `json:"estimated_total"`
	Constraints struct {
		Budget          offer.Money   `json:"budget_total"`
		Currency        trip.Currency `json:"currency"`
		WantsRefundable bool          `json:"refundable_preference"`
	} `json:"constraints"`
	OrgPolicy map[string]json.RawMessage `json:"org_policy"`
	Locale    string                     `json:"locale"`
}

type report struct {
	Risks         []string `json:"risks"`
	Blockers      []string `json:"blocking_issues"`
	Confirmations []string `json:"required_user_confirmations"`
}

// check collects the report of one bundle.
type check struct {
	args  arguments
	at    trip.Instant
	total offer.Money // absent when the prices have no common currency
	report
}

// Run checks one bundle.
//
//   - Errors: invalid_arguments, and ctx's end.
func Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := tools.Arguments[arguments](req)
	if err != nil {
		return nil, err
	}
	if args.BundleID == "" {
		return nil, tools.Invalid("risk: bundle_id is empty")
	}
	if len(args.Flights)+len(args.Hotels) == 0 {
		return nil, tools.Invalid("risk: bundle %q has no offers", args.BundleID)
	}
	c := check{args: args, at: req.At, report: report{Risks: []string{}, Blockers: []string{}, Confirmations: []string{}}}
	c.total = c.sum()
	c.refunds()
	c.budget()
	c.flights()
	c.rules()
	return json.Marshal(c.report)
}

// say words something in the language of the person.
func (c *check) say(key string, params ...any) string {
	return texts.Of(c.args.Locale, trip.With(params...)).Say("risk." + key)
}

func (c *check) risk(sentence string)    { c.Risks = once(c.Risks, sentence) }
func (c *check) block(sentence string)   { c.Blockers = once(c.Blockers, sentence) }
func (c *check) confirm(sentence string) { c.Confirmations = once(c.Confirmations, sentence) }

func once(list []string, sentence string) []string {
	if slices.Contains(list, sentence) {
		return list
	}
	return append(list, sentence)
}

// sum is the estimated total, or else what the offers cost together.
func (c *check) sum() offer.Money {
	if c.args.Total.Present() {
		return c.args.Total
	}
	var total trip.Money
	ok := true
	add := func(price offer.Money) {
		var added bool
		total, added = total.Add(trip.Money(price))
		ok = ok && added && price.Present()
	}
	for i := range c.args.Flights {
		add(c.args.Flights[i].TotalPrice)
	}
	for i := range c.args.Hotels {
		add(c.args.Hotels[i].TotalPrice)
	}
	if !ok {
		return offer.Money{}
	}
	return offer.Money(total)
}

func (c *check) refunds() {
	var locked, unknown []string
	sort := func(name string, refundable *bool) {
		switch {
		case refundable == nil:
			unknown = once(unknown, name)
		case !*refundable:
			locked = once(locked, name)
		}
	}
	for i := range c.args.Flights {
		sort(c.flightName(&c.args.Flights[i]), c.args.Flights[i].Refundable)
	}
	for i := range c.args.Hotels {
		sort(c.hotelName(&c.args.Hotels[i]), c.args.Hotels[i].Refundable)
	}
	if len(locked) > 0 {
		c.confirm(c.say("refund", "which", strings.Join(locked, "; "), "wanted", c.args.Constraints.WantsRefundable))
	}
	if len(unknown) > 0 {
		c.risk(c.say("refund_unknown", "which", strings.Join(unknown, "; ")))
	}
}

func (c *check) budget() {
	budget := c.args.Constraints.Budget
	switch {
	case !budget.Present():
	case !c.total.Present() || c.total.Currency != budget.Currency:
		c.risk(c.say("budget_currency", "budget", trip.Money(budget)))
	case c.total.Minor > budget.Minor:
		over := trip.Money{Minor: c.total.Minor - budget.Minor, Currency: budget.Currency}
		c.confirm(c.say("over_budget", "total", trip.Money(c.total), "over", over, "budget", trip.Money(budget)))
	}
}

// flightName names a flight offer in a sentence: "the flight JFK to LHR on Mon 9 Mar 2026".
func (c *check) flightName(f *offer.Flight) string {
	if len(f.Segments) == 0 {
		return c.say("flight", "id", f.OptionID)
	}
	date := ""
	if m, ok := f.Departure(); ok {
		date = m.Date()
	}
	return c.say("flight", "from", f.Segments[0].From, "to", f.Segments[len(f.Segments)-1].To, "date", date)
}

func (c *check) hotelName(h *offer.Hotel) string {
	if h.HotelName == "" {
		return c.say("room", "id", h.OptionID)
	}
	return h.HotelName
}
