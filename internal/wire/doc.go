// Package wire reads and writes JSON for the vocabulary: a pull decoder over a string that
// allocates nothing for text without escapes, and an append-style writer of RFC 8785 (JCS)
// canonical JSON without reflection.
//
// # Basics
//
// A [Decoder] is asked for what its caller expects, in the order of the input:
//
//	var d wire.Decoder
//	d.Reset(text, 64)
//	for d.Object(); d.Next(); {
//		switch d.Key() {
//		case "seq":
//			seq = d.Int()
//		default:
//			d.Skip()
//		}
//	}
//	d.End()
//	err := d.Err()
//
// The first error sticks: after it every method returns a zero value and every loop ends,
// so that callers check Err once, at the end.
//
// # Caveats
//
// A member name that occurs twice in one object is an error, in nested foreign values too:
// readers that disagree about which one counts have been a source of attacks, and RFC 8785
// is defined on I-JSON, which forbids it. Integers are those that a double can tell apart
// (±(2^53-1)), for the same reason. Text must be valid UTF-8 without lone surrogates.
package wire
