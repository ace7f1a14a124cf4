package load_test

import (
	"fmt"
	"net/http"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// disk mounts a small disk that belongs to whom the database runs as.
func disk(t *testing.T, megabytes int) (folder string) {
	t.Helper()
	account, err := user.Lookup("postgres")
	if err != nil {
		t.Skip(err)
	}
	//nolint:usetesting // the folder of the test is closed to the database
	if folder, err = os.MkdirTemp("", "legwork-disk"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(folder) })
	data := fmt.Sprintf("size=%dm,uid=%s,gid=%s,mode=0700", megabytes, account.Uid, account.Gid)
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, data); err != nil {
		t.Skipf("a disk of its own cannot be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// fill fills a disk until it is freed.
func fill(t *testing.T, folder string) (free func()) {
	t.Helper()
	ballast, err := os.Create(filepath.Join(folder, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 4096)
	for err == nil {
		_, err = ballast.Write(block)
	}
	_ = ballast.Close()
	return func() { _ = os.Remove(ballast.Name()) }
}

// TestFullDisk fills the disk of a database while servers work on it: first the disk of its tables, where statements
// fail, then that of its log, where the database itself stops. Meanwhile nothing is accepted that is not kept, and the
// servers say what is wrong. With space again all goes on.
func TestFullDisk(t *testing.T) {
	if !isLong() {
		t.Skip("on demand: make servers")
	}
	_ = serve(t) // it is built elsewhere
	data, tables := disk(t, 192), disk(t, 40)
	t.Setenv("TMPDIR", data)
	db := startDatabase(t, "min_wal_size=32MB", "max_wal_size=48MB", "wal_recycle=off")
	for _, statement := range []string{
		"CREATE TABLESPACE small LOCATION '" + tables + "'", "ALTER ROLE legwork SET default_tablespace = small",
	} {
		if err := db.Do(statement); err != nil {
			t.Fatal(err)
		}
	}
	c := startCluster(t, db, *count)
	c.works(func() string {
		c.goesOn(12)
		free := fill(t, tables)
		for which := range c.sites {
			c.says(which, http.StatusServiceUnavailable)
		}
		free()
		for which := range c.sites {
			c.says(which, http.StatusOK)
		}
		c.goesOn(12)
		free = fill(t, data)
		for err := error(nil); err == nil; err = db.Do("SELECT pg_switch_wal()") {
			t.Log("there is space for one more file of the log")
		}
		for which := range c.sites {
			c.says(which, http.StatusServiceUnavailable)
		}
		free()
		db.Kill()
		if err := db.Start(); err != nil {
			t.Fatal(err)
		}
		return "a full disk of the tables, then of the log"
	})
	said := 0
	for i, s := range c.sites {
		if err := s.end(os.Interrupt); err != nil {
			t.Errorf("server %d: %v", i, err)
		}
		if strings.Contains(s.wrote, "the disk of the database is full") {
			said++
		}
	}
	if said == 0 {
		t.Error("no server says that the disk is full")
	}
}
