package reducer_test

import (
	"slices"
	"testing"
)

// A tool is switched off for what failed and not for what succeeded before it in the round; those that are off stand in
// the order of their names.
func TestSwitchedOff(t *testing.T) {
	t.Parallel()
	c := ask(t, "Look").calls("web_search", `{"query":"a"}`, "web_search", `{"query":"b"}`, "web_search", `{"query":"c"}`,
		"scrape_web_content", `{"url":"d"}`, "scrape_web_content", `{"url":"e"}`)
	c.gives("web_search", `{"results":[{"title":"A"}]}`).fails("web_search", "timeout", "").fails("web_search", "timeout", "").
		fails("scrape_web_content", "timeout", "").fails("scrape_web_content", "timeout", "").
		shows("The web search did not answer in time. I go on without it.", "Reading the web page took too long. I go on without it.")
	if off := c.in.Turn.Assist.Off; !slices.Equal(off, []string{"scrape_web_content", "web_search"}) {
		t.Errorf("off are %v", off)
	}
}
