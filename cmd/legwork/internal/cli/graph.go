package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/legwork-go/legwork/cmd/legwork/internal/graph"
)

var graphFormats = map[string]func() string{"mermaid": graph.Mermaid, "dot": graph.DOT, "svg": graph.SVG}

func (a *app) graph() *cobra.Command {
	var format string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "graph [flags]",
		Short: "Draw the lifecycle of a trip",
		Long:  "Draws the lifecycle table that the engine itself runs on, as a Mermaid state diagram, a DOT digraph or an SVG picture.",
		Example: `  legwork graph                          Mermaid on standard output
  legwork graph --format svg > lifecycle.svg
  legwork graph --format dot | dot -Tpng > lifecycle.png`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.writeJSON(graph.Edges())
			}
			draw, ok := graphFormats[format]
			if !ok {
				return usage("--format %s: want mermaid, dot or svg", format)
			}
			_, err := io.WriteString(a.stdout, draw())
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "mermaid", "mermaid, dot or svg")
	formats := cobra.FixedCompletions([]string{"mermaid", "dot", "svg"}, cobra.ShellCompDirectiveNoFileComp)
	_ = cmd.RegisterFlagCompletionFunc("format", formats) // fails only for a flag that is not there
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the table as one JSON document")
	return cmd
}
