package texts

import (
	"cmp"
	"strings"
)

// A phrase is a text with places for values. In a table it is written so:
//
//	{city}             the parameter of that name; {option.position} that of an object
//	{date:day}         as something says it: a day, an amount, a list; the names are those of [Args.as]
//	{^option:named}    begun with a capital; {~question} with a small letter
//	{n|# day|# days}   one or several; # is the number
//	{@phrase}          another phrase
//	[ for {city}]      left out when a value in it is empty
//	[held?It is held.] only with that parameter; [!held?...] only without it, [tool=x?...] where it is x
//
// A tab and a line break are written \t and \n, and a bracket that is meant as one \[.
type phrase []part

type part struct {
	text    string // as it is, or the name of a value, a condition or a phrase
	how     string // in which a value is told, or what a condition compares with
	kind    kind
	letter  byte // '^' or '~' where the first letter is changed
	not     bool // of a condition
	forms   [2]phrase
	content phrase // of a group
}

type kind byte

const (
	literal kind = iota
	value
	plural
	number // of the plural around it
	other  // phrase
	group
)

// reader reads a phrase.
type reader struct {
	text string
	at   int
}

// parse reads a phrase until one of some letters ends it.
func (r *reader) parse(ends string) (p phrase) {
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			p = append(p, part{text: text.String()})
			text.Reset()
		}
	}
	for r.at < len(r.text) && strings.IndexByte(ends, r.text[r.at]) < 0 {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '\\':
			c = r.text[r.at]
			r.at++
			text.WriteString(cmp.Or(map[byte]string{'n': "\n", 't': "\t"}[c], string(c)))
		case c == '#' && strings.Contains(ends, "|"):
			flush()
			p = append(p, part{kind: number})
		case c == '{':
			flush()
			p = append(p, r.value())
		case c == '[':
			flush()
			p = append(p, r.group())
		default:
			text.WriteByte(c)
		}
	}
	flush()
	return p
}

// value reads what stands in braces.
func (r *reader) value() part {
	end := r.at + strings.IndexAny(r.text[r.at:], "|}")
	name := r.text[r.at:end]
	r.at = end + 1
	if r.text[end] == '|' {
		one := r.parse("|")
		r.at++
		many := r.parse("|}")
		r.at++
		return part{kind: plural, text: name, forms: [2]phrase{one, many}}
	}
	if of, isOther := strings.CutPrefix(name, "@"); isOther {
		return part{kind: other, text: of}
	}
	p := part{kind: value}
	if name[0] == '^' || name[0] == '~' {
		p.letter, name = name[0], name[1:]
	}
	p.text, p.how, _ = strings.Cut(name, ":")
	return p
}

// group reads what stands in brackets, with its condition.
func (r *reader) group() part {
	p := part{kind: group}
	rest := r.text[r.at:]
	end := strings.IndexFunc(rest, func(c rune) bool {
		return !(c == '!' || c == '=' || c == '_' || c == '.' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9')
	})
	if end > 0 && rest[end] == '?' {
		p.text, p.how, _ = strings.Cut(strings.TrimPrefix(rest[:end], "!"), "=")
		p.not = rest[0] == '!'
		r.at += end + 1
	}
	p.content = r.parse("]")
	r.at++
	return p
}

// say makes the text of a phrase of the parameters, and of texts of its own by name; "" of one that there is not.
func (a Args) say(key string, own ...string) string {
	p := a.in.phrases[key]
	if len(p) == 1 && p[0].kind == literal {
		return p[0].text
	}
	var room [256]byte
	out, _ := a.write(room[:0], p, own, "")
	return string(out)
}

// say makes the text of a phrase without parameters.
func (l *language) say(key string, own ...string) string { return Args{in: l}.say(key, own...) }

// write writes a phrase, and reports whether a value in it is empty.
func (a Args) write(b []byte, p phrase, own []string, count string) (out []byte, lacks bool) {
	for i := range p {
		switch at := &p[i]; at.kind {
		case literal:
			b = append(b, at.text...)
		case value:
			text := a.text(at.text, at.how, own)
			switch at.letter {
			case '^':
				text = capital(text)
			case '~':
				text = small(text)
			}
			b, lacks = append(b, text...), lacks || text == ""
		case plural:
			n := a.text(at.text, "", own)
			form := at.forms[1]
			if n == "1" {
				form = at.forms[0]
			}
			b, _ = a.write(b, form, own, n)
			lacks = lacks || n == "" || n == "0"
		case number:
			b = append(b, count...)
		case other:
			b, _ = a.write(b, a.in.phrases[at.text], own, count)
		case group:
			if a.holds(at, own) {
				if text, lacks := a.write(b, at.content, own, count); !lacks {
					b = text
				}
			}
		}
	}
	return b, lacks
}

// text is what a value says, as one of the texts of its own or as a parameter.
func (a Args) text(name, how string, own []string) string {
	for i := 0; i+1 < len(own); i += 2 {
		if own[i] == name {
			return own[i+1]
		}
	}
	object, within, ok := strings.Cut(name, ".")
	if !ok {
		return a.in.value(a, name, how)
	}
	return a.in.value(a.Object(object), within, how)
}

// holds reports whether the condition of a group holds.
func (a Args) holds(of *part, own []string) bool {
	switch text := a.text(of.text, "", own); {
	case of.text == "":
		return true
	case of.how != "":
		return (text == of.how) != of.not
	case text != "":
		return (text != "0") != of.not
	}
	return a.Has(of.text) != of.not
}
