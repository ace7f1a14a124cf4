package cli

import (
	"strings"
	"testing"

	"github.com/legwork-go/legwork/texts/textstest"
)

// TestGermanConversation holds a conversation in German with the embedded tools: no English is said.
// Rule: 7.0.languages
func TestGermanConversation(t *testing.T) {
	const messages = `Ich möchte am 3. Juni von München nach Lissabon fliegen und am 10. zurück, mit Hotel
Was kostet das pro Person?
Welche ist früher?
Wie ist das Wetter dort?
Gibt es in Lissabon gute Restaurants?
Wie weit ist es von Lissabon nach Porto?
Brauche ich ein Visum?
Wie viel sind 15 % von 240?
Was kannst du?
Buche mir bitte einen Mietwagen
mehr über die zweite
ich nehme die billigste
ja
was ist reserviert?
Kann ich das stornieren?
Danke, tschüss
`
	code, out, said := legwork(strings.NewReader(messages), "run", "--quiet", "--now", "2026-03-01T09:00:00Z")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	for line := range strings.Lines(out) {
		if found := textstest.English(line); len(found) > 0 && !strings.HasPrefix(line, "you › ") {
			t.Errorf("%v is English in %q", found, line)
		}
	}
	for _, want := range []string{
		"München (DE) nach Lissabon (PT)", "pro Person", "Wetter in Lissabon", "In Lissabon habe ich gefunden", "km Luftlinie",
		"Das Ergebnis ist 36.", "Für Sie reserviert",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
}
