package extract

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// The rules of acts stand in data/en/acts.tsv, one a line. What they say of the words of a clause is read there; what
// holds of the trip, and what no words tell, stands here.

//go:embed data/en/acts.tsv
var actTable string

// actRule is a line of the table. A clause is read by it when all of it holds.
type actRule struct {
	id    string
	tries bool                             // the next line is tried where its function tells no act
	when  [][]func(*reading, *clause) bool // of each list one holds
	said  []saying
	act   func(*reading, *clause) (Act, bool)
}

// saying is a condition on the words of a clause. The phrases have a blank at either end.
type saying struct {
	how     string
	phrases []string
	words   map[string]bool // all of them, where nothing else may stand
	numbers bool            // and numbers
}

// actForms are the rules of each form, in the order in which the forms are tried. Those of a form that begins with "?"
// are no act, but told of a clause.
var (
	actForms  [][]actRule
	askForms  = map[string][]actRule{}
	conjuncts = strings.NewReplacer("; ", "\n", ";", "\n")
)

func init() { // what a rule calls may itself ask the rules
	before := ""
	for cells := range linesOf(actTable) {
		outcome, tries := strings.CutPrefix(cells[4], "try ")
		rule := actRule{id: cells[1], tries: tries, said: saidIn(cells[3]), act: actOutcome(outcome)}
		for atom := range strings.FieldsSeq(cells[2]) {
			var either []func(*reading, *clause) bool
			for name := range strings.SplitSeq(atom, "|") {
				either = append(either, actCondition(name))
			}
			rule.when = append(rule.when, either)
		}
		switch form := cells[0]; {
		case form[0] == '?':
			askForms[form] = append(askForms[form], rule)
		case form == before:
			actForms[len(actForms)-1] = append(actForms[len(actForms)-1], rule)
		default:
			actForms = append(actForms, []actRule{rule})
		}
		before = cells[0]
	}
}

// saidIn reads "any: hold, reserve; not: @no; only: @rest".
func saidIn(cell string) []saying {
	var all []saying
	for part := range strings.SplitSeq(conjuncts.Replace(cell), "\n") {
		how, list, found := strings.Cut(part, ": ")
		if !found {
			continue
		}
		s := saying{how: how, words: map[string]bool{}}
		between := ", "
		if how == "only" || how == "message" {
			between = " "
		}
		for phrase := range strings.SplitSeq(list, between) {
			if name, isClass := strings.CutPrefix(phrase, "@"); isClass {
				s.phrases = append(s.phrases, class(name)...)
			} else {
				s.phrases = append(s.phrases, phrase)
			}
			s.numbers = s.numbers || phrase == "#"
		}
		for i, phrase := range s.phrases {
			for word := range strings.FieldsSeq(phrase) {
				s.words[word] = true
			}
			s.phrases[i] = " " + phrase + " "
		}
		all = append(all, s)
	}
	return all
}

func (s *saying) holds(r *reading, c *clause) bool {
	is := func(test func(text, phrase string) bool) bool {
		return slices.ContainsFunc(s.phrases, func(p string) bool { return test(c.text, p) })
	}
	switch s.how {
	case "any":
		return is(strings.Contains)
	case "not":
		return !is(strings.Contains)
	case "begins":
		return is(strings.HasPrefix)
	case "unless":
		return !is(strings.HasPrefix)
	case "is":
		return is(func(text, phrase string) bool { return text == phrase })
	case "does":
		return is(strings.Contains) && !c.has(denying...) &&
			c.only(slices.Collect(maps.Keys(s.words)), class("it"), class("rest"), class("yes"))
	case "message":
		c = r.whole()
	}
	return c.all(func(word string) bool { return s.words[word] || s.numbers && isNumeral(word) })
}

func (rule *actRule) holds(r *reading, c *clause) bool {
	for i := range rule.said {
		if !rule.said[i].holds(r, c) {
			return false
		}
	}
	for _, either := range rule.when {
		if !slices.ContainsFunc(either, func(holds func(*reading, *clause) bool) bool { return holds(r, c) }) {
			return false
		}
	}
	return true
}

// actOf reads the act of a clause, and the rule that says so. Specific forms are tried first: an explicit request comes
// before a bare yes.
func (r *reading) actOf(c *clause) (a Act, by reader, ok bool) {
	for _, form := range actForms {
		if a, by, ok = r.readBy(form, c); ok {
			return a, by, true
		}
	}
	return Act{}, byAct, false
}

// readBy reads a clause by the first rule of a form that holds.
func (r *reading) readBy(form []actRule, c *clause) (Act, reader, bool) {
	for i := range form {
		if rule := &form[i]; rule.holds(r, c) {
			if a, ok := rule.act(r, c); ok || !rule.tries {
				return r.ordered(a, c), reader{byAct.slot, rule.id}, ok
			}
		}
	}
	return Act{}, byAct, false
}

// told reports whether a form that is no act holds of a clause.
func (r *reading) told(form string, c *clause) bool {
	if askForms[form] == nil {
		panic("extract: no form " + form)
	}
	_, _, ok := r.readBy(askForms[form], c)
	return ok
}

// actCondition returns what a name in the table asks of the trip and the clause; "!" before it asks for the opposite,
// and "words<8" for so few words.
func actCondition(name string) func(*reading, *clause) bool {
	if name, denied := strings.CutPrefix(name, "!"); denied {
		holds := actCondition(name)
		return func(r *reading, c *clause) bool { return !holds(r, c) }
	}
	if limit, counts := strings.CutPrefix(name, "words<"); counts {
		n, _ := strconv.Atoi(limit)
		return func(_ *reading, c *clause) bool { return c.words() < n }
	}
	if name[0] == '?' {
		return func(r *reading, c *clause) bool { return r.told(name, c) }
	}
	if holds, ok := ofClause[name]; ok {
		return holds
	}
	if holds, ok := ofTrip[name]; ok {
		return func(r *reading, _ *clause) bool { return holds(r.known) }
	}
	panic(fmt.Sprintf("extract: no condition %q", name))
}

func asked(kind trip.AskKind) func(*known) bool {
	return func(k *known) bool { return k.askKind() == kind }
}

// ofTrip are the conditions on where the trip stands.
var ofTrip = map[string]func(*known) bool{
	"fresh": (*known).fresh, "begun": func(k *known) bool { return !k.fresh() },
	"unasked": asked(""), "asked": func(k *known) bool { return k.askKind() != "" },
	"choose": asked(trip.AskChoose), "confirm": asked(trip.AskConfirm), "approve": asked(trip.AskApprove),
	"missing": asked(trip.AskMissing), "clarify": asked(trip.AskClarify),
	"there-and-back": (*known).roundTrip, "days-listed": (*known).listsDays,
	"offered": (*known).offered, "at-rest": (*known).atRest, "asks-hold": (*known).asksHold,
	"awaiting":    func(k *known) bool { return k.Status.Node == trip.AwaitingConfirmation },
	"has-targets": func(k *known) bool { return len(k.targets()) > 0 },
	"documents":   func(k *known) bool { return len(k.Scope.DocumentIDs) > 0 },
	"property":    func(k *known) bool { return k.Scope.PropertyID != "" },
	"unoffered":   (*known).unoffered,
	"unpicked":    func(k *known) bool { return k.WorkingMemory.Selected.BundleID == "" },
	"committed":   (*known).isCommitted,
	"changed-last": func(k *known) bool { // the message before changed a plan that had all that is searched by
		n := len(k.UndoStack)
		return n > 0 && k.UndoStack[n-1].Turn == k.Turn.Number-1 && isWhole(&k.UndoStack[n-1])
	},
}

// ofClause are the conditions on a clause that its words alone do not tell.
var ofClause = map[string]func(*reading, *clause) bool{
	"asks":      func(r *reading, c *clause) bool { return r.asks(r.toks[c.from].sentence) },
	"agrees-if": func(r *reading, c *clause) bool { return r.told("?agrees-if", r.sentence(c.from)) },
	"cheapest":  func(_ *reading, c *clause) bool { by, _ := superlative(c); return by == trip.ByCheapest },
	"too-dear":  (*reading).complainsOfPrice,
	"takes-best": func(_ *reading, c *clause) bool { // "go with the cheaper one"
		by, words := superlative(c)
		return by != "" && c.only(class("choose"), words)
	},
	"requests":    func(r *reading, c *clause) bool { return r.requests(r.toks[c.from].sentence) },
	"off-subject": func(r *reading, c *clause) bool { return r.offSubject(r.toks[c.from].sentence) },
	"only-asked":  (*reading).onlyAsked, "asks-fact": (*reading).asksFact,
	"marked": func(r *reading, c *clause) bool { return r.hasIn(c.from, c.to, "?") },
	"asked-here": func(r *reading, c *clause) bool {
		from, to := r.span(r.toks[c.from].sentence)
		return r.hasIn(from, to, "?")
	},
	"denied": func(r *reading, c *clause) bool { return r.toks[c.from].denies },
	"length-unwanted": func(r *reading, c *clause) bool { // "no long layovers"
		return r.some(c.from, c.to, func(i int) bool {
			return r.unwanted(i) && r.anyOf(i, "long", "longer", "longest", "short", "shorter", "shortest", "quickest", "tight")
		})
	},
	"contrasts": func(r *reading, c *clause) bool { return r.sentence(c.from).has(denying...) },
	"errand":    func(r *reading, c *clause) bool { return r.some(c.from, c.to, r.otherAt) },
	"counts-things": func(r *reading, c *clause) bool {
		isThing := func(i int) bool {
			n := countNouns[r.text(i)]
			return n != noCount && n != adultCount && n != stopCount
		}
		return r.some(c.from, c.to, func(i int) bool { return r.count(i) > 0 && isThing(i+1) })
	},
	"names-more": func(r *reading, c *clause) bool { // "one stop", "not in May", "not in the US" are more than a no
		return r.some(c.from, c.to, func(i int) bool {
			return r.isNamed(i) || r.count(i) > 0 && countNouns[r.text(i+1)] == stopCount
		})
	},
	"points": func(r *reading, c *clause) bool { // "that hotel", and no "a hotel", which is wished for
		return !r.some(c.from, c.to, func(i int) bool {
			return is("judged", r.text(i)) && !r.anyOf(i-1, "the", "that", "this", "these", "those", "your")
		})
	},
	"quotes": (*reading).quotes, "number": (*reading).hasNumber,
	"requested": func(r *reading, c *clause) bool {
		return r.some(c.from, c.to, func(i int) bool { return r.toks[i].requested })
	},
	"adds": func(r *reading, _ *clause) bool { return len(r.requested) > 0 },
	"rethinks": func(r *reading, _ *clause) bool { // "hmm, no", "actually no": of what was just done
		return r.some(0, len(r.toks), func(i int) bool {
			return r.isSound(i) || r.anyOf(i, "actually", "thought", "thoughts")
		})
	},
	"refused":     func(r *reading, _ *clause) bool { return r.hasAny(class("no")...) },
	"conditional": func(r *reading, _ *clause) bool { return r.conditional() },
	"withholds":   func(r *reading, _ *clause) bool { return r.withholds() },
	"hesitates":   func(_ *reading, c *clause) bool { return c.hesitates() },
	"retry":       func(r *reading, _ *clause) bool { return r.isRetry() },
	"sums":        func(r *reading, _ *clause) bool { return r.sums() },
	"numbered":    func(_ *reading, c *clause) bool { return len(numberWords(c)) > 0 },
	"two-numbers": func(_ *reading, c *clause) bool { return len(numberWords(c)) == 2 },
	"names-value": (*reading).namesValue, "names-money": (*reading).namesMoney, "narrows": (*reading).narrows,
	"lets-go":     func(_ *reading, c *clause) bool { return c.has("let") == c.has("go") },
	"could":       (*reading).couldGiveUp,
	"cancels-leg": (*reading).cancelsLeg, "others-approve": (*reading).othersApprove,
	"amount": func(r *reading, c *clause) bool { // "I'd pay up to 350" says what may be spent
		return r.amountIn(c) != "" && !r.some(c.from, c.to, func(i int) bool {
			_, to, _ := r.amountAt(i)
			return r.toks[i].kind == number && (r.limitBefore(i) >= 0 || r.limitAfter(to))
		})
	},
	"others-on-day": (*reading).othersOnDay, "about-offer": (*reading).aboutOffer, "names-change": (*reading).namesChange,
	"options":      func(r *reading, c *clause) bool { return len(r.optionsAsked(c)) > 0 },
	"names-option": func(r *reading, c *clause) bool { _, ok := r.asksOption(c); return ok },
}

// outcomes are the acts that no line of the table can say.
var outcomes = map[string]func(*reading, *clause) (Act, bool){
	"part": (*reading).part, "meaning": (*reading).explains, "terms-taken": (*reading).takesTerms,
	"put-off": (*reading).putsOff, "hedged": (*reading).hedges, "hold": (*reading).holds,
	"select": (*reading).selects, "currency": (*reading).asksCurrency, "details": (*reading).asksDetails,
	"option": (*reading).asksOption, "yes": (*reading).consents,
	"standing":  func(r *reading, _ *clause) (Act, bool) { return r.standing() },
	"checked":   func(r *reading, _ *clause) (Act, bool) { return r.checked() },
	"first":     func(r *reading, _ *clause) (Act, bool) { return r.rankersFirst(), true },
	"condition": (*reading).onCondition, "times": (*reading).asksTimes, "time-of-day": (*reading).ordersDay,
	"best-first": (*reading).ordersBest,
	"within":     func(r *reading, c *clause) (Act, bool) { return r.withinAmount(c.from, c.to) },
	"agreed-if": func(r *reading, c *clause) (Act, bool) { // what there is is told again: it is no wish for another search
		r.taken(r.sentence(c.from))
		return r.standing()
	},
	"price-now": func(r *reading, c *clause) (Act, bool) { // no price of before is kept: what it is now is told
		for end := c.to; end > c.from; end-- {
			if at := end - 1; r.anyOf(at, "than", "before", "earlier", "yesterday") {
				r.tell(at, max(at+1, r.behind(at+1, "before", "it", "was", "earlier", "yesterday", "last", "time")))
			}
		}
		return Act{Act: trip.ActAsk, What: trip.FactPrice}, true
	},
	"given-up": func(r *reading, c *clause) (Act, bool) { // "forget it, we both stay": the rest says that it is as before
		rest := r.clause(c.to, len(r.toks))
		isOnly := c.from == 0 && !r.trial && rest.only([]string{
			"both", "all", "stay", "staying", "remain", "together",
			"too", "much", "expensive", "dear",
		})
		if isOnly {
			r.taken(r.whole())
		}
		return Act{Act: trip.ActUndo}, isOnly
	},
	"amount": func(r *reading, c *clause) (Act, bool) {
		return Act{Act: trip.ActApprove, Amount: r.amountIn(c)}, true
	},
	"pause": func(r *reading, _ *clause) (Act, bool) {
		r.pauses = true
		return show(trip.ShowDeadline)
	},
}

// actOutcome reads the act of a line: "show option position=1", "meant release", "=standing", or "-" for none.
func actOutcome(cell string) func(*reading, *clause) (Act, bool) {
	if cell == "-" {
		return func(*reading, *clause) (Act, bool) { return Act{}, false }
	}
	if name, told := strings.CutPrefix(cell, "="); told {
		if outcomes[name] == nil {
			panic(fmt.Sprintf("extract: no outcome %q", name))
		}
		return outcomes[name]
	}
	cell, asksMeant := strings.CutPrefix(cell, "meant ")
	fields := strings.Fields(cell)
	a := Act{Act: fields[0]}
	byClass := ""
	for _, f := range fields[1:] {
		switch name, value, _ := strings.Cut(f, "="); {
		case name == "position":
			a.Position, _ = strconv.ParseInt(value, 10, 64)
		case name == "by" && value[0] == '@':
			byClass = value[1:]
		case name == "by":
			a.By = value
		default:
			a.What = strings.ReplaceAll(f, "+", " ")
		}
	}
	if byClass != "" {
		return func(_ *reading, c *clause) (Act, bool) { return Act{Act: a.Act, By: c.first(byClass).value}, true }
	}
	if asksMeant {
		return func(r *reading, c *clause) (Act, bool) { return r.meant(a, c) }
	}
	return func(*reading, *clause) (Act, bool) { return a, true }
}
