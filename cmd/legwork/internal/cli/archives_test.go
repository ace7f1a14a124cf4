package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// askedOfArchives is what is asked of an archive, and a part of the answer.
var askedOfArchives = map[string]struct {
	args []string
	code int
	want string
}{
	"find trips":       {[]string{"find", "--json", "--when", `status.state == "presenting_options" && "trip_option_ranker" in trip.tools`}, exitOK, `"trip_id":`},
	"find events":      {[]string{"find", "--json", "--events", "--when", `event.data.tool_name == "flight_quote_search"`}, exitOK, `"type":"TOOL_RESULT"`},
	"find nothing":     {[]string{"find", "--json", "--when", `status.state == "booked"`}, exitOK, ""},
	"stats":            {[]string{"stats", "--json"}, exitOK, `"trips":2`},
	"diff, the same":   {[]string{"diff", "--json"}, exitOK, `"differ":0`},
	"diff of a policy": {[]string{"diff", "--json"}, exitDifference, `"differ":`},
}

// answers asks an archive everything, and returns what it answers but for the names of its recordings.
func answers(t *testing.T, policies map[string]string, from ...string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for name, asked := range askedOfArchives {
		args := slices.Clone(asked.args)
		if policy, ok := policies[name]; ok {
			args = append(args, "--policy", policy)
		}
		code, out, said := legwork(nil, append(args, from...)...)
		if code != asked.code || !strings.Contains(out, asked.want) || asked.want == "" && out != "" {
			t.Errorf("%q: %s: exit %d, %s%s", from, name, code, out, said)
		}
		for line := range strings.Lines(out) {
			var doc map[string]any
			if err := json.Unmarshal([]byte(line), &doc); err != nil {
				t.Fatalf("%q: %s: %v in %s", from, name, err, line)
			}
			for _, place := range []string{"file", "seconds", "bytes"} {
				delete(doc, place)
			}
			bare, _ := json.Marshal(doc) // it was JSON
			all[name] = append(all[name], string(bare))
		}
		slices.Sort(all[name])
	}
	return all
}

// exports writes trips as files to a folder.
func exports(t *testing.T, ids []string, from ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, id := range ids {
		file := filepath.Join(dir, id+".jsonl")
		if code, _, said := legwork(nil, append([]string{"export", "--out", file, id}, from...)...); code != exitOK {
			t.Fatal(code, said)
		}
	}
	return dir
}

// asksAlike compares what an archive answers with what the exports of its trips do.
func asksAlike(t *testing.T, dir string, from ...string) {
	t.Helper()
	files := t.TempDir()
	policies := map[string]string{"diff, the same": filepath.Join(files, "same.json"), "diff of a policy": filepath.Join(files, "other.json")}
	for file, text := range map[string]string{policies["diff, the same"]: `{}`, policies["diff of a policy"]: `{"confirm_before_quote":true}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := answers(t, policies, dir)
	for name, got := range answers(t, policies, from...) {
		if !slices.Equal(got, want[name]) {
			t.Errorf("%q: %s: the archive answers\n%s\nits exports\n%s", from, name, strings.Join(got, "\n"), strings.Join(want[name], "\n"))
		}
	}
}

// talks makes trips of a server and lets each come to its options.
func (s *served) talks(ids []string, headers ...string) {
	s.t.Helper()
	for _, id := range ids {
		if status, text := s.do("POST", "/v1/trips", `{"trip_id":"`+id+`"}`, headers...); status != 201 {
			s.t.Fatal(status, text)
		}
		if status, text := s.do("POST", "/v1/trips/"+id+"/events", post, append(headers, "Accept: text/event-stream")...); status != 200 {
			s.t.Fatal(status, text)
		}
	}
}

// TestArchives asks a store, and a server whose tenants see their own trips alone, what it asks files.
func TestArchives(t *testing.T) {
	t.Parallel()
	path, backup := filepath.Join(t.TempDir(), "trips.db"), filepath.Join(t.TempDir(), "backup.db")
	s := startServer(t, "--store", path, "--auth", "tokens")
	token := func(tenant string) string {
		_, out, _ := legwork(nil, "token", "create", "--store", path, "--tenant", tenant)
		words := strings.Fields(out)
		return words[len(words)-1]
	}
	own, others := token("acme"), token("other")
	ids := []string{"t1", "t2"}
	s.talks(ids, "Authorization: Bearer "+own)
	asksAlike(t, exports(t, ids, "--server", s.url, "--token", own), "--server", s.url, "--token", own)
	for _, args := range [][]string{{"find", "--when", "true"}, {"stats", "--json"}} {
		code, out, said := legwork(nil, append(args, "--server", s.url, "--token", others)...)
		if code != exitOK || strings.Contains(out, "t1") || strings.Contains(out, `"trips":2`) {
			t.Errorf("%q of another tenant: exit %d, %s%s", args, code, out, said)
		}
	}
	if code, _, said := legwork(nil, "find", "--when", "true", "--server", s.url, "--token", others, "t1"); code != exitStore {
		t.Errorf("the trip of another tenant: exit %d, %s", code, said)
	}
	if code, _, said := legwork(nil, "backup", "--store", path, backup); code != exitOK {
		t.Fatal(code, said)
	}
	if code, out, said := legwork(nil, "find", "--json", "--when", "event.seq == 1", "--store", backup); code != exitOK || strings.Count(out, "\n") != 2 {
		t.Errorf("find --store: exit %d, %s%s", code, out, said)
	}
}

// TestFindOfATenant: the server looks through the trips of a tenant, or of an owner, itself, finds what is found in their
// recordings, and tells of nobody else's. What it does not look for, legwork find looks for in the recordings.
func TestFindOfATenant(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	s := startServer(t, "--store", path, "--auth", "tokens")
	token := func(args ...string) string {
		_, out, _ := legwork(nil, append([]string{"token", "create", "--store", path}, args...)...)
		words := strings.Fields(out)
		return words[len(words)-1]
	}
	acme, beta, olga := token("--tenant", "acme"), token("--tenant", "beta"), token("--tenant", "acme", "--owner", "olga")
	s.talks([]string{"t1", "t2"}, "Authorization: Bearer "+acme)
	s.talks([]string{"t3"}, "Authorization: Bearer "+olga)
	s.talks([]string{"t1", "t4"}, "Authorization: Bearer "+beta)
	taken := func() string {
		_, figures := s.do("GET", "/metrics", "", "Authorization: Bearer "+token("--operator"))
		line := regexp.MustCompile(`legwork_http_requests_total\{route="GET /v1/trips/\{id\}/recording",status="200"\} \d+`)
		return line.FindString(figures)
	}
	for _, who := range []struct {
		token string
		ids   []string
	}{{acme, []string{"t1", "t2", "t3"}}, {beta, []string{"t1", "t4"}}, {olga, []string{"t3"}}} {
		for flags, local := range map[string]bool{
			`--when true`: false,
			`--json --when event.type=="TOOL_RESULT"`:                       false,
			`--events --when event.data.tool_name=="flight_quote_search"`:   false,
			`--json --events --when "trip_option_ranker"in(trip.tools)`:     false,
			`--when status.state=="booked"`:                                 false,
			`--when any(trip.tools,any(trip.rules,len(#)>0))`:               true,
			`--json --when len(trip.trip_id+trip.trip_id)>1&&trip.events>1`: true,
		} {
			find := append([]string{"find", "--server", s.url, "--token", who.token}, strings.Fields(flags)...)
			here, _ := does(t, exitOK, append(slices.Clone(find), who.ids...)...)
			before := taken()
			if there, _ := does(t, exitOK, find...); there != here {
				t.Errorf("%q: the server finds\n%s\nwant\n%s", flags, there, here)
			}
			if after := taken(); (before != after) != local {
				t.Errorf("%q: recordings were taken: %q, then %q", flags, before, after)
			}
		}
	}
	for _, failing := range []string{`status.nothing == 1`, `event.data.text`} {
		if code, _, _ := legwork(nil, "find", "--when", failing, "--server", s.url, "--token", acme); code != exitInput {
			t.Errorf("%s: exit %d", failing, code)
		}
	}
}

// TestArchivesOfAStore asks a store what it asks files.
func TestArchivesOfAStore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "trips.db")
	s := startServer(t, "--store", path)
	ids := []string{"t1", "t2"}
	s.talks(ids)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if code, _, said := legwork(nil, "backup", "--store", path, backup); code != exitOK {
		t.Fatal(code, said)
	}
	asksAlike(t, exports(t, ids, "--store", backup), "--store", backup)
}

// TestArchivesOfADatabase asks a database, and the server on it, what it asks files.
func TestArchivesOfADatabase(t *testing.T) {
	t.Parallel()
	url := database(t).URL()
	s := startServer(t, "--postgres", url)
	ids := []string{"t1", "t2"}
	s.talks(ids)
	dir := exports(t, ids, "--server", s.url)
	asksAlike(t, dir, "--server", s.url)
	asksAlike(t, dir, "--postgres", url)
	asksAlike(t, exports(t, ids, "--postgres", url), "--postgres", url)
	all := filepath.Join(t.TempDir(), "all")
	if code, out, said := legwork(nil, "export", "--postgres", url, "--all", "--out", all); code != exitOK || strings.Count(out, "\n") != 2 {
		t.Errorf("export --all: exit %d, %s%s", code, out, said)
	}
	for _, args := range [][]string{{"find", "--when", "true"}, {"stats"}, {"diff"}} {
		if code, _, said := legwork(nil, append(args, "--postgres", "postgres://127.0.0.1:1/none")...); code == exitOK || said == "" {
			t.Errorf("%q of no database: exit %d, %s", args, code, said)
		}
	}
	if code, _, said := legwork(nil, "find", "--when", "true", "--postgres", url, "nobody"); code != exitStore {
		t.Errorf("a trip that is not there: exit %d, %s", code, said)
	}
}
