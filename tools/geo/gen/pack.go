package main

import (
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// pack writes each table once more, compressed: that is what the package embeds.
func pack(out string, names ...string) error {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(2<<20))
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }()
	for _, name := range names {
		table, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, name+".zst"), w.EncodeAll(table, nil), 0o644); err != nil {
			return err
		}
	}
	return nil
}
