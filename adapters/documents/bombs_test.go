package documents_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/legwork-go/legwork/adapters/documents"
)

// bomb is a file that asks its reader for much more than it is.
type bomb struct {
	name    string
	content func() []byte
	want    error
}

// bombs of every kind that is read.
var bombs = []bomb{
	{"xref.pdf", func() []byte {
		return crossReferences("\x01\x00\x00\x00", "/Size 2000000000 /W [1 2 1] /Index [0 2000000000]")
	}, documents.ErrPDF},
	{"columns.pdf", func() []byte {
		return crossReferences(strings.Repeat("\x00", 4000),
			"/Size 10 /W [1 2 1] /DecodeParms << /Predictor 12 /Columns 3000000000 >>")
	}, documents.ErrPDF},
	{"spaces.pdf", func() []byte { return pdfOfPage(packed(deflate(spaces, 300)), "") }, documents.ErrTooLarge},
	{"filters.pdf", func() []byte {
		return pdfOfPage(packed(deflate(deflate(spaces, 300), 1), "/Filter [/FlateDecode /FlateDecode]"), "")
	}, documents.ErrTooLarge},
	{"text.pdf", func() []byte { return textBomb(5) }, documents.ErrTooLarge},
	{"pages.pdf", func() []byte {
		return pdfWith("t", "/Kids ["+strings.Repeat("5 0 R ", 3000)+"] /Count 3000",
			page(6, ""), stream(content("text")))
	}, documents.ErrTooLarge},
	{"count.pdf", func() []byte {
		return pdfWith("t", "/Kids [5 0 R] /Count 2000000000", page(6, ""), stream(content("")))
	}, documents.ErrNoText},
	{"tree.pdf", func() []byte {
		return pdfWith("t", "/Kids [5 0 R 5 0 R] /Count 2",
			"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 5 0 R 2 0 R] /Count 3 >>")
	}, documents.ErrPDF},
	{"nested.pdf", func() []byte { return pdfOfPage(packed(deflate("[", 4<<20)), "") }, documents.ErrNoText},
	{"objects.pdf", func() []byte {
		return pdfOfPage("[["+strings.Repeat("[", 1<<20)+" "+strings.Repeat("<<", 1<<20), "")
	}, documents.ErrNoText},
	{"laughs.pdf", laughs, documents.ErrTooLarge},
	{"title.pdf", func() []byte { return pdfOf(strings.Repeat("long ", 200_000), "") }, documents.ErrNoText},
	{"line.txt", func() []byte { return bytes.Repeat([]byte("x"), documents.MaxTextBytes+1) }, documents.ErrTooLarge},
	{"headings.md", func() []byte { return bytes.Repeat([]byte("#a\n"), 1<<20) }, documents.ErrTooLarge},
	{"nothing.txt", func() []byte { return bytes.Repeat([]byte("\u00ad"), 8<<20) }, documents.ErrNoText},
	{"heading.md", func() []byte { return bytes.Repeat([]byte("#"), 16<<20) }, documents.ErrNoText},
}

var spaces = strings.Repeat(" ", 1<<20)

// textBomb is a page with so many MB of text, in 1 kB each.
func textBomb(times int) []byte {
	line := "(" + strings.Repeat("A", 1000) + ") Tj T*\n"
	return pdfOfPage(packed(deflate("BT /F1 12 Tf 50 780 Td 14 TL\n"+strings.Repeat(line, 1000), times)), "")
}

// laughs is a page that paints a form ten times, which paints another form ten times, and so on.
func laughs() []byte {
	const levels = 12
	var forms []string
	for i := range levels {
		forms = append(forms, stream(strings.Repeat("/X Do ", 10), "/Type /XObject /Subtype /Form /BBox [0 0 9 9]",
			fmt.Sprintf("/Resources << /XObject << /X %d 0 R >> >>", firstFree+3+i)))
	}
	forms = append(forms, stream("BT /F1 12 Tf (ha) Tj ET", "/Type /XObject /Subtype /Form /BBox [0 0 9 9]",
		"/Resources << /Font << /F1 3 0 R >> >>"))
	return pdfOfPage(stream("/X Do"), fmt.Sprintf("/XObject << /X %d 0 R >>", firstFree+2), forms...)
}

// crossReferences is a PDF that is nothing but a cross-reference stream.
func crossReferences(data, entries string) []byte {
	const head = "%PDF-1.5\n"
	return []byte(head + "1 0 obj\n" + stream(data, "/Type /XRef /Root 2 0 R", entries) +
		fmt.Sprintf("\nendobj\nstartxref\n%d\n%%%%EOF", len(head)))
}

// A bomb is refused for what it is, and nothing of it is kept.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector, in one goroutine")
	}
	dir := t.TempDir()
	lib := unhurried(filepath.Join(dir, "index"))
	add(t, lib, "acme", "", write(t, dir, "good.pdf", string(pdfOf("t", "some text"))))
	before := list(t, lib, "acme")
	for _, b := range bombs {
		path := write(t, dir, b.name, string(b.content()))
		if _, err := lib.Add(context.Background(), "acme", "", path); !errors.Is(err, b.want) {
			t.Errorf("%s: %v, want %v", b.name, err, b.want)
		}
		if after := list(t, lib, "acme"); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: %+v", b.name, after)
		}
	}
	if found := passages(t, lib, "acme", "text", nil); len(found) != 1 {
		t.Errorf("afterwards: %+v", found)
	}
	// The bombs ask for up to 80 GB. The most is taken by the compiler, and no sandbox is in this figure.
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.Sys > 800<<20 {
		t.Errorf("the process took %d MB of memory", m.Sys>>20)
	}
}

// Time is taken from a PDF in the middle of its work, and the next one finds nothing broken.
func TestTimeOfAPDFIsOver(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes the reader too slow for what is read in time here")
	}
	dir := t.TempDir()
	lib := documents.Open(filepath.Join(dir, "index"))
	good := write(t, dir, "good.pdf", string(pdfOf("t", "some text")))
	slow := write(t, dir, "slow.pdf", string(textBomb(65)))
	add(t, lib, "acme", "", good) // compiles the reader, which is not in the time of a file

	lib.SetPDFTime(200 * time.Millisecond)
	if _, err := lib.Add(context.Background(), "acme", "", slow); !errors.Is(err, documents.ErrTooSlow) {
		t.Errorf("its time is over: %v", err)
	}
	lib.SetPDFTime(time.Hour)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	if _, err := lib.Add(ctx, "acme", "", slow); !errors.Is(err, context.Canceled) {
		t.Errorf("the caller gives up: %v", err)
	}
	if id := add(t, lib, "acme", "", good); id != list(t, lib, "acme")[0].ID {
		t.Errorf("%s is not %+v", id, list(t, lib, "acme"))
	}
}
