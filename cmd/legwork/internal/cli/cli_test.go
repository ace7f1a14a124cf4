package cli

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/legwork-go/legwork/tools"
	"github.com/legwork-go/legwork/trip"
)

func TestMain(m *testing.M) {
	unhurried = 10 * time.Minute // as long as a turn
	testscript.Main(m, map[string]func(){
		"legwork": func() {
			a := &app{stdin: os.Stdin, stdout: &sink{Writer: os.Stdout}, stderr: os.Stderr}
			if path := os.Getenv(gateVariable); path != "" {
				a.middleware = append(a.middleware, gated(path))
			}
			os.Exit(a.main(os.Args[1:]))
		},
	})
}

// gateVariable names a file: while it is there, the searches of a server of these tests wait.
const gateVariable = "LEGWORK_TEST_GATE"

// gated makes searches wait while there is a file.
func gated(path string) func(string, tools.Tool) tools.Tool {
	return func(name string, next tools.Tool) tools.Tool {
		run := next.Run
		if name == trip.ToolFlightSearch || name == trip.ToolHotelSearch {
			next.Run = func(ctx context.Context, req tools.Request) ([]byte, error) {
				for ctx.Err() == nil {
					if _, err := os.Stat(path); err != nil {
						break
					}
					time.Sleep(5 * time.Millisecond)
				}
				return run(ctx, req)
			}
		}
		return next
	}
}

// TestScripts runs every script of fixtures/cli.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "../../../../fixtures/cli",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode": exitCodeIs,
		},
	})
}

// exitCodeIs runs a program and wants this exit code: exitcode 30 legwork replay bad.jsonl
func exitCodeIs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode CODE program [args…]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = lastWord(err.Error())
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// lastWord returns the code of "exit status 30".
func lastWord(text string) string {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == ' ' {
			return text[i+1:]
		}
	}
	return text
}
