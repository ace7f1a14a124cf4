package trip

// The digits that a card's number has.
const (
	leastCardDigits = 13
	maxCardDigits  = 19
)

// CardNumber finds the number of a payment card in a text, with blanks or dashes between its digits or without. Both
// are 0 when there is none.
func CardNumber(text string) (from, to int) {
	for i := 0; i < len(text); i++ {
		if !isCardDigit(text[i]) {
			continue
		}
		end, digits := i+1, []byte{text[i] - '0'}
		for at := i + 1; at < len(text); at++ {
			if isCardDigit(text[at]) {
				digits, end = append(digits, text[at]-'0'), at+1
			} else if text[at] != ' ' && text[at] != '-' || at > end {
				break
			}
		}
		if n := len(digits); n >= leastCardDigits && n <= maxCardDigits && isLuhn(digits) {
			return i, end
		}
		i = end - 1
	}
	return 0, 0
}

// isLuhn reports whether digits have the check digit of the cards' own standard, ISO/IEC 7812.
func isLuhn(digits []byte) bool {
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i])
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return sum%10 == 0
}

func isCardDigit(c byte) bool { return c >= '0' && c <= '9' }
