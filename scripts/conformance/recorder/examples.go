package krusty_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// TestExamples builds every kustomization below examples/ in a copy of its example, with the defaults of the command line.
func TestExamples(t *testing.T) {
	top := filepath.Join("..", "..", "examples")
	err := filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "kustomization.yaml" {
			return err
		}
		directory, err := filepath.Rel(top, filepath.Dir(name))
		if err != nil {
			return err
		}
		example, _, _ := strings.Cut(directory, filesys.Separator)
		root, err := os.MkdirTemp("", "examples")
		if err != nil {
			return err
		}
		defer os.RemoveAll(root)
		if err = os.CopyFS(filepath.Join(root, example), os.DirFS(filepath.Join(top, example))); err != nil {
			return err
		}
		o := *krusty.MakeDefaultOptions()
		o.Reorder = krusty.ReorderOptionUnspecified
		// Only the record is needed.
		_, _ = krusty.MakeKustomizer(&o).RunFor(
			"examples/"+directory, filesys.MakeFsOnDisk(), filepath.Join(root, directory))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
