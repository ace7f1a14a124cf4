// Package plain has the models of packages openai and anthropic without their SDKs: the same
// requests and answers over net/http. It is what a small program links; the SDKs add 11 MB to one.
// Both ways pass the same tests.
package plain

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"

	"github.com/legwork-go/legwork/tools/llm"
	"github.com/legwork-go/legwork/tools/llm/internal/outbound"
	"github.com/legwork-go/legwork/trip"
)

// maxLineBytes bounds a line of a stream; the body as a whole is bounded too.
const maxLineBytes = 8 << 20

// Open returns the model that a configuration names. It connects to nobody yet.
//
// Errors: llm.ErrConfig, llm.ErrKey.
func Open(c llm.Config) (llm.Model, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p := poster{client: outbound.Client(c.Transport, c.Key), key: c.Key}
	if c.Provider == llm.Anthropic {
		p.url = strings.TrimRight(cmp.Or(c.BaseURL, anthropicURL), "/") + "/v1/messages"
		p.headers = map[string]string{"X-Api-Key": c.Key, "Anthropic-Version": anthropicVersion}
		return &messages{config: c, poster: p}, nil
	}
	p.url = strings.TrimRight(cmp.Or(c.BaseURL, openaiURL), "/") + "/chat/completions"
	if c.Key != "" {
		p.headers = map[string]string{"Authorization": "Bearer " + c.Key}
	}
	return &completions{config: c, poster: p}, nil
}

// poster sends requests to one address.
type poster struct {
	client  *http.Client
	url     string
	key     string
	headers map[string]string
}

// post sends a document and hands the body of the answer to read.
//
// Errors: *llm.Error.
func (p *poster) post(ctx context.Context, doc any, read func(io.Reader) error) error {
	data, err := json.Marshal(doc)
	if err != nil {
		return &llm.Error{Class: trip.ClassInvalidArguments, Text: err.Error(), RetryAfter: -1}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(data))
	if err != nil {
		return outbound.Broken(err, p.key)
	}
	req.Header.Set("Content-Type", "application/json")
	for name, value := range p.headers {
		req.Header.Set(name, value)
	}
	res, err := p.client.Do(req)
	if err != nil {
		return outbound.Broken(err, p.key)
	}
	defer func() { _ = res.Body.Close() }()
	if err := read(res.Body); err != nil {
		return outbound.Broken(err, p.key)
	}
	return nil
}

// decode reads a body that is one JSON document.
func decode(in io.Reader, doc any) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, doc); err != nil {
		return fmt.Errorf("the answer is not JSON of this API: %w", err)
	}
	return nil
}

// events yields the data of server-sent events. Events without data, such as comments that keep
// a line open, are passed over; one that the end cuts off is none.
func events(in io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, maxLineBytes)
		var data []byte
		for lines.Scan() {
			line := bytes.TrimSuffix(lines.Bytes(), []byte("\r"))
			if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				data = append(append(data, bytes.TrimPrefix(value, []byte(" "))...), '\n')
				continue
			}
			if len(line) == 0 && len(data) > 0 {
				if !yield(bytes.TrimSuffix(data, []byte("\n")), nil) {
					return
				}
				data = data[:0]
			}
		}
		if err := lines.Err(); err != nil {
			if errors.Is(err, bufio.ErrTooLong) {
				err = llm.ErrTooLarge
			}
			yield(nil, err)
		}
	}
}
