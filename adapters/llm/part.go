package llm

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// Of a document that breaks its form twice what is good is used. A member that is wrong is left out; what it belongs to
// goes with it where it means nothing without it.

// whole are the members of a reading of which no part counts alone: a hold behind a selection that is left out would
// hold something else.
var whole = []string{"acts", "operations"}

// lists are the members of a reading whose items stand for themselves.
var lists = []string{
	"clears", "questions", "unread", "assumptions", "clarifying_questions", "missing_required_fields", "quotes",
}

// memberOf returns the path of the member that an error is about, "" where it does not say.
func memberOf(wrong error) string {
	var schema *catalog.SchemaError
	var malformed *trip.MalformedError
	switch {
	case errors.As(wrong, &schema):
		return schema.Member
	case errors.As(wrong, &malformed):
		return malformed.Field
	case errors.Is(wrong, trip.ErrPath): // questions[0]: …
		path, _, _ := strings.Cut(strings.TrimPrefix(wrong.Error(), ErrAnswer.Error()+": "), ":")
		return path
	default:
		return ""
	}
}

// leaveOut removes from a document the member at a path and returns the path of what it removed, "" for nothing. Where
// nothing stands at the path, as where something is missing, what it should stand in is removed.
func leaveOut(doc map[string]any, path string) string {
	parts := splitPath(path)
	if len(parts) == 0 {
		return ""
	}
	if slices.Contains(whole, parts[0]) {
		parts = parts[:1]
	}
	for ; len(parts) > 0; parts = parts[:len(parts)-1] {
		switch in := at(doc, parts[:len(parts)-1]).(type) {
		case map[string]any:
			name := parts[len(parts)-1]
			if _, is := in[name]; is {
				delete(in, name)
				return joinPath(parts)
			}
		case []any:
			if leaveOutItem(doc, in, parts) {
				return joinPath(parts)
			}
		}
	}
	return ""
}

// leaveOutItem removes an item of a list. A leg keeps its place, for legs are counted; what is no leg and stands for
// nothing by itself, such as one of several ages, takes its list with it.
func leaveOutItem(doc map[string]any, list []any, parts []string) bool {
	i, err := strconv.Atoi(strings.Trim(parts[len(parts)-1], "[]"))
	if err != nil || i < 0 || i >= len(list) {
		return false
	}
	if len(parts) == 2 && slices.Contains(lists, parts[0]) {
		doc[parts[0]] = slices.Delete(slices.Clone(list), i, i+1)
		return true
	}
	item, is := list[i].(map[string]any)
	if is && len(item) == 0 || !slices.ContainsFunc(list, isObjectValue) {
		return false
	}
	list[i] = map[string]any{}
	return true
}

// dropEmptyEnds takes the legs and stays of which nothing is left off the end of their lists: each would make one more.
func dropEmptyEnds(doc map[string]any) {
	plan, _ := doc["trip_intent"].(map[string]any)
	for _, name := range [...]string{"segments", "stays"} {
		list, _ := plan[name].([]any)
		for len(list) > 0 && isEmpty(list[len(list)-1]) {
			list = list[:len(list)-1]
			plan[name] = list
		}
	}
}

// isObjectValue reports whether a value is an object.
func isObjectValue(v any) bool {
	_, is := v.(map[string]any)
	return is
}

// at returns what stands at a path; nil for nothing.
func at(v any, parts []string) any {
	for _, p := range parts {
		switch in := v.(type) {
		case map[string]any:
			v = in[p]
		case []any:
			i, err := strconv.Atoi(strings.Trim(p, "[]"))
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// splitPath splits dates.departure_date or segments[0].origin into its members; an item of a list is [0].
func splitPath(path string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(path, "[", ".["), func(r rune) bool { return r == '.' })
}

func joinPath(parts []string) string { return strings.ReplaceAll(strings.Join(parts, "."), ".[", "[") }

// isEmpty reports whether nothing stands in a value.
func isEmpty(v any) bool {
	switch in := v.(type) {
	case map[string]any:
		for _, member := range in {
			if !isEmpty(member) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(in, func(v any) bool { return !isEmpty(v) })
	default:
		return v == nil
	}
}
