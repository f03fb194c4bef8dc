/** Makes a release of renderings: its files, in memory; docs/specification/releases.md 2. */
import { createHash } from "node:crypto";
import type { RedactionRule } from "../configuration/index.ts";
import { type Diagnostic, failure, KrmError } from "../diagnostics.ts";
import { LOCK_FILE_NAME, type Lock, printLock } from "../lock/index.ts";
import {
  type Chunks,
  directoryTarget,
  documents,
  type Rendered,
  type Rendering,
  type Target,
  targetText,
} from "../render/index.ts";
import { compareBytewise, shorten } from "../text/index.ts";
import { VERSION } from "../version.ts";
import {
  DESCRIPTIONS,
  jsonText,
  MAX_RELEASE_BYTES,
  MAX_RELEASE_ENTRIES,
  MAX_RELEASE_FILE_BYTES,
  manifestPath,
  RELEASE_FILE,
  type ReleaseDocument,
  type ReleasedTarget,
  type ReleaseFile,
  SUMS_FILE,
  type WithheldObject,
} from "./format.ts";
import { type Clash, pathClash, pathProblem } from "./paths.ts";
import { printSums } from "./sums.ts";
import { withoutSecrets } from "./withheld.ts";

export interface ReleaseRequest {
  /** See `isReleaseName`, as for the version. */
  readonly name: string;
  readonly version: string;
  /** The address of the repository, without credentials. Undefined if it has none. */
  readonly repository: string | undefined;
  /** The full id of the commit that was rendered. */
  readonly commit: string;
  /** True if the files differed from those of the commit. */
  readonly modified: boolean;
  /** The time of the commit, in seconds since 1970. */
  readonly seconds: number;
  readonly targets: readonly Target[];
  /** The renderings of all targets. */
  readonly renderings: readonly Rendering[];
  /** The entries for everything that the renderings used from elsewhere. */
  readonly lock: Lock;
  /** True to leave out Secrets, and all other objects in which a review would withhold values. */
  readonly withholdSecrets: boolean;
  /** Rules for values that reviews withhold, besides Secrets and values that annotations name. */
  readonly redaction: readonly RedactionRule[];
}

export interface Release {
  readonly document: ReleaseDocument;
  /** Sorted by kind and reference. */
  readonly lock: Lock;
  /** All files of the archive, sorted by path, by bytes. */
  readonly files: readonly ReleaseFile[];
  /** The time of each entry of the archive, in seconds since 1970. */
  readonly seconds: number;
  /** A warning about objects that are left out although they are no Secrets. */
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_NAMED = 20;
/** The latest time that the header of an entry can hold. A commit may claim any time. */
const MAX_SECONDS = 8 ** 11 - 1;

/**
 * All or nothing: a release that lacks a target would remove what it holds where the release is applied.
 * @throws KrmError the diagnostics of each target that failed, and then `release-incomplete`; `release-empty`, `release-path`,
 *   `release-too-large`
 */
export function makeRelease(request: ReleaseRequest): Release {
  const { renderings, withholdSecrets, redaction, commit, modified, repository } = request;
  const lock = request.lock.toSorted((a, b) => compareBytewise(a.kind, b.kind) || compareBytewise(a.ref, b.ref));
  const rendered = allRendered(renderings);
  const kept = rendered.map((rendering) =>
    withholdSecrets ? withoutSecrets(rendering, redaction) : { rendering, withheld: [] },
  );
  const withheld = kept.flatMap((one): readonly WithheldObject[] => one.withheld);
  const manifests = kept.map(({ rendering }) => fileOf(manifestPath(rendering.target), () => documents(rendering)));
  const commits = repository === undefined || modified ? [] : [{ repository, commit }];
  const lockFile = textFile(LOCK_FILE_NAME, printLock(lock, commits));
  const seconds = Math.min(Math.max(0, request.seconds), MAX_SECONDS);
  const byId = new Map(request.targets.map((each) => [each.id, each]));
  const targets = kept.map(({ rendering: { target, resources } }, index): ReleasedTarget => {
    const { path, bytes, sha256 } = manifests[index] as ReleaseFile;
    const { id, path: directory } = byId.get(target) ?? directoryTarget(target);
    return { ...(id !== directory && { id }), path: directory, file: path, bytes, sha256, objects: resources.length };
  });
  const document: ReleaseDocument = {
    schemaVersion: 1,
    name: request.name,
    version: request.version,
    repository: repository ?? null,
    commit,
    modified,
    created: timeText(seconds),
    program: { name: "krm-render", version: VERSION },
    secrets: { withheld: withholdSecrets, objects: withheld },
    lock: { sha256: lockFile.sha256 },
    targets,
  };
  const content = [...manifests, lockFile, textFile(RELEASE_FILE, jsonText(document))].sort(byPath);
  const files = [...content, textFile(SUMS_FILE, printSums(content))].sort(byPath);
  checkFiles(files);
  return { document, lock, files, seconds, diagnostics: missing(withheld) };
}

/** Warns about objects that are left out although they are no Secrets: users expect them in the release. */
function missing(withheld: readonly WithheldObject[]): readonly Diagnostic[] {
  const others = withheld.filter(({ kind }) => kind !== "Secret");
  if (others.length === 0) return [];
  const names = others.map(
    ({ target, kind, name }) => `${shorten(`${kind} ${name}`, 200)} of ${shorten(targetText(target), 200)}`,
  );
  const isOne = others.length === 1;
  const count = isOne ? "1 object that is no Secret is" : `${others.length} objects that are no Secrets are`;
  return [
    {
      code: "release-withheld",
      severity: "warning",
      message: `${count} left out, because of withheld values in ${isOne ? "it" : "them"}: ${listed(names)}`,
      hint: "Move the values to a Secret, so that the rest of the object is released.",
    },
  ];
}

/** At most {@link MAX_NAMED} of the names. */
function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).join(", ")}${more}`;
}

/** Seconds since 1970 as release.json has them, such as `2026-01-31T08:00:00Z`. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

function allRendered(renderings: readonly Rendering[]): readonly Rendered[] {
  if (renderings.length === 0) {
    throw failure("release-empty", "there is no target, and a release of nothing would remove everything", {
      hint: "Name the directories to render, or add a kustomization.",
    });
  }
  const rendered = renderings.filter((rendering): rendering is Rendered => rendering.status === "rendered");
  if (rendered.length < renderings.length) throw incomplete(renderings);
  return rendered.toSorted((a, b) => compareBytewise(a.target, b.target));
}

function incomplete(renderings: readonly Rendering[]): KrmError {
  const failed = renderings.filter(({ status }) => status !== "rendered");
  const problems = failed.flatMap((rendering): readonly Diagnostic[] => {
    if (rendering.status === "failed") return rendering.diagnostics;
    const message = `${targetText(rendering.target)} does not exist in the commit`;
    return [{ code: "target-gone", severity: "error", message }];
  });
  const names = listed(failed.map(({ target }) => shorten(targetText(target), 200)));
  const message = `nothing is released: ${failed.length} of ${renderings.length} targets failed: ${names}`;
  return new KrmError([...problems, { code: "release-incomplete", severity: "error", message }]);
}

function byPath(a: ReleaseFile, b: ReleaseFile): number {
  return compareBytewise(a.path, b.path);
}

function textFile(path: string, text: string): ReleaseFile {
  return fileOf(path, () => [text]);
}

function fileOf(path: string, text: Chunks): ReleaseFile {
  const hash = createHash("sha256");
  let bytes = 0;
  for (const chunk of text()) {
    hash.update(chunk);
    bytes += Buffer.byteLength(chunk);
  }
  return { path, bytes, sha256: hash.digest("hex"), text };
}

function checkFiles(files: readonly ReleaseFile[]): void {
  let total = 0;
  for (const { path, bytes } of files) {
    const problem = pathProblem(path);
    if (problem !== undefined) throw misplaced(path, problem);
    total += bytes;
    const limit = DESCRIPTIONS.get(path) ?? MAX_RELEASE_FILE_BYTES;
    if (bytes > limit) throw tooLarge(`${path} is larger than`, limit);
  }
  if (total > MAX_RELEASE_BYTES) throw tooLarge("the files are together larger than", MAX_RELEASE_BYTES);
  if (files.length > MAX_RELEASE_ENTRIES) {
    throw failure("release-too-large", `${files.length} files are more than the ${MAX_RELEASE_ENTRIES} of a release`, {
      hint: SMALLER,
    });
  }
  const clash = pathClash(files.map(({ path }) => path));
  if (clash === undefined) return;
  const other = JSON.stringify(clash.other);
  const problems: Readonly<Record<Clash["kind"], string>> = {
    same: "is that of two targets",
    alike: `is that of the manifest ${other} on systems that do not tell such names apart`,
    below: `needs the directory ${other}, which is the manifest of another target`,
  };
  throw misplaced(clash.path, problems[clash.kind]);
}

function misplaced(path: string, problem: string): KrmError {
  return failure("release-path", `the manifest ${JSON.stringify(path)} cannot be in an archive: its path ${problem}`, {
    hint: "Rename the directory of the target, or release it on its own.",
  });
}

const SMALLER = "Make several releases, each of some of the targets.";

function tooLarge(what: string, limit: number): KrmError {
  return failure("release-too-large", `${what} ${limit / 1024 ** 2} MiB, the limit of a release`, { hint: SMALLER });
}
