package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestGermanDenials says in German what is not wanted, each thing in each way, before it and behind it: it is kept as
// not wanted or told, and never taken for a wish.
func TestGermanDenials(t *testing.T) {
	t.Parallel()
	const trip = "dates.departure_date=2026-05-03 destination.code=FCO "
	slots := []struct {
		noun, no, none string
		want           string // the whole of it; of what no search leaves out, that it is told
	}{
		{"Ryanair", "kein", "keins", "constraints.excluded_airlines[0]=Ryanair " + trip + "origin.code=BER"},
		{"Umstieg", "keinen", "keinen", "constraints.max_stops=0 " + trip + "origin.code=BER"},
		{"Umsteigen", "kein", "keins", "constraints.max_stops=0 " + trip + "origin.code=BER"},
		{"Zwischenstopp in Paris", "keinen", "keinen", "constraints.excluded_connections[0].code=CDG " + trip + "origin.code=BER"},
		{"Hotel", "kein", "keins", trip + "lodging.needed=false origin.code=BER"},
		{"Rückflug", "keinen", "keinen", trip + "origin.code=BER trip_type=one_way"},
		{"Zug", "keinen", "keinen", "constraints.excluded_modes[0]=train " + trip + "origin.code=BER"},
		{"Nachtflug", "keinen", "keinen", trip + "origin.code=BER segments[0].depart_time_window.end=20:00 " +
			"segments[0].depart_time_window.start=<nil>"},
		{"Business Class", "keine", "keine", "told"},
		{"Frühstück", "kein", "keins", "told"},
	}
	ways := []string{
		"NO X", "bitte NO X", "ohne X", "nicht X", "bloß NO X", "bloss nicht X", "auf keinen Fall X", "alles außer X", "lieber nicht X",
		"wir wollen NO X", "nie wieder X", "X bitte nicht", "X brauchen wir nicht", "X möchte ich auf keinen Fall", "X kommt nicht in Frage",
		"X nein danke", "X lieber nicht", "X will ich nicht", "X wollen wir NONE", "X ist nicht nötig",
	}
	for _, slot := range slots {
		for _, way := range ways {
			said := strings.NewReplacer("NONE", slot.none, "NO", slot.no, "X", slot.noun).Replace(way)
			for _, message := range []string{"Berlin nach Rom am 3. Mai, " + said, "Berlin nach Rom am 3. Mai. " + said + "."} {
				res := extractFrom(t, message, "{}")
				told, want := strings.Join(res.Unread, "|"), slot.want
				if want == "told" {
					want = trip + "origin.code=BER"
				}
				denial := strings.NewReplacer(slot.noun, "", "bitte "+slot.no, slot.no, "wir wollen ", "").Replace(said)
				isTold := strings.Contains(told, slot.noun) && strings.Contains(told, strings.Fields(denial)[0])
				got := flat(t, res)
				if slot.noun != "Hotel" { // where the flight is spoken of, lodging is not
					got = strings.Replace(got, "lodging.needed=false ", "", 1)
				}
				if got != want || isTold != (slot.want == "told") || len(res.Acts) > 0 {
					t.Errorf("%q: got %s, told %q\nwant %s", message, got, told, slot.want)
				}
			}
		}
	}
}

// TestGermanIsOneOfManySpellings reads the same message in the ways in which people write it: with letters for umlauts,
// small, with slips, in another order, as Swiss and Austrians do.
func TestGermanIsOneOfManySpellings(t *testing.T) {
	t.Parallel()
	const want = "dates.departure_date=2026-05-03 dates.return_date=2026-05-09 destination.code=VIE lodging.needed=false origin.code=ZRH " +
		"travelers.adults=2 trip_type=round_trip"
	for _, message := range []string{
		"Ich möchte am 3. Mai von Zürich nach Wien fliegen, zurück am 9., zu zweit",
		"ich moechte am 3. mai von zuerich nach wien fliegen, zurueck am 9., zu zweit",
		"Nach Wien möchte ich am 3. Mai von Zürich aus fliegen und am 9. zurück, wir sind zu zweit.",
		"ich fliege am 3. Mai von Zürich nach Wien ab und komme am 9. zurück, zwei Erwachsene",
		"ich möcte am 3. mai von zürich nach wien fligen, rükflug am 9., für zwei persnen",
		"Flug Zürich–Wien, So 3.5. hin, Sa 9.5. zurück, 2 Pers.",
		"Am dritten Mai fliegen wir von Zürich nach Wien, am neunten zurück, wir zwei",
		"Hin- und Rückflug Zürich Wien, 3. - 9. Mai, 2 Erw.",
		"vom 3. bis zum 9. Mai von Zürich nach Wien, nur Flug, wir sind zwei Erwachsene",
		"ab Zürich am 3. Mai, Rückflug am 9., Ziel Wien, zu zweit, nur der Flug",
	} {
		if got, res := flat(t, extractFrom(t, message, "{}")), extractFrom(t, message, "{}"); got != want || len(res.Unread) > 0 {
			t.Errorf("%q:\n got %s, told %q\nwant %s", message, got, res.Unread, want)
		}
	}
}

// TestGermanTimes reads times and days of German beside a trip: what must stand in the result.
func TestGermanTimes(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"am 3. Mai, Abflug nach halb acht":        "segments[0].depart_time_window.start=07:30",
		"am 3. Mai, Abflug nach halb acht abends": "segments[0].depart_time_window.start=19:30",
		"am 3. Mai, Abflug nach 9 Uhr":            "segments[0].depart_time_window.start=09:00",
		"am 3. Mai, Abflug ab 9.30 Uhr":           "segments[0].depart_time_window.start=09:30",
		"am 3. Mai, Abflug frühestens um 10 Uhr":  "segments[0].depart_time_window.start=10:00",
		"am 3. Mai, Abflug spätestens um 10 Uhr":  "segments[0].depart_time_window.end=10:00",
		"am 3. Mai, Abflug viertel vor zehn":      "segments[0].depart_time_window.end=10:45",
		"am 3. Mai um 8 Uhr abends":               "segments[0].depart_time_window.start=19:00",
		"am 3. Mai vormittags":                    "segments[0].depart_time_window.end=12:00",
		"am 3. Mai, vormittags wäre gut":          "segments[0].depart_time_window.end=12:00",
		"am Freitagabend":                         "segments[0].depart_time_window.start=17:00",
		"übermorgen":                              "dates.departure_date=2026-03-06",
		"morgen früh":                             "dates.departure_date=2026-03-05",
		"am 3. Jänner":                            "dates.departure_date=2027-01-03",
		"am zwölften Mai":                         "dates.departure_date=2026-05-12",
		"am einundzwanzigsten Mai":                "dates.departure_date=2026-05-21",
		"am So, 3.5.":                             "dates.departure_date=2026-05-03",
		"am 3. Mai, max. 300 CHF":                 "constraints.budget_total.currency=CHF",
	} {
		res := extractFrom(t, "Flug von Berlin nach Rom "+said, "{}")
		if got := flat(t, res); !strings.Contains(got+" ", want+" ") || len(res.Unread) > 0 {
			t.Errorf("%q: got %s, told %q\nwant %s", said, got, res.Unread, want)
		}
	}
	for said, want := range map[string]string{
		"in der ersten Maiwoche": "erste", "im Mai": "Mai", "Anfang Mai": "Mai", "Ende Juni": "Juni",
	} {
		if res := extractFrom(t, "Flug von Berlin nach Rom "+said, "{}"); !strings.Contains(asked(res), want) || strings.Contains(flat(t, res), "dates") {
			t.Errorf("%q: got %s, asked %q", said, flat(t, res), asked(res))
		}
	}
}

// TestAmountsWithComma reads amounts with a decimal comma, with dots between thousands and with a dash for nothing.
func TestAmountsWithComma(t *testing.T) {
	t.Parallel()
	for _, trip := range []string{"Flug Berlin–Rom am 3. Mai, höchstens ", "Vol Paris Rome le 3 mai, maximum ", "Flight from Berlin to Rome on 3 May, at most "} {
		for said, want := range map[string]string{
			"299,99 EUR": "299.99", "1.500 EUR": "1500.00", "1.299,50 €": "1299.50", "300,- €": "300.00", "EUR 450,00": "450.00", "80,5 euros": "80.50",
		} {
			res := extractFrom(t, trip+said, "{}")
			if got := flat(t, res); !strings.Contains(got, "amount="+want+" constraints.budget_total.currency=EUR") || len(res.Unread) > 0 {
				t.Errorf("%q: got %s, told %q, want %s", trip+said, got, res.Unread, want)
			}
		}
	}
	if res := extractFrom(t, "Flug Berlin–Rom am 3. Mai für 2,5 Wochen", "{}"); strings.Contains(flat(t, res), "adults") ||
		!strings.Contains(flat(t, res), "return_date=2026-05-20") || len(res.Unread) > 0 {
		t.Errorf("got %s, told %q", flat(t, res), res.Unread)
	}
}

// TestGermanChangesOfATrip changes a trip of 1 to 8 September in German word order.
func TestGermanChangesOfATrip(t *testing.T) {
	t.Parallel()
	const trip = `{"request":{"locale":"de"},"itinerary":{"trip_type":"round_trip","lodging":{"needed":false},"segments":[` +
		`{"segment_id":"a","origin":{"code":"HAM","city":"Hamburg"},"destination":{"code":"FCO","city":"Rome"},"depart_date":"2026-09-01"},` +
		`{"segment_id":"b","origin":{"code":"FCO","city":"Rome"},"destination":{"code":"HAM","city":"Hamburg"},"depart_date":"2026-09-08"}]},` +
		`"party":{"travelers":{"adults":2,"children":2}}}`
	for said, want := range map[string]string{
		"um drei Tage verlängern":               "dates.return_date=2026-09-11",
		"zwei Nächte länger bleiben":            "dates.return_date=2026-09-10",
		"einen Tag kürzer":                      "dates.return_date=2026-09-07",
		"verschieb den Rückflug auf den 9.":     "dates.return_date=2026-09-09",
		"Rückflug lieber am 9.":                 "dates.return_date=2026-09-09",
		"ich komme am 9. zurück":                "dates.return_date=2026-09-09",
		"statt Rom lieber Mailand":              "destination.code=MXP",
		"eins der Kinder hat eine Nussallergie": "requests[0].kind=medical",
		"max. 400 Fr. pro Person":               "constraints.budget_total.amount=1600.00",
		"Hotel brauchen wir nicht":              "",
		"nicht über München, nicht mit Condor":  "constraints.excluded_connections[0].code=MUC",
	} {
		res := extractFrom(t, said, trip)
		if got := flat(t, res); !strings.Contains(got, want) || len(res.Unread) > 0 || strings.Contains(got, "travelers") {
			t.Errorf("%q: got %s, told %q\nwant %s", said, got, res.Unread, want)
		}
	}
}

// TestTheVerbStandsLast denies in German, French, Italian and Portuguese how one flies, with the verb behind it or an unknown
// one before it: how is not wanted, and one flies.
// Rule: 6.7.polarity
func TestTheVerbStandsLast(t *testing.T) {
	t.Parallel()
	const ryanair = "constraints.excluded_airlines[0]=Ryanair"
	hows := map[string]string{
		"mit Ryanair": ryanair, "Ryanair": ryanair, "mit der Lufthansa": "constraints.excluded_airlines[0]=Lufthansa",
		"über Paris": "constraints.excluded_connections[0].code=CDG", "nachts": "depart_time_window.end=20:00",
	}
	for how, want := range hows {
		for _, before := range []string{"ich möchte nicht", "wir wollen nicht", "ich will auf keinen Fall", "ich will nie wieder"} {
			message := "Von Berlin nach Rom am 3. Mai, nur hin, " + before + " " + how + " fliegen"
			if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, want) || strings.Contains(got, "mode") {
				t.Errorf("%q: %s", message, got)
			}
		}
	}
	for _, message := range []string{
		"de Berlin à Rome le 3 mai, je ne veux pas voler avec Ryanair", "de Berlin à Rome le 3 mai, je ne veux pas flotter avec Ryanair",
		"da Berlino a Roma il 3 maggio, non voglio volare con Ryanair", "de Berlim para Roma em 3 de maio, não quero voar com a Ryanair",
	} {
		if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, ryanair) || strings.Contains(got, "preferred") {
			t.Errorf("%q: %s", message, got)
		}
	}
	for _, message := range []string{"wir wollen nicht fliegen", "wir wollen nicht mit dem Flugzeug reisen"} {
		if got := flat(t, extractFrom(t, "Von Berlin nach Rom am 3. Mai, "+message, "{}")); !strings.Contains(got, "transport_mode=other") {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestGermanPutsOff: nothing is released when somebody wants to think it over or to decide later.
func TestGermanPutsOff(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"lass mich drüber schlafen", "da muss ich erst drüber schlafen", "ich überlege es mir noch", "lass mal, ich überleg noch",
		"ich bestätige das heute abend", "ich werde das morgen bestätigen", "ich nehme das morgen", "ich nehme das morgen früh", "ich überweise das morgen",
		"mein Mann entscheidet das heute Abend", "mein Chef muss das noch genehmigen", "ich sag dir morgen bescheid", "gib mir eine stunde",
		"ich frage erst meine Frau", "ich muss erst meinen Mann fragen", "das muss ich noch mit meiner Frau besprechen", "moment noch",
		"I'll take that tomorrow", "I still have to discuss it with my wife",
	} {
		readsAsked(t, []struct{ message, ask, want string }{{message, approve, "show what=deadline"}})
	}
	readsAsked(t, []struct{ message, ask, want string }{
		{"halt, noch nicht", approve, "decline"},
		{"das muss mein Chef genehmigen", approve, "show what=deadline"},
		{"my boss must still approve it", approve, "show what=deadline"},
		{"ja, halt das fest", confirm, "confirm"},
		{"Ja, halten Sie das fest", confirm, "confirm"},
		{"nein, halt das nicht fest", confirm, "decline; unread nicht fest"},
		{"die mittlere", choose, "select position=2"},
		{"Nr. 1", choose, "select position=1"},
		{"gekauft?", approve, "show what=booking"},
		{"ist das jetzt fest?", approve, "show what=booking"},
		{"was ist da alles drin?", approve, "show what=holds"},
	})
}

// TestGermanFamily counts who travels by the words of a family, of which some are towns too.
func TestGermanFamily(t *testing.T) {
	t.Parallel()
	const trip = "dates.departure_date=2026-05-05 destination.code=VIE lodging.needed=false origin.code=HAM travelers.adults=2"
	for _, word := range strings.Fields("Mama Mutti Oma Omi Tante Schwester Cousine Schwiegermutter Freundin Frau Partnerin Papa Vati Opa Opi " +
		"Onkel Bruder Cousin Schwager Schwiegervater Kumpel Mann Partner Ehemann Chef") {
		for _, form := range []string{"Flug Hamburg Wien am 5. Mai, %s und ich", "Flug Hamburg Wien am 5. Mai für mich und %s"} {
			message := fmt.Sprintf(form, word)
			if res := extractFrom(t, message, "{}"); flat(t, res) != trip || len(res.Unread) > 0 {
				t.Errorf("%q: %s, told %q", message, flat(t, res), res.Unread)
			}
		}
	}
	for who, want := range map[string]string{
		"Mama, Papa und ein Baby": "travelers.adults=2 travelers.infants=1", "meine Schwiegereltern und ich": "travelers.adults=3",
		"mein Patenkind und ich": "travelers.adults=1 travelers.children=1", "meine Nichte, mein Neffe und ich": "travelers.adults=1 travelers.children=2",
		"Oma, Opa und ich": "travelers.adults=3",
	} {
		got := flat(t, extractFrom(t, "Flug Hamburg Wien am 5. Mai, "+who, "{}"))
		if !strings.Contains(got, "destination.code=VIE") || !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s, want %s", who, got, want)
		}
	}
}

// TestGermanDaysAfterNext reads the days after the next ones, and days with blanks and times of day behind their dots.
func TestGermanDaysAfterNext(t *testing.T) {
	t.Parallel()
	days := []string{"Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"}
	english := []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	for i, day := range days {
		for form, as := range map[string]string{
			"übernächsten %s": "the %s after next", "am uebernaechsten %s": "the %s after next", "übernächste Woche %s": "%s of the week after next",
		} {
			got := flat(t, extractFrom(t, "Flug von Hamburg nach Wien "+fmt.Sprintf(form, day), "{}"))
			if want := flat(t, extractFrom(t, "Flight from Hamburg to Vienna "+fmt.Sprintf(as, english[i]), "{}")); got != want ||
				!strings.Contains(got, "departure_date") {
				t.Errorf("%s %s: %s, want %s", form, day, got, want)
			}
		}
	}
	for _, day := range []string{"8.5.", "8. 5.", "8. 5. 2026", "8.5.2026", "8. Mai"} {
		got := flat(t, extractFrom(t, "Flug von Hamburg nach Wien am "+day+" abends", "{}"))
		if !strings.Contains(got, "departure_date=2026-05-08") || !strings.Contains(got, "depart_time_window.start=17:00") {
			t.Errorf("%s: %s", day, got)
		}
	}
}

// TestAPlaceApartTurnsNothingRound: a town that stands apart from the two before it does not turn these round, and a
// place of which one of two is meant is offered once.
func TestAPlaceApartTurnsNothingRound(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"Flight Hamburg Vienna May 5, Straubing and me", "Flight Hamburg Vienna May 5, Papa and I", "Flug Hamburg Wien 5. Mai, Straubing und ich",
	} {
		if got := flat(t, extractFrom(t, message, "{}")); !strings.Contains(got, "destination.code=VIE") || !strings.Contains(got, "origin.code=HAM") {
			t.Errorf("%q: %s", message, got)
		}
	}
	for _, message := range []string{"Karlsruhe oder Stuttgart nach Rom 5. Mai", "Karlsruhe or Stuttgart to Rome May 5"} {
		if got := asked(extractFrom(t, message, "{}")); strings.Count(got, "Stuttgart (DE)") > 1 {
			t.Errorf("%q: %s", message, got)
		}
	}
}

// TestGermanWordsKeepTheirSense: "wir" before a counted noun counts nobody, a return without which time is wanted stays one,
// and seats and guests are no travellers.
func TestGermanWordsKeepTheirSense(t *testing.T) {
	t.Parallel()
	const flight, hotel, both = "Flug Berlin nach Rom 5. Mai, ", "Hotel in Rom 5. bis 8. Mai, ", "Flug Berlin nach Rom 5. bis 9. Mai, "
	for message, wants := range map[string][]string{
		"Hotel in Rom ab 5. Mai, da bleiben wir 3 Nächte":               {"nights=3", "!adults"},
		flight + "4 Erwachsene, brauchen wir 2 Zimmer":                  {"adults=4", "rooms=2"},
		hotel + "4 Erwachsene, nehmen wir 2 Zimmer":                     {"adults=4", "rooms=2"},
		flight + "danach wollen wir 2 Wochen bleiben":                   {"return_date=2026-05-19", "!adults"},
		hotel + "wollen wir 4 Sterne":                                   {"hotel_star_min=4", "!adults"},
		flight + "haben wir 2 Stunden Aufenthalt?":                      {"!adults"},
		flight + "wir 3 Erwachsene und wir 2 Kinder":                    {"adults=3", "children=2"},
		both + "kein Rückflug am Abend":                                 {"[1].depart_time_window.end=17:00"},
		both + "kein Rückflug vor 10 Uhr":                               {"[1].depart_time_window.start=10:00"},
		both + "kein Rückflug in der Nacht":                             {"[1].depart_time_window.end=20:00"},
		both + "kein Rückflug nach 20 Uhr":                              {"[1].depart_time_window.end=20:00"},
		both + "ohne Rückflug am Morgen":                                {"[1].depart_time_window.start=12:00"},
		both + "kein Rückflug mit Ryanair":                              {"excluded_airlines[0]=Ryanair"},
		both + "kein Rückflug am Sonntag":                               {"excluded_days[0].weekday=sunday"},
		flight + "kein Rückflug am 9. Mai sondern am 10. Mai":           {"return_date=2026-05-10"},
		flight + "Preis ohne Rückflug unter 200 Euro, zurück am 9. Mai": {"return_date=2026-05-09", "!budget"},
		flight + "kein Rückflug nötig":                                  {"one_way"},
		"Ich bestätige den 5. Mai, Berlin nach Rom":                     {"departure_date=2026-05-05"},
		"Ich entscheide mich für Freitag, Flug Berlin Rom":              {"departure_date="},
		"Wir entscheiden uns für den 5. Mai":                            {"departure_date=2026-05-05"},
		flight + "3 Erwachsene, 2 Plätze am Fenster":                    {"adults=3"},
		flight + "3 Erwachsene, zwei Plätze am Gang":                    {"adults=3"},
		hotel + "2 Erwachsene, nicht mehr als 4 Gäste im Haus":          {"adults=2"},
		flight + "3 Erwachsene, im Hotel 2 Gäste mehr":                  {"adults=3"},
		hotel + "nur einmal Frühstück":                                  {"text=nur einmal Frühstück"},
	} {
		got := flat(t, extractFrom(t, message, "{}"))
		for _, want := range wants {
			if no, isNo := strings.CutPrefix(want, "!"); strings.Contains(got, no) == isNo {
				t.Errorf("%q: %s, want %s", message, got, want)
			}
		}
	}
	for message, no := range map[string]string{
		"storniere das wieder nicht": "release", "ich überleg, ist er direkt?": "deadline", "ich überlege, ist er direkt?": "deadline",
		"ja, noch bestätigen": "deadline",
	} {
		if got := saying(t, extractFrom(t, message, after(planned, approve))); strings.Contains(got, no) || strings.Contains(got, "cancel") {
			t.Errorf("%q: %s", message, got)
		}
	}
}
