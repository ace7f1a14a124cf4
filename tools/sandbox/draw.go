package sandbox

import (
	"fmt"

	"github.com/legwork-go/legwork/tools/internal/seeded"
)

// draw is the stream of numbers about one fact of this world.
type draw struct{ *seeded.Draw }

// about starts the stream of a fact.
func (s *shop) about(parts ...any) draw {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = fmt.Sprint(part)
	}
	return draw{seeded.About(s.Seed, texts...)}
}

// percent reports whether an event of this probability happens.
func (d draw) percent(p int64) bool { return d.Below(100) < p }

// shuffle puts a list into a drawn order.
func (d draw) shuffle(list [][]place) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.Below(int64(i) + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// permille scales an amount, cutting what is below one.
func permille(amount, factor int64) int64 { return amount * factor / 1000 }
