/** `bundle.json`: the run that a bundle is of, and its files. */
import { sizeText } from "../text/index.ts";
import { BUNDLE_FILE, PARTIAL_FILE, REPORT_FILES } from "./output-files.ts";
import { pathProblem, quoted } from "./paths.ts";
import type { Refuse } from "./problems.ts";

const VERSION = 1;

const MIB = 1024 ** 2;
/** A bundle has fewer entries than this, `bundle.json` included. */
export const MAX_ENTRIES = 10_000;
/** The limit for all files together, and for a zip file. */
export const MAX_TOTAL_BYTES = 2048 * MIB;
export const MAX_ARCHIVE_BYTES = MAX_TOTAL_BYTES;
const MAX_FILE_BYTES = 512 * MIB;
/** The limits for files that are parsed: as much as their readers take. */
const MAX_DATA_BYTES: ReadonlyMap<string, number> = new Map([
  [REPORT_FILES.json, 128 * MIB],
  [PARTIAL_FILE, 256 * MIB],
]);
/** The limit for `bundle.json`. */
export const MAX_MANIFEST_BYTES = 16 * MIB;

export interface BundledFile {
  /** Relative to the bundle, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** The run, and the comparison, that a bundle is of. */
export interface BundleAbout {
  readonly kind: "review" | "shard";
  /** `owner/name`. */
  readonly repository: string;
  /** GITHUB_RUN_ID and GITHUB_RUN_ATTEMPT. */
  readonly run: number;
  readonly attempt: number;
  /** Such as `pull_request`. */
  readonly event: string;
  /** The commits that were compared. */
  readonly base: string;
  readonly head: string;
  /** Set for a shard only. */
  readonly shard?: ShardAbout;
}

export interface ShardAbout {
  /** Counts from 1. */
  readonly index: number;
  readonly count: number;
  /** The digest of the plan. */
  readonly plan: string;
}

export interface BundleManifest extends BundleAbout {
  readonly version: typeof VERSION;
  /** All files but `bundle.json`, sorted by path. */
  readonly files: readonly BundledFile[];
}

export function manifestText(about: BundleAbout, files: readonly BundledFile[]): string {
  const { kind, repository, run, attempt, event, base, head, shard } = about;
  const document = { version: VERSION, kind, repository, run, attempt, event, base, head, shard, files };
  return `${JSON.stringify(document, undefined, 1)}\n`;
}

const SHA256 = /^[0-9a-f]{64}$/;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const REPOSITORY = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;
const EVENT = /^[a-z_]{1,100}$/;
const MAX_SHARDS = 256;

type Fields = Readonly<Record<string, unknown>>;

/** Reads and checks the text of `bundle.json`, which may come from anyone. Drops fields that it does not know. */
export function parseManifest(contents: Buffer, refuse: Refuse): BundleManifest {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(contents));
  } catch (cause) {
    throw refuse(`${BUNDLE_FILE} is not JSON`, cause);
  }
  const fields = fieldsOf(value);
  if (fields["version"] !== VERSION) {
    throw refuse(`${BUNDLE_FILE} has another version than ${VERSION}: another release of krm-render wrote it`);
  }
  const wrong = (field: string) => refuse(`${BUNDLE_FILE} has no valid ${field}`);
  const text = (field: string, form: RegExp): string => {
    const found = fields[field];
    if (typeof found !== "string" || !form.test(found)) throw wrong(field);
    return found;
  };
  const count = (from: Fields, field: string, most: number): number => {
    const found = from[field];
    if (typeof found !== "number" || !Number.isSafeInteger(found) || found < 0 || found > most) throw wrong(field);
    return found;
  };
  const kind = text("kind", /^(?:review|shard)$/) as BundleManifest["kind"];
  const about = {
    kind,
    repository: text("repository", REPOSITORY),
    run: count(fields, "run", Number.MAX_SAFE_INTEGER),
    attempt: count(fields, "attempt", Number.MAX_SAFE_INTEGER),
    event: text("event", EVENT),
    base: text("base", COMMIT),
    head: text("head", COMMIT),
  };
  const listed = fields["files"];
  if (!Array.isArray(listed)) throw wrong("list of files");
  if (listed.length >= MAX_ENTRIES - 1) throw refuse(tooMany(listed.length + 1));
  const files = listed.map((entry: unknown): BundledFile => {
    const { path, bytes, sha256 } = fieldsOf(entry);
    const isText = typeof path === "string" && typeof sha256 === "string" && SHA256.test(sha256);
    if (!isText || typeof bytes !== "number") throw wrong("list of files");
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw refuse(`${BUNDLE_FILE} gives ${quoted(path)} no valid size`);
    return { path, bytes, sha256 };
  });
  checkFiles(files, refuse);
  if (kind === "review") return { version: VERSION, ...about, files };
  const shard = fieldsOf(fields["shard"]);
  const plan = shard["plan"];
  const of = { count: count(shard, "count", MAX_SHARDS), index: count(shard, "index", MAX_SHARDS) };
  if (of.index < 1 || of.index > of.count) throw wrong("index");
  if (typeof plan !== "string" || !SHA256.test(plan)) throw wrong("plan");
  return { version: VERSION, ...about, shard: { ...of, plan }, files };
}

export function tooMany(entries: number): string {
  return `it has ${entries} files, and fewer than ${MAX_ENTRIES} are accepted`;
}

/** The problem with the size of a file, as the rest of a sentence that begins with the path. */
export function sizeProblem(path: string, bytes: number): string | undefined {
  const most = path === BUNDLE_FILE ? MAX_MANIFEST_BYTES : (MAX_DATA_BYTES.get(path) ?? MAX_FILE_BYTES);
  return bytes > most ? `has ${sizeText(bytes)}, and at most ${sizeText(most)} are accepted` : undefined;
}

export function totalProblem(bytes: number): string | undefined {
  if (bytes <= MAX_TOTAL_BYTES) return undefined;
  return `its files have ${sizeText(bytes)} together, and at most ${sizeText(MAX_TOTAL_BYTES)} are accepted`;
}

function checkFiles(files: readonly BundledFile[], refuse: Refuse): void {
  let total = 0;
  let before = "";
  const directories = new Set<string>();
  for (const { path, bytes } of files) {
    const problem = pathProblem(path) ?? (path === BUNDLE_FILE ? "is the list itself" : sizeProblem(path, bytes));
    if (problem !== undefined) throw refuse(`${BUNDLE_FILE} lists ${quoted(path)}, which ${problem}`);
    if (path === before) throw refuse(`${BUNDLE_FILE} lists ${quoted(path)} twice`);
    if (before !== "" && path < before) throw refuse(`${BUNDLE_FILE} does not list its files in order`);
    before = path;
    total += bytes;
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) directories.add(path.slice(0, end));
  }
  const problem = totalProblem(total);
  if (problem !== undefined) throw refuse(problem);
  const both = files.find(({ path }) => directories.has(path));
  if (both !== undefined) throw refuse(`${BUNDLE_FILE} lists ${quoted(both.path)} as a file and as a directory`);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? Object.assign(Object.create(null), value) : {};
}
