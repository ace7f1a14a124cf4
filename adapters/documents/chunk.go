package documents

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// chunks cuts a text into passages along its paragraphs. Every passage but the first repeats the
// end of the one before, unless a heading starts something new. More than maxChunks are too many
// anyway, and the rest is not looked at.
func chunks(text string) []string {
	var out []string
	var current strings.Builder
	size, fresh := 0, true // fresh: nothing but overlap so far
	flush := func(heading bool) {
		if fresh {
			return
		}
		passage := strings.TrimSpace(current.String())
		out = append(out, passage)
		current.Reset()
		size, fresh = 0, true
		if !heading {
			tail := lastWords(passage, overlapChars)
			current.WriteString(tail)
			size = utf8.RuneCountInString(tail)
		}
	}
	for _, p := range paragraphs(text) {
		if len(out) > maxChunks {
			return out
		}
		n := utf8.RuneCountInString(p)
		if heading := strings.HasPrefix(p, "#"); heading || size+n > maxChunkChars {
			flush(heading)
		}
		if current.Len() > 0 {
			current.WriteString("\n\n")
		}
		current.WriteString(p)
		size, fresh = size+n, false
		if size >= ChunkChars {
			flush(false)
		}
	}
	flush(true)
	return out
}

// paragraphs splits at blank lines and before Markdown headings; what is longer than a passage may
// be is split at a sentence, a space, or as a last resort anywhere.
func paragraphs(text string) []string {
	var out []string
	var lines []string
	end := func() {
		if p := strings.TrimSpace(strings.Join(lines, "\n")); p != "" {
			out = append(out, pieces(p)...)
		}
		lines = lines[:0]
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" || strings.HasPrefix(line, "#") {
			end()
		}
		lines = append(lines, line)
	}
	end()
	return out
}

const maxPieceChars = maxChunkChars - overlapChars

func pieces(p string) []string {
	var out []string
	for {
		limit := byteAt(p, maxPieceChars)
		if limit == len(p) {
			break
		}
		at := cutPoint(p, limit)
		out = append(out, strings.TrimSpace(p[:at]))
		p = strings.TrimSpace(p[at:])
	}
	if p != "" {
		out = append(out, p)
	}
	return out
}

// cutPoint is a byte position in the last half of the longest piece, which ends at the limit: after
// the last sentence, else after the last space, else at the limit.
func cutPoint(p string, limit int) int {
	half := byteAt(p, maxPieceChars/2)
	if i := strings.LastIndexAny(p[half:limit], ".!?。"); i >= 0 {
		_, size := utf8.DecodeRuneInString(p[half+i:])
		return half + i + size
	}
	if i := strings.LastIndexFunc(p[half:limit], unicode.IsSpace); i >= 0 {
		_, size := utf8.DecodeRuneInString(p[half+i:])
		return half + i + size
	}
	return limit
}

// byteAt is where the n-th character of s starts.
func byteAt(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// lastWords is the end of a text, at most n characters, from a word's start.
func lastWords(s string, n int) string {
	count := utf8.RuneCountInString(s)
	if count <= n {
		return s
	}
	tail := s[byteAt(s, count-n):]
	if i := strings.IndexFunc(tail, unicode.IsSpace); i >= 0 {
		tail = tail[i:]
	}
	return strings.TrimSpace(tail)
}
