package ops

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"github.com/legwork-go/legwork/trip"
)

// mostLines is how many lines are kept.
const maxLines = 100

// Lines keeps the last warnings and errors of a log.
type Lines struct {
	mu   sync.Mutex
	list []Line // the oldest first
}

// Handler returns a handler that hands everything to another one, and keeps warnings and errors.
func (l *Lines) Handler(next slog.Handler) slog.Handler { return keeping{next, l, nil} }

// Newest returns the lines, the newest first.
func (l *Lines) Newest() []Line {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := append([]Line{}, l.list...)
	slices.Reverse(list)
	return list
}

func (l *Lines) add(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.list) == maxLines {
		l.list = slices.Delete(l.list, 0, 1)
	}
	l.list = append(l.list, line)
}

// keeping is a handler with the attributes that its logger has beside those of each line.
type keeping struct {
	slog.Handler
	to   *Lines
	with map[string]string
}

// Handle implements slog.Handler.
func (k keeping) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		line := Line{At: r.Time.UTC(), Level: r.Level.String(), Text: r.Message, More: maps.Clone(k.with)}
		if line.More == nil {
			line.More = map[string]string{}
		}
		r.Attrs(func(a slog.Attr) bool {
			switch a.Key {
			case "trip":
				line.Trip = trip.ID(a.Value.String())
			case "stack": // long, and in the log itself
			default:
				line.More[a.Key] = a.Value.String()
			}
			return true
		})
		k.to.add(line)
	}
	return k.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (k keeping) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := maps.Clone(k.with)
	if with == nil {
		with = map[string]string{}
	}
	for _, a := range attrs {
		with[a.Key] = a.Value.String()
	}
	return keeping{k.Handler.WithAttrs(attrs), k.to, with}
}

// WithGroup implements slog.Handler.
func (k keeping) WithGroup(name string) slog.Handler {
	return keeping{k.Handler.WithGroup(name), k.to, k.with}
}
