package planted

// heldBack are changes by which the measure was not made: they were written down before it was known what becomes of
// them. Their rules are every twelfth of those in the order of the book that decide something in the scenarios and are
// not among changes.
var heldBack = []change{
	{
		"1.4.ranks", "the ranker is not told the budget", "reducer/internal/search/quote.go",
		"BudgetTotal:            s.Next.Constraints.BudgetTotal,",
		"BudgetTotal:            $s.Next.Constraints.BudgetTotal, trip.Money{}),",
	},
	{
		"1.5.select-copies", "the hotels are not copied", "reducer/internal/search/choose.go",
		"HotelOptionIDs: bundle.HotelOptionIDs,\n\t}", "HotelOptionIDs: $bundle.HotelOptionIDs, nil),\n\t}",
	},
	{
		"1.5.buy-all", "the first of what is held is bought", "reducer/internal/booking/buy.go",
		"HoldIDs: ids, ApprovalToken", "HoldIDs: $ids, ids[:1]), ApprovalToken",
	},
	{
		"1.5.buy-expired", "the holds stay", "reducer/internal/booking/holds.go",
		"slices.Contains(ids, h.HoldID) && h.Status == trip.HoldHeld {",
		"slices.Contains(ids, h.HoldID) && h.Status == trip.HoldHeld && !§ {",
	},
	{
		"1.6.status", "the trip does not fail", "reducer/internal/search/failures.go",
		"\t\ts.Fail(tool, why)\n", "\t\tif !§ { s.Fail(tool, why) }\n",
	},
	{
		"2.2.weather", "no stop is asked about", "reducer/internal/assist/repair.go",
		`return args.text(locationArgument) != "" && s.repeat("2.2.weather"`,
		`return args.text(locationArgument) != "" && !§ && s.repeat("2.2.weather"`,
	},
	{
		"3.0.mixed-round", "a tool that failed for good stays on", "reducer/internal/assist/switchoff.go",
		"!often && !isFinal(c.Class)", "!often && (!isFinal(c.Class) || §)",
	},
	{
		"4.0.sources", "ids are not looked for", "reducer/internal/assist/admission.go",
		"case c.step == 0 && !v.namesKnown(", "case c.step == 0 && !§ && !v.namesKnown(",
	},
	{
		"5.4.release", "nothing is released", "reducer/internal/booking/writes.go",
		"if len(ids) == 0 || s.Next.Turn.AfterAll {", "if len(ids) == 0 || s.Next.Turn.AfterAll || § {",
	},
	{
		"6.1.select-it", "what was told about last is not meant", "reducer/internal/tell/choose.go",
		"isVague && told != nil &&", "isVague && told != nil && !§ &&",
	},
	{
		"6.1.undo-nothing", "another message", "reducer/acts.go",
		`messages.ActNothingToUndo{Ask: s.tell().WaitsNow()}.Message()`,
		`$messages.ActNothingToUndo{Ask: s.tell().WaitsNow()}.Message(), messages.ActNothingOnOffer())`,
	},
	{
		"6.1.questions", "a question alone stops nothing", "reducer/answer.go",
		"if len(gaps)+len(against)+len(t.Questions) == 0 {",
		"if len(gaps)+len(against) == 0 && (§ || len(t.Questions) == 0) {",
	},
	{
		"6.5.in-addition", "it is not confirmed", "reducer/internal/booking/confirm.go",
		"if b == nil || s.Booked() {", "if b == nil || s.Booked() || § {",
	},
	{
		"7.2.times", "it is not said", "reducer/internal/tell/unfit.go",
		`if len(m.TimesUnmet) > 0 {`, `if § { m.TimesUnmet = nil }; if len(m.TimesUnmet) > 0 {`,
	},
}
