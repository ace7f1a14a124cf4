package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// deployed reads a file of deploy/ or docs/.
func deployed(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// rule is one of deploy/alerts.yaml.
type rule struct {
	Alert, Record, Expr, For string            `yaml:",omitempty"`
	Labels                   map[string]string `yaml:",omitempty"`
	Annotations              map[string]string `yaml:",omitempty"`
}

type ruleGroup struct {
	Name  string
	Rules []rule
}

type ruleFile struct{ Groups []ruleGroup }

func alertRules(t *testing.T) []rule {
	t.Helper()
	var f ruleFile
	if err := yaml.Unmarshal(deployed(t, "deploy/alerts.yaml"), &f); err != nil || len(f.Groups) != 1 {
		t.Fatalf("%d groups: %v", len(f.Groups), err)
	}
	return f.Groups[0].Rules
}

// board is deploy/grafana.json, as far as Grafana needs it.
type board struct {
	Title, UID    string
	SchemaVersion int
	Panels        []struct {
		ID          int
		Title, Type string
		GridPos     struct{ X, Y, W, H int }
		Datasource  *struct{ Type, UID string }
		Targets     []struct{ RefID, Expr, LegendFormat string }
	}
	Templating struct {
		List []struct{ Name, Type, Query string }
	}
}

func dashboard(t *testing.T) (b board) {
	t.Helper()
	if err := json.Unmarshal(deployed(t, "deploy/grafana.json"), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestAlertRules has promtool, of Prometheus, load the rules and run their tests, and load the queries of the dashboard;
// each rule has its line in the runbook.
func TestAlertRules(t *testing.T) {
	t.Parallel()
	runbook := string(deployed(t, "docs/operations.md"))
	for _, r := range alertRules(t) {
		if !strings.Contains(runbook, "| `"+r.Alert+"` | "+r.Labels["severity"]+" |") || r.Annotations["runbook"] != "docs/operations.md#alerts" {
			t.Errorf("%s has no line in the runbook", r.Alert)
		}
	}
	if _, err := exec.LookPath("promtool"); err != nil {
		if os.Getenv("PROMTOOL_REQUIRED") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no promtool: Debian has it in the package prometheus")
	}
	queries := ruleFile{[]ruleGroup{{Name: "dashboard"}}}
	for i, p := range dashboard(t).Panels {
		for _, target := range p.Targets {
			expr := strings.ReplaceAll(target.Expr, "$job", "legwork")
			queries.Groups[0].Rules = append(queries.Groups[0].Rules, rule{Record: fmt.Sprintf("panel:%d:%s", i, target.RefID), Expr: expr})
		}
	}
	text, err := yaml.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	panels := filepath.Join(t.TempDir(), "panels.yaml")
	if err := os.WriteFile(panels, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "rules", "alerts.yaml"}, {"test", "rules", "alerts_test.yaml"}, {"check", "rules", panels},
	} {
		cmd := exec.Command("promtool", args...)
		cmd.Dir = filepath.Join("..", "..", "..", "..", "deploy")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %q: %v\n%s", args, err, out)
		}
	}
}

// TestDashboard holds the dashboard to the form that Grafana imports.
func TestDashboard(t *testing.T) {
	t.Parallel()
	b := dashboard(t)
	if b.Title == "" || b.UID == "" || b.SchemaVersion < 30 || len(b.Templating.List) != 2 {
		t.Errorf("%+v", b)
	}
	ids, engine := map[int]bool{}, 0
	for i, p := range b.Panels {
		at := p.GridPos
		if p.ID == 0 || ids[p.ID] || p.Title == "" || at.W < 1 || at.H < 1 || at.X < 0 || at.X+at.W > 24 {
			t.Errorf("panel %d: %+v", i, p)
		}
		ids[p.ID] = true
		for _, q := range b.Panels[:i] {
			o := q.GridPos
			if at.X < o.X+o.W && o.X < at.X+at.W && at.Y < o.Y+o.H && o.Y < at.Y+at.H {
				t.Errorf("%q lies over %q", p.Title, q.Title)
			}
		}
		if p.Type == "row" {
			continue
		}
		if p.Type != "timeseries" || p.Datasource == nil || p.Datasource.UID != "${source}" || len(p.Targets) == 0 {
			t.Errorf("panel %q: %+v", p.Title, p)
		}
		refs := map[string]bool{}
		for _, target := range p.Targets {
			if target.RefID == "" || refs[target.RefID] || !strings.Contains(target.Expr, `job="$job"`) {
				t.Errorf("panel %q: %+v", p.Title, target)
			}
			refs[target.RefID] = true
			if !strings.Contains(target.Expr, "legwork_http_") && strings.Contains(target.Expr, "legwork_") {
				engine++
			}
		}
	}
	if engine < 10 {
		t.Errorf("%d queries are of the engine", engine)
	}
}

// TestFiguresOfAServer: a running server has the figures that the dashboard shows and that alerts are made of. Its log is
// JSON, and says how it starts and ends.
func TestFiguresOfAServer(t *testing.T) {
	t.Parallel()
	url := database(t).URL()
	s := startServer(t, "--postgres", url+" password=SECRET", "--name", "a", "--jwt-tenant", "tenant")
	s.talks([]string{"t1"})
	var figures string
	await(t, "trips are counted", func() bool {
		_, figures = s.do("GET", "/metrics", "")
		return strings.Contains(figures, "\nlegwork_trips{")
	})
	used := string(deployed(t, "deploy/grafana.json"))
	for _, r := range alertRules(t) {
		used += "\n" + r.Expr
	}
	names := regexp.MustCompile(`\b(legwork|process|go)_[a-z_]+\b`).FindAllString(used, -1)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		switch name {
		case "legwork_notice", "legwork_status", "legwork_class": // labels
		case "legwork_calls_in_doubt", "legwork_calls_in_doubt_oldest_seconds", "legwork_breaker_open": // of what went wrong: nothing has
		default:
			if !strings.Contains(figures, "\n"+name) {
				t.Errorf("there is no %s", name)
			}
		}
	}
	if code := s.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("exit %d", code)
	}
	seen := map[string]map[string]any{}
	for line := range strings.Lines(s.logged()) {
		if strings.HasPrefix(line, "listening on ") {
			continue
		}
		var doc map[string]any
		if err := json.Unmarshal([]byte(line), &doc); err != nil {
			t.Errorf("%v: %s", err, line)
			continue
		}
		event, _ := doc["event"].(string)
		seen[event] = doc
	}
	start, _ := seen["start"]["settings"].(map[string]any)
	if start["name"] != "a" || start["auth"] != "off" || seen["start"]["version"] != engineVersion {
		t.Errorf("the start is told as %v", seen["start"])
	}
	if seen["stop"]["version"] != engineVersion || seen["stop"]["error"] != nil {
		t.Errorf("the end is told as %v", seen["stop"])
	}
	if strings.Contains(s.logged(), "SECRET") {
		t.Errorf("the log holds a password: %s", s.logged())
	}
}

// TestUnitAndImage: what is as wrong the next time is not tried again, and running turns have ended before the server is
// killed.
func TestUnitAndImage(t *testing.T) {
	t.Parallel()
	unit := map[string]string{}
	for line := range strings.Lines(string(deployed(t, "deploy/legwork.service"))) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		unit[name] = value
	}
	want := fmt.Sprint(exitUsage, exitDamage, exitInput)
	if unit["RestartPreventExitStatus"] != want || unit["Type"] != "notify" {
		t.Errorf("Type=%s, RestartPreventExitStatus=%s, want notify and %s", unit["Type"], unit["RestartPreventExitStatus"], want)
	}
	var settings struct{ Shutdown time.Duration }
	if err := yaml.Unmarshal(deployed(t, "deploy/serve.yaml"), &settings); err != nil {
		t.Fatal(err)
	}
	image := regexp.MustCompile(`"--shutdown", "(.*?)"`).FindSubmatch(deployed(t, "deploy/Dockerfile"))
	if image == nil {
		t.Fatal("the image has no --shutdown")
	}
	for _, s := range []struct{ turns, killed string }{
		{settings.Shutdown.String(), unit["TimeoutStopSec"] + "s"}, {string(image[1]), "10s"},
	} {
		turns, err1 := time.ParseDuration(s.turns)
		killed, err2 := time.ParseDuration(s.killed)
		if err1 != nil || err2 != nil || turns <= 0 || turns+time.Second >= killed { // streams have a second
			t.Errorf("turns have %s, the server is killed after %s: %v, %v", s.turns, s.killed, err1, err2)
		}
	}
}
