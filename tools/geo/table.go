package geo

import (
	_ "embed" // the tables
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Each table is a text of lines sorted bytewise by the first tab-separated column. The large
// ones are embedded compressed, a megabyte less in every program, and read at the first lookup.
var (
	//go:embed data/airports.tsv.zst
	airportPack []byte
	//go:embed data/cities.tsv.zst
	cityPack []byte
	//go:embed data/nicknames.tsv
	nicknameTable string
	//go:embed data/regions.tsv
	regionTable string

	airportTable = sync.OnceValue(func() string { return unpack(airportPack) })
	cityTable    = sync.OnceValue(func() string { return unpack(cityPack) })
)

func unpack(pack []byte) string {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic("geo: " + err.Error())
	}
	defer r.Close()
	table, err := r.DecodeAll(pack, nil)
	if err != nil {
		panic("geo: broken table: " + err.Error())
	}
	return string(table)
}

// lowerBound returns the offset of the first line whose key is not below key.
func lowerBound(table, key string) int {
	lo, hi := 0, len(table) // the answer is a line start in [lo, hi]
	for lo < hi {
		start := strings.LastIndexByte(table[lo:lo+(hi-lo)/2], '\n') + 1 + lo
		end := start + strings.IndexByte(table[start:], '\n') + 1
		if keyOf(table[start:]) < key {
			lo = end
		} else {
			hi = start
		}
	}
	return lo
}

func keyOf(line string) string { return line[:strings.IndexByte(line, '\t')] }

func find(table, key string) (string, bool) {
	at := lowerBound(table, key)
	if at == len(table) || keyOf(table[at:]) != key {
		return "", false
	}
	return table[at : at+strings.IndexByte(table[at:], '\n')], true
}

// findAll returns the lines of one key in the table's order.
func findAll(table, key string) []string {
	var lines []string
	for at := lowerBound(table, key); at < len(table) && keyOf(table[at:]) == key; {
		end := at + strings.IndexByte(table[at:], '\n')
		lines = append(lines, table[at:end])
		at = end + 1
	}
	return lines
}

func parseAirport(line string) Airport {
	f := strings.Split(line, "\t")
	return Airport{
		Code: f[0], Name: f[1], City: f[2], Country: f[3], Zone: f[4],
		LatMicro: micro(f[5]), LonMicro: micro(f[6]), Size: Size(f[7]),
		cityKey: Fold(f[2]), cityCountry: f[8], cityAdmin: f[9],
	}
}

func parseCity(line string) City {
	f := strings.Split(line, "\t")
	return City{
		Name: f[1], Country: f[2], Admin: f[3], Population: number(f[4]),
		LatMicro: micro(f[5]), LonMicro: micro(f[6]), MainAirport: f[7],
	}
}

// micro reads a table position: the tables hold ten-thousandths of a degree.
func micro(text string) int64 { return number(text) * 100 }

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("geo: broken table: " + strconv.Quote(text))
	}
	return n
}
