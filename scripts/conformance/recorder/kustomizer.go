package krusty

import (
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/conformance"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// Run is kustomize's Run, recorded.
func (b *Kustomizer) Run(fSys filesys.FileSystem, path string) (resmap.ResMap, error) {
	return b.RunFor("", fSys, path)
}

// RunFor is Run for a test whose name is known.
func (b *Kustomizer) RunFor(test string, fSys filesys.FileSystem, path string) (m resmap.ResMap, err error) {
	record := conformance.Begin("build", test)
	record.Tree(fSys, path)
	record.Options = flagsOf(b.options)
	defer func() { record.End(func() ([]byte, error) { return m.AsYaml() }, err) }()
	return b.runUnrecorded(fSys, path)
}

func flagsOf(o *Options) *conformance.Options {
	p := o.PluginConfig
	return &conformance.Options{
		Reorder:          string(o.Reorder),
		LoadRestrictions: o.LoadRestrictions.String(),
		ManagedByLabel:   o.AddManagedbyLabel,
		AlphaPlugins:     p.PluginRestrictions == types.PluginRestrictionsNone,
		Exec:             p.FnpLoadingOptions.EnableExec,
		Network:          p.FnpLoadingOptions.Network,
		AsUser:           p.FnpLoadingOptions.AsCurrentUser,
		Mounts:           p.FnpLoadingOptions.Mounts,
		Env:              p.FnpLoadingOptions.Env,
		Helm:             p.HelmConfig.Enabled,
		HelmCommand:      p.HelmConfig.Command,
		HelmApiVersions:  p.HelmConfig.ApiVersions,
		HelmKubeVersion:  p.HelmConfig.KubeVersion,
		HelmDebug:        p.HelmConfig.Debug,
	}
}
