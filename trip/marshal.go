package trip

import "github.com/legwork-go/legwork/internal/wire"

// AppendJSON appends the counts as canonical JSON.
func (t Travelers) AppendJSON(dst []byte) []byte { return appendTravelers(dst, &t) }

// AppendJSON appends the hold as canonical JSON.
func (h *Hold) AppendJSON(dst []byte) []byte { return appendHold(dst, h) }

// AppendJSON appends the call as canonical JSON.
func (c *Called) AppendJSON(dst []byte) []byte { return appendCalled(dst, c) }

// AppendJSON appends the failure as canonical JSON, nil as null.
func (f *ToolFailure) AppendJSON(dst []byte) []byte {
	if f == nil {
		return wire.AppendNull(dst)
	}
	return appendToolFailure(dst, f)
}

// MarshalJSON implements json.Marshaler.
func (in Intent) MarshalJSON() ([]byte, error) { return in.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler. Unknown fields are dropped; DecodeIntent lists them.
func (in *Intent) UnmarshalJSON(doc []byte) error {
	out, _, err := DecodeIntent(string(doc))
	if err == nil {
		*in = out
	}
	return err
}

// MarshalJSON implements json.Marshaler.
func (e Event) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (e *Event) UnmarshalJSON(line []byte) error {
	out, err := DecodeEvent(string(line))
	if err == nil {
		*e = out
	}
	return err
}

// MarshalJSON implements json.Marshaler.
func (d Decision) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Decision) UnmarshalJSON(doc []byte) error {
	out, err := DecodeDecision(string(doc))
	if err == nil {
		*d = out
	}
	return err
}

// MarshalJSON implements json.Marshaler.
func (p Policy) MarshalJSON() ([]byte, error) { return p.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler. Absent fields have their default.
func (p *Policy) UnmarshalJSON(doc []byte) error {
	out, _, err := DecodePolicy(string(doc))
	if err == nil {
		*p = out
	}
	return err
}

// MarshalJSON implements json.Marshaler.
func (m Message) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler. A text stands for a message of that text.
func (m *Message) UnmarshalJSON(doc []byte) error {
	var out Message
	return unmarshal(doc, m, &out, (*decoder).message)
}

// MarshalJSON implements json.Marshaler.
func (m Money) MarshalJSON() ([]byte, error) { return m.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (m *Money) UnmarshalJSON(doc []byte) error {
	var out Money
	return unmarshal(doc, m, &out, (*decoder).money)
}

// MarshalJSON implements json.Marshaler.
func (d Date) MarshalJSON() ([]byte, error) { return appendDate(nil, d), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Date) UnmarshalJSON(doc []byte) error {
	var out Date
	return unmarshal(doc, d, &out, (*decoder).date)
}

// MarshalJSON implements json.Marshaler.
func (t Instant) MarshalJSON() ([]byte, error) { return appendInstant(nil, t), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (t *Instant) UnmarshalJSON(doc []byte) error {
	var out Instant
	return unmarshal(doc, t, &out, (*decoder).instant)
}

// unmarshal reads one scalar into out and, if that went well, into p.
func unmarshal[T any](doc []byte, p, out *T, read func(*decoder, *T)) error {
	var d decoder
	d.Reset(string(doc), MaxDepth)
	read(&d, out)
	if err := d.finish(); err != nil {
		return err
	}
	*p = *out
	return nil
}
