package scenario

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// changes are the block lines of what an event changed.
type changes struct {
	names   *names
	patches []string // "path: value", in path order
	clears  []string // "path", in path order
}

// hidden are the paths that a block never shows: bookkeeping that is proved elsewhere or that
// moves with every event.
var hidden = map[string]bool{
	"created_at": true, "schema": true, "status.phase": true, "status.state": true,
	"trip_id": true, "turn": true, "updated_at": true,
}

// compare collects what differs between two intents.
func compare(before, after map[string]any, n *names) changes {
	c := changes{names: n}
	c.diff("", before, after)
	return c
}

func (c *changes) diff(path string, before, after any) {
	switch {
	case hidden[path] || equal(before, after):
	case isEmpty(after) && !isOptions(path, after):
		if !isEmpty(before) {
			c.clears = append(c.clears, path)
		}
	case c.digested(path, before, after):
	default:
		c.inside(path, before, after)
	}
}

// inside goes into lists and objects; everything else is one patch.
func (c *changes) inside(path string, before, after any) {
	if _, ok := asMoney(after); ok {
		c.leaf(path, after)
		return
	}
	switch after := after.(type) {
	case map[string]any:
		was, _ := before.(map[string]any)
		c.members(path, was, after)
	case []any:
		was, _ := before.([]any)
		c.elements(path, was, after)
	default:
		c.leaf(path, after)
	}
}

func (c *changes) members(path string, before, after map[string]any) {
	keys := map[string]bool{}
	for k := range before {
		keys[k] = true
	}
	for k := range after {
		keys[k] = true
	}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		c.diff(join(path, k), before[k], after[k])
	}
}

func (c *changes) elements(path string, before, after []any) {
	if !slices.ContainsFunc(after, func(v any) bool { return !isScalar(v) }) && !isOptions(path+"[0]", []any{}) {
		c.leaf(path, after)
		return
	}
	for i := range max(len(before), len(after)) {
		var was, is any
		if i < len(before) {
			was = before[i]
		}
		if i < len(after) {
			is = after[i]
		}
		c.diff(path+"["+strconv.Itoa(i)+"]", was, is)
	}
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
