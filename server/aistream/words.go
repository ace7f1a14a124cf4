package aistream

import (
	"strings"

	"github.com/legwork-go/legwork/transcript"
)

// words is the text whose words are being told, before anything is decided about it. The zero value is none.
type words struct{ id, text string }

// Say tells the next words of a text that nothing is decided about yet; offset is how many bytes of it were told
// before. Who has missed some waits for the decision. The text begins a step of its own, which can be taken back.
func (p *Projection) Say(message string, offset int, delta string) []Chunk {
	var out []Chunk
	switch {
	case p.words == words{} && offset == 0 && delta != "":
		p.words.id = message
		out = append(out, Chunk{Type: StartStep}, Chunk{Type: TextStart, ID: message})
	case p.words.id != message, offset != len(p.words.text), delta == "":
		return nil
	}
	p.words.text += delta
	return append(out, Chunk{Type: TextDelta, ID: message, Delta: delta})
}

// confirm tells the rest of a text whose words were told, and reports whether they are how it begins.
func (p *Projection) confirm(out []Chunk, m *transcript.Message) ([]Chunk, bool) {
	rest, isSaid := strings.CutPrefix(m.Text, p.words.text)
	if p.words.id == "" || m.ID != p.words.id || m.Role != transcript.Assistant || !isSaid {
		return out, false
	}
	if rest != "" {
		out = append(out, Chunk{Type: TextDelta, ID: m.ID, Delta: rest})
	}
	p.words = words{}
	return append(out, Chunk{Type: TextEnd, ID: m.ID}), true
}

// takeBack takes back the words that were told, where nothing was decided that begins with them.
func (p *Projection) takeBack(out []Chunk) []Chunk {
	if p.words.id == "" {
		return out
	}
	p.words, p.intent = words{}, "" // what else the step holds goes with it
	return append(out, Chunk{Type: ResetStep})
}
