package planted

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// change is a change of one rule in one place of the source, as somebody may make it. What is planted instead does the
// same as before unless the rule is switched on: see switched.
type change struct {
	rule string
	does string
	file string
	was  string // stands once in the file
	is   string // in which § is the question whether the rule is switched on, and $ its beginning with other values
}

// changes are of rules that decisions name, one a rule.
var changes = []change{
	{
		"1.1.cancel-message", "nothing is said where nothing runs", "reducer/cancel.go",
		`s.Say(messages.CancelNothing())`, `if !§ { s.Say(messages.CancelNothing()) }`,
	},
	{
		"1.1.cancel-status", "another message", "reducer/cancel.go",
		`messages.CancelStopped()`, `$messages.CancelStopped(), messages.CancelNothing())`,
	},
	{
		"1.3.confirm-yes", "a yes confirms nothing", "reducer/confirm.go",
		`if asked && (s.confirming ||`, `if asked && !§ && (s.confirming ||`,
	},
	{
		"1.4.ttl", "offers grow old in a tenth of the time", "reducer/internal/search/quote.go",
		`s.Policy.QuoteTTLSeconds*nanosPerSecond`, `$s.Policy.QuoteTTLSeconds, s.Policy.QuoteTTLSeconds/10)*nanosPerSecond`,
	},
	{
		"1.5.buy-rule", "an approval needs no token", "reducer/internal/booking/buy.go",
		`a.ApprovalToken == ""`, `a.ApprovalToken == "" && !§`,
	},
	{
		"1.5.buy-unshown", "what was approved before it was shown has moved", "reducer/internal/booking/buy.go",
		"case trip.AskNone:", `case $trip.AskNone, "nothing"):`,
	},
	{
		"1.5.charged-more", "nobody is told", "reducer/internal/tell/holds.go",
		"if b.ChargedMore() {", "if b.ChargedMore() && !§ {",
	},
	{
		"1.5.group-whole", "what comes with a part is not told", "reducer/internal/tell/parts.go",
		"if !offers.IsNamed(s.Next, named,", "if !§ && !offers.IsNamed(s.Next, named,",
	},
	{
		"1.5.hold-asks", "confirmations are not asked for", "reducer/internal/search/hold.go",
		"if len(s.booking().Unanswered()) > 0 {", "if len(s.booking().Unanswered()) > 0 && !§ {",
	},
	{
		"1.5.hold-blocked", "what blocks a hold does not", "reducer/internal/search/hold.go",
		"if len(report.BlockingIssues) > 0 {", "if len(report.BlockingIssues) > 0 && !§ {",
	},
	{
		"1.5.hold-nothing-selected", "another message", "reducer/internal/search/hold.go",
		`messages.HoldNothingSelected()`, `$messages.HoldNothingSelected(), messages.ActNothingOnOffer())`,
	},
	{
		"1.5.hold-otherwise", "what is held otherwise is not told", "reducer/internal/tell/asks.go",
		"if s.booking().InDoubt() || !slices.ContainsFunc(o.Held, isOtherwise)",
		"if § || s.booking().InDoubt() || !slices.ContainsFunc(o.Held, isOtherwise)",
	},
	{
		"1.5.select-blocked", "what blocks a choice does not", "reducer/internal/search/choose.go",
		"if len(report.BlockingIssues) > 0 {", "if len(report.BlockingIssues) > 0 && !§ {",
	},
	{
		"1.5.unknown-each", "one doubt is named of several", "reducer/internal/tell/holds.go",
		"if len(open) == 1 {", "if len(open) == 1 || § {",
	},
	{
		"1.5.unknown-first", "the doubt comes last", "reducer/doubt.go",
		"s.D.UI = append([]trip.Message{first}, rest...)",
		"s.D.UI = $append([]trip.Message{first}, rest...), append(rest, first))",
	},
	{
		"1.8.goes-on", "nothing is said of the tool that failed", "reducer/internal/search/points.go",
		`s.Say(messages.AssistWithout{`, `if § { s.pointSettled(tool.Runs); return }; s.Say(messages.AssistWithout{`,
	},
	{
		"2.1.needs-input-ends", "a tool that needs input does not end the round", "reducer/internal/assist/assist.go",
		"if i := r.first(needsInput); i >= 0 {", "if i := r.first(needsInput); i >= 0 && !§ {",
	},
	{
		"3.0.failed-rounds", "two rounds may fail, not three", "reducer/internal/assist/assist.go",
		"a.FailedRounds >= maxFailedRounds", "a.FailedRounds >= $int64(maxFailedRounds), 2)",
	},
	{
		"3.0.failed-twice", "a tool is switched off at the third failure", "reducer/internal/assist/switchoff.go",
		">= mostFailures", ">= $int64(mostFailures), 3)",
	},
	{
		"3.0.good-rounds", "half as many rounds", "reducer/internal/assist/assist.go",
		"a.GoodRounds >= maxGoodRounds", "a.GoodRounds >= $int64(maxGoodRounds), 5)",
	},
	{
		"3.0.permanent-stops", "a final failure is one like any other", "reducer/internal/assist/assist.go",
		"case final:", "case final && !§:",
	},
	{
		"3.0.short-text", "what the model says beside its calls is not told", "reducer/internal/assist/assist.go",
		"s.Say(s.Words(p.Text))", "if !§ { s.Say(s.Words(p.Text)) }",
	},
	{
		"3.0.useful", "a result that is none counts", "reducer/internal/assist/round.go",
		"case tool.CheckAnswer(res.Result) != nil:", "case tool.CheckAnswer(res.Result) != nil && !§:",
	},
	{
		"3.1.replaced", "what waited still waits beside the new", "reducer/internal/assist/waiting.go",
		"if slices.ContainsFunc(t.Waiting, isEarlier) {", "if slices.ContainsFunc(t.Waiting, isEarlier) && !§ {",
	},
	{
		"4.0.finds-nothing", "no broader search", "reducer/internal/assist/runplan.go",
		"case s.Next.Turn.Assist.Plan.Broad:", "case s.Next.Turn.Assist.Plan.Broad || §:",
	},
	{
		"5.7.once", "nobody is told that it was noted already", "reducer/special.go",
		"if len(again) > 0 {", "if len(again) > 0 && !§ {",
	},
	{
		"6.1.complain", "another message", "reducer/acts.go",
		`messages.ActComplain{Waited: s.waited()}.Message()`,
		`$messages.ActComplain{Waited: s.waited()}.Message(), messages.ActHelp{Waited: s.waited()}.Message())`,
	},
	{
		"6.1.select-several", "one option is listed of those that fit", "reducer/internal/tell/choose.go",
		"list[:min(len(list), mostListed)]", "list[:min(len(list), $mostListed, 1))]",
	},
	{
		"6.1.show-more", "one more option at a time", "reducer/internal/tell/show.go",
		"more[:min(len(more), ShownBundles)]", "more[:min(len(more), $ShownBundles, 1))]",
	},
	{
		"6.1.show-trip", "what was assumed is not told", "reducer/internal/tell/show.go",
		`Assumed: s.assumed()`, `Assumed: $s.assumed(), nil)`,
	},
	{
		"6.1.sort-within", "options above the amount stay", "reducer/internal/tell/show.go",
		"if len(within) > 0 {", "if len(within) > 0 && !§ {",
	},
	{
		"6.1.start-over-asks", "what is held is given up unasked", "reducer/acts.go",
		"if len(held) == 0 {\n\t\tdoubted,", "if len(held) == 0 || § {\n\t\tdoubted,",
	},
	{
		"6.1.undo-question", "a question is not taken back", "reducer/acts.go",
		"if ask := s.Next.Status.Ask; ask != nil && ask.Kind == trip.AskClarify &&",
		"if ask := s.Next.Status.Ask; !§ && ask != nil && ask.Kind == trip.AskClarify &&",
	},
	{
		"6.2.decline-question", "another message", "reducer/answer.go",
		"case ask.Kind == trip.AskClarify && s.dropSettled():",
		"case ask.Kind == trip.AskClarify && !§ && s.dropSettled():",
	},
	{
		"6.2.picked", "what is picked is not named beside others", "reducer/internal/tell/holds.go",
		`s.Rule("6.2.picked")`, `s.Rule("6.2.picked"); if § { refs.Picked = nil }`,
	},
	{
		"6.3.said", "words that the person did not say approve", "reducer/answer.go",
		"if !s.saysAmount(said) {", "if !s.saysAmount(said) && !§ {",
	},
	{
		"6.4.asked", "conflicts are not asked about", "reducer/answer.go",
		"against := conflicts(s.Next)", "against := $conflicts(s.Next), nil)",
	},
	{
		"6.5.booked-already", "a second trip is searched beside a booking", "reducer/intake.go",
		"case s.Changed && s.isBookedAlready():", "case s.Changed && !§ && s.isBookedAlready():",
	},
	{
		"7.1.assumptions", "one assumption is told of all", "reducer/echo.go",
		"isOld := func(o trip.Message) bool { return saysSame(&o, &m) }",
		"isOld := func(o trip.Message) bool { return saysSame(&o, &m) || § }",
	},
	{
		"7.1.card", "nothing is said of a card's number", "reducer/echo.go",
		"if tell.HasCard(s.Next.Request.UserMessage) {", "if tell.HasCard(s.Next.Request.UserMessage) && !§ {",
	},
	{
		"7.1.unsearched", "nothing is said of what is not searched", "reducer/echo.go",
		"if len(modes) == 0 ||", "if § || len(modes) == 0 ||",
	},
	{
		"7.1.whole", "a trip that becomes whole is told by its changes", "reducer/echo.go",
		"len(s.missing(&old)) > 0 && !changes.Replaces", "len(s.missing(&old)) > 0 && !changes.Replaces && !§",
	},
	{
		"7.2.airlines", "nothing is said where no offer is of the airline", "reducer/internal/tell/unfit.go",
		"len(wanted) > 0 &&", "len(wanted) > 0 && !§ &&",
	},
	{
		"7.2.currency", "another currency than the budget's is not told", "reducer/internal/tell/unfit.go",
		`budget.IsSet() {`, `budget.IsSet() && !§ {`,
	},
	{
		"7.2.excluded", "nothing is said where every offer is excluded", "reducer/internal/tell/unfit.go",
		"if s.showsExcluded(all) {", "if s.showsExcluded(all) && !§ {",
	},
	{
		"7.2.told-once", "the trip is told again with the options", "reducer/internal/tell/first.go",
		"Trip: !s.Next.Turn.ToldWhole", "Trip: !s.Next.Turn.ToldWhole || §",
	},
	{
		"7.3.given-back", "nobody is told", "reducer/internal/search/choose.go",
		`s.Say(messages.EchoGivenBack())`, `if !§ { s.Say(messages.EchoGivenBack()) }`,
	},
	{
		"7.4.nothing-new", "the list is shown three times", "reducer/repeat.go",
		"if t.Repeats++; t.Repeats > 1 {", "if t.Repeats++; t.Repeats > $int64(1), 2) {",
	},
}

// plant makes changes in the files of a tree, so that each can be switched on.
func plant(files map[string][]byte, dir string, all []change) error {
	var gone error
	for _, c := range all {
		name := filepath.Join(dir, c.file)
		if n := bytes.Count(files[name], []byte(c.was)); n != 1 {
			gone = errors.Join(gone, fmt.Errorf("%s: %q stands %d times in %s, want once", c.rule, c.was, n, c.file))
		}
	}
	if gone != nil {
		return gone
	}
	changed := map[string]bool{}
	for _, c := range all {
		rule := strconv.Quote(c.rule)
		is := strings.NewReplacer("§", "planted.Is("+rule+")", "$", "planted.Or("+rule+", ").Replace(c.is)
		name := filepath.Join(dir, c.file)
		files[name] = bytes.Replace(files[name], []byte(c.was), []byte(is), 1)
		changed[name] = true
	}
	for name := range changed {
		s, err := parse(name, files[name])
		if err != nil {
			return err
		}
		s.imports("github.com/legwork-go/legwork/internal/planted")
		if files[name], err = s.text(); err != nil {
			return err
		}
	}
	files[filepath.Join(dir, "internal/planted/planted.go")] = []byte(switched)
	return nil
}
