package mem

import (
	"bytes"

	"github.com/legwork-go/legwork/store"
)

// clone copies bytes; nothing stays nil.
func clone(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return bytes.Clone(b)
}

func cloneAll(list [][]byte) [][]byte {
	if len(list) == 0 {
		return nil
	}
	out := make([][]byte, len(list))
	for i, b := range list {
		out[i] = clone(b)
	}
	return out
}

func cloneRecords(records []store.Record) []store.Record {
	if len(records) == 0 {
		return nil
	}
	out := make([]store.Record, len(records))
	for i, r := range records {
		r.Event, r.Decision = clone(r.Event), clone(r.Decision)
		out[i] = r
	}
	return out
}
