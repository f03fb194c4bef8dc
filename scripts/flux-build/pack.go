package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/fluxcd/pkg/sourceignore"
)

type packJob struct {
	Files []string `json:"files"`
	// The texts of .sourceignore files, by their paths.
	Ignores    map[string]string `json:"ignores"`
	SpecIgnore *string           `json:"specIgnore"`
}

// Lists the files that source-controller packs of a repository.
func pack(one packJob) ([]string, error) {
	top, err := os.MkdirTemp("", "flux-pack-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(top)
	texts := map[string]string{}
	for _, file := range one.Files {
		texts[file] = ""
	}
	for file, text := range one.Ignores {
		texts[file] = text
	}
	for file, text := range texts {
		path := filepath.Join(top, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	domain := strings.Split(top, "/")
	patterns, err := sourceignore.LoadIgnorePatterns(top, domain)
	if err != nil {
		return nil, err
	}
	if one.SpecIgnore != nil {
		patterns = append(patterns, sourceignore.ReadPatterns(strings.NewReader(*one.SpecIgnore), domain)...)
	}
	matcher := sourceignore.NewDefaultMatcher(nil, domain)
	if len(patterns) > 0 {
		matcher = sourceignore.NewMatcher(append(sourceignore.VCSPatterns(domain), patterns...))
	}
	kept := []string{}
	err = filepath.WalkDir(top, func(path string, entry fs.DirEntry, failed error) error {
		if failed != nil || !entry.Type().IsRegular() || matcher.Match(strings.Split(path, "/"), false) {
			return failed
		}
		relative, err := filepath.Rel(top, path)
		kept = append(kept, relative)
		return err
	})
	sort.Strings(kept)
	return kept, err
}
