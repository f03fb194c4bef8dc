/** A catalog as data; docs/specification/catalogs.md 1. */
import type { Diagnostic, Location } from "../diagnostics.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";

/** The identity of a function: the group, version and kind of its configurations. */
export interface FunctionId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface Catalog {
  /** The file or address in messages. */
  readonly file: string;
  /** The digest of its bytes: 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  readonly name: string | undefined;
  readonly labels: ReadonlyMap<string, string>;
  /** One for each version of each function, in the order of the file. */
  readonly entries: readonly CatalogEntry[];
  /** Warnings and notices: unknown fields, old forms. */
  readonly diagnostics: readonly Diagnostic[];
  /** The documents of the file. */
  readonly documents: readonly Node[];
}

/** One version of a function. */
export interface CatalogEntry extends FunctionId {
  readonly description: string | undefined;
  readonly publisher: string | undefined;
  readonly home: string | undefined;
  readonly license: string | undefined;
  readonly usage: string | undefined;
  readonly examples: readonly string[];
  readonly tags: readonly string[];
  /** The maintainers of the version, else of the function. */
  readonly maintainers: readonly string[];
  /** Undefined if the catalog does not say. */
  readonly idempotent: boolean | undefined;
  /** True if a ConfigMap may be its configuration. */
  readonly acceptsConfigMap: boolean;
  /** The schema of its configurations. */
  readonly schema: MapNode | undefined;
  readonly runtimes: Runtimes;
  /** The entry of `versions`. */
  readonly location: Location;
}

/** The programs of a version, as they are written. Undefined: the catalog names none, or one that this version does not know. */
export interface Runtimes {
  readonly container: ContainerRuntime | undefined;
  readonly exec: ExecRuntime | undefined;
  readonly starlark: StarlarkRuntime | undefined;
}

export interface ContainerRuntime {
  /** The text of the catalog. */
  readonly image: string;
  /** The text of the catalog. */
  readonly sha256: string | undefined;
  readonly requireNetwork: boolean;
  readonly requireStorageMount: boolean;
  readonly envs: readonly string[];
  readonly location: Location;
}

export interface ExecRuntime {
  readonly files: readonly ExecFile[];
  readonly args: readonly string[];
  readonly envs: readonly string[];
  readonly location: Location;
}

export interface ExecFile {
  /** Undefined: it fits any system. */
  readonly os: string | undefined;
  readonly arch: string | undefined;
  /** The name of the program in an archive. */
  readonly bin: string | undefined;
  /** An address, or a path relative to the catalog, as written. It may end in `#sha256=`. */
  readonly uri: string;
  /** The text of the catalog. */
  readonly sha256: string | undefined;
  readonly location: Location;
}

export interface StarlarkRuntime {
  /** An address, or a path relative to the catalog, as written. It may end in `#sha256=`. */
  readonly uri: string;
  /** The text of the catalog. */
  readonly sha256: string | undefined;
  readonly name: string;
  readonly dialect: "kustomize" | "kpt";
  readonly location: Location;
}

/** A function in messages: `Paint of fn.example.com/v1`. */
export function describeFunction(id: FunctionId): string {
  return `${id.kind} of ${apiVersionText(id)}`;
}

export function apiVersionText({ group, version }: FunctionId): string {
  return group === "" ? version : `${group}/${version}`;
}

/** A key that is unique for a function: no part of a valid identity contains blanks. */
function functionKey({ group, version, kind }: FunctionId): string {
  return `${group} ${version} ${kind}`;
}

const indexes = new WeakMap<Catalog, ReadonlyMap<string, CatalogEntry>>();

/** The entry for a function: of several the first one; docs/specification/catalogs.md 4.2. */
export function entryFor(catalog: Catalog, id: FunctionId): CatalogEntry | undefined {
  return entriesByKey(catalog).get(functionKey(id));
}

/** The entries that count, by {@link functionKey}. */
export function entriesByKey(catalog: Catalog): ReadonlyMap<string, CatalogEntry> {
  const known = indexes.get(catalog);
  if (known !== undefined) return known;
  const index = new Map<string, CatalogEntry>();
  for (const entry of catalog.entries) if (!index.has(functionKey(entry))) index.set(functionKey(entry), entry);
  indexes.set(catalog, index);
  return index;
}
