// Package searxng asks an instance of SearxNG, which package websearch searches the web with.
package searxng

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/legwork-go/legwork/tools/websearch"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

const (
	maxAnswerBytes = 1 << 20
	searchTimeout  = 15 * time.Second
)

// Client is a [websearch.Provider] that asks an instance of SearxNG, or what speaks as it does. The instance must have
// the format json switched on.
type Client struct {
	base   *url.URL
	client *http.Client
}

// New returns a provider for the instance at an address, such as http://localhost:8888. The address comes from
// whoever runs the program: it may be a private one.
//
//   - Errors: ErrURL.
func New(address string) (*Client, error) {
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" || base.RawQuery != "" ||
		base.Fragment != "" {
		return nil, fmt.Errorf("%w: want one such as http://localhost:8888", ErrURL)
	}
	return &Client{base: base.JoinPath("search"), client: &http.Client{Timeout: searchTimeout}}, nil
}

// Search implements websearch.Provider.
func (s *Client) Search(ctx context.Context, query string, limit int) ([]websearch.Result, error) {
	address := *s.base
	address.RawQuery = url.Values{"q": {query}, "format": {"json"}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusTooManyRequests:
		return nil, tools.Failure(trip.ClassRateLimited, "the search answered HTTP 429")
	case http.StatusUnauthorized, http.StatusForbidden:
		return nil, tools.Failure(trip.ClassDenied,
			fmt.Sprintf("the search answered HTTP %d: is its format json switched on?", resp.StatusCode))
	default:
		return nil, fmt.Errorf("the search answered HTTP %d", resp.StatusCode)
	}
	var answer struct {
		Results []struct {
			Title   string `json:"title"`
			URL     string `json:"url"`
			Content string `json:"content"`
		} `json:"results"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswerBytes)).Decode(&answer); err != nil {
		return nil, fmt.Errorf("the search's answer cannot be read: %w", err)
	}
	var found []websearch.Result
	for _, r := range answer.Results[:min(len(answer.Results), limit)] {
		found = append(found, websearch.Result{Title: r.Title, URL: r.URL, Snippet: r.Content})
	}
	return found, nil
}
