package scenario

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Long lists are shown by what tells them apart: how many, and their ids; what is asked by a name
// instead of its hash.

const (
	pathAsk     = "status.ask"
	pathBundles = "working_memory.ranked_bundles"
	pathNotes   = "status.notes"
)

var (
	// optionsPath matches the option list of a leg, or of a room of a stay.
	optionsPath = regexp.MustCompile(`^working_memory\.(flight_quotes_by_segment\[\d+\]|hotel_quotes_by_stay\[\d+\]\[\d+\])$`)
	// stayPath matches the rooms of a stay.
	stayPath = regexp.MustCompile(`^working_memory\.hotel_quotes_by_stay\[\d+\]$`)
	// dayPath matches what one search found for a trip whose days are open.
	dayPath = regexp.MustCompile(`^working_memory\.flight_quotes_by_day\[\d+\]$`)
)

// isOptions reports whether v is a quote list, where an empty one says that nothing was found.
func isOptions(path string, v any) bool {
	_, list := v.([]any)
	return list && (optionsPath.MatchString(path) || stayPath.MatchString(path))
}

// digested writes the change of a long list, or of what is asked, on one line, and reports whether path
// is one.
func (c *changes) digested(path string, before, after any) bool {
	if path == pathAsk {
		c.patches = append(c.patches, path+": "+c.names.ask(after))
		return true
	}
	if day, ok := after.(map[string]any); ok && dayPath.MatchString(path) {
		c.patches = append(c.patches, path+": "+dayQuote(day))
		return true
	}
	list, ok := after.([]any)
	if !ok {
		return false
	}
	switch {
	case optionsPath.MatchString(path), stayPath.MatchString(path) && len(list) == 0:
		c.patches = append(c.patches, path+": "+enumerate(list, "option", "option_id"))
	case path == pathBundles:
		c.patches = append(c.patches, path+": "+enumerate(list, "bundle", "bundle_id"))
	case path == pathNotes:
		c.notes(list, before)
	default:
		return false
	}
	return true
}

// dayQuote writes what one search of a trip whose days are open found: "BOS LIS 2026-05-01, 1 option a".
func dayQuote(q map[string]any) string {
	leg, _ := q["leg"].(map[string]any)
	mark, _ := q["mark"].(map[string]any)
	text := fmt.Sprintf("%s %s %s", show(leg["origin"]), show(leg["destination"]), show(leg["day"]))
	switch list, _ := q["options"].([]any); {
	case q["failure"] != nil:
		return text + ", " + show(q["failure"])
	case mark["turn"] != nil:
		return text + ", " + enumerate(list, "option", "option_id")
	}
	return text
}

// enumerate writes "2 options a b", with at most five ids.
func enumerate(list []any, noun, idKey string) string {
	const limit = 5
	if len(list) != 1 {
		noun += "s"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", len(list), noun)
	for i, e := range list {
		if i == limit {
			b.WriteString(" …")
			break
		}
		if m, ok := e.(map[string]any); ok {
			fmt.Fprintf(&b, " %s", show(m[idKey]))
		}
	}
	return b.String()
}

// notes shows the notes that were added. A list that lost its oldest notes to the limit is
// shown by its length and its newest note.
func (c *changes) notes(list []any, before any) {
	was, _ := before.([]any)
	if len(was) > len(list) || !slices.EqualFunc(was, list[:len(was)], isSame) {
		c.patches = append(c.patches,
			fmt.Sprintf("%s: %d notes, the newest %s", pathNotes, len(list), show(list[len(list)-1])))
		return
	}
	for i := len(was); i < len(list); i++ {
		c.leaf(pathNotes+"["+strconv.Itoa(i)+"]", list[i])
	}
}

// isSame compares two values of whatever kind.
func isSame(a, b any) bool { return text(a) == text(b) }

// names replaces ids that are hashes by short aliases, numbered as they appear.
type names struct {
	keys map[string]string // idempotency key to alias
	asks map[string]string // id of an ask to alias
}

func newNames() names { return names{keys: map[string]string{}, asks: map[string]string{}} }

// ask writes what is asked as its kind, its alias, the question and until when.
func (n *names) ask(v any) string {
	m, _ := v.(map[string]any)
	id, _ := m["id"].(string)
	line := fmt.Sprintf("%s %s %s", show(m["kind"]), n.askAlias(id), show(m["text"]))
	if m["expires_at"] != nil {
		line += " until " + show(m["expires_at"])
	}
	return line
}

func (n *names) askAlias(id string) string {
	if n.asks[id] == "" {
		n.asks[id] = "a" + strconv.Itoa(len(n.asks)+1)
	}
	return n.asks[id]
}

// askID returns the id that an alias such as a1 stands for; any other text is an id itself.
func (n *names) askID(text string) string {
	for id, alias := range n.asks {
		if alias == text {
			return id
		}
	}
	return text
}

// abbreviate shortens the arguments of a queued call.
func (n *names) abbreviate(key string, v any) (string, bool) {
	switch {
	case key == "current_intent":
		return "{…}", true
	case key == "idempotency_key":
		s, ok := v.(string)
		return quote(n.alias(s)), ok
	}
	if m, ok := v.(map[string]any); ok && m["option_id"] != nil && m["total_price"] != nil {
		return "{" + show(m["option_id"]) + "…}", true
	}
	var b strings.Builder
	writeTree(&b, v, n.abbreviate)
	if utf8.RuneCountInString(b.String()) <= maxRunes {
		return b.String(), true
	}
	switch v := v.(type) {
	case map[string]any:
		return "{…}", true
	case []any:
		return fmt.Sprintf("[… %d]", len(v)), true
	default:
		return string([]rune(b.String())[:maxRunes]) + `…"`, true
	}
}

// mostRunes is how long a member of arguments is shown.
const maxRunes = 240

func (n *names) alias(key string) string {
	if n.keys[key] == "" {
		n.keys[key] = "k" + strconv.Itoa(len(n.keys)+1)
	}
	return n.keys[key]
}

func (n names) clone() names { return names{keys: maps.Clone(n.keys), asks: maps.Clone(n.asks)} }
