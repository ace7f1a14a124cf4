package extract

import "github.com/legwork-go/legwork/trip"

// asksDetails reads a wish to know the rest of an option: "more about 2", "tell me about the second one", "details of
// it please".
func (r *reading) asksDetails(c *clause) (Act, bool) {
	for i := c.from; i < c.to; i++ {
		if position, _, _ := r.optionAt(i); position > 0 {
			return Act{Act: trip.ActShow, What: trip.ShowOption, Position: position}, true
		}
	}
	for i := c.from; i < c.to; i++ {
		if n := r.count(i); n > 0 && n <= maxOptions && r.text(i) != "one" {
			return Act{Act: trip.ActShow, What: trip.ShowOption, Position: n}, true
		}
	}
	if c.has("about it", "about that", "about this", "about that one", "about this one", "of it", "of that", "on it",
		"on that") {
		return show(trip.ShowOption)
	}
	return Act{}, false
}

// maxOptions is the greatest number that an option can have.
const maxOptions = 30
