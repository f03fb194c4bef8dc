/** Finds the catalog entry that implements a function; docs/specification/catalogs.md 4. */
import { type Diagnostic, failure, type Location } from "../diagnostics.ts";
import { type Catalog, type CatalogEntry, entryFor, type FunctionId } from "./catalog.ts";
import { changedEntry, compareEntries } from "./comparison.ts";
import { type CatalogReference, distinctReferences, shownReference } from "./reference.ts";
import type { CatalogPorts, CatalogSearch, LoadedCatalog } from "./search-input.ts";
import { coreGroup, notFound, type Searched, unpinned } from "./search-problems.ts";
import { digestDiffers, type Grant, grantFor, isFixed, trustOf } from "./trust.ts";
import type { TrustLine } from "./trust-lines.ts";

/** A trusted catalog that a search has reached. */
interface Reached {
  readonly catalog: Catalog;
  readonly reference: CatalogReference;
  readonly grant: Grant;
}

export interface FoundFunction extends Reached {
  readonly entry: CatalogEntry;
}

/**
 * Finds the entry for a function: in the referenced catalogs that are trusted, in their order, then in the default ones. Catalogs
 * after the first match are not loaded. The built-in catalog, which would be searched first, has no functions yet.
 * @param location the config of the function
 * @throws KrmError `catalog-core-group`, `catalog-function-unknown`, `catalog-untrusted`, `catalog-digest`,
 *   `catalog-unpinned`, `catalog-entry-changed`, and the errors of loading a catalog that the search reaches
 */
export async function findFunction(
  id: FunctionId,
  search: CatalogSearch,
  ports: CatalogPorts,
  location?: Location,
): Promise<FoundFunction> {
  if (id.group === "") throw coreGroup(id, location);
  const searched: Searched = { reached: [], untrusted: [] };
  let found: FoundFunction | undefined;
  for await (const reached of trustedCatalogs(search, ports, searched)) {
    const entry = found === undefined ? entryFor(reached.catalog, id) : undefined;
    if (entry === undefined) continue;
    await requireUnchanged(entry, reached, ports);
    found = { entry, ...reached };
    if (search.failOnUnavailable !== true) break;
  }
  if (found === undefined) throw notFound(id, search, searched, location);
  return found;
}

/**
 * The first entry of the trusted catalogs for which `accepts` holds, by the rules of {@link findFunction}. For configs whose
 * kind says nothing, such as a ConfigMap that names an image.
 */
export async function findEntry(
  accepts: (entry: CatalogEntry) => boolean,
  search: CatalogSearch,
  ports: CatalogPorts,
): Promise<FoundFunction | undefined> {
  for await (const reached of trustedCatalogs(search, ports, { reached: [], untrusted: [] })) {
    const entry = reached.catalog.entries.find((each) => entryFor(reached.catalog, each) === each && accepts(each));
    if (entry === undefined) continue;
    await requireUnchanged(entry, reached, ports);
    return { entry, ...reached };
  }
  return undefined;
}

/** Loads the trusted catalogs one after the other, as far as they are asked for. @param searched receives what was seen */
async function* trustedCatalogs(
  search: CatalogSearch,
  ports: CatalogPorts,
  searched: Searched,
): AsyncGenerator<Reached> {
  const trusted = [...search.trusted, ...search.defaults];
  const defaults = search.defaults.filter(({ isPrefix }) => !isPrefix).map(({ reference }) => reference);
  for (const reference of distinctReferences([...search.references, ...defaults])) {
    ports.check?.();
    const grants = trustOf(reference, undefined, trusted);
    const loaded = grants.length > 0 ? await ports.load(reference) : await localContent(reference, trusted, ports);
    const allowed = grants.length > 0 || loaded === undefined ? grants : trustOf(reference, loaded.sha256, trusted);
    if (loaded === undefined || allowed.length === 0) {
      searched.untrusted.push({ reference, sha256: loaded?.sha256 });
      continue;
    }
    const grant = await accepted(reference, loaded, allowed, ports);
    if (!isFixed(grant.line)) {
      const problem = unpinned(reference, grant.line, loaded.sha256, search.requirePinned === true);
      if (search.requirePinned === true) throw failure(problem.code, problem.message, problem);
      ports.warn(problem);
    }
    const reached: Reached = { catalog: loaded.catalog(), reference, grant };
    searched.reached.push(reached);
    yield reached;
  }
}

/** The content of a local file that may be trusted by its digest. Nothing is fetched to find out a digest. */
async function localContent(
  reference: CatalogReference,
  trusted: readonly TrustLine[],
  ports: CatalogPorts,
): Promise<LoadedCatalog | undefined> {
  if (reference.kind !== "path") return undefined;
  if (!trusted.some((line) => line.reference.sha256 !== undefined)) return undefined;
  try {
    return await ports.load(reference);
  } catch {
    // A file that cannot be read is not trusted. It is listed as such if the function is not found elsewhere.
    return undefined;
  }
}

/** @throws KrmError `catalog-digest`, and those of a signature that is demanded and not there */
async function accepted(
  reference: CatalogReference,
  loaded: LoadedCatalog,
  grants: readonly Grant[],
  ports: CatalogPorts,
): Promise<Grant> {
  const grant = grantFor(grants, loaded.sha256);
  if (grant === undefined) throw digestDiffers(reference, grants, loaded.sha256);
  const { signature } = grant.line;
  if (signature === undefined) return grant;
  if (ports.verify === undefined) {
    const message = `the signature of ${shownReference(reference)} cannot be checked here`;
    const hint = "Trust it by its digest instead: `#sha256=`.";
    throw failure("catalog-signature", message, { ...reference.location, hint });
  }
  await ports.verify(reference, loaded, signature);
  return grant;
}

/**
 * A path that is trusted without a digest is trusted as the base revision has it: an entry must be the same there;
 * docs/specification/catalogs.md 3.6.
 */
async function requireUnchanged(entry: CatalogEntry, reached: Reached, ports: CatalogPorts): Promise<void> {
  const { reference, grant } = reached;
  if (ports.baseline === undefined || reference.kind !== "path" || grant.line.reference.sha256 !== undefined) return;
  const base = await ports.baseline(reference);
  const before = base === undefined ? undefined : entryFor(base, entry);
  const fields = compareEntries(before, entry);
  // Without an entry in base nothing is trusted, whatever it contains.
  if (before === undefined || fields.length > 0)
    throw changedEntry(entry, before === undefined, fields, reference, reached.catalog.sha256);
}

/**
 * A notice for each reference that no function needed, and that is not trusted: nobody looked at it.
 * @param references those of a layer in which no function was searched for in a catalog
 */
export function unusedReferences(
  references: readonly CatalogReference[],
  trusted: readonly TrustLine[],
): readonly Diagnostic[] {
  const untrusted = references.filter((reference) => trustOf(reference, undefined, trusted).length === 0);
  return untrusted.map((reference) => ({
    code: "catalog-unused",
    severity: "notice",
    message: `the catalog ${shownReference(reference)} is not trusted; no function needs it`,
    ...reference.location,
  }));
}
