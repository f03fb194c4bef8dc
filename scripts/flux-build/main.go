// Builds directories as kustomize-controller does, for tests: reads one job in JSON on each line, and writes one answer.
// It uses the generator of the controller itself. Substitution and what comes after it are left out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	generator "github.com/fluxcd/pkg/kustomize"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type job struct {
	// The top of the artifact, into which the kustomization file is written, and the path in it.
	Root string `json:"root"`
	Path string `json:"path"`
	// The object of kind Kustomization. Only its spec counts.
	Kustomization map[string]any `json:"kustomization"`
}

type answer struct {
	Built string `json:"built"`
	Error string `json:"error,omitempty"`
}

func build(one job) (string, error) {
	directory := filepath.Join(one.Root, one.Path)
	object := unstructured.Unstructured{Object: one.Kustomization}
	if _, err := generator.NewGenerator(one.Root, object).WriteFile(directory); err != nil {
		return "", err
	}
	objects, err := generator.SecureBuild(one.Root, directory, false)
	if err != nil {
		return "", err
	}
	built, err := objects.AsYaml()
	return string(built), err
}

func main() {
	jobs := json.NewDecoder(bufio.NewReader(os.Stdin))
	answers := json.NewEncoder(os.Stdout)
	for jobs.More() {
		var one job
		if err := jobs.Decode(&one); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		built, err := build(one)
		if err != nil {
			_ = answers.Encode(answer{Error: err.Error()})
			continue
		}
		_ = answers.Encode(answer{Built: built})
	}
}
