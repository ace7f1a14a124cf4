package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// pageBytes is about the size of a page before it is compressed: a lookup unpacks one or two.
const pageBytes = 32 << 10

// pack writes each table once more, in pages that are compressed one by one: that is what the
// package embeds. A file is the number of columns and that of pages; for each page its first key and its compressed
// size, texts with their length before them and numbers as varints; then the pages.
func pack(out string, names ...string) error {
	for _, name := range names {
		table, err := readTable(out, name)
		if err != nil {
			return err
		}
		columns := bytes.Count(table[:bytes.IndexByte(table, '\n')], []byte("\t")) + 1
		var pages [][]byte
		var head []byte
		for len(table) > 0 {
			end := len(table)
			if end > pageBytes {
				end = pageBytes + bytes.IndexByte(table[pageBytes:], '\n') + 1
			}
			page, err := deflate(transposed(string(table[:end]), columns))
			if err != nil {
				return err
			}
			first, _, _ := bytes.Cut(table, []byte("\t"))
			head = binary.AppendUvarint(head, uint64(len(first)))
			head = append(head, first...)
			head = binary.AppendUvarint(head, uint64(len(page)))
			pages = append(pages, page)
			table = table[end:]
		}
		file := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(columns)), uint64(len(pages)))
		file = append(append(file, head...), bytes.Join(pages, nil)...)
		if err := os.WriteFile(filepath.Join(out, name+".pack"), file, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// transposed writes the cells of lines column by column, since what is alike packs best side by side: each a line of
// its own. A key leaves out how it begins like the one before it, and says first, as a character from the space on, how
// many bytes that is.
func transposed(lines string, columns int) string {
	cells := make([][]string, columns)
	last := ""
	for line := range strings.Lines(lines) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		key := row[0]
		same := 0
		for same < min(len(key), len(last), '~'-' ') && key[same] == last[same] {
			same++
		}
		last, row[0] = key, string(rune(' '+same))+key[same:]
		for i := range cells {
			cells[i] = append(cells[i], row[i])
		}
	}
	var b strings.Builder
	for _, column := range cells {
		b.WriteString(strings.Join(column, "\n") + "\n")
	}
	return b.String()
}

func deflate(text string) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(w, text)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// readTable joins the texts of a table.
func readTable(out, name string) ([]byte, error) {
	parts, err := filepath.Glob(filepath.Join(out, name+"*.tsv")) // sorted: .1, .2, …
	if err != nil {
		return nil, err
	}
	var table []byte
	for _, part := range parts {
		text, err := os.ReadFile(part)
		if err != nil {
			return nil, err
		}
		table = append(table, text...)
	}
	return table, nil
}
