package offer

import "strings"

// Flight is the wire form of one flight offer.
type Flight struct {
	OptionID         string `json:"option_id"`
	TotalPrice       Money  `json:"total_price"`
	Refundable       *bool  `json:"refundable"`
	Cabin            string `json:"cabin"`
	Segments         []Leg  `json:"segments"`
	FareRulesSummary string `json:"fare_rules_summary,omitempty"`
	ExpiresAt        string `json:"expires_at,omitempty"` // RFC 3339, UTC
	Group            string `json:"group,omitempty"`      // names the offers of several legs that are sold together
	GroupPrice       Money  `json:"group_price,omitzero"` // of them all
}

// Leg is one flight of an offer. Times are local texts.
type Leg struct {
	From         string `json:"from"`
	To           string `json:"to"`
	DepartAt     string `json:"depart_at"`
	ArriveAt     string `json:"arrive_at"`
	Airline      string `json:"airline"`
	FlightNumber string `json:"flight_number"`
	Stops        int64  `json:"stops"`
}

// Stops counts the stops between the first take-off and the last landing: changes of plane and
// technical stops alike.
func (f Flight) Stops() int64 {
	var n int64
	for i := range f.Segments {
		n += f.Segments[i].Stops
		if i > 0 {
			n++
		}
	}
	return n
}

// FliesAs reports whether the leg is flown by an airline, given by name or by the two characters
// that its flight numbers start with, in any case.
func (l Leg) FliesAs(airline string) bool {
	if strings.EqualFold(l.Airline, airline) {
		return true
	}
	return len(airline) == 2 && len(l.FlightNumber) > 2 && strings.EqualFold(l.FlightNumber[:2], airline)
}

// Departure returns the first take-off.
func (f Flight) Departure() (Moment, bool) {
	if len(f.Segments) == 0 {
		return Moment{}, false
	}
	return ParseMoment(f.Segments[0].DepartAt)
}

// Arrival returns the last landing.
func (f Flight) Arrival() (Moment, bool) {
	if len(f.Segments) == 0 {
		return Moment{}, false
	}
	return ParseMoment(f.Segments[len(f.Segments)-1].ArriveAt)
}

// Minutes returns the time from the first take-off to the last landing. It is known only when
// both texts carry their offset from UTC.
func (f Flight) Minutes() (int64, bool) {
	from, ok := f.Departure()
	if !ok {
		return 0, false
	}
	to, ok := f.Arrival()
	if !ok {
		return 0, false
	}
	n, ok := from.MinutesTo(to)
	return n, ok && n >= 0
}

// The local minutes of the day between which a take-off or a landing is a red-eye.
const (
	redEyeTakeOffFrom  = 22 * 60
	redEyeTakeOffUntil = 5 * 60
	redEyeLandingUntil = 5*60 + 30
)

// RedEye reports whether a flight of the offer takes off from 22:00 to 04:59 or lands from 00:00
// to 05:29, local time.
func (f Flight) RedEye() bool {
	for i := range f.Segments {
		if m, ok := ParseMoment(f.Segments[i].DepartAt); ok {
			if at := m.MinuteOfDay(); at >= redEyeTakeOffFrom || at < redEyeTakeOffUntil {
				return true
			}
		}
		if m, ok := ParseMoment(f.Segments[i].ArriveAt); ok && m.MinuteOfDay() < redEyeLandingUntil {
			return true
		}
	}
	return false
}

// IsRefundable reports whether the offer says that its money comes back.
func (f Flight) IsRefundable() bool { return f.Refundable != nil && *f.Refundable }
