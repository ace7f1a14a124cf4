// Package english is a sample.
package english

import "strings"

var yes = []string{"yes", "of course", "I don't mind"} // want "from .yes. on"

var members = []string{"results", "documents", "chunks"}

var keys = []string{"error.tool", "write_unknown", "turn.assist"}

var few = []string{"ref", "id"}

var classes = map[string]int{"timeout": 1, "denied": 2, "failed": 3} // want "from .timeout. on"

var named = []struct{ name, code string }{{"euro", "1"}, {"pound", "2"}, {"yen", "3"}} // want "from .euro. on"

var food = strings.Fields("sushi pizza burgers") // want "from .sushi. on"

func read(text string) bool {
	switch text { // want "from .city. on"
	case "city", "place":
		return true
	case "town":
		return false
	}
	return text == "login" || text == "payment" || text == "key" // want "from .login. on"
}
