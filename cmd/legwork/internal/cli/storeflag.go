package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/server/auth"
)

// storeFlag is how a verb that reads or writes one store is told which: --store FILE. The older form, with
// the store as the first argument, keeps working with a word on standard error.
type storeFlag struct {
	app  *app
	path string
	rest []string // the names of the other arguments, as in the usage line

	server   remote // instead of the store, where the verb takes it
	postgres string // as above
}

// addStore gives a verb the flag, and the arguments that follow it.
func (a *app) addStore(cmd *cobra.Command, rest ...string) *storeFlag {
	f := &storeFlag{app: a, rest: rest}
	cmd.Use = strings.Join(append([]string{cmd.Use, "[flags] --store FILE"}, rest...), " ")
	cmd.Flags().StringVar(&f.path, "store", "", "the store `FILE`")
	cmd.Args = f.check
	return f
}

// orServer lets the verb read through a server as well.
func (f *storeFlag) orServer(cmd *cobra.Command) *storeFlag {
	addRemote(cmd, &f.server, auth.Read)
	return f
}

// orPostgres lets the verb read a database as well.
func (f *storeFlag) orPostgres(cmd *cobra.Command) *storeFlag {
	cmd.Flags().StringVar(&f.postgres, "postgres", "", "read the trips of the database at this `URL`")
	return f
}

// isElsewhere reports whether the trips are a server's or a database's.
func (f *storeFlag) isElsewhere() bool { return f.server.url != "" || f.postgres != "" }

// check counts the arguments. cobra's own error says which verb it was, and that it is wrong usage.
func (f *storeFlag) check(cmd *cobra.Command, args []string) error {
	want := len(f.rest)
	switch {
	case f.server.url != "" && f.postgres != "" || f.postgres != "" && f.path != "":
		return errors.New("--store, --postgres and --server: name one of them")
	case f.server.url != "" && f.path != "":
		return errors.New(storeOrServer)
	case f.isElsewhere():
		return exactly(want)(cmd, args)
	case f.path != "" && len(args) == want, f.path == "" && len(args) == want+1 && !cmd.Flags().Changed("store"):
		return nil
	case cmd.Flags().Changed("store") && f.path == "":
		return errors.New("--store: the name of the store is empty")
	case f.path == "" && len(args) <= want:
		return fmt.Errorf("--store: name the store: %s", cmd.UseLine())
	default:
		return exactly(want)(cmd, args)
	}
}

// exactly wants n arguments, which the usage line names.
func exactly(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return fmt.Errorf("got %s, want %d: %s", counted(len(args), "argument"), n, cmd.UseLine())
	}
}

func atLeastOne(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("got no argument, want one or more: %s", cmd.UseLine())
	}
	return nil
}

func maxOneArg(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("got %d arguments, want one at most: %s", len(args), cmd.UseLine())
	}
	return nil
}

// noneGiven refuses arguments. What stands behind a verb that has others was meant to be one of them.
func noneGiven(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case cmd.HasSubCommands():
		return fmt.Errorf("there is no verb %q", args[0])
	}
	return fmt.Errorf("got the argument %q, want none: %s", args[0], cmd.UseLine())
}

// of returns the store, which is empty where the trips are elsewhere, and the other arguments.
func (f *storeFlag) of(cmd *cobra.Command, args []string) (path string, rest []string) {
	if f.path != "" || f.isElsewhere() {
		return f.path, args
	}
	_, _ = fmt.Fprintf(f.app.stderr, "legwork %s: from now on say --store %s; the old form keeps working\n",
		cmd.Name(), printable(args[0]))
	return args[0], args[1:]
}

// storesOf returns the stores, and the file of tokens, that the flags of a verb name.
func storesOf(cmd *cobra.Command) (stores []string) {
	for _, name := range []string{"store", "to-store", "tokens"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Value.String() != "" {
			stores = append(stores, f.Value.String())
		}
	}
	return stores
}
