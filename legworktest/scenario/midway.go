package scenario

import (
	"encoding/json"
	"fmt"
	"path"
)

// mostDeep bounds how many scenarios may go on with each other.
const maxDeep = 8

// file returns the text of a file that the scenario names, and its name relative to the scenario that was asked for.
func (p *player) file(name string) (text, relative string, err error) {
	if p.open == nil {
		return "", "", fmt.Errorf("%s: no files are read here", name)
	}
	relative = path.Join(p.dir, name)
	text, err = p.open(relative)
	return text, relative, err
}

// rest puts an input's intent on its base.
func (p *player) rest(in *input) error {
	text, name, err := p.file(in.base)
	if err != nil {
		return err
	}
	var base, over map[string]any
	if err := decode(text, &base); err != nil {
		return fmt.Errorf("%s is the JSON object of an intent: %w", name, err)
	}
	if in.intent != "" {
		if err := decode(in.intent, &over); err != nil {
			return fmt.Errorf("intent is a JSON object: %w", err)
		}
	}
	in.intent = string(writeJSON(merge(base, over)))
	return nil
}

func writeJSON(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil { // it was decoded from JSON
		panic(err)
	}
	return raw
}

// merge puts the members of over into base, those of objects one by one.
func merge(base, over map[string]any) map[string]any {
	for _, key := range sortedKeys(over) {
		below, isObject := base[key].(map[string]any)
		above, areMembers := over[key].(map[string]any)
		if isObject && areMembers {
			base[key] = merge(below, above)
			continue
		}
		base[key] = over[key]
	}
	return base
}

// goOn goes on with the trip of another scenario, from the first event that leads to a state.
func (p *player) goOn(in input) ([]string, error) {
	if err := p.end(); err != nil {
		return nil, err
	}
	p.play = nil
	if p.depth == maxDeep {
		return nil, fmt.Errorf("%s: more than %d scenarios go on with each other", in.file, maxDeep)
	}
	text, name, err := p.file(in.file)
	if err != nil {
		return nil, err
	}
	other := player{base: p.base, step: p.step, open: p.open, dir: path.Dir(name), depth: p.depth + 1}
	f, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	for _, s := range f.Stanzas {
		step, err := parseInput(name, s)
		if err != nil {
			return nil, err
		}
		if _, err := other.perform(step); err != nil {
			return nil, &Error{File: name, Line: s.Line, Text: err.Error()}
		}
		if t := other.play; t != nil && len(t.log) > 0 && t.isIn(in.state) {
			p.play = t
			return []string{blockLine(prefixStatus, t.intent.Status.Node.String())}, nil
		}
	}
	return nil, fmt.Errorf("%s: no event leads to %s", name, in.state)
}

// isIn reports whether the trip is in a state, with its phase or without.
func (p *play) isIn(state string) bool {
	return p.intent.Status.Node.State() == state || p.intent.Status.Node.String() == state
}
