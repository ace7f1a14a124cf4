package scrub

import (
	"slices"

	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// intent cleans the state that a recording begins with. What the engine made of it, such as the hash of a search, is
// made anew of the copy: else a decision would take what has not changed for changed.
func (s *scrubber) intent(was trip.Intent) (trip.Intent, error) {
	c := s.cleaner(manner{stays: none})
	c.ofState = true
	doc := trip.Raw(was.AppendJSON(nil))
	is, _, err := trip.DecodeIntent(string(c.document(doc)))
	if err != nil {
		return is, err
	}
	c.made = s.ids.derive(&was, &is)
	is, _, err = trip.DecodeIntent(string(c.document(doc)))
	return is, err
}

// derive returns what the engine made of a state, by the same of the original: hashes, and the ids of calls and asks.
func (r *renamed) derive(was, is *trip.Intent) map[string]string {
	made := map[string]string{string(was.Needs()): string(is.Needs()), string(was.Journey()): string(is.Journey())}
	for i := range was.Itinerary.Segments {
		made[string(offers.FlightMark(offers.FlightSearch(was, i)))] = string(offers.FlightMark(offers.FlightSearch(is, i)))
	}
	for j := range offers.StayCount(was) {
		made[string(offers.HotelMark(offers.HotelSearch(was, j)))] = string(offers.HotelMark(offers.HotelSearch(is, j)))
	}
	if a, b := reducer.AskApproval(was, was.UpdatedAt), reducer.AskApproval(is, is.UpdatedAt); a != nil && b != nil {
		made[a.ID] = b.ID
	}
	for _, id := range callsOf(&was.Turn) {
		for turn := was.Turn.Number; turn > 0; turn-- {
			if ordinal := calls.Ordinal(was.TripID, turn, id); ordinal > 0 {
				made[id] = calls.ID(is.TripID, turn, ordinal)
				break
			}
		}
	}
	return made
}

// callsOf returns the ids of the calls that a state names.
func callsOf(t *trip.Turn) []string {
	ids := slices.Concat(t.Settled, t.Superseded)
	for _, p := range slices.Concat(t.Outstanding, t.Unknown, t.NotMade) {
		ids = append(ids, p.CallID)
	}
	return ids
}

// noteStart keeps the ids that events may name of the state that the log begins with.
func (r *renamed) noteStart(was, is *trip.Intent) {
	for i, list := range [][]trip.Pending{was.Turn.Outstanding, was.Turn.Unknown, was.Turn.NotMade} {
		made := [][]trip.Pending{is.Turn.Outstanding, is.Turn.Unknown, is.Turn.NotMade}[i]
		for k := range list {
			r.calls[list[k].CallID] = made[k].CallID
		}
	}
	for i, id := range was.Turn.Settled {
		r.calls[id] = is.Turn.Settled[i]
	}
	for i, id := range was.Turn.Superseded {
		r.calls[id] = is.Turn.Superseded[i]
	}
	r.note(&trip.Decision{Next: *was}, &trip.Decision{Next: *is})
}

// told are the members of a state that hold words of a person's which the engine still reads.
var told = setOf("user_message unread start_over open_request")

// message cleans words that the engine still reads: of what it reads in them as much stays as that takes.
func (c *cleaner) message(text string) string {
	for _, how := range manners("", c.known.isOfTool) {
		if masked := c.words.mask(text, how); others(saying(masked, nil), saying(text, nil)) == 0 {
			return masked
		}
	}
	return c.words.mask(text, c.how)
}
