package documents

import (
	"context"
	"time"
)

// SetPDFTime is for tests that do not wait as long as a person does.
func (l *Library) SetPDFTime(limit time.Duration) { l.pdf.timeout = limit }

// CompilePDFReader does what the first PDF of a process does.
func CompilePDFReader(ctx context.Context, cacheDir string) error {
	_, err := compile(ctx, cacheDir)
	return err
}
