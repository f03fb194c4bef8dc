/** The parts of a release; docs/specification/releases.md 1, 2. */
import { visible } from "../diagnostics.ts";
import { LOCK_FILE_NAME, MAX_LOCK_BYTES } from "../lock/index.ts";
import { type Chunks, manifestFile } from "../render/index.ts";

/** The names of the files beside the manifests, in the archive and in the output directory. */
export const RELEASE_FILE = "release.json";
export const SUMS_FILE = "SHA256SUMS";
export const MANIFESTS = "manifests";

export const MAX_RELEASE_ENTRIES = 50_000;
/** The limit for one file in an archive. */
export const MAX_RELEASE_FILE_BYTES = 512 * 1024 ** 2;
/** The limit for all files in an archive together. */
export const MAX_RELEASE_BYTES = 4 * 1024 ** 3;

/** The files that describe a release, and their largest sizes: each is read as a whole. */
export const DESCRIPTIONS: ReadonlyMap<string, number> = new Map([
  [LOCK_FILE_NAME, MAX_LOCK_BYTES],
  [RELEASE_FILE, 64 * 1024 ** 2],
  [SUMS_FILE, 64 * 1024 ** 2],
]);

/** One file of a release. Its text can be started anew any number of times, and is the same each time. */
export interface ReleaseFile {
  /** In the archive, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  readonly text: Chunks;
}

/** A target, as release.json lists it. */
export interface ReleasedTarget {
  /** Set if it is not the path: that of a deployment. */
  readonly id?: string;
  /** Relative to the top of the repository; `.` for the top. */
  readonly path: string;
  /** The path of its manifest in the archive. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** How many objects the manifest holds. */
  readonly objects: number;
}

/** The id of a target of a release. */
export function idOf({ id, path }: Pick<ReleasedTarget, "id" | "path">): string {
  return id ?? path;
}

/** An object that is left out because it holds values of a Secret. */
export interface WithheldObject {
  /** The id of the target. */
  readonly target: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for an object without one. */
  readonly namespace: string;
  readonly name: string;
}

/** The content of release.json, in the order of its fields. */
export interface ReleaseDocument {
  readonly schemaVersion: 1;
  readonly name: string;
  readonly version: string;
  /** The address of the repository, without credentials; null if it has none. */
  readonly repository: string | null;
  readonly commit: string;
  /** True if the files differed from those of the commit. */
  readonly modified: boolean;
  /** The time of the commit, in UTC, to the second. */
  readonly created: string;
  readonly program: { readonly name: "krm-render"; readonly version: string };
  readonly secrets: { readonly withheld: boolean; readonly objects: readonly WithheldObject[] };
  /** The digest of krm-render.lock. */
  readonly lock: { readonly sha256: string };
  /** Sorted by their ids, by bytes. */
  readonly targets: readonly ReleasedTarget[];
}

/** True if a text can be the name or the version of a release: both are parts of file names. */
export function isReleaseName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/.test(text);
}

export function archiveName({ name, version }: Pick<ReleaseDocument, "name" | "version">): string {
  return `${name}-${version}.tar.gz`;
}

/** The path of a target's manifest in the archive, as `render` names it in its output directory. */
export function manifestPath(target: string): string {
  return `${MANIFESTS}/${manifestFile(target)}`;
}

/** The text of a file of a release. Characters that control or reorder text, such as those in a name, are escaped. */
export function jsonText(value: object): string {
  return `${visible(JSON.stringify(value, null, 2))}\n`;
}
