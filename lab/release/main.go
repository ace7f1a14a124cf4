// Command release makes a version of the modules of this repository.
//
//	go run ./lab/release v0.1.0          build it in a folder and install the command from it, as a user would
//	go run ./lab/release -tag v0.1.0     then also commit the go.mod files and tag each module; nothing is pushed
//
// In the tree each nested go.mod replaces its siblings by their folders. A release has none of these: it requires their
// version instead, because a program with replacements cannot be installed by its version. The commit with the tags is
// on no branch, so main keeps its go.mod files.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"golang.org/x/mod/zip"
)

const root = "github.com/legwork-go/legwork"

// folders are the nested modules, each after those that it requires.
var folders = []string{"", "adapters", "server", "lab", "cmd/legwork", "temporal"}

func main() {
	log.SetFlags(0)
	tag := flag.Bool("tag", false, "commit the go.mod files and tag each module")
	flag.Parse()
	if flag.NArg() != 1 || !semver.IsValid(flag.Arg(0)) {
		log.Fatal("usage: release [-tag] vMAJOR.MINOR.PATCH")
	}
	if err := release(flag.Arg(0), *tag); err != nil {
		log.Fatal("release: ", err)
	}
}

// release copies the committed tree, requires the version in it, and installs the command from it.
func release(version string, tag bool) (err error) {
	folder, err := os.MkdirTemp("", "legwork-release-")
	if err != nil {
		return err
	}
	tree := filepath.Join(folder, "tree")
	defer func() {
		err = errors.Join(err, run(".", nil, "git", "worktree", "remove", "--force", tree), os.RemoveAll(folder))
	}()
	if err := run(".", nil, "git", "worktree", "add", "--quiet", "--detach", tree, "HEAD"); err != nil {
		return err
	}
	for _, f := range folders {
		if err := pin(filepath.Join(tree, f, "go.mod"), version); err != nil {
			return err
		}
	}
	proxy := filepath.Join(folder, "proxy")
	for _, f := range folders {
		if err := publish(tree, f, version, proxy); err != nil {
			return err
		}
	}
	if err := install(proxy, version, folder); err != nil {
		return err
	}
	if !tag {
		return nil
	}
	return commit(tree, version)
}

// pin replaces the folders of sibling modules by their version.
func pin(path, version string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := modfile.Parse(path, data, nil)
	if err != nil {
		return err
	}
	for _, r := range f.Replace {
		sibling := r.Old.Path // dropping clears r
		if !strings.HasPrefix(sibling, root) {
			return fmt.Errorf("%s replaces %s: a release cannot", path, sibling)
		}
		if err := errors.Join(f.DropReplace(sibling, ""), f.AddRequire(sibling, version)); err != nil {
			return err
		}
	}
	f.Cleanup()
	data, err = f.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// publish writes a module into a folder that is laid out as a module proxy.
func publish(tree, folder, version, proxy string) error {
	m := module.Version{Path: strings.TrimSuffix(root+"/"+folder, "/"), Version: version}
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return err
	}
	dir := filepath.Join(proxy, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(tree, folder, "go.mod"))
	if err != nil {
		return err
	}
	write := func(name, text string) {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("list", version+"\n")
	write(version+".info", fmt.Sprintf("{\"Version\":%q}\n", version))
	write(version+".mod", string(mod))
	out, create := os.Create(filepath.Join(dir, version+".zip"))
	if err = errors.Join(err, create); err != nil {
		return err
	}
	return errors.Join(zip.CreateFromDir(out, m, filepath.Join(tree, folder)), out.Close())
}

// install installs the command by its version, out of the proxy and of the one that is configured, and runs it.
func install(proxy, version, folder string) error {
	behind, err := exec.CommandContext(context.Background(), "go", "env", "GOPROXY").Output()
	if err != nil {
		return err
	}
	address := "file://" + filepath.ToSlash(proxy)
	if runtime.GOOS == "windows" {
		address = "file:///" + filepath.ToSlash(proxy)
	}
	bin := filepath.Join(folder, "bin")
	cache := filepath.Join(folder, "modules")
	env := []string{
		"GOWORK=off", "GOFLAGS=-modcacherw", "GOBIN=" + bin, "GOPROXY=" + address + "," + strings.TrimSpace(string(behind)),
		"GONOSUMDB=" + root + "," + root + "/*", "GOMODCACHE=" + cache,
	}
	if err := run(folder, env, "go", "install", "-ldflags=-s -w", root+"/cmd/legwork@"+version); err != nil {
		return err
	}
	program := filepath.Join(bin, "legwork")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	info, err := os.Stat(program)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s was not installed", program)
	}
	if err != nil {
		return err
	}
	log.Printf("installed: %.1f MB", float64(info.Size())/1e6)
	return run(folder, nil, program, "version")
}

// commit tags each module at a commit with the go.mod files of the release.
func commit(tree, version string) error {
	if err := run(tree, nil, "git", "commit", "--quiet", "--all", "-m", "release: "+version); err != nil {
		return err
	}
	for _, f := range folders {
		name := strings.TrimPrefix(f+"/"+version, "/")
		if err := run(tree, nil, "git", "tag", name); err != nil {
			return err
		}
		log.Print("tagged ", name)
	}
	return nil
}

func run(dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), env...)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}
