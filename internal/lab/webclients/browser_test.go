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
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	browser := find(t, "chromium", "chromium-browser", "google-chrome")
	dir := t.TempDir()
	node(t, "node_modules/esbuild/bin/esbuild", "page/usechat.jsx", "--bundle", "--format=esm", "--jsx=automatic", "--minify", "--log-level=warning",
		`--define:process.env.NODE_ENV="production"`, "--outfile="+filepath.Join(dir, "usechat.js"))
	index, err := os.ReadFile("page/index.html")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), index, 0o600); err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer site.Close()
	for _, story := range []string{"booking", "reload", "lost"} {
		t.Run(story, func(t *testing.T) { node(t, "browser.mjs", browser, site.URL, start(t, site.URL), story) })
	}
}
