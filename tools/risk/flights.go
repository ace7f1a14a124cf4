package risk

import (
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
			c.risk(c.say("many_stops", "flight", c.flightName(f), "stops", n))
		}
		c.arrival(f)
	}
}

// departure refuses what has left. A text without its offset from UTC cannot be told from the time.
func (c *check) departure(f *offer.Flight) {
	leaves, ok := f.Departure()
	if !ok {
		c.risk(c.say("no_time", "flight", c.flightName(f)))
		return
	}
	if left, known := offer.MomentOf(c.at).MinutesTo(leaves); known && left <= 0 {
		c.block(c.say("left", "flight", c.flightName(f)))
	}
}

// change looks at a change of planes within one offer.
func (c *check) change(from, to *offer.Leg) {
	if from.To != to.From {
		c.confirm(c.say("change_airport", "from", from.To, "to", to.From))
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
	switch {
	case minutes < 0:
		c.block(c.say("change_missed", "from", from.To, "to", to.From))
	case minutes < tightChange:
		c.confirm(c.say("change_tight", "to", to.From, "minutes", minutes))
	case minutes < shortChange:
		c.risk(c.say("change_short", "to", to.From, "minutes", minutes))
	case minutes > longLayover:
		c.risk(c.say("change_long", "to", to.From, "minutes", minutes))
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
		c.risk(c.say("lands_at_night", "flight", c.flightName(f), "clock", lands.Clock(), "date", lands.Date()))
	case late:
		c.risk(c.say("lands_at_night", "flight", c.flightName(f), "clock", lands.Clock()))
	case nextDay:
		c.risk(c.say("lands_later", "flight", c.flightName(f), "date", lands.Date()))
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
		c.block(c.say("flight_missed", "first", c.flightName(first), "second", c.flightName(second)))
	case minutes < shortBetween:
		c.risk(c.say("flight_short", "minutes", minutes, "first", c.flightName(first), "second", c.flightName(second)))
	}
}
