// @ts-check
// Writes the overlay for `go test -overlay` that adds our recorder to a checkout of kustomize: additional files, and files of
// kustomize with a few changed lines. The checkout itself does not change.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Our Go files, and their paths in kustomize. */
const ADDED = {
  "recorder.go": "kyaml/conformance/recorder.go",
  "kustomizer.go": "api/krusty/recorded_kustomizer.go",
  "examples.go": "api/krusty/recorded_examples_test.go",
  "harness.go": "api/testutils/kusttest/recorded_harness.go",
};

const IMPORT = /** @type {const} */ (["import (", 'import (\n\t"sigs.k8s.io/kustomize/kyaml/conformance"']);

/**
 * A statement at the start of a function.
 *
 * @param {string} signature @param {string} statement
 * @returns {[string, string]}
 */
const first = (signature, statement) => [signature, `${signature}\n\t${statement}`];

/** @param {string} reason */
const leaveOut = (reason) => `conformance.LeaveOut(${JSON.stringify(reason)})`;

/**
 * The changes of kustomize's files: each text, which must occur once, and its replacement. The changed code records builds. If a
 * build does something that the command line cannot repeat on every machine, it is marked, and the step fails.
 *
 * @type {Readonly<Record<string, readonly (readonly [string, string])[]>>}
 */
const CHANGES = {
  "api/krusty/kustomizer.go": [["func (b *Kustomizer) Run(", "func (b *Kustomizer) runUnrecorded("]],
  "api/testutils/kusttest/harness.go": [
    ["import (", 'import (\n\t"maps"\n\t"slices"'],
    // The order of a Go map differs between runs.
    [
      "for _, tCfg := range m {\n\t\tcontent = append(content, []byte(tCfg)...)",
      "for _, name := range slices.Sorted(maps.Keys(m)) {\n\t\tcontent = append(content, []byte(m[name])...)",
    ],
    [
      "m, err := krusty.MakeKustomizer(&o).Run(th.fSys, path)",
      "m, err := krusty.MakeKustomizer(&o).RunFor(th.t.Name(), th.fSys, path)",
    ],
    [
      "_, err := krusty.MakeKustomizer(&o).Run(th.fSys, path)",
      "_, err := krusty.MakeKustomizer(&o).RunFor(th.t.Name(), th.fSys, path)",
    ],
  ],
  "api/testutils/kusttest/harnessenhanced.go": [
    [") RunTransformer(", ") runTransformerUnrecorded("],
    [") RunTransformerFromResMap(", ") runTransformerFromResMapUnrecorded("],
    [") LoadAndRunGeneratorWithBuildAnnotations(", ") loadAndRunGeneratorUnrecorded("],
    // Tests of helm charts find mistakes before they run helm, whether it is installed or not.
    first(") ErrIfNoHelm() error {", "return nil"),
  ],
  // No Go plugin is compiled. Built-ins are linked into the program, as on the command line.
  "api/testutils/kusttest/plugintestenv.go": [
    first("func (x *pluginTestEnv) prepareGoPlugin(g, v, k string) {", "return"),
  ],
  "api/internal/plugins/loader/loader.go": [
    IMPORT,
    [
      "case types.BploLoadFromFileSys:\n\t\t\tc, err = l.loadPlugin(res)",
      "case types.BploLoadFromFileSys:\n\t\t\tc, err = l.makeBuiltinPlugin(res.GetGvk())",
    ],
    first(
      "func (l *Loader) loadExecOrGoPlugin(resId resid.ResId) (resmap.Configurable, error) {",
      leaveOut("it loads a plugin from the plugin home"),
    ),
  ],
  "api/internal/loader/fileloader.go": [
    IMPORT,
    first(
      "func (fl *FileLoader) httpClientGetContent(path string) ([]byte, error) {",
      `${leaveOut("it uses the network")}\n\tif path != "" {\n\t\treturn nil, errors.Errorf("no network")\n\t}`,
    ),
  ],
  "api/internal/git/cloner.go": [
    ["import (", 'import (\n\t"sigs.k8s.io/kustomize/kyaml/conformance"\n\t"sigs.k8s.io/kustomize/kyaml/errors"'],
    first(
      "func ClonerUsingGitExec(repoSpec *RepoSpec) error {",
      `${leaveOut("it uses the network")}\n\tif repoSpec != nil {\n\t\treturn errors.Errorf("no network")\n\t}`,
    ),
  ],
  "api/internal/builtins/HelmChartInflationGenerator.go": [
    IMPORT,
    [
      "args []string) ([]byte, error) {",
      `args []string) ([]byte, error) {\n\t${leaveOut("it runs helm")}\n\tif args != nil {\n\t\treturn nil, errors.Errorf("no helm")\n\t}`,
    ],
  ],
  "kyaml/fn/runtime/container/container.go": [
    IMPORT,
    first(
      "func (c *Filter) Filter(nodes []*yaml.RNode) ([]*yaml.RNode, error) {",
      `${leaveOut("it runs a container")}\n\tif c != nil {\n\t\treturn nil, errors.Errorf("no containers")\n\t}`,
    ),
  ],
  "api/filters/replacement/replacement_test.go": [
    IMPORT,
    [
      "err := yaml.Unmarshal([]byte(tc.replacements), &f)",
      'conformance.Filter("replacements", t.Name(), tc.input, tc.replacements)\n' +
        "\t\t\terr := yaml.Unmarshal([]byte(tc.replacements), &f)",
    ],
    [
      "err := yaml.Unmarshal([]byte(testCases[tn].replacements), &f)",
      'conformance.Filter("replacements", t.Name(), testCases[tn].input, testCases[tn].replacements)\n' +
        "\t\t\terr := yaml.Unmarshal([]byte(testCases[tn].replacements), &f)",
    ],
  ],
  "api/filters/patchstrategicmerge/patchstrategicmerge_test.go": [
    IMPORT,
    [
      "f := Filter{\n\t\t\t\tPatch: tc.patch,\n\t\t\t}",
      'conformance.Filter("patch", t.Name(), tc.input, tc.patch.MustString())\n' +
        "\t\t\tf := Filter{\n\t\t\t\tPatch: tc.patch,\n\t\t\t}",
    ],
  ],
};

/**
 * Applies changes to one file of kustomize.
 *
 * @param {string} path for the message
 * @param {string} text
 * @param {readonly (readonly [string, string])[]} changes
 * @throws {Error} if a text to replace does not occur exactly once
 */
export function changed(path, text, changes) {
  let result = text;
  for (const [from, to] of changes) {
    const found = result.split(from).length - 1;
    if (found !== 1) throw new Error(`${path} contains ${JSON.stringify(from)} ${found} times, not once`);
    result = result.replace(from, () => to);
  }
  return result;
}

/**
 * Writes the overlay.
 *
 * @param {string} checkout the checkout of kustomize
 * @param {string} directory an existing directory for the overlay
 * @returns {string} the file to pass to `-overlay`
 */
export function writeOverlay(checkout, directory) {
  /** @type {Record<string, string>} */
  const Replace = {};
  for (const [name, path] of Object.entries(ADDED)) {
    Replace[join(checkout, path)] = join(import.meta.dirname, "recorder", name);
  }
  for (const [path, changes] of Object.entries(CHANGES)) {
    const copy = join(directory, path.replaceAll("/", "-"));
    writeFileSync(copy, changed(path, readFileSync(join(checkout, path), "utf8"), changes));
    Replace[join(checkout, path)] = copy;
  }
  const file = join(directory, "overlay.json");
  writeFileSync(file, JSON.stringify({ Replace }));
  return file;
}
