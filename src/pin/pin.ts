/** Plans how files are pinned; docs/specification/lock.md 5. Nothing is written here. */
import { isPinned, parseCatalogReference } from "../catalog/index.ts";
import { type Diagnostic, diagnosticsOf, failure, KrmError } from "../diagnostics.ts";
import { chartReference, fileReference, gitReference, type Lock, type Reference, type Use } from "../lock/index.ts";
import { parseObjects } from "../resource/index.ts";
import { parseGitReference, shownAddress } from "../sources/index.ts";
import { decodeText } from "../yaml/index.ts";
import { BYTE_ORDER_MARK, type PinFile } from "./collect.ts";
import { type Change, type Edit, FileTexts, mayHaveComments, saysTheSame, spliced } from "./edits.ts";
import type { Place } from "./places.ts";
import {
  commitEdit,
  digestEdit,
  hasDigest,
  isExactVersion,
  isPinnedFile,
  isPinnedRepository,
  likelyKinds,
} from "./references.ts";
import type { Resolver } from "./resolver.ts";

export interface PlannedFile {
  readonly file: PinFile;
  readonly text: string;
  /** The edits of the text without its byte order mark, from first to last. */
  readonly edits: readonly Edit[];
}

export interface PinPlan {
  /** The files that change. */
  readonly files: readonly PlannedFile[];
  /** What the lock has to hold. */
  readonly uses: readonly Use[];
  /** References of the lock that nothing names any more. */
  readonly replaced: readonly Reference[];
  /** References that move and cannot be edited in place. */
  readonly unpinned: readonly Diagnostic[];
}

/** What moves, without asking anyone. @param lock the lock as it is; it fixes files and charts */
export function movingReferences(files: readonly PinFile[], lock: Lock): readonly Diagnostic[] {
  const known = new Set(lock.map(keyOf));
  const places = files.flatMap(({ found }) => found.places.filter((place) => moves(place, known)));
  const seen = new Set<string>();
  return places.flatMap((place) => {
    const { file, line, column } = place.location;
    const one = moving(place, "");
    const key = `${file}:${line}:${column}:${one.message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [one];
  });
}

function moves(place: Place, known: ReadonlySet<string>): boolean {
  const { kind, reference } = place;
  if (kind === "chart") return !isExactVersion(reference) || !known.has(keyOf(chartOf(place, reference)));
  if (kind === "image") return !hasDigest(reference);
  if (kind === "git") return !isPinnedRepository(reference);
  if (kind === "catalog") return !isPinned(parseCatalogReference(reference));
  if (kind === "resource" && isPinnedRepository(reference)) return false;
  return !isPinnedFile(reference) && !known.has(keyOf(fileReference(reference)));
}

function moving(place: Place, why: string): Diagnostic {
  const { kind, reference, chart, location } = place;
  const shown = shownAddress(reference);
  const what: Readonly<Record<Place["kind"], string>> = {
    git: `the repository ${shown} is not named by a commit`,
    resource: `${shown} is named neither by a commit nor in the lock`,
    file: `the file ${shown} is not in the lock`,
    image: `the image ${shown} is not named by a digest`,
    catalog: `the catalog ${shown} is not named by a commit or a digest`,
    chart: isExactVersion(reference)
      ? `the chart ${chart?.name} ${reference} is not in the lock`
      : `the chart ${chart?.name} has ${reference === "" ? "no version" : `the range ${reference}`}`,
  };
  return {
    code: "moving-reference",
    severity: "warning",
    message: `${what[kind]}${why === "" ? "" : `, and cannot be edited: ${why}`}`,
    ...location,
    hint: why === "" ? "Run `krm-render pin`." : "Write it out on one line, and run the command again.",
  };
}

function chartOf({ chart }: Place, version: string): Reference {
  if (chart === undefined) throw new TypeError("a chart has its place");
  return chartReference({ ...chart, version, devel: chart.devel });
}

function keyOf({ kind, ref }: Reference): string {
  return `${kind}\0${ref}`;
}

/** A reference that is resolved. */
interface Resolved {
  readonly change?: Change;
  readonly use?: Use | undefined;
  readonly replaced?: Reference;
}

/**
 * Resolves everything that moves, and makes the new texts.
 * @throws KrmError with all references that cannot be resolved; `pin-unreadable`, `pin-unsafe`
 */
export async function planPins(files: readonly PinFile[], lock: Lock, resolver: Resolver): Promise<PinPlan> {
  const known = new Map(lock.map((entry) => [keyOf(entry), entry]));
  const asked = new Map<string, Promise<Resolved | undefined>>();
  const unpinned: Diagnostic[] = [];
  const problems: Diagnostic[] = [];
  const uses = new Map<string, Use>();
  const replaced = new Map<string, Reference>();
  const planned: PlannedFile[] = [];
  const resolvedFiles: { readonly file: PinFile; readonly found: readonly Resolved[] }[] = [];

  const use = ({ use: used, replaced: old }: Resolved): void => {
    if (used !== undefined) uses.set(keyOf(used), used);
    if (old !== undefined) replaced.set(keyOf(old), old);
  };
  for (const file of files) {
    const found: Resolved[] = [];
    for (const place of file.found.places) {
      try {
        const resolved = await resolve(place, known, resolver, asked);
        if (resolved?.change === undefined) use(resolved ?? {});
        else found.push(resolved);
      } catch (thrown) {
        problems.push(...diagnosticsOf(thrown).map((one) => ({ ...place.location, ...one })));
      }
    }
    if (found.length > 0) resolvedFiles.push({ file, found });
  }
  if (problems.length > 0) throw new KrmError(problems);
  for (const { file, found } of resolvedFiles) {
    const plan = planFile(
      file,
      found.flatMap(({ change }) => change ?? []),
    );
    unpinned.push(...plan.unpinned);
    for (const one of found) if (one.change !== undefined && plan.changes.includes(one.change)) use(one);
    if (plan.edits.length > 0) planned.push({ file, text: plan.text, edits: plan.edits });
  }
  return { files: planned, uses: [...uses.values()], replaced: [...replaced.values()], unpinned };
}

function planFile(file: PinFile, all: readonly Change[]) {
  const texts = new FileTexts(file.text, file.display, file.found);
  const edited = new Set(all.flatMap(({ place }) => (place.isAlias || !place.node ? [] : [place.node.offset])));
  const unpinned: Diagnostic[] = [];
  const changes = all.filter((change) => {
    const { place } = change;
    // The alias follows the scalar that it stands for.
    if (place.isAlias && place.node !== undefined && edited.has(place.node.offset)) return false;
    const refusal = texts.refusal(change);
    if (refusal !== undefined) unpinned.push(moving(place, refusal));
    return refusal === undefined;
  });
  const wanted = [mayHaveComments(file.path), false];
  for (const hasComments of wanted) {
    const edits = texts.edits(changes, hasComments);
    const text = spliced(file.text, edits);
    if (isSound(file, text, changes)) return { edits, text: withMark(file, text), unpinned, changes };
  }
  throw failure("pin-unsafe", "the file is not edited: it would say something else than the new references", {
    file: file.display,
    hint: "Pin its references by hand.",
  });
}

/** Reads the new text again: the same file with new references. */
function isSound(file: PinFile, text: string, changes: readonly Change[]): boolean {
  try {
    const { documents, found } = file.read(text);
    new FileTexts(text, file.display, found);
    if (!saysTheSame(file.documents, documents, file.found, changes)) return false;
    const byNode = new Map(changes.map((change) => [change.place.node ?? change.place.chart?.entry, change]));
    return (
      found.places.length === file.found.places.length &&
      found.places.every((place, index) => {
        const before = file.found.places[index] as Place;
        const change = byNode.get(before.node ?? before.chart?.entry);
        if (change === undefined) return true;
        const whole = before.node?.value ?? "";
        return (
          (place.node?.value ?? "") ===
          spliced(whole, before.node ? [change.edit] : [{ ...change.edit, start: 0, end: 0 }])
        );
      })
    );
  } catch (thrown) {
    if (thrown instanceof KrmError) return false;
    throw thrown;
  }
}

function withMark({ bytes }: PinFile, text: string): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? BYTE_ORDER_MARK + text : text;
}

/** Asks for each reference once; each place gets its own change. */
async function resolve(
  place: Place,
  known: ReadonlyMap<string, Use>,
  resolver: Resolver,
  asked: Map<string, Promise<unknown>>,
): Promise<Resolved | undefined> {
  const once = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const found = asked.get(key) as Promise<T> | undefined;
    if (found !== undefined) return found;
    const made = work();
    asked.set(key, made);
    return made;
  };
  const { kind, reference } = place;
  if (kind === "chart")
    return resolveChart(place, known, (wanted) => once(JSON.stringify(wanted), () => resolver.chartVersion(wanted)));
  if (kind === "image") {
    if (hasDigest(reference)) return undefined;
    const { edit, tag } = digestEdit(
      reference,
      await once(`image ${reference}`, () => resolver.imageDigest(reference)),
    );
    return { change: at(place, edit, tag) };
  }
  if (kind === "catalog") return resolveCatalog(place, resolver, once);
  if (kind === "git") return resolveRepository(place, resolver, once);
  if (kind === "resource" && isPinnedRepository(reference)) return resolveRepository(place, resolver, once);
  const inLock = known.get(keyOf(fileReference(reference)));
  if (inLock !== undefined) return { use: inLock };
  if (kind === "file") return { use: await fileUse(reference, resolver, once) };
  return resolveResource(place, resolver, once);
}

type Once = <T>(key: string, work: () => Promise<T>) => Promise<T>;

async function resolveRepository(place: Place, resolver: Resolver, once: Once): Promise<Resolved> {
  const { reference } = place;
  const url = parseGitReference(reference);
  if (url === undefined) throw new TypeError("an address of a repository");
  if (isPinnedRepository(reference)) return { use: { ...gitReference(url), digest: (url.ref ?? "").toLowerCase() } };
  const commit = await once(`git ${reference}`, () => resolver.gitCommit(reference));
  const edit = commitEdit(reference, commit);
  if (edit === undefined) {
    throw failure("pin-unsafe", `the query of ${shownAddress(reference)} cannot be read`, {
      hint: "Write it as ?ref=NAME.",
    });
  }
  return {
    change: at(place, edit, url.ref ?? "HEAD"),
    use: { ...gitReference({ ...url, ref: commit }), digest: commit },
    replaced: gitReference(url),
  };
}

async function resolveResource(place: Place, resolver: Resolver, once: Once): Promise<Resolved> {
  const [first, second] = likelyKinds(place.reference);
  const as = async (kind: "git" | "file" | undefined): Promise<Resolved> => {
    if (kind === "git") return resolveRepository(place, resolver, once);
    const use = await fileUse(place.reference, resolver, once);
    // The page of a repository in a browser is a file, too.
    if (second !== undefined)
      parseObjects(
        decodeText((await once(`file ${place.reference}`, () => resolver.file(place.reference))).bytes),
        place.location.file,
      );
    return { use };
  };
  try {
    return await as(first);
  } catch (thrown) {
    if (second === undefined || !(thrown instanceof KrmError)) throw thrown;
    return as(second).catch(() => Promise.reject(thrown));
  }
}

async function fileUse(address: string, resolver: Resolver, once: Once): Promise<Use> {
  const reference = fileReference(address);
  const { digest } = await once(`file ${address}`, () => resolver.file(address));
  return { ...reference, digest: `sha256:${digest}` };
}

async function resolveCatalog(place: Place, resolver: Resolver, once: Once): Promise<Resolved | undefined> {
  const { reference } = place;
  const catalog = parseCatalogReference(reference);
  if (isPinned(catalog)) return undefined;
  if (catalog.kind === "oci") {
    const name = reference.slice("oci://".length);
    const { edit, tag } = digestEdit(reference, await once(`artifact ${name}`, () => resolver.artifactDigest(name)));
    return { change: at(place, edit, tag) };
  }
  if (catalog.kind === "git") {
    // A catalog is no base, so the lock of bases does not hold it.
    const { change } = await resolveRepository(place, resolver, once);
    return change && { change };
  }
  const { digest } = await once(`file ${reference}`, () => resolver.file(reference));
  const end = reference.length;
  return { change: at(place, { start: end, end, text: `#sha256=${digest}` }, "") };
}

async function resolveChart(
  place: Place,
  known: ReadonlyMap<string, Use>,
  ask: (chart: Parameters<Resolver["chartVersion"]>[0]) => ReturnType<Resolver["chartVersion"]>,
): Promise<Resolved> {
  const { chart, reference } = place;
  if (chart === undefined) throw new TypeError("a chart has its place");
  const isExact = isExactVersion(reference);
  const inLock = isExact ? known.get(keyOf(chartOf(place, reference))) : undefined;
  if (inLock !== undefined) return { use: inLock };
  const { repo, name, devel } = chart;
  const { version, digest } = await ask({ repo, name, version: reference, devel });
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
