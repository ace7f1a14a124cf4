package graph

import (
	"fmt"
	"html"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// The measures of the drawing, in pixels.
const (
	boxWidth     = 176
	boxHeight    = 34
	columnWidth  = 300
	rowHeight    = 78
	margin       = 40
	headerHeight = 46
	lineHeight   = 15
)

// columns places the phases from left to right as a trip goes through them.
var columns = []string{"intake", "quote", "book", "completed", "assist", "error"}

type box struct {
	x, y  int
	enter []string // labels of edges from any status
}

// SVG draws phases as columns and statuses as boxes. Edges that lead from every status are
// written below the box they lead to, so that the others stay readable.
func SVG() string {
	boxes := layout()
	height := drawingHeight(boxes)
	width := 2*margin + (len(columns)-1)*columnWidth + boxWidth
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="Helvetica, Arial, sans-serif">`+"\n", width, height, width, height)
	b.WriteString(`<title>The lifecycle of a trip</title>
<style>.n{fill:#fff;stroke:#334155;stroke-width:1.5}.e{fill:none;stroke:#64748b;stroke-width:1.3;marker-end:url(#a)}.l{font-size:11px;fill:#334155;paint-order:stroke;stroke:#f8fafc;stroke-width:4px}.s{font-size:13px;fill:#0f172a}.p{font-size:16px;font-weight:bold;fill:#0f172a}.f{font-size:10.5px;fill:#475569;font-style:italic}</style>
<defs><marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#64748b"/></marker></defs>
`)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#f8fafc"/>`+"\n", width, height)
	for i, phase := range columns {
		fmt.Fprintf(&b, `<text class="p" x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", margin+i*columnWidth+boxWidth/2, margin, phase)
	}
	for _, a := range merged() {
		b.WriteString(edge(boxes[a.from], boxes[a.to], a))
	}
	for s := range trip.StatusCount {
		b.WriteString(node(boxes[s], s))
	}
	b.WriteString("</svg>\n")
	return b.String()
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

func layout() [trip.StatusCount]box {
	var boxes [trip.StatusCount]box
	for _, a := range arrows() {
		if a.from == trip.StatusCount {
			boxes[a.to].enter = append(boxes[a.to].enter, a.label)
		}
	}
	_, members := phases()
	for i, phase := range columns {
		y := margin + headerHeight/2
		for _, s := range members[phase] {
			boxes[s].x, boxes[s].y = margin+i*columnWidth, y
			y += rowHeight + lineHeight*len(boxes[s].enter)
		}
	}
	return boxes
}

func drawingHeight(boxes [trip.StatusCount]box) int {
	height := 0
	for _, b := range boxes {
		height = max(height, b.y+boxHeight+lineHeight*len(b.enter))
	}
	return height + margin
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

// edge draws a curve: a loop at the right for a status that stays, down the left side within a
// column, across between columns.
func edge(from, to box, a arrow) string {
	var path string
	var lx, ly int
	fy, ty := from.y+boxHeight/2, to.y+boxHeight/2
	switch {
	case a.from == a.to:
		x := from.x + boxWidth
		path = fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x, fy-8, x+44, fy-26, x+44, fy+26, x, fy+8)
		lx, ly = x+38, fy-16
	case from.x == to.x:
		side := from.x + boxWidth
		bend := 30 + abs(ty-fy)/6
		path = fmt.Sprintf("M%d %d C%d %d %d %d %d %d", side, fy, side+bend, fy, side+bend, ty, side, ty)
		lx, ly = side+bend*3/4, (fy+ty)/2
	case from.x < to.x:
		x1, x2 := from.x+boxWidth, to.x
		path = fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x1, fy, x1+60, fy, x2-60, ty, x2, ty)
		lx, ly = (x1+x2)/2, (fy+ty)/2-5
	default:
		x1, x2 := from.x, to.x+boxWidth
		path = fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x1, fy, x1-60, fy, x2+60, ty, x2, ty)
		lx, ly = (x1+x2)/2, (fy+ty)/2-5
	}
	return fmt.Sprintf(`<path class="e" d="%s"><title>%s</title></path><text class="l" x="%d" y="%d" text-anchor="middle">%s</text>`+"\n",
		path, html.EscapeString(a.why), lx, ly, html.EscapeString(a.label))
}

func abs(n int) int { return max(n, -n) }
