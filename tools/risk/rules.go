package risk

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// rules are the rules of an organisation in the order in which they are told.
var rules = []struct {
	name  string
	apply func(*check, json.RawMessage) error
}{
	{"max_total", (*check).maxTotal},
	{"max_hotel_price_per_night", (*check).maxNightly},
	{"allowed_cabins", (*check).allowedCabins},
	{"blocked_airlines", (*check).blockedAirlines},
	{"require_refundable", (*check).requireRefundable},
	{"max_stops", (*check).maxStops},
	{"no_red_eye", (*check).noRedEye},
	{"advance_booking_days", (*check).advanceDays},
}

// engineRules are kept by the engine itself.
var engineRules = []string{"fork_writes", "holds_allowed_without_approval", "require_user_approval_to_purchase"}

// maxRulesNamed bounds the sentence about rules that nobody checks.
const maxRulesNamed = 5

func (c *check) rules() {
	known := slices.Clone(engineRules)
	for _, r := range rules {
		known = append(known, r.name)
		value := c.args.OrgPolicy[r.name]
		if len(value) == 0 || bytes.Equal(value, []byte("null")) {
			continue
		}
		if err := r.apply(c, value); err != nil {
			c.block(c.say("rule_unread", "rule", r.name))
		}
	}
	var other []string
	for name := range c.args.OrgPolicy {
		if !slices.Contains(known, name) {
			other = append(other, name)
		}
	}
	if len(other) == 0 {
		return
	}
	slices.Sort(other)
	names := strings.Join(other[:min(len(other), maxRulesNamed)], ", ")
	more := ""
	if n := len(other) - maxRulesNamed; n > 0 {
		more = strconv.Itoa(n)
	}
	c.risk(c.say("rules_unchecked", "rules", names, "n", more))
}

// limit reads money, or a bare amount in the currency of the constraints.
func (c *check) limit(value json.RawMessage) (offer.Money, error) {
	if value[0] == '{' {
		var m offer.Money
		err := json.Unmarshal(value, &m)
		return m, err
	}
	currency := c.args.Constraints.Currency
	if currency == "" {
		currency = trip.DefaultCurrency
	}
	m, err := trip.ParseMoney(strings.Trim(string(value), `"`), currency)
	return offer.Money(m), err
}

func (c *check) maxTotal(value json.RawMessage) error {
	limit, err := c.limit(value)
	if err != nil {
		return err
	}
	switch {
	case !c.total.Present() || c.total.Currency != limit.Currency:
		c.block(c.say("max_total_unknown", "limit", trip.Money(limit)))
	case c.total.Minor > limit.Minor:
		c.block(c.say("max_total", "limit", trip.Money(limit), "total", trip.Money(c.total)))
	}
	return nil
}

func (c *check) maxNightly(value json.RawMessage) error {
	limit, err := c.limit(value)
	if err != nil {
		return err
	}
	for i := range c.args.Hotels {
		h := &c.args.Hotels[i]
		switch {
		case h.NightlyPrice.Currency != limit.Currency:
			c.block(c.say("max_nightly_unknown", "limit", trip.Money(limit), "hotel", c.hotelName(h)))
		case h.NightlyPrice.Minor > limit.Minor:
			c.block(c.say("max_nightly", "limit", trip.Money(limit), "hotel", c.hotelName(h),
				"price", trip.Money(h.NightlyPrice)))
		}
	}
	return nil
}

func (c *check) allowedCabins(value json.RawMessage) error {
	var cabins []string
	if err := json.Unmarshal(value, &cabins); err != nil {
		return err
	}
	for i := range c.args.Flights {
		f := &c.args.Flights[i]
		fits := func(cabin string) bool { return strings.EqualFold(cabin, f.Cabin) }
		switch {
		case f.Cabin == "":
			c.block(c.say("cabin_unknown", "flight", c.flightName(f)))
		case !slices.ContainsFunc(cabins, fits):
			c.block(c.say("cabin", "cabin", f.Cabin, "flight", c.flightName(f)))
		}
	}
	return nil
}

func (c *check) blockedAirlines(value json.RawMessage) error {
	var airlines []string
	if err := json.Unmarshal(value, &airlines); err != nil {
		return err
	}
	for i := range c.args.Flights {
		f := &c.args.Flights[i]
		if len(airlines) > 0 && len(f.Segments) == 0 {
			c.block(c.say("airline_unknown", "flight", c.flightName(f)))
		}
		for _, leg := range f.Segments {
			if slices.ContainsFunc(airlines, leg.FliesAs) {
				c.block(c.say("airline", "airline", leg.Airline, "from", leg.From, "to", leg.To))
			}
		}
	}
	return nil
}

func (c *check) requireRefundable(value json.RawMessage) error {
	var wanted bool
	if err := json.Unmarshal(value, &wanted); err != nil || !wanted {
		return err
	}
	for i := range c.args.Flights {
		c.blockLocked(c.flightName(&c.args.Flights[i]), c.args.Flights[i].Refundable)
	}
	for i := range c.args.Hotels {
		c.blockLocked(c.hotelName(&c.args.Hotels[i]), c.args.Hotels[i].Refundable)
	}
	return nil
}

// blockLocked blocks what cannot be refunded, and that of which it is not known.
func (c *check) blockLocked(name string, refundable *bool) {
	switch {
	case refundable == nil:
		c.block(c.say("refundable_unknown", "name", name))
	case !*refundable:
		c.block(c.say("refundable", "name", name))
	}
}

func (c *check) maxStops(value json.RawMessage) error {
	var count int64
	if err := json.Unmarshal(value, &count); err != nil {
		return err
	}
	for i := range c.args.Flights {
		f := &c.args.Flights[i]
		switch {
		case len(f.Segments) == 0:
			c.block(c.say("stops_unknown", "flight", c.flightName(f)))
		case f.Stops() > count:
			c.block(c.say("stops", "most", count, "flight", c.flightName(f), "stops", f.Stops()))
		}
	}
	return nil
}

func (c *check) noRedEye(value json.RawMessage) error {
	var wanted bool
	if err := json.Unmarshal(value, &wanted); err != nil || !wanted {
		return err
	}
	for i := range c.args.Flights {
		f := &c.args.Flights[i]
		_, known := f.Departure()
		switch {
		case !known:
			c.block(c.say("red_eye_unknown", "flight", c.flightName(f)))
		case f.RedEye():
			c.block(c.say("red_eye", "flight", c.flightName(f)))
		}
	}
	return nil
}

func (c *check) advanceDays(value json.RawMessage) error {
	var days int64
	if err := json.Unmarshal(value, &days); err != nil {
		return err
	}
	if days < 0 {
		return errNegative
	}
	today := offer.MomentOf(c.at)
	for i := range c.args.Flights {
		f := &c.args.Flights[i]
		leaves, ok := f.Departure()
		ahead := today.DaysTo(leaves)
		switch {
		case !ok:
			c.block(c.say("ahead_unknown", "days", days, "flight", c.flightName(f)))
		case ahead < days:
			c.block(c.say("ahead", "days", days, "flight", c.flightName(f), "ahead", ahead))
		}
	}
	return nil
}
