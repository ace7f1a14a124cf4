package scrub_test

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/scrub"
	"github.com/legwork-go/legwork/trip"
	"github.com/legwork-go/legwork/turn"
)

// planted are what belongs to persons, a kind each.
var planted = map[string]string{
	"name": "Annegret Oberhuber", "name in capitals": "OBERHUBER/ANNEGRET MRS", "foreign name": "Олена Коваленко", "chinese name": "王小明",
	"nickname": "annie_o", "initials": "A.-G. Oberhuber", "e-mail": "annegret.oberhuber@mail.example", "e-mail with tag": "a.o+trips@mail.example",
	"phone": "+49 170 1234567", "phone in brackets": "(0170) 123-45-67", "phone without spaces": "00491701234567", "fax": "fax 089/7654321",
	"street": "Birkenallee 17a", "address": "Birkenallee 17a, 80331 Munich, Germany", "postal code": "SW1A 2AA", "coordinates": "48.137154, 11.576124",
	"passport": "C01X00T47", "passport in words": "passport no. C01X00T47", "id card": "L22X00T471", "driving licence": "B072RRE2I55",
	"visa number": "V2023-445566", "social security": "078-05-1120", "tax number": "DE 81/815/08151", "insurance": "A123456780",
	"card": "4111 1111 1111 1111", "card without spaces": "5500005555555559", "card code": "CVC 737", "iban": "DE89370400440532013000",
	"iban with spaces": "GB29 NWBK 6016 1331 9268 19", "account": "account 0532013000, sort 37040044", "wallet": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
	"birth date": "1984-07-23", "birth date in words": "23 July 1984", "birth date with points": "23.07.1984", "age and birth": "born 07/23/84",
	"user id": "usr_8f14e45fceea", "uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "frequent flyer": "LH 992003887766554", "locator": "PNR X7QJ2K",
	"ip": "203.0.113.77", "ipv6": "2001:db8::8a2e:370:7334", "mac": "00:1b:44:11:3a:b7", "url": "https://social.example/u/annegret?id=5551234",
	"licence plate": "M-AO 4711", "health": "allergic to peanuts, wheelchair", "password": "hunter2!Tr0ub4dor",
	"token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
	"json":  `{"passport":"C01X00T47"}`, "html": "<b>Annegret</b>",
}

// detectors look for what is left, and know nothing of how it is taken out.
var detectors = map[string]*regexp.Regexp{
	"e-mail":      regexp.MustCompile(`[\w.+-]+\s?@\s?[\w-]+`),
	"long number": regexp.MustCompile(`\d(?:[ ()/.-]{0,2}\d){5,}`),
	"birth date":  regexp.MustCompile(`\b(19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b`),
	"document":    regexp.MustCompile(`\b(?:[A-Z]\d|\d[A-Z])[A-Z0-9]{4,}\b`),
	"address":     regexp.MustCompile(`(?i)(street|allee|road|straße)\b|\b\d+[a-z]?,`),
	"url":         regexp.MustCompile(`https?:|www\.`),
	"ip":          regexp.MustCompile(`\d+\.\d+\.\d+\.\d+|[0-9a-f]{1,4}::?[0-9a-f]{1,4}:`),
	"name":        regexp.MustCompile(`\b[A-Z][a-z]+ [A-Z][a-z]+\b`),
	"script":      regexp.MustCompile(`[^\x00-\x7f…→]`),
	"word":        regexp.MustCompile(`(?i)annegret|oberhuber|birken|munich|peanut|wheelchair|hunter|passport|usr_|pnr|july`),
}

// template is a recording with § in each place that a text can stand in.
//
//go:embed testdata/template.jsonl
var template string

// plant fills the template.
func plant(value string) []string {
	quoted, _ := json.Marshal(value) // a string
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(template, "§", string(quoted[1:len(quoted)-1])), "\n"), "\n")
}

// leaves calls see for every text and number of a document, and for the names of members, but for hashes.
func leaves(v any, see func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			see(key)
			isHash := slices.Contains([]string{"decision", "state", "call_id", "ask_id", "id", "policy_digest", "idempotency_key"}, key)
			if _, isText := value.(string); key != "sections" && !(isHash && isText) && !isTravel[key] {
				leaves(value, see)
			}
		}
	case []any:
		for _, value := range v {
			leaves(value, see)
		}
	case string:
		see(v)
	case json.Number:
		see(string(v))
	}
}

// isTravel are the members that say when a trip is, which a detector takes for a birth date.
var isTravel = func() map[string]bool {
	set := map[string]bool{}
	for _, m := range strings.Fields("at now created_at updated_at depart_at arrive_at expires_at departure_date " +
		"depart_date check_in check_out start_date end_date") {
		set[m] = true
	}
	return set
}()

// TestNothingIsLeft plants each kind into every text field of every event.
func TestNothingIsLeft(t *testing.T) {
	if len(planted) < 40 {
		t.Fatalf("only %d kinds", len(planted))
	}
	for kind, value := range planted {
		t.Run(kind, func(t *testing.T) {
			lines := plant(value)
			clean, err := scrub.Recording(value+".jsonl", turn.Default(), []byte("k"), slices.Values(lines))
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range clean.Lines {
				d := json.NewDecoder(bytes.NewReader(line))
				d.UseNumber()
				var doc any
				if err := d.Decode(&doc); err != nil {
					t.Fatal(err)
				}
				leaves(doc, func(text string) {
					text = strings.ReplaceAll(text, "0000000000000000000", "") // the stand-in of a card
					for name, detector := range detectors {
						if found := detector.FindString(text); found != "" && !isOwn(text) {
							t.Errorf("%s: %q in %q", name, found, text)
						}
					}
				})
			}
			same(t, value+".jsonl", lines, clean)
		})
	}
}

// isOwn are texts of the engine itself, such as its amounts and places.
func isOwn(text string) bool {
	return regexp.MustCompile(`^\d{1,4}\.\d\d$`).MatchString(text)
}

// does tells what a recording does: statuses, rules and tools.
func does(t *testing.T, file string, lines []string, wantDigests bool) (out []string) {
	t.Helper()
	r := replay.New(file, turn.Default(), replay.Options{NoTexts: true})
	for _, line := range lines {
		step, err := r.Line(line)
		if err != nil {
			t.Fatal(err)
		}
		if step == nil {
			continue
		}
		if wantDigests && (step.Event.Decision == "" || step.Event.State == "") {
			t.Errorf("seq %d has no digests", step.Event.Seq)
		}
		text := step.Decision.Status.String() + " " + strings.Join(step.Decision.Rules, " ")
		for _, c := range step.Decision.ToolCalls {
			text += " " + c.Name
		}
		out = append(out, text)
	}
	return out
}

func same(t *testing.T, file string, lines []string, clean *scrub.Cleaned) {
	t.Helper()
	var copied []string
	for _, line := range clean.Lines {
		copied = append(copied, string(line))
	}
	was, is := does(t, file, lines, false), does(t, "clean", copied, true)
	if !slices.Equal(was, is) {
		t.Errorf("the copy does otherwise:\n%s\n\n%s", strings.Join(was, "\n"), strings.Join(is, "\n"))
	}
}

// TestRecordingsStayTheSame cleans the recordings of the repository.
func TestRecordingsStayTheSame(t *testing.T) {
	for _, name := range []string{"booking.jsonl", "imported-chat.jsonl"} {
		src, err := os.ReadFile("../fixtures/recordings/" + name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(src)), "\n")
		clean, err := scrub.Recording(name, turn.Default(), []byte("k"), slices.Values(lines))
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, lines, clean)
	}
}

// Under one key the same is the same, under another it is not; and the way back is told.
func TestKeys(t *testing.T) {
	lines := plant("Annegret Oberhuber")
	made := func(key string) (string, *scrub.Cleaned) {
		clean, err := scrub.Recording("t.jsonl", turn.Default(), []byte(key), slices.Values(lines))
		if err != nil {
			t.Fatal(err)
		}
		return string(bytes.Join(clean.Lines, []byte("\n"))), clean
	}
	a, clean := made("a")
	if again, _ := made("a"); again != a {
		t.Error("the same key gives other stand-ins")
	}
	if b, other := made("b"); b == a || other.TripID == clean.TripID {
		t.Error("another key gives the same stand-ins")
	}
	found := false
	for standIn, of := range clean.Back {
		found = found || slices.Contains(of, "Annegret Oberhuber") && strings.Contains(a, standIn)
	}
	if !found {
		t.Error("nothing says what the name became")
	}
}

// What the engine reads in a message stays, and nothing else of it.
func TestWordsThatDecideStay(t *testing.T) {
	lines := []string{
		`{"type":"USER_MESSAGE","data":{"text":"to Paris"}}`,
		`{"type":"TOOL_ERROR","data":{"tool_name":"trip_requirements_extract","error":"Oberhuber's model timed out","code":""}}`,
		`{"type":"USER_MESSAGE","data":{"text":"try again"}}`,
	}
	clean, err := scrub.Recording("t.jsonl", turn.Default(), []byte("k"), slices.Values(lines))
	if err != nil {
		t.Fatal(err)
	}
	ev, err := trip.DecodeEvent(string(clean.Lines[3]))
	if err != nil || ev.Data.(trip.UserMessage).Text != "try again" || bytes.Contains(clean.Lines[2], []byte("Oberhuber")) {
		t.Errorf("%s\n%s, %v", clean.Lines[2], clean.Lines[3], err)
	}
	same(t, "t.jsonl", lines, clean)
}

// TestFromTheMiddle cleans what is left of a trip after each of its events, as an export after pruning begins: with the
// whole state, in which calls are outstanding, something is held or a question stands.
func TestFromTheMiddle(t *testing.T) {
	src, err := os.ReadFile("../fixtures/recordings/booking.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for name, lines := range map[string][]string{
		"booking": strings.Split(strings.TrimSpace(string(src)), "\n"), "planted": plant("Annegret Oberhuber"),
	} {
		rep := replay.New(name, turn.Default(), replay.Options{})
		first := 2
		for i, line := range lines {
			if _, err := rep.Line(line); err != nil {
				t.Fatal(err)
			}
			if i < first-1 || i == len(lines)-1 {
				continue
			}
			h := rep.Header()
			h.HasIntent, h.Intent = true, rep.Intent()
			var rest []string
			for k, line := range lines[i+1:] {
				ev, err := trip.DecodeEvent(line)
				if err != nil {
					t.Fatal(err)
				}
				if ev.Seq = h.Intent.Turn.Seq + int64(k) + 1; ev.At == 0 && k == 0 {
					ev.At = h.Intent.UpdatedAt + 1_000_000_000
				}
				rest = append(rest, string(ev.AppendJSON(nil)))
			}
			rest = append([]string{string(h.AppendJSON(nil))}, rest...)
			clean, err := scrub.Recording(name, turn.Default(), []byte("k"), slices.Values(rest))
			if err != nil {
				t.Errorf("%s from seq %d on: %v", name, h.Intent.Turn.Seq+1, err)
				continue
			}
			same(t, name, rest, clean)
			for _, line := range clean.Lines {
				if found := detectors["word"].Find(line); found != nil {
					t.Errorf("%s from seq %d on: %s is left in %s", name, h.Intent.Turn.Seq+1, found, line)
				}
			}
		}
	}
}
