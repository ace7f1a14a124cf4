package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// The flags of a verb that say where its other settings are, and that they are to be shown.
const (
	configFlag = "config"
	printFlag  = "print-config"
)

// settings are the flags of a verb, which may be set in four ways: on the command line, else by an environment
// variable, else by a file, else by default.
type settings struct {
	flags *pflag.FlagSet
	from  map[string]string // what set a flag, by its name
}

// addSettings gives a verb the flags that settle needs. All of its other flags are added before.
func addSettings(cmd *cobra.Command) {
	cmd.Flags().String(configFlag, "", "take settings from this YAML `FILE`, which names flags: addr: 127.0.0.1:8080")
	cmd.Flags().Bool(printFlag, false, "print all settings and where each is from, without passwords, and end")
}

// variable returns the environment variable of a flag.
func variable(flag string) string {
	return "LEGWORK_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// applySettings sets the flags that were not given on the command line.
func applySettings(cmd *cobra.Command) (*settings, error) {
	s := &settings{flags: cmd.LocalNonPersistentFlags(), from: map[string]string{}}
	file, err := cmd.Flags().GetString(configFlag)
	if err != nil {
		return nil, err
	}
	file = cmp.Or(file, os.Getenv(variable(configFlag)))
	said, err := readSettings(file)
	if err != nil {
		return nil, err
	}
	s.flags.VisitAll(func(f *pflag.Flag) {
		if err == nil {
			err = s.set(f, file, said)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		if !s.has(name) {
			return nil, usage("--config %s: line %d: %s is no setting: they are named as the flags are (see legwork %s --help)",
				file, said[name].Line, name, cmd.Name())
		}
	}
	return s, nil
}

// has reports whether there is a setting of this name.
func (s *settings) has(name string) bool {
	return s.flags.Lookup(name) != nil && !slices.Contains([]string{configFlag, printFlag, "help"}, name)
}

// set gives one flag its value.
func (s *settings) set(f *pflag.Flag, file string, said map[string]yaml.Node) error {
	if !s.has(f.Name) {
		return nil
	}
	text, inEnvironment := os.LookupEnv(variable(f.Name))
	node, inFile := said[f.Name]
	switch {
	case f.Changed:
		s.from[f.Name] = "the command line"
	case inEnvironment && text != "":
		s.from[f.Name] = variable(f.Name)
		if err := s.flags.Set(f.Name, text); err != nil {
			return usage("%s: %q is no value of it: see legwork help about --%s", variable(f.Name), text, f.Name)
		}
	case inFile:
		s.from[f.Name] = file
		if err := s.setNode(f, &node); err != nil {
			return usage("--config %s: line %d: %s: %v", file, node.Line, f.Name, err)
		}
	default:
		s.from[f.Name] = "default"
	}
	return nil
}

// setNode gives a flag the value of a YAML node: a scalar, or for a flag that may be repeated a list of them.
func (s *settings) setNode(f *pflag.Flag, node *yaml.Node) error {
	list, repeated := f.Value.(pflag.SliceValue)
	switch {
	case node.Kind == yaml.ScalarNode:
		return s.flags.Set(f.Name, node.Value)
	case node.Kind != yaml.SequenceNode || !repeated:
		return fmt.Errorf("want one value")
	}
	values := make([]string, len(node.Content))
	for i, n := range node.Content {
		if values[i] = n.Value; n.Kind != yaml.ScalarNode {
			return fmt.Errorf("want a list of values")
		}
	}
	f.Changed = true
	return list.Replace(values)
}

func readSettings(file string) (map[string]yaml.Node, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--config: %w: %w", errInput, err)
	}
	var said map[string]yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&said); err != nil && !errors.Is(err, io.EOF) { // an empty file sets nothing
		return nil, fmt.Errorf("--config %s: %w: %w", file, errInput, err)
	}
	var more yaml.Node
	if err := d.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("--config %s: %w: line %d: more than one document", file, errInput, more.Line)
	}
	return said, nil
}

// print writes the settings as a file that would set them.
func (s *settings) print(a *app) {
	s.flags.VisitAll(func(f *pflag.Flag) {
		if !s.has(f.Name) {
			return
		}
		values, repeated := valuesOf(f)
		for i, v := range values {
			values[i] = yamlText(v)
		}
		text := strings.Join(values, ", ")
		if repeated {
			text = "[" + text + "]"
		}
		a.printf("%s: %s # %s\n", f.Name, text, s.from[f.Name])
	})
}

// valuesOf returns what a flag is set to, without passwords, and whether it may be repeated.
func valuesOf(f *pflag.Flag) (values []string, repeated bool) {
	values = []string{f.Value.String()}
	list, repeated := f.Value.(pflag.SliceValue)
	if repeated {
		values = slices.Clone(list.GetSlice())
	}
	for i, v := range values {
		values[i] = withoutPassword(v)
	}
	return values, repeated
}

// said returns the settings for a log, without passwords, nor what commands of MCP servers are given.
func (s *settings) said() map[string]string {
	all := map[string]string{}
	s.flags.VisitAll(func(f *pflag.Flag) {
		if !s.has(f.Name) {
			return
		}
		values, _ := valuesOf(f)
		for i := range values {
			if f.Name == "mcp" {
				values[i], _, _ = strings.Cut(strings.TrimSpace(values[i]), " ")
				values[i], _, _ = strings.Cut(values[i], "?")
			}
		}
		all[f.Name] = strings.Join(values, ",")
	})
	return all
}

// yamlText writes a text as a YAML scalar in one line.
func yamlText(text string) string {
	n := yaml.Node{Kind: yaml.ScalarNode, Value: text}
	if strings.ContainsAny(text, "\n,[]{}'\"#:") || text == "" {
		n.Style = yaml.DoubleQuotedStyle
	}
	out, err := yaml.Marshal(&n)
	if err != nil {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// passwordParameter is a password among the parameters of a database's URL, or in a connection string of keywords.
var passwordParameter = regexp.MustCompile(`(?i)(password\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&]+)`)

// withoutPassword hides the passwords of a URL.
func withoutPassword(text string) string {
	if u, err := url.Parse(text); err == nil && u.User != nil {
		text = u.Redacted()
	}
	return passwordParameter.ReplaceAllString(text, "${1}xxxxx")
}
