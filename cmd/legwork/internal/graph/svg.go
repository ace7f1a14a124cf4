package graph

import (
	"fmt"
	"html"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// The measures of the drawing, in pixels.
const (
	boxWidth   = 176
	boxHeight  = 44
	rowGap     = 76 // between boxes, without what is written below them
	margin     = 40
	leftSide   = 150 // room for the arcs left of the first column
	firstRow   = margin + 56
	lineHeight = 14
	charWidth  = 6 // of a label, about
)

// columns places the phases from left to right as a trip goes through them, each with the room
// that its arcs and edges need to its right.
var columns = []struct {
	phase string
	gap   int
}{
	{"intake", 190}, {"quote", 270}, {"book", 150}, {"completed", 110}, {"error", 40}, {"assist", 90},
}

// box is the place of a status.
type box struct {
	x, y   int
	column int
	enter  []string // labels of edges from any status
}

func (b box) area() area {
	return area{b.x, b.y, boxWidth, boxHeight + lineHeight*len(b.enter)}
}

const style = `<title>The lifecycle of a trip</title>
<style>.n{fill:#fff;stroke:#334155;stroke-width:1.5}.e{fill:none;stroke:#64748b;stroke-width:1.3;marker-end:url(#a)}.l{font-size:11px;fill:#334155;paint-order:stroke;stroke:#f8fafc;stroke-width:4px}.s{font-size:13px;fill:#0f172a}.p{font-size:16px;font-weight:bold;fill:#0f172a}.f{font-size:10.5px;fill:#475569;font-style:italic}</style>
<defs><marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#64748b"/></marker></defs>
`

// SVG draws phases as columns and statuses as boxes. Edges that lead from every status are
// written below the box they lead to, so that the others stay readable.
func SVG() string {
	boxes, width, height := layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height, width, height)
	b.WriteString(style)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#f8fafc"/>`+"\n", width, height)
	edges := route(boxes, merged())
	for _, e := range edges {
		fmt.Fprintf(&b, `<path class="e" d="%s"><title>%s</title></path>`+"\n", e.path, html.EscapeString(e.why))
	}
	for s := range trip.StatusCount {
		b.WriteString(node(boxes[s], s))
	}
	for _, e := range edges {
		b.WriteString(e.text())
	}
	headings(&b, boxes)
	b.WriteString("</svg>\n")
	return b.String()
}

// headings writes the name of each phase above its first box.
func headings(b *strings.Builder, boxes [trip.StatusCount]box) {
	_, members := phases()
	for _, c := range columns {
		first := boxes[members[c.phase][0]]
		fmt.Fprintf(b, `<text class="p" x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", first.x+boxWidth/2, margin, c.phase)
	}
}

// merged joins the labels of edges between the same two statuses.
func merged() []arrow {
	var out []arrow
	for _, a := range arrows() {
		if a.from == trip.StatusCount {
			continue
		}
		joined := false
		for i := range out {
			if out[i].from == a.from && out[i].to == a.to {
				out[i].label += ", " + a.label
				joined = true
			}
		}
		if !joined {
			out = append(out, a)
		}
	}
	return out
}

// layout places the boxes and measures the drawing.
func layout() (boxes [trip.StatusCount]box, width, height int) {
	for _, a := range arrows() {
		if a.from == trip.StatusCount {
			boxes[a.to].enter = append(boxes[a.to].enter, a.label)
		}
	}
	_, members := phases()
	x := leftSide
	for i, c := range columns {
		y := firstRow
		for _, s := range members[c.phase] {
			b := &boxes[s]
			b.x, b.y, b.column = x, y, i
			y += b.area().h + rowGap
		}
		height = max(height, y-rowGap+margin)
		x += boxWidth + c.gap
	}
	return boxes, x, height
}

func node(b box, s trip.Status) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<rect class="n" x="%d" y="%d" width="%d" height="%d" rx="8"/>`, b.x, b.y, boxWidth, boxHeight)
	fmt.Fprintf(&out, `<text class="s" x="%d" y="%d" text-anchor="middle">%s</text>`, b.x+boxWidth/2, b.y+boxHeight/2+5, s.State())
	for i, label := range b.enter {
		fmt.Fprintf(&out, `<text class="f" x="%d" y="%d" text-anchor="middle">any → %s</text>`, b.x+boxWidth/2, b.y+boxHeight+lineHeight*(i+1), html.EscapeString(label))
	}
	out.WriteByte('\n')
	return out.String()
}
