package trip

import "github.com/legwork-go/legwork/internal/wire"

// Nearly all lines of a log are messages and results of searches, of the ranker and of the
// extraction. Such a line is read here from its first byte to its last, in the form in which
// AppendJSON writes it, without the decoder's bookkeeping. Any other line is read by the decoder
// from its beginning.

// canonicalEvent reads a line, or leaves ev empty. Of d it takes but the lists' memory.
func (d *decoder) canonicalEvent(line string, ev *Event) bool {
	c := wire.NewCursor(line)
	if d.eventAt(&c, ev) && c.Ends() {
		return true
	}
	*ev = Event{}
	d.takeBack()
	return false
}

func (d *decoder) eventAt(c *wire.Cursor, ev *Event) bool {
	var at string
	var kind EventType
	if !c.Pass(`{"at":`) || !c.Text(&at, MaxTextBytes) || !c.Pass(`,"data":{`) || !d.dataAt(c, ev) || tailAt(c, ev, &kind) < 0 {
		return false
	}
	var err error
	ev.At, err = d.calendar.instant(at)
	return err == nil && kind == ev.Type() && c.Pass(`}`)
}

// dataAt reads the data of a message or of a result of a known form.
func (d *decoder) dataAt(c *wire.Cursor, ev *Event) bool {
	if c.Pass(`"text":`) {
		var data UserMessage
		ok := c.Text(&data.Text, MaxTextBytes) && c.Pass(`}`)
		ev.Data = data
		return ok
	}
	var data ToolResult
	ok := (!c.Name(`,"attempts":`) || c.Int(&data.Attempts)) &&
		(!c.Name(`,"call_id":`) || c.Text(&data.CallID, MaxTextBytes)) &&
		c.Name(`,"result":`) && d.resultAt(c, &data) &&
		c.Pass(`,"tool_name":`) && c.Text(&data.ToolName, MaxTextBytes) && data.ToolName != "" && c.Pass(`}`)
	if ok {
		ev.Data = data
	}
	return ok
}

// tailAt reads all members of an event that stand behind data, up to the brace, and returns where
// the type is; -1 when there are others than a log has.
func tailAt(c *wire.Cursor, ev *Event, kind *EventType) (kindAt int) {
	ok := (!c.Pass(`,"decision":`) || digestAt(c, &ev.Decision)) &&
		(!c.Pass(`,"id":`) || c.Text(&ev.ID, MaxTextBytes)) &&
		c.Pass(`,"seq":`) && c.Int(&ev.Seq) && ev.Seq > 0 &&
		(!c.Pass(`,"state":`) || digestAt(c, &ev.State)) &&
		(!c.Pass(`,"trip_id":`) || c.Text((*string)(&ev.Trip), MaxTextBytes)) &&
		(!c.Pass(`,"turn":`) || c.Int(&ev.Turn)) && c.Pass(`,"type":`)
	if !ok {
		return -1
	}
	kindAt = c.Offset()
	if !c.Text((*string)(kind), MaxTextBytes) || !c.At('}') {
		return -1
	}
	return kindAt
}

func digestAt(c *wire.Cursor, p *Digest) bool {
	return c.Text((*string)(p), MaxTextBytes) && *p != ""
}

// canonicalTail reads the members behind data, or leaves d where it was.
func (d *decoder) canonicalTail(ev *Event, kind *EventType) (kindAt int) {
	c, tail := d.Cursor(), Event{}
	kindAt = tailAt(&c, &tail, kind)
	if kindAt < 0 || !d.Jump(&c, 0) {
		return -1
	}
	ev.Decision, ev.ID, ev.Seq, ev.State, ev.Trip, ev.Turn = tail.Decision, tail.ID, tail.Seq, tail.State, tail.Trip, tail.Turn
	return kindAt
}

// resultAt reads a result and keeps what it read.
func (d *decoder) resultAt(c *wire.Cursor, data *ToolResult) bool {
	from := c.Offset()
	kind := guess(c.Rest())
	if kind == resultOther {
		return false
	}
	d.results = append(spare(d, d.results, 1), typedResult{kind: kind})
	r, ok := &d.results[0], false
	switch kind {
	case resultFlights:
		ok = d.flightsAt(c, &r.flights)
	case resultHotels:
		r.shared = true
		ok = d.hotelsAt(c, &r.hotels)
	case resultBundles:
		ok = d.bundlesAt(c, &r.bundles)
	case resultExtraction:
		r.extraction = new(Extraction)
		ok = d.extractionAt(c, r.extraction)
	case resultOther:
	}
	r.of = Raw(c.Since(from))
	data.Result, data.typed = r.of, r
	return ok && len(r.of) <= MaxResultBytes
}

// flightsAt reads one offer or more.
func (d *decoder) flightsAt(c *wire.Cursor, p *FlightQuotes) bool {
	n := reserve(c.Rest())
	d.flights, d.legs = spare(d, d.flights, n), spare(d, d.legs, n)
	if !c.Pass(`{"options":[`) {
		return false
	}
	for more := true; more; more = c.Pass(`,`) {
		d.flights = append(d.flights, FlightOption{})
		if len(d.flights) > MaxOptions || !d.flightAt(c, &d.flights[len(d.flights)-1]) {
			return false
		}
	}
	*p = d.flights[:len(d.flights):len(d.flights)]
	return c.Pass(`]}`)
}

// hotelsAt reads one offer or more, which serve every room.
func (d *decoder) hotelsAt(c *wire.Cursor, p *HotelQuotes) bool {
	d.hotels = spare(d, d.hotels, reserve(c.Rest()))
	if !c.Pass(`{"options":[`) {
		return false
	}
	for more := true; more; more = c.Pass(`,`) {
		d.hotels = append(d.hotels, HotelOption{})
		if len(d.hotels) > MaxOptions || !hotelAt(c, &d.hotels[len(d.hotels)-1]) {
			return false
		}
	}
	d.stays = append(spare(d, d.stays, 1), d.hotels[:len(d.hotels):len(d.hotels)])
	*p = d.stays[:1:1]
	return c.Pass(`]}`)
}

// bundlesAt reads one bundle or more.
func (d *decoder) bundlesAt(c *wire.Cursor, p *[]Bundle) bool {
	d.ranked = spare(d, d.ranked, d.reserveBundles(c.Rest()))
	if !c.Pass(`{"bundles":[`) {
		return false
	}
	for more := true; more; more = c.Pass(`,`) {
		d.ranked = append(d.ranked, Bundle{})
		if len(d.ranked) > MaxBundles || !d.bundleAt(c, &d.ranked[len(d.ranked)-1]) {
			return false
		}
	}
	*p = d.ranked[:len(d.ranked):len(d.ranked)]
	return c.Pass(`]}`)
}

// extractionAt reads an extraction that says no more than where, when and who travels.
func (d *decoder) extractionAt(c *wire.Cursor, e *Extraction) bool {
	if c.Pass(`{`) && c.Name(`,"assumptions":[`) {
		e.HasAssumptions = true
		if !d.textsAt(c, &e.Assumptions) {
			return false
		}
	}
	return (!c.Name(`,"clarifying_questions":[`) || d.textsAt(c, &e.ClarifyingQuestions)) &&
		(!c.Name(`,"missing_required_fields":[`) || d.textsAt(c, &e.MissingRequiredFields)) &&
		(!c.Name(`,"request":{"kind":`) || requestAt(c, &e.Kind) && c.Pass(`}`)) &&
		(!c.Name(`,"trip_intent":{`) || patchAt(c, e)) && c.Pass(`}`)
}

func requestAt(c *wire.Cursor, p *RequestKind) bool {
	return c.Text((*string)(p), MaxTextBytes) && (*p == KindPlan || *p == KindAssist)
}

// patchAt reads the members of trip_intent up to its brace.
func patchAt(c *wire.Cursor, e *Extraction) bool {
	return (!c.Name(`,"dates":{`) || datesAt(c, e)) &&
		(!c.Name(`,"destination":`) || placeAt(c, &e.Destination)) &&
		(!c.Name(`,"origin":`) || placeAt(c, &e.Origin)) &&
		(!c.Name(`,"travelers":{`) || travelersAt(c, &e.Travelers)) &&
		(!c.Name(`,"trip_type":`) || tripTypeAt(c, &e.TripType)) && c.Pass(`}`)
}

func datesAt(c *wire.Cursor, e *Extraction) bool {
	return (!c.Name(`,"departure_date":`) || dateAt(c, &e.DepartureDate)) &&
		(!c.Name(`,"return_date":`) || dateAt(c, &e.ReturnDate)) && c.Pass(`}`)
}

// dateAt reads a date or a null.
func dateAt(c *wire.Cursor, p *Date) bool {
	var text string
	if !c.Text(&text, MaxTextBytes) {
		return c.Pass(`null`)
	}
	var err error
	*p, err = ParseDate(text)
	return err == nil
}

// placeAt reads a place as a code or an object.
func placeAt(c *wire.Cursor, p *Place) bool {
	ok := c.Text(&p.Code, MaxTextBytes) || c.Pass(`{`) &&
		(!c.Name(`,"city":`) || c.TextOrNull(&p.City, MaxTextBytes)) &&
		(!c.Name(`,"code":`) || c.TextOrNull(&p.Code, MaxTextBytes)) &&
		(!c.Name(`,"type":`) || c.TextOrNull(&p.Type, MaxTextBytes)) && c.Pass(`}`)
	p.trim()
	return ok
}

func travelersAt(c *wire.Cursor, t *TravelersPatch) bool {
	return (!c.Name(`,"adults":`) || canonicalCount(c, &t.Adults, MaxTravelers)) &&
		(!c.Name(`,"children":`) || canonicalCount(c, &t.Children, MaxTravelers)) &&
		(!c.Name(`,"infants":`) || canonicalCount(c, &t.Infants, MaxTravelers)) && c.Pass(`}`)
}

func tripTypeAt(c *wire.Cursor, p *TripType) bool {
	if !c.Text((*string)(p), MaxTextBytes) {
		return c.Pass(`null`)
	}
	return *p == OneWay || *p == RoundTrip || *p == MultiCity || *p == StayOnly
}
