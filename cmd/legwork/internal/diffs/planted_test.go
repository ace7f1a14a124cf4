package diffs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/cmd/legwork/internal/diffs"
	"github.com/legwork-go/legwork/legworktest/scenario"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// archive returns the trips of all scenarios as recordings.
func archive(t *testing.T) (logs [][]byte) {
	t.Helper()
	files, err := filepath.Glob("../../../../fixtures/scenarios/*.scn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		more, err := scenario.Logs(file, string(src), turn.Default(), func(name string) (string, error) {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(file), name))
			return string(text), err
		})
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, more...)
	}
	return logs
}

// plantings are how a planted change shows, by its kind.
var plantings = []struct {
	kind replay.Kind
	does func(l *diffs.Line) bool // reports whether there was something to change
}{
	{replay.DiffersStatus, func(l *diffs.Line) bool { l.Status = "planted/" + l.Status; return true }},
	{replay.DiffersCalls, func(l *diffs.Line) bool {
		had := len(l.Calls) > 0
		l.Calls = nil
		return had
	}},
	{replay.DiffersArguments, func(l *diffs.Line) bool {
		for i := range l.Calls {
			l.Calls[i].Arguments = `{"planted":true}`
		}
		return len(l.Calls) > 0
	}},
	{replay.DiffersUI, func(l *diffs.Line) bool {
		l.UI = append(l.UI, diffs.Message{Key: "planted", Params: "{}"})
		return true
	}},
	{replay.DiffersWords, func(l *diffs.Line) bool { l.Texts = append(l.Texts, "planted"); return len(l.Texts) > 1 }},
}

// mostMisnamed is how many of more than a hundred planted changes may be told under the name of a rule that decides
// beside the right one: where the right one has something to change in one or two of the many events that it decides.
const maxMisnamed = 10

// TestPlantedRules plants a change in one rule after another: whatever this rule decides comes out otherwise in one way.
// All that differs must be told under its name. A rule that always decides together with the same
// others cannot be told from them: such are left out.
func TestPlantedRules(t *testing.T) {
	lines := decided(t)
	together := map[string]string{} // the events that a rule decided
	for i, l := range lines {
		for _, rule := range l.Rules {
			together[rule] += string(rune(i)) + ","
		}
	}
	alike := map[string]int{}
	for _, events := range together {
		alike[events]++
	}
	var rules []string
	for rule, events := range together {
		if alike[events] == 1 {
			rules = append(rules, rule)
		}
	}
	slices.Sort(rules)
	found, right := 0, 0
	for n, rule := range rules {
		p := plantings[n%len(plantings)]
		c, planted := diffs.NewCollector(), 0
		for i := range lines {
			now := lines[i]
			now.Calls, now.UI, now.Texts = slices.Clone(now.Calls), slices.Clone(now.UI), slices.Clone(now.Texts)
			if slices.Contains(now.Rules, rule) && p.does(&now) {
				planted++
			}
			c.Event(lines[i].Rules, now.Rules)
			if d := diffs.OfLines(&lines[i], &now); d != nil {
				c.Add(*d, i)
			}
		}
		if planted == 0 {
			continue
		}
		found++
		all := c.Groups()
		if len(all) > 0 && !slices.ContainsFunc(all, func(g *diffs.Group) bool { return g.Rule != rule }) {
			right++
			continue
		}
		for _, g := range all {
			if g.Rule != rule {
				t.Logf("%s planted in %s (%d events): a group of %d events names %s: %v", p.kind, rule, planted, g.Events,
					g.Rule, g.What)
			}
		}
	}
	if found < 100 || right < found-maxMisnamed {
		t.Errorf("%d changes were planted, %d of them found in a group of their own", found, right)
	}
	t.Logf("%d rules decide, %d can be told apart, %d changes were planted, %d found in a group of their own", len(together),
		len(rules), found, right)
}

// decided returns what this version decides on the events of the archive.
func decided(t *testing.T) (lines []diffs.Line) {
	t.Helper()
	for _, log := range archive(t) {
		r := replay.New("log", turn.Default(), replay.Options{})
		for step, err := range r.Lines(bytes.NewReader(log)) {
			if err != nil {
				t.Fatal(err)
			}
			l, err := diffs.ParseLine(step.AppendJSON(nil))
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, *l)
		}
	}
	return lines
}

// groups compares the archive by the default configuration and by a changed one.
func groups(t *testing.T, logs [][]byte, change func(*turn.Config)) []*diffs.Group {
	t.Helper()
	c := diffs.NewCollector()
	for i, log := range logs {
		sides := func(h trip.Header) (old, now turn.Config, err error) {
			if old, err = turn.Configure(turn.Default(), h); err == nil {
				now = old
				change(&now)
			}
			return old, now, err
		}
		for p, err := range replay.CompareSides("log", sides, replay.Read(bytes.NewReader(log))) {
			if err != nil {
				t.Fatal(err)
			}
			c.Event(p.Old.Rules, p.New.Rules)
			if len(p.Kinds) > 0 {
				c.Add(diffs.OfPair(p), i)
			}
		}
	}
	return c.Groups()
}

// with changes a tool of the catalog.
func with(name string, change func(*catalog.Tool)) func(*turn.Config) {
	return func(cfg *turn.Config) {
		tool, ok := cfg.Catalog.Tool(name)
		if !ok {
			panic(name)
		}
		change(&tool)
		changed, err := cfg.Catalog.With(tool)
		if err != nil {
			panic(err)
		}
		cfg.Catalog = changed
	}
}

// TestPlantedConfigs plants changes of policy, catalog and texts. Each is found, as the kind and the rule that it is.
func TestPlantedConfigs(t *testing.T) {
	logs := archive(t)
	for _, c := range []struct {
		name   string
		change func(*turn.Config)
		kind   replay.Kind
		rule   string
	}{
		{"confirm", func(c *turn.Config) { c.Policy.ConfirmBeforeQuote = true }, replay.DiffersStatus, "1.3.confirm-asks"},
		{"strict", func(c *turn.Config) { c.Policy.ApprovalBinding = trip.BindStrict }, replay.DiffersStatus, "1.5.buy-last-shown"},
		{"old quotes", func(c *turn.Config) { c.Policy.QuoteTTLSeconds = 1 }, replay.DiffersStatus, "1.4.ttl"},
		{"no tools", func(c *turn.Config) { c.Policy.ToolChoice = "none" }, replay.DiffersArguments, "3.0.queues-step"},
		{"serial", func(c *turn.Config) { c.Policy.SerialToolCalls = true }, replay.DiffersArguments, "3.0.queues-step"},
		{"approve in words", func(c *turn.Config) { c.Policy.ApproveInWords = true }, replay.DiffersUI, "6.3.words-never-buy"},
		{"required", func(c *turn.Config) { c.Policy.Required = []string{"party.contact.email"} }, replay.DiffersStatus, "1.3.missing-followup"},
		{"other words", func(c *turn.Config) { c.Texts = texts.Table{"en": louder} }, replay.DiffersWords, "7.1.whole"},
		{"budget", with("web_search", func(t *catalog.Tool) { t.CallsPerTurn = 1 }), replay.DiffersCalls, "3.0.admission-budget"},
		{"answers", with("execute_javascript", func(t *catalog.Tool) { t.Answers = false }), replay.DiffersUI, "3.0.useful"},
	} {
		all := groups(t, logs, c.change)
		if !slices.ContainsFunc(all, func(g *diffs.Group) bool { return g.Kind == c.kind && g.Rule == c.rule }) {
			t.Errorf("%s: no group %s %s, but", c.name, c.kind, c.rule)
			for _, g := range all {
				t.Errorf("  %s %s %d %v", g.Kind, g.Rule, g.Events, g.What[0])
			}
		}
	}
}

// louder says one message in other words.
func louder(m trip.Message) string {
	if m.Key == "echo.trip" {
		return texts.English(m) + "!"
	}
	return ""
}

// TestNeutralConfigs changes what no decision depends on. No group is found.
func TestNeutralConfigs(t *testing.T) {
	logs := archive(t)
	changes := map[string]func(*turn.Config){
		"the same":         func(*turn.Config) {},
		"the same texts":   func(c *turn.Config) { c.Texts = texts.Table{"en": texts.English} },
		"another language": func(c *turn.Config) { c.Texts = texts.Table{"xx": louder} },
		"nothing required": func(c *turn.Config) { c.Policy.Required = append([]string{}, c.Policy.Required...) },
		"multitask":        func(c *turn.Config) { c.Policy.Multitask = trip.Reject },
		"all tools anew": func(c *turn.Config) {
			var all []catalog.Tool
			for tool := range c.Catalog.Tools {
				all = append([]catalog.Tool{tool}, all...)
			}
			var err error
			if c.Catalog, err = c.Catalog.With(all...); err != nil {
				t.Fatal(err)
			}
		},
	}
	for _, name := range []string{trip.ToolFlightSearch, "web_search", "get_weather"} {
		changes[name+" description"] = with(name, func(t *catalog.Tool) { t.Description += " Again." })
		changes[name+" timeout"] = with(name, func(t *catalog.Tool) { t.TimeoutMillis *= 2 })
		changes[name+" retries"] = with(name, func(t *catalog.Tool) { t.Retries++ })
		changes[name+" concurrency"] = with(name, func(t *catalog.Tool) { t.Concurrency = 3 })
		changes[name+" rate"] = with(name, func(t *catalog.Tool) { t.RatePerMinute = 3 })
	}
	if len(changes) < 20 {
		t.Fatalf("there are %d changes", len(changes))
	}
	some := make([][]byte, 0, len(logs)/3+1)
	for i := 0; i < len(logs); i += 3 {
		some = append(some, logs[i])
	}
	for name, change := range changes {
		for _, g := range groups(t, some, change) {
			t.Errorf("%s: %s %s, %d events: %v", name, g.Kind, g.Rule, g.Events, g.What)
		}
	}
}
