/** Plans how files are pinned; docs/specification/lock.md 5. Nothing is written here. */
import { isPinned, parseCatalogReference } from "../catalog/index.ts";
import { groupBy } from "../collections.ts";
import { type Diagnostic, diagnosticsOf, failure, KrmError } from "../diagnostics.ts";
import { fileReference, isExactVersion, type Lock, type Reference, type Use } from "../lock/index.ts";
import { shownAddress } from "../sources/index.ts";
import { movingPrograms, pinPrograms } from "./catalog-programs.ts";
import { BYTE_ORDER_MARK, type PinFile } from "./collect.ts";
import { type Change, type Edit, FileTexts, hasSameContent, mayHaveComments, spliced } from "./edits.ts";
import { hasDigest, isPinnedFile, isPinnedRepository } from "./fixed-references.ts";
import type { Place } from "./places.ts";
import { chartOf, keyOf, type Resolved, resolve } from "./resolution.ts";
import type { Resolver } from "./resolver.ts";

export interface PlannedFile {
  readonly file: PinFile;
  readonly text: string;
  /** The edits of references, in the text without its byte order mark, from first to last. Digests beside programs are no edits. */
  readonly edits: readonly Edit[];
}

export interface PinPlan {
  /** The files that change. */
  readonly files: readonly PlannedFile[];
  /** The entries that the lock has to hold. */
  readonly uses: readonly Use[];
  /** References of the lock that nothing names any more. */
  readonly replaced: readonly Reference[];
  /** References that move and cannot be edited in place. */
  readonly unpinned: readonly Diagnostic[];
}

/** Reports references that move, without asking anyone. @param lock the lock as it is; it fixes files and charts */
export function movingReferences(files: readonly PinFile[], lock: Lock): readonly Diagnostic[] {
  const known = new Set(lock.map(keyOf));
  const places = files.flatMap(({ found }) => found.places.filter((place) => moves(place, known)));
  const all = [...places.map((place) => moving(place, "")), ...files.flatMap(movingPrograms)];
  const equal = groupBy(all, ({ file, line, column, message }) => `${file}:${line}:${column}:${message}`);
  return [...equal.values()].map(([first]) => first);
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
  const planned = new Map<string, PlannedFile>();
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
  if (problems.length > 0) {
    for (const file of files) {
      const found = (await pinPrograms(file, withMark(file, file.text), resolver)).problems;
      // The images of the catalog were asked for above.
      problems.push(...found.filter(({ message }) => !problems.some((one) => one.message === message)));
    }
    throw new KrmError(problems);
  }
  for (const { file, found } of resolvedFiles) {
    const plan = planFile(
      file,
      found.flatMap(({ change }) => change ?? []),
    );
    // An image of a catalog can also get its digest beside it.
    if (file.catalog === undefined) unpinned.push(...plan.unpinned);
    const made = new Set(plan.changes);
    for (const one of found) if (one.change !== undefined && made.has(one.change)) use(one);
    if (plan.edits.length === 0) continue;
    // A kustomization that is a base and lists configs, too, was read for both.
    const other = planned.get(file.path);
    if (other !== undefined && other.text !== plan.text) throw unsafe(file, "it is read in two ways");
    planned.set(file.path, { file, text: plan.text, edits: plan.edits });
  }
  for (const file of files) {
    if (file.catalog === undefined) continue;
    const { text = withMark(file, file.text), edits = [] } = planned.get(file.path) ?? {};
    const pinned = await pinPrograms(file, text, resolver);
    problems.push(...pinned.problems);
    unpinned.push(...pinned.unpinned);
    if (pinned.text !== text) planned.set(file.path, { file, text: pinned.text, edits });
  }
  if (problems.length > 0) throw new KrmError(problems);
  return { files: [...planned.values()], uses: [...uses.values()], replaced: [...replaced.values()], unpinned };
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
  for (const hasComments of [mayHaveComments(file.path), false]) {
    const edits = texts.edits(changes, hasComments);
    const text = spliced(file.text, edits);
    if (isSound(file, text, changes)) return { edits, text: withMark(file, text), unpinned, changes };
  }
  throw unsafe(file, "it would say something else than the new references");
}

function unsafe({ display }: PinFile, why: string): Error {
  return failure("pin-unsafe", `the file is not edited: ${why}`, {
    file: display,
    hint: "Pin its references by hand.",
  });
}

/** Reads the new text again: the same file with new references. */
function isSound(file: PinFile, text: string, changes: readonly Change[]): boolean {
  try {
    const { documents, found } = file.read(text);
    new FileTexts(text, file.display, found);
    if (!hasSameContent(file.documents, documents, file.found, changes)) return false;
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
