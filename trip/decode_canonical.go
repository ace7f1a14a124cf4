package trip

import "github.com/legwork-go/legwork/internal/wire"

// What is most of a log is read here in the form in which AppendJSON writes it. Each function
// reports whether the text has that form, and otherwise leaves d where it was: it is then read as
// any other text.

// canonicalTail reads all members of an event that stand behind data, up to the brace, and returns
// where the type is; -1 when there are others than a log has.
func (d *decoder) canonicalTail(ev *Event, kind *EventType) (kindAt int) {
	c, tail := d.Cursor(), Event{}
	ok := (!c.Pass(`,"decision":`) || canonicalText(&c, &tail.Decision)) &&
		c.Pass(`,"id":`) && c.Text(&tail.ID, MaxTextBytes) &&
		c.Pass(`,"seq":`) && c.Int(&tail.Seq) && tail.Seq > 0 &&
		(!c.Pass(`,"state":`) || canonicalText(&c, &tail.State)) &&
		c.Pass(`,"trip_id":`) && canonicalText(&c, &tail.Trip) &&
		c.Pass(`,"turn":`) && c.Int(&tail.Turn) && c.Pass(`,"type":`)
	if !ok {
		return -1
	}
	kindAt = c.Offset()
	if !canonicalText(&c, kind) || !c.At('}') || !d.Jump(&c, 0) {
		return -1
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
	if c.Pass(`{"cabin":`) && c.TextOrNull(&o.Cabin, MaxTextBytes) &&
		(!c.Pass(`,"fare_rules_summary":`) || c.TextOrNull(&o.FareRulesSummary, MaxTextBytes)) &&
		c.Pass(`,"option_id":`) && c.Text(&o.OptionID, MaxTextBytes) &&
		c.Pass(`,"refundable":`) && canonicalTruth(&c, &o.Refundable) &&
		c.Pass(`,"segments":[`) && d.canonicalLegs(&c, &o.Segments) &&
		c.Pass(`,"total_price":`) && canonicalPrice(&c, &o.TotalPrice) &&
		c.Pass(`}`) && d.Jump(&c, levels) {
		return true
	}
	*o, d.legs = FlightOption{}, d.legs[:legs]
	return false
}

// canonicalLegs reads the legs of an offer up to the end of their list; an offer has one at least.
func (d *decoder) canonicalLegs(c *wire.Cursor, p *[]FlightLeg) bool {
	from := len(d.legs)
	for more := true; more; more = c.Pass(`,`) {
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
	return c.Pass(`]`)
}

func canonicalLeg(c *wire.Cursor, l *FlightLeg) bool {
	return c.Pass(`{"airline":`) && c.TextOrNull(&l.Airline, MaxTextBytes) &&
		c.Pass(`,"arrive_at":`) && c.TextOrNull(&l.ArriveAt, MaxTextBytes) &&
		c.Pass(`,"depart_at":`) && c.TextOrNull(&l.DepartAt, MaxTextBytes) &&
		c.Pass(`,"flight_number":`) && c.TextOrNull(&l.FlightNumber, MaxTextBytes) &&
		c.Pass(`,"from":`) && c.TextOrNull(&l.From, MaxTextBytes) &&
		c.Pass(`,"stops":`) && canonicalSmall(c, &l.Stops) &&
		c.Pass(`,"to":`) && c.TextOrNull(&l.To, MaxTextBytes) && c.Pass(`}`)
}

// canonicalHotel reads a hotel offer.
func (d *decoder) canonicalHotel(o *HotelOption) bool {
	const levels = 2 // the offer, a price
	c := d.Cursor()
	if c.Pass(`{`) &&
		(!c.Pass(`"address":`) || c.TextOrNull(&o.Address, MaxTextBytes) && c.Pass(`,`)) &&
		c.Pass(`"hotel_name":`) && c.TextOrNull(&o.HotelName, MaxTextBytes) &&
		c.Pass(`,"nightly_price":`) && (canonicalPrice(&c, &o.NightlyPrice) || c.Pass(`null`)) &&
		c.Pass(`,"option_id":`) && c.Text(&o.OptionID, MaxTextBytes) &&
		c.Pass(`,"refundable":`) && canonicalTruth(&c, &o.Refundable) &&
		(!c.Pass(`,"room_description":`) || c.TextOrNull(&o.RoomDescription, MaxTextBytes)) &&
		c.Pass(`,"star_rating":`) && canonicalNumber(&c, &o.StarRating) &&
		c.Pass(`,"total_price":`) && canonicalPrice(&c, &o.TotalPrice) &&
		c.Pass(`}`) && d.Jump(&c, levels) {
		return true
	}
	*o = HotelOption{}
	return false
}

// canonicalBundle reads a bundle.
func (d *decoder) canonicalBundle(b *Bundle) bool {
	const levels = 2 // the bundle, a list or its total
	c, texts := d.Cursor(), len(d.texts)
	if c.Pass(`{"bundle_id":`) && c.Text(&b.BundleID, MaxTextBytes) &&
		c.Pass(`,"estimated_total":`) && (canonicalPrice(&c, &b.EstimatedTotal) || c.Pass(`null`)) &&
		c.Pass(`,"flight_option_ids":[`) && d.canonicalTexts(&c, &b.FlightOptionIDs) &&
		c.Pass(`,"hotel_option_ids":[`) && d.canonicalTexts(&c, &b.HotelOptionIDs) &&
		c.Pass(`,"tradeoffs":[`) && d.canonicalTexts(&c, &b.Tradeoffs) &&
		c.Pass(`,"why_this_bundle":`) && c.TextOrNull(&b.WhyThisBundle, MaxTextBytes) &&
		c.Pass(`}`) && d.Jump(&c, levels) {
		return true
	}
	*b, d.texts = Bundle{}, d.texts[:texts]
	return false
}

// canonicalTexts reads a list of texts up to its end; an empty one is nil.
func (d *decoder) canonicalTexts(c *wire.Cursor, p *[]string) bool {
	if c.Pass(`]`) {
		return true
	}
	from := len(d.texts)
	for more := true; more; more = c.Pass(`,`) {
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
	return c.Pass(`]`)
}

func canonicalTruth(c *wire.Cursor, p *OptBool) bool {
	switch {
	case c.Pass(`true`):
		*p = True
	case c.Pass(`false`):
		*p = False
	default:
		return c.Pass(`null`)
	}
	return true
}

// canonicalSmall reads a small count or a null.
func canonicalSmall(c *wire.Cursor, p *OptInt) bool {
	if !c.Int(&p.Value) {
		return c.Pass(`null`)
	}
	p.Set = true
	return p.Value <= MaxSmall
}

// canonicalNumber reads a whole number or a null.
func canonicalNumber(c *wire.Cursor, p *Number) bool {
	text := wire.CanonicalInt(c.Rest())
	if text == "" {
		return c.Pass(`null`)
	}
	*p = Number(text)
	c.Skip(len(text))
	return true
}

func canonicalPrice(c *wire.Cursor, p *Money) bool {
	m, n := canonicalMoney(c.Rest())
	if n == 0 {
		return false
	}
	*p = m
	c.Skip(n)
	return true
}
