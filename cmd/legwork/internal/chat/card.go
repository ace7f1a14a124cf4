package chat

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/legwork-go/legwork/texts"
)

// card draws an option: price, flights by the clocks of their places, hotel, what comes back, and why it is offered.
func card(o texts.Args, width int, frame lipgloss.Style) []string {
	inner := width - 4
	price := texts.Price(o)
	notes := price.Notes
	if price.Each != "" {
		notes = append([]string{price.Each}, notes...)
	}
	var lines []string
	if len(notes) > 0 {
		lines = wrap(strings.Join(notes, ", "), inner)
	}
	for _, f := range o.List("flights") {
		lines = append(lines, flightLines(texts.Flight(f), inner)...)
	}
	for _, s := range o.List("stays") {
		lines = append(lines, stayLines(texts.Stay(s), inner)...)
	}
	for _, fare := range texts.Together(o) {
		lines = append(lines, wrap(fare, inner)...)
	}
	why := append([]string{texts.Refund(o)}, texts.Because(o)...)
	lines = append(lines, painted(faint, wrap(strings.TrimSpace(strings.Join(why, " ")), inner))...)
	title := o.Text("position") + ". " + oneLine(price.Total)
	return box(strong.Render(title), "", lines, width, frame)
}

// piece is a part of a line with its look.
type piece struct {
	style lipgloss.Style
	text  string
}

// pieces puts the parts that are not empty on lines.
func pieces(width int, list ...piece) []string {
	var shown []string
	for _, p := range list {
		if p.text != "" {
			shown = append(shown, p.style.Render(oneLine(p.text)))
		}
	}
	return flow(shown, "  ", width)
}

// flightLines tells a flight: the day and the times first, for that is what people compare.
func flightLines(p texts.FlightParts, width int) []string {
	lines := pieces(width, piece{plain, p.Day}, piece{strong, p.Times}, piece{plain, p.How})
	if p.Who != "" {
		lines = append(lines, painted(faint, wrap("  "+p.Who, width))...)
	}
	return lines
}

func stayLines(p texts.StayParts, width int) []string {
	return pieces(width, piece{strong, p.Hotel}, starsOf(p.Stars), piece{plain, p.Nights}, piece{plain, p.Nightly})
}

// starsOf draws the stars of a hotel: "3 stars" is ★★★. What is no whole number stays words.
func starsOf(text string) piece {
	number, _, _ := strings.Cut(text, " ")
	if len(number) != 1 || number < "1" || number > "7" {
		return piece{plain, text}
	}
	return piece{wary, strings.Repeat("★", int(number[0]-'0'))}
}
