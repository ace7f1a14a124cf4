package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// whetherOpens begin a question whether there is something; %s is what it shall be like.
var whetherOpens = []string{
	"is there anything %s?", "is there something %s?", "isn't there anything %s?", "do you have anything %s?", "do you have something %s",
	"have you got anything %s?", "got anything %s?", "anything %s?", "ok, is there anything %s?", "is there any option %s?",
	"are there any options %s?", "is there one %s?", "do you have one %s?", "could there be something %s?",
}

// whetherLike is what an option may be like, and what may be made of it: it is answered from what is shown, listed, or
// searched with.
var whetherLike = map[string][]string{
	"direct":                  {"constraints.max_stops=0", "ask what=stops", "ask of=shown what=stops", "sort by=stops"},
	"nonstop":                 {"constraints.max_stops=0", "ask what=stops", "ask of=shown what=stops", "sort by=stops"},
	"without a layover":       {"constraints.max_stops=0"},
	"without stops":           {"constraints.max_stops=0", "ask what=stops", "ask of=shown what=stops"},
	"with only one stop":      {"select like.max_stops=1", "constraints.max_stops=1", "ask what=stops", "ask of=shown what=stops"},
	"refundable":              {"constraints.refundable_only=true", "ask what=refund", "ask of=shown what=refund"},
	"cheaper":                 {"sort by=price"},
	"faster":                  {"sort by=duration"},
	"earlier":                 {"sort by=departure"},
	"later":                   {"sort by=latest"},
	"better":                  {"show what=more_options"},
	"in the morning":          {"sort by=departure times.end=12:00 times.start=04:00"},
	"before noon":             {"sort by=departure times.end=12:00 times.start=<nil>"},
	"that lands before 3pm":   {"sort by=arrival times.end=15:00 times.start=<nil>"},
	"in business":             {"cabin=business", "ask what=cabin", "ask of=shown what=cabin"},
	"in business class":       {"cabin=business", "ask what=cabin", "ask of=shown what=cabin"},
	"with Lufthansa":          {"select like.airline=Lufthansa", "airline=Lufthansa constraints.preferred_airlines[0]=Lufthansa"},
	"with breakfast":          {"extra what=breakfast", "ask items[0]=hotel what=breakfast"},
	"with a pool":             {"extra what=pool", "ask items[0]=hotel what=pool"},
	"with bags included":      {"requests[0].kind=baggage requests[0].text=bags included", "extra what=bags", "ask items[0]=flight what=bags"},
	"under 900 euros":         {"constraints.budget_total.amount=900.00 constraints.budget_total.currency=EUR", "sort amount=900 by=price"},
	"with another airline":    {"show what=more_options"},
	"with different times":    {"show what=more_options"},
	"in a hotel with 4 stars": {"lodging.hotel_star_min=4 lodging.needed=true"},
	"in a hotel with a gym":   {"lodging.needed=true extra what=gym", "ask items[0]=hotel what=gym"},
	"without a red-eye":       {"constraints.avoid_red_eye=true"},
}

// TestWhetherThereIs answers or searches with what is asked for in such a question, whatever it begins with: nothing of
// it is lost, and it is not for the assistant.
func TestWhetherThereIs(t *testing.T) {
	t.Parallel()
	for _, opens := range whetherOpens {
		for like, want := range whetherLike {
			message := strings.Replace(opens, "%s", like, 1)
			res := extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))
			got := strings.TrimSpace(flat(t, res) + " " + saying(t, res))
			if !slices.Contains(want, got) {
				t.Errorf("%q: %q, want one of %q", message, got, want)
			}
		}
	}
}

// TestOtherPart keeps one part of an option and lists those with other parts beside it.
func TestOtherPart(t *testing.T) {
	t.Parallel()
	others := map[string]string{"another": "price", "a different": "price", "a cheaper": "price", "a better": "rating"}
	for how, by := range others {
		for _, form := range []string{
			"%s hotel with these flights", "%s hotel but the same flights", "same flights, %s hotel please", "keep the flights but %s hotel",
			"I'd like %s hotel and the same flights", "can I have the same flights with %s hotel?", "only %s hotel please",
		} {
			readsActs(t, map[string]string{strings.Replace(form, "%s", how, 1): "sort by=" + by + " items[0]=flight"})
		}
	}
	readsActs(t, map[string]string{
		"keep the hotel but other flights":           "sort by=price items[0]=hotel",
		"same hotel, earlier flights":                "sort by=departure items[0]=hotel",
		"the same hotel with later flights please":   "sort by=latest items[0]=hotel",
		"the second one but with another hotel":      "sort by=price items[0]=flight position=2",
		"option 3 with a different flight back":      "sort by=price items[0]=out items[1]=hotel position=3 what=back",
		"the first one with another outbound flight": "sort by=price items[0]=back items[1]=hotel position=1",
		"keep the flights, change the hotel":         "sort by=price items[0]=flight",
		"different hotel":                            "sort by=price items[0]=flight",
		"is there a later flight back?":              "sort by=latest what=back",
		"an earlier flight home please":              "sort by=departure what=back",
		"do you have a later flight?":                "sort by=latest",
	})
}

// TestSomewhereCentral passes on what is wished of the place to sleep, also where nothing else says that one is meant.
func TestSomewhereCentral(t *testing.T) {
	t.Parallel()
	lodged := strings.Replace(after(planned, choose, "1. A", "2. B"), `"lodging":{"needed":false}`,
		`"lodging":{"needed":true,"check_in":"2026-06-05","check_out":"2026-06-09"}`, 1)
	for message, want := range map[string]string{
		"somewhere central please":          "somewhere central",
		"could it be more central?":         "more central",
		"is there anything near the beach?": "near the beach",
		"something quiet in the old town":   "something quiet in the old town",
		"close to the centre please":        "close to the centre",
		"near the lake":                     "near the lake",
		"somewhere next to the station":     "next to the station",
		"and close to the opera":            "close to the opera",
	} {
		res := extractFrom(t, message, lodged)
		if got := flat(t, res); got != "requests[0].kind=room requests[0].text="+want || len(res.Unread) > 0 {
			t.Errorf("%q: %q, unread %q", message, got, res.Unread)
		}
	}
	if got := flat(t, extractFrom(t, "a lounge and a pool please", lodged)); strings.Contains(got, "lounge") {
		t.Error(got)
	}
	for message, want := range map[string]string{ // with the same flights
		"other hotels please": "price", "are there any other hotels?": "price", "do you have a cheaper hotel?": "price", "a better hotel": "rating",
	} {
		if got := saying(t, extractFrom(t, message, lodged)); got != "sort by="+want+" items[0]=flight" {
			t.Errorf("%q: %q", message, got)
		}
		if got := saying(t, extractFrom(t, message, after(planned, choose, "1. A", "2. B"))); strings.Contains(got, "items") {
			t.Errorf("%q of a trip without a hotel: %q", message, got)
		}
	}
}

// TestSaidOfOptions reads what people say of options, of a hold and of a booking in a few words.
func TestSaidOfOptions(t *testing.T) {
	t.Parallel()
	readsAsked(t, []struct{ message, ask, want string }{
		{"what about leaving a bit later on the 5th?", choose, "sort by=latest"},
		{"could we leave earlier on the 9th", choose, "sort by=departure what=back"},
		{"go with the cheaper one", choose, "select by=cheapest"},
		{"the faster one please", choose, "select by=fastest"},
		{"which is the cheaper one?", choose, "ask by=cheapest what=best"},
		{"no wait, the other one", confirm, "select "},
		{"number two looks fine but can we come back a day later?", choose, "select position=2"},
		{"what's the difference between the first and the second?", choose, "ask positions[0]=1 positions[1]=2 what=difference"},
		{"can we have a window seat and vegetarian meals?", choose, ""},
		{"is there something more flexible?", choose, "show what=terms"},
		{"why that airport?", choose, "show what=trip"},
		{"why?", choose, "help"},
		{"why not", confirm, "confirm"},
		{"what time do I get home?", choose, "ask items[0]=back what=arrives"},
		{"and how far is it from the centre?", choose, "ask items[0]=hotel what=area"},
		{"split between two?", confirm, "ask what=each"},
		{"who do I pay?", confirm, "show what=payment"},
		{"can you extend it?", approve, "show what=deadline"},
		{"no rush", approve, "muse"},
		{"what has changed?", approve, "show what=changed"},
		{"what do I get back if I cancel the hotel?", approve, "ask items[0]=hotel what=refund"},
		{"can I still cancel the hotel only?", approve, "show what=holds"},
		{"never mind the airline", choose, "show what=airlines"},
	})
}

// TestSaidOfOptionsToo does so of shorter talk, in which words are taken up again.
func TestSaidOfOptionsToo(t *testing.T) {
	t.Parallel()
	readsAsked(t, []struct{ message, ask, want string }{
		{"ok let's do 2 but with another hotel", choose, "sort by=price items[0]=flight position=2"},
		{"do they fly direct?", choose, "ask of=shown what=stops"},
		{"no I mean number 2", choose, "select position=2"},
		{"sorry, I meant the first one", confirm, "select position=1"},
		{"are meals included for the kids?", choose, "extra what=meals"},
		{"and the fastest?", choose, "ask by=fastest what=best"},
		{"how much per couple?", choose, "ask what=each"},
		{"let's take it", confirm, "confirm"},
		{"is that bought now?", choose, "show what=booking"},
		{"hmm go back to the first dates", choose, "undo"},
		{"is it risky?", confirm, "show what=option"},
		{"what's held?", approve, "show what=holds"},
	})
}

// TestWishUnderACondition leaves the trip as it is for "nonstop only if it's under 800", and tells so: no trip can hold an if.
// Rule: 6.7.mood
func TestWishUnderACondition(t *testing.T) {
	t.Parallel()
	for _, wish := range []string{"nonstop", "business class", "take the train", "fly direct", "premium economy"} {
		for _, condition := range []string{"only if it's under 800", "if it costs less than 500 more", "if it's cheaper", ", but only if it is cheaper"} {
			res := extractFrom(t, wish+" "+condition, after(planned, choose, "1. A", "2. B", "3. C"))
			if got := saying(t, res); flat(t, res) != "" || !strings.HasPrefix(got, "unread "+wish) {
				t.Errorf("%q: %s; %s", wish+" "+condition, flat(t, res), got)
			}
		}
	}
	if got := flat(t, extractFrom(t, "nonstop if possible", after(planned, choose, "1. A", "2. B"))); !strings.Contains(got, "max_stops=0") {
		t.Errorf("a wish that is politely said: %q", got)
	}
}

// TestNotThatHotel shows other hotels with the same flights to who does not like the one that is shown.
// Rule: 6.8.sort
func TestNotThatHotel(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"not that hotel", "not this hotel please", "I don't like the hotel", "I don't like that hotel", "change the hotel", "swap the hotel",
		"that hotel is not for us", "this hotel isn't for me", "that hotel won't do",
	} {
		res := extractFrom(t, said, after(planned, choose, "1. A", "2. B", "3. C"))
		if got := saying(t, res); got != "sort by=price items[0]=flight" {
			t.Errorf("%q: %s", said, got)
		}
	}
	for _, said := range []string{"no hotel", "not the hotel", "we don't need the hotel", "change the hotel dates", "that hotel is not needed"} {
		res := extractFrom(t, said, after(planned, choose, "1. A", "2. B", "3. C"))
		if got := saying(t, res); strings.Contains(got, "sort") {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// TestAskedUnderACondition answers what is asked of the options under a condition that says no new value: it is no wish.
// Rule: 6.9.asked
func TestAskedUnderACondition(t *testing.T) {
	t.Parallel()
	asked := map[string]string{
		"is the ticket refundable": "ask what=refund", "are they refundable": "ask of=shown what=refund",
		"is it nonstop": "ask what=stops", "is the hotel a four star": "ask items[0]=hotel what=stars",
		"do they have more than one stop": "ask of=shown what=stops", "do you only get one stop on this flight": "ask what=stops",
	}
	for question, want := range asked {
		for _, condition := range []string{"", " if I have to adjust my travel plans", " if something comes up", " if my mother gets ill"} {
			message := question + condition + "?"
			res := extractFrom(t, message, after(planned, choose, "1. A", "2. B", "3. C"))
			if got := strings.TrimSpace(flat(t, res) + " " + saying(t, res)); got != want {
				t.Errorf("%q: %q, want %q", message, got, want)
			}
		}
	}
}

// TestQuestionBesideAYes answers a question of options before there are any, and tells one that nothing answers, also
// where a yes stands before it in its sentence.
func TestQuestionBesideAYes(t *testing.T) {
	t.Parallel()
	for _, yes := range []string{"ok", "Great", "yes", "sure", "alright"} {
		for _, question := range []string{"how much is it per night?", "what's the total price?", "where is the hotel?", "who is the president of France?"} {
			res := extractFrom(t, yes+", "+question, after(planned, "missing party.travelers.adults"))
			if !strings.Contains(question, "president") {
				if got := saying(t, res); got != "show what=options" {
					t.Errorf("%s, %s: %s", yes, question, got)
				}
				continue
			}
			if got := strings.Join(res.Unread, " "); got != question && res.Request.Kind != trip.KindAssist {
				t.Errorf("%s, %s: told %q, acts %v", yes, question, got, res.Acts)
			}
		}
	}
}
