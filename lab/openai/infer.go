package openai

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// Tools is the catalog inferred from the calls of a log; Infer makes it.
type Tools struct {
	list   []catalog.Tool // sorted by name
	names  map[string]string
	text   trip.Raw    // the list as a header has it, empty when there is none
	digest trip.Digest // of the embedded catalog with these tools
}

// List returns the tools, sorted by name.
func (t Tools) List() []catalog.Tool { return slices.Clone(t.list) }

// Renamed returns the names of the log that are the engine's own, with what they became.
func (t Tools) Renamed() map[string]string { return maps.Clone(t.names) }

// name returns what a tool of the log is called in recordings.
func (t Tools) name(logged string) string {
	if own, ok := t.names[logged]; ok {
		return own
	}
	return logged
}

// isWrite reports whether a tool changes something, by the name that it has in recordings.
func (t Tools) isWrite(name string) bool {
	i, ok := slices.BinarySearchFunc(t.list, name,
		func(c catalog.Tool, n string) int { return strings.Compare(c.Name, n) })
	return ok && t.list[i].Effect == catalog.Write
}

// Infer makes one tool of every name that is called in the conversations. Its arguments are an
// object with the members and types that were seen, of which those in every call are required;
// its result may be anything. A name that begins with a word of reading, or has no word of
// changing, is a read tool. A tool that the engine knows keeps its limits; one that only the
// engine itself may queue gets another name.
//
// Conversations that come with an error are left out.
func Infer(conversations iter.Seq2[Conversation, error]) Tools {
	shapes := map[string]*shape{}
	for c, err := range conversations {
		if err != nil {
			continue
		}
		for i := range c.messages {
			for _, proposed := range c.messages[i].calls {
				s := shapes[proposed.name]
				if s == nil {
					s = &shape{members: map[string]*memberShape{}}
					shapes[proposed.name] = s
				}
				s.add(proposed.args)
			}
		}
	}
	t := Tools{names: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		made := infer(name, shapes[name])
		for isOwn(made.Name) || made.Name != name && shapes[made.Name] != nil {
			made.Name = "log_" + made.Name
			t.names[name] = made.Name
		}
		t.list = append(t.list, made)
	}
	slices.SortFunc(t.list, func(a, b catalog.Tool) int { return strings.Compare(a.Name, b.Name) })
	t.write()
	return t
}

// write keeps what every header says of the tools.
func (t *Tools) write() {
	added, err := catalog.New(t.list...)
	if err != nil {
		panic("openai: inferred tools are no catalog: " + err.Error())
	}
	full, err := catalog.Default().With(t.list...)
	if err != nil {
		panic("openai: inferred tools cannot be added: " + err.Error())
	}
	t.text, t.digest = trip.Raw(added.AppendJSON(nil)), full.Digest()
}

// isOwn reports whether only the engine itself queues a tool of this name.
func isOwn(name string) bool {
	own, known := catalog.Default().Tool(name)
	return known && !own.Proposable
}

// inferredTimeoutMillis is what a tool may take whose real time nobody knows.
const inferredTimeoutMillis = 20_000

func infer(name string, s *shape) catalog.Tool {
	made := catalog.Tool{Effect: catalog.Read, TimeoutMillis: inferredTimeoutMillis}
	if changes(name) {
		made.Effect, made.Unattended = catalog.Write, true // the log does not say that anybody was asked
	}
	if known, ok := catalog.Default().Tool(name); ok && known.Proposable {
		made = catalog.Tool{
			Effect: known.Effect, TimeoutMillis: known.TimeoutMillis,
			CallsPerTurn: known.CallsPerTurn, Answers: known.Answers,
		}
	}
	made.Name, made.Proposable = name, true
	made.Description = "Inferred from the calls of a log."
	made.Arguments = s.schema()
	made.Result = json.RawMessage(`{"type":"object"}`)
	return made
}

// maxMembers is how many members an arguments schema names; a tool with more takes any.
const maxMembers = 100

// shape is what was seen of a tool's arguments.
type shape struct {
	calls   int
	members map[string]*memberShape
}

type memberShape struct {
	calls int
	types map[string]bool
}

func (s *shape) add(args trip.Raw) {
	s.calls++
	var o map[string]json.RawMessage
	if err := json.Unmarshal([]byte(args), &o); err != nil {
		panic("openai: canonical arguments cannot be read: " + err.Error())
	}
	for key, value := range o {
		m := s.members[key]
		if m == nil {
			if len(s.members) > maxMembers {
				continue
			}
			m = &memberShape{types: map[string]bool{}}
			s.members[key] = m
		}
		m.calls++
		m.types[typeOf(value)] = true
	}
}

func typeOf(value json.RawMessage) string {
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	if strings.ContainsAny(string(value), ".eE") {
		return "number"
	}
	return "integer"
}

// schema writes the JSON Schema of the arguments, with sorted keys.
func (s *shape) schema() json.RawMessage {
	doc := map[string]any{"type": "object"}
	if len(s.members) > 0 && len(s.members) <= maxMembers {
		properties, required := map[string]any{}, []string{}
		for name, m := range s.members {
			properties[name] = map[string]any{"type": m.schemaType()}
			if m.calls == s.calls {
				required = append(required, name)
			}
		}
		slices.Sort(required)
		doc["properties"] = properties
		if len(required) > 0 {
			doc["required"] = required
		}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		panic("openai: a schema does not write JSON: " + err.Error())
	}
	return text
}

// schemaType is one type, or a list of them; integers among numbers are numbers.
func (m *memberShape) schemaType() any {
	if m.types["number"] {
		delete(m.types, "integer")
	}
	types := slices.Sorted(maps.Keys(m.types))
	if len(types) == 1 {
		return types[0]
	}
	return types
}

var (
	readWords = []string{
		"get", "list", "search", "find", "check", "fetch", "read", "look", "lookup", "show", "describe", "count", "calculate",
		"compute", "think", "is", "has", "query", "view", "retrieve", "validate", "verify", "resolve", "preview", "estimate",
	}
	writeWords = []string{
		"accept", "activate", "add", "append", "apply", "approve", "assign", "authorize", "book", "buy", "cancel",
		"change", "charge", "close", "confirm", "create", "deactivate", "delete", "deposit", "disable", "edit", "email",
		"enable", "exchange", "execute", "grant", "hold", "insert", "issue", "modify", "move", "order", "patch", "pay",
		"place", "post", "publish", "purchase", "put", "refund", "register", "reject", "release", "remove", "rename",
		"replace", "reschedule", "reserve", "reset", "return", "revoke", "save", "schedule", "send", "set", "submit",
		"transfer", "update", "upgrade", "upload", "withdraw", "write",
	}
)

// changes reports whether a tool of this name changes the world, by the words in it.
func changes(name string) bool {
	words := words(name)
	if len(words) == 0 || slices.Contains(readWords, words[0]) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(writeWords, w) })
}

// words cuts a name into lower-case words: "bookFlight_now" is book, flight, now.
func words(name string) []string {
	var spaced strings.Builder
	var before rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			spaced.WriteByte(' ')
		}
		before = r
		spaced.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(spaced.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
