package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
	"golang.org/x/text/language"

	"github.com/legwork-go/legwork/cmd/legwork/internal/chat"
	"github.com/legwork-go/legwork/docs"
	"github.com/legwork-go/legwork/runner"
	"github.com/legwork-go/legwork/server"
	"github.com/legwork-go/legwork/server/auth"
	"github.com/legwork-go/legwork/store"
	"github.com/legwork-go/legwork/trip"
)

type chatFlags struct {
	engineFlags
	trip   string
	server remote
	scope  scope
}

func (a *app) chat() *cobra.Command {
	var f chatFlags
	cmd := &cobra.Command{
		Use:   "chat [flags]",
		Short: "Talk about a trip in a terminal: options as cards, replies, steps, a review before a purchase",
		Long: `A conversation in the terminal, with the embedded tools in this process, or with a legwork serve. What a
killed process has left of a trip is finished first; a connection that breaks is made again, and nothing is shown
twice. Without a terminal, such as in a pipe, there is legwork run.

` + chat.Help + `Other lines that begin with a slash are those of legwork run.`,
		Example: `  legwork chat
  legwork chat --store trips.db
  legwork chat --store trips.db --trip trip-k3m9qz         go on with a trip
  legwork chat --server http://127.0.0.1:8080`,
		Args: noneGiven,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runChat(cmd, f) },
	}
	cmd.Flags().StringVar(&f.trip, "trip", "", "the `ID` of the trip to go on with (default: a new one)")
	addRemote(cmd, &f.server, auth.Write)
	addScope(cmd, &f.scope)
	f.addTo(cmd)
	return cmd
}

// ofServer are the flags that have a meaning beside --server.
var ofServer = []string{"server", "token", "trip", "color", "help"}

func (a *app) runChat(cmd *cobra.Command, f chatFlags) error {
	if cmd.Flags().Changed("trip") {
		if err := store.CheckID(trip.ID(f.trip)); err != nil {
			return usage("--trip: %v", err)
		}
	}
	if f.server.url != "" {
		if other := otherFlag(cmd, ofServer); other != "" {
			return usage("--%s and --server: the server decides on that; leave one of them out", other)
		}
	}
	if err := a.wantTerminal(); err != nil {
		return err
	}
	if f.server.url != "" {
		return a.chatRemotely(cmd.Context(), f)
	}
	return a.chatHere(cmd.Context(), f)
}

// wantTerminal refuses where there is none.
func (a *app) wantTerminal() error {
	for _, s := range []struct {
		name   string
		stream any
	}{{"input", a.stdin}, {"output", a.stdout.Writer}} {
		f, ok := s.stream.(*os.File)
		if !ok || !term.IsTerminal(int(f.Fd())) {
			return usage("chat: standard %s is not a terminal: legwork run reads messages from a file or a pipe", s.name)
		}
	}
	if os.Getenv("TERM") == "dumb" {
		return usage("chat: this terminal (TERM=dumb) cannot place text: use legwork run")
	}
	return nil
}

// otherFlag returns a flag that was given and is none of these.
func otherFlag(cmd *cobra.Command, known []string) (name string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(known, f.Name) {
			name = f.Name
		}
	})
	return name
}

// chatHere talks over a store of this process.
func (a *app) chatHere(ctx context.Context, f chatFlags) (err error) {
	start, err := f.scope.begin()
	if err != nil {
		return err
	}
	if f.scope.intent == "" {
		localise(&start)
	}
	on, err := f.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, on.Close()) }()
	c := runner.Config{Store: on.store, Logger: slog.New(slog.DiscardHandler)} // the screen is the chat's
	// An approval names what it is for.
	if err := a.configure(ctx, &f.engineFlags, on.box, server.Policy(), &c); err != nil {
		return err
	}
	r, err := runner.New(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.closeChat(ctx, r)) }()
	again := ""
	if f.store != "" {
		again = "--store " + f.store
	}
	return a.converseOn(ctx, chat.NewLocal(r), trip.ID(f.trip), start, again)
}

// chatClose is how long a turn that runs may still take when the person leaves. What is left is finished the next time.
const chatClose = 5 * time.Second

// closeChat waits for the turn that runs, until the person has enough.
func (a *app) closeChat(ctx context.Context, r *runner.Runner) error {
	ctx, cancel := context.WithTimeout(ctx, chatClose)
	defer cancel()
	if err := r.Close(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// chatRemotely talks to a server.
func (a *app) chatRemotely(ctx context.Context, f chatFlags) error {
	first, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if _, err := f.server.page(first, "", 1); err != nil { // a wrong URL or token is said before the screen is taken
		return err
	}
	b := chat.NewRemote(f.server.client())
	start := trip.NewIntent()
	localise(&start)
	return a.converseOn(ctx, b, trip.ID(f.trip), start, "--server "+f.server.url)
}

// converseOn takes the terminal. again are the flags with which the trip is gone on with; "" where it is not kept.
func (a *app) converseOn(ctx context.Context, b chat.Backend, id trip.ID, start trip.Intent, again string) error {
	last, exists, err := chat.Run(ctx, chat.Config{
		Backend: b, Trip: id, Start: start, Rules: docs.Rules(), Now: time.Now, NewID: uuid.NewString,
		NewTrip: func() trip.ID { return trip.ID("trip-" + strings.ToLower(rand.Text()[:8])) },
	}, chat.Terminal{Input: a.stdin, Output: a.stdout.Writer, Plain: !a.coloured(a.stdout)})
	if err != nil {
		return fmt.Errorf("legwork: chat: %w", err)
	}
	switch {
	case !exists:
	case again == "":
		a.printf("Trip %s was in memory alone: --store FILE keeps trips.\n", printable(string(last)))
	default:
		a.printf("legwork chat %s --trip %s goes on with this trip.\n", printable(again), printable(string(last)))
	}
	return nil
}

// localise sets language and time zone of a new trip as the terminal's are, where it says so.
func localise(in *trip.Intent) {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	locale, _, _ = strings.Cut(locale, ".")
	if tag, err := language.Parse(strings.ReplaceAll(locale, "_", "-")); err == nil && locale != "" {
		in.Request.Locale = tag.String()
	}
	if zone := time.Local.String(); zone != "Local" && zone != "" {
		in.Request.Timezone = zone
	}
}
