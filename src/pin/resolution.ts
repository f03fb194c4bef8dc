/** Resolves references: what they are today, and how they are written then; docs/specification/lock.md 5.3. */
import { isPinned, parseCatalogReference, sha256Of } from "../catalog/index.ts";
import { getOrInsert } from "../collections.ts";
import { failure, KrmError } from "../diagnostics.ts";
import {
  chartReference,
  fileReference,
  gitReference,
  isExactVersion,
  type Reference,
  type Use,
} from "../lock/index.ts";
import { parseObjects } from "../resource/index.ts";
import { parseGitReference, shownAddress } from "../sources/index.ts";
import { decodeText } from "../yaml/index.ts";
import type { Change, Edit } from "./edits.ts";
import { commitEdit, digestEdit, hasDigest, isPinnedRepository, likelyKinds } from "./fixed-references.ts";
import type { Place } from "./places.ts";
import type { Resolver } from "./resolver.ts";

/** A reference that is resolved. */
export interface Resolved {
  readonly change?: Change;
  readonly use?: Use | undefined;
  readonly replaced?: Reference;
}

/** Asks for each reference once; each place gets its own change. */
export async function resolve(
  place: Place,
  known: ReadonlyMap<string, Use>,
  resolver: Resolver,
  asked: Map<string, Promise<unknown>>,
): Promise<Resolved | undefined> {
  const once = <T>(key: string, work: () => Promise<T>) => getOrInsert(asked, key, work) as Promise<T>;
  const { kind, reference } = place;
  if (kind === "chart") return resolveChart(place, known, resolver, once);
  if (kind === "image") {
    if (hasDigest(reference)) return undefined;
    const digest = await once(`image ${reference}`, () => resolver.imageDigest(reference));
    return { change: atDigest(place, digest) };
  }
  if (kind === "catalog") return resolveCatalog(place, resolver, once);
  if (kind === "git" || (kind === "resource" && isPinnedRepository(reference)))
    return resolveRepository(place, resolver, once);
  const inLock = known.get(keyOf(fileReference(reference)));
  if (inLock !== undefined) return { use: inLock };
  if (kind === "file") return { use: (await fileUse(reference, resolver, once)).use };
  return resolveResource(place, resolver, once);
}

type Once = <T>(key: string, work: () => Promise<T>) => Promise<T>;

async function resolveRepository(place: Place, resolver: Resolver, once: Once): Promise<Resolved> {
  const { reference } = place;
  const url = parseGitReference(reference);
  if (url === undefined) throw new TypeError("an address of a repository");
  if (isPinnedRepository(reference)) return { use: { ...gitReference(url), digest: (url.ref ?? "").toLowerCase() } };
  const commit = await once(`git ${reference}`, () => resolver.gitCommit(reference));
  return {
    change: atCommit(place, commit),
    use: { ...gitReference({ ...url, ref: commit }), digest: commit },
    replaced: gitReference(url),
  };
}

async function resolveResource(place: Place, resolver: Resolver, once: Once): Promise<Resolved> {
  const [first, second] = likelyKinds(place.reference);
  const as = async (kind: "git" | "file" | undefined): Promise<Resolved> => {
    if (kind === "git") return resolveRepository(place, resolver, once);
    const { use, bytes } = await fileUse(place.reference, resolver, once);
    // The page of a repository in a browser is a file, too.
    if (second !== undefined) parseObjects(decodeText(bytes), place.location.file);
    return { use };
  };
  try {
    return await as(first);
  } catch (thrown) {
    if (second === undefined || !(thrown instanceof KrmError)) throw thrown;
    return as(second).catch(() => Promise.reject(thrown));
  }
}

async function fileUse(address: string, resolver: Resolver, once: Once): Promise<{ use: Use; bytes: Uint8Array }> {
  const reference = fileReference(address);
  const { digest, bytes } = await once(`file ${address}`, () => resolver.file(address));
  return { use: { ...reference, digest: `sha256:${digest}` }, bytes };
}

/** A catalog is no base: the lock of bases does not hold it, and it is fetched by the rules of catalogs. */
async function resolveCatalog(place: Place, resolver: Resolver, once: Once): Promise<Resolved | undefined> {
  const { reference } = place;
  const catalog = parseCatalogReference(reference);
  if (isPinned(catalog)) return undefined;
  const { bytes, resolved } = await once(`catalog ${reference}`, () => resolver.catalog(catalog));
  if (catalog.kind === "git" && resolved !== undefined) return { change: atCommit(place, resolved) };
  if (catalog.kind === "oci" && resolved !== undefined) return { change: atDigest(place, resolved) };
  const end = reference.length;
  return { change: at(place, { start: end, end, text: `#sha256=${sha256Of(bytes)}` }, "") };
}

async function resolveChart(
  place: Place,
  known: ReadonlyMap<string, Use>,
  resolver: Resolver,
  once: Once,
): Promise<Resolved> {
  const { chart, reference } = place;
  if (chart === undefined) throw new TypeError("a chart has its place");
  const isExact = isExactVersion(reference);
  const inLock = isExact ? known.get(keyOf(chartOf(place, reference))) : undefined;
  if (inLock !== undefined) return { use: inLock };
  const { repo, name, devel } = chart;
  const wanted = { repo, name, version: reference, devel };
  const { version, digest } = await once(JSON.stringify(wanted), () => resolver.chartVersion(wanted));
  if (isExact) return { use: { ...chartOf(place, reference), digest } };
  if (!isExactVersion(version))
    throw failure("pin-unsafe", `the chart ${name} says that its version is ${JSON.stringify(version)}`);
  return {
    change: { place, edit: { start: 0, end: place.node?.value.length ?? 0, text: version }, oldName: reference },
    use: { ...chartOf(place, version), digest },
    replaced: chartOf(place, reference),
  };
}

/** The reference stands at the end of its scalar: a key may be in front. */
function at(place: Place, { start, end, text }: Edit, oldName: string): Change {
  const shift = (place.node?.value.length ?? 0) - place.reference.length;
  return { place, edit: { start: start + shift, end: end + shift, text }, oldName };
}

/** The name of an image or an artifact with a digest in place of its tag. */
function atDigest(place: Place, digest: string): Change {
  const { edit, tag } = digestEdit(place.reference, digest);
  return at(place, edit, tag);
}

/** The reference to a repository with a commit in place of its ref. @throws KrmError `pin-unsafe` */
function atCommit(place: Place, commit: string): Change {
  const { reference } = place;
  const edit = commitEdit(reference, commit);
  if (edit !== undefined) return at(place, edit, parseGitReference(reference)?.ref ?? "HEAD");
  throw failure("pin-unsafe", `the query of ${shownAddress(reference)} cannot be read`, {
    hint: "Write it as ?ref=NAME.",
  });
}

export function chartOf({ chart }: Place, version: string): Reference {
  if (chart === undefined) throw new TypeError("a chart has its place");
  return chartReference({ ...chart, version, devel: chart.devel });
}

export function keyOf({ kind, ref }: Reference): string {
  return `${kind}\0${ref}`;
}
