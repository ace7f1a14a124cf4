package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// productVersion is the version of this source. The build says which revision of it.
const productVersion = "v0.1.0"

// engineVersion is what recordings and servers name as their engine.
var engineVersion = readBuild().engine()

// shortRevision is how much of a revision names it among people.
const shortRevision = 12

// build is what a binary knows of where it came from. What the build did not note is empty.
type build struct {
	Version  string `json:"version"`
	Module   string `json:"module,omitempty"` // the main module's version as Go says it
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"` // of the revision
	Modified bool   `json:"modified"`       // there were changes that the revision has not
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func readBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

func buildOf(info *debug.BuildInfo) build {
	b := build{
		Version: productVersion, Module: info.Main.Version, Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Time = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// engine names the build in the form of a version: v0.1.0+1a2b3c4d5e6f, and .modified behind it where it is.
func (b build) engine() string {
	if b.Revision == "" {
		return b.Version
	}
	name := b.Version + "+" + b.Revision[:min(len(b.Revision), shortRevision)]
	if b.Modified {
		name += ".modified"
	}
	return name
}

// String returns the lines that people are shown.
func (b build) String() string {
	var text strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&text, "%-10s%s\n", name, value)
		}
	}
	line("legwork", b.Version)
	line("module", b.Module)
	revision := b.Revision
	if b.Modified {
		revision += ", modified"
	}
	line("revision", revision)
	line("time", b.Time)
	line("go", b.Go+" "+b.Platform)
	return text.String()
}

func (a *app) version() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version [flags]",
		Short: "Say which version this is, and of which revision it was built",
		Long: `Prints the version, the module's version, the revision and its time as far as the build noted them, and
with what and for what it was built. Recordings name version and revision as their engine.`,
		Example: `  legwork version
  legwork version --json | jq -r .revision`,
		Args: noneGiven,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return a.writeJSON(readBuild())
			}
			a.printf("%s", readBuild())
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
