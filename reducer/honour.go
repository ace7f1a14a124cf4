package reducer

import (
	"encoding/json"
	"slices"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/calls"
	"github.com/legwork-go/legwork/reducer/internal/assist"
	"github.com/legwork-go/legwork/reducer/internal/decision"
	"github.com/legwork-go/legwork/trip"
)

// Honour returns an intent in which exactly these calls are outstanding and in doubt, because they were recorded,
// whatever the fold of the log says. A call that the fold has keeps its bookkeeping; for another one it is made from
// the arguments. The status stays when the calls may be outstanding in it, else it becomes one in which they may. Where
// there is none, the turn counts as failed: results are kept and nothing follows.
func WithRecordedCalls(c catalog.Catalog, in trip.Intent, outstanding, unknown []trip.Recorded) trip.Intent {
	h := recordedCalls{catalog: c, in: in, folded: slices.Concat(in.Turn.Outstanding, in.Turn.Unknown)}
	h.in.Turn.Outstanding, h.in.Turn.Unknown = h.pending(outstanding), h.pending(unknown)
	h.round(outstanding)
	h.status()
	return h.in
}

// Open returns the intent after an unknown event that opened a turn. Calls that were outstanding are superseded.
func Open(in trip.Intent, turn int64) trip.Intent {
	s := step{Step: decision.Of(&in, 0)}
	s.openTurn()
	in.Turn.Number = turn
	return in
}

// honouring is the intent that Honour makes; its slices are shared with the intent of the fold.
type recordedCalls struct {
	catalog catalog.Catalog
	in      trip.Intent
	folded  []trip.Pending // the open calls of the fold
}

// find returns the position of a recorded call among those of the fold, -1 when it is none of them.
func (h *recordedCalls) find(r *trip.Recorded) int {
	return slices.IndexFunc(h.folded, func(p trip.Pending) bool { return p.CallID == r.CallID && p.Name == r.Name })
}

// pending makes the bookkeeping of recorded calls. No later call of the turn gets the id of one of them.
func (h *recordedCalls) pending(list []trip.Recorded) []trip.Pending {
	var out []trip.Pending
	for i := range list {
		r := &list[i]
		p := trip.Pending{CallID: r.CallID, Name: r.Name}
		tool, _ := h.catalog.Tool(r.Name)
		switch at := h.find(r); {
		case at >= 0:
			p = h.folded[at]
		case tool.Effect == catalog.Write, r.Key != "":
			p.Write, p.Needs = true, h.in.Needs()
		}
		p.Key = r.Key
		readArguments(&p, r.Arguments)
		h.in.Turn.Ordinal = max(h.in.Turn.Ordinal, calls.Ordinal(h.in.TripID, h.in.Turn.Number, r.CallID))
		out = append(out, p)
	}
	return out
}

// readArguments takes what the bookkeeping of a call says of its arguments. Another engine may have written them: what
// cannot be read stays as it is.
func readArguments(p *trip.Pending, args trip.Raw) {
	var said struct {
		Leg   int64 `json:"segment_index"`
		Stay  int64 `json:"stay_index"`
		Items []struct {
			Option string `json:"option_id"`
		} `json:"items"`
		Holds []string `json:"hold_ids"`
	}
	own := []string{trip.ToolFlightSearch, trip.ToolHotelSearch, trip.ToolHold, trip.ToolRelease, trip.ToolPurchase}
	if args == "" || !slices.Contains(own, p.Name) || json.Unmarshal([]byte(args), &said) != nil {
		return
	}
	switch p.Name {
	case trip.ToolFlightSearch:
		p.Index, p.Mark = min(max(said.Leg, 0), trip.MaxSegments-1), trip.HashOf([]byte(args))
	case trip.ToolHotelSearch:
		p.Index, p.Mark = min(max(said.Stay, 0), trip.MaxStays-1), trip.HashOf([]byte(args))
	case trip.ToolHold:
		p.Items = nil
		for _, item := range said.Items {
			p.Items = append(p.Items, item.Option)
		}
	case trip.ToolRelease, trip.ToolPurchase:
		p.Items = said.Holds
	}
}

// round makes the running round of the assistant of the calls that a model proposed.
func (h *recordedCalls) round(outstanding []trip.Recorded) {
	a := &h.in.Turn.Assist
	var round []trip.RoundCall
	for _, c := range a.Round {
		p, isSettled := h.out(c.CallID), c.Class != ""
		if isSettled && p == nil || !isSettled && p != nil && p.Name == c.Name {
			round = append(round, c)
		}
	}
	for i := range outstanding {
		r := &outstanding[i]
		tool, _ := h.catalog.Tool(r.Name)
		if h.find(r) >= 0 || !tool.Proposable {
			continue
		}
		a.Plan = nil // the call is no step of the one that the fold made
		round = append(round, trip.RoundCall{
			CallID: r.CallID, Name: r.Name, Arguments: r.Arguments, Print: assist.Fingerprint(tool.BudgetName(), r.Arguments),
		})
	}
	a.Round = round
}

// out returns the outstanding call of an id, nil when none has it.
func (h *recordedCalls) out(callID string) *trip.Pending {
	calls := h.in.Turn.Outstanding
	if i := slices.IndexFunc(calls, func(p trip.Pending) bool { return p.CallID == callID }); i >= 0 {
		return &calls[i]
	}
	return nil
}

// status brings the trip to where its calls may be outstanding.
func (h *recordedCalls) status() {
	t, node := &h.in.Turn, &h.in.Status.Node
	fits := func(s trip.Status) bool {
		return !slices.ContainsFunc(t.Outstanding, func(p trip.Pending) bool { return !h.mayBeOut(s, &p) })
	}
	if t.Failed || fits(*node) {
		return
	}
	for s := range trip.StatusCount {
		if fits(s) {
			*node = s
			t.Assist.Active = s == trip.AssistWorking
			return
		}
	}
	*node, t.Failed = trip.ErrorRetryable, true
}

// mayBeOut reports whether a call may be outstanding in a status.
func (h *recordedCalls) mayBeOut(s trip.Status, p *trip.Pending) bool {
	if assist.IsRoundCall(&h.in, p.CallID) {
		return s == trip.AssistWorking
	}
	waiting := Awaits(p.Name)
	return len(waiting) == 0 || slices.Contains(waiting, s)
}
