package replay

import (
	"errors"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// What a line is that is no event.
var (
	errHeader     = errors.New("replay: a second header")
	errLateHeader = errors.New("replay: the header is not the first line")
	errSpread     = errors.New("replay: the line only opens a document")
)

// What to do about a line that stops too early: about the last one, about another, and about one that goes on below.
const (
	cutHint    = "the recording ends in the middle of this line: remove the line, or copy the file again"
	tornHint   = "the line stops in the middle: copy the file again, or write the rest of the event behind it"
	spreadHint = "an event stands in one line: write the JSON without line feeds, as jq -c does"
)

// otherLine tells what a line is that was not read as an event because of err.
func otherLine(text string, err error) error {
	switch strings.TrimSpace(text) {
	case "{", "[":
		return errSpread
	}
	if trip.IsHeader(text) {
		return errHeader
	}
	return err
}

// isNewer reports whether a header's version, as a JSON text, is a later one than this engine's.
func isNewer(version string) bool {
	quoted, ok := strings.CutPrefix(version, `"legwork/`)
	is, err := strconv.Atoi(strings.TrimSuffix(quoted, `"`))
	own, _ := strconv.Atoi(strings.TrimPrefix(trip.RecordingVersion, "legwork/"))
	return ok && err == nil && is > own
}
