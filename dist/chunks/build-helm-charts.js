import {
  HELM_GENERATED,
  Resource,
  clearField,
  contains,
  decodeText,
  emit,
  fieldOrigin,
  formatFloat64,
  fromValue,
  get,
  isNull,
  locate,
  map,
  parseObjects,
  parseResources,
  scalar,
  setField,
  strategicMerge,
  toConfigValue,
  toValue
} from "./shared-yaml-composer.js";
import "./shared-sources-remote-git-url.js";
import "./shared-sources-helm-directory.js";
import "./shared-sources-virtual-tree.js";
import "./shared-sources-git-revisions.js";
import "./shared-sources-disk-tree.js";
import "./shared-sources-git-git-process.js";
import {
  builtInSchemas,
  idText
} from "./shared-resource-merge-schema-data.js";
import {
  KrmError,
  failure
} from "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/build/helm-charts.ts
import { posix as posix2 } from "node:path";

// src/builtins/helm-chart-inflation-generator.ts
import { posix } from "node:path";
var MERGE_MODES = ["merge", "override", "replace"];
var DEFAULT_HOME = "charts";
function checkChart(chart, defaults) {
  const { name, location } = chart;
  if (!name) throw failure("missing-name", "chart name cannot be empty", { ...location, hint: "Give it a `name`." });
  requireNoOption("name", name, location);
  if (chart.releaseName) requireNoOption("releaseName", chart.releaseName, location);
  if (/\b(?:env|expandenv|getHostByName)\b/.test(chart.nameTemplate ?? "")) {
    const hint = "Write the value out.";
    throw failure("invalid-value", "`nameTemplate` must not read the environment or the network", {
      ...location,
      hint
    });
  }
  const apiVersions = chart.apiVersions?.length ? chart.apiVersions : defaults.apiVersions ?? [];
  const kubeVersion = chart.kubeVersion || (defaults.kubeVersion ?? "");
  const debug = chart.debug === true || defaults.debug === true;
  return { ...chart, name, valuesMerge: mergeMode(chart), apiVersions, kubeVersion, debug };
}
function requireNoOption(field, value, location) {
  if (!value.startsWith("-")) return;
  throw failure("invalid-value", `\`${field}\` must not begin with a dash: ${JSON.stringify(value)}`, { ...location });
}
function mergeMode({ valuesMerge, location }) {
  if (!valuesMerge) return "override";
  const mode = MERGE_MODES.find((candidate) => candidate === valuesMerge);
  if (mode !== void 0) return mode;
  throw failure(
    "invalid-value",
    `valuesMerge must be one of ${MERGE_MODES.join(", ")}, not ${JSON.stringify(valuesMerge)}`,
    { ...location }
  );
}
function chartDirectory(chart, globals) {
  const home = globals?.chartHome || DEFAULT_HOME;
  const versioned = chart.version && chart.repo ? `${chart.name}-${chart.version}` : "";
  return posix.join(home, versioned, chart.name);
}
function pullArguments({ name, repo = "", version, devel }) {
  const source = repo.startsWith("oci://") ? [`${repo.replace(/\/$/, "")}/${name}`] : ["--repo", repo, name];
  return [...source, ...version ? ["--version", version] : [], ...devel ? ["--devel"] : []];
}
function templateArguments(chart, directory, valuesFiles) {
  const { releaseName, namespace, nameTemplate, apiVersions = [], kubeVersion } = chart;
  return [
    "template",
    releaseName || "--generate-name",
    directory,
    ...namespace ? ["--namespace", namespace] : [],
    ...nameTemplate ? ["--name-template", nameTemplate] : [],
    ...valuesFiles.flatMap((file) => ["-f", file]),
    ...apiVersions.flatMap((version) => ["--api-versions", version]),
    ...kubeVersion ? ["--kube-version", kubeVersion] : [],
    ...chart.includeCRDs ? ["--include-crds"] : [],
    ...chart.skipTests ? ["--skip-tests"] : [],
    ...chart.skipHooks ? ["--no-hooks"] : [],
    ...chart.debug ? ["--debug"] : [],
    ...chart.devel ? ["--devel"] : []
  ];
}
function checkHelmVersion(output) {
  const version = /v?(\d+)(?:\.\d+)+/.exec(output);
  if (version?.[1] === "3" || version?.[1] === "4") return;
  const shown = JSON.stringify(output.trim().slice(0, 100));
  const problem = version === null ? `cannot find version string in ${shown}` : `helm 3 or 4 is needed, not ${shown}`;
  throw failure("helm-version", problem, { hint: "Install helm 3 or 4, or name it: --helm-command PATH." });
}
function chartObjects(output, display) {
  const objects = parseObjects(output, display);
  for (const object of objects) mark(object);
  return objects;
}
function mark(object) {
  let metadata = get(object, "metadata");
  if (metadata?.kind !== "map") {
    setField(object, "metadata", map());
    metadata = get(object, "metadata");
  }
  const annotations = get(metadata, "annotations");
  const value = scalar("true", "!!str", "double");
  if (annotations?.kind === "map") setField(annotations, HELM_GENERATED, value);
  else setField(metadata, "annotations", map([{ key: scalar(HELM_GENERATED), value }]));
}

// src/builtins/helm-values.ts
function inlineValues(inline) {
  return emit(asConfigured(inline));
}
function mergedValues(text, display, inline, { mode, isDefault = false }) {
  const [file] = parseResources(text, display);
  if (file === void 0) {
    throw failure("invalid-values", `${display} holds no values, and inline ones cannot be merged into nothing`, {
      hint: "Set `valuesMerge: replace`, or give the file a value."
    });
  }
  if (file.kind !== "map") {
    throw failure("invalid-values", `${display} is not a map of values`, {
      hint: "Name the file of the chart's values."
    });
  }
  const own = fromValue(asConfigured(inline));
  const diagnostics = [];
  for (const { key, place, replaced } of dropAliases(file, own, mode)) {
    if (isDefault && !replaced) continue;
    const message = `the value of \`${key}\` is an alias, which is lost when inline values are merged with the file`;
    const hint = "Write the value out: kustomize does not follow it either.";
    diagnostics.push({ code: "lost-alias", severity: "warning", message, ...place, hint });
  }
  const merged = mode === "override" ? merge(file, own) : merge(own, file);
  if (merged === void 0) return { text: emit({}), diagnostics };
  unstyle(merged);
  return { text: emit(toValue(merged)), diagnostics };
}
function dropAliases(file, inline, mode) {
  const lost = [];
  const kept = [];
  for (const entry of file.entries) {
    const { key, value } = entry;
    const name = key.kind === "scalar" ? key.value : "";
    const counterpart = get(inline, name);
    const isMerged = key.offset < file.offset;
    const isAlias = !isMerged && value.offset < key.offset;
    const replaced = isAlias && inline !== void 0 && counterpart !== void 0 && !isNull(counterpart);
    if (!isMerged && !isAlias) {
      kept.push(entry);
      const below = counterpart?.kind === "map" ? counterpart : void 0;
      if (value.kind === "map") lost.push(...dropAliases(value, below, mode));
      continue;
    }
    if (replaced && mode === "merge") throw wrongAlias(name, key);
    if (replaced) clearField(inline, name);
    lost.push({ key: name, place: locate(isMerged ? file : key), replaced });
  }
  file.entries = kept;
  return lost;
}
function wrongAlias(name, key) {
  const message = `the value of \`${name}\` is an alias, which inline values cannot be merged with`;
  return failure("invalid-values", message, { ...locate(key), hint: "Write the value out." });
}
function merge(dest, source) {
  return strategicMerge(dest, source, builtInSchemas);
}
function unstyle(node) {
  if (node.kind === "scalar") {
    if (node.tag !== "") node.style = node.tag === "!!str" ? "double" : "";
    return;
  }
  node.style = "";
  if (node.kind === "seq") node.items.forEach(unstyle);
  else for (const { key, value } of node.entries) [key, value].forEach(unstyle);
}
var TEXT_FIELDS = new Set(
  "name version repo releasename namespace valuesfile valuesmerge kubeversion nametemplate".split(" ")
);
var TEXT_LIST_FIELDS = /* @__PURE__ */ new Set(["additionalvaluesfiles", "apiversions"]);
function asConfigured(inline) {
  const values = asJson(inline);
  if (typeof values !== "object" || values === null || Array.isArray(values)) return values;
  for (const [key, value] of Object.entries(values)) {
    const field = key.toLowerCase();
    if (TEXT_FIELDS.has(field)) values[key] = asText(value);
    else if (TEXT_LIST_FIELDS.has(field) && Array.isArray(value)) values[key] = value.map(asText);
  }
  return values;
}
function asText(value) {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return value;
  const isWhole = Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 64;
  return isWhole ? String(value === 0 ? 0 : value) : formatFloat64(value);
}
function asJson(value) {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== "object" || value === null) return value;
  const object = /* @__PURE__ */ Object.create(null);
  for (const key of Object.keys(value)) object[key] = asJson(value[key]);
  return object;
}

// src/build/helm-charts.ts
async function inflateCharts(level, into) {
  const { helmCharts = [], helmGlobals, namespace: own } = level.kustomization;
  const { outerNamespace = "" } = level;
  for (const written of helmCharts) {
    const namespace = written.namespace || own || outerNamespace;
    if (!written.namespace && !own) into.inheritedNamespace = outerNamespace;
    const inline = written.valuesInline && toConfigValue(written.valuesInline);
    const origin = fieldOrigin(level, "HelmChartInflationGenerator");
    await inflate(level, { ...written, namespace }, helmGlobals, inline, origin, into.resources);
  }
}
async function inflateConfiguredChart(level, config, origin, resources) {
  const inline = config.valuesInline && toValue(config.valuesInline);
  await inflate(level, config, config, inline, origin, resources);
}
async function inflate(level, written, globals, inline, origin, resources) {
  const settings = requireHelm(level, written);
  try {
    const chart = checkChart(written, settings);
    const inflation = new Inflation(level, settings, chart, globals);
    for (const node of await inflation.objects(inline)) {
      const resource = new Resource(node, chart.location);
      resource.provenance = origin && { origin, steps: [] };
      add(resource, resources);
    }
  } catch (thrown) {
    if (thrown instanceof KrmError) throw ofChart(thrown, written);
    throw thrown;
  }
}
function requireHelm(level, { name, location }) {
  const { helm } = level.context;
  if (helm !== void 0) return helm;
  throw failure("helm-disabled", `the chart ${name ?? ""} is not inflated: must specify --enable-helm`, {
    ...location,
    hint: "Pass --enable-helm; in the action, set `enable-helm: true`. It lets the helm of the machine run."
  });
}
function add(resource, resources) {
  const [present] = resources.byAnyId(resource.id);
  if (present === void 0) return resources.append(resource);
  throw failure(
    "generator-conflict",
    `it makes ${idText(resource.id)}, but an object of that identity is there already`,
    {
      object: resource.describe(),
      hint: "Remove one of the two, or keep the chart from making it by its values."
    }
  );
}
function ofChart(error, { name, location }) {
  const prefix = name ? `chart ${name}: ` : "";
  const diagnostics = error.diagnostics.map((one) => ({
    ...location,
    ...one.file !== void 0 && { file: one.file, line: one.line, column: one.column },
    ...one,
    message: prefix + one.message
  }));
  return new KrmError(diagnostics, { cause: error });
}
var Inflation = class {
  #level;
  #settings;
  #chart;
  /** Of the chart: relative to the root, or absolute in its tree. */
  #path;
  #configHome;
  constructor(level, settings, chart, globals) {
    this.#level = level;
    this.#settings = settings;
    this.#chart = chart;
    this.#path = chartDirectory(chart, globals);
    this.#configHome = globals?.configHome;
  }
  async objects(inline) {
    const { helm } = this.#settings;
    const call = { configHome: this.#configHome };
    const additional = await this.#additionalValues();
    checkHelmVersion(await helm.run(["version", "--short"]));
    const { files, pulled } = await this.#files();
    const values = { file: await this.#values(inline, pulled ? files : void 0), display: "the values" };
    const directory = { directory: files, display: this.#display(this.#path) };
    const args = templateArguments(this.#chart, directory, [values, ...additional]);
    this.#notice();
    const output = await helm.run(args, call);
    return this.#parse(output);
  }
  #display(path) {
    const { root } = this.#level;
    return root.tree.display(posix2.resolve(root.path, path));
  }
  async #additionalValues() {
    const files = [];
    for (const { path, location } of this.#chart.additionalValuesFiles ?? []) {
      const { bytes, display } = await this.#level.root.read(path, location);
      files.push({ file: bytes, display });
    }
    return files;
  }
  /** The chart as it is beside the kustomization, or else what helm pulls: into a private place, not into `charts`. */
  async #files() {
    const { root, context } = this.#level;
    const { name, repo } = this.#chart;
    const located = await root.lookup(this.#path);
    if (located?.type === "directory") {
      const files2 = await context.charts.read(root.tree, located.path);
      return { files: files2, pulled: false };
    }
    if (!repo) {
      throw failure(
        "chart-not-found",
        `there is no directory ${this.#display(this.#path)}, and no \`repo\` to pull it from`,
        {
          hint: "Add the chart there, correct `helmGlobals.chartHome`, or give the chart a `repo`."
        }
      );
    }
    const files = await this.#settings.helm.pull(pullArguments(this.#chart), name, { configHome: this.#configHome });
    return { files, pulled: true };
  }
  async #values(inline, pulled) {
    const { valuesMerge } = this.#chart;
    if (!hasValues(inline)) return (await this.#valuesFile(pulled)).bytes;
    if (valuesMerge === "replace") return Buffer.from(inlineValues(inline));
    const { bytes, display } = await this.#valuesFile(pulled);
    const { text, diagnostics } = mergedValues(decodeText(bytes, display), display, inline, {
      mode: valuesMerge,
      isDefault: display === this.#display(posix2.join(this.#path, "values.yaml"))
    });
    this.#level.context.diagnostics.push(...diagnostics);
    return Buffer.from(text);
  }
  /** The file that the chart names, or the chart's own; one within a chart that was pulled is not in the tree. */
  async #valuesFile(pulled) {
    const { root } = this.#level;
    const { valuesFile, location } = this.#chart;
    const path = valuesFile || posix2.join(this.#path, "values.yaml");
    const [chart, file] = [posix2.resolve(root.path, this.#path), posix2.resolve(root.path, path)];
    if (pulled === void 0 || !contains(chart, file)) return root.read(path, location);
    const bytes = pulled.get(posix2.relative(chart, file));
    const display = this.#display(path);
    if (bytes === void 0) throw failure("file-not-found", `${display} does not exist: the chart has no such file`);
    return { bytes, display };
  }
  /** Tells of what makes the result another one than the author may expect. */
  #notice() {
    const { releaseName, nameTemplate, name, location } = this.#chart;
    const notice = (code, message, hint) => {
      this.#level.context.diagnostics.push({ code, severity: "notice", message, ...location, hint });
    };
    if (!releaseName && !nameTemplate) {
      const message = `the chart ${name} has no releaseName, so helm makes one up from the time of day`;
      notice("random-release-name", message, "Give it a `releaseName`.");
    }
    if (this.#configHome && !this.#settings.helm.honoursConfigHome) {
      const message = "`configHome` of helmGlobals is not used: helm gets an empty configuration";
      notice("config-home-unused", message, "Helm loads plugins from there, so it is used by `krm-render build` only.");
    }
  }
  #parse(output) {
    try {
      return chartObjects(output, "");
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      const diagnostics = thrown.diagnostics.map(({ file: _file, line, column: _column, ...one }) => ({
        ...one,
        message: `what helm printed cannot be used: ${one.message}${line === void 0 ? "" : ` (line ${line})`}`,
        hint: "Run `helm template` with the same values to see it."
      }));
      throw new KrmError(diagnostics, { cause: thrown });
    }
  }
};
function hasValues(inline) {
  return typeof inline === "object" && inline !== null && Object.keys(inline).length > 0;
}
export {
  inflateCharts,
  inflateConfiguredChart
};
