package documents

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/klippa-app/go-pdfium/requests"
)

// pdfReader is what a library knows about reading PDFs.
type pdfReader struct {
	cacheDir string
	timeout  time.Duration
}

// readPDF takes the text of a PDF, page after page, in a sandbox that nothing else is read in.
func readPDF(ctx context.Context, content []byte, pdf pdfReader) (text, title string, err error) {
	if !bytes.Contains(content[:min(len(content), 1024)], []byte("%PDF-")) {
		return "", "", fmt.Errorf("%w: it is not a PDF", ErrPDF)
	}
	s, err := newSandbox(ctx, pdf)
	if err != nil {
		return "", "", err
	}
	defer s.close()
	doc, err := s.pdf.OpenDocument(&requests.OpenDocument{File: &content})
	if err != nil {
		return "", "", s.failure(err)
	}
	count, err := s.pdf.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc.Document})
	if err != nil {
		return "", "", s.failure(err)
	}
	if count.PageCount > pdfPages {
		return "", "", fmt.Errorf("%w: %d pages, at most %d", ErrTooLarge, count.PageCount, pdfPages)
	}
	var b strings.Builder
	for i := range count.PageCount {
		page := requests.Page{ByIndex: &requests.PageByIndex{Document: doc.Document, Index: i}}
		pageText, err := s.pageText(page, MaxTextBytes-b.Len())
		if err != nil {
			return "", "", fmt.Errorf("%w (page %d)", err, i+1)
		}
		b.WriteString(pageText)
		b.WriteString("\n\n")
	}
	info, err := s.pdf.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: doc.Document, Tag: "Title"})
	if err != nil {
		return "", "", s.failure(err)
	}
	if !legible(b.String()) {
		return "", "", ErrNoText
	}
	return b.String(), info.Value, nil
}

// pageText returns the text of a page, which may have so many bytes.
func (s *sandbox) pageText(page requests.Page, room int) (string, error) {
	loaded, err := s.pdf.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return "", s.failure(err)
	}
	chars, err := s.pdf.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: loaded.TextPage})
	if err != nil {
		return "", s.failure(err)
	}
	if chars.Count > room {
		return "", fmt.Errorf("%w: more than %d bytes of text", ErrTooLarge, MaxTextBytes)
	}
	got, err := s.pdf.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: loaded.TextPage, Count: chars.Count})
	if err != nil {
		return "", s.failure(err)
	}
	if len(got.Text) > room {
		return "", fmt.Errorf("%w: more than %d bytes of text", ErrTooLarge, MaxTextBytes)
	}
	if _, err := s.pdf.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage}); err != nil {
		return "", s.failure(err)
	}
	return strings.ReplaceAll(got.Text, wordDivision, ""), nil
}

// wordDivision stands where a word was divided at the end of a line.
const wordDivision = "\ufffe"

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
