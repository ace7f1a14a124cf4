package webpage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// anywhere lets the tests read from a server on this machine.
func anywhere(string, string, syscall.RawConn) error { return nil }

func read(t *testing.T, r *Reader, address string) (Page, error) {
	t.Helper()
	args, err := json.Marshal(map[string]string{"url": address})
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Run(context.Background(), tools.Request{Name: trip.ToolScrapeWeb, Arguments: args})
	if err != nil {
		return Page{}, err
	}
	if err := catalog.Default().CheckResult(trip.ToolScrapeWeb, trip.Raw(out)); err != nil {
		t.Error(err)
	}
	var p Page
	return p, json.Unmarshal(out, &p)
}

func wantClass(t *testing.T, want trip.Class, err error) {
	t.Helper()
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != want {
		t.Errorf("got %v, want class %s", err, want)
	}
}

const article = `<html><head><title>Trams of Lisbon</title></head><body><nav>Home Shop Login</nav><article><h1>Trams of Lisbon</h1>` +
	`<p>Line 28 runs from Martim Moniz to Campo de Ourique, and it takes about forty minutes, when the streets are clear.</p>` +
	`<p>A ticket on board costs more than one from a machine, so buy a card before you get on, and mind your pockets.</p>` +
	`<script>alert(1)</script></article><footer>Imprint</footer></body></html>`

func serve(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	answer := func(path, kind, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = fmt.Fprint(w, body)
		})
	}
	answer("/article", "text/html; charset=utf-8", article)
	answer("/latin", "text/plain; charset=iso-8859-1", "Caf\xe9 S\xe3o\n\n\x07Jorge")
	answer("/long", "text/plain", strings.Repeat("a word and ", MaxTextRunes))
	answer("/huge", "text/plain", strings.Repeat("x", maxPageBytes+1))
	answer("/deep", "text/html", strings.Repeat("<div>", 100_000))
	answer("/picture", "image/png", "\x89PNG")
	answer("/unnamed", "", "")
	for path, status := range map[string]int{"/gone": 410, "/secret": 403, "/busy": 429, "/broken": 500} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	for path, to := range map[string]string{"/moved": "/article", "/circle": "/circle", "/file": "file:///etc/passwd"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		})
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestTheArticleIsKept(t *testing.T) {
	s := serve(t)
	p, err := read(t, newReader(anywhere, nil), s.URL+"/moved")
	if err != nil {
		t.Fatal(err)
	}
	if p.URL != s.URL+"/article" || p.Title != "Trams of Lisbon" || !strings.Contains(p.Text, "Line 28 runs") || p.Truncated {
		t.Errorf("%+v", p)
	}
	for _, other := range []string{"Login", "alert", "Imprint"} {
		if strings.Contains(p.Text, other) {
			t.Errorf("%q is no part of the article: %s", other, p.Text)
		}
	}
}

func TestPlainText(t *testing.T) {
	s := serve(t)
	p, err := read(t, newReader(anywhere, nil), s.URL+"/latin")
	if err != nil || p.Text != "Café São\nJorge" {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = read(t, newReader(anywhere, nil), s.URL+"/long")
	if err != nil || utf8.RuneCountInString(p.Text) > MaxTextRunes || !p.Truncated {
		t.Errorf("%d characters, truncated %v, %v", utf8.RuneCountInString(p.Text), p.Truncated, err)
	}
}

func TestErrors(t *testing.T) {
	s := serve(t)
	for address, want := range map[string]trip.Class{
		"":                               trip.ClassInvalidArguments,
		"example.com":                    trip.ClassInvalidArguments,
		"file:///etc/passwd":             trip.ClassInvalidArguments,
		"http:///nowhere":                trip.ClassInvalidArguments,
		"http://2130706433/":             trip.ClassInvalidArguments, // 127.0.0.1 to some
		"http://127.1/":                  trip.ClassInvalidArguments,
		"http://0177.0.0.1./":            trip.ClassInvalidArguments,
		"http://0x7f000001/":             trip.ClassInvalidArguments,
		"http://127.0.0.0x1/":            trip.ClassInvalidArguments,
		"http://user:secret@example.com": trip.ClassInvalidArguments,
		"http://e.com/" + strings.Repeat("x", maxURLBytes): trip.ClassInvalidArguments,
		s.URL + "/gone":    trip.ClassInvalidArguments,
		s.URL + "/secret":  trip.ClassInvalidArguments,
		s.URL + "/file":    trip.ClassDenied,
		s.URL + "/busy":    trip.ClassInvalidArguments,
		s.URL + "/broken":  trip.ClassFailed,
		s.URL + "/circle":  trip.ClassFailed,
		s.URL + "/deep":    trip.ClassFailed,
		s.URL + "/huge":    trip.ClassInvalidArguments,
		s.URL + "/picture": trip.ClassInvalidArguments,
		s.URL + "/unnamed": trip.ClassInvalidArguments,
	} {
		t.Run(address[:min(len(address), 40)], func(t *testing.T) {
			_, err := read(t, newReader(anywhere, nil), address)
			wantClass(t, want, err)
		})
	}
}

func TestPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false, "::": false,
		"::1": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "ff02::1": false, "::ffff:10.0.0.1": false,
		"::7f00:1": false, "64:ff9b::7f00:1": false, "::ffff:0:7f00:1": false, "192.88.99.1": false, "3fff::1": false, "5f00::1": false,
		"fd00:ec2::254": false, "100.100.100.200": false, "192.0.0.192": false, "168.63.129.16": false, "2002:7f00:1::": false, "2001:db8::1": false,
	} {
		if got := public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: public %v, want %v", address, got, want)
		}
	}
}

func TestACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New().Run(ctx, tools.Request{Arguments: []byte(`{"url":"https://example.com"}`)})
	wantClass(t, trip.ClassCancelled, err)
}
