import {
  ALIAS,
  BUILD_ANNOTATIONS,
  HELM_GENERATED,
  Resource,
  Root,
  clearField,
  clone,
  contains,
  decodeText,
  encode,
  encodeDocument,
  fieldOrigin,
  formatFloat32,
  formatFloat64,
  fromFile,
  fromKustomization,
  fromValue,
  get,
  identify,
  isAddress,
  isNull,
  isObject,
  isRemote,
  isYaml11NonString,
  locate,
  map,
  openApiSchema,
  overwrite,
  parseConfig,
  parseGitReference,
  parseInlineObjects,
  parseObjects,
  parseResources,
  parseText,
  pluginOrigin,
  positionBelow,
  positionKey,
  print,
  provenanceWriter,
  recordStep,
  referenceOf,
  resolveTag,
  scalar,
  scalarText,
  seq,
  setField,
  setScalar,
  strategicMerge,
  toConfigValue,
  toValue,
  trackingOrigins
} from "./shared-yaml-composer.js";
import {
  readDirectory
} from "./shared-sources-helm-directory.js";
import {
  CLUSTER_SCOPE,
  apiVersionOf,
  builtInSchemas,
  describeId,
  gvkText,
  idText,
  parseApiVersion,
  sameId,
  schemaFor,
  schemaOfDefinition,
  selectedBy
} from "./shared-resource-merge-schema-data.js";
import {
  nearest
} from "./shared-documents-spelling.js";
import {
  KrmError,
  about,
  diagnosticsOf,
  distinct,
  failure,
  formatLocation
} from "./shared-diagnostics.js";

// src/build/base-memo.ts
var BaseMemo = class {
  #requested = /* @__PURE__ */ new Set();
  #kept = /* @__PURE__ */ new Map();
  /** @param key tells the base apart: its root, and where it is where that shows in what it builds to */
  async base(root, key, build) {
    if (!this.#requested.has(key)) {
      this.#requested.add(key);
      return build();
    }
    let kept = this.#kept.get(key);
    if (kept === void 0) {
      kept = build();
      this.#kept.set(key, kept);
    }
    const base = await kept.catch(() => void 0);
    if (base === void 0 || runsIntoCycle(base, root)) return build();
    return { ...base, resources: base.resources.map((resource) => resource.clone()) };
  }
};
function runsIntoCycle(base, root) {
  return [...base.roots].some((opened) => root.leadsBackTo(opened));
}

// src/resource/namespaced-kinds.ts
var kindsByVersion = /* @__PURE__ */ new Map([
  ["apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet"],
  ["autoscaling/v1", "HorizontalPodAutoscaler Scale"],
  ["autoscaling/v2beta1", "HorizontalPodAutoscaler"],
  ["autoscaling/v2beta2", "HorizontalPodAutoscaler"],
  ["batch/v1", "CronJob Job"],
  ["batch/v1beta1", "CronJob"],
  ["coordination.k8s.io/v1", "Lease"],
  ["coordination.k8s.io/v1beta1", "Lease"],
  ["discovery.k8s.io/v1", "EndpointSlice"],
  ["discovery.k8s.io/v1beta1", "EndpointSlice"],
  ["events.k8s.io/v1", "Event"],
  ["events.k8s.io/v1beta1", "Event"],
  ["extensions/v1beta1", "Ingress"],
  ["networking.k8s.io/v1", "Ingress NetworkPolicy"],
  ["networking.k8s.io/v1beta1", "Ingress"],
  ["policy/v1", "PodDisruptionBudget"],
  ["policy/v1beta1", "PodDisruptionBudget"],
  ["rbac.authorization.k8s.io/v1", "Role RoleBinding"],
  ["rbac.authorization.k8s.io/v1beta1", "Role RoleBinding"],
  ["storage.k8s.io/v1beta1", "CSIStorageCapacity"],
  [
    "v1",
    "ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodAttachOptions PodExecOptions PodPortForwardOptions PodProxyOptions PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount ServiceProxyOptions"
  ]
]);
var namespaced = new Set(
  [...kindsByVersion].flatMap(([apiVersion, kinds]) => kinds.split(" ").map((kind) => `${apiVersion} ${kind}`))
);
function isNamespaced(apiVersion, kind) {
  return namespaced.has(`${apiVersion} ${kind}`);
}

// src/build/build-schemas.ts
var BuildSchemas = class {
  state = { choice: void 0, used: false, beyond: false };
  /** Tells states apart that bases are built differently in. */
  get key() {
    const { choice, used, beyond } = this.state;
    if (choice === void 0) return `${used ? "used" : ""}${beyond ? "beyond" : ""}`;
    return choice === "built-in" ? choice : `${choice.builtIn} ${choice.path}`;
  }
  schemaFor(apiVersion, kind) {
    const { choice, used } = this.state;
    if (choice === void 0 && !used) this.state = { ...this.state, used: true };
    if (choice === void 0 || choice === "built-in") return builtInSchemas.schemaFor(apiVersion, kind);
    return choice.document().schemaFor(apiVersion, kind, choice.builtIn);
  }
  isClusterScoped(apiVersion, kind) {
    if (builtInSchemas.isClusterScoped(apiVersion, kind)) return true;
    const { choice, beyond } = this.state;
    if (choice === "built-in" || choice === void 0 && beyond || isNamespaced(apiVersion, kind)) return false;
    if (choice !== void 0) return choice.document().isClusterScoped(apiVersion, kind);
    this.state = { ...this.state, beyond: true };
    return false;
  }
  choose(schemas) {
    const { used, beyond } = this.state;
    const builtIn = used ? "behind" : beyond ? "in-front" : "unknown";
    const choice = schemas === "built-in" ? schemas : { ...schemas, builtIn };
    this.state = { choice, used: false, beyond: false };
  }
};

// src/build/charts.ts
var Charts = class {
  #byTree = /* @__PURE__ */ new Map();
  /** @param path of the chart's directory, absolute within the tree and free of symlinks */
  read(tree, path) {
    let known = this.#byTree.get(tree);
    if (known === void 0) this.#byTree.set(tree, known = /* @__PURE__ */ new Map());
    let reading = known.get(path);
    if (reading === void 0) known.set(path, reading = readDirectory(tree, path));
    return reading;
  }
};

// src/documents/reading.ts
var scalarNames = /* @__PURE__ */ new Map([
  ["!!null", "null"],
  ["!!bool", "a boolean"],
  ["!!int", "a number"],
  ["!!float", "a number"]
]);
var mostDiagnostics = 100;
var longestQuote = 100;
var Reading = class {
  dialect;
  diagnostics = [];
  /** What the document is, such as `a kustomization`. */
  subject;
  #file;
  #path = [];
  #errors = 0;
  constructor(dialect3, file, subject) {
    this.dialect = dialect3;
    this.subject = subject;
    this.#file = file;
  }
  /** Runs `read` one field or element deeper. */
  within(segment, read) {
    this.#path.push(segment);
    const result = read();
    this.#path.pop();
    return result;
  }
  /** The place of a node; nodes that were made by the engine only know their file. */
  place(node) {
    return locate(node) ?? { file: this.#file };
  }
  /** The field that is being read, such as `labels[0].pairs`, or the document; `more` is a field of it. */
  field(more) {
    const path = more === void 0 ? this.#path : [...this.#path, more];
    return path.length === 0 ? this.subject : `\`${formatPath(path)}\``;
  }
  report(code, message, node, hint, severity = "error") {
    const place = this.place(node);
    this.#add({ code, severity, message, ...place, ...hint === void 0 ? {} : { hint } });
  }
  #add(diagnostic) {
    if (diagnostic.severity === "error") this.#errors++;
    if (this.diagnostics.length < mostDiagnostics || this.#errors === 1) this.diagnostics.push(diagnostic);
  }
  /** Reports a value of the wrong type. */
  mismatch(node, expected, hint) {
    this.report("wrong-type", `${this.field()} must be ${expected}, not ${this.describe(node)}`, node, hint);
  }
  /** The value of a scalar; reports anything else, and scalars that have no value such as `!!int x`. */
  scalar(node, expected) {
    if (node.kind !== "scalar") return this.mismatch(node, expected);
    try {
      return this.dialect.value(node);
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      for (const diagnostic of error.diagnostics) this.#add(diagnostic);
      return void 0;
    }
  }
  /** What a node is, for messages: `a list`, `a number`. */
  describe(node) {
    if (node.kind === "map") return "a mapping";
    if (node.kind === "seq") return "a list";
    return scalarNames.get(node.tag) ?? "a string";
  }
  /** Whether an error has been reported. */
  get failed() {
    return this.#errors > 0;
  }
  /** Puts the problems into the order of the file, and throws them together when one of them is an error. */
  finish() {
    this.diagnostics.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    if (this.failed) throw new KrmError(this.diagnostics);
  }
};
function formatPath(path) {
  let text3 = "";
  for (const segment of path) {
    if (typeof segment === "number") text3 += `[${segment}]`;
    else if (!/^[\w-]+$/.test(segment)) text3 += `[${quote(segment)}]`;
    else text3 += text3 === "" ? segment : `.${segment}`;
  }
  return text3;
}
function quote(text3) {
  return JSON.stringify(text3.length > longestQuote ? `${text3.slice(0, longestQuote)}…` : text3);
}

// src/documents/decoder.ts
function text(node, reading) {
  const value = reading.scalar(node, "a string");
  if (value === void 0 || typeof value === "string") return value;
  if (value === null) return "";
  if (reading.dialect.coercesToText) return coerced(node, value);
  return reading.mismatch(node, "a string", `Quote the value: ${quote(node.value)}.`);
}
function coerced(node, value) {
  return typeof value === "number" && node.tag === "!!float" ? formatFloat32(value) : String(value);
}
function bool(node, reading) {
  const value = reading.scalar(node, "a boolean");
  if (value === void 0 || typeof value === "boolean") return value;
  if (value === null) return false;
  const quoted = value === "true" || value === "false";
  return reading.mismatch(node, "a boolean", quoted ? "Remove the quotes." : void 0);
}
function int(node, reading) {
  const value = reading.scalar(node, "a whole number");
  if (value === void 0) return void 0;
  if (value === null) return 0;
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return Number(value);
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63) return value;
  if (typeof value === "number" || typeof value === "bigint") {
    const written = quote(node.value);
    return reading.report("wrong-type", `${reading.field()} must be a whole number of 64 bits, not ${written}`, node);
  }
  const quoted = typeof value === "string" && /^[+-]?\d+$/.test(value);
  return reading.mismatch(node, "a whole number", quoted ? "Remove the quotes." : void 0);
}
function anyMap(node, reading) {
  if (node.kind === "map") return node;
  return isNull(node) ? map() : reading.mismatch(node, "a mapping");
}
function pathEntry(node, reading) {
  const path = text(node, reading);
  return path === void 0 ? void 0 : { path, location: reading.place(node) };
}
function textEntry(node, reading) {
  const value = text(node, reading);
  return value === void 0 ? void 0 : { text: value, location: reading.place(node) };
}
function textMap(node, reading) {
  const result = /* @__PURE__ */ new Map();
  if (isNull(node)) return result;
  if (node.kind !== "map") return reading.mismatch(node, "a mapping of strings");
  for (const entry of node.entries) {
    const key = keyText(entry.key, reading);
    if (key === void 0) continue;
    if (result.has(key)) reportDuplicate(key, entry.key, reading);
    const value = reading.within(key, () => text(entry.value, reading));
    if (value !== void 0) result.set(key, value);
  }
  return result;
}
function list(element2) {
  return function decodeList(node, reading) {
    if (isNull(node)) return [];
    if (node.kind !== "seq") return reading.mismatch(node, "a list");
    const result = [];
    for (let index = 0; index < node.items.length; index++) {
      const item = reading.within(index, () => element2(node.items[index], reading));
      if (item !== void 0) result.push(item);
    }
    return result;
  };
}
function record(fields2, options = {}) {
  const names = Object.keys(fields2);
  const canonical = new Map(names.map((name) => [name.toLowerCase(), name]));
  const decoders = fields2;
  return function decodeRecord(node, reading) {
    if (!isNull(node) && node.kind !== "map") return reading.mismatch(node, "a mapping");
    const result = { ...options.defaults };
    for (const [name, value] of node.kind === "map" ? chooseFields(node, reading) : []) {
      if (isNull(value)) continue;
      const decoded = reading.within(name, () => decoders[name](value, reading));
      if (decoded !== void 0) result[name] = decoded;
    }
    result.location = reading.place(node);
    return result;
  };
  function chooseFields(node, reading) {
    const chosen = /* @__PURE__ */ new Map();
    const spellings = /* @__PURE__ */ new Map();
    for (const { key, value } of node.entries) {
      const written = keyText(key, reading);
      if (written === void 0) continue;
      const name = canonical.get(written.toLowerCase());
      if (name === void 0) {
        if (reading.dialect.unknownFields === "refused") reportUnknown(written, key, reading);
        continue;
      }
      const before = spellings.get(name);
      if (before !== void 0) reportDuplicate(name, key, reading);
      if (before !== void 0 && before > written) continue;
      spellings.set(name, written);
      chosen.set(name, value);
    }
    return chosen;
  }
  function reportUnknown(written, key, reading) {
    const near = nearest(written, names);
    const known = names.length <= 8 ? `Its fields are ${names.map((name) => `\`${name}\``).join(", ")}.` : void 0;
    const hint = options.hints?.[written] ?? (near === void 0 ? known : `Did you mean \`${near}\`?`);
    reading.report("unknown-field", `unknown field ${quote(written)} in ${reading.field()}`, key, hint);
  }
}
function reportDuplicate(name, key, reading) {
  const severity = reading.dialect.duplicateFields;
  const message = `${reading.field(name)} is given more than once`;
  const hint = severity === "error" ? "Keep one of them." : "Only one of them counts; merge them.";
  reading.report("duplicate-field", message, key, hint, severity);
}
function keyText(key, reading) {
  if (key.kind === "scalar" && (key.tag === "!!str" || key.tag === "")) return key.value;
  const message = `a key in ${reading.field()} must be a string, not ${reading.describe(key)}`;
  return reading.report("invalid-key", message, key, "Quote it.");
}

// src/documents/kind-order.ts
var kindsFirst = [
  "Namespace",
  "ResourceQuota",
  "StorageClass",
  "CustomResourceDefinition",
  "ServiceAccount",
  "PodSecurityPolicy",
  "Role",
  "ClusterRole",
  "RoleBinding",
  "ClusterRoleBinding",
  "ConfigMap",
  "Secret",
  "Endpoints",
  "Service",
  "LimitRange",
  "PriorityClass",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Deployment",
  "StatefulSet",
  "CronJob",
  "PodDisruptionBudget"
];
var kindsLast = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
function kindRanks(first, last) {
  const ranks2 = /* @__PURE__ */ new Map();
  for (const [index, kind] of first.entries()) ranks2.set(kind, index - first.length);
  for (const [index, kind] of last.entries()) ranks2.set(kind, index + 1);
  return ranks2;
}

// src/documents/kustomization-fields.ts
var texts = list(text);
var paths = list(pathEntry);
var textEntries = list(textEntry);
var gvk = { group: text, version: text, kind: text };
var named = { ...gvk, name: text, namespace: text };
var splitApiVersion = "Give `group` and `version` instead.";
var objectMeta = record({ name: text, namespace: text, labels: textMap, annotations: textMap });
var selector = record(
  { ...named, annotationSelector: text, labelSelector: text },
  { hints: { apiVersion: splitApiVersion, labels: "Did you mean `labelSelector`?" } }
);
var fieldSpec = record(
  { ...gvk, path: text, create: bool },
  { defaults: { path: "" }, hints: { apiVersion: splitApiVersion } }
);
var fieldSpecs = list(fieldSpec);
var label = record({
  pairs: textMap,
  includeSelectors: bool,
  includeTemplates: bool,
  includeVolumeClaimTemplates: bool,
  fields: fieldSpecs
});
var patchOptions = record({ allowNameChange: bool, allowKindChange: bool });
var patchFields = { path: text, patch: text, target: selector, options: patchOptions };
var patches = list(record(patchFields));
var image = record({ name: text, newName: text, tagSuffix: text, newTag: text, digest: text });
var replica = record({ name: text, count: int }, { defaults: { name: "", count: 0 } });
var fieldOptions = record({ delimiter: text, index: int, encoding: text, create: bool });
var replacementSource = record(
  { ...named, fieldPath: text, options: fieldOptions },
  { hints: { apiVersion: splitApiVersion, fieldPaths: "Did you mean `fieldPath`? A source has one." } }
);
var replacementTarget = record({
  select: selector,
  reject: list(selector),
  fieldPaths: texts,
  options: fieldOptions
});
var replacementFields = { source: replacementSource, sourceValue: text, targets: list(replacementTarget) };
var replacement = record({ ...replacementFields, path: text });
var inlineReplacement = record(replacementFields);
var variable = record(
  {
    name: text,
    objref: record({ ...named, apiVersion: text }),
    fieldref: record({ fieldPath: text })
  },
  { defaults: { name: "" } }
);
var sortOptions = record({
  order: text,
  legacySortOptions: record({ orderFirst: texts, orderLast: texts })
});
var generatorOptions = record({
  labels: textMap,
  annotations: textMap,
  disableNameSuffixHash: bool,
  immutable: bool
});
var configMapFields = {
  namespace: text,
  name: text,
  behavior: text,
  literals: textEntries,
  files: textEntries,
  envs: textEntries,
  options: generatorOptions
};
var secretFields = { ...configMapFields, type: text };
var helmGlobalsFields = { chartHome: text, configHome: text };
var helmChartFields = {
  name: text,
  version: text,
  repo: text,
  releaseName: text,
  namespace: text,
  additionalValuesFiles: paths,
  valuesFile: text,
  valuesInline: anyMap,
  valuesMerge: text,
  includeCRDs: bool,
  skipHooks: bool,
  apiVersions: texts,
  kubeVersion: text,
  nameTemplate: text,
  skipTests: bool,
  debug: bool,
  devel: bool
};
var oldHelmChart = record({
  chartName: text,
  chartVersion: text,
  chartRepoUrl: text,
  chartHome: text,
  chartRepoName: text,
  helmBin: text,
  helmHome: text,
  values: text,
  valuesLocal: anyMap,
  valuesMerge: text,
  releaseName: text,
  releaseNamespace: text,
  extraArgs: texts
});
var kustomizationFile = record({
  apiVersion: text,
  kind: text,
  metadata: objectMeta,
  openapi: textMap,
  namePrefix: text,
  nameSuffix: text,
  namespace: text,
  commonLabels: textMap,
  commonAnnotations: textMap,
  labels: list(label),
  patchesStrategicMerge: textEntries,
  patchesJson6902: patches,
  patches,
  images: list(image),
  imageTags: list(image),
  replacements: list(replacement),
  replicas: list(replica),
  vars: list(variable),
  sortOptions,
  resources: paths,
  bases: paths,
  components: paths,
  crds: paths,
  configurations: paths,
  generators: textEntries,
  transformers: textEntries,
  validators: textEntries,
  buildMetadata: textEntries,
  configMapGenerator: list(record({ ...configMapFields, env: textEntry })),
  secretGenerator: list(record({ ...secretFields, env: textEntry })),
  generatorOptions,
  helmGlobals: record(helmGlobalsFields),
  helmCharts: list(record(helmChartFields)),
  helmChartInflationGenerator: list(oldHelmChart)
});

// src/documents/configuration.ts
var dialect = {
  unknownFields: "refused",
  duplicateFields: "error",
  coercesToText: true,
  value: toConfigValue
};
var reference = record(
  { group: text, version: text, kind: text, fieldSpecs },
  { defaults: { fieldSpecs: [] } }
);
var configurationFile = record({
  namePrefix: fieldSpecs,
  nameSuffix: fieldSpecs,
  namespace: fieldSpecs,
  commonLabels: fieldSpecs,
  labels: fieldSpecs,
  templateLabels: fieldSpecs,
  volumeClaimTemplateLabels: fieldSpecs,
  commonAnnotations: fieldSpecs,
  nameReference: list(reference),
  varReference: fieldSpecs,
  images: fieldSpecs,
  replicas: fieldSpecs
});
function decodeConfiguration(node, file) {
  if (node === void 0) return { location: { file } };
  const reading = new Reading(dialect, file, "a transformer configuration");
  const decoded = configurationFile(node, reading);
  reading.finish();
  return decoded;
}
function mergeConfigurations(base, files) {
  if (files.length === 0) return base;
  const { nameReference, ...tables } = base;
  const merged = {};
  for (const name of Object.keys(tables)) {
    const add4 = (known, more) => mergeFieldSpecs(name, known, more);
    merged[name] = mergeTables(
      tables[name],
      files.map((file) => file[name] ?? []),
      add4
    );
  }
  const references = files.map((file) => file.nameReference ?? []);
  return { ...merged, nameReference: mergeTables(nameReference, references, mergeReferences) };
}
function combineConfigurations(below, own, defaults) {
  if (own === defaults && (below === void 0 || below === defaults)) return defaults;
  const names = Object.keys(own);
  const combined2 = {};
  for (const name of names) {
    combined2[name] = name === "nameReference" ? mergeReferences(below?.nameReference ?? [], own.nameReference).sort(byRank) : mergeFieldSpecs(name, below?.[name] ?? [], own[name]).sort(byRank);
  }
  return combined2;
}
function mergeTables(base, files, add4) {
  let own = [];
  for (const table of files) own = add4(own, table.toSorted(byRank)).sort(byRank);
  return own.length === 0 ? base : add4(base, own).sort(byRank);
}
function mergeFieldSpecs(table, known, more) {
  const result = [];
  const byPath = /* @__PURE__ */ new Map();
  for (const spec of known) append2(spec);
  for (const spec of more) {
    const covering = byPath.get(spec.path)?.find((other) => isAmong(other, spec));
    if (covering === void 0) append2(spec);
    else if (Boolean(covering.create) !== Boolean(spec.create)) throw conflict(table, covering, spec);
  }
  return result;
  function append2(spec) {
    result.push(spec);
    const same2 = byPath.get(spec.path);
    if (same2 === void 0) byPath.set(spec.path, [spec]);
    else same2.push(spec);
  }
}
function conflict(table, known, spec) {
  const [own, other] = spec.location === void 0 ? [known, spec] : [spec, known];
  const kinds = other.kind === void 0 ? "all kinds" : other.kind;
  const message = `\`${table}\` already has the field ${quote(own.path)} of ${kinds} with \`create: ${Boolean(other.create)}\``;
  const hint = `Give it \`create: ${Boolean(other.create)}\`, or narrow it to other kinds.`;
  return failure("conflicting-field-specs", message, { ...own.location, hint });
}
function mergeReferences(known, more) {
  const result = new Map(known.map((entry) => [identity(entry), entry]));
  for (const added of more) {
    const key = identity(added);
    const same2 = result.get(key);
    const merged = same2 && mergeFieldSpecs("nameReference", same2.fieldSpecs, added.fieldSpecs);
    result.set(key, merged === void 0 ? added : { ...same2, fieldSpecs: merged });
  }
  return [...result.values()];
}
function identity({ group, version, kind }) {
  return JSON.stringify([group || "", version || "", kind || ""]);
}
function isAmong(narrow, wide) {
  return (!wide.kind || wide.kind === narrow.kind) && (!wide.group || wide.group === narrow.group) && (!wide.version || wide.version === narrow.version);
}
var ranks = kindRanks(kindsFirst, kindsLast);
function byRank(a, b) {
  const rank2 = (ranks.get(a.kind ?? "") ?? 0) - (ranks.get(b.kind ?? "") ?? 0);
  if (rank2 !== 0) return rank2;
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
function sortKey({ group, version, kind }) {
  return `${group || "~G"}_${version || "~V"}_${kind || "~K"}`;
}

// src/documents/field-spec-tables.ts
var everything = {};
function owner(kind, group = "", version = "") {
  return { ...group && { group }, ...version && { version }, kind };
}
function fields(of, paths2, create) {
  return paths2.map((path) => create ? { path, ...of, create: true } : { path, ...of });
}
function words(text3) {
  return text3.trim().split(/\s+/);
}
var podSpecs = {
  Pod: "spec",
  PodTemplate: "template/spec",
  Deployment: "spec/template/spec",
  ReplicaSet: "spec/template/spec",
  ReplicationController: "spec/template/spec",
  DaemonSet: "spec/template/spec",
  StatefulSet: "spec/template/spec",
  Job: "spec/template/spec",
  CronJob: "spec/jobTemplate/spec/template/spec"
};
function podFields(kind, paths2, version = "") {
  return fields(
    owner(kind, "", version),
    paths2.map((path) => `${podSpecs[kind]}/${path}`)
  );
}

// src/documents/default-name-references.ts
var rbac = "rbac.authorization.k8s.io";
var admission = "admissionregistration.k8s.io";
var roleBinding = owner("RoleBinding", rbac);
var clusterRoleBinding = owner("ClusterRoleBinding", rbac);
var workloads = ["StatefulSet", "Deployment", "ReplicationController", "CronJob", "Job", "DaemonSet"];
var mounting = ["PodTemplate", "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job"];
function namedByPods(field2) {
  return [...podFields("Pod", [field2]), ...workloads.flatMap((kind) => podFields(kind, [field2]))];
}
function scaledBy(kind) {
  return { kind, fieldSpecs: fields(owner("HorizontalPodAutoscaler"), ["spec/scaleTargetRef/name"]) };
}
var configMapFields2 = words(`
  volumes/configMap/name
  containers/env/valueFrom/configMapKeyRef/name
  initContainers/env/valueFrom/configMapKeyRef/name
  containers/envFrom/configMapRef/name
  initContainers/envFrom/configMapRef/name
  volumes/projected/sources/configMap/name
`);
var secretFields2 = words(`
  volumes/secret/secretName
  containers/env/valueFrom/secretKeyRef/name
  initContainers/env/valueFrom/secretKeyRef/name
  containers/envFrom/secretRef/name
  initContainers/envFrom/secretRef/name
  imagePullSecrets/name
  volumes/projected/sources/secret/name
`);
function projectedSecond(paths2) {
  return [...paths2.slice(0, 1), ...paths2.slice(-1), ...paths2.slice(1, -1)];
}
function mounted(paths2) {
  return [
    ...podFields("Pod", paths2, "v1"),
    ...mounting.flatMap((kind) => podFields(kind, paths2)),
    ...podFields("CronJob", projectedSecond(paths2))
  ];
}
var ingressClass = {
  kind: "IngressClass",
  group: "networking.k8s.io/v1",
  version: "v1",
  fieldSpecs: fields(owner("Ingress"), ["spec/ingressClassName"])
};
var nameReferences = [
  {
    kind: "StorageClass",
    group: "storage.k8s.io",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("PersistentVolume"), ["spec/storageClassName"]),
      ...fields(owner("PersistentVolumeClaim"), ["spec/storageClassName"]),
      ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/storageClassName"])
    ]
  },
  {
    kind: "ServiceAccount",
    version: "v1",
    fieldSpecs: [
      ...fields(roleBinding, ["subjects"]),
      ...fields(clusterRoleBinding, ["subjects"]),
      ...namedByPods("serviceAccountName")
    ]
  },
  { kind: "Role", group: rbac, fieldSpecs: fields(roleBinding, ["roleRef/name"]) },
  {
    kind: "ClusterRole",
    group: rbac,
    fieldSpecs: [...fields(roleBinding, ["roleRef/name"]), ...fields(clusterRoleBinding, ["roleRef/name"])]
  },
  {
    kind: "ConfigMap",
    version: "v1",
    fieldSpecs: [
      ...mounted(configMapFields2),
      ...fields(owner("Node"), ["spec/configSource/configMap"]),
      ...fields(owner("Role"), ["rules/resourceNames"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
      ...fields(owner("Ingress"), ["metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap"])
    ]
  },
  {
    kind: "Secret",
    version: "v1",
    fieldSpecs: [
      ...mounted(secretFields2),
      ...fields(owner("Ingress"), [
        "spec/tls/secretName",
        "metadata/annotations/ingress.kubernetes.io\\/auth-secret",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret"
      ]),
      ...fields(owner("ServiceAccount"), ["imagePullSecrets/name"]),
      ...fields(
        owner("StorageClass"),
        words("parameters/secretName parameters/adminSecretName parameters/userSecretName parameters/secretRef")
      ),
      ...fields(owner("Role"), ["rules/resourceNames"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
      ...fields(owner("Service", "serving.knative.dev", "v1"), [
        "spec/template/spec/containers/env/valueFrom/secretKeyRef/name"
      ]),
      ...fields(owner("PersistentVolume"), ["spec/azureFile/secretName"])
    ]
  },
  {
    kind: "Service",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("StatefulSet", "apps"), ["spec/serviceName"]),
      ...fields(
        owner("Ingress"),
        words(`
          spec/rules/http/paths/backend/serviceName
          spec/backend/serviceName
          spec/rules/http/paths/backend/service/name
          spec/defaultBackend/service/name
        `)
      ),
      ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/name"]),
      ...fields(owner("ValidatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"]),
      ...fields(owner("MutatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"])
    ]
  },
  {
    kind: "PriorityClass",
    group: "scheduling.k8s.io",
    version: "v1",
    fieldSpecs: namedByPods("priorityClassName")
  },
  {
    kind: "PersistentVolume",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("PersistentVolumeClaim"), ["spec/volumeName"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"])
    ]
  },
  {
    kind: "PersistentVolumeClaim",
    version: "v1",
    fieldSpecs: namedByPods("volumes/persistentVolumeClaim/claimName")
  },
  scaledBy("Deployment"),
  scaledBy("StatefulSet"),
  {
    kind: "ValidatingAdmissionPolicy",
    group: admission,
    fieldSpecs: fields(owner("ValidatingAdmissionPolicyBinding", admission), ["spec/policyName"])
  },
  ingressClass,
  scaledBy("ReplicaSet"),
  scaledBy("ReplicationController")
];

// src/documents/default-variable-references.ts
var variableReferences = [
  ...fields(owner("Service"), words("spec/ports/port spec/ports/targetPort")),
  ...fields(owner("PersistentVolume"), ["spec/nfs/server"]),
  ...podFields(
    "Deployment",
    words(`initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command initContainers/args
      containers/volumeMounts/mountPath containers/env/value volumes/nfs/server`)
  ),
  ...fields(owner("Deployment"), ["spec/template/metadata/annotations"]),
  ...podFields("Deployment", words("containers/command containers/args")),
  ...podFields("StatefulSet", words("containers/volumeMounts/mountPath containers/env/value initContainers/args")),
  ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/nfs/server"]),
  ...podFields(
    "StatefulSet",
    words(`initContainers/command containers/command containers/args initContainers/volumeMounts/mountPath
      initContainers/env/value`)
  ),
  ...podFields(
    "CronJob",
    words(`initContainers/env/value initContainers/command initContainers/args containers/volumeMounts/mountPath
      containers/env/value containers/command initContainers/volumeMounts/mountPath`)
  ),
  ...fields(owner("CronJob"), ["spec/jobTemplate/spec/template/volumes/nfs/server"]),
  ...podFields("CronJob", ["containers/args"]),
  ...podFields(
    "DaemonSet",
    words(`containers/command volumes/nfs/server initContainers/volumeMounts/mountPath initContainers/env/value
      initContainers/command initContainers/args containers/volumeMounts/mountPath containers/env/value
      containers/args`)
  ),
  ...fields(owner("Ingress"), words("spec/tls/secretName spec/tls/hosts spec/rules/host")),
  ...podFields(
    "Job",
    words(`initContainers/command volumes/nfs/server containers/args containers/command containers/env/value
      containers/volumeMounts/mountPath initContainers/args initContainers/env/value
      initContainers/volumeMounts/mountPath`)
  ),
  ...podFields(
    "Pod",
    words(`containers/volumeMounts/mountPath containers/args initContainers/command initContainers/env/value
      initContainers/volumeMounts/mountPath volumes/nfs/server initContainers/args containers/env/value
      containers/command`)
  ),
  ...podFields(
    "ReplicaSet",
    words(`volumes/nfs/server containers/volumeMounts/mountPath containers/env/value containers/command containers/args
      initContainers/args initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command`)
  ),
  ...fields(everything, words("metadata/labels metadata/annotations"))
];

// src/documents/default-field-specs.ts
var appsDeployment = owner("Deployment", "apps");
var appsStatefulSet = owner("StatefulSet", "apps");
var batchCronJob = owner("CronJob", "batch");
var batchJob = owner("Job", "batch");
var networkPolicy = owner("NetworkPolicy", "networking.k8s.io");
var replicationController = owner("ReplicationController", "", "v1");
var spreading = words(`
  affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  topologySpreadConstraints/labelSelector/matchLabels
`).map((path) => `spec/template/spec/${path}`);
function templateMetadata(part, statefulSet) {
  const template = [`spec/template/metadata/${part}`];
  const jobTemplate = [`spec/jobTemplate/metadata/${part}`, `spec/jobTemplate/spec/template/metadata/${part}`];
  return [
    ...fields(owner("Deployment"), template, "create"),
    ...fields(statefulSet, template, "create"),
    ...fields(batchCronJob, jobTemplate, "create"),
    ...fields(batchJob, template, "create"),
    ...fields(replicationController, template, "create"),
    ...fields(owner("DaemonSet"), template, "create"),
    ...fields(owner("ReplicaSet"), template, "create"),
    ...fields(everything, [`metadata/${part}`], "create")
  ];
}
var claimTemplateLabels = fields(appsStatefulSet, ["spec/volumeClaimTemplates[]/metadata/labels"], "create");
var commonLabels = [
  ...fields(owner("Service", "", "v1"), ["spec/selector"], "create"),
  ...fields(appsDeployment, spreading),
  ...fields(owner("Deployment"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(appsStatefulSet, ["spec/selector/matchLabels"], "create"),
  ...fields(appsStatefulSet, spreading),
  ...claimTemplateLabels,
  ...fields(appsStatefulSet, ["spec/template/metadata/labels"], "create"),
  ...fields(
    batchCronJob,
    words("spec/jobTemplate/metadata/labels spec/jobTemplate/spec/template/metadata/labels"),
    "create"
  ),
  ...fields(batchCronJob, ["spec/jobTemplate/spec/selector/matchLabels"]),
  ...fields(owner("PodDisruptionBudget", "policy"), ["spec/selector/matchLabels"]),
  ...fields(batchJob, ["spec/selector/matchLabels"]),
  ...fields(batchJob, ["spec/template/metadata/labels"], "create"),
  ...fields(
    networkPolicy,
    words(
      "spec/egress/to/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/podSelector/matchLabels"
    )
  ),
  ...fields(replicationController, words("spec/template/metadata/labels spec/selector"), "create"),
  ...fields(owner("DaemonSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(owner("ReplicaSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(everything, ["metadata/labels"], "create")
];
var images = words(`
  spec/containers[]/image
  spec/initContainers[]/image
  spec/volumes[]/image/reference
  spec/template/spec/containers[]/image
  spec/template/spec/initContainers[]/image
  spec/template/spec/volumes[]/image/reference
`);
var emptyConfiguration = {
  namePrefix: [],
  nameSuffix: [],
  namespace: [],
  commonLabels: [],
  labels: [],
  templateLabels: [],
  volumeClaimTemplateLabels: [],
  commonAnnotations: [],
  nameReference: [],
  varReference: [],
  images: [],
  replicas: []
};
var defaultConfiguration = {
  namePrefix: fields(everything, ["metadata/name"]),
  nameSuffix: fields(everything, ["metadata/name"]),
  namespace: [
    ...fields(owner("Namespace"), ["metadata/name"], "create"),
    ...fields(owner("CustomResourceDefinition", "apiextensions.k8s.io"), [
      "spec/conversion/webhook/clientConfig/service/namespace"
    ]),
    ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/namespace"], "create")
  ],
  commonLabels,
  labels: [],
  templateLabels: templateMetadata("labels", appsStatefulSet),
  volumeClaimTemplateLabels: claimTemplateLabels,
  commonAnnotations: templateMetadata("annotations", owner("StatefulSet")),
  nameReference: nameReferences,
  varReference: variableReferences,
  images: fields(everything, images, "create"),
  replicas: words("Deployment StatefulSet ReplicaSet ReplicationController").flatMap(
    (kind) => fields(owner(kind), ["spec/replicas"], "create")
  )
};

// src/resource/resource-set.ts
var MAX_RESOURCES = 3e5;
var ResourceSet = class _ResourceSet {
  schemas;
  #items = [];
  /**
   * Resources by any identity that they have or had. Entries are added when identities change and never removed,
   * so every hit is checked against the identities of the resource.
   */
  #byId = /* @__PURE__ */ new Map();
  /** The same by name alone. */
  #byName = /* @__PURE__ */ new Map();
  #members = /* @__PURE__ */ new Set();
  /** Whether identities changed since uniqueness was last established. */
  #unchecked = false;
  /** @param schemas the types that its members are known by */
  constructor(schemas = builtInSchemas) {
    this.schemas = schemas;
  }
  static of(resources, schemas) {
    const set = new _ResourceSet(schemas);
    for (const resource of resources) set.append(resource);
    return set;
  }
  get size() {
    return this.#items.length;
  }
  /** In order. Not a copy: do not add or remove while walking it. */
  get items() {
    return this.#items;
  }
  /** Adds at the end. @throws KrmError `id-conflict` when an object of that identity is there already */
  append(resource) {
    if (resource.schemas !== this.schemas) resource.schemas = this.schemas;
    const present = this.byCurrentId(resource.id);
    if (present.length > 0) throw conflict2(resource, present[0]);
    if (this.#items.length >= MAX_RESOURCES) throw tooMany(resource);
    this.#items.push(resource);
    this.#members.add(resource);
    this.#register(resource);
  }
  appendAll(resources) {
    for (const resource of resources) this.append(resource);
  }
  /** To be called after the identity of a member may have changed, or a previous identity was pushed. */
  changed(resource) {
    resource.refresh();
    this.#register(resource);
    this.#unchecked = true;
  }
  /** To be called after what is known of kinds may have changed. */
  identifyAll() {
    for (const resource of this.#items) this.changed(resource);
  }
  #register(resource) {
    this.#index(resource.id, resource);
    if (resource.hasPreviousIds) for (const id of resource.previousIds()) this.#index(id, resource);
  }
  #index(id, resource) {
    enter(this.#byId, keyOf(id), resource);
    enter(this.#byName, id.name, resource);
  }
  /** Members whose present identity is `id`. */
  byCurrentId(id) {
    return this.#live(this.#byId.get(keyOf(id)), (resource) => sameId(resource.id, id));
  }
  /** Members that have or had the identity `id`. */
  byAnyId(id) {
    return this.#live(
      this.#byId.get(keyOf(id)),
      (resource) => resource.allIds().some((candidate) => sameId(candidate, id))
    );
  }
  /** Members that have or had the name, whatever their kind and namespace. */
  byAnyName(name) {
    return this.#live(this.#byName.get(name), (resource) => resource.allIds().some((id) => id.name === name));
  }
  #live(found, matches) {
    const live = [];
    if (found !== void 0) {
      for (const one of found) if (this.#isLive(one) && matches(one)) live.push(one);
    }
    return live;
  }
  #isLive(resource) {
    return resource.node !== void 0 && this.#members.has(resource);
  }
  /** Drops resources that `keep` refuses. */
  filter(keep) {
    const kept = this.#items.filter(keep);
    if (kept.length === this.#items.length) return;
    this.#items = kept;
    this.#members.clear();
    for (const resource of kept) this.#members.add(resource);
  }
  /** Drops what patches have deleted or emptied. */
  dropEmpty() {
    this.filter((resource) => resource.node !== void 0 && resource.node.entries.length > 0);
  }
  sort(compare3) {
    this.#items.sort(compare3);
  }
  /** Establishes that present identities are unique. @throws KrmError `id-conflict` */
  checkUnique() {
    if (!this.#unchecked) return;
    for (const resource of this.#items) {
      if (resource.node === void 0) continue;
      const same2 = this.byCurrentId(resource.id);
      if (same2.length > 1) throw conflict2(same2[1], same2[0]);
    }
    this.#unchecked = false;
  }
};
function enter(index, key, resource) {
  const found = index.get(key);
  if (found === void 0) index.set(key, /* @__PURE__ */ new Set([resource]));
  else found.add(resource);
}
function keyOf(id) {
  return `${id.kind}
${id.name}
${id.effectiveNamespace}`;
}
function conflict2(resource, present) {
  const where = present.origin === void 0 ? "" : `; the other one comes from ${present.origin.file}`;
  return failure(
    "id-conflict",
    `may not add ${idText(resource.id)}: an object of that identity is there already${where}`,
    {
      ...resource.origin,
      object: resource.describe(),
      hint: "Remove one of the two, rename one (namePrefix, nameSuffix, namespace), or turn it into a patch."
    }
  );
}
function tooMany(resource) {
  return failure("too-many-objects", `a build makes more than ${MAX_RESOURCES} objects`, {
    ...resource.origin,
    hint: "Look for bases that are included again and again; or split the directory."
  });
}

// src/build/context.ts
function emptyAccumulator({ schemas }) {
  return {
    resources: new ResourceSet(schemas),
    configuration: void 0,
    variables: /* @__PURE__ */ new Map(),
    inheritedNamespace: void 0
  };
}
function addConfiguration(accumulator, configuration) {
  accumulator.configuration = combineConfigurations(accumulator.configuration, configuration, defaultConfiguration);
}

// src/resource/openapi-document.ts
var GVK = "x-kubernetes-group-version-kind";
function parseOpenApi(text3, file) {
  const root = parseRoot(text3, file);
  const { definitions = {}, paths: paths2 = {} } = isObject(root) ? root : { definitions: root };
  if (!isObject(definitions) || !isObject(paths2)) {
    throw invalid(file, "it holds no OpenAPI document", "Its `definitions` and `paths` are maps.");
  }
  return new OpenApiDocument(definitions, paths2);
}
function parseRoot(text3, file) {
  if (!text3.startsWith("{")) {
    const node = parseConfig(text3, file);
    return node === void 0 ? {} : toConfigValue(node) ?? {};
  }
  try {
    return JSON.parse(text3);
  } catch (cause) {
    throw invalid(file, "it begins like JSON, and is none", "Write it as JSON or as YAML.", cause);
  }
}
var MOST_REFERENCES = 100;
var OpenApiDocument = class {
  #document;
  #types;
  #clusterScoped;
  constructor(definitions, paths2) {
    this.#document = { definitions };
    this.#types = typesOf(definitions);
    this.#clusterScoped = clusterScopedOf(paths2);
  }
  schemaFor(apiVersion, kind, builtIn) {
    const own = () => {
      const type = this.#types.get(`${apiVersion} ${kind}`);
      return type && openApiSchema(type, (reference2) => this.#resolve(reference2, builtIn));
    };
    return choose(own, () => schemaFor(apiVersion, kind), builtIn);
  }
  isClusterScoped(apiVersion, kind) {
    return this.#clusterScoped.has(`${apiVersion} ${kind}`);
  }
  #resolve(reference2, builtIn, depth = 0) {
    if (!reference2.startsWith("#/") || depth === MOST_REFERENCES) return void 0;
    const own = () => {
      const found = follow(this.#document, reference2);
      const next = referenceOf(found);
      if (next !== void 0) return this.#resolve(next, builtIn, depth + 1);
      return found && openApiSchema(found, (inner) => this.#resolve(inner, builtIn));
    };
    return choose(own, () => schemaOfDefinition(reference2.slice("#/definitions/".length)), builtIn);
  }
};
function choose(own, builtIn, types) {
  if (types === "unknown") return own();
  return types === "behind" ? own() ?? builtIn() : builtIn() ?? own();
}
function typesOf(definitions) {
  const types = /* @__PURE__ */ new Map();
  for (const definition of Object.values(definitions)) {
    const kinds = isObject(definition) ? definition[GVK] : void 0;
    if (!isObject(definition) || !Array.isArray(kinds)) continue;
    for (const kind of kinds) {
      const name = kindName(kind);
      if (name !== void 0) types.set(name, definition);
    }
  }
  return types;
}
function clusterScopedOf(paths2) {
  const cluster = /* @__PURE__ */ new Set();
  const namespaced3 = /* @__PURE__ */ new Set();
  for (const [path, operations] of Object.entries(paths2)) {
    const get2 = isObject(operations) ? operations.get : void 0;
    const name = isObject(get2) ? kindName(get2[GVK]) : void 0;
    if (name !== void 0) (path.includes("namespaces/{namespace}") ? namespaced3 : cluster).add(name);
  }
  for (const name of namespaced3) cluster.delete(name);
  return cluster;
}
function kindName(json) {
  if (!isObject(json)) return void 0;
  const { group, version, kind } = json;
  if (typeof version !== "string" || typeof kind !== "string") return void 0;
  return `${typeof group === "string" && group !== "" ? `${group}/` : ""}${version} ${kind}`;
}
function follow(document, reference2) {
  let found = document;
  for (const token of reference2.slice(2).split("/")) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : void 0;
  }
  return isObject(found) ? found : void 0;
}
function invalid(file, problem, hint, cause) {
  return failure("invalid-openapi", `unable to read the OpenAPI schema ${file}: ${problem}`, { file, hint, cause });
}

// src/documents/fix-up.ts
function defaultApiVersion(kind) {
  return `kustomize.config.k8s.io/${kind === "Component" ? "v1alpha1" : "v1beta1"}`;
}
function fixUp(written) {
  const {
    bases,
    imageTags,
    configMapGenerator,
    secretGenerator,
    helmChartInflationGenerator: oldCharts,
    ...same2
  } = written;
  const kind = written.kind === "Component" ? "Component" : "Kustomization";
  const helmGlobals = written.helmGlobals ?? globalsOf(oldCharts);
  return {
    ...same2,
    apiVersion: written.apiVersion || defaultApiVersion(kind),
    kind,
    // An empty old list is nothing, while an empty new one is something (engine.md 1.3c).
    ...bases?.length && { resources: [...written.resources ?? [], ...bases] },
    ...imageTags?.length && { images: [...written.images ?? [], ...imageTags] },
    ...oldCharts?.length && { helmCharts: [...written.helmCharts ?? [], ...oldCharts.map(chartOf)] },
    ...configMapGenerator && { configMapGenerator: configMapGenerator.map(joinEnv) },
    ...secretGenerator && { secretGenerator: secretGenerator.map(joinEnv) },
    ...helmGlobals && { helmGlobals }
  };
}
function joinEnv(written) {
  const { env, ...args } = written;
  if (env === void 0 || env.text === "") return args;
  return { ...args, envs: [...args.envs ?? [], env] };
}
function chartOf(old) {
  return {
    ...old.chartName !== void 0 && { name: old.chartName },
    ...old.chartVersion !== void 0 && { version: old.chartVersion },
    ...old.chartRepoUrl !== void 0 && { repo: old.chartRepoUrl },
    ...old.values !== void 0 && { valuesFile: old.values },
    ...old.valuesLocal !== void 0 && { valuesInline: old.valuesLocal },
    ...old.valuesMerge !== void 0 && { valuesMerge: old.valuesMerge },
    ...old.releaseName !== void 0 && { releaseName: old.releaseName },
    location: old.location
  };
}
function globalsOf(charts) {
  const configHome = charts?.findLast((chart) => chart.helmHome)?.helmHome;
  const chartHome = charts?.findLast((chart) => chart.chartHome)?.chartHome;
  const place = charts?.findLast((chart) => chart.helmHome || chart.chartHome)?.location;
  if (place === void 0) return void 0;
  return { ...configHome && { configHome }, ...chartHome && { chartHome }, location: place };
}

// src/documents/decode.ts
var strict = {
  unknownFields: "refused",
  duplicateFields: "warning",
  coercesToText: false,
  value: toConfigValue
};
var emptyMessage = "this kustomization is empty: it has no field besides apiVersion and kind";
var emptyHint = "List something under `resources`, or remove the file.";
var deprecated = [
  ["bases", "resources"],
  ["commonLabels", "labels"],
  ["imageTags", "images"],
  ["patchesJson6902", "patches"],
  ["patchesStrategicMerge", "patches"],
  ["vars", "replacements"]
];
function decodeKustomization(node, file) {
  if (node === void 0) throw failure("empty-kustomization", emptyMessage, { file, hint: emptyHint });
  const reading = new Reading(strict, file, "a kustomization");
  const written = kustomizationFile(node, reading);
  if (written === void 0) throw new KrmError(reading.diagnostics);
  checkKind(written, node, reading);
  const kustomization = fixUp(written);
  if (!reading.failed && isEmpty(kustomization)) {
    reading.report("empty-kustomization", emptyMessage, node, emptyHint);
  }
  reading.finish();
  return { kustomization, diagnostics: [...deprecations(written, node, reading), ...reading.diagnostics] };
}
function checkKind(written, node, reading) {
  const kind = written.kind || "Kustomization";
  if (kind !== "Kustomization" && kind !== "Component") {
    const message2 = `\`kind\` must be Kustomization or Component, not ${quote(kind)}`;
    reading.report("wrong-kind", message2, keyOf2(node, "kind"));
  }
  const expected = defaultApiVersion(kind);
  const apiVersion = written.apiVersion || expected;
  if (apiVersion === expected) return;
  const message = `\`apiVersion\` must be ${expected} for this kind, not ${quote(apiVersion)}`;
  reading.report("wrong-api-version", message, keyOf2(node, "apiVersion"));
}
function isEmpty(kustomization) {
  const aside = ["apiVersion", "kind", "location"];
  return Object.entries(kustomization).every(([name, value]) => value === "" || aside.includes(name));
}
function deprecations(written, node, reading) {
  return deprecated.filter(([name]) => written[name] !== void 0).map(([name, replacement2]) => ({
    code: "deprecated-field",
    severity: "warning",
    message: `\`${name}\` is deprecated`,
    ...reading.place(keyOf2(node, name)),
    hint: `Use \`${replacement2}\` instead.`
  }));
}
function keyOf2(node, name) {
  const wanted = name.toLowerCase();
  const entries = node.kind === "map" ? node.entries : [];
  const entry = entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === wanted);
  return entry?.key ?? node;
}

// src/build/kustomization-file.ts
var KUSTOMIZATION_FILE_NAMES = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
async function loadKustomization(root) {
  const found = [];
  for (const name of KUSTOMIZATION_FILE_NAMES) {
    const located2 = await root.lookup(name);
    if (located2?.type === "file" && contains(root.path, located2.path)) {
      const path = root.path === "/" ? `/${name}` : `${root.path}/${name}`;
      found.push({ path: located2.path, file: root.tree.display(path) });
    }
  }
  const [first, second] = found;
  if (first === void 0) {
    throw failure("no-kustomization", `there is no kustomization file in ${root.display}`, {
      ...root.namedAt ?? { file: root.display },
      hint: `Add one named ${KUSTOMIZATION_FILE_NAMES.join(", ")}, or name the directory that has it.`
    });
  }
  if (second !== void 0) {
    throw failure(
      "several-kustomizations",
      `there are multiple kustomization files in ${root.display}: ${found.map(({ file }) => file).join(", ")}`,
      {
        file: second.file,
        hint: "Keep one of them."
      }
    );
  }
  const text3 = decodeText(await root.tree.read(first.path), first.file);
  const { kustomization, diagnostics } = decodeKustomization(parseConfig(text3, first.file), first.file);
  return { kustomization, file: first.file, diagnostics };
}

// src/build/files.ts
var Files = class {
  #openApi = /* @__PURE__ */ new Map();
  #kustomizations = /* @__PURE__ */ new Map();
  #requested = /* @__PURE__ */ new Set();
  #objects = /* @__PURE__ */ new Map();
  kustomization(root) {
    let loading = this.#kustomizations.get(root.key);
    if (loading === void 0) {
      loading = loadKustomization(root);
      this.#kustomizations.set(root.key, loading);
      loading.catch(() => this.#kustomizations.delete(root.key));
    }
    return loading;
  }
  /**
   * The objects of a resource file, for the caller to change. Most files are read once, so nothing is kept at the first
   * request; from the second on copies are handed out.
   * @throws KrmError
   */
  objects(file) {
    if (!this.#requested.has(file.path)) {
      this.#requested.add(file.path);
      return parseObjects(textOf(file), file.display);
    }
    let kept = this.#objects.get(file.path);
    if (kept === void 0) {
      kept = parseObjects(textOf(file), file.display);
      this.#objects.set(file.path, kept);
    }
    return kept.map(clone);
  }
  /** The types of an OpenAPI document, parsed at first use. Its faults are told then, too. */
  openApi(file) {
    let parse = this.#openApi.get(file.path);
    if (parse === void 0) {
      let parsed;
      parse = () => parsed ??= parseOpenApi(textOf(file), file.display);
      this.#openApi.set(file.path, parse);
    }
    return parse;
  }
  /** The document of a file in the dialect of kustomizations. */
  config(file, options = {}) {
    return parseConfig(textOf(file), file.display, options);
  }
};
function textOf(file) {
  return decodeText(file.bytes, file.display);
}

// src/resource/field-path.ts
function splitPath(path, delimiter) {
  const parts = path.split(delimiter);
  if (parts.length > 1 && parts[0] === "") parts.shift();
  const segments = [];
  for (const part of parts) {
    const last = segments.at(-1);
    if (last?.endsWith("\\")) segments[segments.length - 1] = last.slice(0, -1) + delimiter + part;
    else segments.push(part);
  }
  return segments;
}
function splitFieldPath(path) {
  const parts = splitPath(path, ".");
  const segments = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (!part.startsWith("[") || part.endsWith("]")) {
      segments.push(part);
      continue;
    }
    let joined = part;
    while (index < parts.length - 1 && !parts[index].endsWith("]"))
      joined += `.${parts[++index]}`;
    segments.push(joined.includes("=") ? joined : joined.replace(/^[[\]]+|[[\]]+$/g, ""));
  }
  return segments;
}

// src/resource/field-spec.ts
var FieldSpecs = class {
  #compiled;
  #byKind = /* @__PURE__ */ new Map();
  constructor(specs) {
    this.#compiled = specs.map((spec) => ({ spec, segments: compilePath(spec.path) }));
  }
  /**
   * Calls `visit` with every node that a spec for this kind of object leads to, in the order of the specs.
   * @param creation what callers create at the end of a path whose spec says `create`; without it nothing is created
   * @throws KrmError `field-path` where a path runs into a scalar
   */
  visit(root, gvk2, visit, creation) {
    for (const { spec, segments } of this.#matching(gvk2)) {
      const walk2 = { spec, segments, creation: spec.create ? creation : void 0, visit, root };
      try {
        follow2(root, 0, walk2);
      } catch (thrown) {
        throw thrown instanceof KrmError ? ofObject(thrown, root, spec.path) : thrown;
      }
    }
  }
  #matching(gvk2) {
    const key = `${apiVersionOf(gvk2)} ${gvk2.kind}`;
    let found = this.#byKind.get(key);
    if (found === void 0) {
      found = this.#compiled.filter(({ spec }) => selectedBy(gvk2, spec));
      this.#byKind.set(key, found);
    }
    return found;
  }
};
function follow2(node, depth, walk2) {
  const segment = walk2.segments[depth];
  if (segment === void 0) {
    walk2.visit(node, walk2.spec);
    return;
  }
  if (isNull(node)) return;
  if (node.kind === "seq") {
    for (const item of node.items) follow2(item, depth, walk2);
    return;
  }
  if (node.kind === "scalar") throw notACollection(node, walk2);
  const next = enter2(node, segment, depth === walk2.segments.length - 1, walk2.creation);
  if (next !== void 0) follow2(next, depth + 1, walk2);
}
function enter2(node, segment, isLast, creation) {
  const found = get(node, segment.name);
  if (segment.isList) {
    if (found !== void 0 && isNull(found)) overwrite(found, seq());
    return found;
  }
  if (creation === void 0) return found;
  if (segment.name === "") throw failure("field-path", "a field path has an empty segment", locate(node) ?? {});
  const made = isLast ? creation : { kind: "map", tag: "!!map" };
  if (found === void 0) {
    const entry = { key: scalar(segment.name), value: make(made) };
    node.entries.push(entry);
    return entry.value;
  }
  if (isNull(found)) overwrite(found, make(made));
  return found;
}
function make(creation) {
  if (creation.kind === "map") return map();
  return creation.kind === "seq" ? seq() : scalar("", creation.tag);
}
function ofObject(error, root, path) {
  const metadata2 = get(root, "metadata");
  const [kind, name, namespace] = [get(root, "kind"), get(metadata2, "name"), get(metadata2, "namespace")].map(
    scalarText
  );
  const object = describeId({ kind, name, namespace });
  const diagnostics = error.diagnostics.map((one) => ({
    ...one,
    message: `${path} of ${object}: ${one.message}`,
    object
  }));
  return new KrmError(diagnostics, { cause: error });
}
function requireScalar(node, what) {
  if (node.kind === "scalar") return node;
  const found = node.kind === "map" ? "a map" : "a list";
  throw failure("invalid-value", `${what} is to be written where ${found} stands`, {
    ...locate(node),
    hint: "Name a field with a single value."
  });
}
function notACollection(node, walk2) {
  return failure("field-path", "the path cannot be followed: a single value stands where it goes on", {
    ...locate(node) ?? locate(walk2.root),
    hint: "Make it a map or a list, or change the fieldSpec."
  });
}
function compilePath(path) {
  return splitPath(path, "/").map(
    (text3) => text3.endsWith("[]") ? { name: text3.slice(0, -2), isList: true } : { name: text3, isList: false }
  );
}

// src/builtins/label-transformer.ts
var CREATE_MAP = { kind: "map", tag: "!!map" };
function labelTransformer(labels, fieldSpecs2) {
  return entriesTransformer("LabelTransformer", labels, fieldSpecs2);
}
function annotationsTransformer(annotations, fieldSpecs2) {
  return entriesTransformer("AnnotationsTransformer", annotations, fieldSpecs2);
}
function entriesTransformer(kind, entries, fieldSpecs2) {
  if (entries.size === 0) return { kind, transform() {
  } };
  const specs = new FieldSpecs(fieldSpecs2);
  const sorted = [...entries].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    kind,
    transform(resources) {
      for (const resource of resources.items) {
        if (resource.node === void 0) continue;
        const values = sorted.map(([key, value]) => [key, scalar(value, "!!str")]);
        const set = (node) => {
          if (node.kind !== "map") throw notMap(node);
          for (const [key, value] of values) setField(node, key, value);
        };
        specs.visit(resource.node, resource.id, set, CREATE_MAP);
      }
    }
  };
}
function notMap(node) {
  const found = node.kind === "seq" ? "a list" : "a single value";
  return failure("invalid-value", `labels or annotations are to be set where ${found} stands`, { ...locate(node) });
}

// src/resource/text-map.ts
function textsUnder(node, field2) {
  const texts2 = /* @__PURE__ */ new Map();
  const found = get(node, field2);
  if (found?.kind !== "map") return texts2;
  for (const { key, value } of found.entries) {
    if (key.kind === "scalar") texts2.set(key.value, value.kind === "scalar" ? value.value : "");
  }
  return texts2;
}
function metadataTexts(object, field2) {
  return textsUnder(get(object, "metadata"), field2);
}
function writeTexts(parent, field2, texts2) {
  clearField(parent, field2);
  if (texts2.size === 0) return;
  const entries = [...texts2].map(([key, text3]) => ({
    key: scalar(key),
    value: scalar(text3, "!!str", text3.includes("\n") ? "literal" : "")
  }));
  parent.entries.push({ key: scalar(field2), value: map(entries) });
}

// src/resource/value-problem.ts
function valueProblem(thrown, resource, what, location) {
  if (!(thrown instanceof KrmError)) return thrown;
  const isSecret = resource.id.kind === "Secret";
  const unquoted = (one) => isSecret && one.code === "not-representable" ? { ...one, message: "the type of a value" } : one;
  const error = new KrmError(thrown.diagnostics.map(unquoted), { cause: thrown });
  return about(error, resource.describe(), location ?? resource.origin, `${what}: `);
}

// src/builtins/hash.ts
import { createHash } from "node:crypto";

// src/resource/bytewise.ts
function bytewise(a, b) {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const left = a.charCodeAt(at);
  const right = b.charCodeAt(at);
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  return rank(left) - rank(right);
}
function rank(unit) {
  if (unit < 55296) return unit;
  return unit < 57344 ? unit + 8192 : unit - 2048;
}

// src/resource/go-json.ts
function goJson(value, indent) {
  return indent === void 0 ? compact(value) : pretty(value, indent, "\n");
}
function compact(value) {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(",")}]`;
  return `{${sortedKeys(value).map((key) => `${encodeText(key)}:${compact(value[key] ?? null)}`).join(",")}}`;
}
function pretty(value, indent, newline) {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  const deeper = newline + indent;
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : `[${deeper}${value.map((item) => pretty(item, indent, deeper)).join(`,${deeper}`)}${newline}]`;
  }
  const keys = sortedKeys(value);
  if (keys.length === 0) return "{}";
  const fields2 = keys.map((key) => `${encodeText(key)}: ${pretty(value[key] ?? null, indent, deeper)}`);
  return `{${deeper}${fields2.join(`,${deeper}`)}${newline}}`;
}
function sortedKeys(value) {
  return Object.keys(value).sort(bytewise);
}
function encodeScalar(value) {
  if (typeof value === "string") return encodeText(value);
  if (typeof value === "number") return encodeNumber(value);
  return String(value);
}
function encodeNumber(value) {
  return Object.is(value, -0) ? "-0" : String(value);
}
function encodeText(text3) {
  return JSON.stringify(text3).replace(/[<>&\u2028\u2029]/g, escapeCharacter);
}
function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

// src/builtins/hash.ts
var letters = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };
function contentHash(node) {
  const digest = createHash("sha256").update(encodeContent(node)).digest("hex");
  return digest.slice(0, 10).replace(/[013ae]/g, (digit) => letters[digit]);
}
function encodeContent(node) {
  const kindNode = get(node, "kind");
  const kind = kindNode?.kind === "scalar" ? kindNode.value : "";
  const data = fieldContent(node, "data");
  if (kind === "ConfigMap") return encodeJson({ ...mapContent(node, "binaryData"), data, kind, name: "" });
  if (kind === "Secret") {
    return encodeJson({ data, kind, name: "", ...mapContent(node, "stringData"), type: fieldContent(node, "type") });
  }
  throw failure(
    "unhashable-kind",
    `only a ConfigMap or a Secret can carry a hash in its name, not a ${kind || "object without kind"}`,
    {
      ...locate(node),
      hint: "Remove the annotation that asks for a hash, or set `disableNameSuffixHash`."
    }
  );
}
function fieldContent(node, name) {
  const field2 = get(node, name);
  if (field2 === void 0) return "";
  if (field2.kind === "scalar") return field2.value;
  return field2.kind === "map" ? toValue(field2) : null;
}
function mapContent(node, name) {
  const field2 = get(node, name);
  return field2 === void 0 || field2.kind === "scalar" ? {} : { [name]: fieldContent(node, name) };
}
function encodeJson(value) {
  return goJson(withoutBigInts(value));
}
function withoutBigInts(value) {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInts(item)]));
}

// src/build/hashes.ts
var hashTransformer = {
  kind: "HashTransformer",
  transform(resources) {
    for (const resource of resources.items) {
      if (!resource.needsHash || resource.node === void 0) continue;
      const { name } = resource.id;
      const hash = hashOf(resource, resource.node);
      resource.pushPreviousId();
      resource.unhashedName = name;
      setField(get(resource.node, "metadata"), "name", scalar(`${name}-${hash}`));
      resources.changed(resource);
    }
  }
};
function hashOf(resource, node) {
  try {
    return contentHash(node);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be hashed`);
  }
}

// src/resource/field-trie.ts
var FieldTrie = class {
  #root = newStep();
  #count = 0;
  add(path, rule) {
    let step2 = this.#root;
    for (const text3 of splitPath(path, "/")) {
      const isList = text3.endsWith("[]");
      const name = isList ? text3.slice(0, -2) : text3;
      let next = step2.next.get(name);
      if (next === void 0) step2.next.set(name, next = newStep());
      next.isList ||= isList;
      step2 = next;
    }
    step2.rules.push({ order: this.#count++, rule });
  }
  /** The nodes that paths lead to, in the order in which the paths were added. @throws KrmError `field-path` */
  find(root) {
    if (this.#count === 0) return [];
    const hits = [];
    walk(root, this.#root, hits);
    return hits.length < 2 ? hits : hits.sort((a, b) => a.order - b.order);
  }
};
function newStep() {
  return { next: /* @__PURE__ */ new Map(), rules: [], isList: false };
}
function walk(node, step2, hits) {
  for (const { order, rule } of step2.rules) hits.push({ order, node, rule });
  descend(node, step2, hits);
}
function descend(node, step2, hits) {
  if (step2.next.size === 0 || isNull(node)) return;
  if (node.kind === "seq") {
    for (const item of node.items) descend(item, step2, hits);
    return;
  }
  if (node.kind === "scalar") {
    const names = [...step2.next.keys()].join(", ");
    throw failure("field-path", `a single value stands where the path goes on (${names})`, {
      ...locate(node),
      hint: "Make it a map or a list."
    });
  }
  for (const { key, value } of node.entries) {
    const next = key.kind === "scalar" ? step2.next.get(key.value) : void 0;
    if (next === void 0) continue;
    if (next.isList && isNull(value)) overwrite(value, seq());
    walk(value, next, hits);
  }
}

// src/build/reference-candidates.ts
var Candidates = class {
  #byPreviousName = /* @__PURE__ */ new Map();
  /** For each namespace that objects were in originally, the namespaces they are in now. */
  #movedFrom = /* @__PURE__ */ new Map();
  #bindingNamespaces = /* @__PURE__ */ new Map();
  constructor(resources) {
    for (const resource of resources) {
      if (resource.node === void 0) continue;
      for (const name of new Set(resource.previousIds().map((id2) => id2.name))) {
        const list2 = this.#byPreviousName.get(name);
        if (list2 === void 0) this.#byPreviousName.set(name, [resource]);
        else list2.push(resource);
      }
      const { id, originalId } = resource;
      let now = this.#movedFrom.get(originalId.effectiveNamespace);
      if (now === void 0) this.#movedFrom.set(originalId.effectiveNamespace, now = /* @__PURE__ */ new Map());
      const key = `${id.effectiveNamespace}
${id.namespace}`;
      if (!now.has(key)) now.set(key, resource);
    }
  }
  /** The reference looks at the subjects of every role binding, whether or not anything was renamed. */
  checkBindings(resources) {
    for (const resource of resources) if (resource.id.kind === "RoleBinding") this.#namespacesBound(resource);
  }
  /** What had the name before and can be referred to by the object; in output order. */
  named(name, referrer) {
    const found = this.#byPreviousName.get(name);
    if (found === void 0) return [];
    return found.filter((candidate) => this.#isReferable(candidate, referrer));
  }
  /**
   * Those that were originally in the namespace; where nothing referable was, those that are in it now.
   * Objects that live in no namespace are in neither.
   */
  inNamespace(candidates, namespace, referrer) {
    if (namespace === CLUSTER_SCOPE) return [];
    const moved = this.#movedFrom.get(namespace);
    const isKnown = moved !== void 0 && [...moved.values()].some((one) => this.#isReferable(one, referrer));
    return candidates.filter(
      (candidate) => isKnown ? candidate.originalId.effectiveNamespace === namespace : candidate.id.effectiveNamespace === namespace
    );
  }
  #isReferable(candidate, referrer) {
    const [from, to] = [referrer.id, candidate.id];
    if (from.effectiveNamespace === CLUSTER_SCOPE || to.effectiveNamespace === CLUSTER_SCOPE) return true;
    if (from.effectiveNamespace === to.effectiveNamespace) return true;
    return from.kind === "RoleBinding" && this.#namespacesBound(referrer).has(to.namespace);
  }
  /** The namespaces of the service accounts that a role binding names: those it may refer into. */
  #namespacesBound(binding) {
    let namespaces = this.#bindingNamespaces.get(binding);
    if (namespaces === void 0) {
      namespaces = serviceAccountNamespaces(binding);
      this.#bindingNamespaces.set(binding, namespaces);
    }
    return namespaces;
  }
};
function serviceAccountNamespaces(binding) {
  const namespaces = /* @__PURE__ */ new Set();
  const subjects = get(binding.node, "subjects");
  if (subjects?.kind !== "seq") return namespaces;
  for (const subject of subjects.items) {
    const namespace = get(subject, "namespace");
    if (namespace === void 0 || scalarText(get(subject, "kind")) !== "ServiceAccount") continue;
    if (namespace.kind !== "scalar" || !isText(namespace)) {
      throw failure("invalid-value", `the namespace of a subject of ${idText(binding.id)} is blank`, {
        ...locate(namespace) ?? binding.origin,
        object: binding.describe(),
        hint: "Name a namespace, or remove the field."
      });
    }
    namespaces.add(namespace.value);
  }
  return namespaces;
}
function isText(node) {
  return node.tag === "!!str" || node.tag === "" || node.style !== "";
}

// src/build/name-references.ts
function fixNameReferences(resources, nameReferences2) {
  const candidates = new Candidates(resources.items);
  candidates.checkBindings(resources.items);
  const tries = /* @__PURE__ */ new Map();
  for (const referrer of resources.items) {
    if (referrer.node === void 0) continue;
    for (const { node, rule } of findReferences(referrer, triesOf(tries, referrer.originalId, nameReferences2))) {
      rewrite(node, { referrer, rule }, candidates);
    }
  }
}
function findReferences(referrer, trie) {
  try {
    return trie.find(referrer.node);
  } catch (thrown) {
    throw about(thrown, referrer.describe(), referrer.origin, `the references of ${referrer.describe()}: `);
  }
}
function triesOf(tries, gvk2, nameReferences2) {
  const key = `${apiVersionOf(gvk2)} ${gvk2.kind}`;
  let trie = tries.get(key);
  if (trie === void 0) {
    trie = new FieldTrie();
    for (const target of nameReferences2) {
      for (const spec of target.fieldSpecs) {
        if (selectedBy(gvk2, spec)) trie.add(spec.path, { target, path: spec.path });
      }
    }
    tries.set(key, trie);
  }
  return trie;
}
function rewrite(node, reference2, candidates) {
  if (isNull(node)) return;
  if (node.kind === "scalar") rewriteName(node, reference2, candidates);
  else if (node.kind === "map") rewriteMap(node, reference2, candidates);
  else for (const item of node.items) rewrite(item, reference2, candidates);
}
function rewriteName(node, reference2, candidates) {
  const found = candidates.named(node.value, reference2.referrer);
  const target = pick(found, reference2, node, (a, b) => a.id.name === b.id.name);
  if (target !== void 0 && target.id.name !== node.value) setScalar(node, scalar(target.id.name));
}
function rewriteMap(node, reference2, candidates) {
  const nameNode = get(node, "name");
  if (nameNode === void 0) {
    throw failure("field-path", `${reference2.rule.path} is configured to hold a reference, but has no name`, {
      ...locate(node),
      object: reference2.referrer.describe(),
      hint: "Give it a name, or correct the nameReference configuration."
    });
  }
  const oldName = nameNode.kind === "scalar" ? nameNode.value : "";
  const namespaceNode = get(node, "namespace");
  let found = candidates.named(oldName, reference2.referrer);
  if (namespaceNode !== void 0) {
    const namespace = namespaceNode.kind === "scalar" ? namespaceNode.value : "";
    found = candidates.inNamespace(found, namespace, reference2.referrer);
  }
  const same2 = (a, b) => a.id.name === b.id.name && a.id.namespace === b.id.namespace;
  const target = pick(found, reference2, node, same2);
  if (target === void 0 || target.id.name === oldName && target.id.namespace === "") return;
  setField(node, "name", scalar(target.id.name));
  if (target.id.namespace !== "") setField(node, "namespace", scalar(target.id.namespace));
}
function pick(named3, { referrer, rule }, node, interchangeable) {
  if (named3.length === 0) return void 0;
  const role = rule.path.endsWith("roleRef/name") ? roleRef(referrer) : void 0;
  let left = named3.filter(
    (candidate) => wasOfKind(candidate, rule.target) && (role === void 0 || wasOfKind(candidate, role)) && isInReach(referrer, candidate)
  );
  if (left.length <= 1) return left[0];
  left = left.filter((candidate) => sameContext(candidate, referrer, true));
  if (left.length > 1) left = left.filter((candidate) => sameContext(candidate, referrer, false));
  const [first, ...others] = left;
  if (first === void 0 || others.every((other) => interchangeable(first, other))) return first;
  throw failure(
    "ambiguous-reference",
    `${rule.path} of ${referrer.describe()} may mean any of ${left.map((one) => describeId(one.id)).join(", ")}`,
    { ...locate(node) ?? referrer.origin, object: referrer.describe(), hint: "Give the objects names that differ." }
  );
}
function wasOfKind(candidate, pattern) {
  return candidate.previousIds().some((id) => selectedBy(id, pattern));
}
function roleRef(referrer) {
  const ref = get(referrer.node, "roleRef");
  const [group, kind] = [get(ref, "apiGroup"), get(ref, "kind")];
  if (group === void 0 || kind === void 0) return void 0;
  return { group: scalarText(group), kind: scalarText(kind) };
}
function isInReach(referrer, candidate) {
  const [from, to] = [referrer.id, candidate.id];
  return from.effectiveNamespace === CLUSTER_SCOPE || to.effectiveNamespace === CLUSTER_SCOPE || to.kind === "ServiceAccount" || from.effectiveNamespace === to.effectiveNamespace;
}
function sameContext(a, b, lenient2) {
  return sameTail(a.prefixes, b.prefixes, lenient2) && sameTail(a.suffixes, b.suffixes, lenient2);
}
function sameTail(a, b, lenient2) {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return lenient2 || long.length === 0;
  const offset = long.length - short.length;
  return short.every((text3, index) => text3 === long[index + offset]);
}

// src/build/output-order.ts
function checkSortOptions(options) {
  if (options === void 0) return;
  if (options.order !== "fifo" && options.order !== "legacy") {
    throw failure("invalid-value", "the field 'sortOptions.order' must be one of [fifo, legacy]", {
      ...options.location
    });
  }
  if (options.order === "fifo" && options.legacySortOptions !== void 0) {
    throw failure(
      "invalid-value",
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo'",
      {
        ...options.legacySortOptions.location,
        hint: "Remove legacySortOptions, or set the order to legacy."
      }
    );
  }
}
function sortOutput(resources, options, reorder) {
  const order = options?.order ?? (reorder === "none" ? "fifo" : "legacy");
  if (order === "fifo") return;
  const { orderFirst, orderLast } = options?.legacySortOptions ?? { orderFirst: kindsFirst, orderLast: kindsLast };
  const ranks2 = kindRanks(orderFirst ?? [], orderLast ?? []);
  const keys = /* @__PURE__ */ new Map();
  for (const resource of resources.items) keys.set(resource, sortKey2(resource, ranks2));
  resources.sort((a, b) => compare(keys.get(a), keys.get(b)));
}
function sortKey2({ id }, ranks2) {
  return {
    rank: ranks2.get(id.kind) ?? 0,
    gvk: gvkSortText(id),
    id: `${gvkText(id)}|${id.namespace || "~X"}|${id.name || "~N"}`,
    isNamespace: id.kind === "Namespace",
    isCore: id.group === ""
  };
}
function gvkSortText(gvk2) {
  return `${gvk2.group || "~G"}_${gvk2.version || "~V"}_${gvk2.kind || "~K"}`;
}
function compare(a, b) {
  if (a.gvk === b.gvk) return bytewise(a.id, b.id);
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.isNamespace && b.isNamespace && (a.isCore || b.isCore)) return bytewise(b.gvk, a.gvk);
  return bytewise(a.gvk, b.gvk);
}

// src/build/variable-text.ts
function parseVariableText(text3) {
  const parts = [];
  let literal = "";
  let rest = 0;
  let closes = true;
  for (let at = text3.indexOf("$"); at >= 0 && at + 1 < text3.length; at = text3.indexOf("$", rest)) {
    const next = text3.charAt(at + 1);
    const end = next === "(" && closes ? text3.indexOf(")", at) : -1;
    if (next === "(") closes = end >= 0;
    literal += text3.slice(rest, at);
    if (end >= 0) {
      if (literal !== "") parts.push({ text: literal });
      parts.push({ name: text3.slice(at + 2, end) });
      literal = "";
      rest = end + 1;
    } else {
      literal += next === "$" ? "$" : `$${next}`;
      rest = at + 2;
    }
  }
  literal += text3.slice(rest);
  if (literal !== "") parts.push({ text: literal });
  return parts;
}

// src/resource/re2/characters.ts
var digits = [[48, 57]];
var upper = [[65, 90]];
var lower = [[97, 122]];
var letters2 = [...upper, ...lower];
var word = [...digits, ...letters2, [95, 95]];
var perlClasses = /* @__PURE__ */ new Map([
  ["d", digits],
  ["s", ranges("	\n\f\r ")],
  ["w", word]
]);
var posixClasses = /* @__PURE__ */ new Map([
  ["alnum", [...digits, ...letters2]],
  ["alpha", letters2],
  ["ascii", [[0, 127]]],
  ["blank", ranges("	 ")],
  ["cntrl", [[0, 31], ...ranges("")]],
  ["digit", digits],
  ["graph", [[33, 126]]],
  ["lower", lower],
  ["print", [[32, 126]]],
  ["punct", [[33, 47], [58, 64], [91, 96], [123, 126]]],
  // biome-ignore format: one line
  ["space", ranges("	\n\v\f\r ")],
  ["upper", upper],
  ["word", word],
  ["xdigit", [...digits, [65, 70], [97, 102]]]
]);
function ranges(chars) {
  return chars.split("").map((char) => [char.charCodeAt(0), char.charCodeAt(0)]);
}
function isWordChar(codePoint) {
  return word.some(([from, to]) => codePoint >= from && codePoint <= to);
}
function rangeTest(list2, ignoreCase) {
  if (!ignoreCase) return (codePoint) => list2.some(([from, to]) => codePoint >= from && codePoint <= to);
  const text3 = list2.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join("");
  return remembered(new RegExp(`[${text3}]`, "iu"));
}
function propertyTest(name, ignoreCase) {
  if (name === "Any") return () => true;
  if (!/^\w+$/.test(name)) return void 0;
  for (const property of [`gc=${name}`, `sc=${name}`]) {
    try {
      return remembered(new RegExp(`\\p{${property}}`, ignoreCase ? "iu" : "u"));
    } catch {
    }
  }
  return void 0;
}
function not(test2) {
  return (codePoint) => !test2(codePoint);
}
function remembered(pattern) {
  const known = /* @__PURE__ */ new Map();
  return (codePoint) => {
    let result = known.get(codePoint);
    if (result === void 0) {
      result = pattern.test(String.fromCodePoint(codePoint));
      known.set(codePoint, result);
    }
    return result;
  };
}

// src/resource/re2/syntax.ts
function invalidPattern(problem, part) {
  return failure("invalid-regex", `error parsing regexp: ${problem}: \`${part}\``, {
    hint: "Patterns are RE2, as in Go: no lookaround and no backreferences."
  });
}

// src/resource/re2/parser.ts
var MAX_REPEAT = 1e3;
var MAX_DEPTH = 1e3;
var escapedControls = /* @__PURE__ */ new Map([
  ["a", "\x07"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "	"],
  ["v", "\v"]
]);
var escapedAssertions = /* @__PURE__ */ new Map([
  ["A", "text-start"],
  ["z", "text-end"],
  ["b", "word-boundary"],
  ["B", "no-word-boundary"]
]);
function parsePattern(pattern) {
  return new Parser(pattern).parse();
}
var Parser = class {
  #pattern;
  #at = 0;
  #depth = 0;
  #flags = { ignoreCase: false, multiLine: false, dotMatchesNewline: false };
  constructor(pattern) {
    this.#pattern = pattern;
  }
  parse() {
    const expression = this.#choice();
    if (this.#at < this.#pattern.length) throw invalidPattern("unexpected )", this.#pattern);
    return expression;
  }
  #take(text3) {
    if (!this.#pattern.startsWith(text3, this.#at)) return false;
    this.#at += text3.length;
    return true;
  }
  /** What a sticky expression finds here; the place moves behind it. */
  #match(expression) {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern);
    if (found === null) return void 0;
    this.#at += found[0].length;
    return found;
  }
  #char() {
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at));
    this.#at += char.length;
    return char;
  }
  #choice() {
    if (++this.#depth > MAX_DEPTH) throw invalidPattern("expression nests too deeply", this.#pattern);
    const flags = this.#flags;
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    this.#flags = flags;
    this.#depth--;
    return options.length === 1 ? options[0] : { op: "choice", options };
  }
  #sequence() {
    const parts = [];
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at])) this.#item(parts);
    return { op: "sequence", parts };
  }
  #item(parts) {
    const start = this.#at;
    const repeat = this.#repetition();
    if (repeat !== void 0) {
      parts.push(this.#repeat(parts.pop(), repeat, start));
      return;
    }
    if (this.#take("(")) {
      const group = this.#group(start);
      if (group !== void 0) parts.push(group);
      return;
    }
    if (this.#take("\\Q")) {
      const end = this.#pattern.indexOf("\\E", this.#at);
      const text3 = this.#pattern.slice(this.#at, end < 0 ? void 0 : end);
      this.#at += text3.length + (end < 0 ? 0 : 2);
      for (const char of text3) parts.push(this.#literal(char));
      return;
    }
    parts.push(this.#atom());
  }
  #atom() {
    const { multiLine, dotMatchesNewline } = this.#flags;
    if (this.#take("^")) return { op: "assertion", assertion: multiLine ? "line-start" : "text-start" };
    if (this.#take("$")) return { op: "assertion", assertion: multiLine ? "line-end" : "text-end" };
    if (this.#take("."))
      return { op: "class", test: dotMatchesNewline ? () => true : (codePoint) => codePoint !== 10 };
    if (this.#take("[")) return { op: "class", test: this.#class(this.#at - 1) };
    const assertion = this.#match(/\\([AzbB])/y)?.[1];
    if (assertion !== void 0) return { op: "assertion", assertion: escapedAssertions.get(assertion) };
    const test2 = this.#namedClass();
    return test2 === void 0 ? this.#literal(this.#escapedChar()) : { op: "class", test: test2 };
  }
  #literal(char) {
    if (!this.#flags.ignoreCase) return { op: "literal", char };
    const codePoint = char.codePointAt(0);
    return { op: "class", test: rangeTest([[codePoint, codePoint]], true) };
  }
  /** `*`, `+`, `?` or `{n,m}`; braces that hold anything else are literal. */
  #repetition() {
    const found = this.#match(/(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})\??/y);
    if (found === void 0) return void 0;
    const [, sign, from, comma, to] = found;
    if (sign === "*") return [0, Number.POSITIVE_INFINITY];
    if (sign === "+") return [1, Number.POSITIVE_INFINITY];
    if (sign === "?") return [0, 1];
    const min = Number(from);
    return [min, comma === void 0 ? min : to === void 0 ? Number.POSITIVE_INFINITY : Number(to)];
  }
  #repeat(body, [min, max], start) {
    const end = this.#at;
    const text3 = this.#pattern.slice(start, end);
    if (min > MAX_REPEAT || min > max || max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY) {
      throw invalidPattern("invalid repeat count", text3);
    }
    if (body === void 0) throw invalidPattern("missing argument to repetition operator", text3);
    if (this.#repetition() !== void 0) {
      throw invalidPattern("invalid nested repetition operator", this.#pattern.slice(start, this.#at));
    }
    const expression = { op: "repeat", body, min, max };
    if (text3.startsWith("{") && (min >= 2 || max >= 2 && max !== Number.POSITIVE_INFINITY)) {
      if (!staysWithin(expression, MAX_REPEAT)) throw invalidPattern("invalid repeat count", text3);
    }
    return expression;
  }
  /** Behind `(`. Undefined for `(?flags)`, which hold for the rest of the enclosing group. */
  #group(start) {
    const before = this.#flags;
    if (this.#take("?")) {
      if (this.#pattern.startsWith("P<", this.#at) || this.#pattern.startsWith("<", this.#at)) this.#groupName(start);
      else if (this.#groupFlags(start) === ")") return void 0;
    }
    const body = this.#choice();
    if (!this.#take(")")) throw invalidPattern("missing closing )", this.#pattern);
    this.#flags = before;
    return body;
  }
  #groupName(start) {
    if (this.#match(/P?<\w+>/y) !== void 0) return;
    const end = this.#pattern.indexOf(">", this.#at);
    throw invalidPattern("invalid named capture", this.#pattern.slice(start, end < 0 ? void 0 : end + 1));
  }
  #groupFlags(start) {
    const found = this.#match(/([imsU]*)(?:-([imsU]+))?([:)])/y);
    if (found === void 0) {
      this.#match(/[imsU]*-?[imsU]*/y);
      throw invalidPattern("invalid or unsupported Perl syntax", this.#pattern.slice(start, this.#at + 1));
    }
    const [, on = "", off = "", end] = found;
    const flag = (letter, now) => (now || on.includes(letter)) && !off.includes(letter);
    const { ignoreCase, multiLine, dotMatchesNewline } = this.#flags;
    this.#flags = {
      ignoreCase: flag("i", ignoreCase),
      multiLine: flag("m", multiLine),
      dotMatchesNewline: flag("s", dotMatchesNewline)
    };
    return end;
  }
  /** `\d`, `\pL`, `\p{Greek}`, `\P{^Lu}` and the like, inside brackets as well as outside. */
  #namedClass() {
    const perl = this.#match(/\\([dswDSW])/y)?.[1];
    if (perl !== void 0) {
      const test3 = rangeTest(perlClasses.get(perl.toLowerCase()), this.#flags.ignoreCase);
      return perl === perl.toLowerCase() ? test3 : not(test3);
    }
    const found = this.#match(/\\([pP])(?:\{(\^?)([^}]*)\}|([^{]))/uy);
    if (found === void 0) return void 0;
    const [text3, letter, negation = "", long, short] = found;
    const test2 = propertyTest(long ?? short, this.#flags.ignoreCase);
    if (test2 === void 0) throw invalidPattern("invalid character class range", text3);
    return letter === "P" === (negation === "^") ? test2 : not(test2);
  }
  /** Behind `[`. */
  #class(start) {
    const negated = this.#take("^");
    const tests = [];
    const list2 = [];
    for (let first = true; first || !this.#take("]"); first = false) {
      if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(start));
      const test2 = this.#posixClass() ?? this.#namedClass();
      if (test2 === void 0) list2.push(this.#range(start));
      else tests.push(test2);
    }
    if (list2.length > 0) tests.push(rangeTest(list2, this.#flags.ignoreCase));
    return (codePoint) => tests.some((test2) => test2(codePoint)) !== negated;
  }
  #posixClass() {
    const found = this.#match(/\[:(\^?)(.*?):\]/sy);
    if (found === void 0) return void 0;
    const known = posixClasses.get(found[2]);
    if (known === void 0) throw invalidPattern("invalid character class range", found[0]);
    const test2 = rangeTest(known, this.#flags.ignoreCase);
    return found[1] === "^" ? not(test2) : test2;
  }
  #range(classStart) {
    const start = this.#at;
    const from = this.#escapedChar().codePointAt(0);
    if (this.#match(/-(?!\])/y) === void 0) return [from, from];
    if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(classStart));
    const to = this.#escapedChar().codePointAt(0);
    if (to < from) throw invalidPattern("invalid character class range", this.#pattern.slice(start, this.#at));
    return [from, to];
  }
  /** One character, escaped or plain. */
  #escapedChar() {
    const start = this.#at;
    if (!this.#take("\\")) return this.#char();
    if (this.#at >= this.#pattern.length) throw invalidPattern("trailing backslash at end of expression", "");
    const octal = this.#match(/0[0-7]{0,2}|[1-7][0-7]{1,2}/y)?.[0];
    if (octal !== void 0) return String.fromCodePoint(Number.parseInt(octal, 8));
    const hex = this.#match(/x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/y);
    const codePoint = hex === void 0 ? void 0 : Number.parseInt(hex[1] ?? hex[2], 16);
    if (codePoint !== void 0 && codePoint <= 1114111) return String.fromCodePoint(codePoint);
    const char = codePoint === void 0 ? this.#char() : "";
    const control = escapedControls.get(char);
    if (control !== void 0) return control;
    if (/^[^A-Za-z0-9\u0080-\u{10ffff}]$/u.test(char)) return char;
    throw invalidPattern("invalid escape sequence", this.#pattern.slice(start, this.#at));
  }
};
function staysWithin(expression, limit) {
  switch (expression.op) {
    case "sequence":
      return expression.parts.every((part) => staysWithin(part, limit));
    case "choice":
      return expression.options.every((option) => staysWithin(option, limit));
    case "repeat": {
      const { min, max, body } = expression;
      if (max === Number.POSITIVE_INFINITY && min <= 1) return staysWithin(body, limit);
      if (max === 0) return true;
      const count = max === Number.POSITIVE_INFINITY ? min : max;
      return count <= limit && staysWithin(body, Math.floor(limit / Math.max(count, 1)));
    }
    default:
      return true;
  }
}

// src/resource/re2/program.ts
var MAX_SIZE = 1e5;
var MAX_STEPS = 2e7;
var MAX_STEPS_OF_ALL = 2e8;
function compileProgram(expression) {
  const program = [];
  emit(expression, program);
  program.push({ op: "match" });
  return program;
}
function emit(expression, program) {
  if (program.length > MAX_SIZE) throw invalidPattern("expression too large", `${MAX_SIZE} steps`);
  switch (expression.op) {
    case "literal": {
      const wanted = expression.char.codePointAt(0);
      program.push({ op: "char", test: (codePoint) => codePoint === wanted });
      return;
    }
    case "class":
      program.push({ op: "char", test: expression.test });
      return;
    case "assertion":
      program.push({ op: "assert", assertion: expression.assertion });
      return;
    case "sequence":
      for (const part of expression.parts) emit(part, program);
      return;
    case "choice":
      emitChoice(expression.options, program);
      return;
    case "repeat":
      emitRepeat(expression.body, expression.min, expression.max, program);
  }
}
function emitChoice(options, program) {
  const jumps = [];
  for (const [index, option] of options.entries()) {
    const fork = index < options.length - 1 ? pushFork(program) : void 0;
    emit(option, program);
    if (fork === void 0) continue;
    jumps.push(pushFork(program));
    fork.second = program.length;
  }
  for (const jump of jumps) jump.first = jump.second = program.length;
}
function emitRepeat(body, min, max, program) {
  for (let count = 0; count < min; count++) emit(body, program);
  if (max === Number.POSITIVE_INFINITY) {
    const start = program.length;
    const fork = pushFork(program);
    emit(body, program);
    const back = pushFork(program);
    back.first = back.second = start;
    fork.second = program.length;
    return;
  }
  const forks = [];
  for (let count = min; count < max; count++) {
    forks.push(pushFork(program));
    emit(body, program);
  }
  for (const fork of forks) fork.second = program.length;
}
function pushFork(program) {
  const next = program.length + 1;
  const fork = { op: "fork", first: next, second: next };
  program.push(fork);
  return fork;
}
function searchFor(program, limit = MAX_STEPS_OF_ALL) {
  let spent = 0;
  return (text3) => {
    const { found, steps } = runProgram(program, text3);
    spent += steps;
    if (spent > limit) throw tooCostly(text3);
    return found;
  };
}
function runProgram(program, text3) {
  const codePoints = Array.from(text3, (char) => char.codePointAt(0));
  const reached = new Int32Array(program.length).fill(-1);
  let steps = 0;
  let waiting = [];
  for (let place = 0; place <= codePoints.length; place++) {
    const pending = [0, ...waiting];
    const next = [];
    while (pending.length > 0) {
      const at = pending.pop();
      if (reached[at] === place) continue;
      reached[at] = place;
      if (++steps > MAX_STEPS) throw tooCostly(text3);
      const instruction = program[at];
      if (instruction.op === "match") return { found: true, steps };
      if (instruction.op === "fork") pending.push(instruction.first, instruction.second);
      else if (instruction.op === "assert") {
        if (holds(instruction.assertion, codePoints, place)) pending.push(at + 1);
      } else if (place < codePoints.length && instruction.test(codePoints[place])) {
        next.push(at + 1);
      }
    }
    waiting = next;
  }
  return { found: false, steps };
}
function holds(assertion, codePoints, place) {
  const before = codePoints[place - 1];
  const after = codePoints[place];
  switch (assertion) {
    case "text-start":
      return before === void 0;
    case "text-end":
      return after === void 0;
    case "line-start":
      return before === void 0 || before === 10;
    case "line-end":
      return after === void 0 || after === 10;
    default: {
      const isBoundary = isWord(before) !== isWord(after);
      return isBoundary === (assertion === "word-boundary");
    }
  }
}
function isWord(codePoint) {
  return codePoint !== void 0 && isWordChar(codePoint);
}
function tooCostly(text3) {
  return failure("regex-too-costly", `a pattern takes too long on a text of ${text3.length} characters`, {
    hint: "Write a shorter pattern."
  });
}

// src/resource/re2.ts
function compileRegex(pattern) {
  try {
    return compile(pattern);
  } catch (thrown) {
    if (thrown instanceof KrmError) return void 0;
    throw thrown;
  }
}
function compileAnchored(pattern, location) {
  if (pattern === "") return () => true;
  const matches = located(location, () => compile(`^(?:${pattern})$`));
  return (text3) => located(location, () => matches(text3));
}
function located(location, work) {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    throw new KrmError(thrown.diagnostics.map((diagnostic) => ({ ...diagnostic, ...location })));
  }
}
function compile(pattern) {
  const expression = parsePattern(pattern);
  const literal = literalMatcher(expression);
  if (literal !== void 0) return literal;
  return searchFor(compileProgram(expression));
}
function literalMatcher(expression) {
  const parts = flatten(expression);
  const fromStart = isAssertion(parts[0], "text-start");
  const toEnd = isAssertion(parts.at(-1), "text-end");
  let wanted = "";
  for (const part of parts.slice(fromStart ? 1 : 0, toEnd ? -1 : void 0)) {
    if (part.op !== "literal") return void 0;
    wanted += part.char;
  }
  if (fromStart && toEnd) return (text3) => text3 === wanted;
  if (fromStart) return (text3) => text3.startsWith(wanted);
  return toEnd ? (text3) => text3.endsWith(wanted) : (text3) => text3.includes(wanted);
}
function flatten(expression) {
  return expression.op === "sequence" ? expression.parts.flatMap(flatten) : [expression];
}
function isAssertion(expression, assertion) {
  return expression?.op === "assertion" && expression.assertion === assertion;
}

// src/builtins/replacement-path.ts
function lookUp(root, path, location) {
  let node = root;
  for (const raw of path) {
    const part = raw.trim();
    if (part === "") continue;
    node = step(node, part, location);
    if (node === void 0 || isNull(node)) return void 0;
  }
  return node;
}
function step(node, part, location) {
  if (/^[+-]?\d+$/.test(part)) {
    if (part.startsWith("-")) throw lookupFailed(`array index ${Number(part)} cannot be negative`, location);
    return expect(node, "seq", location).items[Number(part)];
  }
  if (part === "-") return expect(node, "seq", location).items.at(-1);
  if (part === "*") throw lookupFailed("a wildcard is not supported in a source", location);
  if (!isListMatcher(part)) return get(expect(node, "map", location), part);
  const matcher = splitMatcher(part);
  if (matcher === void 0) throw lookupFailed(matcherProblem(part), location);
  return expect(node, "seq", location).items.find(
    (item) => matcher.key === "" ? item.kind === "scalar" && item.value === matcher.value : textUnder(item, matcher.key) === matcher.value
  );
}
function textUnder(item, key) {
  const value = get(item, key);
  return value?.kind === "scalar" ? value.value : void 0;
}
function expect(node, kind, location) {
  if (node.kind === kind) return node;
  throw lookupFailed(kindProblem(node, kind), location);
}
function lookupFailed(problem, location) {
  return failure("field-not-found", `error looking up replacement source: ${problem}`, { ...location });
}
function kindProblem(node, expected) {
  const names = { map: "a map", seq: "a list", scalar: "a single value" };
  return `${names[expected]} is expected where ${names[node.kind]} stands`;
}
function isListMatcher(part) {
  return part.startsWith("[") && part.endsWith("]");
}
function splitMatcher(part) {
  const inner = part.slice(1, -1);
  const equals = inner.indexOf("=");
  return equals < 0 ? void 0 : { key: inner.slice(0, equals), value: inner.slice(equals + 1) };
}
function matcherProblem(part) {
  return `${part} must contain fieldName=fieldValue to match elements of a list`;
}
function matchPath(node, path, create) {
  const part = path[0];
  if (part === void 0) return [node];
  const rest = path.slice(1);
  if (/^\+?\d+$/.test(part)) return matchIndex(node, Number(part), rest, create);
  if (isListMatcher(part)) return matchElements(node, part, rest, create);
  if (part === "*") return matchAll(elementsOf(node), rest, create);
  return matchField(node, part, rest, create);
}
function matchField(node, name, rest, create) {
  if (name === "") return "the path has an empty element";
  if (node.kind !== "map" && !isNull(node)) return kindProblem(node, "map");
  let field2 = get(node, name);
  if (field2 === void 0) {
    if (create === void 0) return [];
    field2 = make2(rest[0], create);
    if (node.kind === "map") setField(node, name, field2);
  }
  if (field2.kind === "scalar" && rest.length > 0) return matchInText(field2.value, rest, create);
  return matchPath(field2, rest, create);
}
function matchInText(text3, rest, create) {
  const parsed = parseStructured(text3);
  if (parsed === void 0) return "a single value stands where the path goes on";
  return matchPath(parsed, rest, create);
}
function parseStructured(text3) {
  try {
    return parseText(text3, "the text of a field");
  } catch {
    return void 0;
  }
}
function matchIndex(node, index, rest, create) {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  if (items.length === index && create !== void 0 && node.kind === "seq") node.items.push(make2(rest[0], create));
  const item = items[index];
  if (item === void 0) return `index ${index} specified but only ${items.length} elements found`;
  return matchPath(item, rest, create);
}
function matchElements(node, part, rest, create) {
  const matcher = splitMatcher(part);
  if (matcher === void 0) return matcherProblem(part);
  const matches = compileRegex(matcher.value);
  if (matches === void 0) return `"${matcher.value}" is no regular expression`;
  const found = matchIn(node, matcher.key, matches, rest, create);
  if (typeof found === "string" || found.length > 0 || create === void 0 || node.kind !== "seq") return found;
  const element2 = matcher.key === "" ? scalar(matcher.value) : map([{ key: scalar(matcher.key), value: scalar(matcher.value) }]);
  node.items.push(element2);
  return matchIn(seq([element2]), matcher.key, matches, rest, create);
}
function matchIn(node, key, matches, rest, create) {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  const fits = (value) => value !== void 0 && matches(encode(value).trim());
  if (key === "") return items.filter(fits);
  return matchAll(
    items.filter((item) => fits(get(item, key))),
    rest,
    create
  );
}
function matchAll(items, rest, create) {
  if (typeof items === "string") return items;
  const found = [];
  for (const item of items) {
    const matched = matchPath(item, rest, create);
    if (typeof matched === "string") return matched;
    found.push(...matched);
  }
  return found;
}
function elementsOf(node) {
  if (node.kind === "seq") return node.items;
  return isNull(node) ? [] : kindProblem(node, "seq");
}
function make2(next, create) {
  if (next === void 0 || next === "") return ofKind(create);
  return isListMatcher(next) || /^\+?\d+$/.test(next) ? seq() : map();
}
function ofKind(kind) {
  if (kind === "map") return map();
  return kind === "seq" ? seq() : scalar("");
}

// src/build/variables.ts
var DEFAULT_FIELD_PATH = "metadata.name";
function declareVariables(declared, into, resources) {
  for (const variable2 of declared) {
    const found = objectsOf(variable2, resources);
    if (found.length > 1) throw ambiguous(variable2, found);
    found[0]?.variables.push(variable2.name);
  }
  addVariables(into, declared);
}
function addVariables(into, more) {
  for (const variable2 of more) {
    const present = into.get(variable2.name);
    if (present !== void 0) throw conflict3(variable2, present);
    into.set(variable2.name, variable2);
  }
}
function objectsOf({ objref }, resources) {
  if (objref === void 0) return [];
  const { name = "", namespace = "" } = objref;
  const { group, version, kind } = targetKind(objref);
  const isMeant = (id) => id.name === name && id.kind === kind && id.group === group && id.version === version && (namespace === "" || id.effectiveNamespace === namespace && namespace !== CLUSTER_SCOPE);
  return resources.byAnyName(name).filter((resource) => resource.allIds().some(isMeant));
}
function targetKind({ apiVersion = "", group = "", version = "", kind = "" }) {
  const parts = apiVersion.split("/").length;
  if (apiVersion === "" || parts > 2) return { group, version, kind };
  return parts === 1 ? { group, version: apiVersion, kind } : { ...parseApiVersion(apiVersion), kind };
}
function ambiguous({ name, objref, fieldref, location }, found) {
  const names = found.map(({ id }) => describeId(id)).join(", ");
  const field2 = fieldref?.fieldPath || DEFAULT_FIELD_PATH;
  return failure("ambiguous-variable", `the variable ${name} may read ${field2} of ${found.length} objects: ${names}`, {
    ...objref?.location ?? location,
    hint: "Add the namespace to its `objref`, or declare it in the kustomization that adds the object."
  });
}
function conflict3({ name, location }, present) {
  const [here, there] = [formatLocation(location), formatLocation(present.location)];
  const problem = here === there ? "its kustomization is included more than once" : `there is one at ${there}`;
  return failure("variable-conflict", `the variable ${name} is there already: ${problem}`, {
    ...location,
    hint: "Rename one of them, or declare it once, in a kustomization that includes both."
  });
}

// src/build/variable-values.ts
function resolveVariables(variables, resources) {
  const objects = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    for (const name of resource.variables) if (!objects.has(name)) objects.set(name, resource);
  }
  const values = /* @__PURE__ */ new Map();
  const problems = [];
  for (const variable2 of variables.values()) {
    try {
      const object = objects.get(variable2.name);
      if (object === void 0) throw withoutObject(variable2);
      values.set(variable2.name, valueOf(variable2, object));
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      problems.push(...thrown.diagnostics);
    }
  }
  if (problems.length > 0) throw new KrmError(problems);
  return values;
}
function withoutObject({ name, objref, location }) {
  const kind = targetKind(objref ?? { location });
  const target = [apiVersionOf(kind), kind.kind, objref?.name ?? ""].filter((part) => part !== "").join(" ");
  return failure("variable-without-object", `the variable ${name} reads ${target || "no object"}, which is not there`, {
    ...objref?.location ?? location,
    hint: "Name an object of this kustomization or of what it includes, as its file does: apiVersion, kind and name."
  });
}
function valueOf(variable2, object) {
  const path = variable2.fieldref?.fieldPath || DEFAULT_FIELD_PATH;
  const node = fieldAt(object, path);
  if (node !== void 0 && node.kind !== "scalar") return void 0;
  const value = node && scalarValue(node);
  if (value !== void 0) return value;
  const problem = node === void 0 ? "which has no such field" : "where the number is not a decimal one";
  throw failure(
    "variable-without-field",
    `the variable ${variable2.name} reads ${path} of ${object.describe()}, ${problem}`,
    {
      ...variable2.fieldref?.location ?? variable2.location,
      object: object.describe(),
      hint: "Correct the `fieldPath`, or the field."
    }
  );
}
function fieldAt({ node }, path) {
  try {
    return node && lookUp(node, splitFieldPath(path).flatMap(splitIndex));
  } catch (thrown) {
    if (thrown instanceof KrmError) return void 0;
    throw thrown;
  }
}
function splitIndex(segment) {
  const [, name = "", index] = /^(.*)\[(\d+)\]$/s.exec(segment) ?? [];
  if (index === void 0) return [segment];
  return name === "" ? [index] : [name, index];
}
function scalarValue({ tag, value }) {
  if (tag === "!!int") return integerValue(value);
  if (tag === "!!bool") return same(tag, value.toLowerCase());
  if (tag !== "!!float") return same("!!str", value);
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return void 0;
  return { tag, text: plainDecimal(number), spliced: formatFloat64(number) };
}
function integerValue(value) {
  if (!/^[+-]?\d+$/.test(value)) return void 0;
  const number = BigInt(value.replace("+", ""));
  return BigInt.asIntN(64, number) === number ? same("!!int", String(number)) : void 0;
}
function same(tag, text3) {
  return { tag, text: text3, spliced: text3 };
}
function plainDecimal(value) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", power = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  if (power === "0") return sign + mantissa;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${whole}${fraction}`;
  return sign + (whole + fraction).padEnd(point, "0");
}

// src/build/variable-substitution.ts
function substituteVariables(variables, resources, fieldSpecs2) {
  if (variables.size === 0) return [];
  const values = resolveVariables(variables, resources.items);
  const substitution = new Substitution(values);
  const tries = /* @__PURE__ */ new Map();
  for (const resource of resources.items) {
    if (resource.node === void 0) continue;
    const fields2 = triesOf2(tries, resource, fieldSpecs2).find(resource.node);
    if (fields2.length === 0) continue;
    for (const { node } of fields2) substitution.substituteField(node, resource);
    resources.changed(resource);
  }
  const unused = [...variables.values()].filter(({ name }) => !substitution.used.has(name));
  return unused.map((variable2) => (values.get(variable2.name) === void 0 ? unusable : neverUsed)(variable2));
}
function triesOf2(tries, { id }, fieldSpecs2) {
  const key = `${apiVersionOf(id)} ${id.kind}`;
  let trie = tries.get(key);
  if (trie === void 0) {
    trie = new FieldTrie();
    for (const spec of fieldSpecs2) if (selectedBy(id, spec)) trie.add(spec.path, void 0);
    tries.set(key, trie);
  }
  return trie;
}
function neverUsed({ name, location }) {
  const message = `the variable ${name} is not used in any field that may hold variables`;
  const hint = "Remove it, or name the field under varReference in a file of `configurations`.";
  return { code: "unused-variable", severity: "notice", message, ...location, hint };
}
function unusable({ name, location }) {
  const message = `the variable ${name} stands for a map or a list, which is not substituted`;
  const hint = "Let its `fieldref` name a field with a single value.";
  return { code: "unused-variable", severity: "warning", message, ...location, hint };
}
var Substitution = class {
  used = /* @__PURE__ */ new Set();
  #values;
  constructor(values) {
    this.#values = values;
  }
  /** A text, the texts of a map, or a list of texts. Whatever is visited loses its quotes. */
  substituteField(node, resource) {
    if (isNull(node)) return;
    if (node.kind === "scalar") {
      if (isText2(node)) this.#substitute(node);
      return;
    }
    if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        if (!isText2(key)) throw notText(key, "a key", resource);
        if (isText2(value)) this.#substitute(value);
      }
      return;
    }
    for (const item of node.items) {
      if (!isText2(item)) throw notText(item, "an element", resource);
      this.#substitute(item);
    }
  }
  #substitute(node) {
    const parts = parseVariableText(node.value);
    const [first] = parts;
    const whole = parts.length === 1 && first !== void 0 && "name" in first ? this.#value(first.name) : void 0;
    node.value = whole?.text ?? parts.map((part) => "text" in part ? part.text : this.#value(part.name)?.spliced ?? `$(${part.name})`).join("");
    node.tag = whole?.tag ?? "!!str";
    node.style = "";
  }
  #value(name) {
    const value = this.#values.get(name);
    if (value !== void 0) this.used.add(name);
    return value;
  }
};
function isText2(node) {
  return node.kind === "scalar" && (node.tag === "!!str" || node.tag === "");
}
function notText(node, what, resource) {
  return failure("invalid-variable-field", `${what} is not a string in a field that may hold variables`, {
    ...locate(node) ?? resource.origin,
    object: resource.describe(),
    hint: "Quote it."
  });
}

// src/build/finish.ts
var LOCAL_CONFIG = "config.kubernetes.io/local-config";
var MANAGED_BY = /* @__PURE__ */ new Map([["app.kubernetes.io/managed-by", "kustomize-(devel)"]]);
function finish(level, accumulator, options) {
  const { resources, configuration = defaultConfiguration, variables } = accumulator;
  const { sortOptions: sortOptions2 } = level.kustomization;
  hashTransformer.transform(resources);
  fixNameReferences(resources, configuration.nameReference);
  level.context.diagnostics.push(...substituteVariables(variables, resources, configuration.varReference));
  resources.filter((resource) => resource.node !== void 0 && !isLocalConfig(resource.node));
  for (const resource of resources.items) checkIdentity(resource);
  resources.checkUnique();
  checkSortOptions(sortOptions2);
  sortOutput(resources, sortOptions2, options.reorder ?? "legacy");
  const asked = new Set(level.kustomization.buildMetadata?.map(({ text: text3 }) => text3));
  if (options.managedByLabel || asked.has("managedByLabel"))
    labelTransformer(MANAGED_BY, [{ path: "metadata/labels", create: true }]).transform(resources);
  const annotationsOf = provenanceWriter({
    origins: asked.has("originAnnotations"),
    transformations: asked.has("transformerAnnotations")
  });
  return resources.items.map((resource) => builtResource(resource, annotationsOf(resource)));
}
function isLocalConfig(node) {
  const value = metadataTexts(node, "annotations").get(LOCAL_CONFIG);
  return value !== void 0 && value !== "false";
}
function checkIdentity(resource) {
  const { kind, name } = resource.id;
  if (kind !== "" && (name !== "" || kind.endsWith("List"))) return;
  const { originalId } = resource;
  const object = describeId(kind === "" || originalId.name !== "" ? originalId : resource.id);
  throw failure("invalid-resource", `${object} has lost its ${kind === "" ? "kind" : "metadata.name"}`, {
    ...resource.origin,
    object,
    hint: "Find the patch or the replacement that removes it."
  });
}
function builtResource(resource, annotations) {
  const node = resource.node;
  cleanAnnotations(node, annotations);
  const { id } = resource;
  let value;
  return {
    apiVersion: apiVersionOf(id),
    kind: id.kind,
    namespace: id.namespace,
    name: id.name,
    baseName: resource.unhashedName ?? id.name,
    yaml: printed(resource, node),
    value: () => value ??= toValue(node),
    get origin() {
      return resource.origin;
    }
  };
}
function printed(resource, node) {
  try {
    return print(node);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be printed`);
  }
}
function cleanAnnotations(node, more) {
  let metadata2 = get(node, "metadata");
  if (metadata2?.kind !== "map") {
    setField(node, "metadata", map());
    metadata2 = get(node, "metadata");
  }
  if (get(metadata2, "annotations") === void 0 && more.length === 0) return;
  const kept = [...textsUnder(metadata2, "annotations")].filter(([key]) => !BUILD_ANNOTATIONS.has(key));
  writeTexts(metadata2, "annotations", new Map([...kept, ...more]));
}

// src/documents/crd-definitions.ts
var MOST_FIELDS = 1e5;
function decodeCrdDefinitions(node, file) {
  const definitions = readDefinitions(node, file);
  const walk2 = new Walk(definitions, { file });
  for (const [name, properties] of definitions) {
    const isObject2 = ["kind", "apiVersion", "metadata"].every((field2) => get(properties, field2) !== void 0);
    if (isObject2) walk2.addType(name, name.slice(name.lastIndexOf(".") + 1), [], []);
  }
  return { ...walk2.tables, location: { file } };
}
function readDefinitions(node, file) {
  if (node?.kind !== "map") throw invalid2(node, file, "it holds no definitions of types");
  const definitions = /* @__PURE__ */ new Map();
  for (const { key, value } of node.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    const isDefinition = value.kind === "map" || isNull(value);
    if (!isDefinition) throw invalid2(value, file, `${name} is not the definition of a type`);
    const schema = mapUnder(inAnyCase(value, "schema"), `the schema of ${name} is not one`, file);
    const properties = mapUnder(get(schema, "properties"), `the properties of ${name} are none`, file);
    if (properties !== void 0) definitions.set(name, properties);
  }
  return definitions;
}
function mapUnder(node, problem, file) {
  if (node === void 0 || isNull(node)) return void 0;
  if (node.kind !== "map") throw invalid2(node, file, problem);
  return node;
}
function inAnyCase(node, name) {
  if (node.kind !== "map") return void 0;
  return node.entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === name)?.value;
}
var Walk = class {
  tables = { commonAnnotations: [], commonLabels: [], namePrefix: [], nameReference: [] };
  #definitions;
  #location;
  #fields = 0;
  constructor(definitions, location) {
    this.#definitions = definitions;
    this.#location = location;
  }
  /** @param within the types that led here: one of them again would never end */
  addType(name, kind, path, within2) {
    const properties = this.#definitions.get(name);
    if (properties === void 0 || within2.includes(name)) return;
    for (const { key, value } of properties.entries) {
      if (key.kind !== "scalar") continue;
      if (this.#fields++ === MOST_FIELDS) {
        throw failure("invalid-crd-definitions", `the types of this file have more than ${MOST_FIELDS} fields`, {
          ...this.#location,
          hint: "List a file that holds less."
        });
      }
      const field2 = [...path, key.value];
      this.#addField(value, kind, field2);
      const reference2 = textOf2(get(value, "$ref"));
      if (reference2 !== void 0) this.addType(reference2, kind, field2, [...within2, name]);
    }
  }
  #addField(property, kind, path) {
    const spec = { kind, path: path.join("/"), location: locate(property) ?? this.#location };
    if (textOf2(get(property, "x-kubernetes-annotation")) !== void 0) this.tables.commonAnnotations.push(spec);
    if (textOf2(get(property, "x-kubernetes-label-selector")) !== void 0) this.tables.commonLabels.push(spec);
    if (textOf2(get(property, "x-kubernetes-identity")) !== void 0) this.tables.namePrefix.push(spec);
    const version = textOf2(get(property, "x-kubernetes-object-ref-api-version"));
    const referred = textOf2(get(property, "x-kubernetes-object-ref-kind"));
    if (version === void 0 || referred === void 0) return;
    const nameKey = textOf2(get(property, "x-kubernetes-object-ref-name-key")) ?? "name";
    const fieldSpecs2 = [{ ...spec, path: `${spec.path}/${nameKey}` }];
    this.tables.nameReference.push({ version, kind: referred, fieldSpecs: fieldSpecs2 });
  }
};
function textOf2(node) {
  return node?.kind === "scalar" && node.tag === "!!str" ? node.value : void 0;
}
function invalid2(node, file, problem) {
  return failure("invalid-crd-definitions", `unable to read OpenAPI definitions from ${file}: ${problem}`, {
    ...locate(node) ?? { file },
    hint: "`crds` lists definitions of types, as openapi-gen writes them. CustomResourceDefinitions belong under `resources`."
  });
}

// src/build/crds.ts
async function crdConfiguration({ kustomization, root, context }) {
  const { crds = [] } = kustomization;
  if (crds.length === 0) return void 0;
  const files = [];
  for (const { path, location } of crds) {
    const file = await root.read(path, location);
    files.push(decodeCrdDefinitions(context.files.config(file), file.display));
  }
  return mergeConfigurations(emptyConfiguration, files);
}

// src/builtins/generated-object.ts
function generatedObject(kind, args, options, content) {
  if (!args.name) {
    const field2 = kind === "ConfigMap" ? "configMapGenerator" : "secretGenerator";
    const hint = "Give it a `name`.";
    throw failure("missing-name", `an entry of \`${field2}\` has no name`, { ...args.location, hint });
  }
  const labels = combined(args.options?.labels, options?.labels);
  const annotations = combined(args.options?.annotations, options?.annotations);
  const immutable = args.options?.immutable === true || options?.immutable === true;
  const keepName = args.options?.disableNameSuffixHash === true || options?.disableNameSuffixHash === true;
  const metadata2 = [
    ["name", string(args.name)],
    ...args.namespace ? [["namespace", string(args.namespace)]] : [],
    ...labels.length > 0 ? [["labels", fieldsOf(labels)]] : [],
    ...annotations.length > 0 ? [["annotations", fieldsOf(annotations)]] : []
  ];
  const node = fieldsOf([
    ["apiVersion", string("v1")],
    ["kind", string(kind)],
    ["metadata", fieldsOf(metadata2)],
    ...content,
    ...immutable ? [["immutable", scalar("true", "!!bool")]] : []
  ]);
  return { node, needsHash: !keepName, behavior: behaviorOf(args.behavior) };
}
function combined(own, common) {
  const all = new Map([...common ?? [], ...own ?? []]);
  return sortedKeys2(all).map((key) => [key, scalar(all.get(key) ?? "", "!!str", "single")]);
}
function behaviorOf(name) {
  return name === "create" || name === "merge" || name === "replace" ? name : "unspecified";
}
function fieldsOf(fields2) {
  return map(fields2.map(([key, value]) => ({ key: scalar(key), value })));
}
function string(value) {
  if (value.includes("\n")) return scalar(value, "!!str", "literal");
  return scalar(value, "!!str", isYaml11NonString(value) ? "double" : "");
}
function sortedKeys2(keyed) {
  return [...keyed.keys()].sort(bytewise);
}
var lineLength = 70;
function base64(bytes) {
  const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return encoded.length < lineLength ? encoded : encoded.replace(/.{1,70}/g, "$&\n");
}

// src/builtins/configmap-generator.ts
function configMapNode(args, options, data) {
  const texts2 = [];
  const binaries = [];
  for (const key of sortedKeys2(data)) {
    const value = data.get(key);
    if ("text" in value) texts2.push([key, string(value.text)]);
    else binaries.push([key, string(base64(value.binary))]);
  }
  return generatedObject("ConfigMap", args, options, [
    ...texts2.length > 0 ? [["data", fieldsOf(texts2)]] : [],
    ...binaries.length > 0 ? [["binaryData", fieldsOf(binaries)]] : []
  ]);
}

// src/builtins/iam-policy-generator.ts
function iamPolicy({ cloud = "", kubernetesService: kubernetesService2, serviceAccount: serviceAccount2, location }) {
  if (cloud !== "gke") {
    throw failure("unsupported-cloud", `cloud provider ${cloud || "(none)"} is not supported yet, only gke is`, {
      ...location,
      hint: "Write the ServiceAccount into a file of `resources` instead."
    });
  }
  const { name = "", namespace = "" } = kubernetesService2 ?? {};
  if (name === "") {
    const hint = "Name the ServiceAccount under `kubernetesService`.";
    throw failure("missing-name", "this IAMPolicyGenerator has no kubernetesService.name", { ...location, hint });
  }
  const account = `${serviceAccount2?.name ?? ""}@${serviceAccount2?.projectId ?? ""}.iam.gserviceaccount.com`;
  const node = fieldsOf([
    ["apiVersion", string("v1")],
    ["kind", string("ServiceAccount")],
    [
      "metadata",
      fieldsOf([
        ["annotations", fieldsOf([["iam.gke.io/gcp-service-account", string(account)]])],
        // Without tags: the reference reads them as YAML, whatever type that makes them.
        ["name", scalar(name)],
        ...namespace === "" ? [] : [["namespace", scalar(namespace)]]
      ])
    ]
  ]);
  return { node, needsHash: false, behavior: "unspecified" };
}

// src/builtins/key-values.ts
import { isUtf8 as isUtf82 } from "node:buffer";
import { posix } from "node:path";

// src/builtins/env-file.ts
import { isUtf8 } from "node:buffer";
var lineLimit = 65536;
var leadingBlanks = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
var lineFeed = 10;
var carriageReturn = 13;
function readEnvFile(bytes, path) {
  const pairs = [];
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    if (end - start >= lineLimit) return { pairs, diagnostics: [tooLong(path, number)] };
    const line = bytes.subarray(start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end);
    const pair = readLine(decodeLine(line, path, number), number === 1);
    if (pair !== void 0) pairs.push(pair);
    start = end + 1;
  }
  return { pairs, diagnostics: [] };
}
function readLine(line, isFirst) {
  const text3 = (isFirst ? line.replace(/^\ufeff/, "") : line).replace(leadingBlanks, "");
  if (text3 === "" || text3.startsWith("#")) return void 0;
  const separator = text3.indexOf("=");
  if (separator < 0) return [text3, ""];
  return separator === 0 ? void 0 : [text3.slice(0, separator), text3.slice(separator + 1)];
}
function decodeLine(line, path, number) {
  if (isUtf8(line)) return Buffer.from(line).toString("utf8");
  const hint = "Save the file as UTF-8, or name it under `files` to keep its bytes as they are.";
  throw failure("invalid-utf8", `line ${number} of ${JSON.stringify(path)} is not valid UTF-8`, { hint });
}
function tooLong(path, number) {
  return {
    code: "line-too-long",
    severity: "warning",
    message: `line ${number} of ${JSON.stringify(path)} is longer than 64 KiB: like kustomize, this leaves it and the rest of the file out`,
    hint: "Give the long value in a file of its own, under `files`."
  };
}

// src/builtins/key-values.ts
async function loadKeyValues(args, object, readFile) {
  const { envs = [], literals = [], files = [] } = args;
  const sources = [...envs, ...literals, ...files];
  const isSecret = object.startsWith("Secret");
  const results = await Promise.allSettled([
    ...envs.map(({ text: text3 }) => loadEnvFile(text3, readFile)),
    ...literals.map(async ({ text: text3 }) => loadLiteral(text3, isSecret)),
    ...files.map(({ text: text3 }) => loadFile(text3, isSecret, readFile))
  ]);
  const data = /* @__PURE__ */ new Map();
  const diagnostics = [];
  for (const [index, result] of results.entries()) {
    const report = (problem) => diagnostics.push({ ...problem, ...sources[index]?.location, object });
    if (result.status === "rejected") {
      if (!(result.reason instanceof KrmError)) throw result.reason;
      result.reason.diagnostics.forEach(report);
      continue;
    }
    result.value.diagnostics?.forEach(report);
    for (const [key, value] of result.value.pairs) {
      if (data.has(key)) report(duplicateKey(key));
      else data.set(key, value);
    }
  }
  if (diagnostics.some((diagnostic) => diagnostic.severity === "error")) throw new KrmError(diagnostics);
  return { data, diagnostics };
}
async function loadEnvFile(path, readFile) {
  const { pairs, diagnostics } = readEnvFile(await readFile(path), path);
  return { pairs: pairs.map(([key, text3]) => [key, { text: text3 }]), diagnostics };
}
async function loadFile(source, isSecret, readFile) {
  const { key, path } = splitFileSource(source, isSecret);
  const bytes = await readFile(path);
  return { pairs: [[key, isUtf82(bytes) ? { text: decodeUtf8(bytes) } : { binary: bytes }]] };
}
function loadLiteral(source, isSecret) {
  const separator = source.indexOf("=");
  if (separator <= 0) {
    const shown = isSecret ? "a literal of a Secret" : JSON.stringify(source);
    throw failure("invalid-literal", `${shown} is not a literal: it has no key`, { hint: "Write it as key=value." });
  }
  return { pairs: [[source.slice(0, separator), { text: withoutQuotes(source.slice(separator + 1)) }]] };
}
function withoutQuotes(value) {
  const first = value[0];
  const quoted = value.length >= 2 && (first === '"' || first === "'") && value.endsWith(first);
  return quoted ? value.slice(1, -1) : value;
}
function splitFileSource(source, isSecret) {
  const parts = source.split("=");
  const [key = "", path = ""] = parts;
  if (parts.length === 1) return { key: posix.basename(key), path: key };
  if (parts.length === 2 && key !== "" && path !== "") return { key, path };
  const missing2 = key === "" ? "has no key before the `=`" : "has no path behind the `=`";
  const problem = parts.length > 2 ? "has more than one `=`, which neither a key nor a path can contain" : missing2;
  const hint = "Write it as path or key=path.";
  const shown = isSecret ? "an entry of `files` of a Secret" : JSON.stringify(source);
  throw failure("invalid-file-source", `${shown} ${problem}`, { hint });
}
function decodeUtf8(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
function duplicateKey(key) {
  const message = `the key ${JSON.stringify(key)} is given more than once`;
  return { code: "duplicate-key", severity: "error", message, hint: "Give each key one value." };
}

// src/builtins/secret-generator.ts
function secretNode(args, options, data) {
  const values = sortedKeys2(data).map((key) => [key, string(base64(bytesOf(data.get(key))))]);
  return generatedObject("Secret", args, options, [
    ["type", string(args.type || "Opaque")],
    ["data", fieldsOf(values)]
  ]);
}
function bytesOf(value) {
  return "text" in value ? Buffer.from(value.text, "utf8") : value.binary;
}

// src/build/absorb.ts
function absorb(resources, generated, location) {
  const found = resources.byAnyId(generated.id);
  const present = found[0];
  const changes = generated.behavior === "merge" || generated.behavior === "replace";
  if (present === void 0) {
    if (!changes) resources.append(generated);
    else throw missing(generated, location);
    return;
  }
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `${idText(generated.id)} is to be changed, and ${found.length} objects have or had that identity`,
      {
        ...location,
        object: generated.describe(),
        hint: "Name a namespace in the entry."
      }
    );
  }
  if (!changes) {
    throw failure(
      "generator-conflict",
      `${idText(generated.id)} is generated, but an object of that identity is there already`,
      {
        ...location,
        object: generated.describe(),
        hint: "Set `behavior: merge` or `behavior: replace`, or give the entry another name."
      }
    );
  }
  change(present, generated);
  resources.changed(present);
}
function missing(generated, location) {
  return failure(
    "generator-target-missing",
    `${idText(generated.id)} does not exist, so there is nothing to ${generated.behavior}`,
    {
      ...location,
      object: generated.describe(),
      hint: "Remove the behavior, or name the object that is meant; the namespace counts."
    }
  );
}
function dataOf(node, field2) {
  const texts2 = new Map(textsUnder(node, field2));
  const found = get(node, field2);
  for (const key of texts2.keys()) if (isNull(get(found, key))) texts2.set(key, "");
  return texts2;
}
function change(present, generated) {
  const before = present.node;
  const node = generated.node;
  const metadata2 = get(node, "metadata");
  const metadataBefore = get(before, "metadata");
  for (const field2 of ["labels", "annotations"]) {
    writeTexts(metadata2, field2, new Map([...textsUnder(metadataBefore, field2), ...textsUnder(metadata2, field2)]));
  }
  const { name, namespace } = present.id;
  setField(metadata2, "name", scalar(name));
  if (namespace === "") clearField(metadata2, "namespace");
  else setField(metadata2, "namespace", scalar(namespace));
  if (generated.behavior === "merge") {
    for (const field2 of ["data", "binaryData"]) {
      writeTexts(node, field2, new Map([...dataOf(before, field2), ...dataOf(node, field2)]));
    }
  } else {
    present.origin = generated.origin;
    if (generated.provenance !== void 0) {
      present.provenance = { ...generated.provenance, steps: present.provenance?.steps ?? [] };
    }
  }
  present.node = node;
  present.needsHash &&= generated.needsHash;
}

// src/documents/decode-builtin.ts
var metadata = objectMeta;
var valueAddTargets = list(
  record({ selector, fieldPath: text, filePathPosition: int })
);
var kubernetesService = record({ name: text, namespace: text });
var serviceAccount = record({ name: text, projectId: text });
var builtins = {
  AnnotationsTransformer: record({ annotations: textMap, fieldSpecs }),
  ConfigMapGenerator: named2(record({ ...configMapFields, metadata })),
  HashTransformer: record({}),
  HelmChartInflationGenerator: record({ ...helmChartFields, ...helmGlobalsFields }),
  IAMPolicyGenerator: record({ cloud: text, kubernetesService, serviceAccount }),
  ImageTagTransformer: record({ imageTag: image, fieldSpecs }),
  LabelTransformer: record({ labels: textMap, fieldSpecs }),
  NamespaceTransformer: namespaced2(
    record({
      metadata,
      fieldSpecs,
      unsetOnly: bool,
      setRoleBindingSubjects: text
    })
  ),
  PatchJson6902Transformer: record({ target: selector, path: text, jsonOp: text }),
  PatchStrategicMergeTransformer: record({ paths: list(textEntry), patches: text }),
  PatchTransformer: record(patchFields),
  PrefixSuffixTransformer: record({ prefix: text, suffix: text, fieldSpecs }),
  PrefixTransformer: record({ prefix: text, fieldSpecs }),
  ReplacementTransformer: record({ replacements: list(replacement) }),
  ReplicaCountTransformer: record({ replica, fieldSpecs }),
  SecretGenerator: named2(record({ ...secretFields, metadata })),
  SuffixTransformer: record({ suffix: text, fieldSpecs }),
  ValueAddTransformer: record({ value: text, targets: valueAddTargets, targetFilePath: text })
};
var lenient = {
  unknownFields: "ignored",
  duplicateFields: "error",
  coercesToText: true,
  value: toValue
};
function decodeBuiltinConfig(kind, node, file) {
  const reading = new Reading(lenient, file, `this ${kind}`);
  if (!Object.hasOwn(builtins, kind)) {
    const near = nearest(kind, Object.keys(builtins));
    const hint = near === void 0 ? "Check the document's kind." : `Did you mean ${near}?`;
    throw failure("unknown-builtin", `there is no built-in ${quote(kind)}`, { ...reading.place(node), hint });
  }
  const args = builtins[kind](node, reading);
  reading.finish();
  return { ...args, kind };
}
var targetFile = record({
  targets: valueAddTargets
});
function decodeValueAddTargets(node, file) {
  if (node === void 0) return [];
  const reading = new Reading({ ...lenient, duplicateFields: "warning", value: toConfigValue }, file, "this file");
  const decoded = targetFile(node, reading);
  reading.finish();
  return decoded?.targets ?? [];
}
function named2(decoder) {
  return function decodeNamed(node, reading) {
    const decoded = decoder(node, reading);
    if (decoded === void 0) return void 0;
    const { metadata: own, ...args } = decoded;
    const name = args.name || own?.name;
    const namespace = args.namespace || own?.namespace;
    return { ...args, ...name && { name }, ...namespace && { namespace } };
  };
}
function namespaced2(decoder) {
  return function decodeNamespaced(node, reading) {
    const decoded = decoder(node, reading);
    if (decoded === void 0) return void 0;
    const { metadata: own, ...args } = decoded;
    return own?.namespace === void 0 ? args : { ...args, namespace: own.namespace };
  };
}

// src/build/builtin-config.ts
function decodeBuiltin(config) {
  const { id, origin } = config;
  if (id.group === "" && id.version === "builtin") {
    return decodeBuiltinConfig(id.kind, config.node, origin?.file ?? "the inline document");
  }
  throw failure(
    "function-unsupported",
    `${gvkText(id)} is a function or an external plugin, and this version runs built-ins only`,
    {
      ...origin,
      object: config.describe(),
      hint: "Remove the entry, or use a built-in: apiVersion builtin."
    }
  );
}
function wrongRole(config, role) {
  return failure("wrong-role", `${idText(config.id)} is not a ${role}`, {
    ...config.origin,
    object: config.describe(),
    hint: `List it under ${role === "generator" ? "transformers" : "generators"}.`
  });
}

// src/build/generators.ts
async function runFieldGenerators(level, resources) {
  const { configMapGenerator = [], secretGenerator = [], generatorOptions: generatorOptions2 } = level.kustomization;
  for (const args of configMapGenerator) {
    const generated = await generateConfigMap(level, args, generatorOptions2);
    add(resources, generated, args.location, fieldOrigin(level, "ConfigMapGenerator"));
  }
  for (const args of secretGenerator) {
    const generated = await generateSecret(level, args, generatorOptions2);
    add(resources, generated, args.location, fieldOrigin(level, "SecretGenerator"));
  }
}
async function pluginGenerators(level, configs, resources) {
  for (const config of configs) {
    const builtin = decodeBuiltin(config);
    if (builtin.kind === "HelmChartInflationGenerator") {
      const { inflateConfiguredChart } = await import("./build-helm-charts.js");
      await inflateConfiguredChart(level, builtin, pluginOrigin(config), resources);
      continue;
    }
    add(resources, await generate(level, config, builtin), builtin.location, pluginOrigin(config));
  }
}
async function generate(level, config, builtin) {
  switch (builtin.kind) {
    case "ConfigMapGenerator":
      return generateConfigMap(level, builtin, void 0);
    case "SecretGenerator":
      return generateSecret(level, builtin, void 0);
    case "IAMPolicyGenerator":
      return iamPolicy(builtin);
    default:
      throw wrongRole(config, "generator");
  }
}
async function generateConfigMap(level, args, options) {
  return configMapNode(args, options, await loadData(level, args, "ConfigMap"));
}
async function generateSecret(level, args, options) {
  return secretNode(args, options, await loadData(level, args, "Secret"));
}
async function loadData(level, args, kind) {
  const read = async (path) => (await level.root.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, read);
  level.context.diagnostics.push(...diagnostics);
  return data;
}
function add(resources, { node, needsHash, behavior }, location, origin) {
  const resource = new Resource(node, location);
  resource.needsHash = needsHash;
  resource.behavior = behavior;
  resource.provenance = origin && { origin, steps: [] };
  absorb(resources, resource, location);
}

// src/build/inline.ts
function inlineObjects(entry) {
  try {
    return parseInlineObjects(entry.text, "the inline document", entry.location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    if (!entry.text.trim().includes("\n")) return void 0;
    throw atEntry(thrown, entry.location);
  }
}
function atEntry(error, location) {
  const [first] = error.diagnostics;
  const line = first?.line === void 0 ? "" : ` (line ${first.line} of the inline text)`;
  return failure(first?.code ?? "invalid-yaml", `${first?.message ?? error.message}${line}`, {
    ...location,
    object: first?.object,
    hint: first?.hint,
    cause: error
  });
}

// src/build/openapi-field.ts
var VERSION = "v1.21.2";
async function adoptSchemas({ context, root, kustomization }) {
  const { openapi, location } = kustomization;
  if (openapi === void 0) return;
  const [path, version] = [openapi.get("path"), openapi.get("version")];
  const file = path === void 0 ? void 0 : await root.read(path, location);
  if (context.schemas.state.choice !== void 0) return;
  if (file !== void 0) {
    if (version !== void 0) {
      const message = "builtin version and custom schema provided, cannot use both `version` and `path` of `openapi`";
      throw failure("openapi-conflict", message, { ...location, hint: "Remove one of them." });
    }
    context.schemas.choose({ path: file.path, document: context.files.openApi(file) });
  } else if (version) {
    if (version !== VERSION) {
      throw failure("openapi-version", `the specified OpenAPI version ${version} is not built in`, {
        ...location,
        hint: `Remove it, or name ${VERSION}; for the types of other versions, name a file under \`path\`.`
      });
    }
    context.schemas.choose("built-in");
  }
}

// src/build/remote-entries.ts
var NOTHING_THERE = /* @__PURE__ */ new Set(["remote-not-found", "remote-failed", "not-a-directory"]);
var NO_OBJECTS = /* @__PURE__ */ new Set(["invalid-yaml", "invalid-utf8", "invalid-resource", "duplicate-key"]);
async function isRemoteFile(level, { path, location }) {
  const url = parseGitReference(path);
  if (url === void 0) return true;
  const isNamedAsFile = /^[^?#]*\.(?:ya?ml|json)(?:[?#]|$)/i.test(path);
  const isNamedAsRepository = url.marked || url.ref !== void 0 || /^https:\/\/github\.com\//i.test(url.repository);
  if (isNamedAsFile && !isNamedAsRepository) return true;
  const isFile2 = async () => {
    const file = await level.root.read(path, location);
    if (!isNamedAsFile) level.context.files.objects(file);
    return true;
  };
  const isRepository = async () => {
    await level.root.enter(path, location);
    return false;
  };
  const [first, second] = isNamedAsRepository && !isNamedAsFile ? [isRepository, isFile2] : [isFile2, isRepository];
  try {
    return await first();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const mayBeOther = NOTHING_THERE.has(thrown.code) || first === isFile2 && NO_OBJECTS.has(thrown.code);
    if (!mayBeOther) throw thrown;
    return second().catch((other) => {
      const isAboutGit = first === isFile2 && (NO_OBJECTS.has(thrown.code) || url.marked);
      throw isAboutGit && other instanceof KrmError ? other : thrown;
    });
  }
}

// src/builtins/image-tag-transformer.ts
function imageTagTransformer(images2, fieldSpecs2) {
  const specs = new FieldSpecs(fieldSpecs2);
  const entries = images2.flatMap(compileEntry);
  return {
    kind: "ImageTagTransformer",
    steps: images2.length,
    transform(resources) {
      if (images2.length === 0) return;
      for (const resource of resources.items) {
        if (resource.node === void 0 || resource.id.kind === "CustomResourceDefinition") continue;
        try {
          editImages(resource.node, resource.id, specs, entries);
        } catch (thrown) {
          throw about(thrown, resource.describe(), resource.origin);
        }
      }
    }
  };
}
function editImages(node, gvk2, specs, entries) {
  const inContainers = [];
  collectImages(node, inContainers);
  const bySpecs = [];
  specs.visit(node, gvk2, (field2) => bySpecs.push(field2));
  for (const entry of entries) {
    for (const field2 of inContainers) edit(field2, entry);
    for (const field2 of bySpecs) edit(field2, entry);
  }
}
function compileEntry(entry) {
  if (!entry.newName && !entry.newTag && !entry.digest && !entry.tagSuffix) return [];
  const matches = imageMatcher(entry.name ?? "");
  return matches === void 0 ? [] : [{ ...entry, matches }];
}
var TAG = "(:[a-zA-Z0-9_.{}-]*)?";
var DIGEST = "(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?";
var REST = new RegExp(`^${TAG}${DIGEST}$`);
function imageMatcher(name) {
  if (!/^[\w/:@-]+(?:\.[\w/:@-]+)*$/.test(name)) return compileRegex(`^${name}${TAG}${DIGEST}$`);
  return (image2) => startsLike(image2, name) && REST.test(image2.slice(name.length));
}
function startsLike(image2, name) {
  if (image2.length < name.length) return false;
  for (let at = 0; at < name.length; at++) {
    const expected = name.charCodeAt(at);
    const found = image2.charCodeAt(at);
    if (expected !== found && (expected !== DOT || found === NEWLINE || found >= SURROGATES)) return false;
  }
  return true;
}
var DOT = 46;
var NEWLINE = 10;
var SURROGATES = 55296;
function collectImages(node, into) {
  if (node.kind === "seq") {
    for (const item of node.items) collectImages(item, into);
    return;
  }
  if (node.kind !== "map") return;
  for (const { key, value } of node.entries) {
    if (value.kind === "scalar") continue;
    collectImages(value, into);
    const isContainers = key.kind === "scalar" && (key.value === "containers" || key.value === "initContainers");
    if (isContainers && value.kind === "seq") collectFrom(value.items, into);
  }
}
function collectFrom(containers, into) {
  for (const container of containers) {
    if (container.kind !== "map") {
      if (isNull(container)) continue;
      throw failure("invalid-value", "a container is expected to be a map", {
        ...locate(container),
        hint: "Check the indentation of the containers."
      });
    }
    const image2 = get(container, "image");
    if (image2 !== void 0) into.push(image2);
  }
}
function edit(node, entry) {
  if (isNull(node)) return;
  const image2 = requireScalar(node, "an image");
  if (entry.matches(image2.value)) setScalar(image2, scalar(editImage(image2.value, entry)));
}
function editImage(image2, entry) {
  let { name, tag, digest } = splitImage(image2);
  if (entry.newName) name = entry.newName;
  if (entry.newTag || entry.digest) {
    tag = entry.newTag ?? "";
    digest = entry.digest ?? "";
  } else if (entry.tagSuffix) {
    tag += entry.tagSuffix;
    digest = "";
  }
  return name + (tag === "" ? "" : `:${tag}`) + (digest === "" ? "" : `@${digest}`);
}
function splitImage(image2) {
  const slash = Math.max(image2.indexOf("/"), 0);
  const at = image2.indexOf("@", slash);
  const colon = image2.indexOf(":", slash);
  const digest = at < 0 ? "" : image2.slice(at + 1);
  if (colon < 0 || at >= 0 && at < colon) return { name: at < 0 ? image2 : image2.slice(0, at), tag: "", digest };
  return { name: image2.slice(0, colon), tag: image2.slice(colon + 1, at < 0 ? void 0 : at), digest };
}

// src/builtins/name-affix.ts
var NEVER_RENAMED = [
  { kind: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", kind: "APIService" },
  { kind: "Namespace" }
];
var CREATE_NAME = { kind: "scalar", tag: "!!str" };
function prefixTransformer(prefix, fieldSpecs2) {
  return affixTransformer("PrefixTransformer", prefix, fieldSpecs2);
}
function suffixTransformer(suffix, fieldSpecs2) {
  return affixTransformer("SuffixTransformer", suffix, fieldSpecs2);
}
function affixTransformer(kind, affix, fieldSpecs2) {
  const specs = new FieldSpecs(fieldSpecs2);
  return {
    kind,
    transform(resources) {
      if (affix === "") return;
      for (const resource of resources.items) {
        const original = resource.originalId;
        if (resource.node === void 0 || NEVER_RENAMED.some((pattern) => selectedBy(original, pattern))) continue;
        specs.visit(
          resource.node,
          resource.id,
          (node, spec) => {
            if (!selectedBy(original, spec)) return;
            if (spec.path === "metadata/name") remember(resource, kind, affix);
            attach(node, kind, affix);
          },
          CREATE_NAME
        );
        resources.changed(resource);
      }
    }
  };
}
function remember(resource, kind, affix) {
  (kind === "PrefixTransformer" ? resource.prefixes : resource.suffixes).push(affix);
  resource.pushPreviousId();
}
function attach(node, kind, affix) {
  const field2 = requireScalar(node, "a name");
  setScalar(field2, scalar(kind === "PrefixTransformer" ? affix + field2.value : field2.value + affix));
}

// src/builtins/namespace-transformer.ts
var SUBJECT_MODES = ["defaultOnly", "none", "allServiceAccounts"];
var CREATE_NAMESPACE = { kind: "scalar", tag: "!!str" };
function namespaceTransformer(options) {
  const setNamespace = namespaceSetter(options);
  return {
    kind: "NamespaceTransformer",
    transform(resources) {
      if (options.namespace === "") return;
      for (const resource of resources.items) {
        if (resource.node === void 0 || isHelmGenerated(resource.node)) continue;
        resource.pushPreviousId();
        setNamespace(resource, resource.node);
        resources.changed(resource);
        checkConflict(resource, resources);
      }
    }
  };
}
function namespaceSetter(options) {
  const mode = options.setRoleBindingSubjects || "defaultOnly";
  if (!SUBJECT_MODES.includes(mode)) {
    throw failure("invalid-value", `invalid value "${mode}" for setRoleBindingSubjects`, {
      ...options.location,
      hint: `Use one of ${SUBJECT_MODES.join(", ")}.`
    });
  }
  const everywhere = new FieldSpecs([{ path: "metadata/namespace", create: true }]);
  const others = new FieldSpecs(options.fieldSpecs.filter(({ path }) => path !== "metadata/namespace"));
  const set = (node) => {
    const field2 = requireScalar(node, "a namespace");
    if (options.unsetOnly && field2.value !== "") return;
    setScalar(field2, scalar(options.namespace, "!!str"));
  };
  return function setNamespace(resource, node) {
    const { id } = resource;
    if (id.effectiveNamespace !== CLUSTER_SCOPE) everywhere.visit(node, id, set, CREATE_NAMESPACE);
    const isBinding = id.kind === "RoleBinding" || id.kind === "ClusterRoleBinding";
    if (isBinding) setSubjects(node, mode, set);
    others.visit(
      node,
      id,
      (field2, spec) => {
        if (spec.path === "metadata/name" && !(id.group === "" && id.version === "v1")) return;
        if (isBinding && spec.path === "subjects/namespace" && spec.kind === id.kind) return;
        set(field2);
      },
      CREATE_NAMESPACE
    );
  };
}
function isHelmGenerated(node) {
  return scalarText(get(get(get(node, "metadata"), "annotations"), HELM_GENERATED)) === "true";
}
function setSubjects(node, mode, set) {
  const subjects = get(node, "subjects");
  if (mode === "none" || subjects?.kind !== "seq") return;
  for (const subject of subjects.items) {
    if (subject.kind !== "map") continue;
    const wanted = mode === "defaultOnly" ? scalarText(get(subject, "name")) === "default" : scalarText(get(subject, "kind")) === "ServiceAccount";
    if (!wanted) continue;
    if (get(subject, "namespace") === void 0) setField(subject, "namespace", scalar("", "!!str"));
    const field2 = get(subject, "namespace");
    if (!isNull(field2)) set(field2);
    else setField(subject, "namespace", scalar("", "!!str"));
  }
}
function checkConflict(resource, resources) {
  const same2 = resources.byCurrentId(resource.id);
  if (same2.length <= 1) return;
  const other = same2.find((candidate) => candidate !== resource);
  const origin = other?.origin?.file === void 0 ? "" : ` (from ${other.origin.file})`;
  throw failure("id-conflict", `setting the namespace gives two objects the identity ${idText(resource.id)}${origin}`, {
    ...resource.origin,
    object: resource.describe(),
    hint: "Remove one of the two, or give them different names."
  });
}

// src/builtins/replica-count-transformer.ts
var CREATE_COUNT = { kind: "scalar", tag: "!!int" };
function replicaCountTransformer(replica2, fieldSpecs2) {
  const steps = fieldSpecs2.map((spec) => ({ spec, compiled: new FieldSpecs([spec]) }));
  const set = (node) => setScalar(requireScalar(node, "a replica count"), scalar(String(replica2.count), "!!int"));
  return {
    kind: "ReplicaCountTransformer",
    transform(resources) {
      const named3 = resources.byAnyName(replica2.name);
      let found = false;
      for (const { spec, compiled } of steps) {
        for (const resource of named3) {
          if (resource.node === void 0) continue;
          if (!resource.allIds().some((id) => id.name === replica2.name && selectedBy(id, spec))) continue;
          found = true;
          compiled.visit(resource.node, resource.id, set, CREATE_COUNT);
        }
      }
      if (found) return;
      throw failure("target-not-found", `no object named ${replica2.name} has a replica count to set`, {
        ...replica2.location,
        hint: `Name one of the kinds ${fieldSpecs2.map((spec) => gvkText(spec)).join(", ")}, or remove the entry.`
      });
    }
  };
}

// src/resource/json-patch/fault.ts
var PatchFault = class extends Error {
};

// src/resource/json-patch/document.ts
var MAX_COPIED = 1e6;
var TEXT_UNIT = 64;
var JsonDocument = class {
  #root;
  /** Containers made here, which may be changed. */
  #owned = /* @__PURE__ */ new Set();
  #copied = 0;
  constructor(root) {
    this.#root = root;
  }
  get root() {
    return this.#root;
  }
  /** Replaces the whole document. */
  set root(value) {
    this.#root = value;
  }
  /**
   * The place that a pointer names; undefined when the way to it leads through something missing, null or scalar, or the
   * pointer has no slash. What comes before the first slash is ignored. Containers on the way become writable.
   */
  find(pointer) {
    const keys = pointer.split("/").slice(1).map(unescape);
    const last = keys.pop();
    if (last === void 0 || !isContainer(this.#root)) return void 0;
    let container = this.#own(this.#root);
    this.#root = container;
    for (const key of keys) {
      const next = tryGet(container, key);
      if (next === void 0 || !isContainer(next)) return void 0;
      const owned = this.#own(next);
      if (owned !== next) this.set({ container, key }, owned);
      container = owned;
    }
    return { container, key: last };
  }
  /** @throws PatchFault for an index that is none; a missing key is undefined */
  get({ container, key }) {
    if (Array.isArray(container)) return container[indexIn(container, key, container.length)];
    return Object.hasOwn(container, key) ? container[key] : void 0;
  }
  /** Writes a key, or an index that exists. */
  set({ container, key }, value) {
    if (Array.isArray(container)) container[indexIn(container, key, container.length)] = value;
    else container[key] = value;
  }
  /** Writes a key, or inserts before an index; `-` stands for the end, and so does the length. */
  add({ container, key }, value) {
    if (!Array.isArray(container)) container[key] = value;
    else if (key === "-") container.push(value);
    else container.splice(insertionIndex(container, key), 0, value);
  }
  remove({ container, key }) {
    if (Array.isArray(container)) {
      container.splice(indexIn(container, key, container.length), 1);
      return;
    }
    if (!Object.hasOwn(container, key)) throw new PatchFault(`Unable to remove nonexistent key: ${key}: missing value`);
    delete container[key];
  }
  /** A deep copy. */
  duplicate(value) {
    this.#copied += typeof value === "string" ? 1 + value.length / TEXT_UNIT : 1;
    if (this.#copied > MAX_COPIED) throw new PatchFault(`the patch copies more than ${MAX_COPIED} values`);
    if (!isContainer(value)) return value;
    if (Array.isArray(value)) return value.map((item) => this.duplicate(item));
    const copy2 = /* @__PURE__ */ Object.create(null);
    for (const [key, item] of Object.entries(value)) copy2[key] = this.duplicate(item);
    return copy2;
  }
  #own(container) {
    if (this.#owned.has(container)) return container;
    const copy2 = Array.isArray(container) ? [...container] : Object.assign(/* @__PURE__ */ Object.create(null), container);
    this.#owned.add(copy2);
    return copy2;
  }
};
function isContainer(value) {
  return typeof value === "object" && value !== null;
}
function tryGet(container, key) {
  if (!Array.isArray(container)) return Object.hasOwn(container, key) ? container[key] : void 0;
  const index = parseIndex(key);
  return index === void 0 ? void 0 : container.at(index);
}
function unescape(key) {
  return key.replace(/~[01]/g, (escape) => escape === "~1" ? "/" : "~");
}
function parseIndex(key) {
  return /^[+-]?\d{1,15}$/.test(key) ? Number(key) : void 0;
}
function indexIn(container, key, length) {
  const index = parseIndex(key);
  if (index === void 0) throw new PatchFault(notANumber(key));
  if (index >= length || index < -length) throw invalidIndex(index);
  return index < 0 ? index + length : index;
}
function insertionIndex(container, key) {
  if (parseIndex(key) === void 0) {
    throw new PatchFault(`value was not a proper array index: '${key}': ${notANumber(key)}`);
  }
  return indexIn(container, key, container.length + 1);
}
function notANumber(key) {
  const reason = /^[+-]?\d+$/.test(key) ? "value out of range" : "invalid syntax";
  return `strconv.Atoi: parsing ${JSON.stringify(key)}: ${reason}`;
}
function invalidIndex(index) {
  return new PatchFault(`Unable to access invalid index: ${index}: invalid index referenced`);
}

// src/resource/json-patch.ts
function parseJsonPatch(patch, file) {
  if (patch === null) return [];
  if (!Array.isArray(patch)) throw invalidPatch("a JSON patch is a list of operations", file);
  return patch.map((item, index) => {
    if (item === null) return { op: void 0, path: void 0, from: void 0, value: void 0 };
    if (typeof item !== "object" || Array.isArray(item)) {
      throw invalidPatch(`operation ${index + 1} of the JSON patch is not a map`, file);
    }
    return { op: text2(item, "op"), path: text2(item, "path"), from: text2(item, "from"), value: field(item, "value") };
  });
}
function field(item, name) {
  return Object.hasOwn(item, name) ? item[name] : void 0;
}
function text2(item, name) {
  const value = field(item, name);
  return typeof value === "string" ? value : void 0;
}
function invalidPatch(message, file) {
  const hint = "Write a list of maps with op, path and, where the operation needs it, value or from.";
  return failure("invalid-patch", message, file === void 0 ? { hint } : { file, hint });
}
function applyJsonPatch(document, operations) {
  const target = new JsonDocument(document);
  for (const [index, operation] of operations.entries()) {
    try {
      apply(target, operation);
    } catch (thrown) {
      if (!(thrown instanceof PatchFault)) throw thrown;
      const hint = `It is operation ${index + 1} of the patch; paths are as they stand after the operations before it.`;
      throw failure("json-patch", thrown.message, { hint });
    }
  }
  return target.root;
}
function apply(document, operation) {
  switch (operation.op) {
    case "add":
      add2(document, operation);
      return;
    case "remove":
      remove(document, operation);
      return;
    case "replace":
      replace(document, operation);
      return;
    case "move":
      move(document, operation);
      return;
    case "copy":
      copy(document, operation);
      return;
    case "test":
      test(document, operation);
      return;
    default:
      throw new PatchFault(`Unexpected kind: ${operation.op ?? "unknown"}`);
  }
}
function add2(document, operation) {
  const path = requirePath(operation, "add operation failed to decode path: missing value");
  const place = document.find(path);
  if (place === void 0) {
    throw new PatchFault(`add operation does not apply: doc is missing path: "${path}": missing value`);
  }
  within(`error in add for path: '${path}'`, () => document.add(place, operation.value ?? null));
}
function remove(document, operation) {
  const path = requirePath(operation, "remove operation failed to decode path: missing value");
  const place = document.find(path);
  if (place === void 0) {
    throw new PatchFault(`remove operation does not apply: doc is missing path: "${path}": missing value`);
  }
  within(`error in remove for path: '${path}'`, () => document.remove(place));
}
function replace(document, operation) {
  const path = requirePath(
    operation,
    "replace operation failed to decode path: operation missing path field: missing value"
  );
  if (path === "") {
    if (typeof operation.value !== "object" || operation.value === null) {
      throw new PatchFault("replace operation value must be object or array");
    }
    document.root = operation.value;
    return;
  }
  const place = document.find(path);
  if (place === void 0) {
    throw new PatchFault(`replace operation does not apply: doc is missing path: ${path}: missing value`);
  }
  within(
    `replace operation does not apply: doc is missing key: ${path}: missing value`,
    () => document.get(place),
    "only"
  );
  document.set(place, operation.value ?? null);
}
function move(document, operation) {
  const from = requireFrom(operation, "move");
  const source = document.find(from);
  if (source === void 0) {
    throw new PatchFault(`move operation does not apply: doc is missing from path: ${from}: missing value`);
  }
  const value = within(`error in move for path: '${source.key}'`, () => {
    const found = document.get(source);
    document.remove(source);
    return found;
  });
  const path = requirePath(
    operation,
    "move operation failed to decode path: operation missing path field: missing value"
  );
  const place = document.find(path);
  if (place === void 0) {
    throw new PatchFault(`move operation does not apply: doc is missing destination path: ${path}: missing value`);
  }
  within(`error in move for path: '${path}'`, () => document.add(place, value ?? null));
}
function copy(document, operation) {
  const from = requireFrom(operation, "copy");
  const source = document.find(from);
  if (source === void 0) {
    throw new PatchFault(`copy operation does not apply: doc is missing from path: ${from}: missing value`);
  }
  const value = within(`error in copy for from: '${from}'`, () => document.get(source));
  const path = requirePath(operation, "copy operation failed to decode path: missing value");
  const place = document.find(path);
  if (place === void 0) {
    throw new PatchFault(`copy operation does not apply: doc is missing destination path: ${path}: missing value`);
  }
  within("error while adding value during copy", () => document.add(place, document.duplicate(value ?? null)));
}
function test(document, operation) {
  const path = requirePath(
    operation,
    "test operation failed to decode path: operation missing path field: missing value"
  );
  const place = path === "" ? void 0 : document.find(path);
  if (place === void 0 && path !== "") {
    throw new PatchFault(`test operation does not apply: is missing path: ${path}: missing value`);
  }
  const found = place === void 0 ? document.root : within(`error in test for path: '${path}'`, () => document.get(place));
  if (!equal(found ?? null, operation.value ?? null)) throw new PatchFault(`testing value ${path} failed: test failed`);
}
function requirePath(operation, message) {
  if (operation.path === void 0) throw new PatchFault(message);
  return operation.path;
}
function requireFrom(operation, name) {
  if (operation.from !== void 0) return operation.from;
  throw new PatchFault(`${name} operation failed to decode from: operation, missing from field: missing value`);
}
function within(context, action, how = "before") {
  try {
    return action();
  } catch (thrown) {
    if (!(thrown instanceof PatchFault)) throw thrown;
    throw new PatchFault(how === "only" ? context : `${context}: ${thrown.message}`);
  }
}
function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

// src/builtins/patch-content.ts
function parsePatch(patch) {
  const source = nameOf(patch);
  const merge = attempt(() => objectsOf2(patch));
  if (!("failed" in merge)) return { kind: "merge", objects: merge.done, source };
  const json = attempt(() => parseOperations(patch.text, nameOf(patch)));
  if (!("failed" in json)) return { kind: "json", operations: json.done, source };
  const looksLikeList = /^\s*(\[|-(\s|$))/.test(patch.text.replace(/^\s*#.*\n/gm, ""));
  throw explain(patch, looksLikeList ? json.failed : merge.failed);
}
function objectsOf2(patch) {
  if (patch.file !== void 0) return parseObjects(patch.text, patch.file);
  return parseInlineObjects(patch.text, nameOf(patch), patch.location);
}
function parseOperations(text3, file) {
  return parseJsonPatch(text3.startsWith("[") ? parseStrictJson(text3, file) : yamlValue(text3, file), file);
}
function yamlValue(text3, file) {
  const node = parseConfig(text3, file);
  return node === void 0 ? null : toConfigValue(node);
}
function parseStrictJson(text3, file) {
  try {
    return JSON.parse(text3);
  } catch (cause) {
    throw failure("invalid-patch", `a patch that starts with [ has to be JSON, and is not: ${reasonOf(cause)}`, {
      file,
      hint: "Write it as JSON, or as a YAML list with one operation a line."
    });
  }
}
function reasonOf(cause) {
  return cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?".*$/s, "") : "malformed";
}
function nameOf(patch) {
  return patch.file ?? "the inline patch";
}
function attempt(read) {
  try {
    return { done: read() };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return { failed: thrown };
  }
}
function explain(patch, thrown) {
  const [first] = diagnosticsOf(thrown);
  const message = `${nameOf(patch)} is neither a merge patch nor a JSON patch: ${first?.message ?? "it cannot be read"}`;
  const hint = first?.hint;
  if (patch.file !== void 0) {
    const place = first?.file === void 0 ? { file: patch.file } : { file: first.file, line: first.line, column: first.column };
    return failure("invalid-patch", message, { ...place, hint, cause: thrown });
  }
  const line = first?.line === void 0 ? "" : ` (line ${first.line} of the patch)`;
  return failure("invalid-patch", message + line, { ...patch.location, hint, cause: thrown });
}

// src/builtins/json-patching.ts
function applyToObject(resource, operations, location) {
  if (resource.node === void 0) return;
  const { source, offset } = resource.node;
  if (resource.isAnnotated) createAnnotations(resource.node);
  const node = fromValue(patched(resource, operations, location));
  if (node.kind !== "map") {
    throw failure("invalid-patch", `the JSON patch leaves ${resource.describe()} without being an object`, {
      ...location,
      object: resource.describe()
    });
  }
  node.source = source;
  node.offset = offset;
  resource.node = node;
  const metadata2 = get(node, "metadata");
  if (metadata2?.kind === "map") writeTexts(metadata2, "annotations", textsUnder(metadata2, "annotations"));
  if (scalarText(get(metadata2, "name")) === "" && resource.id.name !== "") {
    throw failure("invalid-patch", `the JSON patch takes the name of ${resource.describe()} away`, {
      ...location,
      object: resource.describe(),
      hint: "Objects need a metadata.name; to delete one, use a patch with `$patch: delete`."
    });
  }
}
function createAnnotations(node) {
  const metadata2 = get(node, "metadata");
  if (metadata2?.kind === "map" && get(metadata2, "annotations") === void 0) setField(metadata2, "annotations", map());
}
function patched(resource, operations, location) {
  try {
    return applyJsonPatch(toValue(resource.node), operations);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `the JSON patch for ${resource.describe()} fails`, location);
  }
}

// src/resource/label-selector.ts
function compileLabelSelector(selector2, location) {
  const requirements = new Parser2(selector2, location).parse();
  return (labels) => requirements.every((requirement) => requirement(labels));
}
var SYMBOLS = /* @__PURE__ */ new Set(["=", "==", "!=", "!", "(", ")", ",", "<", ">"]);
var END = "";
var Parser2 = class {
  #selector;
  #location;
  #tokens;
  #at = 0;
  constructor(selector2, location) {
    this.#selector = selector2;
    this.#location = location;
    this.#tokens = selector2.match(/==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g) ?? [];
  }
  parse() {
    const requirements = [];
    if (this.#peek() === END) return requirements;
    for (; ; ) {
      if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("!, identifier, or 'end of string'");
      requirements.push(this.#requirement());
      if (this.#peek() === END) return requirements;
      if (!this.#take(",")) throw this.#unexpected("',' or 'end of string'");
      if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("identifier after ','");
    }
  }
  #peek() {
    return this.#tokens[this.#at] ?? END;
  }
  #take(token) {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }
  #isWord() {
    return this.#peek() !== END && !SYMBOLS.has(this.#peek());
  }
  #word() {
    if (!this.#isWord()) throw this.#unexpected("identifier");
    return this.#tokens[this.#at++];
  }
  #requirement() {
    const isAbsence = this.#take("!");
    const key = this.#word();
    this.#checkKey(key);
    if (isAbsence) return (labels) => !labels.has(key);
    if (this.#peek() === END || this.#peek() === ",") return (labels) => labels.has(key);
    return this.#comparison(key, this.#peek());
  }
  #comparison(key, operator) {
    switch (operator) {
      case "=":
      case "==":
      case "in": {
        const values = this.#values(key, operator);
        return (labels) => {
          const value = labels.get(key);
          return value !== void 0 && values.has(value);
        };
      }
      case "!=":
      case "notin": {
        const values = this.#values(key, operator);
        return (labels) => {
          const value = labels.get(key);
          return value === void 0 || !values.has(value);
        };
      }
      case "<":
      case ">": {
        const [limit] = [...this.#values(key, operator)].map(parseInteger);
        if (limit === void 0) throw this.#invalid("for 'Gt', 'Lt' operators, the value must be an integer");
        return (labels) => {
          const value = parseInteger(labels.get(key) ?? "");
          return value !== void 0 && (operator === ">" ? value > limit : value < limit);
        };
      }
      default:
        throw this.#unexpected("'=', '!=', '==', 'in', notin'");
    }
  }
  #values(key, operator) {
    this.#at++;
    const values = operator === "in" || operator === "notin" ? this.#valueList() : /* @__PURE__ */ new Set([this.#exactValue()]);
    for (const value of values) this.#checkValue(key, value);
    return values;
  }
  #exactValue() {
    return this.#peek() === END || this.#peek() === "," ? "" : this.#word();
  }
  /** `(a, b)`. A missing value, as in `(a,)`, is the empty one. */
  #valueList() {
    if (!this.#take("(")) throw this.#unexpected("'('");
    const values = /* @__PURE__ */ new Set();
    let isValueDue = true;
    while (!this.#take(")")) {
      if (this.#take(",")) {
        if (isValueDue) values.add("");
        isValueDue = true;
      } else if (this.#isWord() && isValueDue) {
        values.add(this.#word());
        isValueDue = false;
      } else {
        throw this.#unexpected(isValueDue ? "',', ')' or identifier" : "',' or ')'");
      }
    }
    if (isValueDue) values.add("");
    return values;
  }
  #checkKey(key) {
    const slash = key.lastIndexOf("/");
    const prefix = slash < 0 ? void 0 : key.slice(0, slash);
    if (isName(key.slice(slash + 1)) && (prefix === void 0 || isDomain(prefix))) return;
    throw this.#invalid(`unable to parse requirement: invalid label key ${JSON.stringify(key)}`);
  }
  #checkValue(key, value) {
    if (value === "" || isName(value)) return;
    throw this.#invalid(`unable to parse requirement: invalid label value ${JSON.stringify(value)} at key ${key}`);
  }
  #unexpected(expected) {
    return this.#invalid(`found '${this.#peek()}', expected: ${expected}`);
  }
  #invalid(message) {
    return failure("invalid-selector", `the selector ${JSON.stringify(this.#selector)} cannot be read: ${message}`, {
      ...this.#location,
      hint: "Write requirements such as app=web, tier in (a, b) or !canary, with commas between."
    });
  }
};
function isName(text3) {
  return text3.length <= 63 && /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text3);
}
function isDomain(text3) {
  return text3.length <= 253 && text3.split(".").every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part));
}
function parseInteger(text3) {
  if (!/^[+-]?\d{1,40}$/.test(text3)) return void 0;
  const value = BigInt(text3.replace("+", ""));
  return BigInt.asIntN(64, value) === value ? value : void 0;
}

// src/resource/selector.ts
function compileSelector(selector2) {
  const pattern = (text3) => compileAnchored(text3 ?? "", selector2.location);
  const group = pattern(selector2.group);
  const version = pattern(selector2.version);
  const kind = pattern(selector2.kind);
  const name = pattern(selector2.name);
  const namespace = pattern(selector2.namespace);
  const byLabels = labelMatcher(selector2.labelSelector, selector2.location);
  const byAnnotations = labelMatcher(selector2.annotationSelector, selector2.location);
  return (object) => {
    const { id, originalId } = object;
    return kind(id.kind) && group(id.group) && version(id.version) && (name(originalId.name) || name(id.name)) && (namespace(originalId.effectiveNamespace) || namespace(id.effectiveNamespace)) && (byLabels === void 0 || byLabels(object.labels())) && (byAnnotations === void 0 || byAnnotations(object.annotations()));
  };
}
function labelMatcher(text3, location) {
  if (text3 === void 0 || text3 === "") return void 0;
  try {
    return compileLabelSelector(text3, location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return () => {
      throw thrown;
    };
  }
}

// src/builtins/selection.ts
function selectResources(resources, selector2) {
  const matches = compileSelector(selector2);
  return resources.items.filter(
    (resource) => resource.node !== void 0 && matches({
      id: resource.id,
      originalId: resource.originalId,
      labels: () => metadataTexts(resource.node, "labels"),
      annotations: () => metadataTexts(resource.node, "annotations")
    })
  );
}

// src/builtins/patch-json6902-transformer.ts
function patchJson6902Transformer(operations, target, location) {
  return {
    kind: "PatchJson6902Transformer",
    transform(resources) {
      for (const resource of selectResources(resources, target)) {
        applyToObject(resource, operations, location);
        resources.changed(resource);
      }
    }
  };
}

// src/builtins/merge-patching.ts
function applyMerge(resource, patch, options) {
  if (resource.node === void 0) return;
  const { kind, name, namespace } = resource.id;
  if (options.allowNameChange || options.allowKindChange) resource.pushPreviousId();
  const merged = mergeInto(resource, resource.node, patch, options);
  if (merged === void 0 || merged.entries.length === 0) {
    resource.node = void 0;
    return;
  }
  resource.node = merged;
  if (!options.allowKindChange) restore(merged, "kind", kind);
  const metadata2 = metadataOf(merged);
  if (!options.allowNameChange) restore(metadata2, "name", name);
  if (namespace === "") clearField(metadata2, "namespace");
  else restore(metadata2, "namespace", namespace);
}
function mergeInto(resource, node, patch, options) {
  try {
    return strategicMerge(node, patch, resource.schemas);
  } catch (thrown) {
    const object = resource.describe();
    throw about(thrown, object, options.location, `the patch does not fit ${object}: `);
  }
}
function restore(parent, field2, text3) {
  const present = get(parent, field2);
  if (present?.kind === "scalar" && !isNull(present) && present.value === text3) return;
  setField(parent, field2, scalar(text3));
}
function metadataOf(node) {
  const present = get(node, "metadata");
  if (present?.kind === "map") return present;
  const metadata2 = map();
  setField(node, "metadata", metadata2);
  return get(node, "metadata");
}
function findTarget(resources, patch, location) {
  const id = identify(patch, resources.schemas);
  const found = resources.byAnyId(id);
  if (found.length === 1) return found[0];
  const where = locate(patch) ?? location;
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `the patch for ${describeId(id)} matches ${found.length} objects (${idText(id)})`,
      {
        ...where,
        object: describeId(id),
        hint: "Give the entry a target that selects one of them, by a label for example."
      }
    );
  }
  const nearest2 = nearestTo(id, resources);
  const but = nearest2 === void 0 ? "" : `; the nearest is ${nearest2.describe()}${fromFile2(nearest2)}`;
  throw failure(
    "target-not-found",
    `the patch for ${describeId(id)} matches nothing: there is no ${idText(id)}${but}`,
    {
      ...where,
      object: describeId(id),
      hint: "Correct apiVersion, kind, name or namespace of the patch, or give the entry a target."
    }
  );
}
function fromFile2(resource) {
  return resource.origin === void 0 ? "" : ` (${resource.origin.file})`;
}
function nearestTo(id, resources) {
  const sameName = resources.byAnyName(id.name);
  return sameName.find((resource) => resource.id.kind === id.kind) ?? sameName[0] ?? resources.items.find((resource) => resource.node !== void 0 && resource.id.kind === id.kind);
}
function prepareForIdentity(patch, options) {
  const metadata2 = get(patch, "metadata");
  if (!(options.allowNameChange || options.allowKindChange) || metadata2?.kind !== "map") return patch;
  const prepared = clone(patch);
  rewriteTexts(get(prepared, "metadata"), "annotations");
  return prepared;
}
function prepareForSelection(patch) {
  const prepared = clone(patch);
  const metadata2 = get(prepared, "metadata");
  if (metadata2?.kind === "map") {
    for (const field2 of ["labels", "annotations"]) rewriteTexts(metadata2, field2);
  }
  return {
    for(resource) {
      const apiVersion = apiVersionOf(resource.id);
      const present = get(prepared, "apiVersion");
      if (present !== void 0 && scalarText(present) === apiVersion) return prepared;
      const others = prepared.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== "apiVersion");
      return map([...others, { key: scalar("apiVersion"), value: scalar(apiVersion) }]);
    }
  };
}
function rewriteTexts(metadata2, field2) {
  writeTexts(metadata2, field2, textsUnder(metadata2, field2));
}

// src/builtins/patch-strategic-merge-transformer.ts
function patchStrategicMergeTransformer(patches2, location) {
  return {
    kind: "PatchStrategicMergeTransformer",
    transform(resources) {
      for (const patch of patches2) {
        const resource = findTarget(resources, patch, location);
        applyMerge(resource, prepareForSelection(patch).for(resource), { location });
        resources.changed(resource);
      }
      resources.dropEmpty();
      resources.checkUnique();
    }
  };
}

// src/builtins/patch-transformer.ts
function patchTransformer(entry) {
  const { content, target, location } = entry;
  if (content.kind === "json" && target === void 0) {
    throw failure(
      "patch-without-target",
      `${content.source} is a JSON patch, and its entry does not say what it changes`,
      {
        ...location,
        hint: "Give the entry a target with a kind and a name."
      }
    );
  }
  if (content.kind === "merge" && target !== void 0 && content.objects.length > 1) {
    throw failure("patch-with-several-objects", `${content.source} holds several patches, and the entry has a target`, {
      ...location,
      hint: "Give each patch an entry of its own, or leave out the target."
    });
  }
  return {
    kind: "PatchTransformer",
    transform(resources) {
      if (content.kind === "json") patchJson(resources, content.operations, target, location);
      else if (target === void 0) mergeById(resources, content.objects, entry);
      else mergeSelected(resources, content.objects[0], target, entry);
    }
  };
}
function patchJson(resources, operations, target, location) {
  for (const resource of selectResources(resources, target)) {
    resource.pushPreviousId();
    applyToObject(resource, operations, location);
    resources.changed(resource);
  }
}
function mergeById(resources, patches2, options) {
  for (const patch of patches2) {
    const resource = findTarget(resources, patch, options.location);
    applyMerge(resource, prepareForIdentity(patch, options), options);
    resources.changed(resource);
  }
}
function mergeSelected(resources, patch, target, options) {
  if (patch === void 0) return;
  const prepared = prepareForSelection(patch);
  for (const resource of selectResources(resources, target)) {
    applyMerge(resource, prepared.for(resource), options);
    resources.changed(resource);
  }
  resources.dropEmpty();
  resources.checkUnique();
}

// src/build/patches.ts
async function patchTransformers(level) {
  const transformers = [];
  for (const patch of level.kustomization.patches ?? []) transformers.push(await configurePatch(level, patch));
  return transformers;
}
async function configurePatch(level, { path = "", patch = "", target, options, location }) {
  const inline = patch.trim();
  if (path === "" && inline === "") {
    throw failure("invalid-patch", "must specify one of patch and path: this PatchTransformer entry has neither", {
      ...location
    });
  }
  if (path !== "" && inline !== "") {
    throw failure(
      "invalid-patch",
      `patch and path can't be set at the same time: this PatchTransformer entry has both (${path})`,
      {
        ...location
      }
    );
  }
  const file = path === "" ? void 0 : await level.root.read(path, location);
  const text3 = file === void 0 ? inline : textOf(file);
  const content = parsePatch({ text: text3, file: file?.display, location });
  const { allowNameChange, allowKindChange } = options ?? {};
  return patchTransformer({ content, target, allowNameChange, allowKindChange, location });
}
async function mergePatchTransformers(level) {
  const entries = level.kustomization.patchesStrategicMerge ?? [];
  const [first] = entries;
  return first === void 0 ? [] : [await configureMergePatches(level, entries, "", first.location)];
}
async function configureMergePatches(level, entries, texts2, location) {
  if (entries.length === 0 && texts2 === "")
    throw failure("invalid-patch", "empty file path and empty patch content", { ...location });
  const patches2 = [];
  for (const entry of entries) {
    const inline = inlineObjects(entry);
    if (inline !== void 0) patches2.push(...inline);
    else patches2.push(...level.context.files.objects(await level.root.read(entry.text, entry.location)));
  }
  patches2.push(...parseInline(texts2, location));
  if (patches2.length === 0) {
    const files = entries.map(({ text: text3 }) => text3).join(", ");
    throw failure("empty-patch", `the patch appears to be empty: ${files || "its text"} holds no object`, {
      ...location
    });
  }
  return patchStrategicMergeTransformer(patches2, location);
}
function parseInline(text3, location) {
  if (text3 === "") return [];
  try {
    return parseInlineObjects(text3, "the inline patch", location);
  } catch (thrown) {
    throw thrown instanceof KrmError ? atEntry(thrown, location) : thrown;
  }
}
async function jsonPatchTransformers(level) {
  const transformers = [];
  for (const { target, path, patch, location } of level.kustomization.patchesJson6902 ?? []) {
    transformers.push(await configureJsonPatch(level, { target, path, text: patch, location }));
  }
  return transformers;
}
async function configureJsonPatch(level, { target, path = "", text: text3 = "", location }) {
  if (!target?.name) {
    throw failure(
      "patch-without-target",
      "a JSON patch must specify the target name: it does not say what it changes",
      { ...location }
    );
  }
  if (path === "" && text3 === "")
    throw failure("invalid-patch", "empty file path and empty jsonOp: there is no patch", { ...location });
  if (path !== "" && text3 !== "") {
    throw failure("invalid-patch", `must specify a file path or jsonOp, not both (${path})`, { ...location });
  }
  const operations = path === "" ? inlineOperations(text3, location) : await fileOperations(level, path, location);
  if (operations.length === 0) {
    throw failure("empty-patch", `the patch appears to be empty: ${path || "its text"} holds no operation`, {
      ...location
    });
  }
  return patchJson6902Transformer(operations, target, location);
}
function inlineOperations(text3, location) {
  try {
    return parseOperations(text3, "the inline patch");
  } catch (thrown) {
    throw thrown instanceof KrmError ? atEntry(thrown, location) : thrown;
  }
}
async function fileOperations(level, path, location) {
  const file = await level.root.read(path, location);
  const text3 = textOf(file);
  if (text3 === "") throw failure("empty-patch", `patch file ${file.display} seems to be empty`, { ...location });
  return parseOperations(text3, file.display);
}

// src/build/plugin-transformers.ts
import { posix as posix3 } from "node:path";

// src/builtins/value-add-transformer.ts
import { posix as posix2 } from "node:path";
function valueAddTransformer(value, targets, location) {
  if (targets.length === 0) {
    const hint = "Add `targets`, or a `targetFilePath`.";
    throw failure("invalid-value", "must specify at least one target: this ValueAddTransformer has none", {
      ...location,
      hint
    });
  }
  for (const target of targets) checkTarget(target);
  return {
    kind: "ValueAddTransformer",
    transform(resources) {
      for (const { selector: selector2, fieldPath: fieldPath2 = "", filePathPosition = 0 } of targets) {
        const set = fieldPath2 === "metadata/namespace" ? namespaceSetter({ namespace: value, fieldSpecs: [] }) : void 0;
        for (const resource of selector2 === void 0 ? resources.items : selectResources(resources, selector2)) {
          if (resource.node === void 0) continue;
          if (set !== void 0) set(resource, resource.node);
          else add3(resource, resource.node, { value, path: splitPath2(fieldPath2), position: filePathPosition });
          resources.changed(resource);
        }
      }
    }
  };
}
function checkTarget({ fieldPath: fieldPath2 = "", filePathPosition = 0, location }) {
  if (fieldPath2 === "") throw failure("invalid-value", "the fieldPath of a target cannot be empty", { ...location });
  if (filePathPosition >= 0) return;
  throw failure("invalid-value", `filePathPosition (${filePathPosition}) cannot be negative`, { ...location });
}
function splitPath2(path) {
  const segments = path.split(/(?<!\\)\//).map((segment) => segment.replaceAll("\\/", "/").trim());
  return segments.filter((segment) => segment !== "");
}
function add3(resource, node, { value, path, position }) {
  let field2 = node;
  for (let depth = 0; depth < path.length; depth++) {
    if (field2 === void 0 || isNull(field2)) return;
    field2 = enter3(field2, path[depth], path[depth + 1], resource);
  }
  if (field2 === void 0) return;
  if (field2.kind !== "scalar") throw wrongKind(field2, "a single value", resource);
  setScalar(field2, scalar(position > 0 ? insertPart(field2.value, position - 1, value) : value));
}
function enter3(node, part, next, resource) {
  if (/^[+-]?\d+$/.test(part) || part === "-") {
    if (node.kind !== "seq") throw wrongKind(node, "a list", resource);
    return node.items.at(part === "-" ? -1 : Number(part));
  }
  const matcher = /^\[([^=]*)=(.*)\]$/s.exec(part);
  if (matcher !== null) {
    if (node.kind !== "seq") throw wrongKind(node, "a list", resource);
    return element(node.items, matcher[1], matcher[2]);
  }
  if (node.kind !== "map") throw wrongKind(node, "a map", resource);
  const found = get(node, part);
  if (found !== void 0) return found;
  const made = make3(next);
  setField(node, part, made);
  return made;
}
function element(items, key, value) {
  const textOf3 = (item) => key === "" ? item : get(item, key);
  const isMeant = (item) => textOf3(item)?.value === value;
  let found = items.find(isMeant);
  if (found === void 0) {
    found = key === "" ? scalar(value) : map([{ key: scalar(key), value: scalar(value) }]);
    items.push(found);
  }
  return found;
}
function make3(next) {
  if (next === void 0) return scalar("");
  return /^\d+$/.test(next) || /^\[.*\]$/s.test(next) ? seq() : map();
}
function insertPart(path, index, part) {
  const parts = path === "" ? [] : path === "/" ? [""] : path.split("/");
  let at = Math.min(index, parts.length);
  if (parts[0] === "" && at < parts.length) at++;
  parts.splice(at, 0, part);
  const joined = posix2.join(...parts);
  return parts[0] === "" ? `/${joined}` : joined;
}
function wrongKind(node, expected, resource) {
  const found = { map: "a map", seq: "a list", scalar: "a single value" }[node.kind];
  return failure("field-path", `the value cannot be added: ${expected} is expected where ${found} stands`, {
    ...locate(node) ?? resource.origin,
    object: resource.describe(),
    hint: "Correct the `fieldPath` of the target."
  });
}

// src/builtins/structured-data.ts
function setInStructuredData(root, path, create, write) {
  for (let length = 1; length < path.length; length++) {
    const field2 = attempt2(() => lookUp(root, path.slice(0, length)));
    if (field2?.kind !== "scalar") continue;
    const document = parseStructured(field2.value);
    if (document === void 0) continue;
    const text3 = attempt2(() => rewrite2(document, field2.value, path.slice(length), create, write));
    if (text3 === void 0) return false;
    field2.value = text3;
    return true;
  }
  return false;
}
function attempt2(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}
function rewrite2(document, original, path, create, write) {
  const fields2 = matchPath(document, path, create);
  if (typeof fields2 === "string" || fields2.length === 0) return void 0;
  for (const field2 of fields2) {
    if (field2.tag === ALIAS) overwrite(field2, scalar(""));
    write(field2);
  }
  if (!/^\s*[{[]/.test(original)) return encodeDocument(document).trim();
  const isPretty = original.includes("\n") && original.includes("  ");
  return goJson(toValue(expanded(document, original)), isPretty ? "  " : void 0);
}
function expanded(document, original) {
  if (!/[#&*]|<</.test(original)) return document;
  const [node] = parseResources(encodeDocument(document), "the text of a field");
  return node ?? document;
}

// src/builtins/replacement-transformer.ts
var DEFAULT_FIELD_PATH2 = "metadata.name";
var MAX_SPLICED = 32 * 1024 * 1024;
function replacementTransformer(replacements) {
  for (const replacement2 of replacements) check(replacement2);
  return {
    kind: "ReplacementTransformer",
    transform(resources) {
      for (const replacement2 of replacements) {
        const value = sourceValue(resources, replacement2);
        for (const target of replacement2.targets ?? []) writeToTarget(resources, target, value);
      }
    }
  };
}
function check(replacement2) {
  const { source, sourceValue: text3, targets, location } = replacement2;
  if (source === void 0 && text3 === void 0 || targets === void 0 || targets.length === 0) {
    throw failure("invalid-replacement", "replacements must specify a source and at least one target", { ...location });
  }
  if (source !== void 0 && text3 !== void 0) {
    throw failure("invalid-replacement", "a replacement has a source and a sourceValue, which exclude each other", {
      ...location
    });
  }
  for (const target of targets) {
    if (target.select !== void 0) continue;
    throw failure("invalid-replacement", "a replacement target must specify resources to select", {
      ...target.location
    });
  }
}
function sourceValue(resources, { source, sourceValue: text3 }) {
  if (source === void 0) return scalar(text3);
  const resource = findSource(resources, source);
  const path = source.fieldPath || DEFAULT_FIELD_PATH2;
  const node = lookUp(resource.node, splitFieldPath(path), source.location);
  if (node === void 0 || isNull(node) || isEmptyCollection(node)) {
    throw failure("field-not-found", `fieldPath \`${path}\` is missing for replacement source ${idText(source)}`, {
      ...source.location,
      object: resource.describe(),
      hint: "Correct the fieldPath, or give the object the field."
    });
  }
  return refine(node, source.options);
}
function isEmptyCollection(node) {
  return node.kind === "map" && node.entries.length === 0 || node.kind === "seq" && node.items.length === 0;
}
function findSource(resources, source) {
  const pool = source.name ? resources.byAnyName(source.name) : resources.items;
  const found = pool.filter(
    (resource) => resource.node !== void 0 && resource.allIds().some((id) => isSelected(id, source))
  );
  if (found.length === 1) return found[0];
  const shown = `${idText(source)}${source.fieldPath ? `:${source.fieldPath}` : ""}`;
  if (found.length === 0) {
    throw failure("source-not-found", `nothing selected by ${shown}`, {
      ...source.location,
      hint: "A source is named exactly: patterns are allowed in targets only."
    });
  }
  const ids = found.map((resource) => resource.describe()).join(", ");
  throw failure("ambiguous-source", `multiple matches for selector ${shown}: ${ids}`, {
    ...source.location,
    hint: "Add a kind, a name or a namespace so that one object is left."
  });
}
function isSelected(id, source) {
  if (source.name && source.name !== id.name) return false;
  if (source.namespace && (source.namespace || "default") !== (id.namespace || "default")) return false;
  return selectedBy(id, source);
}
function refine(node, options) {
  if (!options?.delimiter) return node;
  if (node.kind !== "scalar") throw delimiterNeedsScalar(options.location);
  const parts = node.value.split(options.delimiter);
  const index = options.index ?? 0;
  const part = parts[index];
  if (index < 0 || part === void 0) {
    throw failure(
      "index-out-of-bounds",
      `options.index ${index} is out of bounds: the value has ${parts.length} parts`,
      {
        ...options.location
      }
    );
  }
  const refined = clone(node);
  refined.value = part;
  return refined;
}
function delimiterNeedsScalar(location) {
  return failure(
    "invalid-replacement",
    "delimiter option can only be used with scalar nodes: the field holds a map or a list",
    {
      ...location
    }
  );
}
function writeToTarget(resources, target, value) {
  const selects = compileTarget(target);
  const paths2 = target.fieldPaths?.length ? target.fieldPaths : [DEFAULT_FIELD_PATH2];
  for (const resource of resources.items) {
    if (resource.node === void 0 || !selects(resource)) continue;
    for (const path of paths2) writeToField(resource, path, value, target);
    resources.changed(resource);
  }
}
function compileTarget(target) {
  const selected = compileSelector2(target.select);
  const rejected = (target.reject ?? []).map((selector2) => ({ selector: selector2, compiled: compileSelector2(selector2) }));
  return (resource) => {
    if (!selected.byLabels(resource)) return false;
    for (const { selector: selector2, compiled } of rejected) {
      if ((selector2.labelSelector || selector2.annotationSelector) && compiled.byLabels(resource)) return false;
    }
    const ids = resource.allIds();
    for (const { selector: selector2, compiled } of rejected) {
      if (hasIdentity(selector2) && ids.some(compiled.byId)) return false;
    }
    return ids.some(selected.byId);
  };
}
function hasIdentity(selector2) {
  const { group, version, kind, name, namespace } = selector2;
  return Boolean(group || version || kind || name || namespace);
}
function compileSelector2(selector2) {
  const pattern = (text3) => compileAnchored(text3 ?? "", selector2.location);
  const [group, version, kind] = [pattern(selector2.group), pattern(selector2.version), pattern(selector2.kind)];
  const [name, namespace] = [pattern(selector2.name), pattern(selector2.namespace)];
  const labels = compileLabelSelector(selector2.labelSelector ?? "", selector2.location);
  const annotations = compileLabelSelector(selector2.annotationSelector ?? "", selector2.location);
  return {
    byId: (id) => group(id.group) && version(id.version) && kind(id.kind) && name(id.name) && namespace(id.namespace),
    byLabels: (resource) => annotations(metadataTexts(resource.node, "annotations")) && labels(metadataTexts(resource.node, "labels"))
  };
}
function writeToField(resource, path, value, target) {
  const segments = splitFieldPath(path);
  const create = target.options?.create ? value.kind : void 0;
  const write = (field2) => setValue(field2, value, target.options);
  if (setInStructuredData(resource.node, segments, create, write)) return;
  const fields2 = matchOrFail(resource, path, segments, create, target);
  if (fields2.length === 0) throw fieldNotFound(resource, path, create !== void 0, "", target);
  for (const field2 of fields2) write(field2);
}
function matchOrFail(resource, path, segments, create, target) {
  const matched = matchPath(resource.node, segments, create);
  if (typeof matched === "string") throw fieldNotFound(resource, path, create !== void 0, `: ${matched}`, target);
  return matched;
}
function fieldNotFound(resource, path, create, why, target) {
  const verb = create ? "find or create" : "find";
  const object = resource.describe();
  return failure("field-not-found", `unable to ${verb} field "${path}" in replacement target ${object}${why}`, {
    ...target.location,
    object,
    hint: create ? "Correct the fieldPath." : "Correct the fieldPath, or set options.create."
  });
}
function setValue(field2, value, options) {
  let text3 = value.kind === "scalar" ? value.value : "";
  if (options?.delimiter) {
    if (field2.kind !== "scalar") throw delimiterNeedsScalar(locate(field2) ?? options.location);
    text3 = spliceText(field2.value, text3, options.delimiter, options.index ?? 0);
  }
  if (field2.kind === "scalar") field2.value = text3;
  else overwrite(field2, clone(value));
}
function spliceText(present, text3, delimiter, index) {
  if (present.length + text3.length > MAX_SPLICED) {
    throw failure("value-too-large", `a replacement makes a text of more than ${MAX_SPLICED} characters`, {
      hint: "Look for a replacement that puts a text into itself."
    });
  }
  const parts = present.split(delimiter);
  if (index < 0) parts.unshift(text3);
  else if (index >= parts.length) parts.push(text3);
  else parts[index] = text3;
  return parts.join(delimiter);
}

// src/documents/replacement-file.ts
var dialect2 = {
  unknownFields: "ignored",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue
};
function decodeReplacements(node, file) {
  const reading = new Reading(dialect2, file, "this file");
  if (node?.kind === "seq") {
    const replacements = list(inlineReplacement)(node, reading);
    reading.finish();
    return replacements ?? [];
  }
  if (node?.kind !== "map") {
    const found = node === void 0 ? "nothing" : reading.describe(node);
    const place = node === void 0 ? { file } : reading.place(node);
    throw failure("wrong-type", `this file must hold a replacement or a list of them, not ${found}`, place);
  }
  const replacement2 = inlineReplacement(node, reading);
  reading.finish();
  return replacement2 === void 0 ? [] : [replacement2];
}

// src/build/replacements.ts
async function fieldReplacements(level) {
  const entries = level.kustomization.replacements ?? [];
  return entries.length === 0 ? [] : [await configureReplacements(level, entries)];
}
async function configureReplacements(level, entries) {
  const replacements = [];
  for (const entry of entries) {
    const { path, source, sourceValue: sourceValue2, targets, location } = entry;
    if (!path) {
      replacements.push(entry);
      continue;
    }
    if (source !== void 0 || sourceValue2 !== void 0 || targets !== void 0) {
      throw failure("invalid-replacement", `cannot specify both path and inline replacement (${path})`, {
        ...location
      });
    }
    const file = await level.root.read(path, location);
    replacements.push(...decodeReplacements(level.context.files.config(file), file.display));
  }
  return replacementTransformer(replacements);
}

// src/build/plugin-transformers.ts
async function pluginTransformer(level, config) {
  const builtin = decodeBuiltin(config);
  const { location } = builtin;
  switch (builtin.kind) {
    case "AnnotationsTransformer":
      return [annotationsTransformer(builtin.annotations ?? /* @__PURE__ */ new Map(), builtin.fieldSpecs ?? [])];
    case "LabelTransformer":
      return [labelTransformer(builtin.labels ?? /* @__PURE__ */ new Map(), builtin.fieldSpecs ?? [])];
    case "NamespaceTransformer": {
      const { namespace = "", fieldSpecs: fieldSpecs2 = [], unsetOnly, setRoleBindingSubjects } = builtin;
      return [namespaceTransformer({ namespace, fieldSpecs: fieldSpecs2, unsetOnly, setRoleBindingSubjects, location })];
    }
    case "PrefixTransformer":
      return [prefixTransformer(builtin.prefix ?? "", requireFieldSpecs(builtin))];
    case "SuffixTransformer":
      return [suffixTransformer(builtin.suffix ?? "", requireFieldSpecs(builtin))];
    case "PrefixSuffixTransformer": {
      const specs = requireFieldSpecs(builtin);
      return [prefixTransformer(builtin.prefix ?? "", specs), suffixTransformer(builtin.suffix ?? "", specs)];
    }
    case "ImageTagTransformer":
      return [imageTagTransformer(builtin.imageTag === void 0 ? [] : [builtin.imageTag], builtin.fieldSpecs ?? [])];
    case "ReplicaCountTransformer":
      return [replicaCountTransformer(builtin.replica ?? { name: "", count: 0, location }, builtin.fieldSpecs ?? [])];
    case "PatchTransformer":
      return [await configurePatch(level, builtin)];
    case "PatchStrategicMergeTransformer":
      return [await configureMergePatches(level, builtin.paths ?? [], builtin.patches ?? "", location)];
    case "PatchJson6902Transformer": {
      const { target, path, jsonOp: text3 } = builtin;
      return [await configureJsonPatch(level, { target, path, text: text3, location })];
    }
    case "ReplacementTransformer":
      return [await configureReplacements(level, builtin.replacements ?? [])];
    case "ValueAddTransformer":
      return [await configureValueAdd(level, builtin)];
    case "HashTransformer":
      return [hashTransformer];
    default:
      throw wrongRole(config, "transformer");
  }
}
async function configureValueAdd(level, args) {
  const { value = "", targets = [], targetFilePath = "", location } = args;
  const all = [...targets];
  if (targetFilePath !== "") {
    const file = await level.root.read(targetFilePath, location);
    all.push(...decodeValueAddTargets(level.context.files.config(file), file.display));
  }
  return valueAddTransformer(value.trim() || posix3.basename(level.root.path), all, location);
}
function requireFieldSpecs(builtin) {
  if (builtin.fieldSpecs !== void 0) return builtin.fieldSpecs;
  throw failure("missing-field-specs", `fieldSpecs is not expected to be nil: this ${builtin.kind} says no fields`, {
    ...builtin.location,
    hint: "Add `fieldSpecs: [{path: metadata/name}]`."
  });
}

// src/build/transformers.ts
async function runTransformers(level, accumulator, loadConfigs) {
  const steps = [];
  for (const transformer of await fieldTransformers(level, accumulator.configuration ?? defaultConfiguration)) {
    const { kind, steps: times = 1 } = transformer;
    steps.push({ transformers: [transformer], origin: fieldOrigin(level, kind), times });
  }
  for (const config of await loadConfigs()) {
    const transformers = await pluginTransformer(level, config);
    steps.push({ transformers, origin: pluginOrigin(config), times: 1 });
  }
  for (const step2 of steps) run(step2, accumulator.resources);
}
function run({ transformers, origin, times }, resources) {
  for (const transformer of transformers) transformer.transform(resources);
  if (origin !== void 0) for (let count = 0; count < times; count++) recordStep(resources.items, origin);
  resources.dropEmpty();
}
async function fieldTransformers(level, configuration) {
  const { kustomization } = level;
  const { namespace, namePrefix, nameSuffix, images: images2 = [], replicas = [], location } = kustomization;
  const namespaceOptions = { fieldSpecs: configuration.namespace, location };
  return [
    ...await mergePatchTransformers(level),
    ...await patchTransformers(level),
    ...namespace ? [namespaceTransformer({ namespace, ...namespaceOptions })] : [],
    ...namePrefix ? [prefixTransformer(namePrefix, configuration.namePrefix)] : [],
    ...nameSuffix ? [suffixTransformer(nameSuffix, configuration.nameSuffix)] : [],
    ...labelTransformers(kustomization, configuration),
    ...annotationTransformers(kustomization, configuration),
    ...await jsonPatchTransformers(level),
    ...replicas.map((replica2) => replicaCountTransformer(replica2, configuration.replicas)),
    ...images2.length > 0 ? [imageTagTransformer(images2, configuration.images)] : [],
    ...await fieldReplacements(level)
  ];
}
function labelTransformers(kustomization, configuration) {
  const { labels = [], commonLabels: commonLabels2 = /* @__PURE__ */ new Map() } = kustomization;
  if (labels.length === 0 && commonLabels2.size === 0) return [];
  const transformers = labels.map(
    (label2) => labelTransformer(label2.pairs ?? /* @__PURE__ */ new Map(), labelFieldSpecs(label2, configuration))
  );
  return [...transformers, labelTransformer(commonLabels2, configuration.commonLabels)];
}
function labelFieldSpecs(label2, configuration) {
  const merge = (specs, more) => mergeFieldSpecs("labels", specs, more);
  const own = merge(label2.fields ?? [], configuration.labels);
  if (label2.includeSelectors) return merge(own, configuration.commonLabels);
  const withTemplates = label2.includeTemplates ? merge(own, configuration.templateLabels) : own;
  const withClaims = label2.includeVolumeClaimTemplates ? merge(withTemplates, configuration.volumeClaimTemplateLabels) : withTemplates;
  return merge(withClaims, [{ path: "metadata/labels", create: true }]);
}
function annotationTransformers(kustomization, configuration) {
  const { commonAnnotations } = kustomization;
  if (commonAnnotations === void 0 || commonAnnotations.size === 0) return [];
  return [annotationsTransformer(commonAnnotations, configuration.commonAnnotations)];
}

// src/resource/difference.ts
function firstDifference(before, after, ignored = /* @__PURE__ */ new Set()) {
  return compare2(before, after, "", ignored);
}
function compare2(before, after, path, ignored) {
  if (ignored.has(path) || before === void 0 && after === void 0) return void 0;
  if (before?.kind === "map" && after?.kind === "map") return compareMaps(before, after, path, ignored);
  if (before?.kind === "seq" && after?.kind === "seq") {
    const [one, two] = [before.items, after.items];
    for (let index = 0; index < Math.max(one.length, two.length); index++) {
      const found = compare2(one[index], two[index], `${path}[${index}]`, ignored);
      if (found !== void 0) return found;
    }
    return void 0;
  }
  if (before?.kind === "scalar" && after?.kind === "scalar" && sameScalar(before, after)) return void 0;
  const [only, other] = before === void 0 ? [after, before] : [before, after];
  if (only?.kind === "map" && other === void 0 && only.entries.length > 0) {
    return only.entries.every(({ key }) => ignored.has(fieldPath(path, key))) ? void 0 : path;
  }
  return path;
}
function compareMaps(before, after, path, ignored) {
  const rest = new Map(after.entries.map((entry) => [keyText2(entry), entry.value]));
  for (const entry of before.entries) {
    const key = keyText2(entry);
    const found = compare2(entry.value, rest.get(key), fieldPath(path, entry.key), ignored);
    if (found !== void 0) return found;
    rest.delete(key);
  }
  for (const entry of after.entries) {
    if (!rest.has(keyText2(entry))) continue;
    const found = compare2(void 0, entry.value, fieldPath(path, entry.key), ignored);
    if (found !== void 0) return found;
  }
  return void 0;
}
function keyText2({ key }) {
  return key.kind === "scalar" ? key.value : "";
}
function fieldPath(path, key) {
  const name = key.kind === "scalar" ? key.value : "";
  const segment = /[.[\]]/.test(name) ? `[${name}]` : name;
  return path === "" ? segment : `${path}.${segment}`;
}
function sameScalar(a, b) {
  return a.value === b.value && tagOf(a) === tagOf(b);
}
function tagOf({ tag, style, value }) {
  return tag || (style === "" ? resolveTag(value) : "!!str");
}

// src/build/validators.ts
var VALIDATED_BY = "validated-by";
var IGNORED = /* @__PURE__ */ new Set([`metadata.labels.${VALIDATED_BY}`]);
async function runValidators(level, configs, resources) {
  const validators = [];
  for (const config of configs) validators.push([config, await pluginTransformer(level, config)]);
  for (const [config, transformers] of validators) {
    const copies = resources.map((resource) => resource.clone());
    const set = ResourceSet.of(copies, level.context.schemas);
    for (const transformer of transformers) transformer.transform(set);
    for (const [index, resource] of resources.entries()) conclude(config, resource, copies[index]);
  }
}
function conclude(config, resource, copy2) {
  const difference = firstDifference(resource.node, copy2.node, IGNORED);
  if (difference !== void 0) {
    const object = resource.describe();
    const change2 = copy2.node === void 0 ? `deletes ${object}` : `changes ${difference} of ${object}`;
    throw failure("validator-modifies", `a validator must not change objects, and ${config.describe()} ${change2}`, {
      ...config.origin,
      object,
      hint: "List it under `transformers` if it is meant to change objects."
    });
  }
  const mark = get(get(get(copy2.node, "metadata"), "labels"), VALIDATED_BY);
  const metadata2 = get(resource.node, "metadata");
  if (mark?.kind !== "scalar" || metadata2?.kind !== "map") return;
  if (get(metadata2, "labels") === void 0) setField(metadata2, "labels", map());
  setField(get(metadata2, "labels"), VALIDATED_BY, scalar(mark.value, mark.tag));
}

// src/build/level.ts
var MAX_LEVELS = 1e5;
async function openLevel(context, root, position) {
  if (++context.opened.levels > MAX_LEVELS) throw tooManyLevels(root);
  for (const opened of root.opened) context.roots.add(opened);
  const { kustomization, diagnostics } = await context.files.kustomization(root);
  context.diagnostics.push(...diagnostics);
  await adoptSchemas({ context, root, kustomization });
  return { context, root, kustomization, position };
}
function tooManyLevels(root) {
  return failure("too-many-levels", `a build opens more than ${MAX_LEVELS} kustomizations and components`, {
    file: root.display,
    hint: "Look for components that are included again and again."
  });
}
async function accumulate(level, into) {
  const { kustomization } = level;
  await accumulateResources(level, kustomization.resources ?? [], into);
  addConfiguration(into, await ownConfiguration(level));
  const ofCrds = await crdConfiguration(level);
  if (ofCrds !== void 0) addConfiguration(into, ofCrds);
  await runFieldGenerators(level, into.resources);
  if (kustomization.helmCharts?.length) await (await import("./build-helm-charts.js")).inflateCharts(level, into);
  await pluginGenerators(level, await pluginConfigs(level, kustomization.generators ?? []), into.resources);
  for (const entry of kustomization.components ?? []) await accumulateComponent(level, entry, into);
  const loadConfigs = () => pluginConfigs(level, kustomization.transformers ?? []);
  await runTransformers(level, into, loadConfigs);
  await runValidators(level, await pluginConfigs(level, kustomization.validators ?? []), into.resources.items);
  declareVariables(kustomization.vars ?? [], into.variables, into.resources);
}
async function ownConfiguration({ kustomization, root, context }) {
  const files = [];
  for (const entry of kustomization.configurations ?? []) {
    const file = await root.read(entry.path, entry.location);
    files.push(decodeConfiguration(context.files.config(file, { duplicateKeys: "error" }), file.display));
  }
  return mergeConfigurations(defaultConfiguration, files);
}
async function accumulateResources(level, entries, into) {
  for (const entry of entries) {
    if (await isFile(level, entry)) await accumulateFile(level, entry, into);
    else await accumulateBase(level, entry, into);
  }
}
async function isFile(level, entry) {
  if (isAddress(entry.path)) return isRemoteFile(level, entry);
  const located2 = entry.path === "" ? void 0 : await level.root.lookup(entry.path);
  return located2 === void 0 ? entry.path !== "" && !isRemote(entry.path) : located2.type !== "directory";
}
async function accumulateFile(level, entry, into) {
  const file = await level.root.read(entry.path, entry.location);
  const provenance = fromFile(level, entry.path);
  for (const node of level.context.files.objects(file)) append(new Resource(node), provenance, into);
}
function append(resource, provenance, { resources }) {
  resource.provenance = provenance;
  resources.append(resource);
}
async function accumulateBase(level, entry, into) {
  const root = await level.root.enter(entry.path, entry.location);
  const position = positionBelow(level, entry.path);
  const { schemas } = level.context;
  const { state } = schemas;
  const key = `${root.key}
${positionKey(position)}
${schemas.key}`;
  const namespace = namespaceOf(level);
  const build = () => buildBase(level, root, position, entry);
  let base = await level.context.memo.base(root, key, build);
  const { inheritedNamespace = namespace } = base;
  if (inheritedNamespace !== namespace) {
    schemas.state = state;
    base = await level.context.memo.base(root, `${key}
${namespace}`, build);
  }
  schemas.state = base.schemas;
  if (schemas.state.choice !== state.choice) into.resources.identifyAll();
  if (!level.kustomization.namespace) into.inheritedNamespace ??= base.inheritedNamespace;
  into.resources.appendAll(base.resources);
  addConfiguration(into, base.configuration);
  addVariables(into.variables, base.variables.values());
  for (const diagnostic of base.diagnostics) level.context.diagnostics.push(diagnostic);
  for (const opened of base.roots) level.context.roots.add(opened);
}
function namespaceOf({ kustomization, outerNamespace = "" }) {
  return kustomization.namespace || outerNamespace;
}
async function buildBase(parent, root, position, entry) {
  const context = { ...parent.context, diagnostics: [], roots: /* @__PURE__ */ new Set() };
  const opened = await openLevel(context, root, position);
  const level = { ...opened, outerNamespace: namespaceOf(parent) };
  if (level.kustomization.kind === "Component") {
    throw failure("component-as-resource", `${root.display} is a Component, and cannot be listed under resources`, {
      ...entry.location,
      hint: "List it under components."
    });
  }
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return {
    resources: accumulator.resources.items,
    configuration: accumulator.configuration ?? defaultConfiguration,
    variables: accumulator.variables,
    schemas: context.schemas.state,
    inheritedNamespace: accumulator.inheritedNamespace,
    diagnostics: distinct(context.diagnostics),
    roots: context.roots
  };
}
async function accumulateComponent(level, entry, into) {
  const root = await level.root.enter(entry.path, entry.location);
  const { choice } = level.context.schemas.state;
  const opened = await openLevel(level.context, root, positionBelow(level, entry.path));
  const component = { ...opened, outerNamespace: namespaceOf(level) };
  if (component.kustomization.kind !== "Component") {
    throw failure(
      "not-a-component",
      `${root.display} is listed under components, but is a ${component.kustomization.kind}`,
      {
        ...entry.location,
        hint: "List it under resources, or make its kind Component."
      }
    );
  }
  if (level.context.schemas.state.choice !== choice) into.resources.identifyAll();
  await accumulate(component, into);
  into.resources.checkUnique();
}
async function pluginConfigs(level, entries) {
  const accumulator = emptyAccumulator(level.context);
  const paths2 = [];
  for (const entry of entries) {
    const objects = inlineObjects(entry);
    if (objects === void 0) paths2.push({ path: entry.text, location: entry.location });
    else for (const node of objects) append(new Resource(node, entry.location), fromKustomization(level), accumulator);
  }
  await accumulateResources(level, paths2, accumulator);
  return [...accumulator.resources.items];
}

// src/build/builder.ts
function createBuilder(tree, options = {}) {
  const files = new Files();
  const memo = new BaseMemo();
  const charts = new Charts();
  return {
    async build(directory) {
      try {
        const schemas = new BuildSchemas();
        const context = {
          files,
          memo,
          schemas,
          charts,
          helm: options.helm,
          diagnostics: [],
          opened: { levels: 0 },
          roots: /* @__PURE__ */ new Set()
        };
        const root = await Root.open(tree, directory, {
          loadRestrictor: options.loadRestrictor ?? "root-only",
          remotes: options.remotes,
          notice: (diagnostic) => context.diagnostics.push(diagnostic)
        });
        const level = trackingOrigins(await openLevel(context, root));
        const accumulator = emptyAccumulator(context);
        await accumulate(level, accumulator);
        const resources = finish(level, accumulator, options);
        return { resources, diagnostics: distinct(context.diagnostics) };
      } catch (thrown) {
        throw isOverflow(thrown) ? nestedTooDeep(tree.display(directory), thrown) : thrown;
      }
    }
  };
}
function isOverflow(thrown) {
  return thrown instanceof RangeError && thrown.message.includes("call stack");
}
function nestedTooDeep(file, cause) {
  return failure("nested-too-deep", "an object or a path of this build is nested too deeply to be followed", {
    file,
    hint: "Look for a patch or a replacement that puts an object into itself, or for a path with thousands of elements.",
    cause
  });
}

export {
  KUSTOMIZATION_FILE_NAMES,
  createBuilder
};
