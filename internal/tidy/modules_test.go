package tidy_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// behind is what an embedder pays for each package: every module behind it, ours left out. A module more
// is a decision: it needs a reason in an ADR and a line here.
var behind = map[string][]string{
	"turn": {
		"github.com/google/uuid", "github.com/looplab/fsm", "github.com/santhosh-tekuri/jsonschema/v6", "golang.org/x/text",
	},
	"runner": {
		"github.com/cenkalti/backoff/v5", "github.com/google/uuid", "github.com/looplab/fsm",
		"github.com/santhosh-tekuri/jsonschema/v6", "golang.org/x/text", "golang.org/x/time",
	},
	"adapters/otel": {
		"github.com/cenkalti/backoff/v5", "github.com/cespare/xxhash/v2", "github.com/google/uuid", "github.com/looplab/fsm",
		"github.com/santhosh-tekuri/jsonschema/v6", "go.opentelemetry.io/otel", "go.opentelemetry.io/otel/metric",
		"go.opentelemetry.io/otel/trace", "golang.org/x/text", "golang.org/x/time",
	},
	"store/bolt": {
		"github.com/klauspost/compress", "go.etcd.io/bbolt", "golang.org/x/sys",
	},
	"adapters/postgres": { // ADR 24
		"github.com/cenkalti/backoff/v5", "github.com/google/uuid", "github.com/jackc/pgpassfile",
		"github.com/jackc/pgservicefile", "github.com/jackc/pgx/v5", "github.com/jackc/puddle/v2", "github.com/looplab/fsm",
		"github.com/santhosh-tekuri/jsonschema/v6", "golang.org/x/sync", "golang.org/x/text", "golang.org/x/time",
	},
}

func TestModulesBehindPackages(t *testing.T) {
	for name, want := range behind {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./"+name)
		cmd.Dir = "../.."
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := strings.Fields(string(out))
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s stands on %q, want %q", name, got, want)
		}
	}
}
