package trip

// What older versions wrote is read as this one would have written it. No document says which form it has: a trip goes
// on under many versions, so that one log may hold all their forms. Each change of a form is therefore one small
// function, which knows the older form by what it lacks. They run when a document has been read, the oldest change
// first.
//
// Events, policies and catalogs have had one form so far: a member that came later has a default. What each version
// wrote is kept in fixtures/archive and gone on with by its test.

// intentUpcasts bring an intent to this version's form.
var intentUpcasts = []func(*Intent){keysForTexts}

// keysForTexts is for intents of before there were keys: their notes and assumptions are texts alone, which
// are their own meaning.
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
