// @ts-check
// Lays our recorder over a checkout of kustomize, for `go build -overlay`: files that are added, and files of kustomize
// with a few lines changed. The checkout itself does not change.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Go files of ours and where they lie in kustomize. */
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
 * What changes in kustomize's files: each text, which has to be there once, and its replacement. Builds are recorded, and
 * what the command line alone cannot repeat on every machine marks the build and fails at once.
 *
 * @type {Readonly<Record<string, readonly (readonly [string, string])[]>>}
 */
export const CHANGES = {
  "api/krusty/kustomizer.go": [["func (b *Kustomizer) Run(", "func (b *Kustomizer) runUnrecorded("]],
  "api/testutils/kusttest/harness.go": [
    ["import (", 'import (\n\t"maps"\n\t"slices"'],
    // The order of a Go map is another in each run.
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
  // No Go plugin is compiled: built-ins are those that are linked into the program, as on the command line.
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
 * One file of kustomize with its changes.
 *
 * @param {string} path for the message
 * @param {string} text
 * @param {readonly (readonly [string, string])[]} changes
 * @throws {Error} where a text to replace is not there exactly once
 */
export function changed(path, text, changes) {
  let result = text;
  for (const [from, to] of changes) {
    const found = result.split(from).length - 1;
    if (found !== 1) throw new Error(`${path} holds ${JSON.stringify(from)} ${found} times, not once`);
    result = result.replace(from, () => to);
  }
  return result;
}

/**
 * Writes the overlay.
 *
 * @param {string} checkout of kustomize
 * @param {string} directory for the overlay, which exists
 * @returns {string} the file that `-overlay` takes
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
