// Package graph draws the lifecycle table: as Mermaid for a page, as DOT for a tool, as SVG for
// whoever has neither.
package graph

import (
	"fmt"
	"strings"

	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/trip"
)

// anyName is the node that stands for every status at once.
const anyName = "any"

// many is from how many statuses an edge is drawn from "any" instead of from each of them.
const many = int(trip.StatusCount) - 3

// arrow is one drawn edge. From is trip.StatusCount for "any".
type arrow struct {
	from, to trip.Status
	label    string
	why      string
}

func arrows() []arrow {
	var out []arrow
	for _, e := range reducer.Lifecycle() {
		if len(e.From) >= many {
			out = append(out, arrow{trip.StatusCount, e.To, e.Trigger.String(), e.Why})
			continue
		}
		for _, from := range e.From {
			out = append(out, arrow{from, e.To, e.Trigger.String(), e.Why})
		}
	}
	return out
}

func name(s trip.Status) string {
	if s == trip.StatusCount {
		return anyName
	}
	return s.State()
}

// phases lists the phases in the order of their statuses, each with its statuses.
func phases() (names []string, members map[string][]trip.Status) {
	members = map[string][]trip.Status{}
	for s := range trip.StatusCount {
		if len(members[s.Phase()]) == 0 {
			names = append(names, s.Phase())
		}
		members[s.Phase()] = append(members[s.Phase()], s)
	}
	return names, members
}

// Mermaid draws a state diagram.
func Mermaid() string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n    [*] --> " + trip.CollectingRequirements.State() + "\n")
	names, members := phases()
	for _, phase := range names {
		fmt.Fprintf(&b, "    state %s {\n", phase)
		for _, s := range members[phase] {
			fmt.Fprintf(&b, "        %s\n", s.State())
		}
		b.WriteString("    }\n")
	}
	fmt.Fprintf(&b, "    state \"%s status\" as %s\n", anyName, anyName)
	for _, a := range arrows() {
		fmt.Fprintf(&b, "    %s --> %s: %s\n", name(a.from), name(a.to), a.label)
	}
	return b.String()
}

// DOT draws a digraph with a cluster for each phase.
func DOT() string {
	var b strings.Builder
	b.WriteString("digraph lifecycle {\n    rankdir=LR;\n    node [shape=box, style=rounded, fontname=\"Helvetica\"];\n")
	b.WriteString("    edge [fontname=\"Helvetica\", fontsize=10];\n")
	names, members := phases()
	for _, phase := range names {
		fmt.Fprintf(&b, "    subgraph cluster_%s {\n        label=%q;\n", phase, phase)
		for _, s := range members[phase] {
			fmt.Fprintf(&b, "        %s;\n", s.State())
		}
		b.WriteString("    }\n")
	}
	fmt.Fprintf(&b, "    %s [label=\"any status\", style=\"rounded,dashed\"];\n", anyName)
	for _, a := range arrows() {
		fmt.Fprintf(&b, "    %s -> %s [label=%q, tooltip=%q];\n", name(a.from), name(a.to), a.label, a.why)
	}
	b.WriteString("}\n")
	return b.String()
}

// Edge is one row of the lifecycle table as JSON.
type Edge struct {
	Trigger string   `json:"trigger"`
	From    []string `json:"from"`
	To      string   `json:"to"`
	Why     string   `json:"why"`
}

// Edges returns the lifecycle table.
func Edges() []Edge {
	rows := reducer.Lifecycle()
	out := make([]Edge, len(rows))
	for i, r := range rows {
		out[i] = Edge{Trigger: r.Trigger.String(), To: r.To.String(), Why: r.Why}
		for _, s := range r.From {
			out[i].From = append(out[i].From, s.String())
		}
	}
	return out
}
