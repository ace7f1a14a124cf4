// Package dashboard_test reads the dashboard of deploy/ as Grafana's own library for dashboards does.
package dashboard_test

import (
	"os"
	"testing"

	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

// TestSchema: the dashboard has what Grafana's schema demands, and nothing that it does not know.
func TestSchema(t *testing.T) {
	t.Parallel()
	plugins.RegisterDefaultPlugins() // the options of each kind of panel, and the queries of each data source
	text, err := os.ReadFile("../../deploy/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard.Dashboard                                                //nolint:staticcheck // the form that is imported from files; the other is of the API
	if err := d.UnmarshalJSONStrict(text); err != nil && err.Error() != "" { // of nothing wrong it makes an error without words
		t.Error(err)
	}
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
	if len(d.Panels) == 0 {
		t.Error("it has no panels")
	}
}
