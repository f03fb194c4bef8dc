/** Compares what a bundle holds with what it lists. */
import { createHash } from "node:crypto";
import { type BundledFile, type BundleManifest, MAX_ENTRIES, sizeProblem, tooMany, totalProblem } from "./manifest.ts";
import { BUNDLE_FILE } from "./output-files.ts";
import { pathProblem, quoted } from "./paths.ts";
import { guarded, type Refuse } from "./problems.ts";

/** A file that a bundle holds, before its contents are read. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
}

/** Checks the bounds and the paths of the files that a bundle holds. @returns the list itself */
export function checkFound<T extends FoundFile>(held: readonly T[], refuse: Refuse): T {
  if (held.length >= MAX_ENTRIES) throw refuse(tooMany(held.length));
  const paths = new Set<string>();
  let total = 0;
  for (const { path, bytes } of held) {
    const problem = pathProblem(path) ?? sizeProblem(path, bytes);
    if (problem !== undefined) throw refuse(`the path ${quoted(path)} ${problem}`);
    if (paths.has(path)) throw refuse(`it has the file ${quoted(path)} twice`);
    paths.add(path);
    total += bytes;
  }
  const problem = totalProblem(total);
  if (problem !== undefined) throw refuse(problem);
  const list = held.find(({ path }) => path === BUNDLE_FILE);
  if (list === undefined) throw refuse(`it has no ${BUNDLE_FILE} at its top`);
  return list;
}

/** Checks that a bundle holds the files that it lists, and no others, in their sizes. */
export function checkListed(held: readonly FoundFile[], { files }: BundleManifest, refuse: Refuse): void {
  const sizes = new Map(held.map(({ path, bytes }) => [path, bytes]));
  sizes.delete(BUNDLE_FILE);
  for (const { path, bytes } of files) {
    const found = sizes.get(path);
    if (found === undefined) throw refuse(`the file ${quoted(path)} is missing`);
    if (found !== bytes) throw refuse(wrongSize(path, found, bytes));
    sizes.delete(path);
  }
  const [foreign] = sizes.keys();
  if (foreign !== undefined) throw refuse(`the file ${quoted(foreign)} is not in ${BUNDLE_FILE}`);
}

/** Checks the contents of a file by what was read of it. */
export function checkRead(
  { path, bytes, sha256 }: BundledFile,
  read: { readonly bytes: number; readonly sha256: string },
  refuse: Refuse,
): void {
  if (read.bytes !== bytes) throw refuse(wrongSize(path, read.bytes, bytes));
  if (read.sha256 !== sha256) throw refuse(`the file ${quoted(path)} has another digest than ${BUNDLE_FILE} says`);
}

/** Reads a listed file, and checks its contents again. @throws KrmError also for a path that is not listed */
export function readListed(
  { files }: BundleManifest,
  path: string,
  contentsOf: (file: BundledFile) => Buffer,
  refuse: Refuse,
): Buffer {
  return guarded(refuse, () => {
    const file = files.find((each) => each.path === path);
    if (file === undefined) throw refuse(`the file ${quoted(path)} is missing`);
    const contents = contentsOf(file);
    checkRead(file, { bytes: contents.length, sha256: createHash("sha256").update(contents).digest("hex") }, refuse);
    return contents;
  });
}

function wrongSize(path: string, found: number, listed: number): string {
  return `the file ${quoted(path)} has ${found} bytes, and ${BUNDLE_FILE} says ${listed}`;
}
