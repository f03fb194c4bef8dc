package main

import (
	"path/filepath"

	generator "github.com/fluxcd/pkg/kustomize"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type buildJob struct {
	// The top of the artifact, into which the kustomization file is written, and the path in it.
	Root string `json:"root"`
	Path string `json:"path"`
	// The object of kind Kustomization. Only its spec counts.
	Kustomization map[string]any `json:"kustomization"`
}

// Builds a directory with the generator of kustomize-controller. Substitution and what comes after it are left out.
func build(one buildJob) (string, error) {
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
