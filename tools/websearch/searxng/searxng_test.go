package searxng_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/tools/websearch/searxng"

	"github.com/legwork-go/legwork/tools/websearch"
	"github.com/legwork-go/legwork/trip"
)

// searx is an instance that answers every query with one status and body.
func searx(t *testing.T, status int, body string) (*searxng.Client, *string) {
	t.Helper()
	var asked string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, body)
	}))
	t.Cleanup(s.Close)
	p, err := searxng.New(s.URL + "/searx/")
	if err != nil {
		t.Fatal(err)
	}
	return p, &asked
}

func TestSearxNG(t *testing.T) {
	p, asked := searx(t, http.StatusOK, `{"query":"x","results":[`+
		`{"title":"Visa","url":"https://example.com/visa","content":"Ninety days.","engine":"e","score":1.5},{"title":"script","url":"javascript:1"}]}`)
	out, err := search(context.Background(), p, `{"query":"visa & Japan"}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := "/searx/search?format=json&q=visa+%26+Japan"; *asked != want {
		t.Errorf("asked %s, want %s", *asked, want)
	}
	var doc struct{ Results []websearch.Result }
	want := websearch.Result{Title: "Visa", URL: "https://example.com/visa", Snippet: "Ninety days."}
	if err := json.Unmarshal(out, &doc); err != nil || len(doc.Results) != 1 || doc.Results[0] != want {
		t.Errorf("%s, %v", out, err)
	}
}

func TestSearxNGErrors(t *testing.T) {
	for _, tc := range []struct {
		status int
		body   string
		want   trip.Class
	}{
		{http.StatusTooManyRequests, "", trip.ClassRateLimited},
		{http.StatusForbidden, "", trip.ClassDenied},
		{http.StatusBadGateway, "", trip.ClassFailed},
		{http.StatusOK, "<html>", trip.ClassFailed},
	} {
		p, _ := searx(t, tc.status, tc.body)
		_, err := search(context.Background(), p, `{"query":"x"}`)
		wantClass(t, tc.want, err)
	}
}

func TestAddressesOfASearch(t *testing.T) {
	for _, bad := range []string{"", "localhost:8888", "ftp://example.com", "http://", "http://e.com/?q=1", "://"} {
		if _, err := searxng.New(bad); !errors.Is(err, searxng.ErrURL) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func search(ctx context.Context, p websearch.Provider, args string) ([]byte, error) {
	return websearch.Handler{Provider: p}.Run(ctx, tools.Request{Name: trip.ToolWebSearch, Arguments: []byte(args)})
}

func wantClass(t *testing.T, want trip.Class, err error) {
	t.Helper()
	var failed *tools.Error
	if !errors.As(err, &failed) || failed.Class != want {
		t.Errorf("got %v, want class %s", err, want)
	}
}

func ExampleRegister() {
	provider, err := searxng.New("http://localhost:8888")
	if err != nil {
		fmt.Println(err)
		return
	}
	reg := tools.Registry{}
	websearch.Register(reg, provider)
	fmt.Println(len(reg))
	// Output: 2
}
