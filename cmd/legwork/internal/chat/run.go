package chat

import (
	"context"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/legwork-go/legwork/trip"
)

// Terminal is what a conversation is held on.
type Terminal struct {
	Input  io.Reader
	Output io.Writer
	Plain  bool // no colours
}

// Run holds a conversation until the person leaves or ctx ends. It returns the trip that was on the screen last, and
// whether it is there: one to which nothing was said is not.
func Run(ctx context.Context, c Config, t Terminal) (last trip.ID, exists bool, err error) {
	inner, cancel := context.WithCancel(ctx)
	m := newModel(inner, c)
	options := []tea.ProgramOption{tea.WithInput(t.Input), tea.WithOutput(t.Output), tea.WithoutSignalHandler()}
	if t.Plain {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(m, options...)
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	_, err = p.Run()
	cancel()
	m.work.Wait()
	if errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	if m.s == nil {
		return "", false, err
	}
	return m.s.id, !m.s.isNew, err
}
