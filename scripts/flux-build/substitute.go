package main

import (
	"context"
	"fmt"

	"github.com/fluxcd/pkg/envsubst"
	generator "github.com/fluxcd/pkg/kustomize"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/kustomize/api/provider"
)

type substituteJob struct {
	Text   *string           `json:"text"`
	Object *string           `json:"object"`
	Vars   map[string]string `json:"vars"`
	Strict bool              `json:"strict"`
	Always bool              `json:"always"`
}

// A cluster that has one ConfigMap with the variables, whatever its name.
type cluster struct {
	client.Client
	data map[string]string
}

func (one cluster) Get(_ context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	if found, isConfigMap := object.(*corev1.ConfigMap); isConfigMap {
		found.Data = one.data
	}
	return nil
}

// Replaces variables in a text, or in an object as kustomize-controller does after the build.
func substitute(one substituteJob) (answer, error) {
	if one.Text != nil {
		text, err := envsubst.Eval(*one.Text, func(name string) (string, bool) {
			value, isSet := one.Vars[name]
			return value, isSet || !one.Strict
		})
		return answer{Out: &text}, err
	}
	objects, err := provider.NewDefaultDepProvider().GetResourceFactory().SliceFromBytes([]byte(*one.Object))
	if err != nil {
		return answer{}, err
	}
	if len(objects) != 1 {
		return answer{}, fmt.Errorf("%d objects", len(objects))
	}
	printed, err := objects[0].AsYAML()
	if err != nil {
		return answer{}, err
	}
	postBuild := map[string]any{}
	if one.Vars != nil {
		postBuild["substituteFrom"] = []any{map[string]any{"kind": "ConfigMap", "name": "variables"}}
	}
	owner := unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"postBuild": postBuild}}}
	substituted, err := generator.SubstituteVariables(context.Background(), cluster{data: one.Vars}, owner, objects[0],
		generator.SubstituteWithStrict(one.Strict), generator.SubstituteWithAlways(one.Always))
	if err != nil {
		return answer{}, err
	}
	// Nothing is returned for an object that is left as it is.
	if substituted == nil {
		substituted = objects[0]
	}
	out, err := substituted.AsYAML()
	text := string(out)
	return answer{Out: &text, Printed: string(printed)}, err
}
