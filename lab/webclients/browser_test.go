package webclients

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// TestBrowser tells stories to a page of another site in a browser.
func TestBrowser(t *testing.T) {
	browser := findBrowser(t)
	site := publish(t, "page/index.html", "usechat.js", "page/usechat.jsx", "--jsx=automatic", `--define:process.env.NODE_ENV="production"`)
	for _, story := range []string{"booking", "reload", "lost"} {
		t.Run(story, func(t *testing.T) { node(t, "browser.mjs", browser, site, start(t, site), story) })
	}
}

// TestExample uses the front end of server/examples/agui.
func TestExample(t *testing.T) {
	browser := findBrowser(t)
	const example = "../../server/examples/agui/"
	site := publish(t, example+"index.html", "www/main.js", example+"main.js", "--alias:@ag-ui/client=./node_modules/@ag-ui/client")
	node(t, "example.mjs", browser, site, start(t, site))
}

func findBrowser(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	return find(t, "chromium", "chromium-browser", "google-chrome")
}

// publish serves a page and its script, which is bundled.
func publish(t *testing.T, page, script, source string, options ...string) (url string) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"node_modules/esbuild/bin/esbuild", source, "--bundle", "--format=esm", "--log-level=warning", "--outfile=" + filepath.Join(dir, script)}
	node(t, append(args, options...)...)
	read(t, source) // so that a result is not kept when it changes
	if err := os.WriteFile(filepath.Join(dir, "index.html"), read(t, page), 0o600); err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(site.Close)
	return site.URL
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
