/** Random trees around the hashes of contents: odd YAML in what is hashed, and every way of changing it beforehand. */
import { type Draw, type Fields, some } from "./draw.ts";
import { oddCollection, oddKey, oddText, oddValue } from "./odd-scalars.ts";
import { yamlText } from "./yaml-text.ts";

const NEEDS_HASH = "internal.config.kubernetes.io/needsHashSuffix";

const KINDS = ["ConfigMap", "ConfigMap", "Secret", "Secret", "ReplicaSet", "Widget"] as const;
type Kind = (typeof KINDS)[number];

interface Target {
  readonly kind: Kind;
  readonly name: string;
}

const API_VERSIONS: Readonly<Record<Kind, string>> = {
  ConfigMap: "v1",
  Secret: "v1",
  ReplicaSet: "apps/v1",
  Widget: "example.com/v1",
};

type Files = Record<string, string>;

/** The files of a tree; the directory to build is `top`. */
export function hashTree(draw: Draw): Files {
  const files: Files = {};
  const targets: Target[] = [];
  const isLayered = draw.once(3);
  const bottom = isLayered ? "base" : "top";
  const resources = objectFiles(draw, files, bottom, targets);
  addKustomization(draw, files, bottom, { resources, ...generators(draw, files, bottom, targets) }, targets);
  if (isLayered) {
    const merged = draw.once(3) ? generators(draw, files, "top", targets) : {};
    addKustomization(draw, files, "top", { resources: ["../base"], ...merged }, targets);
  }
  return files;
}

function addKustomization(draw: Draw, files: Files, directory: string, given: Fields, targets: Target[]): void {
  const text = yamlText({ ...given, ...changes(draw, targets) });
  files[`${directory}/kustomization.yaml`] = draw.once(15) ? text.replaceAll("\n", "\r\n") : text;
}

function objectFiles(draw: Draw, files: Files, directory: string, targets: Target[]): string[] {
  const names = ["a", "b", "c"].slice(0, draw.count(2) + 1);
  return names.map((name, index) => {
    const target = { kind: draw.of(...KINDS), name };
    targets.push(target);
    const file = `o${index}.yaml`;
    files[`${directory}/${file}`] = framed(draw, objectText(draw, target));
    return file;
  });
}

/** A document as it may stand in a file: with comments, empty documents, a byte order mark, other line ends. */
function framed(draw: Draw, text: string): string {
  const start = draw.of(
    "",
    "",
    "",
    "---\n",
    "# head\n",
    "# head\n---\n",
    "\n",
    "---\n# none\n---\n",
    "---\n---\n",
    "--- # x\n",
  );
  const end = draw.of(
    "",
    "",
    "",
    "---\n",
    "# foot\n",
    "...\n",
    "---\n# none\n",
    "---\nnull\n",
    "---\n{}\n",
    "\n\n",
    "---",
  );
  // In kustomize a comment adds a line break to a text that keeps those above it.
  const whole = start + text + (/[\n\u0085\u2028\u2029] *\n$/.test(text) && end.startsWith("#") ? "" : end);
  const marked = draw.once(15) ? `\ufeff${whole}` : whole;
  return draw.once(10) ? marked.replaceAll("\n", "\r\n") : marked;
}

function objectText(draw: Draw, { kind, name }: Target): string {
  const comment = (): string => (draw.once(12) ? draw.of(" # why", " #") : "");
  const asks = draw.once(8) ? draw.of('"enabled"', "'enabled'", "!!str enabled", "Enabled", "true") : "enabled";
  const flag = `    ${NEEDS_HASH}: ${asks}${comment()}\n`;
  const other = draw.once(4)
    ? `    ${draw.of("note", '"x"')}: ${draw.of("x", '"1"', '"a\u0085b"', '""')}${comment()}\n`
    : "";
  const annotations = draw.once(2) ? flag + other : other + flag;
  const block = `metadata:${comment()}\n  name: ${name}${comment()}\n  annotations:\n${annotations}`;
  const flow = `metadata: {name: ${name}, annotations: {${NEEDS_HASH}: enabled}}\n`;
  const head = [`apiVersion: ${API_VERSIONS[kind]}\n`, `kind: ${kind}\n`, draw.once(3) ? flow : block];
  const parts = [...(draw.once(4) ? head.reverse() : head), ...contents(draw, kind)];
  return draw.once(4) ? [...parts.slice(3), ...parts.slice(0, 3)].join("") : parts.join("");
}

/** The fields that are hashed, each as its lines. */
function contents(draw: Draw, kind: Kind): string[] {
  const field = (name: string): string => `${name}:${mapText(draw)}\n`;
  if (kind === "ConfigMap") {
    return [draw.once(8) ? "" : field("data"), draw.once(4) ? field("binaryData") : ""];
  }
  if (kind === "Secret") {
    const type = draw.once(2) ? `type: ${draw.once(2) ? "Opaque" : oddValue(draw)}\n` : "";
    return [draw.once(4) ? "" : field("data"), draw.once(3) ? field("stringData") : "", type];
  }
  return [draw.once(4) ? "" : field("spec"), draw.once(8) ? field("data") : ""];
}

/** What stands behind the colon of `data`. */
function mapText(draw: Draw): string {
  if (draw.once(12))
    return draw.of("", " {}", " {}", " []", " ~", " null", " text", " !!map {}", " # none", ' ""', " !!str", " 5");
  if (draw.once(10)) return ` ${oddCollection(draw)}`;
  const keys = draw.once(15) ? some(draw, () => oddKey(draw), 3) : [...new Set(some(draw, () => oddKey(draw), 3))];
  const comment = draw.once(10) ? "  # above\n" : "";
  return `\n${comment}${(keys as string[]).map((key) => `  ${key}: ${oddValue(draw)}`).join("\n")}`;
}

function generators(draw: Draw, files: Files, directory: string, targets: Target[]): Fields {
  const entries = { ConfigMap: [] as Fields[], Secret: [] as Fields[] };
  for (let count = draw.count(2); count > 0; count--) {
    const kind = draw.of("ConfigMap", "Secret");
    const present = draw.once(3) ? targets.find((target) => target.kind === kind) : undefined;
    const name = present?.name ?? `made${targets.length}`;
    if (present === undefined) targets.push({ kind, name });
    entries[kind].push({
      name,
      behavior: present === undefined ? undefined : draw.of("merge", "merge", "replace"),
      ...sources(draw, files, directory),
      type: kind === "Secret" && draw.once(3) ? draw.of("Opaque", '"a\\Nb"', '""', '"1"') : undefined,
      options: draw.once(6) ? { annotations: { note: JSON.stringify(oddText(draw)) } } : undefined,
    });
  }
  return {
    configMapGenerator: entries.ConfigMap.length > 0 ? entries.ConfigMap : undefined,
    secretGenerator: entries.Secret.length > 0 ? entries.Secret : undefined,
  };
}

function sources(draw: Draw, files: Files, directory: string): Fields {
  const write = (extension: string, text: string): string => {
    const name = `f${Object.keys(files).length}.${extension}`;
    files[`${directory}/${name}`] = text;
    return name;
  };
  const literal = (key: string): string => {
    const text = `${key}=${oddText(draw)}`;
    if (draw.once(2)) return JSON.stringify(text);
    const plain = text
      .replaceAll(/[\r\n\t]|[^\x20-\x7e\u0085\u00a0-\ufefe]/g, "")
      .replaceAll(/([\u0085\u2028\u2029])/g, `$1${" ".repeat(20)}`)
      .replaceAll("'", "''");
    return draw.once(2) ? `'${plain}'` : plain.replaceAll(/['"]|[:#]|\s+$/g, "");
  };
  const keys = draw.once(3) ? ["a", "b"] : ["a"];
  return {
    literals: draw.once(3) ? undefined : keys.map(literal),
    files: draw.once(2) ? [write("txt", oddText(draw) + (draw.once(2) ? "\n" : ""))] : undefined,
    envs: draw.once(3) ? [write("env", `${draw.of("", "# c\n", "\ufeff")}E=${oddText(draw)}\nF`)] : undefined,
  };
}

/** Patches, replacements and other steps between the reading of an object and its hash. */
function changes(draw: Draw, targets: readonly Target[]): Fields {
  const given = <T>(inSoMany: number, make: () => T): T | undefined => (draw.once(inSoMany) ? make() : undefined);
  return {
    namePrefix: given(6, () => draw.of("p-", "q-")),
    nameSuffix: given(8, () => "-s"),
    namespace: given(6, () => draw.of("ns", '"9"')),
    commonLabels: given(10, () => ({ app: draw.of("x", '"1"') })),
    commonAnnotations: given(8, () => ({ note: draw.of("x", '"2"', '"a\\Nb"') })),
    patches: given(3, () => some(draw, () => patch(draw, draw.of(...targets)))),
    replacements: given(6, () => [replacement(draw, draw.of(...targets), draw.of(...targets))]),
    generatorOptions: given(12, () => ({ disableNameSuffixHash: draw.of("true", "false"), labels: { l: '"a\\Nb"' } })),
  };
}

function patch(draw: Draw, target: Target): Fields {
  const { kind, name } = target;
  if (draw.once(3)) {
    const operations = some(draw, () => operation(draw, kind)) as string[];
    return { target: { kind, name }, patch: JSON.stringify(operations.map((one) => `- ${one}\n`).join("")) };
  }
  const field =
    kind === "ConfigMap" || kind === "Secret" ? draw.of("data", "data", "binaryData", "stringData") : "spec";
  const note = draw.once(3)
    ? draw.of("{note: z}", "{note: null}", "null", `{${NEEDS_HASH}: ${draw.of("enabled", "null", "no")}}`)
    : "";
  const annotations = note === "" ? "" : `, annotations: ${note}`;
  const kinds = draw.once(12) ? draw.of("ConfigMap", "Widget") : kind;
  const text =
    `apiVersion: ${API_VERSIONS[kinds]}\nkind: ${kinds}\nmetadata: {name: ${name}${annotations}}\n` +
    (draw.once(5) ? "" : `${field}:${mapText(draw)}\n`);
  const options = kinds === kind ? undefined : { allowKindChange: "true" };
  return { target: draw.once(2) || options ? { kind, name } : undefined, patch: JSON.stringify(text), options };
}

function operation(draw: Draw, kind: Kind): string {
  const field = kind === "ConfigMap" || kind === "Secret" ? "data" : "spec";
  return draw.of(
    `{op: add, path: /${field}/n, value: ${draw.of('"a\\Nb"', "1", "true", "null", "[]", "{}", "{a: {}}", '"x"')}}`,
    `{op: replace, path: /${field}, value: ${draw.of("{}", "{a: b}", "null", '{a: "x\\Ny"}')}}`,
    `{op: add, path: /metadata/annotations/note, value: ${draw.of("j", '"1"')}}`,
    `{op: remove, path: /${field}/a}`,
    '{op: add, path: /metadata/labels, value: {l: "1"}}',
  );
}

function replacement(draw: Draw, source: Target, target: Target): Fields {
  const at = ({ kind }: Target): string => (kind === "ConfigMap" || kind === "Secret" ? "data" : "spec");
  const annotation = `metadata.annotations.[${draw.of(NEEDS_HASH, "note")}]`;
  const path = draw.once(4) ? annotation : `${at(target)}.${draw.of("a", "b", "new")}`;
  return {
    source: { kind: source.kind, name: source.name, fieldPath: draw.of("metadata.name", `${at(source)}.a`, "kind") },
    targets: [
      {
        select: { kind: target.kind, name: target.name },
        fieldPaths: [JSON.stringify(path)],
        options: draw.once(2) ? { create: "true" } : undefined,
      },
    ],
  };
}
