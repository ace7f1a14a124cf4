package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

type contact struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// takeCard cuts the number of a payment card out of the message, and what of the card follows it, so that no rule reads
// a day or a number out of it.
func takeCard(message string) (rest string, isCard bool) {
	from, to := trip.CardNumber(message)
	if from == to {
		return message, false
	}
	for to < len(message) {
		end := to + strings.IndexFunc(message[to:], func(c rune) bool { return !strings.ContainsRune(" ,.:;()-/#", c) })
		if end < to {
			break
		}
		next := end + strings.IndexAny(message[end:]+" ", " ,.:;()#")
		word := strings.ToLower(message[end:next])
		if _, isMonth := months[word]; !isMonth && !is("card", word) &&
			strings.Trim(word, "0123456789/-") != "" {
			break
		}
		to = next
	}
	return blanked(message, from, to), true
}

// blanked is the message with a comma in the place of the bytes [from, to): what stands behind them keeps its place.
func blanked(message string, from, to int) string {
	return message[:from] + " , " + strings.Repeat(" ", max(to-from-len(" , "), 0)) + message[to:]
}

// takeContact takes the person's e-mail address and phone number out of a message, so that no rule reads their digits
// and names, and returns the rest with blanks in their place. The address of somebody else stays, and is told.
func takeContact(s string, noted []trip.SpecialRequest) (c contact, rest string) {
	for _, at := range email.FindAllStringIndex(s, maxEmails) {
		from, to := at[0], at[1]
		front, behind := s[max(0, from-maxBeside):from], s[to:min(len(s), to+maxBeside)]
		if c.Email == "" && !isOthers(front, behind) {
			c.Email, s = s[from:to], blanked(s, contactFrom(s, from), to)
		}
	}
	hasCard := func(q trip.SpecialRequest) bool { return q.Kind == trip.SpecialLoyalty }
	from, to := phoneSpan(s)
	if from == to || slices.ContainsFunc(noted, hasCard) && s[from] != '+' && ofLoyalty("frequent flyer "+s) {
		return c, s
	}
	c.Phone = strings.Join(strings.Fields(s[from:to]), " ")
	return c, blanked(s, contactFrom(s, from), to)
}

// isOthers reports whether an address between two parts of a message is not the person's: "don't use", "is hers".
func isOthers(front, behind string) bool {
	r, rest := &reading{toks: tokenize(front[strings.LastIndexAny(front, ",;.!?")+1:])}, &reading{toks: tokenize(behind)}
	at := rest.behind(0, ",", "(", "-", "that", "thats", "which", "is", "its")
	isSaid := rest.hasIn(0, at, "(", "that", "thats", "which", "is", "its")
	isOf := func(r *reading, i int) bool { // "her", "my wife's"
		who, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(r.tok(i).raw), "’", "'"), "'")
		return isPerson(who) || r.anyOf(i, "his", "her", "hers", "their")
	}
	isRefused := func(i int) bool {
		isOfUse := r.anyOf(i+1, "use", "send", "write", "mail", "email", "contact")
		return is("not", r.text(i)) && (i == len(r.toks)-1 || isOfUse)
	}
	before := r.before(len(r.toks)-1, "email", "mail", "address", "is", ":", "e", "-")
	return r.some(0, len(r.toks), isRefused) || isOf(r, before) ||
		isSaid && (isOf(rest, at) || isOf(rest, rest.behind(at, whose...)))
}

// claimsOfCut claims what was cut out of a message: a card, an address, a phone number.
func claimsOfCut(message, rest string) []Claim {
	var all []Claim
	for i := 0; i < len(message); {
		end := i
		for k := i; k < len(message) && (message[k] != rest[k] || k > i && end >= k-1 && message[k] == ' '); k++ {
			if message[k] != rest[k] {
				end = k + 1
			}
		}
		if end > i {
			all = append(all, Claim{i, end, byContact.slot, byContact.rule})
		}
		i = max(end, i+1)
	}
	return all
}

// beforeContact are the words that say what an address or a number is, in front of it.
var beforeContact = strings.Fields(`my our the email e-mail mail phone number mobile cell whatsapp tel address contact
	is call text ring reach me us on at under via`)

// contactFrom returns where the words in front of the byte from begin that only say what stands there: "my email is".
func contactFrom(s string, from int) int {
	for from > 0 {
		end := len(strings.TrimRight(s[:from], " :"))
		start := strings.LastIndexAny(s[:end], " ,.;:!?()\n") + 1
		if start == end || !slices.Contains(beforeContact, strings.ToLower(s[start:end])) {
			break
		}
		from = start
	}
	return from
}

// email is name@host.domain, without a mark that ends its sentence.
var email = regexp.MustCompile(`[\w.%+-]+@[\w%+-][\w.%+-]*\.[\w.%+-]*[\w%+]`)

// So many addresses are looked at, each with so many bytes on both of its sides.
const (
	maxEmails  = 8
	maxBeside  = 100
	maxAddress = 254 // RFC 5321
)

// emailHere is an address that begins a text.
var emailHere = regexp.MustCompile("^" + email.String())

// emailAt is the address with which a text begins, empty where it has none.
func emailAt(s string, hasAny bool) string {
	if !hasAny {
		return ""
	}
	return emailHere.FindString(s[:min(len(s), maxAddress)])
}

// The fewest and most digits of a phone number; fewer are dates and prices.
const (
	minPhoneDigits = 7
	maxPhoneDigits = 15
)

// dottedRange is "13.07.-27.07.2019": days, and no number of a phone.
var dottedRange = regexp.MustCompile(`^\d{1,2}\.\d{1,2}\.(\d{2}|\d{4})? ?- ?\d{1,2}\.\d{1,2}\b`)

// phoneSpan finds a run of digits, spaces, dots, dashes and brackets that is long enough and
// starts with +, or stands after a word that announces it, or has the form 555-123-4567.
func phoneSpan(s string) (from, to int) {
	for i := 0; i < len(s); {
		if s[i] != '+' && s[i] != '(' && (s[i] < '0' || s[i] > '9') {
			i++
			continue
		}
		end, stop, digits := phoneRun(s, i)
		if digits >= minPhoneDigits && digits <= maxPhoneDigits && !dottedRange.MatchString(s[i:]) &&
			(s[i] == '+' || announced(s[:i]) || digits >= 10 && strings.Count(s[i:end], "/") == 0) {
			if ofLoyalty(s) {
				break
			}
			return i, end
		}
		i = max(end, i+1)
		if digits == 0 {
			i = max(stop, i)
		}
	}
	return 0, 0
}

// phoneRun reads what may be a phone number from byte i on: where its last digit ends, where the first byte stands that
// no number has, and how many digits it has.
func phoneRun(s string, i int) (end, stop, digits int) {
	end = i
	for j := i; j < len(s); j++ {
		switch c := s[j]; {
		case c >= '0' && c <= '9':
			digits++
			end = j + 1
		case c == ' ' || c == '-' || c == '.' || c == '(' || c == ')' || c == '+' && j == i:
		default:
			return end, j, digits
		}
	}
	return end, len(s), digits
}

func announced(before string) bool {
	const reach = 30
	tail := strings.ToLower(before[max(0, len(before)-reach):])
	words := []string{"phone", "call", "mobile", "cell", "number is", "reach me", "text me"}
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(tail, w) })
}
