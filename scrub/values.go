package scrub

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

// vocabulary is what is known to be no person's.
type vocabulary struct {
	members  map[string]bool // of the engine's documents, and of the schemas of tools
	values   map[string]bool // of the engine's enumerations, and of those of tools; names of tools
	numbers  map[string]bool // members that are numbers
	counters map[string]bool // members that are numbers in the engine's own bookkeeping
	tools    map[string]bool // the words that names of tools are made of
}

// newVocabulary returns the words of a catalog and of the engine's types.
func newVocabulary(c catalog.Catalog) *vocabulary {
	v := &vocabulary{
		members: map[string]bool{"permanent": true}, values: maps.Clone(enumerated), // of an error in a result
		numbers: map[string]bool{"amount": true}, counters: map[string]bool{}, tools: map[string]bool{},
	}
	for _, of := range []any{
		trip.Intent{},
		trip.Extraction{},
		trip.FlightResult{},
		trip.HotelResult{},
		trip.BundleResult{},
		trip.HoldResult{},
		trip.UserMessage{},
		trip.UserSelectedBundle{},
		trip.UserRequestHold{},
		trip.UserApprovedPurchase{},
		trip.ToolResult{},
		trip.ToolError{},
		trip.ScopeChanged{},
		trip.UserAnswered{},
		trip.IntentPatched{},
		trip.TurnCancelled{},
		trip.Policy{},
	} {
		v.fields(reflect.TypeOf(of), v.numbers, map[reflect.Type]bool{})
	}
	empty := trip.NewIntent()
	v.written(empty.AppendJSON(nil)) // some members have no field of their own
	for s := range trip.StatusCount {
		v.values[s.Phase()], v.values[s.State()], v.values[s.String()] = true, true, true
	}
	for t := range c.Tools {
		v.values[t.Name] = true
		for word := range strings.FieldsFuncSeq(t.Name, func(r rune) bool { return !isPart(r) }) {
			v.tools[word] = true
		}
		v.schema(t.Arguments)
		v.schema(t.Result)
		v.entry(&t)
	}
	for f := range c.Fields {
		for part := range strings.SplitSeq(f.Path, ".") {
			v.members[part] = true
		}
		v.schema(f.Schema)
	}
	return v
}

// fields notes the wire names of a type, and which of them are numbers.
func (v *vocabulary) fields(t reflect.Type, numbers map[string]bool, seen map[reflect.Type]bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return
	}
	seen[t] = true
	if t == reflect.TypeFor[trip.Turn]() {
		numbers = v.counters
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("wire"), ","); name != "" && name != "-" {
			v.members[name] = true
			numbers[name] = numbers[name] || isCount(f.Type)
		}
		v.fields(f.Type, numbers, seen)
	}
}

func isCount(t reflect.Type) bool {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 || t == reflect.TypeFor[trip.OptInt]()
}

func (v *vocabulary) isOfTool(word string) bool { return v.tools[word] }

// written notes the members of a document of the engine's own.
func (v *vocabulary) written(doc []byte) {
	members := map[string]json.RawMessage{}
	if json.Unmarshal(doc, &members) != nil {
		return
	}
	for name, inner := range members {
		v.members[name] = true
		v.written(inner)
	}
}

// entry notes the members that a tool's entry names, whether or not its schemas do.
func (v *vocabulary) entry(t *catalog.Tool) {
	list, element, _ := strings.Cut(t.Produces, "[]")
	names := []string{t.Idempotency, t.AnswerIn, list, strings.TrimPrefix(element, ".")}
	for _, s := range t.Sources {
		names = append(names, s.Argument)
	}
	for _, name := range names {
		if name != "" {
			v.members[name] = true
		}
	}
}

// schema notes the members and the values that a JSON Schema names.
func (v *vocabulary) schema(raw []byte) {
	var doc any
	if json.Unmarshal(raw, &doc) == nil {
		v.walk(doc)
	}
}

func (v *vocabulary) walk(doc any) {
	switch doc := doc.(type) {
	case map[string]any:
		if properties, ok := doc["properties"].(map[string]any); ok {
			for name, of := range properties {
				v.members[name] = true
				v.numbers[name] = v.numbers[name] || isNumeric(of)
			}
		}
		if list, ok := doc["enum"].([]any); ok {
			v.enum(list)
		}
		for _, inner := range doc {
			v.walk(inner)
		}
	case []any:
		for _, inner := range doc {
			v.walk(inner)
		}
	}
}

// isNumeric reports whether a schema takes numbers, or lists of them.
func isNumeric(schema any) bool {
	s, _ := schema.(map[string]any)
	kinds, isList := s["type"].([]any)
	if !isList {
		kinds = []any{s["type"]}
	}
	if slices.Contains(kinds, any("array")) {
		return isNumeric(s["items"])
	}
	return slices.Contains(kinds, any("integer")) || slices.Contains(kinds, any("number"))
}

func (v *vocabulary) enum(list []any) {
	for _, value := range list {
		if text, ok := value.(string); ok {
			v.values[text] = true
		}
	}
}

// enumerated are the values of the engine's documents that stand in no schema: the constants of package trip.
var enumerated = setOf(`
	plan assist one_way round_trip multi_city stay_only flight hotel train bus ferry car
	economy premium_economy premium business first airport city food tourism lodging
	missing clarify choose confirm approve yes no other foreign lapsed
	set replace add remove exclude
	select show sort hold decline release start_over undo cancel_booking change_booking extra watch help greet thank
	complain muse refresh cancel unread ask answer buy out back bye praise
	cheapest fastest fewest_stops earliest latest best_rated earliest_arrival best
	options more_options option trip holds booking terms payment deadline currency airlines budget
	price duration departure stops rating arrival layover longest_layover night
	difference each parts currency refund departs arrives airline number airport cabin stars nights area shown hold
	breakfast bags meals seats wifi pool parking gym changes terminal aircraft taxes
	return_before_departure legs_out_of_order same_place stay_outside_trip stays_overlap infants_without_laps
	party_too_large
	held failed expired confirmed purchased released noted asked refused excluded_day on_condition
	assistance medical meal baggage seat pet room payment loyalty document
	ok empty invalid_arguments needs_input permanent rate_limited timeout denied cancelled outcome_unknown not_sent lookup
	duplicate_result stale_turn not_outstanding
	enqueue interrupt reject stamp strict stop tool_calls length content_filter
	monday tuesday wednesday thursday friday saturday sunday
	before_quote before_hold legwork.trip_intent.v1 seg_return read write low medium high none true false`)

// forms are what stays of a value under a member, by its form.
var forms = func() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for form, members := range map[string]string{
		`\d{4}-\d\d-\d\d`:            "departure_date return_date depart_date check_in check_out start_date end_date",
		`\d\d:\d\d`:                  "start end",
		`[A-Z]{3}`:                   "currency code origin destination location_code home_airport_code",
		`([A-Z]{3}|\d{4}-\d\d-\d\d)`: "from to", // of a flight, of days
		`[A-Z]{2}`:                   "country",
		`-?\d{1,7}(\.\d{1,3})?`:      "amount budget_amount",
		`[a-z]{2}(-[A-Z]{2})?`:       "locale",
		`\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?`: "at log_at started_at ended_at now depart_at arrive_at expires_at booked_at created_at updated_at",
	} {
		for member := range strings.FieldsSeq(members) {
			all[member] = regexp.MustCompile("^" + form + "$")
		}
	}
	return all
}()

// minted are ids that the engine and its own ranker make.
var minted = regexp.MustCompile(`^(flt_seg\d{1,3}_\d{1,3}|htl_stay\d{1,3}(_\d{1,3}){1,2}|seg_\d{1,3}|seg_return|bundle_\d{1,3}|r\d{1,4})$`)

// isKnown reports whether a value under a member is known to be no person's.
func (v *vocabulary) isKnown(member, text string) bool {
	switch form := forms[member]; {
	case v.values[text], minted.MatchString(text), v.isPath(text):
		return true
	case form != nil && form.MatchString(text):
		return true
	case member == "timezone":
		_, err := time.LoadLocation(text)
		return err == nil
	case member == "key":
		return texts.English(trip.Say(text)) != texts.English(trip.Say(text+"?"))
	}
	return false
}

// isPath reports whether a text is a path of the engine's documents.
func (v *vocabulary) isPath(text string) bool {
	if text == "" || strings.ContainsAny(text, " @") {
		return false
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".[]0123456789", r) })
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p string) bool { return !v.members[p] }) && text[0] > '9'
}
