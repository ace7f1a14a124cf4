package extract

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/trip"
)

// arguments is what the handler is given (formats 3). Members that no rule reads are left out.
type arguments struct {
	UserMessage *string `json:"user_message"`
	Context     *struct {
		Timezone        string          `json:"timezone"`
		Now             string          `json:"now"`
		HomeAirportCode string          `json:"home_airport_code"`
		CurrentIntent   json.RawMessage `json:"current_intent"`
		OpenRequest     string          `json:"open_request"`
		UnreadMessages  []string        `json:"unread_messages"`
		Fields          []field         `json:"fields"`

		LodgingUnsaid trip.LodgingUnsaid `json:"lodging_unsaid"`
	} `json:"context"`
}

// known is what stood before the message.
type known struct {
	trip.Intent
	home   string   // home airport code of the context
	open   string   // the open request about which the person was asked
	recent []string // the person's messages before, the newest last

	unsaid trip.LodgingUnsaid // what is done about lodging that nobody spoke of; empty is to offer it
}

func decodeKnown(raw json.RawMessage) (*known, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return &known{Intent: trip.NewIntent()}, nil
	}
	in, _, err := trip.DecodeIntent(string(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: current_intent: %w", ErrArguments, err)
	}
	return (&known{Intent: in}).uncounted(), nil
}

// uncounted makes what is said of travellers be read as if nobody had counted them, where one adult is only assumed.
func (k *known) uncounted() *known {
	if k.assumes(messages.KeyAssumeOneAdult) {
		k.Party.Travelers.Adults = 0
	}
	return k
}

func (k *known) needsLodging() bool { return k.Itinerary.Lodging.Needed }

func (k *known) stayOnly() bool { return k.Itinerary.TripType == trip.StayOnly }

// assumed reads what is assumed, and reports whether it is.
func (k *known) assumed(what interface{ Read(from *trip.Message) bool }) bool {
	return slices.ContainsFunc(k.Status.AssumptionKeys, func(a trip.Message) bool { return what.Read(&a) })
}

func (k *known) assumes(key string) bool {
	return slices.ContainsFunc(k.Status.AssumptionKeys, func(a trip.Message) bool { return a.Key == key })
}

// leg returns the first leg, empty when there is none.
func (k *known) leg() trip.Segment {
	if len(k.Itinerary.Segments) == 0 {
		return trip.Segment{}
	}
	return k.Itinerary.Segments[0]
}

// goesHome reports whether legs end where they begin, which may be a place that is not known yet.
func goesHome(legs []trip.Segment) bool {
	n := len(legs)
	return n > 1 && legs[n-1].Destination.Code == legs[0].Origin.Code
}

// returnDate is the date of the second leg; 0 when there is none.
func (k *known) returnDate() trip.Date {
	if len(k.Itinerary.Segments) < 2 {
		return 0
	}
	return k.Itinerary.Segments[1].DepartDate
}

// comesBack reports whether the journey comes back, on whatever day.
func (k *known) comesBack() bool {
	return k.returnDate() != 0 || k.Itinerary.TripType == trip.RoundTrip
}

// stay returns the first stay, or the lodging's own dates when there are no stays.
func (k *known) stay() trip.Stay {
	l := &k.Itinerary.Lodging
	if len(l.Stays) > 0 {
		return l.Stays[0]
	}
	return trip.Stay{LocationHint: l.LocationHint, CheckIn: l.CheckIn, CheckOut: l.CheckOut, Rooms: l.Rooms}
}

// stays are the places to sleep: lodging without any of its own is one where the first leg ends.
func (k *known) stays() []trip.Stay {
	l, goal := &k.Itinerary.Lodging, k.leg().Destination
	if len(l.Stays) > 0 || l.CheckIn == 0 {
		return l.Stays
	}
	return []trip.Stay{{
		LocationCode: goal.Code, LocationHint: goal.City, CheckIn: l.CheckIn, CheckOut: l.CheckOut,
	}}
}

// staysNights is how long the stay is as it stands: 0 when one of its days is not known.
func (k *known) staysNights() int64 {
	in, out := k.stay().CheckIn, k.stay().CheckOut
	if in == 0 || out == 0 {
		return k.nights()
	}
	return min(max(int64(in.DaysUntil(out)), 0), maxNights)
}

// maxNights is the longest stay that is understood.
const maxNights = 365

// fresh reports whether nothing is known yet of where and when.
func (k *known) fresh() bool {
	l := k.leg()
	return !k.stayOnly() && l.Origin.Code == "" && l.Destination.Code == "" && l.DepartDate == 0 && k.returnDate() == 0 &&
		k.stay() == (trip.Stay{Rooms: k.stay().Rooms}) && k.needsLodging()
}

// atRest reports whether a trip is known and nothing is asked, as when it is booked.
func (k *known) atRest() bool { return k.askKind() == "" && !k.fresh() }

// topic is what the conversation is about when a message does not say.
func (k *known) topic() topic {
	l := k.leg()
	flightDone := l.Origin.Code != "" && l.Destination.Code != "" && l.DepartDate != 0
	switch {
	case k.stayOnly(), k.assumes(messages.KeyAssumeStayFocus) && !l.DepartBetween.IsSet(): // open days are the trip's
		return hotelTopic
	case !k.needsLodging():
		return flightTopic
	case flightDone && (k.stay().CheckIn == 0 || k.stay().CheckOut == 0):
		return hotelTopic
	case l.SegmentID != "" && !flightDone:
		return flightTopic
	}
	return noTopic
}

// isWhole reports whether a plan has what is searched by: who travels, and when.
func isWhole(p *trip.PlanSnapshot) bool {
	isOpen := func(s trip.Segment) bool { return s.DepartDate == 0 && s.DepartBetween == trip.DayRange{} }
	l := &p.Itinerary.Lodging
	return p.Party.Travelers.Adults > 0 && !slices.ContainsFunc(p.Itinerary.Segments, isOpen) &&
		(!l.Needed || l.CheckOut != 0 || len(l.Stays) > 0 && l.Stays[len(l.Stays)-1].CheckOut != 0)
}

// earlier are the words and cues of one of the person's messages before: what goes on with it looks there.
func (r *reading) earlier(message string) *reading {
	before := &reading{message: message, today: r.today, known: &known{Intent: r.known.Intent}, toks: tokenize(message)}
	if n := len(before.toks); n > 0 {
		before.asides = make([]bool, before.toks[n-1].sentence+1)
	}
	before.translate()
	before.findCues()
	return before
}

// messageBefore is the last of them, an empty one where there is none.
func (r *reading) messageBefore() *reading {
	if n := len(r.known.recent); n > 0 {
		return r.earlier(r.known.recent[n-1])
	}
	return &reading{known: r.known}
}

// listsBesideHold reports whether the message before had options listed, while something is held.
func (k *known) listsBesideHold() bool {
	return k.Turn.ListedHeld > 0 && k.Turn.ListedHeld == k.Turn.Number-1
}
