package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/tools/extract"
	"github.com/legwork-go/legwork/trip"
)

type readFlags struct {
	json        bool
	now, intent string
}

func (a *app) read() *cobra.Command {
	var f readFlags
	cmd := &cobra.Command{
		Use:   "read [flags] MESSAGE",
		Short: "Show how a message is read: what became of every word, and what the trip gets",
		Long: `Reads one message with the embedded rules and shows what became of every word: the rule that claimed it
and for what, or that nothing was made of it, which the person is told. Words that are on no line say nothing of
their own. Then follow the readings that lost, and what the message changes.

--intent takes an intent as JSON, or the last line of legwork replay --json --intent.

With --json one object {"claims","unread","considered","result"}; offsets are bytes of the message.`,
		Example: `  legwork read "Boston to Lisbon on 3 June, 2 adults, a hotel with a pool"
  legwork read --json --now 2026-03-01T09:00:00Z "the second one"
  legwork read --intent trip.json "a day later"`,
		Args: exactly(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.runRead(f, args[0]) },
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	cmd.Flags().StringVar(&f.now, "now", "", "read it at this RFC 3339 `TIME` (default: now)")
	cmd.Flags().StringVar(&f.intent, "intent", "", "a `FILE` with the trip that stands before the message")
	return cmd
}

func (a *app) runRead(f readFlags, message string) error {
	in, err := readIntent(f.intent)
	if err != nil {
		return err
	}
	if f.now == "" {
		f.now = time.Now().UTC().Format(time.RFC3339)
	}
	now, err := trip.ParseInstant(f.now)
	if err != nil {
		return usage("--now %s: %v", f.now, err)
	}
	args := trip.ExtractArguments{UserMessage: message, Now: now, Current: &in}
	res, err := extract.ForTrip(trip.AppendArguments(nil, args), &in)
	if err != nil {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	reading := res.Reading
	if reading == nil {
		reading = &extract.Reading{Claims: []extract.Claim{}, Unread: []extract.Left{}}
	}
	res.Reading = nil
	if f.json {
		return a.writeJSON(map[string]any{
			"claims": reading.Claims, "unread": reading.Unread, "considered": orEmpty(reading.Considered), "result": res,
		})
	}
	return drawReading(a.stdout, message, reading, res)
}

// drawReading shows a reading as a person reads it: a line a span, in the order of the message.
func drawReading(w io.Writer, message string, r *extract.Reading, res extract.Result) error {
	type line struct {
		start, end int
		what       string
	}
	var all []line
	for _, c := range r.Claims {
		all = append(all, line{c.Start, c.End, fmt.Sprintf("%-10s %s", c.Slot, c.Rule)})
	}
	for _, l := range r.Unread {
		all = append(all, line{l.Start, l.End, "not used   (the person is told)"})
	}
	slices.SortStableFunc(all, func(a, b line) int { return a.start - b.start })
	var b strings.Builder
	for _, l := range all {
		fmt.Fprintf(&b, "%4d-%-4d %-28s %s\n", l.start, l.end, printable(message[l.start:l.end]), l.what)
	}
	for i, c := range r.Considered {
		if i == 0 {
			b.WriteString("\nconsidered, and lost:\n")
		}
		fmt.Fprintf(&b, "%4d-%-4d %-28s %-10s %s: %s\n", c.Start, c.End, printable(message[c.Start:c.End]), c.Slot, c.Value,
			c.Lost)
	}
	changes, err := json.MarshalIndent(res, "", "  ")
	if err != nil {
		return fmt.Errorf("legwork: %w", err)
	}
	fmt.Fprintf(&b, "\n%s\n", changes)
	_, err = io.WriteString(w, b.String())
	return err
}
