package scrub

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/legwork-go/legwork/internal/words"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// Cleaned is a recording without what belongs to a person.
type Cleaned struct {
	TripID trip.ID
	Lines  [][]byte // a header and the events

	// Back holds for every stand-in what it stands for, to go back: more than one text where they differ in case or in
	// marks that stand-ins have not.
	Back map[string][]string
}

// Recording cleans a recording. Under the same key the same words have the same stand-ins.
//
//   - Errors: *replay.InputError for what is no recording; with ErrDiffers for one that cannot be cleaned. Neither
//     tells what the recording says.
func Recording(file string, cfg turn.Config, key []byte, lines iter.Seq[string]) (*Cleaned, error) {
	s := &scrubber{
		file: file, base: cfg, words: newWords(key), old: replay.New(file, cfg, replay.Options{NoTexts: true}),
		ids: renamed{calls: map[string]string{}, asks: map[string]string{}, choices: map[string]string{}},
	}
	for text := range lines {
		step, err := s.old.Line(text)
		if err != nil && step == nil {
			return nil, quiet(err)
		}
		if step == nil {
			continue
		}
		if err := s.step(step); err != nil {
			return nil, &replay.InputError{
				File: file, Line: step.Line, Err: quiet(err), Hint: "keep it where it is, or cut the recording before this line",
			}
		}
	}
	if !s.begun {
		return nil, &replay.InputError{File: file, Err: errEmpty, Hint: "there is nothing to clean"}
	}
	out := &Cleaned{TripID: s.header.TripID, Back: s.words.back}
	for line, err := range replay.Renew(file, cfg, slices.Values(s.out)) {
		if err != nil {
			return nil, err
		}
		out.Lines = append(out.Lines, line)
	}
	if err := s.verify(out); err != nil {
		return nil, err
	}
	return out, nil
}

// quiet returns an error without what the recording says.
func quiet(err error) error {
	var malformed *trip.MalformedError
	if !errors.As(err, &malformed) {
		return err
	}
	bare := *malformed
	bare.Got = "something else"
	var bad *replay.InputError
	if !errors.As(err, &bad) {
		return fmt.Errorf("%w: %w", ErrDiffers, &bare)
	}
	said := *bad
	said.Err = &bare
	return &said
}

var errEmpty = fmt.Errorf("scrub: the recording has no events")

// scrubber cleans one recording.
type scrubber struct {
	file   string
	base   turn.Config // before a header
	cfg    turn.Config // of the copy
	words  *wordsOf
	known  *vocabulary
	ids    renamed
	old    *replay.Replayer
	header trip.Header
	in     trip.Intent // of the copy
	begun  bool
	out    []string
	marks  []string // what each event does
}

// step cleans one event.
func (s *scrubber) step(step *replay.Step) error {
	if !s.begun {
		if err := s.makeHeader(&step.Event); err != nil {
			return err
		}
	}
	was, _ := step.Event.Data.(trip.UserMessage)
	var taken *attempt
	var why error
	asked := ""
	if ask := s.in.Status.Ask; ask != nil && ask.Kind == trip.AskApprove {
		asked = string(ask.Params.AppendJSON(nil)) // as text it may be masked
	}
	totals := amountsIn(asked)
	for _, how := range manners(asked, s.known.isOfTool) {
		a := attempt{event: s.event(step, how)}
		var err error
		if a.next, a.decision, err = turn.Step(s.cfg, s.in, a.event); err != nil {
			why = fmt.Errorf("%w: seq %d: %w", ErrDiffers, step.Event.Seq, err)
			continue
		}
		if was, is := mark(step.Decision), mark(&a.decision); was != is {
			why = fmt.Errorf("%w: seq %d: it was %s, and would be %s", ErrDiffers, step.Event.Seq, was, is)
			continue
		}
		is, _ := a.event.Data.(trip.UserMessage)
		a.other = others(saying(was.Text, totals), saying(is.Text, totals))
		if taken == nil || a.other < taken.other {
			taken = &a
		}
		if a.other == 0 {
			break
		}
	}
	if taken == nil {
		return why
	}
	s.ids.note(step.Decision, &taken.decision)
	s.in, s.marks = taken.next, append(s.marks, mark(&taken.decision))
	s.out = append(s.out, string(taken.event.AppendJSON(nil)))
	return nil
}

// attempt is an event of the copy, masked in one manner, and what it does. Of those that do what the original does the
// first is taken whose words say most of the same to decisions that are still to come.
type attempt struct {
	event    trip.Event
	next     trip.Intent
	decision trip.Decision
	other    int // how much its words say otherwise
}

// event returns the event of the copy.
func (s *scrubber) event(step *replay.Step, how manner) trip.Event {
	was := &step.Event
	ev := trip.Event{Seq: was.Seq, Trip: s.header.TripID, At: was.At, Clock: was.Clock}
	if step.Decision.Ignored == trip.StaleTurn {
		ev.Turn = 1 // of which turn is all the same, and no longer known
	}
	c := s.cleaner(how)
	ev.Data = c.event(was.Data, step.Decision.Settled, &s.ids)
	if len(was.Said) > 0 {
		ev.Said = []string{""} // what is said is written anew
	}
	return ev
}

func (s *scrubber) cleaner(how manner) *cleaner {
	return &cleaner{words: s.words, known: s.known, trips: s.tripID, how: how}
}

func (s *scrubber) tripID(id trip.ID) trip.ID {
	if id == "" {
		return ""
	}
	made := "trip-" + s.words.word(string(id))
	s.words.note(made, string(id))
	return trip.ID(made)
}

// mark is what must stay of a decision: where it leads, why, and what it calls and shows.
func mark(d *trip.Decision) string {
	text := fmt.Sprintf("%s %s %s %d:", d.Status, d.Ignored, d.Rules, len(d.UI))
	for i := range d.ToolCalls {
		text += " " + d.ToolCalls[i].Name
	}
	return text
}

// saying reads in a message what the engine itself reads in one, while the approval of amounts is asked for. The number
// of a card counts twice: it is always told.
func saying(text string, asked []trip.Money) []bool {
	m := words.ReadMessage(text, nil)
	from, to := trip.CardNumber(text)
	return []bool{
		words.IsRetry(text), m.Confirms, m.Search, m.Food, m.Place != "", m.Answer != "", from < to, from < to,
		slices.ContainsFunc(asked, m.Approves),
	}
}

// others counts what two messages say otherwise.
func others(a, b []bool) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// amountsIn lists the amounts of money in the parameters of an ask.
func amountsIn(params string) (list []trip.Money) {
	for _, found := range amountForm.FindAllStringSubmatch(params, -1) {
		if m, err := trip.ParseMoney(found[1], trip.Currency(found[2])); err == nil {
			list = append(list, m)
		}
	}
	return list
}

// verify folds the copy once more, from its lines, as whoever gets it will.
func (s *scrubber) verify(c *Cleaned) error {
	r := replay.New(s.file, s.base, replay.Options{NoTexts: true})
	n := 0
	for _, line := range c.Lines {
		step, err := r.Line(string(line))
		if err != nil {
			return err
		}
		if step == nil {
			continue
		}
		if is := mark(step.Decision); is != s.marks[n] {
			return &replay.InputError{
				File: s.file, Err: fmt.Errorf("%w: seq %d: it was %s, and would be %s", ErrDiffers, step.Event.Seq, s.marks[n], is),
			}
		}
		n++
	}
	return nil
}
