package trip

import "github.com/legwork-go/legwork/internal/wire"

func (d *decoder) workingMemory(w *WorkingMemory) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "bookings":
			list(d, &w.Bookings, MaxBookings, Booking{}, (*decoder).booking)
		case "flight_quotes_by_segment":
			d.flightQuotes(&w.FlightQuotes)
		case "holds":
			list(d, &w.Holds, MaxHolds, Hold{}, (*decoder).hold)
		case "hotel_quotes_by_stay":
			d.hotelQuotes(&w.HotelQuotes)
		case "ranked_bundles":
			if !d.Null() {
				w.RankedBundles = d.bundles(nil)
			}
		case "risk_report":
			d.riskReport(&w.RiskReport)
		case "selected":
			d.selection(&w.Selected)
		default:
			d.skipUnknown()
		}
	}
}

// flightQuotes reads lists by segment; a null list stays nil.
func (d *decoder) flightQuotes(p *[]FlightQuotes) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []FlightQuotes
	for d.List(); d.More(); {
		if len(out) >= MaxSegments {
			d.tooMany(at, MaxSegments)
			return
		}
		out = append(out, nil)
		if !d.Null() {
			out[len(out)-1] = d.flightOptions()
		}
	}
	*p = out
}

// hotelQuotes reads lists by stay; a null list stays nil.
func (d *decoder) hotelQuotes(p *[]HotelQuotes) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []HotelQuotes
	for d.List(); d.More(); {
		if len(out) >= MaxStays {
			d.tooMany(at, MaxStays)
			return
		}
		out = append(out, nil)
		if !d.Null() {
			out[len(out)-1] = d.rooms()
		}
	}
	*p = out
}

// rooms reads a list of options for each room.
func (d *decoder) rooms() HotelQuotes {
	at := d.Offset()
	out := HotelQuotes{}
	for d.List(); d.More(); {
		if len(out) >= MaxSmall {
			d.tooMany(at, MaxSmall)
			return nil
		}
		out = append(out, d.hotelOptions())
	}
	return out
}

// flightOptions reads a list of offers; null is the empty list.
func (d *decoder) flightOptions() FlightQuotes {
	if d.Null() {
		return FlightQuotes{}
	}
	at, from := d.Offset(), len(d.flights)
	for d.List(); d.More(); {
		if len(d.flights)-from >= MaxOptions {
			d.tooMany(at, MaxOptions)
			return nil
		}
		d.flights = append(d.flights, FlightOption{})
		if o := &d.flights[len(d.flights)-1]; !d.canonicalFlight(o) {
			d.flightOption(o)
		}
	}
	to := len(d.flights)
	if to == from {
		return FlightQuotes{}
	}
	return d.flights[from:to:to]
}

func (d *decoder) flightOption(o *FlightOption) {
	at := d.Offset()
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "cabin":
			d.text(&o.Cabin)
		case "fare_rules_summary":
			d.text(&o.FareRulesSummary)
		case "option_id":
			d.text(&o.OptionID)
		case "refundable":
			d.truth(&o.Refundable)
		case "segments":
			d.flightLegs(&o.Segments)
		case "total_price":
			d.money(&o.TotalPrice)
		default:
			d.skipUnknown()
		}
	}
	if !o.TotalPrice.IsSet() {
		d.Missing(at, "total_price", "money")
	}
}

func (d *decoder) flightLegs(p *[]FlightLeg) {
	if d.Null() {
		return
	}
	at, from := d.Offset(), len(d.legs)
	for d.List(); d.More(); {
		if len(d.legs)-from >= MaxSegments {
			d.tooMany(at, MaxSegments)
			return
		}
		d.legs = append(d.legs, FlightLeg{})
		d.flightLeg(&d.legs[len(d.legs)-1])
	}
	if to := len(d.legs); to > from {
		*p = d.legs[from:to:to]
	}
}

func (d *decoder) flightLeg(l *FlightLeg) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "airline":
			d.text(&l.Airline)
		case "arrive_at":
			d.text(&l.ArriveAt)
		case "depart_at":
			d.text(&l.DepartAt)
		case "flight_number":
			d.text(&l.FlightNumber)
		case "from":
			d.text(&l.From)
		case "stops":
			d.optional(&l.Stops, 0, MaxSmall)
		case "to":
			d.text(&l.To)
		default:
			d.skipUnknown()
		}
	}
}

// hotelOptions reads a list of offers; null is the empty list.
func (d *decoder) hotelOptions() []HotelOption {
	if d.Null() {
		return []HotelOption{}
	}
	at, from := d.Offset(), len(d.hotels)
	for d.List(); d.More(); {
		if len(d.hotels)-from >= MaxOptions {
			d.tooMany(at, MaxOptions)
			return nil
		}
		d.hotels = append(d.hotels, HotelOption{})
		if o := &d.hotels[len(d.hotels)-1]; !d.canonicalHotel(o) {
			d.hotelOption(o)
		}
	}
	to := len(d.hotels)
	if to == from {
		return []HotelOption{}
	}
	return d.hotels[from:to:to]
}

func (d *decoder) hotelOption(o *HotelOption) {
	at := d.Offset()
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "address":
			d.text(&o.Address)
		case "hotel_name":
			d.text(&o.HotelName)
		case "nightly_price":
			d.money(&o.NightlyPrice)
		case "option_id":
			d.text(&o.OptionID)
		case "refundable":
			d.truth(&o.Refundable)
		case "room_description":
			d.text(&o.RoomDescription)
		case "star_rating":
			d.number(&o.StarRating)
		case "total_price":
			d.money(&o.TotalPrice)
		default:
			d.skipUnknown()
		}
	}
	if !o.TotalPrice.IsSet() {
		d.Missing(at, "total_price", "money")
	}
}

// number reads a number in its canonical form.
func (d *decoder) number(p *Number) {
	if text := wire.CanonicalInt(d.Rest()); text != "" && d.Take(len(text)) {
		*p = Number(text)
		return
	}
	if d.Null() {
		return
	}
	if d.Kind() != wire.Number {
		d.Fail("a number")
		return
	}
	var raw Raw
	d.foreign(&raw)
	*p = Number(raw)
}

// bundles reads a list of bundles into the memory of out, which is empty; null is an empty list.
func (d *decoder) bundles(out []Bundle) []Bundle {
	if d.Null() {
		return nil
	}
	at := d.Offset()
	for d.List(); d.another(at, len(out), MaxBundles); {
		if d.Kind() == wire.Null {
			d.Fail("an element")
			return nil
		}
		out = append(out, Bundle{})
		if b := &out[len(out)-1]; !d.canonicalBundle(b) {
			d.bundle(b)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (d *decoder) bundle(b *Bundle) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "bundle_id":
			d.text(&b.BundleID)
		case "estimated_total":
			d.money(&b.EstimatedTotal)
		case "flight_option_id":
			d.oneText(&b.FlightOptionIDs)
		case "flight_option_ids":
			d.textList(&b.FlightOptionIDs, MaxItems)
		case "hotel_option_id":
			d.oneText(&b.HotelOptionIDs)
		case "hotel_option_ids":
			d.textList(&b.HotelOptionIDs, MaxItems)
		case "tradeoffs":
			d.textList(&b.Tradeoffs, MaxItems)
		case "why_this_bundle":
			d.text(&b.WhyThisBundle)
		default:
			d.skipUnknown()
		}
	}
}

// oneText reads a string as a list of one, unless the list itself was given before.
func (d *decoder) oneText(p *[]string) {
	var s string
	d.text(&s)
	if s != "" && len(*p) == 0 {
		*p = []string{s}
	}
}

// riskReport reads the report as a whole: it does not merge.
func (d *decoder) riskReport(p **RiskReport) {
	if d.Null() {
		return
	}
	r := &RiskReport{}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "blocking_issues":
			d.textList(&r.BlockingIssues, MaxItems)
		case "bundle_id":
			d.text(&r.BundleID)
		case "required_user_confirmations":
			d.textList(&r.RequiredUserConfirmations, MaxItems)
		case "risks":
			d.textList(&r.Risks, MaxItems)
		default:
			d.skipUnknown()
		}
	}
	*p = r
}

func (d *decoder) selection(s *Selection) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "bundle_id":
			d.text(&s.BundleID)
		case "flight_option_ids":
			d.textList(&s.FlightOptionIDs, MaxItems)
		case "hotel_option_ids":
			d.textList(&s.HotelOptionIDs, MaxItems)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) hold(h *Hold) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "expires_at":
			d.instant(&h.ExpiresAt)
		case "hold_id":
			d.text(&h.HoldID)
		case "item_type":
			d.text(&h.ItemType)
		case "option_id":
			d.text(&h.OptionID)
		case "status":
			d.text(&h.Status)
		case "total_price":
			d.money(&h.TotalPrice)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) booking(b *Booking) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "booked_at":
			d.instant(&b.BookedAt)
		case "hold_ids":
			d.textList(&b.HoldIDs, MaxHolds)
		case "record_locator":
			d.text(&b.RecordLocator)
		case "stale":
			d.flag(&b.Stale)
		case "status":
			d.text(&b.Status)
		case "tickets":
			d.tickets(&b.Tickets)
		default:
			d.skipUnknown()
		}
	}
}

// tickets reads any list as canonical JSON; an empty one is absent.
func (d *decoder) tickets(p *Raw) {
	if d.Null() {
		return
	}
	if d.Kind() != wire.List {
		d.Fail("a list")
		return
	}
	if d.foreign(p); *p == "[]" {
		*p = ""
	}
}
