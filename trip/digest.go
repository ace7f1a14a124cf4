package trip

import "github.com/legwork-go/legwork/internal/wire"

// DigestOf returns the digest of canonical JSON.
func DigestOf(canonical []byte) Digest {
	text := wire.Digest(canonical)
	return Digest(text[:])
}

// HashOf returns the short hash of canonical JSON: 32 hex digits.
func HashOf(canonical []byte) Hash { return Hash(wire.Hash(canonical)) }

// Digest returns the digest of the decision's canonical JSON, in which every text that a person is
// shown is empty.
func (d *Decision) Digest() Digest {
	return DigestOf(new(textless).decision(d).AppendJSON(make([]byte, 0, 2048)))
}

// Digest returns the digest of the intent, which is made of those of its [Sections].
func (in *Intent) Digest() Digest {
	var e Encoder
	return e.Intent(in, "")
}

// CanonicalRaw returns the canonical form of any JSON text of at most MaxDepth levels.
//
//   - Errors: *MalformedError.
func CanonicalRaw(text string) (Raw, error) {
	out, err := wire.CanonicalText(text, MaxDepth)
	if err != nil {
		return "", malformed(err)
	}
	return Raw(out), nil
}
