// Package packed reads recordings that may be compressed. It ends what can be none: some megabytes unpack to terabytes.
package packed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// zstdWindowBytes bounds the memory of a decompressor.
const zstdWindowBytes = 8 << 20

// How compressed files begin.
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Open returns what a file holds, unpacked; closing it closes the file, which it does itself where it fails. How the
// file is compressed is told by its name or, as a stream has none, by how it begins.
func Open(file io.ReadCloser, name string) (io.ReadCloser, error) {
	packed := &counting{Reader: file}
	begin := bufio.NewReader(packed)
	magic, _ := begin.Peek(len(zstdMagic)) // what cannot be read is told by the reader of lines
	switch {
	case strings.HasSuffix(name, ".gz"), bytes.HasPrefix(magic, gzipMagic):
		z, err := gzip.NewReader(begin)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%w: it is not gzip", err), file.Close())
		}
		return opened{Reader: &bounded{in: unpacker{z}, packed: packed}, close: file.Close}, nil
	case strings.HasSuffix(name, ".zst"), bytes.HasPrefix(magic, zstdMagic):
		z, err := zstd.NewReader(begin, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindowBytes))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%w: it is not zstd", err), file.Close())
		}
		closeBoth := func() error { z.Close(); return file.Close() }
		return opened{Reader: &bounded{in: unpacker{z}, packed: packed}, close: closeBoth}, nil
	default:
		return opened{Reader: &bounded{in: begin}, close: file.Close}, nil
	}
}

// opened joins a reader with what must be closed behind it.
type opened struct {
	io.Reader
	close func() error
}

// Close implements io.Closer.
func (o opened) Close() error { return o.close() }

// What no recording is like.
const (
	maxBlank = 64 << 20 // bytes without an event
	maxRatio = 1000     // times as many bytes as the compressed file, beyond as many
)

var (
	errBlank = fmt.Errorf("it has more than %d MiB without an event", maxBlank>>20)
	errRatio = fmt.Errorf("it unpacks to more than %d times its size", maxRatio)
)

// bounded is a reader that ends with an error where what it reads can be no recording.
type bounded struct {
	in          io.Reader
	packed      *counting // nil where nothing is unpacked
	bytes, last int64     // read, and up to the last one of an event
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	if text := len(bytes.TrimRight(p[:n], " \t\r\n")); text > 0 {
		b.last = b.bytes + int64(text)
	}
	b.bytes += int64(n)
	switch {
	case b.bytes-b.last > maxBlank:
		return n, errBlank
	case b.packed != nil && b.bytes > maxBlank && b.bytes/maxRatio > b.packed.bytes:
		return n, errRatio
	}
	return n, err
}

// counting counts what is read.
type counting struct {
	io.Reader
	bytes int64
}

// Read implements io.Reader.
func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.bytes += int64(n)
	return n, err
}

// unpacker says of a decompressor's errors what is to be done.
type unpacker struct{ io.Reader }

// Read implements io.Reader.
func (u unpacker) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	switch {
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return n, fmt.Errorf("%w: it needs more than %d MiB to unpack: compress it without --long and --ultra", err,
			zstdWindowBytes>>20)
	case errors.Is(err, zstd.ErrMagicMismatch):
		return n, fmt.Errorf("%w: it is not zstd", err)
	case err != nil && !errors.Is(err, io.EOF):
		return n, fmt.Errorf("%w: the compressed file is damaged or cut short: copy it again", err)
	}
	return n, err
}
