package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the `itinerary` section as canonical JSON.
func (it *Itinerary) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"ground":{"needed":`...)
	dst = wire.AppendBool(dst, it.GroundNeeded)
	dst = append(dst, `},"lodging":`...)
	dst = it.Lodging.AppendJSON(dst)
	dst = append(dst, `,"segments":[`...)
	for i := range it.Segments {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = it.Segments[i].AppendJSON(dst)
	}
	dst = append(dst, `],"trip_type":`...)
	dst = appendText(dst, string(it.TripType))
	return append(dst, '}')
}

// AppendJSON appends the leg as canonical JSON.
func (s *Segment) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"depart_date":`...)
	dst = s.DepartDate.AppendJSON(dst)
	dst = append(dst, `,"depart_time_window":`...)
	dst = s.DepartTimeWindow.AppendJSON(dst)
	dst = append(dst, `,"destination":`...)
	dst = s.Destination.AppendJSON(dst)
	dst = append(dst, `,"origin":`...)
	dst = s.Origin.AppendJSON(dst)
	dst = append(dst, `,"segment_id":`...)
	dst = wire.AppendString(dst, s.SegmentID)
	dst = append(dst, `,"transport_mode":`...)
	dst = appendText(dst, s.TransportMode)
	return append(dst, '}')
}

// AppendJSON appends the place as canonical JSON. Unknown type and code are null.
func (p Place) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendOptionalText(dst, "city", p.City)
	dst = wire.AppendKey(dst, "code")
	dst = appendText(dst, p.Code)
	dst = append(dst, `,"type":`...)
	dst = appendText(dst, p.Type)
	return append(dst, '}')
}

// AppendJSON appends the window as canonical JSON, an empty one as null.
func (w TimeWindow) AppendJSON(dst []byte) []byte {
	if w == (TimeWindow{}) {
		return wire.AppendNull(dst)
	}
	dst = append(dst, `{"end":`...)
	dst = appendText(dst, w.End)
	dst = append(dst, `,"start":`...)
	dst = appendText(dst, w.Start)
	return append(dst, '}')
}

// AppendJSON appends `itinerary.lodging` as canonical JSON.
func (l *Lodging) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"check_in":`...)
	dst = l.CheckIn.AppendJSON(dst)
	dst = append(dst, `,"check_out":`...)
	dst = l.CheckOut.AppendJSON(dst)
	dst = appendOptionalText(dst, "location_hint", l.LocationHint)
	dst = append(dst, `,"needed":`...)
	dst = wire.AppendBool(dst, l.Needed)
	dst = appendOptionalInt(dst, "rooms", l.Rooms)
	dst = append(dst, `,"stays":[`...)
	for i := range l.Stays {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = l.Stays[i].AppendJSON(dst)
	}
	return append(dst, `]}`...)
}

// AppendJSON appends the stay as canonical JSON.
func (s *Stay) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"check_in":`...)
	dst = s.CheckIn.AppendJSON(dst)
	dst = append(dst, `,"check_out":`...)
	dst = s.CheckOut.AppendJSON(dst)
	dst = append(dst, `,"location_code":`...)
	dst = appendText(dst, s.LocationCode)
	dst = appendOptionalText(dst, "location_hint", s.LocationHint)
	dst = appendOptionalInt(dst, "rooms", s.Rooms)
	return append(dst, '}')
}
