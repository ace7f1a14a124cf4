package documents

import "errors"

// Refusals of a file.
var (
	// ErrKind is returned when the file's name does not end in .txt, .text, .md, .markdown or .pdf.
	ErrKind = errors.New("documents: this kind of file is not read (txt, md and pdf are)")

	// ErrNotFile is returned when the path is a folder, a device or anything else but a regular file.
	ErrNotFile = errors.New("documents: not a regular file")

	// ErrTooLarge is returned when the file, its text, the number of its pages or passages, or the
	// memory that it takes to read is beyond the limit.
	ErrTooLarge = errors.New("documents: the file is too large")

	// ErrEncoding is returned when a text file is not UTF-8.
	ErrEncoding = errors.New("documents: the text is not UTF-8")

	// ErrTooSlow is returned when a file takes too long to read.
	ErrTooSlow = errors.New("documents: the file takes too long to read")

	// ErrPDF is returned when a PDF is damaged or encrypted with a password.
	ErrPDF = errors.New("documents: the PDF cannot be read")

	// ErrNoText is returned when a file has no text that can be read, such as a scan.
	ErrNoText = errors.New("documents: the file has no readable text")

	// ErrTenantFull is returned when a tenant has MaxDocuments documents already.
	ErrTenantFull = errors.New("documents: the tenant has too many documents")

	// ErrName is returned when a tenant or property is too long or not UTF-8.
	ErrName = errors.New("documents: bad name of a tenant or property")
)

// Failures of an index.
var (
	// ErrNotFound is returned when the tenant has no document of this id.
	ErrNotFound = errors.New("documents: no such document")

	// ErrNoFolder is returned when a document is added to a library without a folder.
	ErrNoFolder = errors.New("documents: the library has no folder")

	// ErrLocked is returned when another process is changing the tenant's documents.
	ErrLocked = errors.New("documents: the index is in use by another process")

	// ErrDamaged is returned when an index cannot be opened; delete its folder and add the files again.
	ErrDamaged = errors.New("documents: the index is damaged")
)
