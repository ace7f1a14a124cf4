package runner

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/legwork-go/legwork/transcript"
	"github.com/legwork-go/legwork/trip"
)

// speech is what the handler of a call has said so far of the answer that it is about to return.
type speech struct {
	attempt int64  // whose words are told; another attempt begins anew, and its words are told by the decision alone
	message string // the id that the answer will have
	rest    string // the words of a sentence that is not complete
	told    int    // bytes of the words that were told
	over    bool   // nothing more is told
}

// hear takes the next words and returns the sentences that are complete with them.
func (s *speech) hear(attempt int64, words string) string {
	s.attempt = cmp.Or(s.attempt, attempt)
	if s.over || attempt != s.attempt {
		return ""
	}
	s.rest += words
	if s.told == 0 {
		s.rest = strings.TrimLeftFunc(s.rest, unicode.IsSpace) // as the answer's text is
	}
	if len(s.rest)+s.told > trip.MaxTextBytes {
		s.over = true
		return ""
	}
	end := sentenceEnd(s.rest)
	sentences := s.rest[:end]
	s.rest = s.rest[end:]
	return sentences
}

// sentenceEnd returns where the last complete sentence or line of a text ends, 0 when none does: at a mark that a blank
// follows, with the quotes and brackets that close behind it, or before the end of a line.
func sentenceEnd(text string) int {
	for i := len(text); i > 0; {
		r, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
		if r == utf8.RuneError || !unicode.IsSpace(r) {
			continue
		}
		before := strings.TrimRightFunc(text[:i], unicode.IsSpace)
		switch ends := strings.TrimRight(before, "\"'”’»)]*_"); {
		case before == "":
			return 0
		case strings.ContainsRune(text[len(before):], '\n'), strings.ContainsRune(".!?…。！？", lastRune(ends)):
			return len(before)
		}
		i = len(before)
	}
	return 0
}

func lastRune(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// say tells the words of an answer that the handler of a call is about to return, to the streams of the turn and to who
// watches, a sentence at a time and as the decision will word it. Its id is that of the first message of the event that
// comes next; where another event comes in between, the decision on that takes the words back.
//
// Rule: 3.0.words-told
func (t *live) say(c *call, attempt int64, words string) {
	if c.Name != trip.ToolAssistantStep {
		t.report(c, words)
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.isDone() {
		return // its handler was abandoned
	}
	s := &c.speech
	sentences := s.hear(attempt, words)
	if sentences == "" {
		return
	}
	next := transcript.MessageID(t.in.Turn.Seq+1, 1)
	s.message = cmp.Or(s.message, next)
	if s.over = s.message != next; s.over {
		return
	}
	delta := t.config.Words(t.in.Request.Locale, sentences)
	u := t.reported(c, delta)
	u.Message, u.Offset = s.message, s.told
	s.told += len(delta)
	t.spread(u)
}
