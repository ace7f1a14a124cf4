package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/reducer"
)

var graphFormats = map[string]func() string{"mermaid": reducer.Mermaid, "dot": reducer.Graphviz}

func (a *app) graph() *cobra.Command {
	var format string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "graph [flags]",
		Short: "Draw the lifecycle of a trip",
		Long:  "Draws the lifecycle table that the engine itself runs on, as a Mermaid state diagram or a Graphviz digraph.",
		Example: `  legwork graph                          Mermaid on standard output
  legwork graph --format dot | dot -Tsvg > lifecycle.svg`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.writeJSON(reducer.Lifecycle())
			}
			draw, ok := graphFormats[format]
			if !ok {
				return usage("--format %s: want mermaid or dot", format)
			}
			_, err := io.WriteString(a.stdout, draw())
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "mermaid", "mermaid or dot")
	formats := cobra.FixedCompletions([]string{"mermaid", "dot"}, cobra.ShellCompDirectiveNoFileComp)
	_ = cmd.RegisterFlagCompletionFunc("format", formats) // fails only for a flag that is not there
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the table as one JSON document")
	return cmd
}
