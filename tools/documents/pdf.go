package documents

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/ledongthuc/pdf"
)

// readPDF takes the text of a PDF, page after page. The parser works on a goroutine of its own,
// because it can neither be interrupted nor trusted not to panic.
func readPDF(ctx context.Context, content []byte) (text, title string, err error) {
	type outcome struct {
		text, title string
		err         error
	}
	ctx, cancel := context.WithTimeout(ctx, pdfTime)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o.err = fmt.Errorf("%w: it is damaged", ErrPDF)
			}
			done <- o
		}()
		o.text, o.title, o.err = parsePDF(ctx, content)
	}()
	select {
	case o := <-done:
		return o.text, o.title, o.err
	case <-ctx.Done():
		return "", "", fmt.Errorf("%w: it took too long", ErrPDF)
	}
}

func parsePDF(ctx context.Context, content []byte) (text, title string, err error) {
	if !bytes.Contains(content[:min(len(content), 1024)], []byte("%PDF-")) {
		return "", "", fmt.Errorf("%w: it is not a PDF", ErrPDF)
	}
	r, err := pdf.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return "", "", fmt.Errorf("%w: %s", ErrPDF, reason(err))
	}
	pages := r.NumPage()
	if pages > pdfPages {
		return "", "", fmt.Errorf("%w: %d pages, at most %d", ErrTooLarge, pages, pdfPages)
	}
	var b strings.Builder
	room := int64(pdfStreamBytes)
	for i := 1; i <= pages && ctx.Err() == nil; i++ {
		page := r.Page(i)
		if page.V.IsNull() {
			continue
		}
		if room -= unpacked(page.V.Key("Contents"), room); room <= 0 {
			return "", "", fmt.Errorf("%w: its pages unpack to more than %d bytes", ErrTooLarge, int64(pdfStreamBytes))
		}
		pageText, err := page.GetPlainText(nil)
		if err != nil {
			return "", "", fmt.Errorf("%w: page %d is damaged", ErrPDF, i)
		}
		if b.Len()+len(pageText) > MaxTextBytes {
			return "", "", fmt.Errorf("%w: more than %d bytes of text", ErrTooLarge, MaxTextBytes)
		}
		b.WriteString(pageText)
		b.WriteString("\n\n")
	}
	if !legible(b.String()) {
		return "", "", ErrNoText
	}
	return b.String(), r.Trailer().Key("Info").Key("Title").Text(), nil
}

// unpacked counts the bytes of a stream, or of a list of streams, up to a little over the room.
func unpacked(v pdf.Value, room int64) int64 {
	if v.Kind() == pdf.Array {
		total := int64(0)
		for i := 0; i < v.Len() && total <= room; i++ {
			total += unpacked(v.Index(i), room-total)
		}
		return total
	}
	if v.Kind() != pdf.Stream {
		return 0
	}
	rd := v.Reader()
	defer rd.Close()
	n, err := io.Copy(io.Discard, io.LimitReader(rd, room+1))
	if err != nil {
		return n + 1 // the interpreter meets the same error and says so
	}
	return n
}

// reason keeps the parser's words about the file short.
func reason(err error) string {
	text := strings.ToValidUTF8(err.Error(), "")
	if runes := []rune(text); len(runes) > 80 {
		text = string(runes[:80])
	}
	return text
}

// legible reports whether a text reads as one: fonts without a character map give control
// characters and symbols instead of letters.
func legible(text string) bool {
	letters, junk := 0, 0
	for _, r := range text {
		switch {
		case isLetterOrDigit(r):
			letters++
		case r == unicode.ReplacementChar || unicode.Is(unicode.Co, r) || unicode.IsControl(r) && !unicode.IsSpace(r):
			junk++
		}
	}
	return letters > 0 && junk*10 < letters
}
