package documents

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// file is what was read of a document.
type file struct {
	path     string // absolute
	content  []byte
	title    string
	passages []string
}

// readFile reads a document and its text.
//
//   - Errors: ErrKind, ErrNotFile, ErrTooLarge, ErrTooSlow, ErrEncoding, ErrPDF, ErrNoText, or the file system's.
func readFile(ctx context.Context, path string, pdf pdfReader) (file, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return file{}, err
	}
	if !Reads(abs) {
		return file{}, fmt.Errorf("%w: %s", ErrKind, path)
	}
	f := file{path: abs}
	if f.content, err = readBytes(abs); err != nil {
		return file{}, err
	}
	if err := f.parse(ctx, pdf); err != nil {
		return file{}, fmt.Errorf("%w: %s", err, path)
	}
	return f, nil
}

// parse takes text, title and passages out of the content.
func (f *file) parse(ctx context.Context, pdf pdfReader) error {
	ext := filepath.Ext(f.path)
	text, title, err := readers[strings.ToLower(ext)](ctx, f.content, pdf)
	if err != nil {
		return err
	}
	text = clean(text)
	switch {
	case !strings.ContainsFunc(text, isLetterOrDigit):
		return ErrNoText
	case len(text) > MaxTextBytes:
		return fmt.Errorf("%w: more than %d bytes of text", ErrTooLarge, MaxTextBytes)
	}
	if f.title = titleOf(title); f.title == "" {
		f.title = titleOf(strings.TrimSuffix(filepath.Base(f.path), ext))
	}
	if f.passages = chunks(text); len(f.passages) > maxChunks {
		return fmt.Errorf("%w: %d passages, at most %d", ErrTooLarge, len(f.passages), maxChunks)
	}
	return nil
}

// readers take the text and, if it says one, the title out of a file's content.
var readers = map[string]func(ctx context.Context, content []byte, pdf pdfReader) (text, title string, err error){
	".txt": readPlain, ".text": readPlain, ".md": readMarkdown, ".markdown": readMarkdown, ".pdf": readPDF,
}

// Reads reports whether files of this name are read, going by how it ends.
func Reads(name string) bool { return readers[strings.ToLower(filepath.Ext(name))] != nil }

// readBytes never opens what is no regular file: a pipe would block for ever.
func readBytes(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s", ErrNotFile, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	content, err := io.ReadAll(io.LimitReader(f, MaxFileBytes+1))
	if err != nil {
		return nil, err
	}
	if len(content) > MaxFileBytes {
		return nil, fmt.Errorf("%w: %s has more than %d bytes", ErrTooLarge, path, MaxFileBytes)
	}
	return content, nil
}

func readPlain(_ context.Context, content []byte, _ pdfReader) (text, title string, err error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return "", "", ErrEncoding
	}
	return string(content), "", nil
}

// readMarkdown keeps the marks: they are readable, and cutting them could cut meaning. The first
// heading is the title.
func readMarkdown(ctx context.Context, content []byte, pdf pdfReader) (text, title string, err error) {
	if text, _, err = readPlain(ctx, content, pdf); err != nil {
		return "", "", err
	}
	for line := range strings.Lines(text) {
		if heading := strings.TrimLeft(line, "#"); len(heading) < len(line) {
			return text, heading, nil
		}
	}
	return text, "", nil
}

// clean drops what no reader shows: control characters but line ends and tabs, byte order marks,
// and the marks that turn the direction of text, which can make a passage read as something else.
func clean(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "\u00ad", "").Replace(text)
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\ufeff' {
			return -1
		}
		return r
	}, text)
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// titleOf is a title on one line.
func titleOf(text string) string {
	text = text[:min(len(text), maxTitleBytes)]
	title := strings.Join(strings.Fields(clean(strings.ToValidUTF8(text, ""))), " ")
	if runes := []rune(title); len(runes) > maxTitleChars {
		title = string(runes[:maxTitleChars-1]) + "…"
	}
	return title
}
