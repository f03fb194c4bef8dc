/** What a release consists of; docs/specification/releases.md 1, 2. */
import type { Chunks } from "../render/index.ts";

/** The names of the files beside the manifests, in the archive and in the output directory. */
export const RELEASE_FILE = "release.json";
export const SUMS_FILE = "SHA256SUMS";
export const MANIFESTS = "manifests";

export const MAX_RELEASE_ENTRIES = 50_000;
/** Of one file in an archive. */
export const MAX_RELEASE_FILE_BYTES = 512 * 1024 ** 2;
/** Of all files in an archive. */
export const MAX_RELEASE_BYTES = 4 * 1024 ** 3;
/** Of a path in an archive, in bytes, and of each of its parts. File systems take no longer ones. */
export const MAX_RELEASE_PATH = 4096;
const MAX_PART = 255;

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
  /** Relative to the top of the repository; `.` for the top. */
  readonly path: string;
  /** The path of its manifest in the archive. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** How many objects the manifest holds. */
  readonly objects: number;
}

/** An object that is left out because it holds values of a Secret. */
export interface WithheldObject {
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
  /** Whether the files differed from those of the commit. */
  readonly modified: boolean;
  /** The time of the commit, in UTC, to the second. */
  readonly created: string;
  readonly program: { readonly name: "krm-render"; readonly version: string };
  readonly secrets: { readonly withheld: boolean; readonly objects: readonly WithheldObject[] };
  /** Of krm-render.lock. */
  readonly lock: { readonly sha256: string };
  /** Sorted by their paths, by bytes. */
  readonly targets: readonly ReleasedTarget[];
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/;

/** Whether a text can be the name or the version of a release: both are parts of file names. */
export function isReleaseName(text: string): boolean {
  return NAME.test(text);
}

export function archiveName({ name, version }: Pick<ReleaseDocument, "name" | "version">): string {
  return `${name}-${version}.tar.gz`;
}

/** The path of a target's manifest in the archive, as `render` names it in its output directory. */
export function manifestPath(target: string): string {
  return `${MANIFESTS}/${target === "." ? "root" : target}.yaml`;
}

/** Why no archive may hold a path; undefined if one may. */
export function pathProblem(path: string): string | undefined {
  if (path.startsWith("/")) return "is absolute";
  if (path.includes("\\")) return "contains a backslash";
  // Also what programs that print or list files would take for more than a name.
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(path)) return "contains a control character";
  const parts = path.split("/");
  if (parts.includes("..")) return "leads out of the archive";
  if (parts.some((part) => part === "" || part === ".")) return "is not in its shortest form";
  if (parts.some((part) => Buffer.byteLength(part) > MAX_PART)) return `has a name of more than ${MAX_PART} bytes`;
  return Buffer.byteLength(path) > MAX_RELEASE_PATH ? `is longer than ${MAX_RELEASE_PATH} bytes` : undefined;
}

/** Of the paths that an archive has, the one that is a file where another path has a directory; undefined if none is. */
export function fileAbove(path: string, paths: { has(path: string): boolean }): string | undefined {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    const above = path.slice(0, end);
    if (paths.has(above)) return above;
  }
  return undefined;
}

/** Writes release.json. */
export function printRelease(release: ReleaseDocument): string {
  return `${JSON.stringify(release, null, 2)}\n`;
}
