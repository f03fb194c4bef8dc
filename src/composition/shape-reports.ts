/** Says in words what an error of the validator means, and where in the file it is. */
import {
  type LocatedError,
  type Path,
  type Place,
  quote,
  quoteField,
  quoteHint,
  type Reading,
  type ShapeError,
  withinPath,
} from "../documents/index.ts";
import { nearest } from "../text/index.ts";
import { get, isNull, type Node } from "../yaml/nodes/node.ts";
import { API_VERSIONS, BUILD_METADATA, compositionSchema, SPELLINGS } from "./schema.ts";

/** The place of an error in a composition, and what reports it. */
interface Found extends Place {
  /** The path in a composition. An entry of another file gets the place that it could have there; old names are replaced. */
  readonly path: Path;
  readonly reading: Reading;
}

/**
 * Reports an error of the validator.
 * @param base the path in a composition at which the document could stand
 */
export function reportShape({ error, place, node }: LocatedError, base: Path, reading: Reading): void {
  const [first, ...rest] = [...base, ...place.path];
  const path = first === undefined ? [] : [canonicalField(first), ...rest];
  withinPath(reading, place.path, () => REPORTS.get(error.keyword)?.({ ...place, path, reading }, error.params, node));
}

/** By keyword. All others only repeat what these say. */
export const REPORTS = new Map<string, (found: Found, params: ShapeError["params"], node: Node) => void>([
  ["required", (found, params) => reportMissing(found, String(params["missingProperty"]))],
  ["type", (found, params) => reportType(found, [params["type"]].flat() as string[])],
  ["additionalProperties", (found, params, key) => reportUnknown(found, String(params["additionalProperty"]), key)],
  ["pattern", reportText],
  ["enum", reportChoice],
  ["const", reportChoice],
  ["minProperties", (found) => reportReserved(found, "is empty")],
  ["false schema", reportMixture],
]);

function canonicalField(field: string | number): string | number {
  for (const [name, old] of SPELLINGS) if (field === old) return name;
  return field;
}

/** The path with `*` for the index of a list: `transformers.*.metadata.name`. */
function shapeOf(path: Path): string {
  return path.map((segment) => (typeof segment === "number" ? "*" : segment)).join(".");
}

const IMPORT_PATH_HINT = "Name the directory of a composition: `path: ../base`.";
const KIND_HINT = "Write the kind of a function or a built-in, such as `kind: LabelTransformer`.";
/** The shape of the path of what an item of the order is moved to. */
const NEIGHBOUR = /^transformerOrder\.\*\.(?:before|after)$/;
const NEIGHBOUR_HINT = "Write the name of an entry: `after: labels`.";
const NAME_HINT = "Use at most 253 characters without blanks.";
const RESERVED_HINT = "A composition keeps this field for the program: `runtime: {container: {image: …}}`.";

function reportMissing({ path, node, reading }: Found, field: string): void {
  const subject = reading.field();
  if (field === "path") reading.report("composition-import-path", `${subject} has no \`path\``, node, IMPORT_PATH_HINT);
  else if (field === "name") {
    reading.report(
      "composition-name",
      `${subject} has no \`name\``,
      node,
      "Write the name of an entry: `name: labels`.",
    );
  } else if (path.length > 0) {
    reading.report("composition-missing-kind", `${subject} has no \`kind\``, node, KIND_HINT);
  } else reading.report("wrong-kind", "this composition has no `kind`", node, "Add `kind: Composition`.");
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["array", "a list"],
  ["boolean", "a boolean"],
  ["number", "a number"],
  ["object", "a mapping"],
  ["string", "a string"],
]);

function reportType(found: Found, types: readonly string[]): void {
  const { path, node, reading } = found;
  const shape = shapeOf(path);
  if (isNull(node)) {
    if (shape === "transformersFrom.*.path") return reportEmptyPath(found);
    if (shape.endsWith(".*.kind")) return reportEmptyKind(found);
    if (shape === "transformerOrder.*.name") return reportEmptyName(found);
  }
  const scalars = types.includes("string") && types.includes("number");
  const names = (scalars ? ["string"] : types.filter((type) => type !== "null")).map((type) => TYPES.get(type) ?? type);
  const expected = names.join(" or ");
  if (isRuntime(path) || (types.includes("object") && isRuntime(path.slice(0, -1)))) {
    return reportReserved(found, `must be ${expected}, not ${reading.describe(node)}`);
  }
  reading.mismatch(node, expected, typeHint(found, shape, expected));
}

/** Undefined for the usual hint. */
function typeHint({ node }: Found, shape: string, expected: string): string | undefined {
  if (node.kind === "scalar" && !isNull(node)) {
    if (shape === "transformersFrom.*") return `Write \`path: ${shortName(node.value)}\`.`;
    if (shape === "transformerOrder.*") return `Write \`name: ${shortName(node.value)}\`.`;
    if (shape === "transformerOverrides.*")
      return "Write the `kind` and the name of an imported entry, and its fields.";
    if (expected === "a string") return quoteHint(node);
    if (expected === "a boolean") return "Write `true` or `false`.";
  }
  if (NEIGHBOUR.test(shape)) return NEIGHBOUR_HINT;
  if (isNull(node) && shape.endsWith(".*")) return "Remove the dash, or write the entry after it.";
  if (shape === "transformers" && node.kind === "map") return "Begin each entry with a dash.";
  return undefined;
}

function shortName(text: string): string {
  return /^[\w./-]{1,60}$/.test(text) ? text : "…";
}

/** Tells whether the path is that of the reserved field of an entry or of an override. */
function isRuntime(path: Path): boolean {
  const name = path.at(-1);
  return (name === "runtime" || name === "provider") && isInEntry(path);
}

/** Tells whether the path is that of a field of an entry or of an override. */
function isInEntry(path: Path): boolean {
  return path.length === 3 && (path[0] === "transformers" || path[0] === "transformerOverrides");
}

function reportReserved({ node, reading }: Found, problem: string): void {
  reading.report("composition-runtime-reserved", `${reading.field()} ${problem}`, node, RESERVED_HINT);
}

/** Fields of a kustomization that an entry can do. */
const KUSTOMIZATION_FIELDS =
  /^(bases|common(Annotations|Labels)|components|(configMap|secret)Generator|configurations|crds|helmCharts|images|labels|name(Prefix|Suffix|space)|patches\w*|replacements|replicas|vars)$/;

/** A hint for a field of a kustomization at the top of a composition. */
function kustomizationHint(field: string): string | undefined {
  if (field === "resources") return "Add an entry of the kind `ResourceAccumulator` with `paths`.";
  if (field === "generators" || field === "validators") return "List its entries under `transformers`.";
  return KUSTOMIZATION_FIELDS.test(field) ? "Write it in an entry of the kind `Kustomization`." : undefined;
}

function reportUnknown({ path, node, reading }: Found, field: string, key: Node): void {
  const known = knownFields(path, node);
  const near = nearest(field, known);
  const list = known.map((name) => `\`${name}\``).join(", ");
  const hint =
    (path.length === 0 ? kustomizationHint(field) : undefined) ??
    (near === undefined
      ? `${isRuntime(path) ? "The known fields" : "Its fields"} are ${list}.`
      : `Did you mean \`${near}\`?`);
  const message = `unknown field ${quoteField(field)} in ${reading.field()}`;
  const code = isRuntime(path) ? "composition-runtime-reserved" : "unknown-field";
  reading.report(code, isRuntime(path) ? `${message}, which names the program` : message, key, hint);
}

interface Part {
  readonly $ref?: string;
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
}

const ROOT = compositionSchema as Part & { readonly $defs: Readonly<Record<string, Part>> };

/** The fields of the schema at a path. At the top, only those of the spelling that the file uses. */
function knownFields(path: Path, node: Node): readonly string[] {
  let part = resolved(ROOT);
  for (const segment of path) {
    part = resolved((typeof segment === "number" ? part.items : part.properties?.[segment]) ?? {});
  }
  const fields = Object.keys(part.properties ?? {}).filter((name) => name !== "$patch");
  if (path.length > 0) return fields;
  const old = new Set(SPELLINGS.values());
  const isOld = [...old].some((name) => get(node, name) !== undefined);
  return fields.filter((name) => (isOld ? !SPELLINGS.has(name) : !old.has(name)));
}

function resolved(part: Part): Part {
  return part.$ref === undefined ? part : (ROOT.$defs[part.$ref.replace("#/$defs/", "")] ?? {});
}

function reportText(found: Found): void {
  const { path, node, reading } = found;
  const field = path.at(-1);
  if (shapeOf(path) === "transformersFrom.*.path") reportEmptyPath(found);
  else if (field === "kind") reportEmptyKind(found);
  else if (field === "name" || NEIGHBOUR.test(shapeOf(path))) reportName(found);
  else if (field === "apiVersion") {
    reading.report("invalid-value", `${reading.field()} is empty`, node, "Write it, or leave it out for a built-in.");
  } else reading.report("empty-path", `${reading.field()} is empty`, node, "Write the path of a file, or remove it.");
}

function reportEmptyPath({ node, reading }: Found): void {
  reading.report("composition-import-path", `${reading.field()} is empty`, node, IMPORT_PATH_HINT);
}

function reportEmptyKind({ node, reading }: Found): void {
  reading.report("composition-missing-kind", `${reading.field()} is empty`, node, KIND_HINT);
}

function reportEmptyName({ node, reading }: Found): void {
  reading.report("composition-name", `${reading.field()} is empty`, node, NAME_HINT);
}

function reportName(found: Found): void {
  const { node, reading } = found;
  const text = node.kind === "scalar" ? node.value : "";
  if (text === "") return reportEmptyName(found);
  const problem = /\s/u.test(text) ? `must not contain blanks: ${quote(text)}` : "has more than 253 characters";
  reading.report("composition-name", `${reading.field()} ${problem}`, node, NAME_HINT);
}

function reportChoice({ path, node, reading }: Found): void {
  const value = node.kind === "scalar" && !isNull(node) ? quote(node.value) : reading.describe(node);
  const field = path.at(-1);
  if (field === "importMode") {
    const message = `${reading.field()} must be prepend or append, not ${value}`;
    reading.report("composition-import-mode", message, node, "Correct it, or leave it out for prepend.");
  } else if (field === "$patch") {
    const message = `\`$patch\` must be delete, replace or merge, not ${value}`;
    reading.report("unknown-patch-directive", message, node, "Write `$patch: delete` to remove the entry.");
  } else if (path[0] === "buildMetadata") {
    const message = `${reading.field()} is unknown: ${value}`;
    reading.report("invalid-value", message, node, `Known are ${BUILD_METADATA.join(", ")}.`);
  } else if (field === "kind") {
    reading.report("wrong-kind", `\`kind\` must be Composition, not ${value}`, node, "Write `kind: Composition`.");
  } else {
    const message = `\`apiVersion\` must be ${API_VERSIONS.join(" or ")}, not ${value}`;
    reading.report("wrong-api-version", message, node, "Correct it, or leave it out.");
  }
}

/**
 * Reports fields that exclude each other, at the one that comes second. The validator has an error for each excluded field;
 * only that of the first one is reported.
 */
function reportMixture({ path, key, parent, reading }: Found): void {
  const names = (parent?.entries ?? []).map((entry) => (entry.key.kind === "scalar" ? entry.key.value : ""));
  const isOrder = path.length > 1;
  const excluded = isOrder ? ["group", "version"] : [...SPELLINGS.values()];
  const excluding = isOrder ? ["apiVersion"] : [...SPELLINGS.keys()];
  const first = names.findIndex((name) => excluded.includes(name));
  const other = names.findIndex((name) => excluding.includes(name));
  const [earlier, later] = [Math.min(first, other), Math.max(first, other)];
  const [before, after] = [parent?.entries[earlier]?.key, parent?.entries[later]?.key];
  if (before === undefined || after === undefined || names[first] !== (key?.kind === "scalar" ? key.value : "")) return;
  const message = `\`${names[later]}\` cannot be used together with \`${names[earlier]}\``;
  const hint = isOrder ? "Give `apiVersion`, or `group` and `version`." : spellingHint(names[first] ?? "");
  reading.report("composition-mixed-fields", message, after, hint);
}

function spellingHint(old: string): string {
  return `Write \`${canonicalField(old)}\` instead of \`${old}\`: a file uses one spelling throughout.`;
}
