package trip

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/internal/wire"
)

// decoder reads the types of this package from one text. Null leaves what is there: a value
// is decoded onto its default, or onto the value that a patch changes. Readers of objects are
// generated from the types' tags; those of scalars, and of what has several forms, are written by hand.
type decoder struct {
	wire.Decoder
	watch   bool  // note unknown members
	unknown []int // offsets of their names, ascending
	others  int   // how many members of its own a tool's result has that this version does not know
	lenient bool  // an extraction is read: blank texts are absent

	backing             // of the lists that are read
	kind     resultKind // of the result that was read last, where it stands
	value    Result     // that result
	calendar calendar

	nightly, budget price // prices that wait for a currency
}

// skipUnknown skips a member that this version does not know.
func (d *decoder) skipUnknown() {
	if d.watch {
		d.unknown = append(d.unknown, d.KeyOffset())
	}
	d.Skip()
}

// skipOther skips a member of a tool's result that this version does not know.
func (d *decoder) skipOther() {
	d.others++
	d.skipUnknown()
}

// warnings lists the unknown members of the text.
func (d *decoder) warnings(text string) []Warning {
	if len(d.unknown) == 0 {
		return nil
	}
	out := make([]Warning, len(d.unknown))
	for i, path := range wire.PathsAt(text, d.unknown) {
		out[i].Path = path
	}
	return out
}

// finish reads the end of the text and returns the first error.
func (d *decoder) finish() error {
	d.End()
	if d.Failed() {
		return malformed(d.Err())
	}
	return nil
}

// absent reads a null, or a blank text where that is the same, and reports whether it did.
func (d *decoder) absent() bool { return d.Null() || d.lenient && d.blank() }

// blank reads a null or a blank text and reports whether it did.
func (d *decoder) blank() bool {
	if d.Null() {
		return true
	}
	if d.Kind() != wire.Text {
		return false
	}
	at := d.Offset()
	if strings.TrimSpace(d.String()) == "" {
		return true
	}
	d.Seek(at)
	return false
}

// text reads a string.
func (d *decoder) text(p *string) {
	if d.lenient && d.blank() {
		return
	}
	d.anyText(p)
}

// anyText reads a string, be it blank.
func (d *decoder) anyText(p *string) {
	s, ok := d.TryString()
	switch {
	case !ok:
		if !d.Null() {
			d.Fail("a string")
		}
	case len(s) > MaxTextBytes:
		d.FailAt(d.Start(), "at most "+strconv.Itoa(MaxTextBytes)+" bytes", strconv.Itoa(len(s)))
	default:
		*p = s
	}
}

// readText reads a string of a named type.
func readText[T ~string](d *decoder, p *T) {
	s := string(*p)
	d.anyText(&s)
	*p = T(s)
}

// element reads a string where null has no meaning: in a list, or where it is required.
func (d *decoder) element(p *string) {
	if d.Kind() == wire.Null {
		d.Fail("a string")
		return
	}
	d.anyText(p)
}

// filled reads a string that must not be empty.
func (d *decoder) filled(p *string) {
	at := d.Offset()
	*p = ""
	d.text(p)
	if *p == "" {
		d.FailAt(at, "a text", "an empty one")
	}
}

// oneOf reads a string of a closed set.
func oneOf[T ~string](d *decoder, p *T, want string, known ...T) {
	if d.absent() {
		return
	}
	at := d.Offset()
	s := T(d.String())
	for _, k := range known {
		if s == k {
			*p = k
			return
		}
	}
	d.FailAt(at, want, wire.Quote(string(s)))
}

// textList reads a list of strings of at most limit elements; an empty one is nil.
func (d *decoder) textList(p *[]string, limit int) {
	if d.Null() {
		return
	}
	at, from := d.Offset(), len(d.texts)
	for d.List(); d.another(at, len(d.texts)-from, limit); {
		d.texts = append(d.texts, "")
		d.element(&d.texts[len(d.texts)-1])
	}
	*p = cut(d.texts, from)
}

// givenTexts reads a list in which empty differs from absent.
func (d *decoder) givenTexts(p *[]string, limit int) {
	if d.Null() {
		return
	}
	d.textList(p, limit)
	if *p == nil {
		*p = []string{}
	}
}

// namedTexts reads a list of strings of a named type; an empty one is nil.
func namedTexts[T ~string](d *decoder, p *[]T, limit int) {
	if d.Null() {
		return
	}
	var list []string
	d.textList(&list, limit)
	*p = nil
	for _, s := range list {
		*p = append(*p, T(s))
	}
}

// oneText reads a string as a list of one, unless the list itself was given before.
func (d *decoder) oneText(p *[]string) {
	var s string
	d.anyText(&s)
	if s != "" && len(*p) == 0 {
		*p = []string{s}
	}
}

func (d *decoder) flag(p *bool) {
	if !d.Null() {
		*p = d.Bool()
	}
}

// serial reads whether calls may be made in parallel.
func (d *decoder) serial(p *bool) {
	parallel := !*p
	d.flag(&parallel)
	*p = !parallel
}

func (d *decoder) optBool(p *OptBool) {
	if !d.Null() {
		*p = SomeBool(d.Bool())
	}
}

// integer reads an integer from low to high.
func (d *decoder) integer(p *int64, low, high int64) {
	if d.Null() {
		return
	}
	at := d.Offset()
	v := d.Int()
	if v < low || v > high {
		want := "an integer from " + strconv.FormatInt(low, 10) + " to " + strconv.FormatInt(high, 10)
		d.FailAt(at, want, strconv.FormatInt(v, 10))
		return
	}
	*p = v
}

func (d *decoder) optInt(p *OptInt, high int64) {
	if d.Null() {
		return
	}
	d.integer(&p.Value, 0, high)
	p.Set = true
}

func (d *decoder) date(p *Date) {
	if d.absent() {
		return
	}
	at := d.Offset()
	v, err := ParseDate(d.String())
	if err != nil {
		d.FailAt(at, "a calendar day YYYY-MM-DD", "another text")
		return
	}
	*p = v
}

func (d *decoder) instant(p *Instant) {
	if d.Null() {
		return
	}
	at := d.Offset()
	v, err := d.calendar.instant(d.String())
	if err != nil {
		d.FailAt(at, "an RFC 3339 instant from 1970 to 2261", "another text")
		return
	}
	*p = v
}

// seconds reads a number of seconds or a duration such as "20m".
func (d *decoder) seconds(p *int64) {
	if d.Kind() != wire.Text {
		d.integer(p, 0, maxSeconds)
		return
	}
	at := d.Offset()
	span, err := time.ParseDuration(d.String())
	if err != nil || span < 0 || span%time.Second != 0 {
		d.FailAt(at, `a number of seconds or a duration such as "20m"`, "another text")
		return
	}
	*p = int64(span / time.Second)
}

// maxSeconds is the longest span that nanoseconds in int64 can tell.
const maxSeconds = int64(1<<63-1) / nanosPerSecond

// integers reads a list of whole numbers that are not negative.
func (d *decoder) integers(p *[]int64) {
	list(d, p, MaxItems, func(d *decoder, n *int64) { d.integer(n, 0, wire.MaxInt) })
}

// dates reads a list of days.
func (d *decoder) dates(p *[]Date) {
	list(d, p, MaxItems, func(d *decoder, v *Date) { d.date(v) })
}

// patch reads an object as canonical JSON.
func (d *decoder) patch(p *Raw) {
	if d.Kind() != wire.Object {
		d.Fail("an object")
		return
	}
	d.raw(p)
}

// raw reads any value as canonical JSON.
func (d *decoder) raw(p *Raw) {
	at := d.Offset()
	raw := d.Raw()
	if d.Failed() {
		return
	}
	out, err := wire.CanonicalText(raw, MaxDepth)
	if err != nil {
		d.FailAt(at, "JSON that has a canonical form", "numbers beyond a double")
		return
	}
	*p = Raw(out)
}

// number reads a number in its canonical form.
func (d *decoder) number(p *Number) {
	if text := wire.CanonicalInt(d.Rest()); text != "" && d.Take(len(text)) {
		*p = Number(text)
		return
	}
	if d.Null() {
		return
	}
	if d.Kind() != wire.Number {
		d.Fail("a number")
		return
	}
	var raw Raw
	d.raw(&raw)
	*p = Number(raw)
}

// tickets reads any list as canonical JSON; an empty one is absent.
func (d *decoder) tickets(p *Raw) {
	if d.Null() {
		return
	}
	if d.Kind() != wire.List {
		d.Fail("a list")
		return
	}
	if d.raw(p); *p == "[]" {
		*p = ""
	}
}

// place reads a code, or an object of type, code and city.
// Rule: 5.2.text-place
func (d *decoder) place(p *Place) {
	if d.absent() {
		return
	}
	switch d.Kind() {
	case wire.Text:
		*p = Place{}
		d.text(&p.Code)
	case wire.Object:
		d.placeMembers(p)
	case wire.Invalid, wire.Null, wire.Bool, wire.Number, wire.List:
		d.Fail("a place code or an object")
	}
	if d.lenient {
		p.trim()
	}
}

// trim makes blank members absent.
func (p *Place) trim() {
	for _, text := range [...]*string{&p.Type, &p.Code, &p.City, &p.Country, &p.Region, &p.Name} {
		*text = strings.TrimSpace(*text)
	}
}

// status sets the status that its names, which were read from the object at an offset, belong to.
func (d *decoder) status(at int, p *Status, phase, state string) {
	node, ok := p.with(phase, state)
	if !ok {
		d.FailAt(at, "a phase and a state that belong together", wire.Quote(phase+"/"+state))
		return
	}
	*p = node
}

// lifecycleNode is a status as an object of its own.
//
//codec:read write
type lifecycleNode struct {
	Phase string `wire:"phase"`
	State string `wire:"state"`
}

// node reads a status that names its phase and its state.
func (d *decoder) node(p *Status) {
	at := d.Offset()
	var n lifecycleNode
	d.lifecycleNode(&n)
	status, ok := parseStatus(n.Phase, n.State)
	if !ok {
		d.FailAt(at, "a phase and a state that belong together", wire.Quote(n.Phase+"/"+n.State))
		return
	}
	*p = status
}

// callArguments reads the arguments of a call that was decided before.
func (d *decoder) callArguments(p *Arguments) {
	var raw Raw
	d.raw(&raw)
	*p = RawArguments(raw)
}

// list reads a list of at most limit elements; an empty one is nil.
func list[T any](d *decoder, p *[]T, limit int, item func(*decoder, *T)) {
	if d.Null() {
		return
	}
	at := d.Offset()
	var out []T
	for d.List(); d.another(at, len(out), limit); {
		if d.Kind() == wire.Null {
			d.Fail("an element")
			return
		}
		var blank T
		out = append(out, blank)
		if item(d, &out[len(out)-1]); d.Failed() {
			return
		}
	}
	*p = out
}

// givenList is list, but an empty one is not nil.
func givenList[T any](d *decoder, p *[]T, limit int, item func(*decoder, *T)) {
	if d.Null() {
		return
	}
	if list(d, p, limit, item); *p == nil {
		*p = []T{}
	}
}

// another reports whether the list at an offset has another element after its first n, and fails when there are more
// than limit. Lists that occur in many results are read in loops over it and not by list, which calls through a
// function value and would make every decoder escape to the heap.
func (d *decoder) another(at, n, limit int) bool {
	switch {
	case !d.More():
		return false
	case n >= limit:
		d.FailAt(at, "at most "+strconv.Itoa(limit)+" elements", "more")
		return false
	}
	return true
}

// whole reads an object that does not merge with the one that is there.
func whole[T any](d *decoder, p **T, read func(*decoder, *T)) {
	if d.Null() {
		return
	}
	v := new(T)
	read(d, v)
	*p = v
}

// keep notes an unknown member with its value.
func (d *decoder) keep(members *[]Member) {
	m := Member{Key: d.Key()}
	d.raw(&m.Value)
	*members = append(*members, m)
}

// extra merges the unknown members of the object at an offset with those that were known before.
func (d *decoder) extra(at int, p *[]Member, newer []Member) {
	*p = mergeMembers(*p, newer)
	if len(*p) > MaxItems {
		d.FailAt(at, "at most "+strconv.Itoa(MaxItems)+" elements", "more")
	}
}

// mergeMembers returns base with newer members on it, sorted by key. It modifies no base.
func mergeMembers(base, newer []Member) []Member {
	if len(newer) == 0 {
		return base
	}
	out := make([]Member, 0, len(base)+len(newer))
	for _, m := range base {
		if !slices.ContainsFunc(newer, func(n Member) bool { return n.Key == m.Key && n.Value != "null" }) {
			out = append(out, m)
		}
	}
	for _, m := range newer {
		if m.Value != "null" || !slices.ContainsFunc(base, func(b Member) bool { return b.Key == m.Key }) {
			out = append(out, m)
		}
	}
	sortMembers(out)
	return out
}

func sortMembers(members []Member) {
	slices.SortFunc(members, func(a, b Member) int { return wire.CompareUTF16(a.Key, b.Key) })
}
