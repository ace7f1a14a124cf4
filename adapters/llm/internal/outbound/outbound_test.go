package outbound

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestClean(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"plain":                              "plain",
		"two\nlines\tand \x1b[31mred\x00":    "two lines and [31mred",
		"key secret-77 here":                 "key [key] here",
		"masked sk-ab***yz, or (sk_live_x).": "masked [key] or [key]",
		"a risk-free task-list":              "a risk-free task-list",
		strings.Repeat("é", 700):             strings.Repeat("é", 600) + "…",
	}
	for in, want := range cases {
		if got := clean(in, "secret-77"); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	cases := []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "", -1},
		{"Retry-After", "2", 2 * time.Second},
		{"Retry-After", "0.5", 500 * time.Millisecond},
		{"Retry-After", "Sun, 01 Mar 2026 09:00:03 GMT", 3 * time.Second},
		{"Retry-After", "Sun, 01 Mar 2020 09:00:03 GMT", 0},
		{"Retry-After", "Sun, 01 Mar 2099 09:00:03 GMT", -1},
		{"Retry-After", "-3", -1},
		{"Retry-After", "NaN", -1},
		{"Retry-After", "Inf", -1},
		{"Retry-After", "4000", -1},
		{"Retry-After-Ms", "150", 150 * time.Millisecond},
		{"Retry-After-Ms", "NaN", -1},
	}
	for _, c := range cases {
		h := http.Header{}
		h.Set(c.name, c.value)
		if got := retryAfter(h, now); got != c.want {
			t.Errorf("%s: %q is %v, want %v", c.name, c.value, got, c.want)
		}
	}
}
