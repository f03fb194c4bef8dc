/**
 * Transformer configurations: the tables of fields that transformers change, and how files add to them
 * (docs/specification/field-specs.md 3).
 */
import { failure, type KrmError, type Location } from "../diagnostics.ts";
import { toConfigValue } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";
import { type Fields, list, record } from "./decoder.ts";
import { kindRanks, kindsFirst, kindsLast } from "./kind-order.ts";
import { type FieldSpec, fieldSpecs, type Gvk, gvk } from "./kustomization-parts.ts";
import { type Dialect, quote, Reading } from "./reading.ts";

/** A kind of object, and the fields that hold names of such objects. */
export interface NameReference extends Gvk {
  readonly fieldSpecs: readonly FieldSpec[];
}

/** The tables, in the order in which they are merged. */
const TABLES = [
  "namePrefix",
  "nameSuffix",
  "namespace",
  "commonLabels",
  "labels",
  "templateLabels",
  "volumeClaimTemplateLabels",
  "commonAnnotations",
  "nameReference",
  "varReference",
  "images",
  "replicas",
] as const;
type Table = (typeof TABLES)[number];

export type Configuration = {
  readonly [Name in Table]: readonly (Name extends "nameReference" ? NameReference : FieldSpec)[];
};

/** Tables without fields. */
export const emptyConfiguration = Object.fromEntries(TABLES.map((name) => [name, []])) as unknown as Configuration;

/** The tables of one file. */
export interface ConfigurationFile extends Partial<Configuration> {
  readonly location: Location;
}

const dialect: Dialect = {
  unknownFields: "error",
  duplicateFields: "error",
  coercesToText: true,
  value: toConfigValue,
};

const reference = record<NameReference & { readonly location?: Location }>(
  { ...gvk, fieldSpecs },
  { defaults: { fieldSpecs: [] } },
);

const configurationFile = record<ConfigurationFile>(
  Object.fromEntries(
    TABLES.map((name) => [name, name === "nameReference" ? list(reference) : fieldSpecs]),
  ) as unknown as Fields<ConfigurationFile>,
);

/**
 * Decodes a file listed under `configurations`; `node` is undefined where the file holds no document.
 *
 * @param file how the user would name the file
 * @throws KrmError with every problem of the file: `unknown-field`, `duplicate-field`, `wrong-type`, `invalid-key`
 */
export function decodeConfiguration(node: Node | undefined, file: string): ConfigurationFile {
  if (node === undefined) return { location: { file } };
  const reading = new Reading(dialect, file, "a transformer configuration");
  const decoded = configurationFile(node, reading);
  reading.finish();
  return decoded as ConfigurationFile;
}

/**
 * Adds the tables of files to `base`, and sorts each table. Returns `base` itself if there are no files.
 *
 * @throws KrmError `conflicting-field-specs` if a field is present with another `create`
 */
export function mergeConfigurations(base: Configuration, files: readonly ConfigurationFile[]): Configuration {
  if (files.length === 0) return base;
  const { nameReference, ...tables } = base;
  const merged: Partial<Record<keyof typeof tables, readonly FieldSpec[]>> = {};
  for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
    const add = (known: readonly FieldSpec[], more: readonly FieldSpec[]) => mergeFieldSpecs(name, known, more);
    merged[name] = mergeTables(
      tables[name],
      files.map((file) => file[name] ?? []),
      add,
    );
  }
  const references = files.map((file) => file.nameReference ?? []);
  return { ...(merged as typeof tables), nameReference: mergeTables(nameReference, references, mergeReferences) };
}

/**
 * Combines the tables of a level with those of the levels that it includes. Like kustomize, this merges and sorts all
 * tables again at each level, so a field that a file gives to one kind can displace the default for all kinds.
 *
 * @param below the tables of the included levels; undefined if there are none
 * @throws KrmError `conflicting-field-specs`
 */
export function combineConfigurations(
  below: Configuration | undefined,
  own: Configuration,
  defaults: Configuration,
): Configuration {
  // The defaults merged with themselves are the defaults.
  if (own === defaults && (below === undefined || below === defaults)) return defaults;
  const names = Object.keys(own) as (keyof Configuration)[];
  const combined: Partial<Record<keyof Configuration, unknown>> = {};
  for (const name of names) {
    combined[name] =
      name === "nameReference"
        ? mergeReferences(below?.nameReference ?? [], own.nameReference).sort(byRank)
        : mergeFieldSpecs(name, below?.[name] ?? [], own[name]).sort(byRank);
  }
  return combined as Configuration;
}

/** Merges files with each other before they are merged with the defaults; the order matters if kinds overlap. */
function mergeTables<T extends Gvk>(
  base: readonly T[],
  files: readonly (readonly T[])[],
  add: (known: readonly T[], more: readonly T[]) => T[],
): readonly T[] {
  let own: readonly T[] = [];
  for (const table of files) own = add(own, table.toSorted(byRank)).sort(byRank);
  return own.length === 0 ? base : add(base, own).sort(byRank);
}

/**
 * Merges two lists. A field of the second is dropped if the first covers it. A field covers another one with the same
 * path if its kinds are among those of the other: a new field of all kinds is dropped if one kind has it already.
 *
 * @param table the name of the table, for messages
 * @throws KrmError `conflicting-field-specs`
 */
export function mergeFieldSpecs(table: string, known: readonly FieldSpec[], more: readonly FieldSpec[]): FieldSpec[] {
  const result: FieldSpec[] = [];
  const byPath = new Map<string, FieldSpec[]>();
  for (const spec of known) append(spec);
  for (const spec of more) {
    const covering = byPath.get(spec.path)?.find((other) => isAmong(other, spec));
    if (covering === undefined) append(spec);
    else if (Boolean(covering.create) !== Boolean(spec.create)) throw conflict(table, covering, spec);
  }
  return result;

  function append(spec: FieldSpec): void {
    result.push(spec);
    const same = byPath.get(spec.path);
    if (same === undefined) byPath.set(spec.path, [spec]);
    else same.push(spec);
  }
}

function conflict(table: string, known: FieldSpec, spec: FieldSpec): KrmError {
  // The hint is about the field spec of a file, since the defaults cannot be changed.
  const [own, other] = spec.location === undefined ? [known, spec] : [spec, known];
  const kinds = other.kind === undefined ? "all kinds" : other.kind;
  const message = `\`${table}\` already has the field ${quote(own.path)} of ${kinds} with \`create: ${Boolean(other.create)}\``;
  const hint = `Give it \`create: ${Boolean(other.create)}\`, or narrow it to other kinds.`;
  return failure("conflicting-field-specs", message, { ...own.location, hint });
}

function mergeReferences(known: readonly NameReference[], more: readonly NameReference[]): NameReference[] {
  const result = new Map(known.map((entry) => [identity(entry), entry]));
  for (const added of more) {
    const key = identity(added);
    const same = result.get(key);
    const merged = same && mergeFieldSpecs("nameReference", same.fieldSpecs, added.fieldSpecs);
    result.set(key, merged === undefined ? added : { ...same, fieldSpecs: merged });
  }
  return [...result.values()];
}

function identity({ group, version, kind }: Gvk): string {
  return JSON.stringify([group || "", version || "", kind || ""]);
}

/** Tells whether `wide` selects all objects that `narrow` selects. Empty parts of `wide` match everything. */
function isAmong(narrow: Gvk, wide: Gvk): boolean {
  return (
    (!wide.kind || wide.kind === narrow.kind) &&
    (!wide.group || wide.group === narrow.group) &&
    (!wide.version || wide.version === narrow.version)
  );
}

const ranks = kindRanks(kindsFirst, kindsLast);

function byRank(a: Gvk, b: Gvk): number {
  const rank = (ranks.get(a.kind ?? "") ?? 0) - (ranks.get(b.kind ?? "") ?? 0);
  if (rank !== 0) return rank;
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function sortKey({ group, version, kind }: Gvk): string {
  return `${group || "~G"}_${version || "~V"}_${kind || "~K"}`;
}
