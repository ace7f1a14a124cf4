package diffs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/trip"
)

// Difference is one event that is decided differently. Its JSON is a line of `legwork diff --json`.
type Difference struct {
	File     string         `json:"file"`
	Seq      int64          `json:"seq"`
	Type     trip.EventType `json:"type"`
	Kind     replay.Kind    `json:"kind"` // the most noticeable
	Old      any            `json:"old"`
	New      any            `json:"new"`
	RulesOld []string       `json:"rules_old"`
	RulesNew []string       `json:"rules_new"`
	Also     []replay.Kind  `json:"also,omitempty"`  // what else differs
	After    int64          `json:"after,omitempty"` // seq of the earlier difference that this one may follow from
	Parted   *Parting       `json:"parted,omitempty"`

	what string
}

// Parting is an earlier event of a recording at which the states of two versions parted, though nothing was noticed of
// it. What is noticed later may come of it: its rules count beside those of the difference.
type Parting struct {
	Seq      int64    `json:"seq"`
	RulesOld []string `json:"rules_old"`
	RulesNew []string `json:"rules_new"`
}

// Side is what of a decision can be noticed.
type Side struct {
	Status  string
	Ignored string
	Calls   []Call
	UI      []Message
	Texts   []string // of UI
	Ask     string   // its JSON, without texts and id
	Rules   []string
	NoKeys  bool // messages have texts only
}

// Call is a call that was queued.
type Call struct {
	Name      string `json:"name"`
	Arguments string `json:"-"` // canonical JSON
}

// Message is a message that was shown.
type Message struct {
	Key    string
	Params string // canonical JSON
}

// OfPair returns the difference of an event that was decided twice.
func OfPair(p *replay.Pair) Difference {
	d := Difference{
		File: strings.Clone(p.File), Seq: p.Event.Seq, Type: p.Event.Type(), Kind: p.Kinds[0],
		RulesOld: texts(p.Old.Rules), RulesNew: texts(p.New.Rules), Also: slices.Clone(p.Kinds[1:]),
	}
	if d.Kind == replay.DiffersIntent {
		d.remembered(p)
		return d
	}
	d.fill(sideOf(p.Old), sideOf(p.New))
	return d
}

// PartingAt returns the parting at an event that these rules decided.
func PartingAt(seq int64, old, now []string) *Parting { return &Parting{seq, texts(old), texts(now)} }

// rules returns the rules that decided on each side, here and where the sides parted.
func (d *Difference) rules() (old, now []string) {
	if d.Parted == nil {
		return d.RulesOld, d.RulesNew
	}
	return either(d.Parted.RulesOld, d.RulesOld), either(d.Parted.RulesNew, d.RulesNew)
}

// texts clones a list whose texts may be parts of a line.
func texts(list []string) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = strings.Clone(list[i])
	}
	return out
}

func sideOf(d *trip.Decision) *Side {
	s := &Side{Status: d.Status.String(), Ignored: string(d.Ignored), Texts: texts(d.UIMessages()), Rules: d.Rules}
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		s.Calls = append(s.Calls, Call{strings.Clone(c.Name), string(trip.AppendArguments(nil, c.Arguments))})
	}
	for _, m := range d.UI {
		key := m.Key
		m.Key, m.Text = "", ""
		s.UI = append(s.UI, Message{key, string(m.AppendJSON(nil))})
	}
	if d.Ask != nil {
		s.Ask = string(d.Ask.AppendJSON(nil))
	}
	return s
}

// remembered tells a difference of the state by its members.
func (d *Difference) remembered(p *replay.Pair) {
	old, now := map[string]string{}, map[string]string{}
	var paths []string
	for _, c := range applier.Diff(p.Old.Next, p.New.Next) {
		old[c.Path], now[c.Path] = short(string(c.Before)), short(string(c.After))
		paths = append(paths, pattern(c.Path))
	}
	if len(paths) == 0 { // in the bookkeeping of the turn, or in a list of the decision
		wire.Compare(string(p.Old.Next.AppendJSON(nil)), string(p.New.Next.AppendJSON(nil)), func(x *wire.Difference) bool {
			path := x.Path()
			if strings.Count(path, ".") < 1 {
				return true
			}
			old[path], now[path] = short(x.Before), short(x.After)
			paths = append(paths, pattern(path))
			return false
		})
	}
	d.Old, d.New = old, now
	d.what = summary(paths)
}

var index = regexp.MustCompile(`\[\d+\]`)

// pattern is a path for all elements of a list.
func pattern(path string) string { return index.ReplaceAllString(path, "[]") }

// mostNamed is how many paths or names a cluster is told by.
const maxNamed = 3

// summary names what differs, each once.
func summary(names []string) string {
	slices.Sort(names)
	names = slices.Compact(names)
	if n := len(names); n > maxNamed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), n-maxNamed)
	}
	return strings.Join(names, ", ")
}

// mostShown is how much of a value is told.
const maxShown = 300

func short(text string) string {
	if runes := []rune(text); len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return strings.Clone(text)
}

// fill tells a difference that can be noticed by its values.
func (d *Difference) fill(old, now *Side) {
	switch d.Kind {
	case replay.DiffersStatus:
		d.Old, d.New = old.standing(), now.standing()
		d.what = fmt.Sprintf("%v -> %v", d.Old, d.New)
	case replay.DiffersCalls:
		d.Old, d.New = old.tools(), now.tools()
		d.what = joined(old.tools()) + " -> " + joined(now.tools())
	case replay.DiffersArguments:
		d.arguments(old, now)
	case replay.DiffersUI:
		d.Old, d.New = old.Texts, now.Texts
		d.shown(old, now)
	case replay.DiffersWords:
		d.Old, d.New = old.Texts, now.Texts
		d.what = summary(now.keys())
	case replay.DiffersIntent: // told by remembered
	}
}

func (s *Side) standing() string {
	if s.Ignored != "" {
		return s.Status + ", ignored: " + s.Ignored
	}
	return s.Status
}

func (s *Side) tools() []string {
	out := make([]string, len(s.Calls))
	for i := range s.Calls {
		out[i] = s.Calls[i].Name
	}
	return out
}

func (s *Side) keys() []string {
	out := make([]string, len(s.UI))
	for i := range s.UI {
		out[i] = s.UI[i].Key
	}
	return out
}

func joined(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// arguments tells which arguments of which tools differ.
func (d *Difference) arguments(old, now *Side) {
	was, is := map[string]string{}, map[string]string{}
	var paths []string
	for i := range now.Calls {
		a, b := &old.Calls[i], &now.Calls[i]
		compare(a.Arguments, b.Arguments, func(x *wire.Difference) {
			path := a.Name + " " + x.Path()
			was[path], is[path] = short(x.Before), short(x.After)
			paths = append(paths, pattern(path))
		})
	}
	d.Old, d.New, d.what = was, is, summary(paths)
}

// compare tells each difference of two documents that is not one further inside.
func compare(old, now string, tell func(*wire.Difference)) {
	isInside := func(text string) bool { return wire.IsObject(text) || wire.IsList(text) }
	wire.Compare(old, now, func(x *wire.Difference) bool {
		if isInside(x.Before) && isInside(x.After) {
			return true
		}
		tell(x)
		return false
	})
}

// shown tells which messages differ.
func (d *Difference) shown(old, now *Side) {
	was, is := old.keys(), now.keys()
	if old.NoKeys || now.NoKeys {
		d.what = summary(append(was, is...))
		return
	}
	if !slices.Equal(was, is) {
		d.what = joined(was) + " -> " + joined(is)
		return
	}
	if slices.Equal(old.UI, now.UI) {
		d.asked(old.Ask, now.Ask)
		return
	}
	var names []string
	for i := range now.UI {
		compare(old.UI[i].Params, now.UI[i].Params, func(x *wire.Difference) {
			names = append(names, now.UI[i].Key+" "+pattern(strings.TrimPrefix(x.Path(), "params.")))
		})
	}
	d.what = summary(names)
}

// asked tells in what the questions differ.
func (d *Difference) asked(old, now string) {
	was, is := map[string]string{}, map[string]string{}
	var names []string
	compare(old, now, func(x *wire.Difference) {
		path := strings.TrimSuffix("the question."+x.Path(), ".")
		was[path], is[path] = short(x.Before), short(x.After)
		names = append(names, pattern(path))
	})
	d.Old, d.New, d.what = was, is, summary(names)
}
