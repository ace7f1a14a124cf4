package trip

import "github.com/legwork-go/legwork/internal/wire"

// What is most of a log is read here in the form in which AppendJSON writes it. Each function
// reports whether the text has that form. Where it has not, the cursor is dropped and the decoder,
// which stands where it stood, reads the value as any other text.

// canonicalFlight reads a flight offer, or leaves d where it was.
func (d *decoder) canonicalFlight(o *FlightOption) bool {
	const levels = 3 // the offer, its legs, a leg
	c, legs := d.Cursor(), len(d.legs)
	if d.flightAt(&c, o) && d.Jump(&c, levels) {
		return true
	}
	*o, d.legs = FlightOption{}, d.legs[:legs]
	return false
}

// canonicalHotel reads a hotel offer, or leaves d where it was.
func (d *decoder) canonicalHotel(o *HotelOption) bool {
	const levels = 2 // the offer, a price
	c := d.Cursor()
	if hotelAt(&c, o) && d.Jump(&c, levels) {
		return true
	}
	*o = HotelOption{}
	return false
}

// canonicalBundle reads a bundle, or leaves d where it was.
func (d *decoder) canonicalBundle(b *Bundle) bool {
	const levels = 2 // the bundle, a list or its total
	c, texts := d.Cursor(), len(d.texts)
	if d.bundleAt(&c, b) && d.Jump(&c, levels) {
		return true
	}
	*b, d.texts = Bundle{}, d.texts[:texts]
	return false
}

func (d *decoder) flightAt(c *wire.Cursor, o *FlightOption) bool {
	return c.Pass(`{"cabin":`) && c.TextOrNull(&o.Cabin, MaxTextBytes) &&
		(!c.Pass(`,"fare_rules_summary":`) || c.TextOrNull(&o.FareRulesSummary, MaxTextBytes)) &&
		c.Pass(`,"option_id":`) && c.Text(&o.OptionID, MaxTextBytes) &&
		c.Pass(`,"refundable":`) && canonicalTruth(c, &o.Refundable) &&
		c.Pass(`,"segments":[`) && d.legsAt(c, &o.Segments) &&
		c.Pass(`,"total_price":`) && canonicalPrice(c, &o.TotalPrice) && c.Pass(`}`)
}

// legsAt reads the legs of an offer up to the end of their list; an offer has one at least.
func (d *decoder) legsAt(c *wire.Cursor, p *[]FlightLeg) bool {
	from := len(d.legs)
	for more := true; more; more = c.Pass(`,`) {
		if len(d.legs)-from >= MaxSegments {
			return false
		}
		d.legs = append(d.legs, FlightLeg{})
		if !legAt(c, &d.legs[len(d.legs)-1]) {
			return false
		}
	}
	to := len(d.legs)
	*p = d.legs[from:to:to]
	return c.Pass(`]`)
}

func legAt(c *wire.Cursor, l *FlightLeg) bool {
	return c.Pass(`{"airline":`) && c.TextOrNull(&l.Airline, MaxTextBytes) &&
		c.Pass(`,"arrive_at":`) && c.TextOrNull(&l.ArriveAt, MaxTextBytes) &&
		c.Pass(`,"depart_at":`) && c.TextOrNull(&l.DepartAt, MaxTextBytes) &&
		c.Pass(`,"flight_number":`) && c.TextOrNull(&l.FlightNumber, MaxTextBytes) &&
		c.Pass(`,"from":`) && c.TextOrNull(&l.From, MaxTextBytes) &&
		c.Pass(`,"stops":`) && canonicalCount(c, &l.Stops, MaxSmall) &&
		c.Pass(`,"to":`) && c.TextOrNull(&l.To, MaxTextBytes) && c.Pass(`}`)
}

func hotelAt(c *wire.Cursor, o *HotelOption) bool {
	return c.Pass(`{`) &&
		(!c.Pass(`"address":`) || c.TextOrNull(&o.Address, MaxTextBytes) && c.Pass(`,`)) &&
		c.Pass(`"hotel_name":`) && c.TextOrNull(&o.HotelName, MaxTextBytes) &&
		c.Pass(`,"nightly_price":`) && (canonicalPrice(c, &o.NightlyPrice) || c.Pass(`null`)) &&
		c.Pass(`,"option_id":`) && c.Text(&o.OptionID, MaxTextBytes) &&
		c.Pass(`,"refundable":`) && canonicalTruth(c, &o.Refundable) &&
		(!c.Pass(`,"room_description":`) || c.TextOrNull(&o.RoomDescription, MaxTextBytes)) &&
		c.Pass(`,"star_rating":`) && canonicalNumber(c, &o.StarRating) &&
		c.Pass(`,"total_price":`) && canonicalPrice(c, &o.TotalPrice) && c.Pass(`}`)
}

func (d *decoder) bundleAt(c *wire.Cursor, b *Bundle) bool {
	return c.Pass(`{"bundle_id":`) && c.Text(&b.BundleID, MaxTextBytes) &&
		c.Pass(`,"estimated_total":`) && (canonicalPrice(c, &b.EstimatedTotal) || c.Pass(`null`)) &&
		c.Pass(`,"flight_option_ids":[`) && d.textsAt(c, &b.FlightOptionIDs) &&
		c.Pass(`,"hotel_option_ids":[`) && d.textsAt(c, &b.HotelOptionIDs) &&
		c.Pass(`,"tradeoffs":[`) && d.textsAt(c, &b.Tradeoffs) &&
		c.Pass(`,"why_this_bundle":`) && c.TextOrNull(&b.WhyThisBundle, MaxTextBytes) && c.Pass(`}`)
}

// textsAt reads a list of texts up to its end; an empty one is nil.
func (d *decoder) textsAt(c *wire.Cursor, p *[]string) bool {
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

// canonicalCount reads a count up to a limit or a null.
func canonicalCount(c *wire.Cursor, p *OptInt, limit int64) bool {
	if !c.Int(&p.Value) {
		return c.Pass(`null`)
	}
	p.Set = true
	return p.Value <= limit
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
	n := canonicalMoney(c.Rest(), p)
	c.Skip(n)
	return n > 0
}
