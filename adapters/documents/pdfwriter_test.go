package documents_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

const (
	font      = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
	firstFree = 5 // the number of the first object that pdfWith is given
)

// pdfOf writes a small PDF with one page per text, each line of a text on a line of its own.
// Streams are compressed, as nearly all real ones are.
func pdfOf(title string, pages ...string) []byte {
	var kids, objects []string
	for i, text := range pages {
		kids = append(kids, fmt.Sprintf("%d 0 R", firstFree+2*i))
		objects = append(objects, page(firstFree+2*i+1, ""), stream(content(text)))
	}
	return pdfWith(title, fmt.Sprintf("/Kids [%s] /Count %d", strings.Join(kids, " "), len(pages)), objects...)
}

// pdfOfPage writes a PDF of one page from the object with its content. What else the page needs is
// in the resources and the further objects, which are numbered from 7 on.
func pdfOfPage(content, resources string, further ...string) []byte {
	objects := append([]string{page(firstFree+1, resources), content}, further...)
	return pdfWith("t", fmt.Sprintf("/Kids [%d 0 R] /Count 1", firstFree), objects...)
}

// pdfWith writes a PDF of these objects, numbered from firstFree on, after the catalog, the page
// tree, a font and the title.
func pdfWith(title, pageTree string, objects ...string) []byte {
	objects = append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages " + pageTree + " >>", font, "<< /Title (" + title + ") >>",
	}, objects...)
	var b bytes.Buffer
	var offsets []int
	b.WriteString("%PDF-1.4\n")
	for i, body := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

func page(contents int, resources string) string {
	return fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "+
		"/Resources << /Font << /F1 3 0 R >> %s >> >>", contents, resources)
}

func content(text string) string {
	var b strings.Builder
	b.WriteString("BT /F1 12 Tf 50 780 Td 14 TL\n")
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(&b, "(%s) Tj T*\n", strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(line))
	}
	b.WriteString("ET")
	return b.String()
}

// stream is a compressed stream with these further entries of its dictionary.
func stream(data string, entries ...string) string { return packed(deflate(data, 1), entries...) }

func packed(data string, entries ...string) string {
	return fmt.Sprintf("<< /Filter /FlateDecode %s /Length %d >>\nstream\n%s\nendstream",
		strings.Join(entries, " "), len(data), data)
}

// deflate compresses the data, repeated so many times, in little memory.
func deflate(data string, times int) string {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	for unit := []byte(data); times > 0; times-- {
		w.Write(unit)
	}
	w.Close()
	return z.String()
}
