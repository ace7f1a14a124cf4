package graph

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// edge is a drawn arrow: a curve, and its label where nothing else is written.
type edge struct {
	arrow
	curve curve
	path  string
	lines []string // the label
	place area     // of the label
}

type point struct{ x, y int }

// curve is a cubic Bézier curve.
type curve [4]point

// curveSteps is how finely at divides a curve.
const curveSteps = 16

// at returns the point after step of curveSteps parts.
func (c curve) at(step int) point {
	t, u := step, curveSteps-step
	weights := [4]int{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
	var p point
	for i, w := range weights {
		p.x += w * c[i].x
		p.y += w * c[i].y
	}
	const whole = curveSteps * curveSteps * curveSteps
	return point{p.x / whole, p.y / whole}
}

func (c curve) path() string {
	return fmt.Sprintf("M%d %d C%d %d %d %d %d %d", c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y)
}

// area is a rectangle that is taken.
type area struct{ x, y, w, h int }

func (a area) meets(b area) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

// route draws every arrow from side to side and finds room for the labels.
func route(boxes [trip.StatusCount]box, arrows []arrow) []edge {
	ports := portsOf(boxes, arrows)
	edges := make([]edge, len(arrows))
	var taken []area
	for _, b := range boxes {
		taken = append(taken, b.area())
	}
	for i, a := range arrows {
		e := edge{arrow: a, lines: strings.Split(a.label, ", ")}
		from, to := boxes[a.from], boxes[a.to]
		switch {
		case a.from == a.to:
			e.curve = loop(from)
		case from.column == to.column:
			e.curve = arc(from, ports[end{i, false}], ports[end{i, true}])
		default:
			e.curve = across(ports[end{i, false}], ports[end{i, true}])
		}
		e.path = e.curve.path()
		e.place = room(e, taken)
		taken = append(taken, e.place)
		edges[i] = e
	}
	return edges
}

// loop stands on the right end of a box's upper side.
func loop(b box) curve {
	right := b.x + boxWidth
	return curve{{right - 56, b.y}, {right - 60, b.y - 34}, {right - 14, b.y - 34}, {right - 18, b.y}}
}

// arc leads round the side of a column: the farther, the wider.
func arc(b box, from, to point) curve {
	bend := 28 + abs(to.y-from.y)/3
	if leftward(b.column) {
		bend = -bend
	}
	return curve{from, {from.x + bend, from.y}, {to.x + bend, to.y}, to}
}

func across(from, to point) curve {
	bend := 60
	if from.x > to.x {
		bend = -bend
	}
	return curve{from, {from.x + bend, from.y}, {to.x - bend, to.y}, to}
}

// leftward reports whether the arcs of a column are at its left: the first one's are, as its
// right side is for what leads on.
func leftward(column int) bool { return column == 0 }

// end is one end of an arrow.
type end struct {
	arrow int
	to    bool
}

// port is where on the side of a box an end is; those with a smaller rank are higher.
type port struct {
	end
	rank int
}

// side is the left or right side of a box.
type side struct {
	status trip.Status
	left   bool
}

// portsOf spreads the ends of arrows over the sides of their boxes, so that they cross little.
func portsOf(boxes [trip.StatusCount]box, arrows []arrow) map[end]point {
	sides := map[side][]port{}
	for i, a := range arrows {
		if a.from == a.to {
			continue
		}
		from, to := boxes[a.from], boxes[a.to]
		fromLeft, toLeft := to.column < from.column, from.column < to.column
		if from.column == to.column {
			fromLeft, toLeft = leftward(from.column), leftward(from.column)
		}
		out, in := side{a.from, fromLeft}, side{a.to, toLeft}
		sides[out] = append(sides[out], port{end{i, false}, rank(from, to, i)})
		sides[in] = append(sides[in], port{end{i, true}, rank(to, from, i)})
	}
	points := map[end]point{}
	for s, ports := range sides {
		slices.SortFunc(ports, func(a, b port) int { return cmp.Compare(a.rank, b.rank) })
		b := boxes[s.status]
		x := b.x
		if !s.left {
			x += boxWidth
		}
		for i, p := range ports {
			points[p.end] = point{x, b.y + boxHeight*(i+1)/(len(ports)+1)}
		}
	}
	return points
}

// rank orders the ends at one side: arcs that lead up, the nearest first; what leads to other
// columns, from the top; arcs that lead down, the farthest first.
func rank(own, other box, arrow int) int {
	const arcs, each = 1 << 20, 1 << 7
	distance := other.y - own.y
	switch {
	case own.column != other.column:
		return distance*each + arrow
	case distance < 0:
		return -arcs - distance*each + arrow
	default:
		return arcs - distance*each - arrow
	}
}

// room returns where a label is written: as near to the middle of its curve as nothing else is.
func room(e edge, taken []area) area {
	longest := 0
	for _, l := range e.lines {
		longest = max(longest, len(l))
	}
	w, h := longest*charWidth, lineHeight*len(e.lines)
	var first area
	for i := range curveSteps - 1 {
		step := curveSteps/2 + (i+1)/2*(i%2*2-1)
		p := e.curve.at(step)
		place := area{p.x - w/2, p.y - h/2, w, h}
		if e.from == e.to {
			place.y = p.y - h - 2
		}
		if i == 0 {
			first = place
		}
		if !slices.ContainsFunc(taken, place.meets) {
			return place
		}
	}
	return first
}

// text writes the label.
func (e edge) text() string {
	var b strings.Builder
	for i, line := range e.lines {
		fmt.Fprintf(&b, `<text class="l" x="%d" y="%d" text-anchor="middle">%s</text>`+"\n",
			e.place.x+e.place.w/2, e.place.y+lineHeight*(i+1)-3, html.EscapeString(line))
	}
	return b.String()
}

func abs(n int) int { return max(n, -n) }
