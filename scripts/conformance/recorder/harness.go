package kusttest_test

import (
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/kyaml/conformance"
)

// transformerInput is the text that a test passes to a transformer, before it is parsed.
var transformerInput *string

// RunTransformer is the harness's RunTransformer, and keeps the text for the record.
func (th *HarnessEnhanced) RunTransformer(config, input string) (resmap.ResMap, error) {
	transformerInput = &input
	defer func() { transformerInput = nil }()
	return th.runTransformerUnrecorded(config, input)
}

// RunTransformerFromResMap is the harness's RunTransformerFromResMap, recorded.
func (th *HarnessEnhanced) RunTransformerFromResMap(config string, m resmap.ResMap) (result resmap.ResMap, err error) {
	record := th.begin("transformer", config)
	if transformerInput != nil {
		record.Input = *transformerInput
	} else {
		text, err := m.AsYaml()
		if err != nil {
			th.t.Fatal(err)
		}
		record.Input = string(text)
	}
	defer func() { record.End(func() ([]byte, error) { return plainYaml(result) }, err) }()
	return th.runTransformerFromResMapUnrecorded(config, m)
}

// LoadAndRunGeneratorWithBuildAnnotations is the harness's, recorded.
func (th *HarnessEnhanced) LoadAndRunGeneratorWithBuildAnnotations(config string) (result resmap.ResMap) {
	record := th.begin("generator", config)
	defer func() { record.End(func() ([]byte, error) { return plainYaml(result) }, nil) }()
	return th.loadAndRunGeneratorUnrecorded(config)
}

func (th *HarnessEnhanced) begin(kind, config string) *conformance.Record {
	record := conformance.Begin(kind, th.t.Name())
	record.Tree(th.fSys, th.ldr.Root())
	record.Config = config
	return record
}

// plainYaml prints resources without build annotations. A test that ended early has no resources.
func plainYaml(m resmap.ResMap) ([]byte, error) {
	if m == nil {
		return nil, nil
	}
	m = m.DeepCopy()
	m.RemoveBuildAnnotations()
	return m.AsYaml()
}
