package chat

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/legwork-go/legwork/texts/textstest"
	"github.com/legwork-go/legwork/trip"
)

// TestStory goes from a message to a booking, over a runner and over a server. Both show the same.
func TestStory(t *testing.T) {
	for _, name := range places {
		t.Run(name, func(t *testing.T) {
			b := newWorld(t).backend(name)
			s := open(t, config(b), 80, 24)
			s.until("Tell me about your trip")
			golden(t, "options", s.says(request).until("Boston → Lisbon · Options ready", "3 1910.78 USD"))
			golden(t, "chosen", s.press(tea.KeyUp, tea.KeyUp, tea.KeyUp, tea.KeyUp).until("3. 1910.78 USD", "Not refundable: the first flight"))
			golden(t, "confirm", s.press(tea.KeyEnter).until("Chosen", "1 Yes", "you › Chose option 3."))
			golden(t, "held", s.says("1").until("held 24:00:00", "1 Review and buy"))
			golden(t, "review", s.says("1").until("Buy for 1910.78 USD"))
			s.press(tea.KeyEnter).until("1 Review and buy") // Enter alone buys nothing
			s.says("/approve").until("Buy for 1910.78 USD")
			golden(t, "booked", s.press(tea.KeyDown, tea.KeyEnter).until("Record locator: TNQBVD"))
		})
	}
}

// TestGerman goes from a message in German to a booking: no English is on the screen.
// Rule: 7.0.languages
func TestGerman(t *testing.T) {
	s := open(t, config(NewLocal(newWorld(t).r)), 100, 30)
	reads := func(screen string) {
		t.Helper()
		for _, name := range []string{"Meridian Sky", "Tamarind Airlines"} {
			screen = strings.ReplaceAll(screen, name, "")
		}
		if found := textstest.English(screen); len(found) > 0 {
			t.Errorf("%v is English on the screen:\n%s", found, screen)
		}
	}
	s.says("Zwei Erwachsene von Berlin nach Lissabon am 3. Juni, zurück am 10. Juni, mit Hotel")
	reads(s.until("Berlin → Lissabon", "Angebote da", "Die billigste"))
	s.press(tea.KeyTab)
	reads(s.until("Enter öffnet"))
	s.press(tea.KeyEscape)
	s.says("die billigste")
	reads(s.until("1 Ja"))
	s.says("1")
	reads(s.until("reserviert 24:00:00", "1 Prüfen und kaufen"))
	s.says("/approve")
	reads(s.until("1 Jetzt nicht", "2 Kaufen für"))
	s.press(tea.KeyDown, tea.KeyEnter)
	reads(s.until("Buchungscode", "Gebucht"))
}

// TestMovedPrice reviews what costs more than it was offered for, and more than the budget: both are told, and accepted
// one by one before it can be bought.
func TestMovedPrice(t *testing.T) {
	s := open(t, config(NewLocal(newWorld(t).r)), 80, 24)
	s.says("Two of us from Boston to WQM on June 3, back June 10, with a hotel, budget 1800 dollars").until("Options ready")
	s.says("the cheapest").until("1 Yes  2 No")
	s.says("1").until("1 Review and buy")
	screen := s.says("/approve").until("Review and buy", "1 Not now")
	for _, want := range []string{"Offered for", " more now", "Budget", " above your budget", "2 Accept that it is", "more than it was offered for"} {
		if !strings.Contains(screen, want) {
			t.Errorf("the review has no %q:\n%s", want, screen)
		}
	}
	golden(t, "moved", screen)
	s.press(tea.KeyEnter).until("1 Review and buy") // Enter alone buys nothing
	s.says("/approve").until("1 Not now", "more than it was offered for")
	s.press(tea.KeyDown, tea.KeyEnter).until("2 Accept that it is", "above your budget")
	s.press(tea.KeyDown, tea.KeyEnter).until("2 Buy for ")
	s.press(tea.KeyDown, tea.KeyEnter).until("Record locator")
}

// TestEndedHold offers to hold again what is not held any more, and nothing else.
func TestEndedHold(t *testing.T) {
	var later atomic.Bool
	c := config(NewLocal(newWorld(t).r))
	c.Now = func() time.Time {
		if later.Load() {
			return clock().Add(25 * time.Hour)
		}
		return clock()
	}
	s := open(t, c, 80, 24)
	s.says(request).until("Options ready")
	s.says("3").until("1 Yes")
	s.says("1").until("held 24:00:00", "1 Review and buy")
	later.Store(true)
	if screen := s.until("Hold ended", "1 Hold it again at today's price"); strings.Contains(screen, "Review and buy") {
		t.Errorf("it can still be bought:\n%s", screen)
	}
	s.says("/approve").until("It is not held any more, so it was not bought.")
	s.says("1").until("you › Asked to hold it.")
}

// TestSteps opens the steps of a turn, one of them, and all that it answered.
func TestSteps(t *testing.T) {
	s := open(t, config(NewLocal(newWorld(t).r)), 80, 24)
	s.says(request).until("Boston → Lisbon", "▸ 5 steps in 0 ms")
	golden(t, "steps", s.press(tea.KeyTab, tea.KeyEnter, tea.KeyDown, tea.KeyDown, tea.KeyEnter).until("▾ Searched flights  0 ms", "arguments"))
	s.tm.Type("v")
	s.until("arguments", "PgDn: more · Esc back")
	s.press(tea.KeyPgDown, tea.KeyPgDown).until("total_price")
	s.press(tea.KeyEscape).until("Enter opens")
	s.press(tea.KeyEscape).until("Write a message", "Tab steps")
}

// TestFailureInWords tells of a failure in words, with the steps that led there: no name that only programs use.
func TestFailureInWords(t *testing.T) {
	s := open(t, config(NewLocal(newWorld(t).r)), 80, 24)
	s.says("Two of us from Boston to WQK on June 3, back June 10, with a hotel").until("Say 'try again'.", "1 Try again")
	screen := s.press(tea.KeyTab, tea.KeyEnter).until("The hotel search did not answer in time.", "Searching hotels: the search took too long")
	if strings.Contains(screen, "Tool") || strings.Contains(screen, "_") {
		t.Errorf("the screen names a tool:\n%s", screen)
	}
}

// TestWhyAndLog tells the rules of a decision with their words.
func TestWhyAndLog(t *testing.T) {
	s := open(t, config(NewLocal(newWorld(t).r)), 80, 24)
	s.says("/why").until("Nothing has been decided yet.")
	s.says("/log").until("Nothing has happened yet.")
	s.says(request).until("Boston → Lisbon", "Options ready")
	golden(t, "why", s.says("/why").until("Why: event 6", "1.4."))
	s.press(tea.KeyEscape).until("Options ready")
	golden(t, "log", s.says("/log").until("Events of trip-1", "USER_MESSAGE"))
	s.press(tea.KeyPgUp, tea.KeyEnter).until("Why: event 1, USER_MESSAGE")
	s.press(tea.KeyEscape).until("Events of trip-1")
	s.press(tea.KeyEscape).until("Options ready")
	s.says("/why 99").until("the trip has the events 1 to 6")
	s.says("/why x").until("want the number of an event")
	s.says("/help").until("/undo", "Esc back")
}

// TestUndo goes on in a copy from before the last message, and lets it buy once that is asked for.
func TestUndo(t *testing.T) {
	for _, name := range places {
		t.Run(name, func(t *testing.T) {
			b := newWorld(t).backend(name)
			c := config(b)
			names := []trip.ID{trip.ID("undo-" + name), "another"}
			c.NewTrip = func() trip.ID { defer func() { names = names[1:] }(); return names[0] }
			s := open(t, c, 80, 24)
			s.says("/undo").until("There is nothing to undo yet.")
			s.says("/unlock").until("This trip is no copy")
			s.says(request).until("Boston → Lisbon", "3 1910.78 USD")
			s.says("3").until("Chosen")
			s.says("/undo").until("This is undo-"+name+"-fork-6, a copy of undo-"+name, "Options ready", "3 1910.78 USD")
			s.says("3").until("Chosen", "1 Yes")
			s.says("1").until("nothing is held or", "booked from it.")
			s.says("/unlock").until("buying it twice")
			s.press(tea.KeyEnter).until("nothing is held or", "1 Yes")
			s.says("/unlock").until("buying it twice")
			s.press(tea.KeyDown, tea.KeyEnter).until("The trip was changed.", "3 1910.78 USD") // its risks are to be checked anew
			s.says("3").until("Chosen", "1 Yes")
			s.says("1").until("1 Review and buy")
			s.says("/undo").until("undo-"+name+"-fork-12, a copy of undo-"+name+"-fork-6", "1 Yes")
			s.says("/trip undo-"+name).says("/trip").until("This is trip undo-"+name+".", "Chose option 3.", "1 Yes")
			s.says("/undo").until("undo-"+name+"-fork-6-2, a copy", "3 1910.78 USD") // not the copy that has gone on
			s.says("/undo").until("That was the first message", "› "+request)
		})
	}
}

// TestTrips lists the trips, goes on with one, and begins another.
func TestTrips(t *testing.T) {
	for _, name := range places {
		t.Run(name, func(t *testing.T) {
			b := newWorld(t).backend(name)
			c := config(b)
			c.Trip = trip.ID("first-" + name)
			s := open(t, c, 80, 24)
			s.until("first-" + name)
			s.says(request).until("Boston → Lisbon", "Options ready")
			s.says("/new").until("Tell me about your trip")
			s.says("hello").until("agent ›")
			if err := b.Create(t.Context(), "silent", trip.NewIntent()); err != nil {
				t.Fatal(err)
			}
			view := s.says("/trips").until("Trips, the newest first", "first-"+name, "quote/presenting_options", "silent")
			if strings.Contains(view, "1970") {
				t.Errorf("a trip in which nothing was said has a time:\n%s", view)
			}
			s.press(tea.KeyUp, tea.KeyEnter).until("Boston → Lisbon · Options ready", "3 1910.78 USD")
		})
	}
}

// slowState is a backend that tells a trip's intent only when it is let.
type slowState struct {
	Backend
	let chan struct{}
}

func (b slowState) State(ctx context.Context, id trip.ID) (trip.Intent, error) {
	<-b.let
	return b.Backend.State(ctx, id)
}

// TestMessageBeforeTheState sends what was typed before it was known whether there is such a trip.
func TestMessageBeforeTheState(t *testing.T) {
	for _, name := range places {
		t.Run(name, func(t *testing.T) {
			slow := slowState{newWorld(t).backend(name), make(chan struct{})}
			c := config(slow)
			c.Trip = "typed"
			s := open(t, c, 80, 24)
			s.says(request).until(request)
			close(slow.let)
			s.until("Boston → Lisbon", "Options ready")
		})
	}
}

// TestGoesOnAfterAKill finishes what a process left in the middle of a turn.
func TestGoesOnAfterAKill(t *testing.T) {
	first := newWorld(t)
	first.gate = make(chan struct{})
	b := first.backend("local")
	if err := b.Send(t.Context(), "t1", trip.Event{ID: "m1", Data: trip.UserMessage{Text: request}}); err != nil {
		t.Fatal(err)
	}
	<-first.waits
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_ = first.r.Close(gone) // it waits for nothing
	close(first.gate)
	second := newWorldOver(t, first.store)
	c := config(second.backend("local"))
	c.Trip = "t1"
	open(t, c, 80, 24).until("you › "+request, "Options ready")
}
