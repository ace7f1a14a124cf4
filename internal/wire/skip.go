package wire

// Skip reads over one value of any kind. The value must be well formed.
func (d *Decoder) Skip() {
	at, top := d.Offset(), d.top
	if end := d.skipTight(at, d.depth); end >= 0 {
		d.pos = end
		d.first = false
		return
	}
	d.top = top
	d.skipAny()
}

// skipAny is Skip for values with white space, escapes, many members or errors.
func (d *Decoder) skipAny() {
	switch d.peek() {
	case '"':
		d.scanString()
	case '{':
		for d.Object(); d.Next(); {
			d.skipAny()
		}
	case '[':
		for d.List(); d.More(); {
			d.skipAny()
		}
	case 't':
		d.literal("true")
	case 'f':
		d.literal("false")
	case 'n':
		d.literal("null")
	default:
		d.NumberText()
	}
}

// skipTight returns the offset after the value at i if it is written as writers of compact
// JSON do, or -1 when it is not: skipAny then reads it again and says what is wrong, if
// anything is. It leaves d as it was but for noted names above d.top.
func (d *Decoder) skipTight(i, depth int) int {
	in := d.in
	if i >= len(in) {
		return -1
	}
	switch kindOf(in[i]) {
	case Text:
		if end := plainTo(in, i+1); end < len(in) && in[end] == '"' {
			return end + 1
		}
	case Object:
		return d.skipTightObject(i, depth)
	case List:
		return d.skipTightList(i, depth)
	case Number:
		return numberEnd(in, i)
	case Bool, Null:
		return wordEnd(in, i)
	case Invalid:
	}
	return -1
}

// wordEnd returns the offset after true, false or null at i, or -1.
func wordEnd(s string, i int) int {
	switch s = s[i:]; {
	case len(s) >= 4 && (s[:4] == "true" || s[:4] == "null"):
		return i + 4
	case len(s) >= 5 && s[:5] == "false":
		return i + 5
	}
	return -1
}

func (d *Decoder) skipTightList(i, depth int) int {
	in := d.in
	if i++; depth >= d.max || i >= len(in) {
		return -1
	}
	if in[i] == ']' {
		return i + 1
	}
	for {
		if i = d.skipTight(i, depth+1); i < 0 || i >= len(in) {
			return -1
		}
		switch in[i] {
		case ',':
			i++
		case ']':
			return i + 1
		default:
			return -1
		}
	}
}

func (d *Decoder) skipTightObject(i, depth int) int {
	in, base := d.in, d.top
	if i++; depth >= d.max || i >= len(in) {
		return -1
	}
	if in[i] == '}' {
		return i + 1
	}
	for i < len(in) && in[i] == '"' {
		end := plainTo(in, i+1)
		if end+1 >= len(in) || in[end] != '"' || in[end+1] != ':' || !d.noteTight(base, i+1, in[i+1:end]) {
			return -1
		}
		if i = d.skipTight(end+2, depth+1); i < 0 || i >= len(in) {
			return -1
		}
		if in[i] == '}' {
			d.top = base
			return i + 1
		}
		if in[i] != ',' {
			return -1
		}
		i++
	}
	return -1
}

// noteTight notes a member name of the object whose names start at slot base. It reports
// false when the object had the name before or has too many to note.
func (d *Decoder) noteTight(base, at int, key string) bool {
	top := d.top
	if top >= noteSlots || top-base > maxNoted {
		return false
	}
	for _, other := range d.names[base:top] {
		if end := int(other) + len(key); d.in[end] == '"' && d.in[other:end] == key {
			return false
		}
	}
	d.names[top] = uint32(at)
	d.top = top + 1
	return true
}
