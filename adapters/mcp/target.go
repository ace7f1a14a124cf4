package mcp

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
)

// target is where a server is: a command line or a URL.
type target struct {
	argv []string
	url  string
}

// parseTarget reads "command args" or a URL. Words are split as a shell does, with quotes and
// backslashes, but nothing is expanded.
func parseTarget(text string) (target, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" {
			return target{}, fmt.Errorf("%w: a URL without a host", ErrTarget)
		}
		return target{url: text}, nil
	}
	argv, err := split(text)
	if err != nil {
		return target{}, err
	}
	if len(argv) == 0 || argv[0] == "" {
		return target{}, fmt.Errorf("%w: it is empty", ErrTarget)
	}
	return target{argv: argv}, nil
}

// splitter cuts a command line into words.
type splitter struct {
	words   []string
	word    strings.Builder
	open    bool // a word has begun
	quote   rune // the quote that is open, 0 for none
	escaped bool
}

func split(line string) ([]string, error) {
	var s splitter
	for _, r := range line {
		s.feed(r)
	}
	if s.quote != 0 || s.escaped {
		return nil, fmt.Errorf("%w: a quote is not closed", ErrTarget)
	}
	s.end()
	return s.words, nil
}

func (s *splitter) feed(r rune) {
	switch {
	case s.escaped:
		s.word.WriteRune(r)
		s.escaped = false
	case r == '\\' && s.quote != '\'':
		s.escaped, s.open = true, true
	case s.quote != 0 && r == s.quote:
		s.quote = 0
	case s.quote != 0:
		s.word.WriteRune(r)
	case r == '"' || r == '\'':
		s.quote, s.open = r, true
	case r == ' ' || r == '\t' || r == '\n' || r == '\r':
		s.end()
	default:
		s.word.WriteRune(r)
		s.open = true
	}
}

func (s *splitter) end() {
	if s.open {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.open = false
}

// withheld are the variables that a server does not inherit: they are this process's own secrets.
var withheld = []string{"OPENAI_API_KEY=", "ANTHROPIC_API_KEY=", "LEGWORK_"}

// environment is what a server inherits.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return slices.ContainsFunc(withheld, func(secret string) bool { return strings.HasPrefix(v, secret) })
	})
}
