/** Builds a Go plugin and a kustomize that can load it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, lackOf } from "../../programs.ts";

/** A kustomize that was built with cgo by the Go of this machine. */
export const cgoBinary = findProgram("KUSTOMIZE_CGO_BIN");
export const NO_GO_PLUGINS = lackOf("KUSTOMIZE_CGO_BIN") ?? lackOf("go") ?? lackOf("gcc");

/** The source of a plugin that changes objects as its config says. */
const SOURCE = `package main

import (
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/yaml"
)

type plugin struct {
	helpers *resmap.PluginHelpers
	File    string            \`json:"file"\`
	Rename  map[string]string \`json:"rename"\`
	Remove  string            \`json:"remove"\`
	Strip   bool              \`json:"strip"\`
	Add     string            \`json:"add"\`
	Label   string            \`json:"label"\`
}

var KustomizePlugin plugin

func (p *plugin) Config(helpers *resmap.PluginHelpers, config []byte) error {
	*p = plugin{helpers: helpers}
	return yaml.Unmarshal(config, p)
}

func (p *plugin) Generate() (resmap.ResMap, error) {
	content, err := p.helpers.Loader().Load(p.File)
	if err != nil {
		return nil, err
	}
	made, err := p.helpers.ResmapFactory().NewResMapFromBytes(content)
	if err != nil {
		return nil, err
	}
	return made, p.Transform(made)
}

func (p *plugin) Transform(m resmap.ResMap) error {
	for _, r := range m.Resources() {
		if p.Strip {
			if err := r.SetAnnotations(nil); err != nil {
				return err
			}
		}
		if p.Label != "" {
			if err := r.SetLabels(map[string]string{"by": p.Label}); err != nil {
				return err
			}
		}
		if name, ok := p.Rename[r.GetName()]; ok {
			r.SetName(name)
		}
	}
	if p.Remove != "" {
		for _, r := range append(m.Resources()[:0:0], m.Resources()...) {
			if r.GetName() == p.Remove {
				if err := m.Remove(r.CurId()); err != nil {
					return err
				}
			}
		}
	}
	if p.Add == "" {
		return nil
	}
	more, err := p.helpers.ResmapFactory().NewResMapFromBytes([]byte(p.Add))
	if err != nil {
		return err
	}
	return m.AppendAll(more)
}
`;

const MODULE = `module plugins.example.com/plug

go 1.24

require (
	sigs.k8s.io/kustomize/api v0.21.1
	sigs.k8s.io/kustomize/kyaml v0.21.1
)
`;

export interface BuiltPlugin {
  /** The shared object. */
  readonly file: string;
  remove(): void;
}

/** Builds the plugin. This takes a minute if Go has not built these modules before. */
export function buildPlugin(): BuiltPlugin {
  const directory = mkdtempSync(join(tmpdir(), "krm-go-plugin-test-"));
  writeFileSync(join(directory, "go.mod"), MODULE);
  writeFileSync(join(directory, "Plug.go"), SOURCE);
  const env = { ...process.env, CGO_ENABLED: "1", GOFLAGS: "-mod=mod -buildvcs=false" };
  execFileSync("go", ["build", "-buildmode=plugin", "-o", "Plug.so", "."], { cwd: directory, env, stdio: "pipe" });
  return { file: join(directory, "Plug.so"), remove: () => rmSync(directory, { recursive: true, force: true }) };
}
