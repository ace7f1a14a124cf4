package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestTongues reads the words of a journey in the languages of neighbours, whole messages and single ones.
func TestTongues(t *testing.T) {
	t.Parallel()
	const rome = "dates.departure_date=2026-05-05 dates.return_date=2026-05-12 destination.code=FCO "
	for message, want := range map[string]string{
		"Ich möchte von Berlin nach Rom fliegen, vom 5. bis 12. Mai, 2 Erwachsene und 1 Kind": rome +
			"lodging.needed=false origin.code=BER travelers.adults=2 travelers.children=1 trip_type=round_trip",
		"Wir sind zu viert, mit meiner Frau und zwei Kindern nach Rom": "destination.code=FCO travelers.adults=2 travelers.children=2",
		"Frankfurt nach Singapur am 5. Mai, zurück am 12. Mai, eine Person": "dates.departure_date=2026-05-05 " +
			"dates.return_date=2026-05-12 destination.code=SIN origin.code=FRA travelers.adults=1 trip_type=round_trip",
		"de Madrid a Roma del 5 al 12 de mayo, dos adultos y un niño, sin hotel": rome +
			"lodging.needed=false origin.code=MAD travelers.adults=2 travelers.children=1 trip_type=round_trip",
		"vuelo de ida y vuelta de Madrid a Roma, del 5 al 12 de mayo para mi mujer y yo": rome +
			"lodging.needed=false origin.code=MAD travelers.adults=2 trip_type=round_trip",
		"Un vuelo solo ida desde Madrid hasta Roma el 5 de mayo": "dates.departure_date=2026-05-05 destination.code=FCO " +
			"lodging.needed=false origin.code=MAD trip_type=one_way",
		"de Paris à Rome le 5 mai, retour le 12 mai, deux personnes avec un hôtel": rome + "origin.code=CDG travelers.adults=2 trip_type=round_trip",
		"Je cherche une chambre à Rome du 5 au 12 mai pour deux adultes et trois enfants": "lodging.rooms=1 stays[0].check_in=2026-05-05 " +
			"stays[0].check_out=2026-05-12 stays[0].location_code=FCO stays[0].location_hint=Rome travelers.adults=2 travelers.children=3 trip_type=stay_only",
		"da Milano a Roma il 5 maggio, ritorno il 12 maggio, due adulti, senza albergo": rome +
			"lodging.needed=false origin.code=MXP travelers.adults=2 trip_type=round_trip",
		"Quero um voo de Lisboa para Roma no dia 5 de maio, duas pessoas": "dates.departure_date=2026-05-05 " +
			"destination.code=FCO lodging.needed=false origin.code=LIS travelers.adults=2",
		// A single word tells its language; the English around it stays English.
		"London to Paris on May 5, due adulti":       "dates.departure_date=2026-05-05 destination.code=CDG origin.code=LHR travelers.adults=2",
		"London to Paris on May 5, drei Erwachsene":  "dates.departure_date=2026-05-05 destination.code=CDG origin.code=LHR travelers.adults=3",
		"what kind of hotel is due to open in Rome?": "kind=assist",
		"to Los Angeles from Las Vegas on May 5":     "dates.departure_date=2026-05-05 destination.code=LAX origin.code=LAS",
	} {
		if got := flat(t, extractFrom(t, message, "{}")); got != want {
			t.Errorf("%q\n got  %s\n want %s", message, got, want)
		}
	}
}

// TestDenialsInOtherLanguages says in the languages of neighbours that an airline or a hotel is not wanted: it is kept so
// or told, and never taken for a wish.
func TestDenialsInOtherLanguages(t *testing.T) {
	t.Parallel()
	for _, of := range []struct {
		trip, hotel, with string
		ways              []string
	}{
		{"Vol Paris Rome le 3 mai, ", "hôtel", "jamais avec Ryanair", []string{
			"pas de X", "surtout pas de X", "sans X", "plus jamais de X", "tout sauf X", "sauf X", "pas X", "aucun X", "X non merci",
			"X hors de question", "nous ne voulons pas de X", "je ne veux pas de X", "je n'ai pas besoin de X", "pas besoin de X", "ni X",
		}},
		{"Vuelo Madrid Roma el 3 de mayo, ", "hotel", "nunca con Ryanair", []string{
			"no X", "sin X", "nada de X", "nunca X", "todo menos X", "excepto X", "ningún X", "X no", "X no gracias", "no quiero X",
			"no queremos X", "no necesito X", "no hace falta X", "X no hace falta", "X ni hablar",
		}},
		{"Volo Milano Roma il 3 maggio, ", "albergo", "mai con Ryanair", []string{
			"niente X", "senza X", "mai più X", "tutto tranne X", "tranne X", "nessun X", "X no", "X no grazie", "non voglio X",
			"non vogliamo X", "non mi serve X", "non ho bisogno di X", "X non serve",
		}},
		{"Voo Lisboa Roma em 3 de maio, ", "hotel", "nunca com Ryanair", []string{
			"nada de X", "sem X", "nunca X", "tudo menos X", "exceto X", "nenhum X", "X não", "X não obrigado", "não quero X",
			"não queremos X", "não preciso de X", "X não é preciso",
		}},
	} {
		for _, way := range append(of.ways, of.with) {
			for _, thing := range []string{"Ryanair", of.hotel} {
				message := of.trip + strings.ReplaceAll(way, "X", thing)
				res := extractFrom(t, message, "{}")
				got, told := flat(t, res), strings.Contains(strings.Join(res.Unread, " "), thing)
				isKept := strings.Contains(got, "excluded_airlines[0]=Ryanair") || thing != "Ryanair" && strings.Contains(got, "lodging.needed=false")
				isWish := strings.Contains(got, "preferred") || strings.Contains(got, "stays") || strings.Contains(got, "needed=true")
				if !strings.Contains(got, "dates.departure_date=2026-05-03 destination.code=FCO") || isWish || !isKept && !told {
					t.Errorf("%q: got %s, told %q", message, got, res.Unread)
				}
			}
		}
	}
}

// TestWordsOfALanguageThatIsNotRead corrects no slips in a Swedish message, and tells what it does not understand.
// Rule: 6.7.accounted
func TestWordsOfALanguageThatIsNotRead(t *testing.T) {
	t.Parallel()
	for _, message := range []string{"Vi vill flyga från Stockholm till Rom 4 juni, 2 vuxna", "Vi vill åka från Stockholm till Rom 4 juni, 2 vuxna"} {
		res := extractFrom(t, message, "{}")
		if got := flat(t, res); got != "dates.departure_date=2026-06-04 destination.code=FCO origin.code=ARN" || len(res.Unread) == 0 {
			t.Errorf("%q: %s; %s", message, got, saying(t, res))
		}
	}
}

// TestSpeaksOn: a short message is in the language in which the person wrote before, where its words are of it.
func TestSpeaksOn(t *testing.T) {
	t.Parallel()
	const lyon = "je voudrais aller de Lyon à Rome le 12 juin, retour le 16"
	for _, c := range []struct{ before, message, want string }{
		{lyon, "avec deux adultes svp", "travelers.adults=2"},
		{lyon, "sans hôtel", "lodging.needed=false"},
		{lyon, "I want to go with two adults", "travelers.adults=2"},
		{"we go to Rome in June", "si", ""},
	} {
		if got := sayBehind(t, "Leeds to Oslo on May 4, back on May 9", c.before, c.message); got != c.want {
			t.Errorf("%q behind %q: %s, want %s", c.message, c.before, got, c.want)
		}
	}
}

// TestSmallWordsOfGerman: small words that say nothing of a trip change nothing, and are not told.
func TestSmallWordsOfGerman(t *testing.T) {
	t.Parallel()
	const want = "dates.departure_date=2026-05-05 destination.code=FCO lodging.needed=false origin.code=VIE"
	for _, form := range []string{
		"Am 5. Mai müssen wir %s von Wien nach Rom fliegen", "Wir wollten %s am 5. Mai von Wien nach Rom fliegen",
		"Wir werden am 5. Mai %s von Wien nach Rom fliegen", "Wir sollen am 5. Mai von Wien nach Rom fliegen, wenn's geht %s",
	} {
		for _, word := range strings.Fields("ach allerdings also auch dann deshalb deswegen eben eh eigentlich halt hier jetzt nun schon " +
			"sicher trotzdem wohl ziemlich") {
			message := fmt.Sprintf(form, word)
			res := extractFrom(t, message, "{}")
			if got := flat(t, res); got != want || len(res.Unread) > 0 {
				t.Errorf("%q: %s; told %q", message, got, res.Unread)
			}
		}
	}
}
