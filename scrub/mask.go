package scrub

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// cleaner cleans JSON documents.
type cleaner struct {
	words    *wordsOf
	known    *vocabulary
	trips    func(trip.ID) trip.ID
	how      manner
	inTurn   bool              // within the engine's own bookkeeping
	ofState  bool              // a state is cleaned, whose words the engine still reads
	inParams bool              // of that state: within what a message tells
	about    string            // within a question or an operation: the last member of the path that is written to
	made     map[string]string // what the engine made of that state, by the same of the original
}

// document cleans a JSON document. One that is none becomes null, as in the log.
func (c *cleaner) document(raw trip.Raw) trip.Raw {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return "null"
	}
	out, err := json.Marshal(c.value("", v))
	if err != nil { // it was decoded from JSON
		panic(err)
	}
	return trip.Raw(out)
}

// logged are the members of a result that stay in the log and decide nothing.
var logged = map[string]bool{"reading": true, "quotes": true}

// foreign are the members below which names are not the engine's own.
var foreign = setOf("arguments args ext result results")

// paramName is how the engine names what a message tells.
var paramName = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

func (c *cleaner) value(member string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			inner := *c
			inner.inTurn = c.inTurn || key == "turn"
			inner.inParams = (c.inParams || c.ofState && key == "params") && !foreign[key]
			for _, name := range [...]string{"about", "path"} {
				if path, ok := v[name].(string); ok && c.known.isPath(path) {
					inner.about = path[strings.LastIndexByte(path, '.')+1:]
				}
			}
			member := key
			if written := inner.about; (key == "value" || key == "was") && written != "" {
				member = written
			}
			if !logged[key] {
				out[c.member(key)] = inner.value(member, value)
			}
		}
		return out
	case []any:
		for i := range v {
			v[i] = c.value(member, v[i])
		}
		return v
	case string:
		return c.text(member, v)
	case json.Number:
		return c.number(member, v)
	}
	return v
}

// member cleans the name of a member.
func (c *cleaner) member(name string) string {
	if c.known.members[name] || c.inParams && paramName.MatchString(name) {
		return name
	}
	return c.words.mask(name, manner{stays: c.known.isMember})
}

func (v *vocabulary) isMember(word string) bool { return v.members[word] }

// text cleans a text.
func (c *cleaner) text(member, text string) string {
	switch made, ok := c.made[text]; {
	case ok && text != "":
		return made
	case c.ofState && told[member]:
		return c.message(text)
	case member == "trip_id":
		return string(c.trips(trip.ID(text)))
	case c.known.isKnown(member, text):
		return text
	case strings.HasPrefix(text, "$") || strings.HasPrefix(text, "{{"):
		return c.reference(text)
	}
	if before, step, ok := strings.Cut(text, stepReference); ok {
		return c.words.mask(before, c.how) + stepReference + c.words.mask(step, c.how)
	}
	return c.words.mask(text, c.how)
}

// stepReference begins a reference to an earlier step of a plan, by its id.
const stepReference = "<from_step_"

// reference cleans a reference to another step of a plan: its marks and the members that it names stay.
func (c *cleaner) reference(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := strings.IndexFunc(text, func(r rune) bool { return !isPart(r) && r != '_' && r != '-' })
		if n < 0 {
			n = len(text)
		}
		word := text[:n]
		switch {
		case word == "" && strings.ContainsRune("${}[].", rune(text[0])):
			b.WriteByte(text[0])
			n = 1
		case word == "":
			return c.words.mask(text, manner{stays: none})
		case c.known.members[word], len(word) <= 2 && strings.Trim(word, "0123456789") == "":
			b.WriteString(word)
		default:
			b.WriteString(c.words.mask(word, manner{stays: none}))
		}
		text = text[n:]
	}
	return b.String()
}

// ofPersons are numbers of schemas that count nothing: a number there is a person's.
var ofPersons = setOf("phone payment_method_id traveler_profile_ids document_ids")

// httpStatus is the code of an error of HTTP.
var httpStatus = regexp.MustCompile(`^[45]\d\d$`)

// small is below what a number of a known member may be: an amount of money, a count, a rating.
var small = big.NewFloat(10_000_000)

// number cleans a number. It stays where a schema asks for one: elsewhere it may be that of a document, a phone or an
// account, or a year of birth.
func (c *cleaner) number(member string, n json.Number) json.Number {
	if member == "code" && httpStatus.MatchString(string(n)) { // of an error: it decides whether a call is repeated
		return n
	}
	isCount := c.known.numbers[member] && !ofPersons[member] || c.inTurn && c.known.counters[member]
	f, _, err := big.ParseFloat(string(n), 10, 64, big.ToNearestEven)
	if err == nil && isCount && f.Abs(f).Cmp(small) < 0 && len(n) <= len("1234567.123") {
		return n
	}
	digits := strings.Map(func(r rune) rune {
		if i := strings.IndexRune(vowels, r); i >= 0 {
			return '1' + rune(i)
		}
		return -1
	}, c.words.word(string(n)))
	return json.Number(digits[:3])
}

// tool cleans the name of a tool: one that no catalog knows was made up by somebody.
func (c *cleaner) tool(name string) string {
	if c.known.values[name] {
		return name
	}
	return c.words.mask(name, manner{stays: none})
}

// event cleans what an event carries. calls, asks and choices are those of the copy by those of the original.
func (c *cleaner) event(data trip.EventData, settled string, ids *renamed) trip.EventData {
	mask := func(text string) string { return c.words.mask(text, c.how) }
	switch d := data.(type) {
	case trip.UserMessage:
		d.Text = mask(d.Text)
		data = d
	case trip.UserSelectedBundle:
		d.BundleID = c.text("bundle_id", d.BundleID)
		data = d
	case trip.UserRequestHold:
		d.Confirmations = slices.Clone(d.Confirmations)
		for i, text := range d.Confirmations {
			d.Confirmations[i] = c.text("confirmations", text)
		}
		data = d
	case trip.UserApprovedPurchase:
		d.ApprovalToken, d.PaymentMethodID = mask(d.ApprovalToken), mask(d.PaymentMethodID)
		data = d
	case trip.IntentReady:
	case trip.ToolResult:
		d.ToolName = c.tool(d.ToolName)
		d.CallID, d.Result, d.Broken, d.Value = ids.call(d.CallID, settled), c.document(d.Result), "", nil
		data = d
	case trip.ToolError:
		d.ToolName = c.tool(d.ToolName)
		d.CallID, d.Code, d.Error = ids.call(d.CallID, settled), classOf(d), mask(d.Error)
		if d.SettledBy != "" && !c.known.values[d.SettledBy] {
			d.SettledBy = mask(d.SettledBy)
		}
		data = d
	case trip.ScopeChanged:
		d.DocumentIDs = slices.Clone(d.DocumentIDs)
		for i, id := range d.DocumentIDs {
			d.DocumentIDs[i] = c.text("document_ids", id)
		}
		d.PropertyID = c.text("property_id", d.PropertyID)
		data = d
	case trip.UserAnswered:
		d.ChoiceID = ids.choice(d.AskID, d.ChoiceID, c)
		data = d
	case trip.IntentPatched:
		d.Patch = c.document(d.Patch)
		data = d
	case trip.TurnCancelled:
		d.Reason = mask(d.Reason)
		data = d
	}
	if id, ok := trip.AskOf(data); ok && id != "" {
		data = trip.WithAsk(data, ids.ask(id))
	}
	return data
}
