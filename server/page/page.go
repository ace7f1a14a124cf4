// Package page is the web page of a server: files that need nothing from elsewhere.
package page

import (
	"embed"
	"io/fs"
)

//go:embed files
var embedded embed.FS

// FS returns the files of the page. The server answers / with index.html and the others under their names.
func FS() fs.FS {
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return files
}
