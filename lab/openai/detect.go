package openai

import (
	"bytes"
	"encoding/json"
)

// IsTranscript tells a log of conversations from a recording by the start of a file: a list, or an
// object whose `messages` come before any member of an event.
func IsTranscript(start []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(start, []byte("\ufeff"))))
	depth, isKey := 0, false
	for {
		token, err := dec.Token()
		if err != nil {
			return false
		}
		switch t := token.(type) {
		case json.Delim:
			switch t {
			case '[':
				if depth == 0 {
					return true
				}
				depth++
			case '{':
				depth++
			default:
				depth--
			}
			isKey = depth == 1
			if depth == 0 {
				return false
			}
			continue
		case string:
			if depth == 1 && isKey {
				switch t {
				case "messages":
					return true
				case "recording", "data", "seq", "at":
					return false
				}
				isKey = false
				continue
			}
		}
		isKey = depth == 1
	}
}
