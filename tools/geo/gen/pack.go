package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// pageBytes is about the size of a page before it is compressed: a lookup unpacks one or two.
const pageBytes = 64 << 10

// pack writes each table once more, in pages that are compressed one by one: that is what the
// package embeds. A file is the number of pages; for each its first key and its compressed size, texts with
// their length before them and numbers as varints; then the pages.
func pack(out string, names ...string) error {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }()
	for _, name := range names {
		table, err := readTable(out, name)
		if err != nil {
			return err
		}
		var pages [][]byte
		var head []byte
		for len(table) > 0 {
			end := len(table)
			if end > pageBytes {
				end = pageBytes + bytes.IndexByte(table[pageBytes:], '\n') + 1
			}
			page := w.EncodeAll(table[:end], nil)
			first, _, _ := bytes.Cut(table, []byte("\t"))
			head = binary.AppendUvarint(head, uint64(len(first)))
			head = append(head, first...)
			head = binary.AppendUvarint(head, uint64(len(page)))
			pages = append(pages, page)
			table = table[end:]
		}
		file := append(binary.AppendUvarint(nil, uint64(len(pages))), head...)
		if err := os.WriteFile(filepath.Join(out, name+".pack"), append(file, bytes.Join(pages, nil)...), 0o644); err != nil {
			return err
		}
	}
	return nil
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
