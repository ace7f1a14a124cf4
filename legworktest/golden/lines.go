package golden

import (
	"fmt"
	"os"
	"strings"
)

// around is how many equal lines are shown before and after those that differ.
const around = 2

// mostLines bounds the work of comparing: beyond it only the first difference is told.
const maxLines = 4000

// Lines tells a difference line by line: those of the file begin with -, those that should stand there with +.
func (d *Difference) Lines() string {
	src, err := os.ReadFile(d.File)
	was, is := strings.Split(string(src), "\n"), strings.Split(d.Text, "\n")
	if err != nil || len(was) > maxLines || len(is) > maxLines {
		return d.Error()
	}
	var all []string
	i, k := 0, 0
	for shared := longest(was, is); i < len(was) || k < len(is); {
		switch {
		case i < len(was) && k < len(is) && was[i] == is[k]:
			all = append(all, "  "+was[i])
			i, k = i+1, k+1
		case k == len(is) || i < len(was) && shared[i+1][k] >= shared[i][k+1]:
			all = append(all, "- "+was[i])
			i++
		default:
			all = append(all, "+ "+is[k])
			k++
		}
	}
	return excerpt(all)
}

// longest returns for each pair of ends of two texts how many equal lines follow in both, in order.
func longest(a, b []string) [][]int {
	shared := make([][]int, len(a)+1)
	for i := range shared {
		shared[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if shared[i][k] = max(shared[i+1][k], shared[i][k+1]); a[i] == b[k] {
				shared[i][k] = shared[i+1][k+1] + 1
			}
		}
	}
	return shared
}

// excerpt keeps the lines that differ and those around them.
func excerpt(all []string) string {
	var b strings.Builder
	last := -1
	for i, line := range all {
		near := false
		for k := max(i-around, 0); k <= min(i+around, len(all)-1); k++ {
			near = near || all[k][0] != ' '
		}
		if !near {
			continue
		}
		if i != last+1 {
			fmt.Fprintf(&b, "  … line %d\n", i+1)
		}
		last = i
		b.WriteString(line + "\n")
	}
	return b.String()
}
