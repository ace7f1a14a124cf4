package extract

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

func TestScratch(t *testing.T) {
	f, err := os.Open(os.Getenv("SCRATCH"))
	if err != nil {
		t.Skip()
	}
	s := bufio.NewScanner(f)
	for s.Scan() {
		r := read(s.Text(), trip.NewDate(2026, 3, 4), &known{})
		b, _ := json.Marshal(r.TripIntent)
		as := ""
		if r.Assumptions != nil {
			as = fmt.Sprint(*r.Assumptions)
		}
		fmt.Printf("%s\n   %s %s missing=%v as=%s q=%v\n", s.Text(), r.Request.Kind, b, r.MissingRequiredFields, as, r.ClarifyingQuestions)
	}
}
