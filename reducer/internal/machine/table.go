package machine

import (
	"slices"

	"github.com/looplab/fsm"

	"github.com/legwork-go/legwork/trip"
)

// Any stands for every status that has no edge of its own for the trigger.
const Any = "any"

// Row is one row of the lifecycle: an edge in the library's own terms, the tools that may be outstanding in the status
// that it leads to, and why there is such an edge.
type Row struct {
	fsm.EventDesc
	Tools []string
	Why   string
}

// Table returns the lifecycle: the one place that says which status follows which, and which tool may be outstanding
// where.
//
// A tool that is outstanding in a status ends it. Its result walks "done", or another edge that the status has; its
// error walks "fail", or "lose_outcome" where nobody knows whether it wrote. In a status that does not wait for the
// tool its result is kept and nothing follows. A status with a "done" edge is at work: it can be cancelled.
func Table() []Row { return slices.Clone(table) }

const (
	start   = trip.CollectingRequirements
	waiting = trip.AwaitingConfirmation
)

var (
	anywhere = []string{Any}
	intake   = of(start, waiting)
)

var table = []Row{
	{edge(Open, anywhere, start), tools(trip.ToolExtract), "a message or a written intent opens a turn"},
	{edge(Open, of(waiting), waiting), tools(trip.ToolExtract), "it may answer the summary"},
	{edge(AskMissing, intake, start), tools(trip.ToolFollowup), "something required for quoting is missing"},
	{edge(AskConfirmation, intake, waiting), nil, "the policy wants a confirmed summary"},
	{edge(Complete, intake, trip.ReadyToQuote), nil, "nothing is missing"},

	{
		edge(Search, of(trip.ReadyToQuote, trip.QuotingHotels), trip.QuotingFlights),
		tools(trip.ToolFlightSearch, trip.ToolHotelSearch), "all that is not fresh is searched in one round",
	},
	{edge(AskDays, of(trip.QuotingFlights), start), nil, "days or routes are open: one of those found is to be chosen"},
	{edge(Done, of(trip.QuotingFlights), trip.QuotingHotels), tools(trip.ToolHotelSearch), "no flight search is left"},
	{edge(Done, of(trip.QuotingHotels), trip.RankingBundles), tools(trip.ToolRank), "every leg and stay has quotes"},
	{edge(Done, of(trip.RankingBundles), trip.PresentingOptions), nil, "there are bundles to choose from"},
	{
		edge(FindNothing, of(trip.QuotingHotels, trip.RankingBundles), trip.NoResults),
		nil, "a search or the ranking found nothing",
	},

	{edge(Select, of(start), trip.RiskChecking), tools(trip.ToolRiskCheck), "a bundle is checked before it is held"},
	{edge(Done, of(trip.RiskChecking), trip.RiskChecked), nil, "nothing blocks the bundle"},
	{edge(Block, of(trip.RiskChecking), trip.Blocked), nil, "the risk report has blockers"},
	{edge(PlaceHolds, of(start), trip.PlacingHolds), tools(trip.ToolHold), "the selected options are held"},
	{edge(Done, of(trip.PlacingHolds), trip.HoldsPlaced), nil, "at least one option is held"},
	{edge(Purchase, of(start), trip.Purchasing), tools(trip.ToolPurchase), "the traveller approved what was shown"},
	{edge(Done, of(trip.Purchasing), trip.Booked), nil, "the purchase is confirmed"},

	{edge(Assist, intake, trip.AssistWorking), tools(trip.ToolAssistantStep), "the message asks for something else"},
	{edge(Done, of(trip.AssistWorking), trip.AssistAnswered), nil, "the assistant has answered"},

	{edge(Fail, anywhere, trip.ErrorRetryable), nil, "a tool failed; the next message starts a full new turn"},
	{
		edge(Fail, of(trip.ErrorOutcomeUnknown), trip.ErrorOutcomeUnknown),
		nil, "an unknown outcome is the greater trouble",
	},
	{edge(LoseOutcome, anywhere, trip.ErrorOutcomeUnknown), nil, "nobody knows yet whether a write happened"},

	{edge(ReturnToStart, anywhere, start), nil, "what was going on is over"},
	{edge(ReturnToBundles, of(start), trip.PresentingOptions), nil, "the bundles still stand"},
	{edge(ReturnToRisk, of(start), trip.RiskChecked), nil, "the risk report still stands"},
	{edge(ReturnToBlocked, of(start), trip.Blocked), nil, "the risk report still stands, with blockers"},
	{edge(ReturnToHolds, of(start), trip.HoldsPlaced), nil, "the holds still stand"},
	{edge(ReturnToBooked, of(start), trip.Booked), nil, "the booking still stands"},
	{edge(ReturnToUnknown, of(start), trip.ErrorOutcomeUnknown), nil, "a write's outcome is still unknown"},
}

func edge(t Trigger, from []string, to trip.Status) fsm.EventDesc {
	return fsm.EventDesc{Name: t.String(), Src: from, Dst: to.State()}
}

func tools(names ...string) []string { return names }

func of(list ...trip.Status) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.State()
	}
	return out
}
