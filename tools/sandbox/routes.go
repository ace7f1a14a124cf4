package sandbox

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/legwork-go/legwork/tools/geo"
	"github.com/legwork-go/legwork/tools/internal/offer"
	"github.com/legwork-go/legwork/trip"
)

// route is one connection that is flown every day at the same time: its hops are the airports in
// order, its waits the minutes on the ground between them.
type route struct {
	carrier carrier
	number  int64
	hops    []place
	waits   []int64
	leaves  int64 // local minute of the day
}

func (r *route) stops() int64 { return int64(len(r.hops) - 2) }

// name tells the route from all others.
func (r *route) name() string {
	name := r.carrier.code + strconv.FormatInt(r.number, 10) + " " + strconv.FormatInt(r.leaves, 10)
	for _, p := range r.hops {
		name += " " + p.code
	}
	return name
}

// kilometres is the length of all flights of the route.
func (r *route) kilometres() int64 {
	var sum int64
	for i := 1; i < len(r.hops); i++ {
		sum += geo.DistanceKM(r.hops[i-1].at, r.hops[i].at)
	}
	return sum
}

// The shape of a timetable.
const (
	nearestKM       = 40     // closer airports are not connected
	farthestKM      = 15_500 // no plane flies farther without a stop
	firstMinute     = 5*60 + 30
	lastMinute      = 23*60 + 30
	stepMinutes     = 5
	groundMinutes   = 30 // of a flight, whatever its length
	kilometresAHour = 850
	leastWait       = 45
	maxWait        = 245
	hubsConsidered  = 3
	detourKM        = 600 // on top of half the distance
)

// routes is the timetable between two places: the same every day.
func (s *shop) routes(from, to place) []route {
	distance := geo.DistanceKM(from.at, to.at)
	if from.code == to.code || distance < nearestKM {
		return nil
	}
	d := s.about("timetable", from.code, to.code)
	var hops [][]place
	for range nonstops(d, from, to, distance) {
		hops = append(hops, []place{from, to})
	}
	hubs := hubsBetween(from, to)
	near := sensible(hubs, from, to, distance)
	if len(hops) == 0 && len(near) == 0 {
		near = hubs[:1] // however far around: a place that is served can be reached
	}
	if len(near) > 0 {
		for range d.Between(3, 5) {
			hops = append(hops, []place{from, near[d.Below(int64(len(near)))], to})
		}
		for range d.Between(1, 2) {
			hops = append(hops, twoStops(from, to, hubs))
		}
	}
	d.shuffle(hops)
	list := make([]route, len(hops))
	for i := range hops {
		list[i] = s.timetable(d, hops[i], int64(i), int64(len(hops)))
	}
	return list
}

// nonstops draws how many nonstop flights a day there are: few between small or far places.
func nonstops(d draw, from, to place, distance int64) int64 {
	reach := int64(farthestKM)
	switch {
	case from.size == geo.Small && to.size == geo.Small:
		reach = 600
	case from.size == geo.Small || to.size == geo.Small:
		reach = 2500
	case from.size == geo.Medium || to.size == geo.Medium:
		reach = 6000
	}
	switch {
	case distance > reach:
		return 0
	case distance <= 1500:
		return d.Between(4, 7)
	case distance <= 6000:
		return d.Between(3, 5)
	}
	return d.Between(1, 3)
}

// hubsBetween returns the hubs with the smallest detours, the smallest first.
func hubsBetween(from, to place) []place {
	var near []place
	detour := map[string]int64{}
	for _, code := range hubs {
		p, ok := findPlace(code)
		if !ok || p.code == from.code || p.code == to.code {
			continue
		}
		a, b := geo.DistanceKM(from.at, p.at), geo.DistanceKM(p.at, to.at)
		if min(a, b) < nearestKM || max(a, b) > farthestKM {
			continue
		}
		detour[p.code] = a + b
		near = append(near, p)
	}
	slices.SortFunc(near, func(a, b place) int {
		return cmp.Or(cmp.Compare(detour[a.code], detour[b.code]), cmp.Compare(a.code, b.code))
	})
	return near[:min(len(near), hubsConsidered)]
}

// sensible leaves out the hubs that nobody would go through.
func sensible(hubs []place, from, to place, distance int64) []place {
	var near []place
	for _, p := range hubs {
		if geo.DistanceKM(from.at, p.at)+geo.DistanceKM(p.at, to.at) <= distance*3/2+detourKM {
			near = append(near, p)
		}
	}
	return near
}

// twoStops goes through the two nearest hubs, in the order that is shorter.
func twoStops(from, to place, hubs []place) []place {
	a, b := hubs[0], hubs[1]
	forth := geo.DistanceKM(from.at, a.at) + geo.DistanceKM(b.at, to.at)
	back := geo.DistanceKM(from.at, b.at) + geo.DistanceKM(a.at, to.at)
	if back < forth {
		a, b = b, a
	}
	return []place{from, a, b, to}
}

// timetable draws when the nth of several routes leaves, who flies it and how long it waits. The
// departures are spread over the day.
func (s *shop) timetable(d draw, hops []place, nth, of int64) route {
	slot := (lastMinute - firstMinute) / of
	r := route{
		carrier: carriers[d.Below(int64(len(carriers)))],
		number:  d.Between(100, 9899),
		hops:    hops,
		leaves:  (firstMinute + nth*slot + d.Below(slot)) / stepMinutes * stepMinutes,
	}
	for range r.stops() {
		r.waits = append(r.waits, d.Between(leastWait/stepMinutes, maxWait/stepMinutes)*stepMinutes)
	}
	return r
}

// fly gives the legs of the route on a day, in local times, and the instant of its departure.
func (r *route) fly(day trip.Date) ([]offer.Leg, time.Time) {
	leaves := time.Date(day.Year(), time.Month(day.Month()), day.Day(), 0, int(r.leaves), 0, 0, r.hops[0].zone)
	at := leaves
	var legs []offer.Leg
	for i := 1; i < len(r.hops); i++ {
		from, to := r.hops[i-1], r.hops[i]
		if i > 1 {
			at = at.Add(time.Duration(r.waits[i-2]) * time.Minute)
		}
		lands := at.Add(time.Duration(blockMinutes(geo.DistanceKM(from.at, to.at))) * time.Minute)
		legs = append(legs, offer.Leg{
			From: from.code, To: to.code,
			DepartAt: at.In(from.zone).Format(time.RFC3339), ArriveAt: lands.In(to.zone).Format(time.RFC3339),
			Airline: r.carrier.name, FlightNumber: r.carrier.code + " " + strconv.FormatInt(r.number+int64(i)-1, 10),
		})
		at = lands
	}
	return legs, leaves
}

// blockMinutes is the time from gate to gate, rounded up to full steps.
func blockMinutes(kilometres int64) int64 {
	minutes := groundMinutes + kilometres*60/kilometresAHour
	return (minutes + stepMinutes - 1) / stepMinutes * stepMinutes
}
