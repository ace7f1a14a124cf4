package llm

import (
	"strings"
	"sync/atomic"
)

// maxSaid bounds the text of an answer that is told as it comes; the rest is told with the whole.
const maxSaid = 32 << 10

// wordEnds are where a word, or a sentence of a language without blanks, is complete.
const wordEnds = " \n\t。！？"

// speaker tells the words of an answer as they come, without what nobody shall read. Between words a mark may not be
// complete yet.
type speaker struct {
	say     func(words string)
	thinks  *atomic.Bool // the model's answers begin with thoughts whose beginning is not marked
	raw     strings.Builder
	told    string
	over    bool
	thought bool // the thoughts before the answer have ended
}

func (s *speaker) hear(words string) {
	s.raw.WriteString(words)
	if s.over || !strings.ContainsAny(words, wordEnds) {
		return
	}
	raw := s.raw.String()
	if !s.thought && strings.ContainsAny(raw, ">]") {
		unmarked, _ := cutOut(raw, thoughtMarks)
		if s.thought = endOfThoughts(unmarked) > 0; s.thought {
			s.thinks.Store(true)
		}
	}
	if s.thinks.Load() && !s.thought {
		return
	}
	said := spoken(raw[:strings.LastIndexAny(raw, wordEnds)])
	if s.over = len(raw) > maxSaid || !strings.HasPrefix(said, s.told); s.over {
		return // what was taken for words was none
	}
	if more := said[len(s.told):]; more != "" {
		s.say(more)
		s.told = said
	}
}

// spoken returns what is said in the beginning of an answer's text. One that begins as a call without marks does says
// nothing.
func spoken(raw string) string {
	said := raw
	if strings.ContainsAny(raw, "<[") {
		said, _ = cutOut(withoutThoughts(raw), callMarks)
		said = noise.ReplaceAllString(said, "")
	}
	said = strings.TrimLeft(said, " \n\r\t")
	if said != "" && strings.ContainsRune("{[`", rune(said[0])) {
		return ""
	}
	return said
}
