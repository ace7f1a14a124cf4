package llm

import (
	"encoding/json"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/legwork-go/legwork/trip"
)

// readObject reads a text that is one JSON object. A member that is said several times in the same words, which
// repeats reports, is said once. Where the words differ nobody knows which is meant: the first stands, and twice names
// it, such as dates.departure_date.
func readObject(text string) (doc map[string]any, twice []string, repeats bool, err error) {
	doc, twice, repeats, rest, err := firstObject(text)
	if err == nil && strings.TrimSpace(rest) != "" {
		return nil, nil, false, unusable("it is more than one JSON object")
	}
	return doc, twice, repeats, err
}

// firstObject is readObject of a text behind whose object something else may stand, which is rest.
func firstObject(text string) (doc map[string]any, twice []string, repeats bool, rest string, err error) {
	r := objectReader{dec: json.NewDecoder(strings.NewReader(text))}
	r.dec.UseNumber()
	v, err := r.value("", 0)
	if err != nil {
		return nil, nil, false, "", err
	}
	doc, is := v.(map[string]any)
	if !is {
		return nil, nil, false, "", unusable("it is no JSON object")
	}
	return doc, r.twice, r.repeats, text[r.dec.InputOffset():], nil
}

// objectReader reads JSON that may have members twice.
type objectReader struct {
	dec     *json.Decoder
	twice   []string
	repeats bool
}

// value reads the next value, which stands at a path.
func (r *objectReader) value(path string, depth int) (any, error) {
	t, err := r.dec.Token()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	open, is := t.(json.Delim)
	switch {
	case !is:
		return t, nil
	case depth > trip.MaxDepth:
		return nil, unusable("it is too deep")
	case open == '[':
		return r.list(path, depth)
	default:
		return r.object(path, depth)
	}
}

func (r *objectReader) list(path string, depth int) (any, error) {
	list := []any{}
	for r.dec.More() {
		v, err := r.value(path+"["+strconv.Itoa(len(list))+"]", depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := r.dec.Token()
	return list, err
}

func (r *objectReader) object(path string, depth int) (any, error) {
	doc := map[string]any{}
	for r.dec.More() {
		t, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		name, is := t.(string)
		if !is {
			return nil, unusable("a name is no text")
		}
		at := strings.TrimPrefix(path+"."+name, ".")
		v, err := r.value(at, depth+1)
		if err != nil {
			return nil, err
		}
		if before, again := doc[name]; again && before != nil {
			r.repeats = true
			if v != nil && !reflect.DeepEqual(before, v) {
				r.twice = append(r.twice, at)
			}
			continue
		}
		doc[name] = v
	}
	_, err := r.dec.Token()
	return doc, err
}
