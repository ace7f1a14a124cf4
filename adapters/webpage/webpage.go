package webpage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html/charset"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// Limits of one page.
const (
	MaxTextRunes  = 20_000
	maxTitleRunes = 300
	maxPageBytes  = 2 << 20
	maxElements   = 20_000
	maxRedirects  = 5
	maxURLBytes   = 2000
	pageTimeout   = 15 * time.Second
	userAgent     = "legwork (reads one page for a person)"
)

// Page is what was read of a page.
type Page struct {
	URL       string `json:"url"` // where the page stood, after redirects
	Title     string `json:"title"`
	Text      string `json:"text"`
	Truncated bool   `json:"truncated,omitempty"` // the page has more text than is kept
}

// Reader reads pages. It is safe for concurrent use.
type Reader struct{ client *http.Client }

// New returns a reader of the public web.
func New() *Reader { return newReader(checkPublic, nil) }

// newReader returns a reader of the addresses that check lets pass; nil is the resolver of the system.
func newReader(check dialCheck, names *net.Resolver) *Reader {
	dialer := &net.Dialer{Timeout: pageTimeout, Control: check, Resolver: names}
	return &Reader{client: &http.Client{
		Timeout:       pageTimeout,
		CheckRedirect: checkRedirect,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableKeepAlives: true,
			TLSHandshakeTimeout: pageTimeout, MaxResponseHeaderBytes: 64 << 10,
		},
	}}
}

// Register adds the tool to a registry.
func (r *Reader) Register(reg tools.Registry) { reg[trip.ToolScrapeWeb] = tools.Tool{Run: r.Run} }

// Run reads one page.
//
//   - Errors: class invalid_arguments for an address with nothing that can be read; denied for one that is not
//     public; timeout, cancelled, failed.
func (r *Reader) Run(ctx context.Context, req tools.Request) ([]byte, error) {
	if err := tools.Ended(ctx); err != nil {
		return nil, err
	}
	args, err := tools.Arguments[struct {
		URL string `json:"url"`
	}](req)
	if err != nil {
		return nil, err
	}
	address, err := url.Parse(strings.TrimSpace(args.URL))
	if err == nil {
		err = checkURL(address)
	}
	if err != nil {
		return nil, tools.Invalid("scrape_web_content: url: %v", err)
	}
	page, err := r.read(ctx, address)
	if err != nil {
		return nil, classified(ctx, err)
	}
	return json.Marshal(page)
}

func (r *Reader) read(ctx context.Context, address *url.URL) (*Page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", "text/html, application/xhtml+xml, text/plain")
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if err := checkStatus(resp.StatusCode); err != nil {
		return nil, err
	}
	kind := resp.Header.Get("Content-Type")
	media, _, _ := mime.ParseMediaType(kind) // what cannot be parsed is no text
	page := &Page{URL: resp.Request.URL.String()}
	take, ok := map[string]func(io.Reader) error{
		"text/html": page.readArticle, "application/xhtml+xml": page.readArticle, "text/plain": page.readText,
	}[media]
	if !ok {
		return nil, tools.Invalid("scrape_web_content: the page is no text but %q", media)
	}
	body, err := charset.NewReader(http.MaxBytesReader(nil, resp.Body, maxPageBytes), kind)
	if err != nil {
		return nil, err
	}
	return page, take(body)
}

// readArticle keeps the article of a page and leaves out what stands around it.
func (p *Page) readArticle(body io.Reader) error {
	address, err := url.Parse(p.URL)
	if err != nil {
		return err
	}
	parser := readability.NewParser()
	parser.MaxElemsToParse = maxElements
	article, err := parser.Parse(body, address)
	if err != nil {
		return err
	}
	p.Title = line(article.Title())
	if runes := []rune(p.Title); len(runes) > maxTitleRunes {
		p.Title = string(runes[:maxTitleRunes])
	}
	if article.Node == nil {
		return nil
	}
	var text strings.Builder
	if err := article.RenderText(&text); err != nil {
		return err
	}
	p.keep(text.String())
	return nil
}

func (p *Page) readText(body io.Reader) error {
	text, err := io.ReadAll(body)
	p.keep(string(text))
	return err
}

// checkStatus returns an error for an answer that is no page: below 500 it is the address that has to be another.
func checkStatus(status int) error {
	switch {
	case status == http.StatusOK:
		return nil
	case status < http.StatusInternalServerError:
		return tools.Invalid("scrape_web_content: there is no page to read: HTTP %d", status)
	}
	return fmt.Errorf("HTTP %d", status)
}

// classified keeps the class of an error that has one; a context that has ended goes before it.
func classified(ctx context.Context, err error) error {
	if ended := tools.Ended(ctx); ended != nil {
		return ended
	}
	var failed *tools.Error
	var timeout net.Error
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &failed):
		return failed
	case errors.Is(err, errAddress):
		return tools.Failure(trip.ClassDenied, err.Error())
	case errors.As(err, &large):
		return tools.Invalid("scrape_web_content: the page is larger than %d bytes", maxPageBytes)
	case errors.As(err, &timeout) && timeout.Timeout():
		return tools.Failure(trip.ClassTimeout, err.Error())
	}
	return tools.Failure(trip.ClassFailed, err.Error())
}
