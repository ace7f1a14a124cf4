package trip

import (
	"cmp"

	"github.com/legwork-go/legwork/internal/wire"
)

// What is written by hand of the form in which types stand on the wire: the scalars, and members that
// depend on more than their own value. All else is generated from the types' tags.

// comma appends the comma before an element of a list, if there is one.
func comma(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

// unlessEmpty removes the member that begins at offset at if its value is an empty object.
func unlessEmpty(dst []byte, at int) []byte {
	if dst[len(dst)-2] == '{' {
		return dst[:at]
	}
	return dst
}

// appendText appends a text that may be unknown: empty is null.
func appendText(dst []byte, s string) []byte {
	if s == "" {
		return wire.AppendNull(dst)
	}
	return wire.AppendString(dst, s)
}

// appendTexts appends a list of texts of a named type.
func appendTexts[T ~string](dst []byte, list []T) []byte {
	return wire.AppendList(dst, list, func(dst []byte, s T) []byte { return wire.AppendString(dst, string(s)) })
}

// The following append null for a value that is absent.

func appendCurrency(dst []byte, c Currency) []byte { return appendText(dst, string(c)) }

func appendOptBool(dst []byte, v OptBool) []byte {
	if v == Unset {
		return wire.AppendNull(dst)
	}
	return wire.AppendBool(dst, v == True)
}

func appendOptInt(dst []byte, v OptInt) []byte {
	if !v.Set {
		return wire.AppendNull(dst)
	}
	return wire.AppendInt(dst, v.Value)
}

// appendDates appends a list of days.
func appendDates(dst []byte, list []Date) []byte { return wire.AppendList(dst, list, appendDate) }

func appendPatch(dst []byte, r Raw) []byte { return appendRaw(dst, r) }

// appendSerial appends whether calls may be made in parallel.
func appendSerial(dst []byte, serial bool) []byte { return wire.AppendBool(dst, !serial) }

// appendRaw appends canonical JSON as it is.
func appendRaw(dst []byte, r Raw) []byte {
	if r == "" {
		return wire.AppendNull(dst)
	}
	return append(dst, r...)
}

func appendNumber(dst []byte, n Number) []byte { return appendRaw(dst, Raw(n)) }

// appendTickets appends a list that came from outside; an absent one is empty.
func appendTickets(dst []byte, list Raw) []byte {
	if list == "" {
		return append(dst, `[]`...)
	}
	return append(dst, list...)
}

// appendResult appends the canonical form of JSON that came from outside.
func appendResult(dst []byte, r Raw) []byte {
	out, err := wire.Canonical(dst, string(r), MaxDepth)
	if err != nil {
		return wire.AppendNull(dst)
	}
	return out
}

// appendNode appends a status as an object of its own.
func appendNode(dst []byte, s Status) []byte {
	return appendLifecycleNode(dst, &lifecycleNode{Phase: s.Phase(), State: s.State()})
}

// appendMembers appends members that are sorted by key.
func appendMembers(dst []byte, members []Member) []byte {
	for _, m := range members {
		if n := len(dst); dst[n-1] != '{' {
			dst = append(dst, ',')
		}
		dst = wire.AppendString(dst, m.Key)
		dst = append(dst, ':')
		dst = appendRaw(dst, m.Value)
	}
	return dst
}

// appendMembersBefore appends the members that sort before a key and returns the others.
func appendMembersBefore(dst []byte, members []Member, key string) ([]byte, []Member) {
	n := 0
	for n < len(members) && wire.CompareUTF16(members[n].Key, key) < 0 {
		n++
	}
	if n == 0 {
		return dst, members
	}
	return appendMembers(dst, members[:n]), members[n:]
}

// appendJSON appends the arguments as they are; they are canonical JSON already.
func (a RawArguments) appendJSON(dst []byte) []byte {
	if a == "" {
		return append(dst, `{}`...)
	}
	return append(dst, a...)
}

func (a ExtractArguments) appendJSON(dst []byte) []byte { return a.append(dst, nil) }

func (a *ExtractArguments) append(dst []byte, e *Encoder) []byte {
	r := extractRequest{
		UserMessage: a.UserMessage, Now: a.Now, Timezone: DefaultTimezone, Fields: a.Fields,
		Current: a.Current, Lodging: cmp.Or(a.LodgingUnsaid, LodgingOffer),
	}
	if in := a.Current; in != nil {
		r.Timezone, r.HomeAirport = in.Request.Timezone, in.Request.HomeAirportCode
		r.OpenRequest, r.Unread = in.Turn.OpenRequest, in.Turn.Unread
	}
	return appendExtractRequest(dst, &r, e)
}

// appendCurrentIntent appends what a tool is shown of an intent.
func appendCurrentIntent(dst []byte, in *Intent, e *Encoder) []byte {
	if in == nil {
		return wire.AppendNull(dst)
	}
	return in.append(dst, false, e)
}

// appendCallArguments appends arguments of any tool; those that hold parts of the intent go through the encoder.
func appendCallArguments(dst []byte, a Arguments, e *Encoder) []byte {
	switch a := a.(type) {
	case nil:
		return append(dst, `{}`...)
	case ExtractArguments:
		return a.append(dst, e)
	case RankArguments:
		return appendRankArguments(dst, &a, e)
	default:
		return a.appendJSON(dst)
	}
}
