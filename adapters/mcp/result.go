package mcp

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

// maxErrorBytes bounds a server's words on a failure.
const maxErrorBytes = 2000

// outcome makes the result of a call, or its *tools.Error.
func outcome(res *sdk.CallToolResult) ([]byte, error) {
	text, attachments := contents(res.Content)
	if res.IsError {
		if strings.TrimSpace(text) == "" {
			text = "mcp: the tool failed and said nothing"
		}
		return nil, &tools.Error{Text: cut(text)} // without a class: its text says it
	}
	if res.NeedsInput() {
		return nil, tools.Failure(trip.ClassPermanent, "mcp: the tool asks for input while it runs")
	}
	if res.StructuredContent != nil {
		out, err := structured(res.StructuredContent, text)
		return bounded(out, err)
	}
	doc := map[string]any{"result": text}
	if len(attachments) > 0 {
		doc["attachments"] = attachments
	}
	return bounded(json.Marshal(doc))
}

func bounded(out []byte, err error) ([]byte, error) {
	switch {
	case err != nil:
		return nil, tools.Failure(trip.ClassFailed, "mcp: the result cannot be written: "+cut(err.Error()))
	case len(out) > trip.MaxResultBytes:
		return nil, tools.Failure(trip.ClassFailed, ErrTooLarge.Error())
	}
	return out, nil
}

// structured writes structured content. Where the text repeats it, as it should, the text is taken:
// it holds the numbers as the server wrote them.
func structured(value any, text string) ([]byte, error) {
	var repeated any
	raw := []byte(strings.TrimSpace(text))
	if json.Unmarshal(raw, &repeated) != nil || !reflect.DeepEqual(repeated, value) {
		var err error
		if raw, err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	if bytes.HasPrefix(raw, []byte("{")) {
		return raw, nil
	}
	return json.Marshal(map[string]json.RawMessage{"result": raw})
}

// attachment names content that is no text.
type attachment struct {
	Type     string `json:"type"`
	MIMEType string `json:"mime_type,omitempty"`
	URI      string `json:"uri,omitempty"`
	Bytes    int    `json:"bytes,omitempty"`
}

// contents joins the texts and names the rest.
func contents(list []sdk.Content) (string, []attachment) {
	var texts []string
	var rest []attachment
	for _, c := range list {
		switch v := c.(type) {
		case *sdk.TextContent:
			texts = append(texts, v.Text)
		case *sdk.ImageContent:
			rest = append(rest, attachment{Type: "image", MIMEType: v.MIMEType, Bytes: len(v.Data)})
		case *sdk.AudioContent:
			rest = append(rest, attachment{Type: "audio", MIMEType: v.MIMEType, Bytes: len(v.Data)})
		case *sdk.ResourceLink:
			rest = append(rest, attachment{Type: "resource_link", MIMEType: v.MIMEType, URI: v.URI})
		case *sdk.EmbeddedResource:
			if v.Resource == nil {
				continue
			}
			if v.Resource.Text != "" {
				texts = append(texts, v.Resource.Text)
				continue
			}
			rest = append(rest, attachment{
				Type: "resource", MIMEType: v.Resource.MIMEType, URI: v.Resource.URI,
				Bytes: len(v.Resource.Blob),
			})
		}
	}
	return strings.Join(texts, "\n"), rest
}

func cut(text string) string {
	text = strings.ToValidUTF8(text, "")
	if len(text) > maxErrorBytes {
		return strings.ToValidUTF8(text[:maxErrorBytes], "")
	}
	return text
}
