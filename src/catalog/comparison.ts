/** Compares two revisions of a catalog: what would run otherwise; docs/specification/catalogs.md 3.6, 3.7. */
import { failure } from "../diagnostics.ts";
import { type Catalog, type CatalogEntry, describeFunction, entriesByKey, type FunctionId } from "./catalog.ts";
import { digitsOf } from "./digest.ts";
import { valueText } from "./node-values.ts";
import { type CatalogReference, shownReference } from "./reference.ts";

/** A field that decides what runs, and how. */
export interface FieldChange {
  /** Such as `runtime.container.image`. */
  readonly field: string;
  /** Undefined: it is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface EntryComparison extends FunctionId {
  readonly state: "equal" | "changed" | "new" | "removed";
  /** Empty for equal entries. */
  readonly fields: readonly FieldChange[];
  /** The entry, in head if it is there. */
  readonly entry: CatalogEntry;
}

/**
 * Compares the entries that count, by group, version and kind: those of head in its order, then the removed ones. Cost is
 * linear.
 */
export function compareCatalogs(base: Catalog | undefined, head: Catalog | undefined): readonly EntryComparison[] {
  const before = base === undefined ? new Map<string, CatalogEntry>() : entriesByKey(base);
  const after = head === undefined ? new Map<string, CatalogEntry>() : entriesByKey(head);
  const result: EntryComparison[] = [];
  for (const [key, entry] of after) {
    const old = before.get(key);
    const fields = compareEntries(old, entry);
    const state = old === undefined ? "new" : fields.length > 0 ? "changed" : "equal";
    result.push({ ...idOf(entry), state, fields, entry });
  }
  for (const [key, entry] of before) {
    if (after.has(key)) continue;
    result.push({ ...idOf(entry), state: "removed", fields: compareEntries(entry, undefined), entry });
  }
  return result;
}

function idOf({ group, version, kind }: FunctionId): FunctionId {
  return { group, version, kind };
}

/**
 * The fields that decide what runs and in which two entries differ: programs, digests, permissions, arguments, and the
 * schema of configurations. Texts for people do not count.
 */
export function compareEntries(
  before: CatalogEntry | undefined,
  after: CatalogEntry | undefined,
): readonly FieldChange[] {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...old.keys(), ...current.keys()]);
  return [...names].flatMap((field) => {
    const change = { field, before: old.get(field), after: current.get(field) };
    return change.before === change.after ? [] : [change];
  });
}

/**
 * The error for a function whose entry is not that of the base revision.
 * @param sha256 the digest of the catalog as it is now
 */
export function changedEntry(
  entry: CatalogEntry,
  isNew: boolean,
  fields: readonly FieldChange[],
  reference: CatalogReference,
  sha256: string,
): Error {
  const what = describeFunction(entry);
  const names = fields.slice(0, MAX_NAMED).map(({ field }) => field);
  const detail = isNew ? "" : `: ${names.join(", ")}${fields.length > MAX_NAMED ? " and others" : ""}`;
  const problem = isNew ? "is new in this pull request" : "changed in this pull request";
  const line = shownReference({ ...reference, sha256 });
  const message = `the catalog entry of ${what} ${problem}${detail}`;
  const hint = `Review it. Then merge the catalog first, or rerun with the trusted catalog \`${line}\`.`;
  return failure("catalog-entry-changed", message, { ...entry.location, hint });
}

/** The most fields that a message names. */
const MAX_NAMED = 5;

const known = new WeakMap<CatalogEntry, ReadonlyMap<string, string>>();

/** The fields that decide what runs, with their texts. Made once for an entry: schemas are large, and many configs may share one. */
function fieldsOf(entry: CatalogEntry | undefined): ReadonlyMap<string, string> {
  if (entry === undefined) return new Map();
  let fields = known.get(entry);
  if (fields === undefined) known.set(entry, (fields = readFields(entry)));
  return fields;
}

function readFields(entry: CatalogEntry): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const put = (prefix: string, values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
      fields.set(prefix + name, typeof value === "string" ? value : JSON.stringify(value));
    }
  };
  const digest = (text: string | undefined): string | undefined =>
    text === undefined ? text : (digitsOf(text) ?? text);
  const { container, exec, starlark } = entry.runtimes;
  if (container !== undefined) {
    const { image, sha256, requireNetwork, requireStorageMount, envs } = container;
    put("runtime.container.", { image, sha256: digest(sha256), requireNetwork, requireStorageMount, envs });
  }
  for (const [index, { os, arch, bin, uri, sha256 }] of (exec?.files ?? []).entries()) {
    put(`runtime.exec.platforms[${index}].`, { os, arch, bin, uri, sha256: digest(sha256) });
  }
  put("runtime.exec.", { args: exec?.args, envs: exec?.envs });
  if (starlark !== undefined) {
    const { uri: url, sha256, name, dialect } = starlark;
    put("runtime.starlark.", { url, sha256: digest(sha256), name: name || undefined, dialect });
  }
  put("", { configMap: entry.acceptsConfigMap, schema: entry.schema && valueText(entry.schema) });
  return fields;
}
