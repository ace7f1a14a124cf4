package crash_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.etcd.io/gofail/code"
)

// root is the module's root seen from this package.
const root = "../.."

// failing are the packages whose failpoints are compiled in.
var failing = []string{"runner", "store/bolt"}

// program is the binary under test and the failpoints in it.
type program struct {
	path   string // of the command
	soak   string // of the process that is killed
	points []string
}

// workshop is where the program is built, once for all tests of this package.
var workshop string

var buildOnce = sync.OnceValues(func() (program, error) { return build(workshop) })

func TestMain(m *testing.M) {
	var err error
	if workshop, err = os.MkdirTemp("", "legwork-crash-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(workshop)
	os.Exit(code)
}

func built(t *testing.T) program {
	t.Helper()
	p, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// build compiles the program with its failpoints enabled. The sources stay as they are: the
// compiler is given rewritten copies in their place. A failpoint that nobody asks for does nothing.
func build(folder string) (program, error) {
	p := program{path: filepath.Join(folder, "legwork"), soak: filepath.Join(folder, "soak")}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, dir := range failing {
		if err := p.rewrite(dir, folder, overlay.Replace); err != nil {
			return p, err
		}
	}
	if err := lookAtSources(); err != nil {
		return p, err
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return p, err
	}
	file := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return p, err
	}
	cmd := exec.Command("go", "build", "-overlay", file, "-o", folder+"/", "./cmd/legwork", "./lab/soak")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	return p, cmd.Run()
}

// rewrite puts copies of a package's files in which the failpoints are code into folder, and says
// in replace which file each stands for.
func (p *program) rewrite(dir, folder string, replace map[string]string) error {
	source, err := filepath.Abs(filepath.Join(root, dir))
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(source, "*.go"))
	if err != nil {
		return err
	}
	var points []*code.Failpoint
	put := func(name string, text []byte) error {
		file := filepath.Join(folder, filepath.Base(dir)+"-"+name)
		replace[filepath.Join(source, name)] = file
		return os.WriteFile(file, text, 0o600)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.HasSuffix(file, "_test.go") || !bytes.Contains(text, []byte("// gofail:")) {
			continue
		}
		var enabled bytes.Buffer
		found, err := code.ToFailpoints(&enabled, bytes.NewReader(text))
		if err != nil {
			return err
		}
		points = append(points, found...)
		if err := put(filepath.Base(file), enabled.Bytes()); err != nil {
			return err
		}
	}
	for _, point := range points {
		p.points = append(p.points, point.Name())
	}
	if len(points) == 0 {
		return nil
	}
	var binding bytes.Buffer
	if err := code.NewBinding(filepath.Base(dir), points).Write(&binding); err != nil {
		return err
	}
	return put("failpoints.go", binding.Bytes())
}

// lookAtSources visits every folder of the module: go test then knows that a result it remembers
// depends on all sources, not on this package's alone.
func lookAtSources() error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		return err
	})
}

// TestFailpoints keeps the points that the campaigns rely on.
func TestFailpoints(t *testing.T) {
	p := built(t)
	for _, want := range []string{
		"runnerBeforePersist", "runnerAfterPersist", "runnerBeforeDispatch", "runnerAfterDispatch",
		"storeBeforeBegin", "storeBeforeCommit", "storeAfterCommit", "storeBeforeCheckpoint", "storeAfterCheckpoint",
	} {
		if !strings.Contains(" "+strings.Join(p.points, " ")+" ", " "+want+" ") {
			t.Errorf("no failpoint %s: there are %v", want, p.points)
		}
	}
}
