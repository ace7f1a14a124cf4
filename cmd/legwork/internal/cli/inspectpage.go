package cli

import (
	"bufio"
	"io"

	"github.com/legwork-go/legwork/docs"
	"github.com/legwork-go/legwork/replay"
	"github.com/legwork-go/legwork/server/report"
	"github.com/legwork-go/legwork/turn"
)

// writeTimelinePage writes a recording as a page that needs nothing else.
func (a *app) writeTimelinePage(f inspectFlags, in io.Reader, name string) error {
	page := report.Timeline{Name: name, Events: []report.Event{}, Rules: map[string]string{}}
	rep := replay.New(name, turn.Default(), report.Options())
	events, book := report.NewReader(rep, f.raw), docs.Rules()
	for step, err := range rep.Lines(in) {
		if err != nil {
			return err
		}
		e := events.Event(step)
		for _, rule := range e.Rules {
			page.Rules[rule] = book[rule]
		}
		page.Events = append(page.Events, e)
	}
	out := bufio.NewWriter(a.stdout)
	if err := report.WriteTimeline(out, page); err != nil {
		return err //nolint:wrapcheck // it names the package
	}
	return out.Flush()
}
