package texts

import "github.com/legwork-go/legwork/trip"

// English makes the text of a message in English.
func English(m trip.Message) string {
	if m.Key != trip.KeyText {
		return ""
	}
	text, _ := m.Params.Get("text").(string)
	return text
}
