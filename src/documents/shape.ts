/** Checks the shape of a document with the validator of its schema, and places the errors in its file. */
import type { Diagnostic } from "../diagnostics.ts";
import { toConfigValue } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { type Path, type Place, Pointers } from "./pointers.ts";
import { quoteField, Reading } from "./reading.ts";

/** The limit for one file. */
const MAX_PROBLEMS = 100;
/** Some errors are about one mistake, and only one of them is reported. */
const MAX_REPORTS = 4 * MAX_PROBLEMS;

/** An error as ajv describes it. */
export interface ShapeError {
  /** A JSON pointer to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly [name: string]: unknown };
}

/** A validator that ajv compiled. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly ShapeError[] | null;
}

/** An error with its place. */
export interface LocatedError {
  readonly error: ShapeError;
  readonly place: Place;
  /** The node that the report is about: a key for an unknown field, otherwise a value. */
  readonly node: Node;
}

export interface ShapeRules {
  readonly file: string;
  /** The kind of the document, such as `a composition`. */
  readonly subject: string;
  readonly validate: Validate;
  /** The keywords whose errors are reported. All others only repeat what these say. */
  readonly keywords: { has(keyword: string): boolean };
  /** Reports an error. */
  report(located: LocatedError, reading: Reading): void;
}

/**
 * The problems with the fields of a document: their names, their types, what is missing, and what is given twice. Sorted by
 * place, at most 100. If there are more, errors are kept rather than warnings.
 */
export function shapeProblems(node: MapNode, rules: ShapeRules): readonly Diagnostic[] {
  const { file, subject, validate } = rules;
  const dialect = {
    unknownFields: "error",
    duplicateFields: "error",
    coercesToText: false,
    value: toConfigValue,
  } as const;
  const keys = new Reading(dialect, file, subject);
  const value = plainValue(node, keys);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  const pointers = new Pointers(node);
  const located = errors.flatMap((error) => locateError(error, pointers, rules) ?? []);
  // A message costs more than the place, and few are shown.
  located.sort((a, b) => a.node.offset - b.node.offset);
  const shapes = new Reading(dialect, file, subject);
  for (const each of located.slice(0, MAX_REPORTS)) rules.report(each, shapes);
  const found = [...keys.diagnostics, ...shapes.diagnostics];
  const isError = ({ severity }: Diagnostic) => severity === "error";
  const problems =
    found.length <= MAX_PROBLEMS ? found : [...found.filter(isError), ...found.filter((one) => !isError(one))];
  return problems.slice(0, MAX_PROBLEMS).sort(byPlace);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** The place of an error; undefined for one that only repeats others. */
function locateError(error: ShapeError, pointers: Pointers, { keywords }: ShapeRules): LocatedError | undefined {
  if (!keywords.has(error.keyword)) return undefined;
  const place = pointers.find(error.instancePath);
  const name = error.params["additionalProperty"];
  const entry = typeof name === "string" && place.node.kind === "map" ? pointers.entry(place.node, name) : undefined;
  return { error, place, node: entry?.key ?? place.node };
}

/**
 * The value of a node for the validator. Of numbers only the type counts, so all are 0. Reports keys that are given
 * twice, of which the last one counts, and keys that are collections.
 */
function plainValue(node: Node, reading: Reading): unknown {
  if (node.kind === "scalar") return plainScalar(node.tag, node.value);
  if (node.kind === "seq") {
    return node.items.map((item, index) => reading.within(index, () => plainValue(item, reading)));
  }
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of node.entries) {
    if (key.kind !== "scalar") {
      const message = `a key in ${reading.field()} must be a string, not ${reading.describe(key)}`;
      reading.report("invalid-key", message, key, "Quote it.");
      continue;
    }
    if (key.value in object) {
      reading.report(
        "duplicate-key",
        `the key ${quoteField(key.value)} is given more than once`,
        key,
        "Keep one of them.",
      );
    }
    object[key.value] = reading.within(key.value, () => plainValue(value, reading));
  }
  return object;
}

function plainScalar(tag: string, text: string): null | boolean | number | string {
  if (tag === "!!null") return null;
  if (tag === "!!bool") return true;
  return tag === "!!int" || tag === "!!float" ? 0 : text;
}

/** Runs `report` for the value at a path of the document. */
export function withinPath(reading: Reading, path: Path, report: () => void): void {
  const [segment, ...rest] = path;
  if (segment === undefined) report();
  else reading.within(segment, () => withinPath(reading, rest, report));
}
