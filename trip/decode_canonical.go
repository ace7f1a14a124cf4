package trip

import "github.com/legwork-go/legwork/internal/wire"

// What is most of a log is read here in the form in which AppendJSON writes it. Each function
// reports whether the text has that form, and otherwise leaves d where it was: it is then read as
// any other text.

// canonicalTail reads all members of an event that stand behind data, up to the brace, and returns
// where the type is; 0 when there are others than a log has.
func (d *decoder) canonicalTail(ev *Event, kind *EventType) (kindAt int) {
	c, tail := d.Cursor(), Event{}
	ok := (!c.Is(`,"decision":`) || canonicalText(&c, &tail.Decision)) &&
		c.Is(`,"id":`) && c.Text(&tail.ID, MaxTextBytes) &&
		c.Is(`,"seq":`) && c.Int(&tail.Seq) && tail.Seq > 0 &&
		(!c.Is(`,"state":`) || canonicalText(&c, &tail.State)) &&
		c.Is(`,"trip_id":`) && canonicalText(&c, &tail.Trip) &&
		c.Is(`,"turn":`) && c.Int(&tail.Turn) && c.Is(`,"type":`)
	if !ok {
		return 0
	}
	kindAt = c.Offset()
	if !canonicalText(&c, kind) || !c.Ends('}') || !d.Jump(&c, 0) {
		return 0
	}
	ev.Decision, ev.ID, ev.Seq, ev.State, ev.Trip, ev.Turn = tail.Decision, tail.ID, tail.Seq, tail.State, tail.Trip, tail.Turn
	return kindAt
}

// canonicalText reads a text of a named type.
func canonicalText[T ~string](c *wire.Cursor, p *T) bool {
	var s string
	ok := c.Text(&s, MaxTextBytes)
	*p = T(s)
	return ok
}

// canonicalFlight reads a flight offer.
func (d *decoder) canonicalFlight(o *FlightOption) bool {
	const levels = 3 // the offer, its legs, a leg
	c, legs := d.Cursor(), len(d.legs)
	if c.Is(`{"cabin":`) && c.TextOrNull(&o.Cabin, MaxTextBytes) &&
		(!c.Is(`,"fare_rules_summary":`) || c.TextOrNull(&o.FareRulesSummary, MaxTextBytes)) &&
		c.Is(`,"option_id":`) && c.Text(&o.OptionID, MaxTextBytes) &&
		c.Is(`,"refundable":`) && canonicalTruth(&c, &o.Refundable) &&
		c.Is(`,"segments":[`) && d.canonicalLegs(&c, &o.Segments) &&
		c.Is(`,"total_price":`) && canonicalPrice(&c, &o.TotalPrice) &&
		c.Is(`}`) && d.Jump(&c, levels) {
		return true
	}
	*o, d.legs = FlightOption{}, d.legs[:legs]
	return false
}

// canonicalLegs reads the legs of an offer up to the end of their list; an offer has one at least.
func (d *decoder) canonicalLegs(c *wire.Cursor, p *[]FlightLeg) bool {
	from := len(d.legs)
	for more := true; more; more = c.Is(`,`) {
		if len(d.legs)-from >= MaxSegments {
			return false
		}
		d.legs = append(d.legs, FlightLeg{})
		if !canonicalLeg(c, &d.legs[len(d.legs)-1]) {
			return false
		}
	}
	to := len(d.legs)
	*p = d.legs[from:to:to]
	return c.Is(`]`)
}

func canonicalLeg(c *wire.Cursor, l *FlightLeg) bool {
	return c.Is(`{"airline":`) && c.TextOrNull(&l.Airline, MaxTextBytes) &&
		c.Is(`,"arrive_at":`) && c.TextOrNull(&l.ArriveAt, MaxTextBytes) &&
		c.Is(`,"depart_at":`) && c.TextOrNull(&l.DepartAt, MaxTextBytes) &&
		c.Is(`,"flight_number":`) && c.TextOrNull(&l.FlightNumber, MaxTextBytes) &&
		c.Is(`,"from":`) && c.TextOrNull(&l.From, MaxTextBytes) &&
		c.Is(`,"stops":`) && canonicalSmall(c, &l.Stops) &&
		c.Is(`,"to":`) && c.TextOrNull(&l.To, MaxTextBytes) && c.Is(`}`)
}

// canonicalHotel reads a hotel offer.
func (d *decoder) canonicalHotel(o *HotelOption) bool {
	const levels = 2 // the offer, a price
	c := d.Cursor()
	if c.Is(`{`) &&
		(!c.Is(`"address":`) || c.TextOrNull(&o.Address, MaxTextBytes) && c.Is(`,`)) &&
		c.Is(`"hotel_name":`) && c.TextOrNull(&o.HotelName, MaxTextBytes) &&
		c.Is(`,"nightly_price":`) && (canonicalPrice(&c, &o.NightlyPrice) || c.Is(`null`)) &&
		c.Is(`,"option_id":`) && c.Text(&o.OptionID, MaxTextBytes) &&
		c.Is(`,"refundable":`) && canonicalTruth(&c, &o.Refundable) &&
		(!c.Is(`,"room_description":`) || c.TextOrNull(&o.RoomDescription, MaxTextBytes)) &&
		c.Is(`,"star_rating":`) && canonicalNumber(&c, &o.StarRating) &&
		c.Is(`,"total_price":`) && canonicalPrice(&c, &o.TotalPrice) &&
		c.Is(`}`) && d.Jump(&c, levels) {
		return true
	}
	*o = HotelOption{}
	return false
}

// canonicalBundle reads a bundle.
func (d *decoder) canonicalBundle(b *Bundle) bool {
	const levels = 2 // the bundle, a list or its total
	c, texts := d.Cursor(), len(d.texts)
	if c.Is(`{"bundle_id":`) && c.Text(&b.BundleID, MaxTextBytes) &&
		c.Is(`,"estimated_total":`) && (canonicalPrice(&c, &b.EstimatedTotal) || c.Is(`null`)) &&
		c.Is(`,"flight_option_ids":[`) && d.canonicalTexts(&c, &b.FlightOptionIDs) &&
		c.Is(`,"hotel_option_ids":[`) && d.canonicalTexts(&c, &b.HotelOptionIDs) &&
		c.Is(`,"tradeoffs":[`) && d.canonicalTexts(&c, &b.Tradeoffs) &&
		c.Is(`,"why_this_bundle":`) && c.TextOrNull(&b.WhyThisBundle, MaxTextBytes) &&
		c.Is(`}`) && d.Jump(&c, levels) {
		return true
	}
	*b, d.texts = Bundle{}, d.texts[:texts]
	return false
}

// canonicalTexts reads a list of texts up to its end; an empty one is nil.
func (d *decoder) canonicalTexts(c *wire.Cursor, p *[]string) bool {
	if c.Is(`]`) {
		return true
	}
	from := len(d.texts)
	for more := true; more; more = c.Is(`,`) {
		if len(d.texts)-from >= MaxItems {
			return false
		}
		d.texts = append(d.texts, "")
		if !c.Text(&d.texts[len(d.texts)-1], MaxTextBytes) {
			return false
		}
	}
	to := len(d.texts)
	*p = d.texts[from:to:to]
	return c.Is(`]`)
}

func canonicalTruth(c *wire.Cursor, p *OptBool) bool {
	switch {
	case c.Is(`true`):
		*p = True
	case c.Is(`false`):
		*p = False
	default:
		return c.Is(`null`)
	}
	return true
}

// canonicalSmall reads a small count or a null.
func canonicalSmall(c *wire.Cursor, p *OptInt) bool {
	if !c.Int(&p.Value) {
		return c.Is(`null`)
	}
	p.Set = true
	return p.Value <= MaxSmall
}

// canonicalNumber reads a whole number or a null.
func canonicalNumber(c *wire.Cursor, p *Number) bool {
	text := wire.CanonicalInt(c.Rest())
	if text == "" {
		return c.Is(`null`)
	}
	*p = Number(text)
	c.Take(len(text))
	return true
}

func canonicalPrice(c *wire.Cursor, p *Money) bool {
	m, n := canonicalMoney(c.Rest())
	if n == 0 {
		return false
	}
	*p = m
	c.Take(n)
	return true
}
