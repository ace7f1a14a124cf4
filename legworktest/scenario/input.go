package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/legwork-go/legwork/trip"
)

// input is one parsed input. Which fields count depends on the verb.
type input struct {
	verb     verb
	at       moment
	tripID   trip.ID
	policy   string // raw JSON of the header's policy, else empty
	catalog  string // raw JSON of the header's list of tools that are added, else empty
	fields   string // raw JSON of the header's list of fields, else empty
	withheld string // raw JSON of the header's list of tools that are withheld, else empty
	intent   string // raw JSON of the header's intent, else empty
	event    event
	raw      string // the text of a line
	seq      int64  // of redeliver and rewind; 0 is the last event
	after    int64  // of trip: the event of its own log after which the intent is the whole state; 0 begins a trip
	path     string // of show
	base     string // the file of the header's intent, which intent changes, else empty
	forked   string // raw JSON of the header's forked_from, else empty
	state    string // of at: the first event that leads to it is the last that is taken over
	file     string // of at: the scenario whose trip is gone on with
}

// verb is the first word of an input.
type verb string

// The verbs.
const (
	verbTrip      verb = "trip"
	verbAt        verb = "at"
	verbOn        verb = "on"
	verbLine      verb = "line"
	verbCrash     verb = "crash"
	verbRedeliver verb = "redeliver"
	verbRewind    verb = "rewind"
	verbShow      verb = "show"
)

// event is the event of an `on`, its data still JSON: the recording's own decoder reads it.
type event struct {
	kind    trip.EventType
	callID  string // as written: an alias such as c2.1, or any other text
	askID   string // as written: an alias such as a1, or any other text
	turn    string // the envelope's turn as written, else empty
	members []trip.Member
}

// moment is an instant as written: absolute, or relative to the previous event.
type moment struct {
	set      bool
	relative bool
	nanos    int64 // since 1970 when absolute, else since the previous event
}

// parseInput reads the input of a stanza.
func parseInput(file string, s Stanza) (input, error) {
	in, err := parseVerb(strings.Join(s.Input, "\n"))
	if err != nil {
		return input{}, &Error{File: file, Line: s.Line, Text: err.Error()}
	}
	return in, nil
}

func parseVerb(text string) (input, error) {
	first, rest, _ := strings.Cut(text, " ")
	in := input{verb: verb(first)}
	if in.verb == verbLine {
		in.raw = strings.ReplaceAll(strings.TrimSpace(rest), "\n", " ")
		return in, require(in.raw != "", "line needs the text of a recording's line")
	}
	tokens, err := tokenize(rest)
	if err != nil {
		return input{}, err
	}
	a := arguments{tokens: tokens}
	switch in.verb {
	case verbTrip:
		err = in.parseTrip(&a)
	case verbAt:
		err = in.parseAt(&a)
	case verbOn:
		err = in.parseOn(&a)
	case verbRedeliver:
		in.seq, err = a.seq()
	case verbRewind:
		if in.seq, err = a.seq(); err == nil {
			err = require(in.seq > 0, "rewind needs the seq of the last event to keep")
		}
	case verbShow:
		in.path, err = a.word("a path")
	case verbCrash:
	case verbLine: // read above
	default:
		err = fmt.Errorf("an input begins with trip, at, on, line, crash, redeliver, rewind or show, not %q", shorten(first))
	}
	if err != nil {
		return input{}, err
	}
	if in.at, err = a.moment(); err != nil {
		return input{}, err
	}
	return in, a.end()
}

func (in *input) parseTrip(a *arguments) error {
	id, err := a.word("a trip id")
	if err != nil {
		return err
	}
	in.tripID = trip.ID(id)
	if i := a.next(); i >= 0 && a.tokens[i].kind == word && a.tokens[i].text == "base" {
		a.take(i)
		if in.base, err = a.plain("the file of a base"); err != nil {
			return err
		}
	}
	for _, section := range []struct {
		name string
		raw  *string
	}{
		{"policy", &in.policy},
		{"catalog", &in.catalog},
		{"fields", &in.fields},
		{"withheld", &in.withheld},
		{"forked_from", &in.forked},
		{"intent", &in.intent},
	} {
		if *section.raw, err = a.section(section.name); err != nil {
			return err
		}
	}
	if after := a.pair("after"); after != "" {
		if in.after, err = strconv.ParseInt(after, 10, 64); err != nil || in.after < 1 {
			return fmt.Errorf("after=%s is no event: a number from 1", shorten(after))
		}
	}
	return require(a.has("at"), "trip needs at=")
}

// ParseEvent reads the event of an input such as `on USER_MESSAGE "try again"`. An ask_id or call_id is taken as it
// stands.
//
//   - Errors: what is wrong with it.
func ParseEvent(input string) (trip.EventData, error) {
	in, err := parseVerb(input)
	if err != nil {
		return nil, err
	}
	if in.verb != verbOn {
		return nil, fmt.Errorf("scenario: an event begins with on, not %s", in.verb)
	}
	p := play{names: newNames()}
	text, err := p.envelope(in.event)
	if err != nil {
		return nil, err
	}
	ev, err := trip.DecodeEvent(text)
	return ev.Data, err
}

// parseAt reads "STATE of FILE".
func (in *input) parseAt(a *arguments) (err error) {
	if in.state, err = a.word("a state"); err != nil {
		return err
	}
	if of, err := a.word("of FILE"); err != nil || of != "of" {
		return fmt.Errorf("at is written: at presenting_options of story.scn")
	}
	in.file, err = a.plain("the file of a scenario")
	return err
}

func (in *input) parseOn(a *arguments) error {
	name, err := a.word("an event type")
	if err != nil {
		return err
	}
	in.event.kind = trip.EventType(name)
	e := &in.event
	switch e.kind {
	case trip.TypeUserMessage:
		e.askID = a.pair("ask_id")
		return e.text(a, "text")
	case trip.TypeUserSelectedBundle:
		return e.text(a, "bundle_id")
	case trip.TypeUserRequestHold:
		return e.confirmations(a)
	case trip.TypeUserApprovedPurchase:
		e.askID = a.pair("ask_id")
		if err := e.text(a, "approval_token"); err != nil {
			return err
		}
		return e.text(a, "payment_method_id")
	case trip.TypeIntentReady:
		return nil
	case trip.TypeToolResult:
		return e.result(a)
	case trip.TypeToolError:
		return e.failure(a)
	case trip.TypeScopeChanged:
		return e.document(a, "a scope")
	case trip.TypeUserAnswered:
		e.askID = a.pair("ask_id")
		return e.text(a, "choice_id")
	case trip.TypeIntentPatched:
		return e.patch(a)
	case trip.TypeTurnCancelled:
		return e.optional(a, "reason")
	}
	return fmt.Errorf("%q is no event type; a malformed event is written with line", shorten(name))
}

// text reads one word or string into a member.
func (e *event) text(a *arguments, name string) error {
	t, err := a.plain(name)
	if err == nil {
		e.add(name, t)
	}
	return err
}

func (e *event) optional(a *arguments, name string) error {
	if !a.hasPlain() {
		return nil
	}
	return e.text(a, name)
}

func (e *event) confirmations(a *arguments) error {
	var texts []string
	for a.hasPlain() {
		t, err := a.plain("a confirmation")
		if err != nil {
			return err
		}
		texts = append(texts, t)
	}
	if texts != nil {
		e.add("confirmations", texts)
	}
	return nil
}

func (e *event) result(a *arguments) error {
	if err := e.text(a, "tool_name"); err != nil {
		return err
	}
	e.origin(a)
	raw, err := a.document("a result")
	e.members = append(e.members, trip.Member{Key: "result", Value: trip.Raw(raw)})
	return err
}

// patch reads what an intent is patched with.
func (e *event) patch(a *arguments) error {
	raw, err := a.document("a patch")
	e.members = append(e.members, trip.Member{Key: "patch", Value: trip.Raw(raw)})
	return err
}

// document reads all members from one JSON object.
func (e *event) document(a *arguments, what string) error {
	raw, err := a.document(what)
	if err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &members); err != nil {
		return fmt.Errorf("%s is a JSON object, not %s", what, shorten(raw))
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		e.members = append(e.members, trip.Member{Key: key, Value: trip.Raw(members[key])})
	}
	return nil
}

func (e *event) failure(a *arguments) error {
	if err := e.text(a, "tool_name"); err != nil {
		return err
	}
	e.origin(a)
	if a.has("code") {
		e.add("code", a.pair("code"))
	}
	for _, name := range []string{"retryable", "imported"} {
		if !a.has(name) {
			continue
		}
		yes, err := strconv.ParseBool(a.pair(name))
		if err != nil {
			return fmt.Errorf("%s is true or false", name)
		}
		e.add(name, yes)
	}
	if a.has("settled_by") {
		e.add("settled_by", a.pair("settled_by"))
	}
	if !a.hasPlain() {
		e.add("error", canary)
		return nil
	}
	return e.text(a, "error")
}

// origin reads where a tool event comes from.
func (e *event) origin(a *arguments) {
	e.callID = a.pair("call_id")
	e.turn = a.pair("turn")
}

func (e *event) add(key string, value any) {
	raw, err := json.Marshal(value)
	if err != nil { // a string, a list of strings or a bool always marshals
		panic(err)
	}
	e.members = append(e.members, trip.Member{Key: key, Value: trip.Raw(raw)})
}

// canary is the raw text of a TOOL_ERROR that names none. It must not appear in any output.
const canary = "raw text of the tool: 7f3a"

// parseMoment reads "2026-03-01T09:00:00Z", "+4s" or "-1m".
func parseMoment(text string) (moment, error) {
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		d, err := time.ParseDuration(text)
		if err != nil {
			return moment{}, fmt.Errorf("at=%s is no duration such as +4s or +20m", shorten(text))
		}
		return moment{set: true, relative: true, nanos: int64(d)}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return moment{}, fmt.Errorf("at=%s is neither an instant such as 2026-03-01T09:00:00Z nor a duration such as +4s",
			shorten(text))
	}
	if y := t.UTC().Year(); y < 1970 || y > 2261 {
		return moment{}, fmt.Errorf("at=%s is out of range: years 1970 to 2261", shorten(text))
	}
	return moment{set: true, nanos: t.UnixNano()}, nil
}

func require(ok bool, text string) error {
	if ok {
		return nil
	}
	return fmt.Errorf("%s", text)
}
