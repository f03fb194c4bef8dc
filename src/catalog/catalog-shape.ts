/** Checks the shape of a document of a catalog; docs/specification/catalogs.md 1.9. */
import type { Diagnostic } from "../diagnostics.ts";
import {
  type LocatedError,
  type Path,
  quote,
  type Reading,
  shapeProblems,
  type Validate,
  withinPath,
} from "../documents/index.ts";
import { nearest } from "../text/index.ts";
import { isNull, type MapNode } from "../yaml/nodes/node.ts";
import { catalogSchema, DEFINITION_KIND } from "./schema.ts";
import { validateCatalog, validateDefinition } from "./validators.ts";

/**
 * The problems with the fields of a document. Unknown fields are warnings; wrong types and missing fields are errors.
 * @param kind the kind of the document
 */
export function checkShape(node: MapNode, kind: string, file: string): readonly Diagnostic[] {
  const isDefinition = kind === DEFINITION_KIND;
  const validate: Validate = isDefinition ? validateDefinition : validateCatalog;
  const root = isDefinition ? "definition" : "catalog";
  return shapeProblems(node, {
    file,
    subject: `a ${kind}`,
    validate,
    keywords: REPORTS,
    report: (located, reading) =>
      withinPath(reading, located.place.path, () => REPORTS.get(located.error.keyword)?.(located, reading, root)),
  });
}

/** By keyword. All others only repeat what these say. @param root the definition of the document in the schema */
const REPORTS = new Map<string, (located: LocatedError, reading: Reading, root: string) => void>([
  ["required", reportMissing],
  ["type", reportType],
  ["additionalProperties", reportUnknown],
  ["pattern", reportWord],
  ["minItems", ({ node }, reading) => reading.report("invalid-value", `${reading.field()} is empty`, node, EMPTY_HINT)],
]);

const EMPTY_HINT = "List at least one version: `- name: v1`.";

function reportMissing({ error, node }: LocatedError, reading: Reading): void {
  const field = String(error.params["missingProperty"]);
  const subject = reading.field();
  reading.report("missing-field", `${subject} has no \`${field}\``, node, MISSING_HINTS.get(field));
}

const MISSING_HINTS: ReadonlyMap<string, string> = new Map([
  ["group", "Write the group of the function's configurations: `group: fn.example.com`."],
  ["image", "Name the image of the function."],
  ["krmFunctions", "List the functions under `krmFunctions`."],
  ["name", "Write the version of the function's configurations: `name: v1`."],
  ["versions", "List its versions: `versions: [{name: v1}]`."],
]);

const TYPES: ReadonlyMap<string, string> = new Map([
  ["array", "a list"],
  ["boolean", "a boolean"],
  ["object", "a mapping"],
  ["string", "a string"],
]);

function reportType({ error, node }: LocatedError, reading: Reading): void {
  const types = [error.params["type"]].flat() as string[];
  const expected = types.filter((type) => type !== "null").map((type) => TYPES.get(type) ?? type);
  let hint: string | undefined;
  if (node.kind === "scalar" && !isNull(node) && types.includes("string"))
    hint = `Quote the value: ${quote(node.value)}.`;
  else if (types.includes("boolean")) hint = "Write `true` or `false`.";
  reading.mismatch(node, expected.join(" or "), hint);
}

function reportWord({ node }: LocatedError, reading: Reading): void {
  const value = node.kind === "scalar" ? node.value : "";
  const problem = value === "" ? "is empty" : `must not contain blanks: ${quote(value)}`;
  reading.report("invalid-value", `${reading.field()} ${problem}`, node, "Write a word without blanks.");
}

function reportUnknown({ error, place, node: key }: LocatedError, reading: Reading, root: string): void {
  const field = String(error.params["additionalProperty"]);
  const known = knownFields(place.path, root);
  const near = nearest(field, known);
  const hint =
    near === undefined
      ? `Its fields are ${known.map((name) => `\`${name}\``).join(", ")}.`
      : `Did you mean \`${near}\`?`;
  const message = `unknown field ${quote(field)} in ${reading.field()}: it has no effect`;
  reading.report("ignored-field", message, key, hint, "warning");
}

interface Part {
  readonly $ref?: string;
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
}

const DEFINITIONS = catalogSchema.$defs as Readonly<Record<string, Part>>;

/** The fields of the schema at a path of a document. */
function knownFields(path: Path, root: string): readonly string[] {
  let part = resolved({ $ref: `#/$defs/${root}` });
  for (const segment of path) {
    part = resolved((typeof segment === "number" ? part.items : part.properties?.[segment]) ?? {});
  }
  return Object.keys(part.properties ?? {});
}

function resolved(part: Part): Part {
  return part.$ref === undefined ? part : (DEFINITIONS[part.$ref.replace("#/$defs/", "")] ?? {});
}
