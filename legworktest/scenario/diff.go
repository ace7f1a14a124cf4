package scenario

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// changes are the block lines of what an event changed.
type changes struct {
	names   *names
	patches []string // "path: value", in path order
	clears  []string // "path", in path order
}

// hidden are the paths that a block never shows: bookkeeping that is proved elsewhere or that
// moves with every event, and what the texts beside them are made of.
var hidden = map[string]bool{
	"created_at": true, "earlier_plans": true, "schema": true, "status.phase": true, "status.state": true,
	"trip_id": true, "turn": true, "updated_at": true,
	"status.assumption_keys": true, "status.note_keys": true,
	"status.last_tool_error.key": true, "status.last_tool_error.params": true,
}

// compare collects what differs between two intents, given as canonical JSON.
func compare(before, after string, n *names) changes {
	c := changes{names: n}
	wire.Compare(before, after, c.look)
	return c
}

// look writes a difference that has a line of its own, and says whether the lines are to be found inside.
func (c *changes) look(d *wire.Difference) (inside bool) {
	path, before, after := d.Path(), valueOf(d.Before), valueOf(d.After)
	switch {
	case hidden[path], isEmpty(before) && isEmpty(after) && !isOptions(path, after):
		return false
	case isEmpty(after) && !isOptions(path, after):
		c.clears = append(c.clears, path)
		return false
	case c.digested(path, before, after):
		return false
	case isLeaf(path, after):
		c.leaf(path, after)
		return false
	default:
		return true
	}
}

// valueOf parses a value; one that is not there is nil.
func valueOf(text string) any {
	if text == "" {
		return nil
	}
	return parseTree([]byte(text))
}

// isLeaf reports whether a value is shown on one line: a scalar, money, a list of scalars.
func isLeaf(path string, v any) bool {
	if _, ok := asMoney(v); ok || isScalar(v) {
		return true
	}
	list, ok := v.([]any)
	return ok && !slices.ContainsFunc(list, func(v any) bool { return !isScalar(v) }) && !isOptions(path+"[0]", []any{})
}

func (c *changes) leaf(path string, v any) { c.patches = append(c.patches, path+": "+show(v)) }

// show writes a leaf: money, a scalar, or a list on one line.
func show(v any) string {
	if s, ok := asMoney(v); ok {
		return s
	}
	if isScalar(v) {
		return bare(v)
	}
	return text(v)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// flatten lists the leaves of a value for `show`.
func flatten(path string, v any) []string {
	if _, ok := asMoney(v); ok || isScalar(v) || isEmpty(v) {
		return []string{path + ": " + show(v)}
	}
	var lines []string
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			lines = append(lines, flatten(join(path, k), v[k])...)
		}
	case []any:
		if !slices.ContainsFunc(v, func(e any) bool { return !isScalar(e) }) {
			return []string{path + ": " + show(v)}
		}
		for i, e := range v {
			lines = append(lines, flatten(path+"["+strconv.Itoa(i)+"]", e)...)
		}
	}
	return lines
}

// lookup finds the value at a path such as working_memory.holds[0].status.
func lookup(v any, path string) (any, bool) {
	for part := range strings.SplitSeq(path, ".") {
		name, rest, _ := strings.Cut(part, "[")
		object, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = object[name]; !ok {
			return nil, false
		}
		for rest != "" {
			index, after, closed := strings.Cut(rest, "]")
			rest = strings.TrimPrefix(after, "[")
			list, ok := v.([]any)
			i, err := strconv.Atoi(index)
			if !closed || !ok || err != nil || i < 0 || i >= len(list) {
				return nil, false
			}
			v = list[i]
		}
	}
	return v, true
}
