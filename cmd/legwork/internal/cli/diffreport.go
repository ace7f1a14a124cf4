package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/docs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/report"
)

// around reads the lines around the example of a group. Standard input cannot be read twice: it has none.
func (r *diffReport) around(ctx context.Context, g *diffs.Group) error {
	found, ok := r.sources.Load(g.Example.File)
	rec, isRecording := found.(recording)
	if !ok || !isRecording || rec.name == stdinPath {
		return nil
	}
	seq := g.Example.Seq
	o := replay.Options{Unchecked: true, NoTexts: true}
	err := rec.fold(ctx, o, func(_ *replay.Replayer, step *replay.Step) error {
		at := step.Event.Seq
		if at >= seq-maxBefore && at <= seq+1 {
			sign := " "
			if at == seq {
				sign = ">"
			}
			g.Example.Around = append(g.Example.Around, fmt.Sprintf("%s %4d  %s %s  → %s", sign, at, step.Event.Type(),
				printable(report.Gist(&step.Event, false)), step.Decision.Status))
		}
		if at > seq {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// print writes the report for a person.
func (r *diffReport) print(out *bufio.Writer) {
	texts := docs.Rules()
	for _, g := range r.Groups {
		sign := ""
		if g.Accepted {
			sign = "  (accepted)"
		}
		_, _ = fmt.Fprintf(out, "%s %s  %s in %s%s\n", r.app.paint(r.app.stdout, "1", string(g.Kind)), g.Rule,
			counted(g.Events, "event"), counted(g.Files, "recording"), sign)
		if text := texts[g.Rule]; text != "" {
			_, _ = fmt.Fprintf(out, "  rule: %s\n", text)
		}
		for i, what := range g.What {
			if i == maxWhat {
				_, _ = fmt.Fprintf(out, "  … and %d more\n", len(g.What)-i)
				break
			}
			_, _ = fmt.Fprintf(out, "  %s\n", printable(what))
		}
		r.printExample(out, &g.Example)
		_, _ = fmt.Fprintln(out)
	}
	_, _ = fmt.Fprintf(out, "%s, %s: ", counted(r.Files, "recording"), counted(r.Events, "event"))
	if r.Differ == 0 {
		_, _ = fmt.Fprint(out, "nothing differs")
	} else {
		_, _ = fmt.Fprintf(out, "%d differ, in %s; %d of them accepted", r.Differ, counted(len(r.Groups), "group"),
			r.accepted())
	}
	if r.Later > 0 {
		_, _ = fmt.Fprintf(out, "; %d more may follow from an earlier difference", r.Later)
	}
	if r.broken > 0 {
		_, _ = fmt.Fprintf(out, "; %d more could not be compared", r.broken)
	}
	_, _ = fmt.Fprintln(out)
}

// maxWhat is in how many ways the changes of a group are told.
const maxWhat = 5

func (r *diffReport) printExample(out *bufio.Writer, e *diffs.Example) {
	_, _ = fmt.Fprintf(out, "  %s, seq %d:\n", printable(e.File), e.Seq)
	for _, line := range e.Around {
		_, _ = fmt.Fprintf(out, "    %s\n", line)
	}
	for _, side := range []struct {
		name, code string
		value      any
		rules      []string
	}{{"old", "31", e.Old, e.RulesOld}, {"new", "32", e.New, e.RulesNew}} {
		for _, line := range valueLines(side.value) {
			_, _ = fmt.Fprintf(out, "    %s %s\n", r.app.paint(r.app.stdout, side.code, side.name),
				strings.ReplaceAll(printable(line), "\n", "\n        "))
		}
	}
	if !slices.Equal(e.RulesOld, e.RulesNew) {
		_, _ = fmt.Fprintf(out, "    rules only in old: %s; only in new: %s\n", only(e.RulesOld, e.RulesNew),
			only(e.RulesNew, e.RulesOld))
	}
	if p := e.Parted; p != nil {
		_, _ = fmt.Fprintf(out, "    the states parted at seq %d; rules only in old: %s; only in new: %s\n", p.Seq,
			only(p.RulesOld, p.RulesNew), only(p.RulesNew, p.RulesOld))
	}
}

// only returns the rules that the other side does not have.
func only(rules, other []string) string {
	left := slices.DeleteFunc(slices.Clone(rules), func(rule string) bool { return slices.Contains(other, rule) })
	if len(left) == 0 {
		return "none"
	}
	return strings.Join(left, ", ")
}

// valueLines says the value of one side, a line for each part.
func valueLines(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []string:
		if len(v) == 0 {
			return []string{"nothing"}
		}
		return v
	case map[string]string:
		var out []string
		for _, path := range slices.Sorted(maps.Keys(v)) {
			out = append(out, path+": "+cmp.Or(v[path], "absent"))
		}
		return out
	}
	text, err := json.Marshal(v)
	if err != nil {
		return []string{err.Error()}
	}
	return []string{string(text)}
}

// page writes the report as a page.
func (r *diffReport) page(out *bufio.Writer, f diffFlags) error {
	type group struct {
		*diffs.Group
		Text string `json:"text"`
	}
	texts, groups := docs.Rules(), []group{}
	for _, g := range r.Groups {
		groups = append(groups, group{g, texts[g.Rule]})
	}
	with := f.policy
	for _, other := range []string{f.catalog, f.old} {
		if other != "" {
			with = strings.TrimPrefix(with+", "+other, ", ")
		}
	}
	title := fmt.Sprintf("%d of %s of %s differ with %s", r.Differ, counted(r.Events, "event"),
		counted(r.Files, "recording"), with)
	data := map[string]any{"title": title, "groups": groups}
	return report.WriteDifferences(out, title, data) //nolint:wrapcheck // it names the package
}
