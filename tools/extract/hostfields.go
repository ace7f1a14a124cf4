package extract

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/catalog"
	"github.com/legwork-go/legwork/trip"
)

// field is a field of the intent that the catalog describes.
type field struct {
	Path   string          `json:"path"`
	Schema json.RawMessage `json:"schema"`
}

// answerOwn takes a message of which nothing was understood for the value of an embedder's own field, where nothing
// else is asked for: as a whole, else the first of its words that fits the field's schema.
func answerOwn(res Result, message string, k *known, fields []field) Result {
	ask := k.Status.Ask
	if ask == nil || ask.Kind != trip.AskMissing || !res.saysNothing() {
		return res
	}
	if !slices.ContainsFunc(ask.About, trip.IsOwnPath) || slices.ContainsFunc(ask.About, isOfTheEngine) {
		return res
	}
	i := slices.IndexFunc(fields, func(f field) bool { return f.Path == ask.About[0] })
	if i < 0 {
		return res
	}
	value, fits := fitting(fields[i], message)
	if !fits {
		return res
	}
	space, name, _ := strings.Cut(strings.TrimPrefix(ask.About[0], trip.OwnPrefix), ".")
	res.TripIntent.Ext = map[string]map[string]string{space: {name: value}}
	res.Unread, res.Topic = nil, ""
	return res
}

func isOfTheEngine(path string) bool { return !trip.IsOwnPath(path) }

// fitting returns what of a message fits a field's schema.
func fitting(f field, message string) (value string, ok bool) {
	c, err := catalog.Catalog{}.WithFields(catalog.Field{Path: f.Path, Schema: f.Schema})
	if err != nil {
		return "", false // the field has no schema of its own
	}
	for _, said := range append([]string{message}, strings.Fields(message)...) {
		said = strings.Trim(said, " \t\n.,;:!?\"“”")
		text, err := json.Marshal(said)
		if err == nil && said != "" && c.CheckField(f.Path, trip.Raw(text)) == nil {
			return said, true
		}
	}
	return "", false
}
