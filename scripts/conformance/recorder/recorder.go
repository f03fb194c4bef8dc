// Package conformance records the builds of kustomize's tests. `npm run conformance -- --from DIR` adds it to a checkout of
// kustomize with `go test -overlay`. The checkout itself does not change.
package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// Options are the settings of a build that have a flag.
type Options struct {
	Reorder, LoadRestrictions, HelmCommand, HelmKubeVersion             string
	ManagedByLabel, AlphaPlugins, Exec, Helm, HelmDebug, Network, AsUser bool
	HelmApiVersions, Mounts, Env                                        []string
}

// Record is one build of one test, written as one line of JSON.
type Record struct {
	// Package is the directory of the test's package; Test is the name of the test or subtest.
	Package, Test string
	// Kind is build, transformer, generator, replacements or patch.
	Kind string
	// Root is the directory of Files: a temporary directory, or / for files in memory.
	Root string
	// Path is the directory to build, as the test gives it.
	Path       string
	Files      map[string][]byte
	Executable []string
	Options    *Options
	// Config and Input are the arguments of a plugin or a filter.
	Config, Input string
	// LeftOut says why the command line cannot repeat this build; empty if it can.
	LeftOut string
	// Output is the result of the test as YAML, or Error its error.
	Output, Error *string
}

var (
	// A test may change the working directory later.
	packageDirectory, _ = os.Getwd()
	current             *Record
	output              *os.File
)

// Begin starts a record. Each Begin needs an End.
func Begin(kind, test string) *Record {
	if test == "" {
		test = callingTest()
	}
	current = &Record{Package: packageDirectory, Kind: kind, Test: test, Files: map[string][]byte{}}
	return current
}

// LeaveOut marks the record in progress, if there is one. The first reason counts.
func LeaveOut(reason string) {
	if current != nil && current.LeftOut == "" {
		current.LeftOut = reason
	}
}

// End writes the record. If the build has no error, an error from converting the resources to YAML counts.
func (r *Record) End(yaml func() ([]byte, error), err error) {
	current = nil
	var text []byte
	if err == nil {
		text, err = yaml()
	}
	if err != nil {
		message := err.Error()
		r.Error = &message
	} else {
		written := string(text)
		r.Output = &written
	}
	r.write()
}

// Filter records the input of a filter, but not its result.
func Filter(kind, test, input, config string) {
	r := Begin(kind, test)
	r.Input, r.Config = input, config
	current = nil
	r.write()
}

func (r *Record) write() {
	if output == nil {
		file, err := os.CreateTemp(os.Getenv("KRM_CONFORMANCE_RECORDS"), "*.jsonl")
		if err != nil {
			panic(err)
		}
		output = file
	}
	line, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	if _, err = output.Write(append(line, '\n')); err != nil {
		panic(err)
	}
}

// Tree records all files that the build of a directory can read.
func (r *Record) Tree(fSys filesys.FileSystem, path string) {
	r.Root, r.Path = filesys.Separator, path
	if strings.Contains(fmt.Sprintf("%T", fSys), "OnDisk") {
		r.treeOnDisk(path)
		return
	}
	err := fSys.Walk(r.Root, func(name string, info fs.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		content, err := fSys.ReadFile(name)
		r.Files[strings.TrimPrefix(name, filesys.Separator)] = content
		return err
	})
	if err != nil {
		r.LeftOut = "its files cannot be read"
	}
}

// treeOnDisk takes the temporary directory that holds the path as the root.
func (r *Record) treeOnDisk(path string) {
	absolute, err := filepath.Abs(path)
	if err == nil {
		r.Path = absolute
		absolute, err = filepath.Rel(os.TempDir(), absolute)
	}
	top, _, _ := strings.Cut(absolute, filesys.Separator)
	if err != nil || top == ".." || top == "." {
		r.LeftOut = "it builds a directory of the checkout"
		return
	}
	r.Root = filepath.Join(os.TempDir(), top)
	err = filepath.Walk(r.Root, func(name string, info fs.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		if !info.Mode().IsRegular() {
			r.LeftOut = "it uses symbolic links"
			return nil
		}
		relative, err := filepath.Rel(r.Root, name)
		if err != nil {
			return err
		}
		if info.Mode()&0o111 != 0 {
			r.Executable = append(r.Executable, relative)
		}
		r.Files[relative], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		r.LeftOut = "its files cannot be read"
	}
}

// callingTest names the test function on the stack, for tests that use no harness.
func callingTest() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		_, name, _ := strings.Cut(frame.Function[strings.LastIndex(frame.Function, "/")+1:], ".")
		if strings.HasPrefix(name, "Test") {
			return name
		}
		if !more {
			return "unknown"
		}
	}
}
