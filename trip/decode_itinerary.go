package trip

import "github.com/legwork-go/legwork/internal/wire"

func (d *decoder) itinerary(it *Itinerary) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "ground":
			d.ground(it)
		case "lodging":
			d.lodging(&it.Lodging)
		case "segments":
			list(d, &it.Segments, MaxSegments, Segment{}, (*decoder).segment)
		case "trip_type":
			d.tripType(&it.TripType)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) tripType(p *TripType) {
	oneOf(d, p, "one_way, round_trip, multi_city or stay_only", OneWay, RoundTrip, MultiCity, StayOnly)
}

func (d *decoder) ground(it *Itinerary) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		if d.Key() == "needed" {
			d.flag(&it.GroundNeeded)
			continue
		}
		d.skipUnknown()
	}
}

func (d *decoder) segment(s *Segment) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "depart_date":
			d.date(&s.DepartDate)
		case "depart_time_window":
			d.timeWindow(&s.DepartTimeWindow)
		case "destination":
			d.place(&s.Destination)
		case "origin":
			d.place(&s.Origin)
		case "segment_id":
			d.text(&s.SegmentID)
		case "transport_mode":
			d.text(&s.TransportMode)
		default:
			d.skipUnknown()
		}
	}
}

// place reads a code, or an object of type, code and city.
func (d *decoder) place(p *Place) {
	if d.Null() {
		return
	}
	if d.Kind() == wire.Text {
		*p = Place{}
		d.text(&p.Code)
		return
	}
	if d.Kind() != wire.Object {
		d.Fail("a place code or an object")
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "city":
			d.text(&p.City)
		case "code":
			d.text(&p.Code)
		case "type":
			d.text(&p.Type)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) timeWindow(w *TimeWindow) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "end":
			d.text(&w.End)
		case "start":
			d.text(&w.Start)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) lodging(l *Lodging) {
	if d.Null() {
		return
	}
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "check_in":
			d.date(&l.CheckIn)
		case "check_out":
			d.date(&l.CheckOut)
		case "location_hint":
			d.text(&l.LocationHint)
		case "needed":
			d.flag(&l.Needed)
		case "rooms":
			d.optional(&l.Rooms, 0, MaxSmall)
		case "stays":
			list(d, &l.Stays, MaxStays, Stay{}, (*decoder).stay)
		default:
			d.skipUnknown()
		}
	}
}

func (d *decoder) stay(s *Stay) {
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "check_in":
			d.date(&s.CheckIn)
		case "check_out":
			d.date(&s.CheckOut)
		case "location_code":
			d.text(&s.LocationCode)
		case "location_hint":
			d.text(&s.LocationHint)
		case "rooms":
			d.optional(&s.Rooms, 0, MaxSmall)
		default:
			d.skipUnknown()
		}
	}
}
