package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	sdk "github.com/openai/openai-go/v3"

	"github.com/legwork-go/legwork/adapters/llm"
)

// maxLine bounds one line of a stream; a body ends before that.
const maxLine = 16 << 20

// doneMark is what the last event of a stream says.
const doneMark = "[DONE]"

// events reads the server-sent events of a stream. The SDK's own reader takes a member `error` that is null for a
// failure, forgets a last event without a blank line behind it, and does not tell whether the stream was ended or cut.
type events struct {
	lines *bufio.Scanner
	data  []byte
	done  bool // the server said that it is done
}

func newEvents(r io.Reader) *events {
	e := &events{lines: bufio.NewScanner(r)}
	e.lines.Buffer(nil, maxLine)
	return e
}

// next returns the data of the next event; nil at the end.
func (e *events) next() ([]byte, error) {
	for e.data = e.data[:0]; e.lines.Scan(); {
		line := e.lines.Bytes()
		if len(line) == 0 {
			if data, ok := e.event(); ok {
				return data, nil
			}
			continue
		}
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			e.data = append(append(e.data, bytes.TrimPrefix(value, []byte(" "))...), '\n')
		}
	}
	if err := e.lines.Err(); err != nil {
		return nil, err
	}
	if data, ok := e.event(); ok {
		return data, nil
	}
	return nil, nil
}

// event returns the data that came since the last event, if there is any. What is said after the end is nothing.
func (e *events) event() (data []byte, ok bool) {
	data = bytes.TrimSpace(e.data)
	e.data = e.data[:0]
	if bytes.HasPrefix(data, []byte(doneMark)) {
		e.done = true
	}
	return data, len(data) > 0 && !e.done
}

// readChunk reads the data of an event, in which a server may also say that it failed.
func readChunk(data []byte) (sdk.ChatCompletionChunk, error) {
	var failed struct {
		Error json.RawMessage `json:"error"`
	}
	var chunk sdk.ChatCompletionChunk
	if err := json.Unmarshal(data, &failed); err != nil {
		return chunk, err
	}
	if said := string(failed.Error); said != "" && said != "null" && said != "false" && said != "{}" {
		return chunk, fmt.Errorf("%w: %s", llm.ErrServer, said)
	}
	err := json.Unmarshal(data, &chunk)
	return chunk, err
}
