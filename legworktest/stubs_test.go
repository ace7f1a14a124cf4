package legworktest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

const asked2 = `{"type":"USER_MESSAGE","data":{"text":"to Paris"}}
{"type":"TOOL_RESULT","data":{"tool_name":"trip_requirements_extract","result":{"trip_intent":{"destination":"CDG"}}}}
{"type":"TOOL_ERROR","data":{"tool_name":"generate_followup_questions","error":"gone","code":"denied"}}
{"type":"USER_MESSAGE","data":{"text":"to Paris"}}
{"type":"TOOL_RESULT","data":{"tool_name":"trip_requirements_extract","result":{"trip_intent":{"destination":"ORY"}}}}
`

// A stub answers as was recorded for the same arguments, in their order, whenever it is asked; the same call gets the
// same answer again.
func TestStubs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trip.jsonl")
	if err := os.WriteFile(path, []byte(asked2), 0o600); err != nil {
		t.Fatal(err)
	}
	extract := Stubs(path)[trip.ToolExtract]
	req := tools.Request{
		Name:      trip.ToolExtract,
		Arguments: []byte(`{"context":{"current_intent":{},"now":"2030-01-01T00:00:00Z","timezone":"UTC"},"user_message":"to Paris"}`),
	}
	for _, c := range []struct{ callID, want string }{{"a", "CDG"}, {"a", "CDG"}, {"b", "ORY"}, {"c", "ORY"}} {
		req.CallID = c.callID
		if got, err := extract.Run(t.Context(), req); err != nil || !strings.Contains(string(got), c.want) {
			t.Errorf("%s: %s, %v; want %s", c.callID, got, err, c.want)
		}
	}
	req.CallID, req.Arguments = "d", []byte(`{"user_message":"to Rome"}`)
	var failed *tools.Error
	if _, err := extract.Run(t.Context(), req); !errors.As(err, &failed) || failed.Class != trip.ClassPermanent || !strings.Contains(failed.Text, "to Rome") {
		t.Errorf("a call that was not recorded: %v", err)
	}
}

func TestStubsPanicsOnWhatIsNoRecording(t *testing.T) {
	defer func() {
		if got, _ := recover().(string); !strings.Contains(got, "nowhere.jsonl") {
			t.Errorf("it says %q", got)
		}
	}()
	Stubs("nowhere.jsonl")
}
