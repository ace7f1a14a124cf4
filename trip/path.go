package trip

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/internal/wire"
)

// Write writes a value at a path of the plan, such as itinerary.segments[0].depart_date, in an intent that is
// the caller's own. Where the path ends in the code of a place, the value is the place: what the old one was
// called is gone with it.
//
//   - Errors: ErrPath when nothing stands under the path, or not such a value.
func (in *Intent) Write(path string, value Raw) error {
	if place, isPlace := strings.CutSuffix(path, ".code"); isPlace {
		path = place
	}
	return in.edit(path, value)
}

// Clear gives what stands at a path of the plan its default, in an intent that is the caller's own. A leg is
// taken out of its list; without `itinerary.lodging` nobody sleeps anywhere.
//
//   - Errors: ErrPath when nothing stands under the path.
func (in *Intent) Clear(path string) error {
	legs := len(in.Itinerary.Segments)
	if err := in.edit(path, ""); err != nil {
		return err
	}
	switch {
	case path == "itinerary.lodging":
		in.Itinerary.Lodging.Needed = false
	case len(in.Itinerary.Segments) < legs && in.Itinerary.TripType == RoundTrip:
		in.Itinerary.TripType = OneWay
	}
	return nil
}

// Value returns what stands at a path of the plan as JSON, "" when nothing does.
func (in *Intent) Value(path string) Raw {
	steps, ok := pathSteps(path)
	if !ok {
		return ""
	}
	p := in.PlanSnapshot()
	return Raw(valueAt(string(appendTold(nil, &p)), steps))
}

// edit replaces the value at a path, or takes it out when it is "".
func (in *Intent) edit(path string, value Raw) error {
	steps, ok := pathSteps(path)
	if !ok || steps[0].name == "requests" { // what became of them is a supplier's to say
		return fmt.Errorf("%w: %q", ErrPath, path)
	}
	old := in.PlanSnapshot()
	text := edited(string(appendTold(nil, &old)), steps, string(value))
	base := NewIntent()
	next, d := base.PlanSnapshot(), decoder{watch: true}
	d.Reset(text, MaxDepth)
	d.told(&next)
	if err := d.finish(); err != nil {
		return fmt.Errorf("%w: %q: %w", ErrPath, path, err)
	}
	if len(d.unknown) > 0 {
		return fmt.Errorf("%w: %q", ErrPath, path)
	}
	in.Party, in.Itinerary, in.Preferences, in.Constraints = next.Party, next.Itinerary, next.Preferences, next.Constraints
	in.Ext, in.Requests = next.Ext, next.Requests
	return nil
}

// pathStep is a member's name, or the index of an element.
type pathStep struct {
	name  string
	index int // -1 for a name
}

// pathSteps reads a path such as itinerary.segments[0].depart_date.
func pathSteps(path string) (steps []pathStep, ok bool) {
	for name := range strings.SplitSeq(path, ".") {
		name, index, indexed := strings.Cut(name, "[")
		if name == "" {
			return nil, false
		}
		steps = append(steps, pathStep{name, -1})
		if !indexed {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		if err != nil || n < 0 || !strings.HasSuffix(index, "]") {
			return nil, false
		}
		steps = append(steps, pathStep{index: n})
	}
	return steps, true
}

// valueAt returns the value under steps, "" when there is none.
func valueAt(text string, steps []pathStep) string {
	for _, step := range steps {
		found := ""
		eachPart(text, func(name string, index int, value string) {
			if name == step.name && index == step.index {
				found = value
			}
		})
		if text = found; text == "" {
			return ""
		}
	}
	return text
}

// edited returns a canonical text with another value under steps, or without it when the value is "".
func edited(text string, steps []pathStep, value string) string {
	if len(steps) == 0 {
		return value
	}
	step, found := steps[0], false
	var parts []string
	add := func(name string, part string) {
		switch {
		case part == "": // taken out
		case step.index < 0:
			parts = append(parts, string(wire.AppendKey(nil, name))+part)
		default:
			parts = append(parts, part)
		}
	}
	eachPart(text, func(name string, index int, part string) {
		if name == step.name && index == step.index {
			found, part = true, edited(part, steps[1:], value)
		}
		add(name, part)
	})
	if !found && value != "" {
		add(step.name, edited("", steps[1:], value))
	}
	if step.index < 0 {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// eachPart tells the members of an object, whose index is -1, or the elements of a list.
func eachPart(text string, tell func(name string, index int, value string)) {
	var d wire.Decoder
	d.Reset(text, MaxDepth)
	switch {
	case strings.HasPrefix(text, "{"):
		for d.Object(); d.Next(); {
			name := d.Key()
			tell(name, -1, d.Raw())
		}
	case strings.HasPrefix(text, "["):
		i := 0
		for d.List(); d.More(); i++ {
			tell("", i, d.Raw())
		}
	}
}
