package graph

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/legwork-go/legwork/trip"
)

// Nothing is written over anything else, and nothing beside the paper.
func TestLabelsHaveRoom(t *testing.T) {
	boxes, width, height := layout()
	paper := area{0, 0, width, height}
	taken := map[string]area{}
	for s := range trip.StatusCount {
		taken[s.String()] = boxes[s].area()
	}
	for _, e := range route(boxes, merged()) {
		name := name(e.from) + " -> " + name(e.to)
		for other, place := range taken {
			if e.place.meets(place) {
				t.Errorf("the label of %s stands on that of %s", name, other)
			}
		}
		p := e.place
		if p.x < paper.x || p.y < paper.y || p.x+p.w > paper.w || p.y+p.h > paper.h {
			t.Errorf("the label of %s is at %v, outside of %v", name, p, paper)
		}
		taken[name] = p
	}
}

// Every status and every edge is in the picture, which is well-formed and always the same.
func TestSVGIsWhole(t *testing.T) {
	picture := SVG()
	if picture != SVG() {
		t.Error("two drawings differ")
	}
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for s := range trip.StatusCount {
		if !strings.Contains(picture, ">"+s.State()+"</text>") {
			t.Errorf("%s is missing", s)
		}
	}
	for _, a := range arrows() {
		if !strings.Contains(picture, ">"+a.label+"</text>") && !strings.Contains(picture, "→ "+a.label+"</text>") {
			t.Errorf("the edge %s is missing", a.label)
		}
	}
}
