// Package midst begins stories in their middle, for tests: with something held already, or with a write under way.
package midst

import (
	"slices"

	"github.com/legwork-go/legwork/internal/offers"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Start begins a trip as turn.Start does, but what the header's intent holds, and the writes that it has under way, are
// its own: the holds keep what is on offer for them, and the approval of them is asked for. A hold that names another
// trip is that one's.
func Start(cfg turn.Config, h trip.Header) (trip.Intent, error) {
	in, err := turn.Start(cfg, h)
	if err != nil || !h.HasIntent {
		return in, err
	}
	was := &h.Intent
	in.Turn.Unknown, in.Turn.Outstanding, in.Turn.Releases = was.Turn.Unknown, was.Turn.Outstanding, was.Turn.Releases
	in.Turn.NotMade = was.Turn.NotMade
	if in.Status.Node = was.Status.Node; in.Status.Node == trip.ReadyToQuote {
		in.Status.Node = trip.CollectingRequirements
	}
	in.WorkingMemory.Holds = slices.Clone(was.WorkingMemory.Holds)
	for i := range in.WorkingMemory.Holds {
		o := &in.WorkingMemory.Holds[i]
		switch {
		case o.TripID != "" && o.TripID != in.TripID:
			o.Status = trip.HoldForeign
			continue
		case !o.Shown.IsSet():
			o.Shown = offers.ShownOf(&in, o.ItemType, o.OptionID)
		}
		o.TripID = in.TripID
	}
	ask := reducer.AskApproval(&in, in.UpdatedAt)
	if ask == nil {
		return in, nil
	}
	in.Turn.ShownAsk = ask.ID
	if len(in.Turn.InDoubt()) == 0 {
		ask.Text = cfg.Texts.Render(in.Request.Locale, ask.Message())
		for i := range ask.Choices {
			ask.Choices[i].Label = cfg.Texts.Render(in.Request.Locale, ask.Choices[i].Message())
		}
		in.Status.Ask = ask
	}
	return in, nil
}
