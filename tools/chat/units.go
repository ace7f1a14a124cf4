package chat

import (
	"fmt"
	"regexp"
	"strings"
)

// units are what a traveller measures, each with what it is in the base of its kind.
var units = []struct {
	words, name, kind string
	factor            string // JavaScript: of the base; temperatures have formulas of their own
}{
	{`(?:°\s*c|c|celsius|centigrade)`, "°C", "temperature", ""},
	{`(?:°\s*f|f|fahrenheit)`, "°F", "temperature", ""},
	{`(?:km|kms|kilomet(?:er|re)s?)`, "km", "length", "1000"},
	{`(?:mi|miles?)`, "mi", "length", "1609.344"},
	{`(?:m|met(?:er|re)s?)`, "m", "length", "1"},
	{`(?:ft|feet|foot)`, "ft", "length", "0.3048"},
	{`(?:cm|centimet(?:er|re)s?)`, "cm", "length", "0.01"},
	{`(?:inch|inches)`, "in", "length", "0.0254"},
	{`(?:kg|kgs|kilos?|kilograms?)`, "kg", "weight", "1000"},
	{`(?:lbs?|pounds?)`, "lb", "weight", "453.59237"},
	{`(?:oz|ounces?)`, "oz", "weight", "28.349523125"},
	{`(?:g|grams?)`, "g", "weight", "1"},
	{`(?:l|lit(?:er|re)s?)`, "l", "volume", "1"},
	{`(?:gal|gallons?)`, "gal", "volume", "3.785411784"},
}

// unitPatterns find an amount of each unit, and the unit to say it in: «10 miles in km», «how many km is 26.2 miles».
var unitPatterns = func() (list []struct{ of, in *regexp.Regexp }) {
	for _, u := range units {
		list = append(list, struct{ of, in *regexp.Regexp }{
			regexp.MustCompile(`(?i)(-?)\b` + amount + `\s*(?:degrees?\s+)?` + u.words + `\b`),
			regexp.MustCompile(`(?i)(?:\b(?:in|to|into|as)\s+(?:degrees?\s+)?|\bhow\s+many\s+|\bwhat\s+(?:is\s+)?)` + u.words + `(?:[^a-z]|$)`),
		})
	}
	return list
}()

// anyUnit finds an amount of any unit.
var anyUnit = func() *regexp.Regexp {
	var all []string
	for _, u := range units {
		all = append(all, u.words)
	}
	return regexp.MustCompile(`(?i)` + amount + `\s*(?:degrees?\s+)?(?:` + strings.Join(all, "|") + `)\b`)
}()

// conversions say an amount in another unit of its kind.
func conversions(t *turn) []string {
	if !anyUnit.MatchString(t.text) {
		return nil
	}
	for i, from := range unitPatterns {
		m := from.of.FindStringSubmatch(t.text)
		if m == nil {
			continue
		}
		for k, to := range unitPatterns {
			if k == i || units[k].kind != units[i].kind || !to.in.MatchString(t.text) {
				continue
			}
			n := m[1] + plain(m[2])
			return []string{fmt.Sprintf("// %s %s in %s\nMath.round((%s) * 100) / 100", n, units[i].name, units[k].name,
				converted(n, i, k))}
		}
	}
	return nil
}

func converted(n string, from, to int) string {
	n = "(" + n + ")"
	switch {
	case units[from].name == "°C":
		return n + " * 9 / 5 + 32"
	case units[from].name == "°F":
		return "(" + n + " - 32) * 5 / 9"
	}
	return strings.Join([]string{n, "*", units[from].factor, "/", units[to].factor}, " ")
}
