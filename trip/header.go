package trip

import (
	"slices"

	"github.com/legwork-go/legwork/internal/wire"
)

// RecordingVersion is the version of recordings that this engine writes and reads.
const RecordingVersion = "legwork/1"

// DigestsVersion is the form of the digests that this engine makes and compares: that of an intent is made of the
// digests of its sections. A header that names an engine but no form has another one.
const DigestsVersion = 3

// Header is the optional first line of a recording.
type Header struct {
	Recording     string // the version, RecordingVersion
	TripID        ID
	Engine        string // version of the engine that wrote it; may be empty
	Digests       int64  // the form of the digests of its events, DigestsVersion; 0 when it does not say
	Policy        Policy // fields that the header leaves out have their default
	HasPolicy     bool
	PolicyDigest  Digest
	CatalogDigest Digest
	Intent        Intent // where the trip starts; fields that it leaves out have their default
	HasIntent     bool
	ForkedFrom    *ForkedFrom // where the trip leaves another one; nil for a trip of its own

	// Extra holds unknown members as canonical JSON, sorted by key; they are kept and ignored.
	Extra []Member
}

// ForkedFrom says which trip a fork goes on from, and where. From there on no write tool runs in the fork.
//
//codec:read write
type ForkedFrom struct {
	TripID ID     `wire:"trip_id"`
	Seq    int64  `wire:"seq"`
	Chain  string `wire:"chain,optional"` // the hash chain of the other trip up to there, in hex

	// Barred is the seq after which no write tool ran in the other trip, because that trip is itself a fork and left its
	// own original there. 0 stands for Seq.
	Barred int64 `wire:"barred,optional"`

	// Origins says whose the holds are where the other trip is itself a fork: until which event they are which trip's.
	Origins []Origin `wire:"origins,optional"`
}

// Origin is a trip that a fork was copied from, and the last event that both have: what was held until then is held by
// that trip.
type Origin struct {
	TripID ID    `wire:"trip_id"`
	Seq    int64 `wire:"seq"`
}

// All returns the origins of a fork in the order of their events, the trip that it leaves last.
func (f *ForkedFrom) All() []Origin {
	out := slices.Clone(f.Origins)
	if len(out) == 0 && f.Barred > 0 && f.Barred < f.Seq { // of a version that did not note the others
		out = append(out, Origin{f.TripID, f.Barred})
	}
	if n := len(out); n == 0 || out[n-1].Seq < f.Seq {
		out = append(out, Origin{f.TripID, f.Seq})
	}
	return out
}

// Comparable reports whether the digests of the recording's events are of the form that this engine makes.
func (h *Header) Comparable() bool {
	return h.Digests == DigestsVersion || h.Digests == 0 && h.Engine == ""
}

// IsHeader reports whether a line is the header of a recording: an object with the member
// "recording", be the rest of it right or wrong.
func IsHeader(line string) bool {
	var d wire.Decoder
	d.Reset(line, MaxDepth)
	if d.Kind() != wire.Object {
		return false
	}
	for d.Object(); d.Next(); {
		if d.Key() == "recording" {
			return true
		}
		d.Skip()
	}
	return false
}

// DecodeHeader reads the header of a recording. Warnings list the unknown fields within
// policy and intent, which are left out.
//
//   - Errors: *MalformedError, which names the field; a version that this engine does not read is one.
func DecodeHeader(line string) (Header, []Warning, error) {
	d := decoder{watch: true}
	d.Reset(line, MaxDepth)
	h := Header{Policy: DefaultPolicy(), Intent: NewIntent()}
	d.header(&h)
	if err := d.finish(); err != nil {
		return Header{}, nil, err
	}
	return h, d.warnings(line), nil
}

func (d *decoder) header(h *Header) {
	start := d.Offset()
	for d.Object(); d.Next(); {
		switch d.Key() {
		case "catalog_digest":
			readText(d, &h.CatalogDigest)
		case "digests":
			d.integer(&h.Digests, 1, wire.MaxInt)
		case "engine":
			d.text(&h.Engine)
		case "forked_from":
			if !d.Null() {
				h.ForkedFrom = new(ForkedFrom)
				d.forkedFrom(h.ForkedFrom)
			}
		case "intent":
			if h.HasIntent = !d.Null(); h.HasIntent {
				d.intent(&h.Intent)
			}
		case "policy":
			if h.HasPolicy = !d.Null(); h.HasPolicy {
				d.policy(&h.Policy)
			}
		case "policy_digest":
			readText(d, &h.PolicyDigest)
		case "recording":
			oneOf(d, &h.Recording, `"`+RecordingVersion+`", the version that this engine reads`, RecordingVersion)
		case "trip_id":
			readText(d, &h.TripID)
		default:
			d.keep(&h.Extra)
		}
	}
	sortMembers(h.Extra)
	if h.Recording == "" {
		d.Missing(start, "recording", `"`+RecordingVersion+`"`)
	}
}

// AppendJSON appends the header as canonical JSON, the first line of a recording without
// its line feed. Absent members are left out.
func (h *Header) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	extra := h.Extra
	dst, extra = appendEnvelopeText(dst, extra, "catalog_digest", string(h.CatalogDigest))
	if h.Digests != 0 {
		dst, extra = appendMembersBefore(dst, extra, "digests")
		dst = wire.AppendInt(wire.AppendKey(dst, "digests"), h.Digests)
	}
	dst, extra = appendEnvelopeText(dst, extra, "engine", h.Engine)
	if h.ForkedFrom != nil {
		dst, extra = appendMembersBefore(dst, extra, "forked_from")
		dst = appendForkedFrom(wire.AppendKey(dst, "forked_from"), h.ForkedFrom)
	}
	if h.HasIntent {
		dst, extra = appendMembersBefore(dst, extra, "intent")
		dst = h.Intent.AppendJSON(wire.AppendKey(dst, "intent"))
	}
	if h.HasPolicy {
		dst, extra = appendMembersBefore(dst, extra, "policy")
		dst = h.Policy.AppendJSON(wire.AppendKey(dst, "policy"))
	}
	dst, extra = appendEnvelopeText(dst, extra, "policy_digest", string(h.PolicyDigest))
	dst, extra = appendEnvelopeText(dst, extra, "recording", h.Recording)
	dst, extra = appendEnvelopeText(dst, extra, "trip_id", string(h.TripID))
	dst = appendMembers(dst, extra)
	return append(dst, '}')
}
