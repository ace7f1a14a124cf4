package peers

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// client opens a connection for each request: servers close those that are idle when they like, and a request that has
// just been sent on one is lost.
var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// talk is a conversation as its client knows it.
type talk struct {
	id       string
	approval string // the id under which a purchase is approved, where the protocol has one
	run      string // the run of the last turn, where the protocol has runs
}

// protocol is how a front end speaks to a backend.
type protocol interface {
	// turn has turn n of a conversation, n from 0.
	turn(ctx context.Context, url string, t *talk, n int) (heard, error)
	// state returns all that the backend has of a conversation, as JSON.
	state(ctx context.Context, url string, t *talk) (string, error)
	// resume asks for the rest of a turn that was cut off.
	resume(ctx context.Context, url string, t *talk) (heard, error)
	// goOn has a turn finished that the backend does not finish itself, as the guides of its makers say.
	goOn(ctx context.Context, url string, t *talk, n int) (heard, error)
}

// heard is the stream of a turn.
type heard struct {
	first   time.Duration // from the request to the first event
	content time.Duration // to the first event that has a text or a call
	whole   time.Duration
	text    string
}

// listen sends a request and reads the events of its answer.
func listen(ctx context.Context, t *talk, method, url string, body any, content ...string) (h heard, err error) {
	began := time.Now()
	res, err := send(ctx, method, url, body)
	if err != nil {
		return h, err
	}
	defer res.Body.Close()
	if run := res.Header.Get("Content-Location"); run != "" {
		t.run = run
	}
	in := bufio.NewReaderSize(res.Body, 1<<16)
	var text strings.Builder
	for {
		line, err := in.ReadString('\n')
		text.WriteString(line)
		if h.first == 0 && (strings.HasPrefix(line, "data:") || strings.HasPrefix(line, "event:")) {
			h.first = time.Since(began)
		}
		if h.content == 0 && slices.ContainsFunc(content, func(mark string) bool { return strings.Contains(line, mark) }) {
			h.content = time.Since(began)
		}
		if err != nil {
			h.whole, h.text = time.Since(began), text.String()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return h, err
		}
	}
}

// send sends a request with a JSON body and returns an answer with status 200.
func send(ctx context.Context, method, url string, body any) (*http.Response, error) {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		in = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, in)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := client.Do(req)
	if err == nil && res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		return nil, fmt.Errorf("%s %s: %s %.400s", method, url, res.Status, text)
	}
	return res, err
}

func read(ctx context.Context, url string) (string, error) {
	res, err := send(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return string(text), err
}

type object = map[string]any

// chat is the protocol of the AI SDK, in which the client sends its last message.
type chat struct{}

var approvalID = regexp.MustCompile(`"approvalId":"([^"]+)"`)

func (chat) turn(ctx context.Context, url string, t *talk, n int) (heard, error) {
	message := object{"id": fmt.Sprintf("m%d", n), "role": "user"}
	if n < len(messages) {
		message["parts"] = []object{{"type": "text", "text": messages[n]}}
	} else {
		message = object{"id": "turn-3", "role": "assistant", "parts": []object{{
			"type": "dynamic-tool", "toolName": "booking_confirm_and_purchase", "state": "approval-responded",
			"approval": object{"id": t.approval, "approved": true},
		}}}
	}
	body := object{"id": t.id, "trigger": "submit-message", "messages": []object{message}, "payment_method_id": "pm_card"}
	h, err := listen(ctx, t, http.MethodPost, url+"/chat", body, `"type":"text-delta"`, `"type":"tool-input-available"`)
	if id := approvalID.FindStringSubmatch(h.text); id != nil {
		t.approval = id[1]
	}
	return h, err
}

func (chat) resume(ctx context.Context, url string, t *talk) (heard, error) {
	return listen(ctx, t, http.MethodGet, url+"/chat/"+t.id+"/stream", nil)
}

// goOn sends the last message again, as a page does that still shows the conversation.
func (c chat) goOn(ctx context.Context, url string, t *talk, n int) (heard, error) {
	return c.turn(ctx, url, t, n)
}

// aiSDK is a server of the AI SDK.
type aiSDK struct{ chat }

func (aiSDK) state(ctx context.Context, url string, t *talk) (string, error) {
	return read(ctx, url+"/messages/"+t.id)
}

// legwork is our server: it speaks the protocol of the AI SDK too.
type legwork struct{ chat }

func (legwork) state(ctx context.Context, url string, t *talk) (string, error) {
	return read(ctx, url+"/v1/trips/"+t.id+"/transcript")
}

// resume reads the updates of the trip, which go on until ctx ends.
func (legwork) resume(ctx context.Context, url string, t *talk) (heard, error) {
	return listen(ctx, t, http.MethodGet, url+"/v1/trips/"+t.id+"/updates", nil)
}

// threads is the protocol of the LangGraph server.
type threads struct{}

func (p threads) turn(ctx context.Context, url string, t *talk, n int) (heard, error) {
	switch {
	case n == len(messages):
		return p.run(ctx, url, t, "command", object{"resume": true})
	case n > 0:
		return p.run(ctx, url, t, "input", object{"messages": []object{{"role": "user", "content": messages[n]}}})
	}
	began := time.Now()
	res, err := send(ctx, http.MethodPost, url+"/threads", object{"thread_id": t.id})
	if err != nil {
		return heard{}, err
	}
	_, err = io.Copy(io.Discard, res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return heard{}, err
	}
	made := time.Since(began)
	h, err := p.run(ctx, url, t, "input", object{"messages": []object{{"role": "user", "content": messages[n]}}})
	return heard{h.first + made, h.content + made, h.whole + made, h.text}, err
}

func (threads) run(ctx context.Context, url string, t *talk, name string, value any) (heard, error) {
	body := object{"assistant_id": "trip", "stream_mode": []string{"messages-tuple", "updates"}, name: value}
	return listen(ctx, t, http.MethodPost, url+"/threads/"+t.id+"/runs/stream", body, "event: messages", "event: updates")
}

func (threads) state(ctx context.Context, url string, t *talk) (string, error) {
	return read(ctx, url+"/threads/"+t.id+"/state")
}

func (threads) resume(ctx context.Context, url string, t *talk) (heard, error) {
	return listen(ctx, t, http.MethodGet, url+t.run+"/stream", nil)
}

// goOn starts a run without input: it goes on from the last checkpoint.
func (p threads) goOn(ctx context.Context, url string, t *talk, _ int) (heard, error) {
	return p.run(ctx, url, t, "input", nil)
}
