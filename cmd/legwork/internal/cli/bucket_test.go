package cli

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/legwork-go/legwork/server/ops"
	"github.com/legwork-go/legwork/server/ops/opstest"
)

// bucket starts a service with a bucket of the name trips, which the environment leads to.
func bucket(t *testing.T) *s3mem.Backend {
	t.Helper()
	held := s3mem.New()
	if err := held.CreateBucket("trips"); err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(gofakes3.New(held).Server())
	t.Cleanup(service.Close)
	t.Setenv("AWS_ENDPOINT_URL", service.URL)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_REGION", "eu-west-1")
	return held
}

// does runs a command that must end with a code, and returns what it prints.
func does(t *testing.T, want int, args ...string) (out, said string) {
	t.Helper()
	code, out, said := legwork(nil, args...)
	if code != want {
		t.Errorf("%q: exit %d, want %d: %s%s", args, code, want, out, said)
	}
	return out, said
}

// TestBucket: idle trips go into a bucket before they are removed, are read there, and are forgotten there, in all
// their versions.
func TestBucket(t *testing.T) {
	held := bucket(t)
	if err := held.SetVersioningConfiguration("trips", gofakes3.VersioningConfiguration{Status: gofakes3.VersioningEnabled}); err != nil {
		t.Fatal(err)
	}
	s := startServer(t)
	for range 2 { // the second time they are archived again, as newer versions
		opstest.Fill(t, opened(t, site{server: remote{url: s.url}}))
		time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(2 * time.Second))) // what is idle counts whole seconds
		out, _ := does(t, exitOK, "ops", "prune", "--idle-after", "1s", "--archive", "s3://trips/kept", "--server", s.url)
		if !strings.Contains(out, "removed acme/failed\nremoved beta/well\n") {
			t.Errorf("pruned: %s", out)
		}
		does(t, exitOK, "ops", "settle", "acme/stuck", doubt(t, s.url), "--failed", "--server", s.url)
		does(t, exitOK, "ops", "delete", "acme/stuck", "--server", s.url)
	}
	out, _ := does(t, exitOK, "find", "--when", `trip.trip_id == "beta/well"`, "s3://trips/kept")
	if !strings.Contains(out, "s3://trips/kept/beta%2Fwell-") {
		t.Errorf("found: %s", out)
	}
	does(t, exitOK, "forget", "--person", `trip.trip_id == "beta/well"`, "--server", s.url, "--archive", "s3://trips/kept", "--dry-run")
	out, _ = does(t, exitOK, "forget", "--person", `trip.trip_id == "beta/well"`, "--server", s.url, "--archive", "s3://trips/kept")
	if !strings.Contains(out, "erased archive s3://trips/kept/beta%2Fwell-") {
		t.Errorf("forgotten: %s", out)
	}
	left, err := held.ListBucketVersions("trips", nil, nil)
	if err != nil || len(left.Versions) != 2 {
		t.Errorf("left are %+v, %v; want the two versions of acme/failed", left, err)
	}
	for place, want := range map[string]string{"s3://none/kept": "there is no such bucket", "s3://": "want s3://BUCKET"} {
		if _, said := does(t, exitUsage, "ops", "prune", "--idle-after", "1s", "--archive", place, "--server", s.url); !strings.Contains(said, want) {
			t.Errorf("%s: %s", place, said)
		}
	}
}

// doubt returns the call that is in doubt.
func doubt(t *testing.T, url string) string {
	t.Helper()
	got, err := (&ops.Client{URL: url}).Trip(t.Context(), "acme/stuck")
	if err != nil || len(got.InDoubt) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	return got.InDoubt[0].CallID
}

// TestForgetEverywhere: a person is forgotten at a database and at a running server as at a store.
func TestForgetEverywhere(t *testing.T) {
	t.Parallel()
	for name, place := range map[string]func(t *testing.T) (site, []string){
		"postgres": func(t *testing.T) (site, []string) {
			url := database(t).URL()
			return site{postgres: url}, []string{"--postgres", url}
		},
		"server": func(t *testing.T) (site, []string) {
			url := startServer(t).url
			return site{server: remote{url: url}}, []string{"--server", url}
		},
	} {
		t.Run(name, func(t *testing.T) {
			at, flags := place(t)
			opstest.Fill(t, opened(t, at))
			forget := append([]string{"forget", "--json", "--person", `trip.trip_id in ["acme/failed", "acme/stuck"]`}, flags...)
			const forgets = `"trips":["acme/failed"],"forks":[],"archives":[],"documents":[],"kept":[{"trip_id":"acme/stuck","why":"what became of`
			if out, _ := does(t, exitFault, append(forget, "--dry-run")...); !strings.Contains(out, forgets) {
				t.Errorf("a dry run: %s", out)
			}
			list := append([]string{"ops", "list", "--ids"}, flags...)
			if out, _ := does(t, exitOK, list...); out != "acme/failed\nacme/stuck\nbeta/well\n" {
				t.Errorf("after a dry run: %s", out)
			}
			if out, _ := does(t, exitFault, forget...); !strings.Contains(out, forgets) {
				t.Errorf("forgotten: %s", out)
			}
			if out, _ := does(t, exitOK, list...); out != "acme/stuck\nbeta/well\n" {
				t.Errorf("left are %s", out)
			}
		})
	}
}
