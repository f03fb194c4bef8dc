/**
 * Fetches the executables and scripts that catalogs name, and keeps them in the content store; docs/specification/store.md 4.
 *
 * What is returned was made in this process out of bytes that have the digest of the catalog. The store only saves the
 * fetching: it is not asked what belongs together, so that a forged store can make a run slower but not different.
 */

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { failure, type KrmError } from "../../diagnostics.ts";
import { sizeText } from "../../text/index.ts";
import { type ContentStore, withWorkplace } from "../content-store.ts";
import { digestOfBytes, digestOfFile } from "../hashed-file.ts";
import { shownAddress } from "../http/addresses.ts";
import { once } from "../once.ts";
import { archiveFormat, cleanName, extractProgram, MAX_DOWNLOAD_BYTES } from "./archive.ts";

const MAX_SCRIPT_BYTES = 1024 * 1024;

/**
 * Fetches a file to a path that does not exist yet, over https, git or from a registry.
 * @returns the digest of the file
 * @throws KrmError. Then nothing is at the path, or something incomplete
 */
export type Fetch = (uri: string, to: string, maxBytes: number) => Promise<{ readonly sha256: string }>;

export interface WantedExecutable {
  readonly uri: string;
  /** The path of the program if the file is an archive. */
  readonly bin?: string | undefined;
  /** The digest of the download, or of the program in it. Only an `oci://` reference with a digest can do without. */
  readonly sha256?: string | undefined;
}

export interface Executable {
  /** To be copied and verified again for each run. It stays until the store is closed. */
  readonly path: string;
  /** The digest of the program at the path: 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  /** The thing that has the digest of the catalog. */
  readonly source: "archive" | "binary";
}

export interface WantedScript {
  readonly uri: string;
  readonly sha256: string;
}

export interface Artifacts {
  /** @throws KrmError `digest-missing`, `digest-mismatch`, `archive-refused`, and what the port throws. Then nothing is left */
  executable(wanted: WantedExecutable): Promise<Executable>;
  /** At most 1 MiB. @throws KrmError `digest-mismatch`, and what the port throws. Then nothing is left */
  script(wanted: WantedScript): Promise<Uint8Array>;
}

interface ArtifactsOptions {
  /** The caller closes it. */
  readonly store: ContentStore;
  readonly fetch: Fetch;
  /** True if all files lie beside their catalog. They are read again: the store may have what they were before. */
  readonly isLocal?: boolean;
}

/** Equal requests share one answer, failures too. */
export function createArtifacts({ store, fetch, isLocal = false }: ArtifactsOptions): Artifacts {
  const executables = new Map<string, Promise<Executable>>();
  const scripts = new Map<string, Promise<Uint8Array>>();

  async function executable({ uri, bin, sha256 }: WantedExecutable): Promise<Executable> {
    const wanted = sha256 === undefined ? undefined : digestIn(sha256, uri);
    const path = isLocal || wanted === undefined ? undefined : await store.filePath(wanted);
    if (wanted !== undefined && path !== undefined)
      return keptUnlessFailed((place) => programOf({ path, uri, bin, wanted, place }));
    if (wanted === undefined && !isPinnedImage(uri)) throw missingDigest(uri);
    return keptUnlessFailed((place) => fetchExecutable({ uri, bin, sha256: wanted }, place));
  }

  async function fetchExecutable({ uri, bin, sha256: digest }: WantedExecutable, place: string): Promise<Executable> {
    const path = join(place, "download");
    const { sha256 } = await fetchInto(path, uri, MAX_DOWNLOAD_BYTES);
    // A layer was verified by the digest in the reference, which is that of its manifest.
    const wanted = digest ?? sha256;
    const found = await programOf({ path, uri, bin, wanted, place });
    const stored = await store.moveFile(wanted, found.source === "binary" ? found.path : path);
    if (found.source === "archive") return found;
    store.discard(place);
    return { ...found, path: stored };
  }

  /** Does work in a directory of its own, which stays until the store is closed, unless the work fails. */
  async function keptUnlessFailed<T>(work: (place: string) => Promise<T>): Promise<T> {
    const place = store.workplace();
    try {
      return await work(place);
    } catch (thrown) {
      store.discard(place);
      throw thrown;
    }
  }

  async function script({ uri, sha256 }: WantedScript): Promise<Uint8Array> {
    const wanted = digestIn(sha256, uri);
    const kept = isLocal ? undefined : store.file(wanted, MAX_SCRIPT_BYTES);
    if (kept !== undefined) return kept;
    return withWorkplace(store, async (place) => {
      const path = join(place, "script");
      await fetchInto(path, uri, MAX_SCRIPT_BYTES);
      const bytes = readFileSync(path);
      const found = digestOfBytes(bytes);
      if (found !== wanted) throw mismatch(uri, `has the digest sha256:${found}`, wanted);
      store.keepFile(wanted, bytes);
      return bytes;
    });
  }

  async function fetchInto(path: string, uri: string, maxBytes: number): ReturnType<Fetch> {
    const fetched = await fetch(uri, path, maxBytes);
    if (statSync(path).size <= maxBytes) return fetched;
    const message = `${shownAddress(uri)} is larger than ${sizeText(maxBytes)}`;
    throw failure("file-too-large", message, { hint: "Publish a smaller file." });
  }

  return {
    executable: (wanted) =>
      once(executables, JSON.stringify([wanted.uri, wanted.bin, wanted.sha256]), () => executable(wanted)),
    script: (wanted) => once(scripts, JSON.stringify([wanted.uri, wanted.sha256]), () => script(wanted)),
  };
}

interface Candidate {
  readonly path: string;
  readonly uri: string;
  readonly bin: string | undefined;
  readonly wanted: string;
  /** The directory for the program of an archive. */
  readonly place: string;
}

/**
 * Makes the program out of a file. It is the file itself, or in `place`. The content says whether the file is an archive:
 * neither its name nor a media type is known when it comes from the store.
 * @throws KrmError `digest-mismatch` if neither the file nor the program in it has the wanted digest; `archive-refused`
 */
async function programOf({ path, uri, bin, wanted, place }: Candidate): Promise<Executable> {
  const shown = shownAddress(uri);
  const isArchive = archiveFormat(path) !== undefined;
  const name = bin === undefined ? undefined : cleanName(bin);
  if (!isArchive || name === undefined) {
    const found = await digestOfFile(path);
    if (found !== wanted) throw mismatch(uri, `has the digest sha256:${found}`, wanted);
    if (!isArchive) return { path, sha256: wanted, source: "binary" };
    const what = bin === undefined ? "nothing says which file of it" : `"${bin}" leads out of it, so no file`;
    const hint = "Write `bin` as a path relative to the top of the archive.";
    throw failure("archive-refused", `${shown} is an archive, and ${what} is the program`, { hint });
  }
  const to = join(place, "program");
  const found = await extractProgram({ archive: path, bin: name, to, shown }).catch(async (thrown: unknown) => {
    // The content of a wrong archive does not matter.
    const archive = await digestOfFile(path);
    throw archive === wanted ? thrown : mismatch(uri, `has the digest sha256:${archive}`, wanted, thrown);
  });
  if (found.archive === wanted) return { path: to, sha256: found.program, source: "archive" };
  if (found.program === wanted) {
    // The next run would take the stored program for the archive.
    if (archiveFormat(to) === undefined) return { path: to, sha256: wanted, source: "binary" };
    const hint = "Publish the program without the outer archive.";
    throw failure("archive-refused", `"${bin}" in ${shown} is an archive, not a program`, { hint });
  }
  throw mismatch(uri, `has the digest sha256:${found.archive}, and "${bin}" in it sha256:${found.program}`, wanted);
}

function isPinnedImage(uri: string): boolean {
  return /^oci:\/\/.*@sha256:[0-9a-f]{64}$/.test(uri);
}

/** The digits of a digest, with or without `sha256:` in front (docs/specification/store.md 4.1). */
function digestIn(text: string, uri: string): string {
  const digits = text.replace(/^sha256:/i, "").toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return digits;
  const hint = "Write the digest that `sha256sum FILE` prints.";
  throw failure("digest-missing", `the digest of ${shownAddress(uri)} is not 64 hexadecimal digits`, { hint });
}

function missingDigest(uri: string): KrmError {
  return failure("digest-missing", `${shownAddress(uri)} has no digest, so nothing says which program it should be`, {
    hint: "Write the digest that `sha256sum FILE` prints as `sha256` of the platform.",
  });
}

function mismatch(uri: string, found: string, wanted: string, cause?: unknown): KrmError {
  const hint = "Check what has changed before you correct the digest in the catalog.";
  return failure("digest-mismatch", `${shownAddress(uri)} ${found}, but sha256:${wanted} is wanted`, { hint, cause });
}
