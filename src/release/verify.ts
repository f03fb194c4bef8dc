/** Verifies a release without any other machine; docs/specification/releases.md 6. */
import { readFileSync, statSync } from "node:fs";
import { type Diagnostic, diagnosticsOf, failure, KrmError } from "../diagnostics.ts";
import { LOCK_FILE_NAME, parseWholeLock, printLock, type WholeLock } from "../lock/index.ts";
import { reasonOf } from "../render/index.ts";
import { compareBytewise } from "../text/index.ts";
import {
  archiveName,
  idOf,
  manifestPath,
  RELEASE_FILE,
  type ReleaseDocument,
  type ReleasedTarget,
  SUMS_FILE,
} from "./format.ts";
import { timeText } from "./make-release.ts";
import { quoted } from "./paths.ts";
import { type ReadArchive, type ReadFile, readArchive } from "./read-archive.ts";
import { readRelease } from "./read-release.ts";
import { checkStatement, type StatedArchive } from "./read-statement.ts";
import { parseSums } from "./sums.ts";

export interface Expectations {
  /** The path of a statement about the archive. */
  readonly statement?: string | undefined;
  readonly repository?: string | undefined;
  /** The id of a commit, or its beginning. */
  readonly commit?: string | undefined;
}

export interface Verified {
  readonly release: ReleaseDocument;
  /** The digest of the archive, in lower-case hexadecimal. */
  readonly sha256: string;
  /** The files beside the archive were compared with it. */
  readonly comparedWith: readonly string[];
}

const MAX_SHOWN = 10;
/** A line with a digest and a name. */
const MAX_SUM_BYTES = 4096;

/**
 * @param path of the archive
 * @param shownAs the name of a file in messages
 * @throws KrmError all that does not fit together, each as `release-archive`, `release-digest`, `release-content` or
 *   `release-mismatch`; `unreadable`
 */
export async function verifyRelease(
  path: string,
  expected: Expectations,
  shownAs: (path: string) => string,
): Promise<Verified> {
  const file = shownAs(path);
  const archive = await readArchive(path, file);
  const problems: Diagnostic[] = [];
  const report: Report = (message, code = "release-content") =>
    void problems.push({ code, severity: "error", message, file });
  checkSums(archive, report);
  const release = releaseIn(archive, report);
  if (release !== undefined) {
    checkTargets(release, archive, report);
    checkLock(release, archive, report);
    if (timeText(archive.seconds) !== release.created) {
      report(`its entries have the time ${timeText(archive.seconds)}, and ${RELEASE_FILE} says ${release.created}`);
    }
    checkExpected(release, expected, report);
  }
  const comparedWith: string[] = [];
  const beside = `${path}.sha256`;
  const sum = readSum(beside);
  const about = { sha256: archive.sha256, release, name: release && archiveName(release) };
  if (sum !== undefined) {
    comparedWith.push(beside);
    checkSum(sum, shownAs(beside), about, report);
  }
  if (expected.statement !== undefined) {
    comparedWith.push(expected.statement);
    problems.push(...checkStatement(expected.statement, shownAs(expected.statement), about));
  }
  if (problems.length > MAX_SHOWN) {
    report(`and ${problems.splice(MAX_SHOWN).length} more problems`);
  }
  if (problems.length > 0 || release === undefined) throw new KrmError(problems);
  return { release, sha256: archive.sha256, comparedWith };
}

type Report = (message: string, code?: string) => void;

/** Each file has its line in SHA256SUMS, and each line its file. */
function checkSums({ files }: ReadArchive, report: Report): void {
  const content = files.get(SUMS_FILE)?.content;
  if (content === undefined) return report(`it has no ${SUMS_FILE}`);
  const sums = parseSums(content.toString());
  if (sums === undefined) return report(`its ${SUMS_FILE} is not written as sha256sum writes it`);
  for (const [path, { sha256 }] of files) {
    if (path === SUMS_FILE) continue;
    const sum = sums.get(path);
    if (sum === undefined) report(`its entry ${quoted(path)} is not in ${SUMS_FILE}`);
    else if (sum !== sha256)
      report(`its entry ${quoted(path)} does not have the digest of ${SUMS_FILE}`, "release-digest");
  }
  for (const path of sums.keys()) {
    if (!files.has(path)) report(`it has no entry ${quoted(path)}, which ${SUMS_FILE} lists`);
  }
  if (!isSorted([...sums.keys()])) report(`the lines of its ${SUMS_FILE} are not in order`);
}

function isSorted(paths: readonly string[]): boolean {
  return paths.every((path, index) => index === 0 || compareBytewise(paths[index - 1] as string, path) <= 0);
}

function releaseIn({ files }: ReadArchive, report: Report): ReleaseDocument | undefined {
  const content = files.get(RELEASE_FILE)?.content;
  const release = content === undefined ? "is missing" : readRelease(content.toString());
  if (typeof release !== "string") return release;
  report(`its ${RELEASE_FILE} ${release}`);
  return undefined;
}

/** Each target has its manifest, and each manifest its target. */
function checkTargets({ targets, secrets }: ReleaseDocument, { files }: ReadArchive, report: Report): void {
  const listed = new Set<string>();
  for (const listing of targets) {
    const { file } = listing;
    const target = `target ${quoted(idOf(listing))}`;
    if (file !== manifestPath(idOf(listing))) report(`its ${target} has the manifest of another one: ${quoted(file)}`);
    if (listed.has(file)) report(`its ${RELEASE_FILE} lists ${target} twice`);
    listed.add(file);
    const found = files.get(file);
    const differs = found === undefined ? "is missing" : differenceOf(found, listing);
    if (differs !== undefined) report(`the manifest of its ${target} ${differs}`, "release-digest");
    if (secrets.withheld && found !== undefined && found.secrets > 0)
      report(`the manifest of its ${target} holds a Secret, and ${RELEASE_FILE} says that it holds none`);
  }
  if (!isSorted(targets.map(idOf))) report(`its ${RELEASE_FILE} does not list its targets in order`);
  for (const path of files.keys()) {
    if (path.endsWith(".yaml") && !listed.has(path)) report(`its entry ${quoted(path)} belongs to no target`);
  }
  const names = new Set(targets.map(idOf));
  const odd = secrets.objects.find(({ target }) => !names.has(target));
  if (odd !== undefined) report(`it withholds an object of ${quoted(odd.target)}, which is no target of it`);
  if (!secrets.withheld && secrets.objects.length > 0) report("it lists withheld objects, and withholds none");
}

function differenceOf(found: ReadFile, listed: ReleasedTarget): string | undefined {
  if (found.sha256 !== listed.sha256) return `does not have the digest that ${RELEASE_FILE} gives`;
  if (found.bytes !== listed.bytes) return `does not have the size that ${RELEASE_FILE} gives`;
  return found.documents === listed.objects
    ? undefined
    : `holds ${found.documents} objects, and ${RELEASE_FILE} says ${listed.objects}`;
}

function checkLock(release: ReleaseDocument, { files }: ReadArchive, report: Report): void {
  const found = files.get(LOCK_FILE_NAME);
  if (found?.content === undefined) return report(`it has no ${LOCK_FILE_NAME}`);
  if (found.sha256 !== release.lock.sha256) {
    report(`its ${LOCK_FILE_NAME} does not have the digest that ${RELEASE_FILE} gives`, "release-digest");
  }
  const text = found.content.toString();
  let lock: WholeLock;
  let printed: string;
  try {
    lock = parseWholeLock(text, LOCK_FILE_NAME);
    printed = printLock(lock.entries, lock.commits);
  } catch (thrown) {
    const [problem] = diagnosticsOf(thrown);
    return report(`its ${LOCK_FILE_NAME} cannot be read: ${problem?.message ?? ""}`);
  }
  if (printed !== text) {
    report(`its ${LOCK_FILE_NAME} is not written as a release has it`);
  }
  const { repository, commit, modified } = release;
  const commits = repository === null || modified ? [] : [{ repository, commit }];
  if (JSON.stringify(lock.commits) !== JSON.stringify(commits)) {
    report(`its ${LOCK_FILE_NAME} is that of another commit than ${RELEASE_FILE} says`);
  }
  const targets = new Set(release.targets.flatMap((target) => [idOf(target), target.path]));
  const odd = lock.entries.flatMap(({ usedBy }) => usedBy).find((target) => !targets.has(target));
  if (odd !== undefined) report(`its ${LOCK_FILE_NAME} names the target ${quoted(odd)}, which is no target of it`);
}

function checkExpected(release: ReleaseDocument, { repository, commit }: Expectations, report: Report): void {
  if (repository !== undefined && release.repository !== repository) {
    report(`it is a release of ${release.repository ?? "no repository"}, not of ${repository}`, "release-mismatch");
  }
  if (commit !== undefined && !release.commit.startsWith(commit)) {
    report(`it is a release of commit ${release.commit}, not of ${commit}`, "release-mismatch");
  }
  if (commit !== undefined && release.modified) {
    report(`its files differed from those of commit ${release.commit} when it was made`, "release-mismatch");
  }
}

/** The file beside an archive holds its digest and its name; a file that was renamed still has the name of the release. */
function checkSum(text: string, file: string, archive: StatedArchive, report: Report): void {
  const [, sha256, name] = /^([0-9a-f]{64}) [ *]([^\r\n]+)\r?\n?$/.exec(text) ?? [];
  if (sha256 === undefined || name === undefined) {
    report(`${file} is not one line of a digest and a name, as sha256sum writes it`);
  } else if (sha256 !== archive.sha256) {
    report(`its digest is sha256:${archive.sha256}, and ${file} has another one`, "release-digest");
  } else if (archive.name !== undefined && name !== archive.name) {
    report(`${file} gives the archive the name ${quoted(name)}, and not ${archive.name}`, "release-mismatch");
  }
}

/** The text of the file beside an archive; undefined if there is no such file. */
function readSum(path: string): string | undefined {
  try {
    const stats = statSync(path);
    // Reading a pipe would block.
    return stats.isFile() && stats.size <= MAX_SUM_BYTES ? readFileSync(path, "utf8") : "";
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const message = `the digest of the archive cannot be read: ${reasonOf(cause)}`;
    throw failure("unreadable", message, { file: path, cause });
  }
}
