// Package page is the web page of a server: files that need nothing from elsewhere, plain HTML, style sheets and
// modules that a browser reads as they are.
//
// # Basics
//
// The page talks to the REST interface of package server alone. js/app.js is where it begins: it says which trip is
// shown and what is where. js/conversation.js keeps a trip, its stream of updates and what was sent; the others draw.
// What a traveller sees is made of the parameters of messages, of status.ask and of the intent, in the language of the
// trip, that of the browser before there is one. Names that programs use stand in the engineer's view (js/inspect.js)
// and in the timeline alone, which are in English: timeline.html, which is the page of `legwork inspect --html`, and
// js/timeline.js, which reads its events. operations.html is for operators alone, and js/operations.js fills it.
//
// Four files of data are what the program knows: data/rules.json is the rule book by rule, data/lifecycle.json the
// lifecycle table, data/words.js the phrases of package texts, all made when the page is asked for; data/places.json
// has positions of places, from the tables of tools/geo (go test ./server/page -update).
//
// # Caveats
//
// The content policy of the server refuses scripts and styles that stand in the markup.
package page

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/legwork-go/legwork/docs"
	"github.com/legwork-go/legwork/reducer"
	"github.com/legwork-go/legwork/server/report"
	"github.com/legwork-go/legwork/texts"
	"github.com/legwork-go/legwork/trip"
)

//go:embed files
var embedded embed.FS

// FS returns the files of the page. The server answers / with index.html and the others under their names.
func FS() fs.FS {
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return withData{FS: files, data: data(), report: report.FS()}
}

// withData are files, more that are made, and under report/ those of the page of a timeline.
type withData struct {
	fs.FS
	data   map[string][]byte
	report fs.FS
}

func (f withData) Open(name string) (fs.File, error) {
	if content, ok := f.data[name]; ok {
		return &madeFile{Reader: bytes.NewReader(content), name: name[strings.LastIndexByte(name, '/')+1:]}, nil
	}
	if shared, ok := strings.CutPrefix(name, "report/"); ok {
		return f.report.Open(shared)
	}
	return f.FS.Open(name)
}

// madeFile is a file that is open, and its own description.
type madeFile struct {
	*bytes.Reader
	name string
}

func (f *madeFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *madeFile) Close() error               { return nil }
func (f *madeFile) Name() string               { return f.name }
func (f *madeFile) Mode() fs.FileMode          { return 0o444 }
func (f *madeFile) ModTime() time.Time         { return time.Time{} }
func (f *madeFile) IsDir() bool                { return false }
func (f *madeFile) Sys() any                   { return nil }

var data = sync.OnceValue(func() map[string][]byte {
	return map[string][]byte{
		"data/words.js":   append([]byte("export const tables = "), encode(texts.Phrases(families...))...),
		"data/rules.json": encode(docs.Rules()), "data/lifecycle.json": encode(lifecycle()),
		"timeline.html": report.ServedTimeline(), "operations.html": report.ServedOperations(),
	}
})

// families are those of the phrases that the page says.
var families = []string{
	"screen", "doing", "did", "count", "beyond", "word", "who", "work", "trouble", "sort", "language",
}

type node struct {
	Phase string `json:"phase"`
	State string `json:"state"`
}

type table struct {
	Nodes []node         `json:"nodes"`
	Edges []reducer.Edge `json:"edges"`
}

// lifecycle returns all statuses and the edges between them.
func lifecycle() table {
	t := table{Edges: reducer.Lifecycle()}
	for s := range trip.StatusCount {
		t.Nodes = append(t.Nodes, node{s.Phase(), s.State()})
	}
	return t
}

func encode(doc any) []byte {
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err) // of this package's own types
	}
	return text
}
