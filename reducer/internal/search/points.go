package search

import (
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/trip"
)

// An embedder's own tools run at two points of a plan: before its offers are searched, or before the selected bundle is
// held (behaviour 1.8). All tools of a point run in one round, and the plan goes on after the last of them. They run
// again when their arguments have changed or their results are too old.

// passes reports whether the plan goes on past a point. If not, the tools of the point are queued, and it goes on
// when they have run.
// Rule: 1.8.once
func (s Machine) passes(point string) bool {
	names := s.toolsAt(point)
	if len(names) == 0 {
		return true
	}
	args, mark := s.pointArguments(point)
	if m := s.pointMark(point); m.Args == mark &&
		(m.Turn == s.Next.Turn.Number || s.fresh([]trip.QuoteMark{*m}, 0, mark, false)) {
		return true
	}
	s.Rule("1.8.runs")
	s.BeginRound(len(names))
	for _, name := range names {
		s.Queue(name, args, &trip.Pending{})
	}
	return false
}

// toolsAt lists the tools that run at a point, by name.
func (s Machine) toolsAt(point string) (names []string) {
	for t := range s.Catalog.Tools {
		if t.Runs == point {
			names = append(names, t.Name)
		}
	}
	return names
}

// pointArguments are what the tools of a point are given, and their hash.
func (s Machine) pointArguments(point string) (trip.PointArguments, trip.Hash) {
	in := s.Next
	args := trip.PointArguments{
		Point: point, Party: in.Party, Itinerary: in.Itinerary, Preferences: in.Preferences,
		Constraints: in.Constraints, Ext: in.Ext,
	}
	if w := &in.WorkingMemory; point == catalog.BeforeHold {
		args.FlightOptions = chosen(w.Selected.FlightOptionIDs, w.Flight)
		args.HotelOptions = chosen(w.Selected.HotelOptionIDs, w.Hotel)
		if bundle := offers.Bundle(s.Next, w.Selected.BundleID); bundle != nil {
			args.EstimatedTotal = bundle.EstimatedTotal
		}
	}
	return args, trip.HashOf(trip.AppendArguments(nil, args))
}

// pointMark returns where the state keeps when the tools of a point last ran, and with which arguments.
func (s Machine) pointMark(point string) *trip.QuoteMark {
	if point == catalog.BeforeHold {
		return &s.Next.Turn.HoldPoint
	}
	return &s.Next.Turn.QuotePoint
}

// PointOf returns the point at which a call of the engine's own runs, "" when it is none.
func (s Machine) PointOf(p *trip.Pending) string {
	tool, _ := s.Catalog.Tool(p.Name)
	return tool.Runs
}

// PointResult goes on after the result of a tool on the way. One that is not useful is a failure.
func (s Machine) PointResult(p *trip.Pending, said trip.Raw) {
	tool, _ := s.Catalog.Tool(p.Name)
	if tool.CheckAnswer(said) != nil {
		s.D.Outcome = trip.ClassFailed
		s.PointFailed(p, trip.ClassFailed)
		return
	}
	s.pointSettled(tool.Runs)
}

// PointFailed follows the catalog when an own tool failed: the turn ends, or the plan goes on without the tool.
func (s Machine) PointFailed(p *trip.Pending, class trip.Class) {
	tool, _ := s.Catalog.Tool(p.Name)
	switch {
	case tool.OnFailure != catalog.GoOn:
		s.Rule("1.8.blocks")
		s.EndFailed(p.Name, class)
	case !s.Stopped(awaited(tool.Runs)): // else another has stopped the plan
		s.Rule("1.8.goes-on")
		s.Say(messages.AssistWithout{Tool: p.Name, Error: s.FailureOf(p.Name, class)}.Message())
		s.pointSettled(tool.Runs)
	}
}

// awaited returns the engine's own tool in whose status the tools of a point run.
func awaited(point string) string {
	if point == catalog.BeforeHold {
		return trip.ToolHold
	}
	return trip.ToolFlightSearch
}

// pointSettled goes on with the plan once no tool of the point is out.
func (s Machine) pointSettled(point string) {
	isOfPoint := func(p trip.Pending) bool { return s.PointOf(&p) == point }
	if s.Stopped(awaited(point)) || slices.ContainsFunc(s.Next.Turn.Outstanding, isOfPoint) {
		return
	}
	_, mark := s.pointArguments(point) // as its tools have left it
	*s.pointMark(point) = trip.QuoteMark{At: s.At, Turn: s.Next.Turn.Number, Args: mark}
	s.Rule("1.8.after")
	if point == catalog.BeforeHold {
		s.PlaceHolds()
		return
	}
	s.searchStale()
}
