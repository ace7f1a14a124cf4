package applier

import (
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/internal/messages"
	"github.com/legwork-go/legwork/internal/wire"
	"github.com/legwork-go/legwork/trip"
)

// Changes of single paths (behaviour 5.9).

// changeable are the parts of the plan that an operation may change: those that a message can speak of.
var changeable = []string{
	"party.travelers.", "party.ages.", "party.contact.", "itinerary.", "preferences.", "constraints.", trip.OwnPrefix,
}

// exclusions is which list holds what is not wanted, by the end of the path of what is named.
var exclusions = map[string]string{
	"preferred_airlines":   "preferences.flight.excluded_airlines",
	"excluded_airlines":    "preferences.flight.excluded_airlines",
	"via":                  "preferences.flight.excluded_connections",
	"excluded_connections": "preferences.flight.excluded_connections",
	"transport_mode":       "preferences.excluded_modes", "excluded_modes": "preferences.excluded_modes",
	"depart_date": "itinerary.excluded_days", "depart_between": "itinerary.excluded_days",
	"excluded_days": "itinerary.excluded_days",
}

// Why an operation changes nothing.
const (
	whyPath  = "path"  // it is of nothing that the plan has, or is no operation
	whyValue = "value" // its value cannot stand there
	whyWas   = "was"   // something else stands there than it says
	whyGone  = "gone"  // what is taken off is not on the list, or nothing stood there before
)

// operations makes the changes of single paths in their order, each on what those before it left. One that cannot be
// made changes nothing and is told.
// Rule: 5.9.order, 5.9.dropped
func (m *merge) operations(c *catalog.Catalog, base *trip.Intent) (notes []trip.Message) {
	m.next.Turn.Unwritten = nil
	if len(m.ex.Operations) == 0 {
		return nil
	}
	for i := range m.ex.Operations {
		op := m.ex.Operations[i]
		op.Path, op.Value, op.Was = strings.TrimSuffix(op.Path, ".code"), given(op.Value), given(op.Was)
		next, why := m.operate(c, base, &op)
		if why == "" {
			m.adoptPlan(&next)
			continue
		}
		about := messages.EchoUnwritten{Why: why}
		if why != whyPath { // else it is a model's free text
			about.Path, about.Is = op.Path, new(shown(string(m.next.Value(op.Path))))
		}
		m.next.Turn.Unwritten = append(m.next.Turn.Unwritten, about.Message())
		notes = append(notes, messages.NoteUnwritten(about).Message())
	}
	unseed(base, m.next)
	return notes
}

// given is a value as it was given, "" for null, which says nothing.
func given(v trip.Raw) trip.Raw {
	if v == "null" {
		return ""
	}
	return v
}

// operate returns the plan with one change, or why there is none.
// Rule: 5.9.set, 5.9.replace, 5.9.add, 5.9.remove, 5.9.exclude, 5.9.was
func (m *merge) operate(c *catalog.Catalog, base *trip.Intent, op *trip.Operation) (next trip.Intent, why string) {
	next = *m.next
	list := elements(string(next.Value(op.Path)))
	isList := wire.IsList(string(next.Value(op.Path)))
	was := -1
	if isList && op.Was != "" && !wire.IsList(string(op.Was)) {
		was = m.elementAt(op.Path, list, op.Was)
	}
	switch {
	case !isChangeable(&next, op.Path):
		return next, whyPath
	case op.Was != "" && was < 0 && !m.holds(op.Path, op.Was):
		return next, whyWas
	}
	needsValue := op.Op != trip.OpRemove && op.Op != trip.OpUndo
	if needsValue && (op.Value == "" || fits(c, op.Path, op.Value) != nil) {
		return next, whyValue
	}
	var err error
	switch op.Op {
	case trip.OpReplace:
		if was >= 0 {
			list[was] = string(op.Value)
			err = next.Write(op.Path, listOf(list))
			break
		}
		fallthrough
	case trip.OpSet:
		err = next.Write(op.Path, op.Value)
	case trip.OpAdd:
		err = m.add(&next, op.Path, op.Value)
	case trip.OpRemove:
		return m.remove(next, op, list)
	case trip.OpExclude:
		to := exclusions[op.Path[strings.LastIndexByte(op.Path, '.')+1:]]
		if to == "" {
			return next, whyPath
		}
		if err = m.add(&next, to, op.Value); err != nil { // a day is a range of one
			err = m.add(&next, to, `{"from":`+op.Value+`,"to":`+op.Value+`}`)
		}
	case trip.OpUndo:
		return m.undo(base, op.Path)
	default:
		return next, whyPath
	}
	if err != nil {
		return next, whyValue
	}
	return next, ""
}

// isChangeable reports whether a path is of what a message may change, and of elements that are there, or of the next.
func isChangeable(in *trip.Intent, path string) bool {
	steps := strings.ReplaceAll(path, "[", ".[") + "."
	isOf := func(part string) bool { return strings.HasPrefix(steps, part) }
	if !slices.ContainsFunc(changeable, isOf) || strings.HasSuffix(path, ".segment_id") {
		return false
	}
	for at := 0; ; {
		open := strings.IndexByte(path[at:], '[')
		if open < 0 {
			break
		}
		list := path[:at+open]
		digits, _, _ := strings.Cut(path[at+open+1:], "]")
		i, err := strconv.Atoi(digits)
		if err != nil || i < 0 || i > len(elements(string(in.Value(list)))) {
			return false
		}
		at += open + 1
	}
	can := func(v trip.Raw) bool { scratch := *in; return scratch.Write(path, v) == nil }
	return in.Value(path) != "" || can("null") || can("{}")
}

// holds reports whether what stands at a path is a value, as far as that says something: what it leaves out is not
// compared. A place may be named by any of its names.
// Rule: 5.9.was
func (m *merge) holds(path string, value trip.Raw) bool {
	is, scratch := string(m.next.Value(path)), *m.next
	if wire.IsObject(is) && !wire.IsObject(string(value)) {
		return slices.ContainsFunc(members(is), func(p member) bool { return strings.EqualFold(p.value, string(value)) })
	}
	return scratch.Write(path, value) == nil && covers(is, string(scratch.Value(path)))
}

// elementAt returns which element of a list a value is, -1 for none.
func (m *merge) elementAt(path string, list []string, value trip.Raw) int {
	scratch := *m.next
	err := scratch.Write(path, listOf([]string{string(value)}))
	isIt := func(element string) bool {
		if wire.IsObject(element) && !wire.IsObject(string(value)) {
			return slices.ContainsFunc(members(element), func(p member) bool {
				return strings.EqualFold(p.value, string(value))
			})
		}
		return err == nil && covers(element, elements(string(scratch.Value(path)))[0])
	}
	return slices.IndexFunc(list, isIt)
}

// add adds a value to a list, unless it is there.
func (m *merge) add(next *trip.Intent, path string, value trip.Raw) error {
	list := elements(string(next.Value(path)))
	if m.elementAt(path, list, value) >= 0 {
		return nil
	}
	return next.Write(path, listOf(append(list, string(value))))
}

// remove takes a value off a list, or gives a path its default.
func (m *merge) remove(next trip.Intent, op *trip.Operation, list []string) (trip.Intent, string) {
	if op.Value == "" {
		if next.Value(op.Path) == "" || next.Clear(op.Path) != nil {
			return next, whyGone
		}
		return next, ""
	}
	at := m.elementAt(op.Path, list, op.Value)
	if at < 0 || next.Write(op.Path, listOf(slices.Delete(list, at, at+1))) != nil {
		return next, whyGone
	}
	return next, ""
}

type member struct{ name, value string }

// members are those of an object.
func members(text string) (out []member) {
	var d wire.Decoder
	d.Reset(text, trip.MaxDepth)
	for d.Object(); d.Next(); {
		name := d.Key()
		out = append(out, member{name, d.Raw()})
	}
	return out
}

// elements are those of a list, none of what is no list.
func elements(text string) (out []string) {
	if !wire.IsList(text) {
		return nil
	}
	var d wire.Decoder
	d.Reset(text, trip.MaxDepth)
	for d.List(); d.More(); {
		out = append(out, d.Raw())
	}
	return out
}

func listOf(elements []string) trip.Raw { return trip.Raw("[" + strings.Join(elements, ",") + "]") }

// covers reports whether a value says what another one says: of objects each member that is not null, texts in any
// letters.
func covers(is, said string) bool {
	if !wire.IsObject(said) {
		return strings.EqualFold(is, said)
	}
	has := members(is)
	return !slices.ContainsFunc(members(said), func(p member) bool {
		at := slices.IndexFunc(has, func(o member) bool { return o.name == p.name })
		return p.value != "null" && (at < 0 || !covers(has[at].value, p.value))
	})
}

// adoptPlan takes over a plan in which one path was changed, with what has to hold of it: legs have ids, the day, range
// or days that are said last count, a place that is said alone ends its alternatives, and no day has passed.
func (m *merge) adoptPlan(next *trip.Intent) {
	was, it := m.next.Itinerary, &next.Itinerary
	ages := next.Party.Ages
	isNewAge := !slices.Equal(m.next.Party.Ages, ages)
	*m.next = *next
	for i := range it.Segments {
		old, s := trip.Segment{}, it.Segments[i]
		if i < len(was.Segments) {
			old = was.Segments[i]
		}
		if s.SegmentID == "" {
			s.SegmentID = "seg_" + strconv.Itoa(i)
		}
		m.settleLeg(&s, &old, was.Segments)
		m.setLeg(i, &s)
	}
	l := &m.next.Itinerary.Lodging
	l.CheckIn, l.CheckOut = m.unpast(l.CheckIn, was.Lodging.CheckIn), m.unpast(l.CheckOut, was.Lodging.CheckOut)
	l.Stays = slices.Clone(l.Stays)
	for j := range l.Stays {
		s, old := &l.Stays[j], trip.Stay{}
		if j < len(was.Lodging.Stays) {
			old = was.Lodging.Stays[j]
		}
		s.CheckIn, s.CheckOut = m.unpast(s.CheckIn, old.CheckIn), m.unpast(s.CheckOut, old.CheckOut)
		s.CheckOut = oneNight(s.CheckIn, s.CheckOut)
	}
	if isNewAge {
		m.born(ages, nil)
	}
}

// unpast is a day unless it has passed; then it is the one before it.
func (m *merge) unpast(day, old trip.Date) trip.Date {
	if day == old || day == 0 {
		return day
	}
	return m.date(day, old)
}

// settleLeg settles the days and places of a leg that was another one before. A leg that only moved keeps its days.
func (m *merge) settleLeg(s, old *trip.Segment, legs []trip.Segment) {
	var p trip.SegmentPatch
	a, b := &s.Alternatives, &old.Alternatives
	if s.Origin != old.Origin && slices.Equal(a.Origin, b.Origin) {
		p.Origin = s.Origin
	}
	if s.Destination != old.Destination && slices.Equal(a.Destination, b.Destination) {
		p.Destination = s.Destination
	}
	m.alternatives(s, p)
	if slices.ContainsFunc(legs, func(o trip.Segment) bool {
		return s.DepartDate == o.DepartDate && s.DepartBetween == o.DepartBetween &&
			slices.Equal(a.DepartDate, o.Alternatives.DepartDate)
	}) {
		return
	}
	if d := s.DepartDate; d != 0 && d != old.DepartDate {
		p.DepartDate, s.DepartDate = d, old.DepartDate
	}
	if r := s.DepartBetween; r != (trip.DayRange{}) && r != old.DepartBetween {
		p.DepartBetween, s.DepartBetween = r, old.DepartBetween
	}
	if list := a.DepartDate; len(list) > 0 && !slices.Equal(list, b.DepartDate) {
		p.Alternatives.DepartDate, a.DepartDate = list, b.DepartDate
	}
	m.day(s, p)
}

// shown is a value that stands somewhere, as a person reads it: a text, a number or what a place is called; "" for
// others.
func shown(text string) string {
	for _, p := range members(text) {
		if p.name == "city" || p.name == "code" && !strings.HasPrefix(text, `"`) {
			text = p.value // members stand in their order: a city before its code
		}
	}
	if strings.HasPrefix(text, `"`) {
		var d wire.Decoder
		d.Reset(text, 1)
		return d.String()
	}
	if text != "" && text[0] >= '1' && text[0] <= '9' {
		return text
	}
	return ""
}
