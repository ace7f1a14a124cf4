package trip

import "github.com/legwork-go/legwork/internal/wire"

// appendText appends a text that may be unknown: empty is null.
func appendText(dst []byte, s string) []byte {
	if s == "" {
		return wire.AppendNull(dst)
	}
	return wire.AppendString(dst, s)
}

// The appendOptional functions append a member, or nothing when its value is absent.

func appendOptionalText(dst []byte, key, s string) []byte {
	if s == "" {
		return dst
	}
	return wire.AppendString(wire.AppendKey(dst, key), s)
}

func appendOptionalBool(dst []byte, key string, v OptBool) []byte {
	if v == Unset {
		return dst
	}
	return wire.AppendBool(wire.AppendKey(dst, key), v == True)
}

func appendOptionalInt(dst []byte, key string, v OptInt) []byte {
	if !v.Set {
		return dst
	}
	return wire.AppendInt(wire.AppendKey(dst, key), v.Value)
}

func appendOptionalMoney(dst []byte, key string, m Money) []byte {
	if !m.IsSet() {
		return dst
	}
	return m.AppendJSON(wire.AppendKey(dst, key))
}

// The appendFull functions append a member, or nothing when its value is zero or empty: the
// bookkeeping of `turn` and `assist` is written so, to stay small.

func appendFullInt(dst []byte, key string, v int64) []byte {
	if v == 0 {
		return dst
	}
	return wire.AppendInt(wire.AppendKey(dst, key), v)
}

func appendFullBool(dst []byte, key string, v bool) []byte {
	if !v {
		return dst
	}
	return wire.AppendBool(wire.AppendKey(dst, key), true)
}

func appendFullTexts[T ~string](dst []byte, key string, list []T) []byte {
	if len(list) == 0 {
		return dst
	}
	dst = append(wire.AppendKey(dst, key), '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = wire.AppendString(dst, string(s))
	}
	return append(dst, ']')
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

// appendRaw appends canonical JSON as it is, an absent one as null.
func appendRaw(dst []byte, r Raw) []byte {
	if r == "" {
		return wire.AppendNull(dst)
	}
	return append(dst, r...)
}
