package diffs

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/replay"
)

// Collector collects the differences of many recordings. It is not safe for concurrent use.
type Collector struct {
	Files, Events int64
	Differ        int64 // events
	Later         int64 // of them that may follow from an earlier one of the same recording

	decided  map[string]int64 // events by rule
	flipped  map[string]int64 // of them those that it decided on one side only
	clusters map[identity]*cluster
}

// identity is what the differences of a cluster have in common.
type identity struct {
	kind  replay.Kind
	what  string
	rules string // that decided, on both sides
}

// cluster are differences that look alike, and that the same rules decided.
type cluster struct {
	identity
	events  int64
	files   int64
	last    string   // the file of the last one
	either  []string // the rules that decided on either side
	example Example
}

// oneSided reports whether a rule decided on one side only, and as which of the rules there.
func (k *cluster) oneSided(rule string) (place int, ok bool) {
	old, now := k.example.rules()
	before, after := slices.Index(old, rule), slices.Index(now, rule)
	return max(before, after), before < 0 || after < 0
}

// parts reports whether some rule decided on one side only.
func (k *cluster) parts() bool {
	return slices.ContainsFunc(k.either, func(rule string) bool {
		_, ok := k.oneSided(rule)
		return ok
	})
}

// Example is one difference of a group.
type Example struct {
	Difference
	Order  int      `json:"-"` // of its recording
	Around []string `json:"around,omitempty"`
}

// Group is what somebody looks at as one change.
type Group struct {
	Kind     replay.Kind `json:"kind"`
	Rule     string      `json:"rule"`
	What     []string    `json:"what"` // what changes, the most frequent first
	Events   int64       `json:"events"`
	Files    int64       `json:"files"`
	Accepted bool        `json:"accepted"`
	Example  Example     `json:"example"`
}

// NewCollector returns a collector of nothing.
func NewCollector() *Collector {
	return &Collector{decided: map[string]int64{}, flipped: map[string]int64{}, clusters: map[identity]*cluster{}}
}

// Event counts an event, which these rules decided.
func (c *Collector) Event(old, now []string) {
	c.Events++
	for _, rule := range now {
		count(c.decided, rule)
	}
	if slices.Equal(old, now) {
		return
	}
	for _, rule := range now {
		if !slices.Contains(old, rule) {
			count(c.flipped, rule)
		}
	}
	for _, rule := range old {
		if !slices.Contains(now, rule) {
			count(c.decided, rule)
			count(c.flipped, rule)
		}
	}
}

func count(by map[string]int64, rule string) {
	if _, known := by[rule]; !known {
		rule = strings.Clone(rule)
	}
	by[rule]++
}

// Add adds a difference of the recording that is order-th.
func (c *Collector) Add(d Difference, order int) {
	c.Differ++
	if d.After > 0 {
		c.Later++
		return
	}
	old, now := d.rules()
	id := identity{d.Kind, d.what, strings.Join(old, " ") + ">" + strings.Join(now, " ")}
	k := c.clusters[id]
	if k == nil {
		k = &cluster{identity: id, either: either(old, now), example: Example{d, order, nil}}
		c.clusters[id] = k
	}
	k.events++
	if k.last != d.File {
		k.last = d.File
		k.files++
	}
	if smaller(&d, order, &k.example) {
		k.example = Example{d, order, nil}
	}
}

// either returns the rules of both sides, each once.
func either(old, now []string) []string {
	out := slices.Clone(old)
	for _, rule := range now {
		if !slices.Contains(out, rule) {
			out = append(out, rule)
		}
	}
	return out
}

// smaller reports whether a difference makes the smaller example.
func smaller(d *Difference, order int, than *Example) bool {
	return cmp.Or(cmp.Compare(d.Seq, than.Seq), cmp.Compare(order, than.Order)) < 0
}

// Merge adds what another collector has, of other recordings.
func (c *Collector) Merge(o *Collector) {
	c.Files += o.Files
	c.Events += o.Events
	c.Differ += o.Differ
	c.Later += o.Later
	for rule, n := range o.decided {
		c.decided[rule] += n
		c.flipped[rule] += o.flipped[rule]
	}
	for id, other := range o.clusters {
		k := c.clusters[id]
		if k == nil {
			c.clusters[id] = other
			continue
		}
		k.events += other.events
		k.files += other.files
		if smaller(&other.example.Difference, other.example.Order, &k.example) {
			k.example = other.example
		}
	}
}

// noticed orders the kinds, the most noticeable first.
var noticed = []replay.Kind{
	replay.DiffersStatus, replay.DiffersCalls, replay.DiffersArguments, replay.DiffersUI, replay.DiffersIntent,
	replay.DiffersWords,
}

// Groups returns the groups, the most noticeable kind first, then the most frequent.
func (c *Collector) Groups() []*Group {
	type key struct {
		kind replay.Kind
		rule string
	}
	groups, files := map[key]*Group{}, map[key]map[string]bool{}
	var out []*Group
	for _, e := range c.explained() {
		k := key{e.kind, e.rule}
		g := groups[k]
		if g == nil {
			g = &Group{Kind: e.kind, Rule: e.rule, Example: e.example}
			groups[k], files[k] = g, map[string]bool{}
			out = append(out, g)
		}
		if !slices.Contains(g.What, e.what) {
			g.What = append(g.What, e.what)
		}
		g.Events += e.events
		g.Files = max(g.Files, e.files)
		files[k][e.example.File] = true
		g.Files = max(g.Files, int64(len(files[k])))
		if smaller(&e.example.Difference, e.example.Order, &g.Example) {
			g.Example = e.example
		}
	}
	slices.SortStableFunc(out, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(slices.Index(noticed, a.Kind), slices.Index(noticed, b.Kind)),
			cmp.Compare(b.Events, a.Events))
	})
	return out
}

// ByRule counts the events of the groups by rule.
func ByRule(groups []*Group) map[string]int64 {
	out := map[string]int64{}
	for _, g := range groups {
		out[g.Rule] += g.Events
	}
	return out
}

// noRule stands for the rule where none decided.
const noRule = "-"

// explanation is a cluster with the rule that explains it.
type explanation struct {
	*cluster
	rule string
}

// explained returns the clusters with their rules: again and again the rule that explains most of what is not explained
// yet is given all of that. Within a rule the most frequent cluster is first.
func (c *Collector) explained() (out []explanation) {
	left := slices.SortedFunc(maps.Values(c.clusters), func(a, b *cluster) int {
		return cmp.Or(cmp.Compare(b.events, a.events), strings.Compare(string(a.kind), string(b.kind)),
			strings.Compare(a.what, b.what), strings.Compare(a.rules, b.rules))
	})
	for len(left) > 0 {
		rule := c.best(left)
		left = slices.DeleteFunc(left, func(k *cluster) bool {
			mine := rule == noRule || slices.Contains(k.either, rule)
			if mine {
				out = append(out, explanation{k, rule})
			}
			return mine
		})
	}
	return together(fewer(out))
}

// fewer gives all that a rule explains to another one that decided all of it too and explains more of the same kinds.
// What a rule that decided on one side only explains stays: that it did is a difference of its own.
func fewer(all []explanation) []explanation {
	byRule := map[string][]*cluster{}
	events, kinds := map[string]int64{}, map[string]bool{}
	for _, e := range all {
		byRule[e.rule] = append(byRule[e.rule], e.cluster)
		events[e.rule] += e.events
		kinds[string(e.kind)+" "+e.rule] = true
	}
	explains := func(rule string, clusters []*cluster) bool {
		return !slices.ContainsFunc(clusters, func(k *cluster) bool {
			return !kinds[string(k.kind)+" "+rule] || !slices.Contains(k.either, rule)
		})
	}
	rules := slices.SortedFunc(maps.Keys(byRule), func(a, b string) int {
		return cmp.Or(cmp.Compare(events[a], events[b]), strings.Compare(a, b))
	})
	instead := map[string]string{}
	for i, rule := range rules {
		isOneSided := func(k *cluster) bool {
			_, ok := k.oneSided(rule)
			return ok
		}
		if slices.ContainsFunc(byRule[rule], isOneSided) {
			continue
		}
		for _, other := range slices.Backward(rules[i+1:]) {
			if events[other] > events[rule] && explains(other, byRule[rule]) {
				instead[rule] = other
				break
			}
		}
	}
	for i := range all {
		for instead[all[i].rule] != "" {
			all[i].rule = instead[all[i].rule]
		}
	}
	return all
}

// maxRules bounds the rules that a change is listed under. A change beside more rules than that is explained by none
// of them.
const maxRules = 3

// together gives changes that stand under too many rules to that of them which explains most.
func together(all []explanation) []explanation {
	type change struct {
		kind replay.Kind
		what string
	}
	events := map[change]map[string]int64{}
	for _, e := range all {
		c := change{e.kind, e.what}
		if events[c] == nil {
			events[c] = map[string]int64{}
		}
		events[c][e.rule] += e.events
	}
	for i := range all {
		rules := events[change{all[i].kind, all[i].what}]
		if len(rules) <= maxRules {
			continue
		}
		all[i].rule = slices.MaxFunc(slices.Sorted(maps.Keys(rules)), func(a, b string) int {
			return cmp.Compare(rules[a], rules[b])
		})
	}
	return all
}

// measure is how well a rule explains some clusters.
type measure struct {
	rule     string
	events   int64   // that it decided
	oneSided int64   // of them those that it decided on one side only
	beside   int64   // of those on both sides, at which another rule decided on one side only
	share    float64 // of all events that it decided, those that differ, or that it decided on one side only
	place    int     // among the rules of an event
}

// compare orders measures, that of the better explanation last. An event counts by the share of its rule, so that a
// rule that decides little else comes before one that decides everywhere; and it counts more where the rule decided on
// one side only, which is a difference by itself, and less where another one did. Among equals it is the rule that
// decided last, as the most particular one; of those on one side only it is the one that decided first, as others may
// follow from it.
func (m *measure) compare(o *measure) int {
	score := func(m *measure) float64 {
		both := m.events - m.oneSided
		return float64(m.oneSided)*m.share + (float64(both)-float64(m.beside)/2)*m.share*m.share/2
	}
	return cmp.Or(cmp.Compare(score(m), score(o)), cmp.Compare(m.oneSided, o.oneSided), cmp.Compare(m.share, o.share),
		cmp.Compare(m.place, o.place), strings.Compare(o.rule, m.rule))
}

// best returns the rule that explains most of some clusters.
func (c *Collector) best(clusters []*cluster) string {
	found := map[string]*measure{}
	for _, k := range clusters {
		for place, rule := range k.either {
			m := found[rule]
			if m == nil {
				m = &measure{rule: rule, place: math.MinInt}
				found[rule] = m
			}
			m.events += k.events
			if at, ok := k.oneSided(rule); ok {
				m.oneSided += k.events
				place = -at
			} else if k.parts() {
				m.beside += k.events
			}
			m.place = max(m.place, place)
		}
	}
	best := &measure{rule: noRule}
	for rule, m := range found {
		m.share = float64(max(m.events, c.flipped[rule])) / float64(max(m.events, c.decided[rule]))
		if best.rule == noRule || m.compare(best) > 0 {
			best = m
		}
	}
	return best.rule
}
