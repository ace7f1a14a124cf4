package extract

// asksInstead asks for the new value of something that shall be changed: "I need to change the date".
func (a *assembly) asksInstead() {
	if len(a.questions) > 0 || !a.patch.isZero() {
		return
	}
	if about, text := a.newValue(a.r.toChange()); about != "" {
		a.r.note(0, len(a.r.toks), byAct)
		a.questions = append(a.questions, Question{About: about, Text: text})
	}
}

// toChange is what shall be changed of a trip that is known, where the message says no more than that; empty where it
// says something else.
func (r *reading) toChange() string {
	k, c := r.known, r.whole()
	if k.fresh() || k.askKind() == "" || len(r.acts)+len(r.dates)+len(r.places)+len(r.counts) > 0 || r.shift != nil ||
		r.vague != nil || !c.has("change", "changing", "modify", "update", "adjust", "switch", "edit", "alter",
		"different", "another", "other", "new", "wrong") {
		return ""
	}
	of, _, _ := r.readBy(askForms["?changeable"], c)
	return of.What
}

// newValue is where the new value stands, and the question for it.
func (a *assembly) newValue(what string) (about, text string) {
	k := a.r.known
	leg := k.leg()
	switch {
	case what == "people":
		return adultsPath, a.r.say("people")
	case !a.scope.flight && what == "depart" && k.stay().CheckIn != 0:
		return a.pathOf(checkInRole),
			a.r.say("check_in_instead", "day", a.r.labelOfDay(k.stay().CheckIn))
	case what == "depart" && leg.DepartDate != 0:
		return departPath, a.r.say("depart_instead", "day", a.r.labelOfDay(leg.DepartDate))
	case what == "return" && k.returnDate() != 0:
		return returnPath, a.r.say("return_instead", "day", a.r.labelOfDay(k.returnDate()))
	case what == "origin" && leg.Origin.City != "":
		return originPath, a.r.say("origin_instead", "city", leg.Origin.City)
	case what == "destination" && leg.Destination.City != "":
		return goalPath, a.r.say("destination_instead", "city", leg.Destination.City)
	}
	return "", ""
}
