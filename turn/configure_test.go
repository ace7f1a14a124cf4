package turn_test

import (
	"errors"
	"testing"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

func configured(t *testing.T, header string) (turn.Config, error) {
	t.Helper()
	h, _, err := trip.DecodeHeader(header)
	if err != nil {
		t.Fatal(err)
	}
	return turn.Configure(turn.Default(), h)
}

func TestConfigureTakesPolicyAndTools(t *testing.T) {
	cfg, err := configured(t, `{"recording":"legwork/1","policy":{"max_tokens":7},
		"catalog":[{"name":"book_taxi","effect":"write","proposable":true,"arguments":{"type":"object"},"result":{}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Policy.MaxTokens != 7 {
		t.Errorf("max tokens %d, want 7", cfg.Policy.MaxTokens)
	}
	if !cfg.Catalog.IsWrite("book_taxi") {
		t.Error("book_taxi is no write tool of the catalog")
	}
	if _, ok := cfg.Catalog.Tool(trip.ToolSearchPlaces); !ok {
		t.Error("the embedded tools are gone")
	}
	if cfg.Catalog.Digest() == catalog.Default().Digest() {
		t.Error("the digest does not cover the added tool")
	}
}

func TestConfigureRefusesBadCatalogs(t *testing.T) {
	for name, tools := range map[string]string{
		"no list":          `{"a":1}`,
		"one name twice":   `[{"name":"a","effect":"read","arguments":{},"result":{}},{"name":"a","effect":"read","arguments":{},"result":{}}]`,
		"an engine's tool": `[{"name":"assistant_step","effect":"read","proposable":true,"arguments":{},"result":{}}]`,
	} {
		if _, err := configured(t, `{"recording":"legwork/1","catalog":`+tools+`}`); !errors.Is(err, catalog.ErrTool) {
			t.Errorf("%s: got %v, want ErrTool", name, err)
		}
	}
}

// What withholds tools is a list: with null, or one name alone, a model would be offered more than was meant.
func TestConfigureRefusesWhatWithholdsNothing(t *testing.T) {
	for _, list := range []string{`null`, `"web_search"`, `[1]`} {
		if _, err := configured(t, `{"recording":"legwork/1","withheld":`+list+`}`); !errors.Is(err, turn.ErrWithheld) {
			t.Errorf("%s: got %v, want ErrWithheld", list, err)
		}
	}
}

func TestConfigureWithoutTools(t *testing.T) {
	cfg, err := configured(t, `{"recording":"legwork/1"}`)
	if err != nil || cfg.Catalog.Digest() != catalog.Default().Digest() || !cfg.Policy.Equal(trip.DefaultPolicy()) {
		t.Fatalf("got %+v, error %v", cfg.Policy, err)
	}
}

// A tool that a model may propose anyway can be described anew, also as one that runs by itself; one that only the
// engine queues can be described anew as that.
func TestConfigureReplacesTools(t *testing.T) {
	for tool, want := range map[string]error{
		`{"name":"get_weather","effect":"read","proposable":true,"runs":"before_quote","arguments":{},"result":{}}`: nil,
		`{"name":"flight_quote_search","effect":"read","arguments":{},"result":{}}`:                                 nil,
		`{"name":"flight_quote_search","effect":"read","runs":"before_quote","arguments":{},"result":{}}`:           catalog.ErrTool,
	} {
		if _, err := configured(t, `{"recording":"legwork/1","catalog":[`+tool+`]}`); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", tool, err, want)
		}
	}
}
