package risk

import (
	"fmt"

	"github.com/legwork-go/legwork/tools/internal/offer"
)

// What counts as short or long, in minutes.
const (
	tightChange  = 45
	shortChange  = 75
	longLayover  = 4 * 60
	shortBetween = 3 * 60
	lateEvening  = 23 * 60
	earlyMorning = 6 * 60
)

const manyStops = 2

func (c *check) flights() {
	for i := range c.args.Flights {
		f := &c.args.Flights[i]
		if i > 0 {
			c.between(&c.args.Flights[i-1], f)
		}
		c.departure(f)
		for s := 1; s < len(f.Segments); s++ {
			c.change(&f.Segments[s-1], &f.Segments[s])
		}
		if n := f.Stops(); n >= manyStops {
			c.risk(fmt.Sprintf("%s has %d stops.", sentence(flightName(f)), n))
		}
		c.arrival(f)
	}
}

// departure refuses what has left. A text without its offset from UTC cannot be told from the time.
func (c *check) departure(f *offer.Flight) {
	leaves, ok := f.Departure()
	if !ok {
		c.risk("The departure time is not known for " + flightName(f) + ".")
		return
	}
	if left, known := offer.MomentOf(c.at).MinutesTo(leaves); known && left <= 0 {
		c.block(sentence(flightName(f)) + " has left already.")
	}
}

// change looks at a change of planes within one offer.
func (c *check) change(from, to *offer.Leg) {
	if from.To != to.From {
		c.confirm("You have to get from " + from.To + " to " + to.From + " to change planes.")
	}
	lands, ok := offer.ParseMoment(from.ArriveAt)
	if !ok {
		return
	}
	leaves, ok := offer.ParseMoment(to.DepartAt)
	if !ok {
		return
	}
	minutes := lands.MinutesAtOnePlace(leaves)
	wait := offer.Duration(max(0, minutes))
	switch {
	case minutes < 0:
		c.block("The flight from " + to.From + " leaves before the one to " + from.To + " lands.")
	case minutes < tightChange:
		c.confirm("There are only " + wait + " to change planes at " + to.From + ".")
	case minutes < shortChange:
		c.risk("The change of planes at " + to.From + " is short: " + wait + ".")
	case minutes > longLayover:
		c.risk("There is a long wait at " + to.From + ": " + wait + ".")
	}
}

func (c *check) arrival(f *offer.Flight) {
	leaves, ok := f.Departure()
	if !ok {
		return
	}
	lands, ok := f.Arrival()
	if !ok {
		return
	}
	late := lands.MinuteOfDay() >= lateEvening || lands.MinuteOfDay() < earlyMorning
	nextDay := leaves.DaysTo(lands) > 0
	switch {
	case late && nextDay:
		c.risk(fmt.Sprintf("%s lands at night, at %s on %s.", sentence(flightName(f)), lands.Clock(), lands.Day()))
	case late:
		c.risk(fmt.Sprintf("%s lands at night, at %s.", sentence(flightName(f)), lands.Clock()))
	case nextDay:
		c.risk(fmt.Sprintf("%s lands on a later day, %s.", sentence(flightName(f)), lands.Day()))
	}
}

// between looks at two offers of one trip: no airline waits for the passengers of another's.
func (c *check) between(first, second *offer.Flight) {
	lands, ok := first.Arrival()
	if !ok {
		return
	}
	leaves, ok := second.Departure()
	if !ok {
		return
	}
	minutes, ok := lands.MinutesTo(leaves)
	switch {
	case !ok:
	case minutes < 0:
		c.block(sentence(flightName(second)) + " leaves before " + flightName(first) + " lands.")
	case minutes < shortBetween:
		c.risk("There are " + offer.Duration(minutes) + " between " + flightName(first) + " and " + flightName(second) +
			", and nobody waits.")
	}
}
