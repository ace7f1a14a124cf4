package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/applier"
	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

// A model says which words of the message are behind each value that it read. A value without them is not used, and
// what no words of a value cover is told to the person (behaviour 6.10).

// errUnquoted is a reading without any quote: its model cannot be checked.
var errUnquoted = errors.New("it quotes nothing of the message")

// groups are the members of trip_intent that are no value but hold some.
var groups = []string{
	"dates", "travelers", "constraints", "lodging", "contact", "alternatives", "ext", "segments", "stays", "requests",
}

// asking are the members that tell the person something and write nothing: what they are about is quoted and needs no
// quote.
var asking = []string{"questions", "clarifying_questions", "assumptions", "unread"}

// shortly are the values that words without a meaning of their own can say: "me", "it".
var shortly = []string{
	"trip_intent.travelers.", "trip_intent.lodging.needed", "trip_intent.trip_type", "acts[", "clears[", "operations[",
}

// quoteCheck checks readings against what the person said and what is known.
type quoteCheck struct {
	said    *extract.Said
	known   trip.Intent
	catalog catalog.Catalog
}

// newQuoteCheck takes the arguments of the call, which have kept their schema.
func newQuoteCheck(c catalog.Catalog, arguments []byte) (quoteCheck, error) {
	var ask extraction
	if err := json.Unmarshal(arguments, &ask); err != nil {
		return quoteCheck{}, err
	}
	in, _, err := trip.DecodeIntent(string(ask.Context.CurrentIntent))
	if err != nil {
		return quoteCheck{}, err
	}
	in.UpdatedAt, err = trip.ParseInstant(ask.Context.Now)
	return quoteCheck{extract.NewSaid(append(ask.Context.UnreadMessages, ask.UserMessage)), in, c}, err
}

// check finds what a schema cannot see: what is no reading, and a value that no words of the message are behind.
// Rule: 6.10.value
func (q quoteCheck) check(raw trip.Raw) error {
	if err := checkExtraction(raw); err != nil {
		return err
	}
	doc, _, err := object(string(raw))
	if err != nil {
		return err
	}
	var bare []string
	for _, path := range valuesOf(doc) {
		if !q.isShown(doc, path) {
			bare = append(bare, path)
		}
	}
	bare = q.changing(doc, bare)
	switch {
	case len(bare) == 0:
		return nil
	case len(quotesOf(doc)) == 0:
		return errUnquoted
	}
	return &catalog.SchemaError{
		Member: bare[0], Want: "quote",
		Text: fmt.Sprintf("no quote that stands in the message, of at most %d words, shows %s", extract.MaxQuoted,
			strings.Join(bare[:min(len(bare), maxLost)], ", ")),
	}
}

// isShown reports whether words of the message are behind a value: a quote for it, for a part of it or for what it is a
// part of; the text of a request.
func (q quoteCheck) isShown(doc map[string]any, path string) bool {
	if q.said.Has(requestText(doc, path)) {
		return true
	}
	above := path[:max(strings.LastIndexByte(path, '.'), 0)]
	ask := q.known.Status.Ask
	isShort := ask != nil && ask.Kind == trip.AskClarify && len(ask.Choices) > 0 || // "the first one"
		slices.ContainsFunc(shortly, func(s string) bool { return strings.HasPrefix(path, s) })
	return slices.ContainsFunc(quotesOf(doc), func(quote extract.Quote) bool {
		isOf := quote.Path == path || strings.HasPrefix(quote.Path, path+".") || strings.HasPrefix(quote.Path, path+"[") ||
			quote.Path == above && above != "trip_intent"
		if !isOf {
			return false
		}
		stands, says := q.said.Stands(quote.Text)
		return stands && (says || isShort)
	})
}

// requestText is the person's own words of a special request, "" where a path is of none.
func requestText(doc map[string]any, path string) string {
	if !strings.HasPrefix(path, "trip_intent.requests[") {
		return ""
	}
	r, _ := at(doc, splitPath(path)).(map[string]any)
	text, _ := r["text"].(string)
	return text
}

// changing returns those values without which a reading would change something else: what is known already, and what
// follows from the rest, needs no words.
// Rule: 6.10.exempt
func (q quoteCheck) changing(doc map[string]any, bare []string) (out []string) {
	if len(bare) == 0 || len(bare) > maxLost {
		return bare
	}
	without := q.merged(doc, bare)
	for _, path := range bare {
		others := slices.DeleteFunc(slices.Clone(bare), func(p string) bool { return p == path })
		with := q.merged(doc, others)
		isSame := without != nil && with != nil && len(applier.Diff(*without, *with)) == 0
		if !isSame || !strings.HasPrefix(path, "trip_intent.") && !strings.HasPrefix(path, "clears[") {
			out = append(out, path)
		}
	}
	return out
}

// merged is the trip after a reading without some values, nil where that cannot be applied.
func (q quoteCheck) merged(doc map[string]any, without []string) *trip.Intent {
	text, err := json.Marshal(doc)
	if err != nil {
		return nil
	}
	less, _, err := object(string(text))
	if err != nil {
		return nil
	}
	for _, path := range slices.Backward(without) {
		leaveOut(less, path)
	}
	if text, err = json.Marshal(less); err != nil {
		return nil
	}
	in := q.known
	in.Turn.Outstanding = []trip.Pending{{CallID: "read", Name: trip.ToolExtract}}
	res := trip.ToolResult{CallID: "read", ToolName: trip.ToolExtract}
	if res.Value, err = trip.ReadResult(trip.ToolExtract, trip.Raw(text)); err == nil {
		in, _, err = applier.Apply(q.catalog, in, res)
	}
	if err != nil {
		return nil
	}
	return &in
}

// valuesOf lists the paths of the values of a reading that change something.
func valuesOf(doc map[string]any) (out []string) {
	var walk func(v any, path string)
	walk = func(v any, path string) {
		name := path[strings.LastIndexByte(path, '.')+1:]
		name, _, isElement := strings.Cut(name, "[")
		isGroup := path == "trip_intent" || slices.Contains(groups, name) || strings.HasPrefix(path, "trip_intent.ext.") &&
			strings.Count(path, ".") == 2
		object, isObject := v.(map[string]any)
		list, isList := v.([]any)
		switch {
		case isObject && isGroup && !(isElement && name == "requests"):
			for _, key := range slices.Sorted(maps.Keys(object)) {
				walk(object[key], path+"."+key)
			}
		case isList && isGroup && name != "alternatives":
			for i := range list {
				walk(list[i], path+"["+strconv.Itoa(i)+"]")
			}
		case v != "" && !(isObject && isEmpty(v)):
			out = append(out, path)
		}
	}
	walk(doc["trip_intent"], "trip_intent")
	for _, name := range [...]string{"acts", "clears", "operations"} {
		list, _ := doc[name].([]any)
		for i := range list {
			out = append(out, name+"["+strconv.Itoa(i)+"]")
		}
	}
	return slices.DeleteFunc(out, func(path string) bool { return path == "trip_intent" || isUnsaidLodging(doc, path) })
}

// isUnsaidLodging reports whether a value is that no place to sleep is wanted because nobody spoke of one, which an
// assumption says.
func isUnsaidLodging(doc map[string]any, path string) bool {
	list, _ := doc["assumptions"].([]any)
	needed, isSaid := at(doc, splitPath(path)).(bool)
	return path == "trip_intent.lodging.needed" && isSaid && !needed &&
		slices.ContainsFunc(list, func(v any) bool {
			m, _ := v.(map[string]any)
			return m["key"] == trip.AssumeLodgingUnsaid
		})
}

// quotesOf are the quotes of a reading, with the whole paths of what they are for.
func quotesOf(doc map[string]any) (out []extract.Quote) {
	list, _ := doc["quotes"].([]any)
	for _, v := range list {
		m, _ := v.(map[string]any)
		path, _ := m["path"].(string)
		text, _ := m["text"].(string)
		root, _, _ := strings.Cut(strings.ReplaceAll(path, "[", "."), ".")
		if _, is := doc[root]; !is {
			path = "trip_intent." + path
		}
		out = append(out, extract.Quote{Path: path, Text: text})
	}
	return out
}

// account adds to a reading what of the messages nothing in it stands for, and what became of each word. What the
// assistant answers it hears whole.
// Rule: 6.10.left-out
func (q quoteCheck) account(doc map[string]any) {
	var used []extract.Quote
	for _, quote := range quotesOf(doc) {
		if stands, _ := q.said.Stands(quote.Text); stands && isUsed(doc, quote.Path) {
			used = append(used, quote)
		}
	}
	for _, path := range valuesOf(doc) {
		used = append(used, extract.Quote{Path: path, Text: requestText(doc, path)})
	}
	unread, _ := doc["unread"].([]any)
	unread = slices.DeleteFunc(slices.Clone(unread), func(v any) bool { text, _ := v.(string); return !q.said.Has(text) })
	for i := range unread {
		text, _ := unread[i].(string)
		used = append(used, extract.Quote{Path: "unread[" + strconv.Itoa(i) + "]", Text: text})
	}
	flights, lodging := true, false
	if next := q.merged(doc, nil); next != nil {
		flights, lodging = next.Itinerary.TripType != trip.StayOnly, next.Itinerary.Lodging.Needed
	}
	reading, left := q.said.Account(used, flights, lodging)
	request, _ := doc["request"].(map[string]any)
	for _, text := range left {
		if request["kind"] != string(trip.KindAssist) {
			unread = append(unread, text)
		}
	}
	if doc["reading"] = reading; len(unread) > 0 {
		doc["unread"] = unread
	} else {
		delete(doc, "unread")
	}
}

// isUsed reports whether something stands at the path of a quote that writes, does or tells something.
func isUsed(doc map[string]any, path string) bool {
	parts := splitPath(path)
	if len(parts) == 0 {
		return false
	}
	switch v := at(doc, parts); {
	case slices.Contains(asking, parts[0]), slices.Contains([]string{"acts", "clears", "operations"}, parts[0]):
		return v != nil
	case parts[0] == "topic":
		return v == string(trip.TopicOther)
	case parts[0] == "request":
		return v != nil && at(doc, []string{"request", "kind"}) == string(trip.KindAssist)
	case parts[0] != "trip_intent" || len(parts) < 2:
		return false
	case v != nil:
		return !slices.Contains([]string{"segments", "stays", "requests"}, parts[len(parts)-1])
	}
	above, _ := at(doc, parts[:len(parts)-1]).(string) // a place that is only a code has no member of that name
	return above != ""
}
