package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/uuid"
)

// Library holds the documents of many tenants under one folder. It is safe for concurrent use.
type Library struct {
	dir string
	pdf pdfReader

	mu      sync.Mutex        // guards shelves
	shelves map[string]*shelf // by tenant
}

// Open returns the library in a folder. It reads and makes nothing: the first Add makes the folder.
// Without a folder's name the library has nothing and takes nothing.
func Open(dir string) *Library {
	return &Library{dir: dir, pdf: pdfReader{timeout: pdfTime}, shelves: map[string]*shelf{}}
}

// SetPDFCache names a folder in which the reader of PDFs keeps its machine code, 22 MB. Without one
// each process compiles it anew at its first PDF, which takes seconds and 300 MB of memory. Who can
// write there can have code run: the folder must be the user's own. It is called before the first Add.
func (l *Library) SetPDFCache(dir string) { l.pdf.cacheDir = dir }

// Document describes one document of a tenant.
type Document struct {
	ID       string `json:"document_id"`
	Title    string `json:"title"`
	Path     string `json:"path"` // absolute, as it was when the document was added
	Property string `json:"property_id,omitempty"`
	Bytes    int64  `json:"bytes"` // of the file
	Chunks   int    `json:"chunks"`
}

// Add reads a file and keeps it for the tenant, under a property if one is named. It returns the
// document's id. A file that is there already is not added again; another property given to it
// replaces the old one. A changed file replaces what its path held before.
//
//   - Errors: those of errors.go that refuse a file, ErrTenantFull, ErrName, ErrNoFolder, ErrLocked, ErrDamaged.
func (l *Library) Add(ctx context.Context, tenant, property, path string) (id string, err error) {
	if err := checkName(tenant, property); err != nil {
		return "", err
	}
	if l.dir == "" {
		return "", ErrNoFolder
	}
	select {
	case adding <- struct{}{}:
		defer func() { <-adding }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	f, err := readFile(ctx, path, l.pdf)
	if err != nil {
		return "", err
	}
	d := Document{
		ID: documentID(tenant, f.path, f.content), Title: f.title, Path: f.path, Property: property,
		Bytes: int64(len(f.content)), Chunks: len(f.passages),
	}
	return d.ID, l.shelf(tenant).put(ctx, d, f.passages)
}

// adding has a place for each document that is being added, of all libraries.
var adding = make(chan struct{}, maxAdded)

// Remove takes a document away for good.
//
//   - Errors: ErrNotFound, ErrLocked, ErrDamaged.
func (l *Library) Remove(ctx context.Context, tenant, id string) error {
	if err := checkName(tenant, ""); err != nil {
		return err
	}
	return l.shelf(tenant).remove(ctx, id)
}

// List returns the tenant's documents, sorted by path. A tenant that nobody knows has none.
//
//   - Errors: ErrLocked, ErrDamaged.
func (l *Library) List(ctx context.Context, tenant string) ([]Document, error) {
	if err := checkName(tenant, ""); err != nil {
		return nil, err
	}
	return l.shelf(tenant).list(ctx)
}

// checkName bounds the names that come from outside. A tenant may be empty: that is the one
// traveller of a program without tenants.
func checkName(names ...string) error {
	for _, n := range names {
		if len(n) > maxNameBytes || !utf8.ValidString(n) {
			return ErrName
		}
	}
	return nil
}

// shelf returns the tenant's shelf, always the same one, because it holds the tenant's lock.
func (l *Library) shelf(tenant string) *shelf {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.shelves[tenant]
	if !ok {
		s = &shelf{tenant: tenant}
		if l.dir != "" {
			s.dir = filepath.Join(l.dir, folderOf(tenant))
		}
		l.shelves[tenant] = s
	}
	return s
}

// folderOf names a tenant's folder by a digest: a tenant's name may hold anything, also "../".
func folderOf(tenant string) string {
	sum := sha256.Sum256([]byte(tenant))
	return hex.EncodeToString(sum[:16])
}

var namespace = uuid.NewSHA1(uuid.NameSpaceDNS, []byte("documents.legwork"))

// documentID is the UUIDv5 of tenant, path and content; the parts are told apart by their lengths.
func documentID(tenant, path string, content []byte) string {
	digest := sha256.Sum256(content)
	var name strings.Builder
	for _, part := range []string{tenant, path, hex.EncodeToString(digest[:])} {
		name.WriteString(strconv.Itoa(len(part)) + ":" + part)
	}
	return uuid.NewSHA1(namespace, []byte(name.String())).String()
}
