package tidy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository seen from this package.
const root = "../.."

// modules are the packages of all modules of the repository: the root's own, and those of go.work.
var modules = []string{"./...", "./adapters/...", "./cmd/legwork/...", "./lab/...", "./server/...", "./temporal/..."}

// pure are the packages that decide: what they return follows from what they are given.
var pure = []string{
	"trip", "catalog", "reducer", "reducer/internal/assist", "reducer/internal/booking", "reducer/internal/decision",
	"reducer/internal/describe", "reducer/internal/machine", "reducer/internal/search", "reducer/internal/tell",
	"applier", "texts", "turn", "transcript", "replay", "internal/wire", "internal/calls", "internal/offers",
	"internal/messages", "internal/words",
}

// floatFiles may hold floats, each for the reason given.
var floatFiles = map[string]string{
	"internal/wire/float.go": "RFC 8785 writes the numbers of foreign payloads in the form of an IEEE double; no decision reads one",
}

// lists are sets of words in the engine that are no language's, each with what they are.
var lists = map[string]string{
	"applier/patch.go: request":                                                     "members of the intent",
	"applier/patch.go: party":                                                       "members of the intent",
	"reducer/internal/assist/answers.go: results":                                   "members of a tool's result",
	"reducer/internal/assist/answers.go: summary":                                   "members of a tool's result",
	"reducer/internal/assist/answers.go: name":                                      "members of a tool's result",
	"reducer/internal/machine/table.go: a message or a written intent opens a turn": "why an edge is there, for the diagram",
	"reducer/internal/machine/trigger.go: open":                                     "names of the triggers",
}

func load(t *testing.T) []*Package {
	t.Helper()
	if testing.Short() {
		t.Skip("loads every package of the module")
	}
	loaded, err := Load(root, modules...)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func TestTree(t *testing.T) {
	loaded := load(t)
	for _, f := range Run(loaded, []Check{Words(), Errors()}) {
		t.Error(f)
	}
	var deciding []*Package
	for _, p := range loaded {
		if slices.Contains(pure, p.Dir) {
			deciding = append(deciding, p)
		}
	}
	if len(deciding) == 0 {
		t.Fatal("no pure package was loaded")
	}
	for _, f := range Run(deciding, []Check{Purity(floatFiles)}) {
		t.Error(f)
	}
	var engine []*Package
	for _, p := range loaded {
		if p.Dir == "turn" || p.Dir == "applier" || p.Dir == "reducer" || strings.HasPrefix(p.Dir, "reducer/") {
			engine = append(engine, p)
		}
	}
	for _, f := range Run(engine, []Check{English(lists)}) {
		t.Error(f)
	}
	t.Run("machines", func(t *testing.T) { machinesStandAlone(t, loaded) })
	t.Run("codes", func(t *testing.T) { codesAreListed(t, loaded) })
}

// below are the packages of the reducer, each with those of them that it may import: booking and the assistant know
// nothing of each other and of the rest, the search nothing of the dialogue, and what they share knows none of them.
var below = map[string][]string{
	"reducer": {
		"reducer/internal/assist", "reducer/internal/booking", "reducer/internal/decision",
		"reducer/internal/describe", "reducer/internal/machine", "reducer/internal/search", "reducer/internal/tell",
	},
	"reducer/internal/assist":   {"reducer/internal/decision", "reducer/internal/machine"},
	"reducer/internal/booking":  {"reducer/internal/decision", "reducer/internal/machine"},
	"reducer/internal/decision": {"reducer/internal/machine"},
	"reducer/internal/describe": {"reducer/internal/booking", "reducer/internal/decision"},
	"reducer/internal/machine":  {},
	"reducer/internal/tell": {
		"reducer/internal/booking", "reducer/internal/decision", "reducer/internal/describe", "reducer/internal/machine",
	},
	"reducer/internal/search": {
		"reducer/internal/booking", "reducer/internal/decision", "reducer/internal/describe",
		"reducer/internal/machine", "reducer/internal/tell",
	},
}

// notTheirs are for a machine the parts of the state that it reads and never changes. Booking takes what is checked for
// bought in addition into the risk report, which is replaced as a whole.
var notTheirs = map[string][]string{
	"reducer/internal/assist": {
		"Intent", "StatusSection", "Itinerary", "Party", "Preferences", "Constraints", "WorkingMemory", "Turn", "SearchState",
		"BookingState", "DialogueState", "Hold", "Booking",
	},
	"reducer/internal/booking": {
		"Intent", "Itinerary", "Party", "Preferences", "Constraints", "Request", "Turn", "AssistState", "Assist", "DialogueState",
		"Booking", "SearchState",
	},
	"reducer/internal/tell": {
		"Intent", "StatusSection", "Itinerary", "Party", "Preferences", "Constraints", "Request", "WorkingMemory", "Turn",
		"SearchState", "BookingState", "AssistState", "Assist", "Hold", "Booking",
	},
	"reducer/internal/search": {
		"Intent", "Itinerary", "Party", "Preferences", "Request", "Turn", "BookingState", "AssistState", "Assist",
		"Hold", "Booking",
	},
}

func machinesStandAlone(t *testing.T, loaded []*Package) {
	t.Helper()
	const module = "github.com/legwork-go/legwork/"
	for _, p := range loaded {
		if p.Dir != "reducer" && !strings.HasPrefix(p.Dir, "reducer/") {
			continue
		}
		var others []string
		for _, name := range notTheirs[p.Dir] {
			others = append(others, module+"trip."+name)
		}
		for _, f := range Run([]*Package{p}, []Check{Owners(others...)}) {
			t.Error(f)
		}
		may, known := below[p.Dir]
		if !known {
			t.Errorf("%s is a package of the reducer of which nobody says what it may import", p.Dir)
		}
		for path := range p.Imports {
			if name, own := strings.CutPrefix(path, module); own && strings.HasPrefix(name, "reducer") && !slices.Contains(may, name) {
				t.Errorf("%s imports %s", p.Dir, name)
			}
		}
	}
}

func codesAreListed(t *testing.T, loaded []*Package) {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join(root, "docs/errors.md"))
	if err != nil {
		t.Fatal(err)
	}
	codes, entries := Codes(loaded), Entries(string(doc))
	for _, f := range slices.Concat(Undocumented(codes, entries), Unshown(codes, entries, rejects(t))) {
		t.Error(f)
	}
}

// rejects returns the texts of the reject lines of all scenarios.
func rejects(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "fixtures/scenarios/*.scn"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(src), "\n") {
			if text, ok := strings.CutPrefix(line, "reject "); ok {
				texts = append(texts, strings.TrimSpace(text))
			}
		}
	}
	return texts
}
