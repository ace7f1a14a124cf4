package geo

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold turns a name into the key it is found by: lower case, without diacritics, apostrophes
// dropped, every other run of punctuation one space, and St., Ft. and Mt. written out.
func Fold(name string) string {
	if key, ok := foldASCII(name); ok {
		return key
	}
	var b strings.Builder
	b.Grow(len(name))
	gap := false
	for _, r := range name {
		switch {
		case r == '\'' || r == '’' || r == 'ʻ' || r == '‘' || r == '`' || r == 'ʼ' || r == '´' || r == '′':
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			writeFolded(&b, r)
		case unicode.Is(unicode.Mn, r):
			continue
		default:
			gap = true
		}
	}
	return writeOut(b.String())
}

// foldASCII is the way of nearly every call: a name that is its own key allocates nothing.
func foldASCII(name string) (string, bool) {
	for i := range len(name) {
		c := name[i]
		lower := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !lower && (c != ' ' || i == 0 || i == len(name)-1 || name[i-1] == ' ') {
			return "", false
		}
	}
	return writeOut(name), true
}

func writeFolded(b *strings.Builder, r rune) {
	r = unicode.ToLower(r)
	if r < utf8.RuneSelf {
		b.WriteByte(byte(r))
		return
	}
	if plain, ok := diacritics[r]; ok {
		b.WriteString(plain)
		return
	}
	b.WriteRune(r)
}

var prefixes = [...]struct{ short, long string }{{"st ", "saint "}, {"ft ", "fort "}, {"mt ", "mount "}}

func writeOut(key string) string {
	for _, p := range prefixes {
		if strings.HasPrefix(key, p.short) {
			return p.long + key[len(p.short):]
		}
	}
	return key
}

var diacritics = plainLetters()

func plainLetters() map[rune]string {
	groups := []struct{ plain, marked string }{
		{"a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"},
		{"c", "çćĉċč"},
		{"d", "ďđð"},
		{"e", "èéêëēĕėęěẹẻẽếềểễệə"},
		{"g", "ĝğġģ"},
		{"h", "ĥħḩḥ"},
		{"i", "ìíîïĩīĭįıỉịǐ"},
		{"j", "ĵ"},
		{"k", "ķ"},
		{"l", "ĺļľŀł"},
		{"n", "ñńņňŉ"},
		{"o", "òóôõöøōŏőơọỏốồổỗộớờởỡợǒ"},
		{"r", "ŕŗř"},
		{"s", "śŝşšșṣ"},
		{"t", "ţťŧțṭ"},
		{"u", "ùúûüũūŭůűųưụủứừửữựǔ"},
		{"w", "ŵ"},
		{"y", "ýÿŷỳỵỷỹ"},
		{"z", "źżžẓ"},
		{"ae", "æ"},
		{"oe", "œ"},
		{"ss", "ß"},
		{"th", "þ"},
		{"α", "ά"},
		{"ε", "έ"},
		{"η", "ή"},
		{"ι", "ίϊΐ"},
		{"ο", "ό"},
		{"υ", "ύϋΰ"},
		{"ω", "ώ"},
		{"σ", "ς"},
		{"е", "ё"},
	}
	letters := make(map[rune]string, 160)
	for _, g := range groups {
		for _, r := range g.marked {
			letters[r] = g.plain
		}
	}
	return letters
}
