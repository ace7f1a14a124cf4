// Package websearch is the handler of web_search. What searches is a [Provider]: an instance of SearxNG that somebody
// runs (package searxng), or one that the program brings. Without a provider the tool is not registered, and so it is
// never offered.
//
//	arguments  {query}
//	result     {results:[{title, url, snippet}]}
package websearch

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"unicode"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Limits of a search.
const (
	MaxResults    = 10
	maxQueryBytes = 1000
	maxTitleChars = 200
	maxTextChars  = 600
	maxURLBytes   = 2000
)

// Result is one page that was found.
type Result struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Snippet string `json:"snippet"`
}

// Provider searches the web.
//
// Search must honour ctx. An error may be a *tools.Error with a class (rate_limited, denied …); any
// other error is class failed, and its text stays in the log.
type Provider interface {
	Search(ctx context.Context, query string, limit int) ([]Result, error)
}

// Handler performs web_search.
type Handler struct{ Provider Provider }

// Register adds the tool to a registry, under both of its names.
func Register(reg tools.Registry, p Provider) {
	reg[trip.ToolWebSearch] = tools.Tool{Run: Handler{Provider: p}.Run}
	reg[trip.ToolSearchWeb] = reg[trip.ToolWebSearch]
}

// Run performs one search. What a provider returns is bounded and cleaned: pages are strangers.
func (h Handler) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := tools.Arguments[struct {
		Query string `json:"query"`
	}](req)
	if err != nil {
		return nil, err
	}
	query := strings.TrimSpace(args.Query)
	switch {
	case query == "":
		return nil, tools.Invalid("web_search: query is empty")
	case len(query) > maxQueryBytes:
		return nil, tools.Invalid("web_search: query is longer than %d bytes", maxQueryBytes)
	}
	found, err := h.Provider.Search(ctx, query, MaxResults)
	if err != nil {
		return nil, classified(ctx, err)
	}
	return json.Marshal(map[string]any{"results": tidy(found)})
}

// classified keeps a provider's own class; a context that has ended goes before it.
func classified(ctx context.Context, err error) error {
	if ended := tools.Ended(ctx); ended != nil {
		return ended
	}
	var failed *tools.Error
	if errors.As(err, &failed) {
		return failed
	}
	return tools.Failure(trip.ClassFailed, err.Error())
}

// tidy keeps results with a web address and shortens what is long.
func tidy(found []Result) []Result {
	out := make([]Result, 0, min(len(found), MaxResults))
	for _, r := range found {
		if len(out) == MaxResults {
			break
		}
		if !webAddress(r.URL) {
			continue
		}
		out = append(out, Result{Title: line(r.Title, maxTitleChars), URL: r.URL, Snippet: line(r.Snippet, maxTextChars)})
	}
	return out
}

func webAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && len(text) <= maxURLBytes && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// line is a text on one line without control characters, at most n characters.
func line(text string, n int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}
