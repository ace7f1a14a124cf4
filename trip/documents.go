package trip

// DecodeIntent reads an intent document. Absent and null fields have the defaults of
// [NewIntent]; fields that this version does not know are left out and listed. Empty lists
// decode to nil, but for those in which nil has a meaning of its own (quotes, preferred airlines).
// Texts of the intent are parts of doc where that is possible, and keep it in memory.
//
//   - Errors: *MalformedError, which names the field.
func DecodeIntent(doc string) (Intent, []Warning, error) {
	return MergeIntent(NewIntent(), doc)
}

// MergeIntent returns base with a patch on it: objects merge, scalars and lists are replaced,
// null changes nothing. Nothing that base points to is modified.
//
//   - Errors: *MalformedError, which names the field; the returned intent is base then.
func MergeIntent(base Intent, patch string) (Intent, []Warning, error) {
	d := decoder{watch: true}
	d.Reset(patch, MaxDepth)
	out := base
	d.intent(&out)
	if err := d.finish(); err != nil {
		return base, nil, err
	}
	return out, d.warnings(patch), nil
}

// intent reads a document. A nightly price without a currency has that of the constraints, which
// may stand behind it.
func (d *decoder) intent(in *Intent) {
	d.nightly = price{}
	d.intentMembers(in)
	if d.nightly.set {
		currency := in.Constraints.Currency
		if currency == "" {
			currency = DefaultCurrency
		}
		d.inCurrency(&in.Preferences.Hotel.MaxPricePerNight, d.nightly, currency)
	}
	keysForTexts(in)
}

// keysForTexts is for intents whose notes and assumptions are written as texts alone: these are their own meaning.
func keysForTexts(in *Intent) {
	s := &in.Status
	if len(s.AssumptionKeys) == 0 {
		s.AssumptionKeys = sentences(s.Assumptions)
	}
	if len(s.NoteKeys) == 0 {
		s.NoteKeys = sentences(s.Notes)
	}
}

// sentences makes messages of texts.
func sentences(texts []string) []Message {
	if len(texts) == 0 {
		return nil
	}
	out := make([]Message, len(texts))
	for i, text := range texts {
		out[i] = Sentence(text)
	}
	return out
}

// schema reads the schema of the document, which must be ours.
func (d *decoder) schema(p *string) {
	oneOf(d, p, `"`+Schema+`", the schema that this version reads`, Schema)
}

// nightlyPrice reads money; a bare amount waits until constraints.currency was read.
func (d *decoder) nightlyPrice(p *Money) {
	if d.Null() {
		return
	}
	read := d.price()
	switch {
	case !read.set: // no amount, no wish
	case read.currency == "":
		d.nightly = read
	default:
		d.inCurrency(p, read, read.currency)
	}
}

// AppendJSON appends the intent document as canonical JSON.
func (in *Intent) AppendJSON(dst []byte) []byte { return in.append(dst, true, nil) }

// DecodePolicy reads the engine's policy. Absent and null fields have the values of
// [DefaultPolicy], unknown ones are listed.
//
//   - Errors: *MalformedError, which names the field.
func DecodePolicy(doc string) (Policy, []Warning, error) {
	return MergePolicy(DefaultPolicy(), doc)
}

// MergePolicy is DecodePolicy with other values for absent and null fields.
func MergePolicy(base Policy, doc string) (Policy, []Warning, error) {
	d := decoder{watch: true}
	d.Reset(doc, MaxDepth)
	p := base
	if !d.Null() {
		d.policy(&p)
	}
	if err := d.finish(); err != nil {
		return Policy{}, nil, err
	}
	return p, d.warnings(doc), nil
}

// AppendJSON appends the policy as canonical JSON; quote_ttl in seconds. approval_binding is left out
// where it is the default: headers that were written before there was one keep their digest.
func (p Policy) AppendJSON(dst []byte) []byte { return appendPolicy(dst, &p) }

// DecodeDecision reads what AppendJSON wrote. The arguments of its calls are [RawArguments];
// Next, Rule and Path are not on the wire.
//
//   - Errors: *MalformedError, which names the field.
func DecodeDecision(doc string) (Decision, error) {
	var d decoder
	d.Reset(doc, MaxDepth)
	var out Decision
	d.decision(&out)
	if err := d.finish(); err != nil {
		return Decision{}, err
	}
	return out, nil
}

// AppendJSON appends what others compare of the decision, as canonical JSON: status, calls,
// messages, missing fields, the last error, notes and why it was ignored.
func (d *Decision) AppendJSON(dst []byte) []byte { return appendDecision(dst, d, nil) }
