package extract_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/internal/words"
)

// TestGerman reads short German sentences with the words of data/de, whatever was asked: a message is German when two of
// its words are, or all of them.
func TestGerman(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"Ich möchte am 3. Juni von Berlin nach Rom fliegen, zurück am 12. Juni, zwei Erwachsene, kein Hotel": "dates.departure_date=2026-06-03 " +
			"dates.return_date=2026-06-12 destination.code=FCO lodging.needed=false origin.code=BER travelers.adults=2 trip_type=round_trip",
		"Ich brauche ein Hotel in Paris vom 3. bis 6. Juni für zwei Personen": "stays[0].check_in=2026-06-03 " +
			"stays[0].check_out=2026-06-06 stays[0].location_code=CDG stays[0].location_hint=Paris travelers.adults=2 trip_type=stay_only",
		"Von Düsseldorf nach Palma am 3. August, nur hin, höchstens 300 Euro": "constraints.budget_total.amount=300.00 " +
			"constraints.budget_total.currency=EUR dates.departure_date=2026-08-03 destination.code=PMI lodging.needed=false origin.code=DUS trip_type=one_way",
		"Ich möchte am 3. Juni von München nach Lissabon fliegen und am 10. zurück": "dates.departure_date=2026-06-03 " +
			"dates.return_date=2026-06-10 destination.code=LIS inferred[0]=adults lodging.needed=false origin.code=MUC travelers.adults=1 trip_type=round_trip",
		"Am Gründonnerstag von Wien nach London, zurück Ostermontag": "dates.departure_date=2026-04-02 dates.return_date=2026-04-06 " +
			"destination.code=LHR origin.code=VIE trip_type=round_trip",
		"Am liebsten direkt": "constraints.max_stops=0",
		"Rollstuhl":          "requests[0].kind=assistance requests[0].text=Rollstuhl",
	} {
		if got := flat(t, extractFrom(t, message, "{}")); got != want {
			t.Errorf("%q:\n got %s\nwant %s", message, got, want)
		}
	}
	readsAsked(t, []struct{ message, ask, want string }{
		{"Option 2 bitte", choose, "select position=2"},
		{"die billigste", choose, "select by=cheapest"},
		{"Ich möchte die zweite Option buchen", choose, "select position=2"},
		{"ist Option 2 erstattungsfähig?", choose, "ask positions[0]=2 what=refund"},
		{"gibt es etwas Billigeres?", choose, "sort by=price"},
		{"zeig mir andere Optionen", choose, "show what=more_options"},
		{"wie viel kostet das?", choose, "ask what=price"},
		{"Was kostet das pro Person?", choose, "ask what=each"},
		{"Was kostet die zweite pro Person?", choose, "ask positions[0]=2 what=each"},
		{"Was kostet die Nacht?", choose, "ask what=night"},
		{"Was ist der Gesamtpreis?", choose, "ask what=price"},
		{"Wann geht der Rückflug?", choose, "ask items[0]=back what=departs"},
		{"Wann landen wir?", choose, "ask what=arrives"},
		{"Wann kommen wir an?", choose, "ask what=arrives"},
		{"Wie lange dauert der Flug?", choose, "ask what=duration"},
		{"Wie lange ist der Umstieg?", choose, "ask what=layover"},
		{"Welche Fluggesellschaft ist das?", choose, "ask what=airline"},
		{"Ist Gepäck dabei?", choose, "ask items[0]=flight what=bags"},
		{"Wo liegt das Hotel?", choose, "ask items[0]=hotel what=area"},
		{"Bekomme ich mein Geld zurück?", choose, "ask what=refund"},
		{"was ist reserviert?", "approve working_memory.holds", "show what=holds"},
		{"Kann ich das stornieren?", "approve working_memory.holds", "ask what=refund"},
		{"rückgängig machen", choose, "undo"},
		{"von vorne anfangen", choose, "start_over"},
		{"hilfe", choose, "help"},
		{"vielen Dank, tschüss", choose, "thank what=bye"},
		{"ja, buchen", "confirm working_memory.selected", "confirm"},
		{"einverstanden", "confirm working_memory.selected", "confirm"},
		{"nein danke", "confirm working_memory.selected", "decline"},
		{"lieber nicht", "confirm working_memory.selected", "decline"},
		{"Was passiert, wenn ich stornieren muss?", "confirm working_memory.selected", "ask what=refund"},
		{"ich genehmige 512.30 EUR", "approve working_memory.holds", "approve amount=512.30"},
		{"wie lange habe ich Zeit?", "approve working_memory.holds", "show what=deadline"},
		{"stornieren", "approve working_memory.holds", "release"},
		{"kann ich stornieren?", choose, "ask what=refund"},
		{"was ist der Unterschied zwischen 1 und 2?", choose, "ask positions[0]=1 positions[1]=2 what=difference"},
		{"meine Buchung stornieren", "", "cancel_booking"},
		{"nochmal versuchen", choose, ""},
		{"Eine Zugverbindung, zurück am 9.6. abends, bitte", choose, "unread Zugverbindung"},
		{"Zugverbindung mit Liegewagen", choose, "unread Zugverbindung mit Liegewagen"},
		{"pouvez-vous réserver un taxi", choose, "unread pouvez-vous réserver un taxi; other"},
		{"reserva de mesa para cenar", choose, "unread reserva de mesa para cenar"},
	})
}

// TestGermanExamplesAreRead reads what German texts tell people to say: every example, and all that stands in „…“.
func TestGermanExamplesAreRead(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("../../texts/de.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for line := range strings.Lines(string(table)) {
		key, phrase, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(key, "example.") {
			said = append(said, strings.Split(phrase, ";")...)
		}
		for _, quoted := range regexp.MustCompile(`„([^“{]+)“`).FindAllStringSubmatch(phrase, -1) {
			if key != "assume.there" && line[0] != '#' { // that is the person's own word
				said = append(said, quoted[1])
			}
		}
	}
	if len(said) < 40 {
		t.Fatalf("only %d were found", len(said))
	}
	contexts := []string{"{}", after(planned, choose, "1. A", "2. B", "3. C"), after(planned, "approve working_memory.holds")}
	for _, message := range said {
		isRead := words.IsRetry(message) || slices.ContainsFunc(contexts, func(intent string) bool {
			res := extractFrom(t, message, intent)
			return len(res.Unread) == 0 && (saying(t, res) != "" || flat(t, res) != "" || len(res.Questions) > 0)
		})
		if !isRead {
			t.Errorf("%q is told as something to say, and is not read", message)
		}
	}
}
