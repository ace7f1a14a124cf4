package wire

// MaxInt is the largest integer that JSON readers agree on; -MaxInt is the smallest.
const MaxInt = 1<<53 - 1

// NumberText reads a number and returns its text as it stands in the input.
func (d *Decoder) NumberText() string {
	if kindOf(d.peek()) != Number {
		d.Fail("a value")
		return ""
	}
	end := numberEnd(d.in, d.pos)
	if end < 0 {
		d.Fail("a number in JSON form")
		return ""
	}
	text := d.in[d.pos:end]
	d.pos = end
	return text
}

// Int reads an integer within ±MaxInt. Forms such as 1.0 and 1e2 are integers too.
func (d *Decoder) Int() int64 {
	c := d.peek()
	i := d.pos
	negative := c == '-'
	if negative {
		i++
	}
	start := i
	var v int64
	for ; i < len(d.in) && i-start < 15 && d.in[i]-'0' < 10; i++ {
		v = v*10 + int64(d.in[i]-'0')
	}
	if i == start || i == len(d.in) || !endsInt(d.in[i]) || (d.in[start] == '0' && i-start > 1) {
		return d.intSlow()
	}
	d.pos = i
	if negative {
		return -v
	}
	return v
}

// endsInt reports whether an integer may end before c without a closer look.
func endsInt(c byte) bool {
	return c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

func (d *Decoder) intSlow() int64 {
	if kindOf(d.peek()) != Number {
		d.Fail("an integer")
		return 0
	}
	at := d.pos
	text := d.NumberText()
	v, scale := Scale(text, 0)
	if scale == Inexact && d.err == nil {
		d.FailAt(at, "an integer", "a fraction")
		return 0
	}
	if scale == Overflow || v > MaxInt || v < -MaxInt {
		d.FailAt(at, "an integer of at most 2^53-1", "a larger number")
		return 0
	}
	return v
}

// maxDigits is how many digits an int64 holds whatever they are, with room for three places more.
const maxDigits = 15

// CanonicalInt returns the integer of at most 15 digits that a text begins with, if it is written
// as JCS writes it and ends there; "" for anything else.
func CanonicalInt(text string) string {
	n := 0
	for n < len(text) && n <= maxDigits && text[n]-'0' < 10 {
		n++
	}
	if !isCanonicalInt(text, n) {
		return ""
	}
	return text[:n]
}

// isCanonicalInt reports whether the n digits that a text begins with, as far as they were counted,
// are an integer in canonical form.
func isCanonicalInt(text string, n int) bool {
	return n > 0 && n <= maxDigits && n < len(text) && endsInt(text[n]) && (text[0] != '0' || n == 1)
}

// IsNumber reports whether s has the form of a JSON number.
func IsNumber(s string) bool { return s != "" && numberEnd(s, 0) == len(s) }

// numberEnd returns the offset after the number that starts at i, or -1.
func numberEnd(s string, i int) int {
	if i < len(s) && s[i] == '-' {
		i++
	}
	switch {
	case i >= len(s):
		return -1
	case s[i] == '0':
		i++
	default:
		if i = digitsEnd(s, i); i < 0 {
			return -1
		}
	}
	if i < len(s) && s[i] == '.' {
		if i = digitsEnd(s, i+1); i < 0 {
			return -1
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i = digitsEnd(s, i); i < 0 {
			return -1
		}
	}
	if i < len(s) && s[i]-'0' < 10 {
		return -1
	}
	return i
}

// digitsEnd returns the offset after one or more digits at i, or -1.
func digitsEnd(s string, i int) int {
	start := i
	for i < len(s) && s[i]-'0' < 10 {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

// Scaling says how a decimal fitted into an integer.
type Scaling uint8

// The outcomes of Scale.
const (
	Exact Scaling = iota
	Inexact
	Overflow
)

// Scale returns number × 10^places as an integer, read exactly. The text must have the form
// of a JSON number. A result that is no integer is Inexact, one beyond int64 Overflow.
func Scale(number string, places int) (int64, Scaling) {
	if value, ok := scaleDigits(number, places); ok {
		return value, Exact
	}
	mantissa, exponent := splitExponent(number)
	negative := mantissa != "" && mantissa[0] == '-'
	if negative {
		mantissa = mantissa[1:]
	}
	digits, fraction := countDigits(mantissa)
	shift := exponent - fraction + int64(places)
	keep := min(digits, digits+shift)
	var value uint64
	for _, c := range []byte(mantissa) {
		if c == '.' {
			continue
		}
		keep--
		switch {
		case keep < 0 && c != '0':
			return 0, Inexact
		case keep < 0:
		case value > (1<<63)/10:
			return 0, Overflow
		default:
			value = value*10 + uint64(c-'0')
		}
	}
	for ; shift > 0 && value != 0; shift-- {
		if value > (1<<63)/10 {
			return 0, Overflow
		}
		value *= 10
	}
	return signed(value, negative)
}

// PlainDecimal reads the number that a text begins with if it has the form that amounts nearly always
// have: not negative, without an exponent, with digits on both sides of a point if there is one, and
// at most 15 characters long. It returns its digits as an integer, how many of them stand behind the
// point, and the length of the number; 0 for any other text.
func PlainDecimal(text string) (digits int64, decimals, length int) {
	near := text[:min(len(text), maxDigits+1)]
	whole := 0
	for whole < len(near) && near[whole]-'0' <= 9 {
		digits = digits*10 + int64(near[whole]-'0')
		whole++
	}
	n := whole
	if n < len(near) && near[n] == '.' {
		for n++; n < len(near) && near[n]-'0' <= 9; n++ {
			digits = digits*10 + int64(near[n]-'0')
		}
		decimals = n - whole - 1
	}
	if n > maxDigits || whole == 0 || whole > 1 && text[0] == '0' || n > whole && decimals == 0 {
		return 0, 0, 0
	}
	return digits, decimals, n
}

// scaleDigits is Scale for short numbers without an exponent and with at most as many decimals
// as places: nearly all of them.
func scaleDigits(number string, places int) (int64, bool) {
	if len(number) > maxDigits || places > 3 {
		return 0, false
	}
	var value int64
	missing, step := places, 0
	for i := range len(number) {
		switch c := number[i]; {
		case c-'0' <= 9:
			value = value*10 + int64(c-'0')
			missing -= step
		case c == '.':
			step = 1
		default:
			return 0, false
		}
	}
	if missing < 0 {
		return 0, false
	}
	for ; missing > 0; missing-- {
		value *= 10
	}
	return value, true
}

func signed(value uint64, negative bool) (int64, Scaling) {
	switch {
	case negative && value <= 1<<63:
		return int64(-value), Exact
	case !negative && value < 1<<63:
		return int64(value), Exact
	}
	return 0, Overflow
}

// splitExponent parts a number at its e. The exponent is cut off at ±2^40, which no text
// of MaxTextBytes can make up for.
func splitExponent(number string) (mantissa string, exponent int64) {
	const limit = 1 << 40
	for i := range len(number) {
		if number[i]|0x20 != 'e' {
			continue
		}
		negative := false
		for _, c := range []byte(number[i+1:]) {
			switch {
			case c == '-':
				negative = true
			case c == '+':
			case exponent < limit:
				exponent = exponent*10 + int64(c-'0')
			}
		}
		if negative {
			exponent = -exponent
		}
		return number[:i], exponent
	}
	return number, 0
}

// countDigits counts the digits of a mantissa without sign, and those after the point.
func countDigits(mantissa string) (digits, fraction int64) {
	for i := range len(mantissa) {
		if mantissa[i] == '.' {
			return int64(len(mantissa) - 1), int64(len(mantissa) - 1 - i)
		}
	}
	return int64(len(mantissa)), 0
}
