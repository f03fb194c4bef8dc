/** Writes a release to a directory, all of it or nothing; docs/specification/releases.md 5. */
import { createHash, randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { failure } from "../diagnostics.ts";
import { cleanUpAtExit, makeDirectories } from "../processes/index.ts";
import { unwritable } from "../render/index.ts";
import { type Disk, REAL_DISK } from "./disk.ts";
import { archiveName, jsonText } from "./format.ts";
import { gzipped } from "./gzip.ts";
import type { Release } from "./make-release.ts";
import { OwnFiles } from "./own-files.ts";
import { type Provenance, predicateOf, statementOf } from "./statement.ts";
import { tarOf } from "./tar.ts";

export interface WrittenRelease {
  /** Absolute paths. */
  readonly archive: string;
  readonly statement: string;
  readonly predicate: string;
  readonly subjects: string;
  /** The digest of the archive, in lower-case hexadecimal. */
  readonly sha256: string;
  /** The digest of the archive before it was compressed. */
  readonly tarSha256: string;
  /** The size of the archive. */
  readonly bytes: number;
}

const STATEMENT_FILE = "statement.intoto.json";
const PREDICATE_FILE = "predicate.json";
/** The name that the input `subject-checksums` of actions/attest gets. */
const SUBJECTS_FILE = "subjects.sha256";

/** The largest predicate that actions/attest takes. */
const MAX_PREDICATE_BYTES = 16 * 1024 ** 2;

/**
 * Writes everything to a temporary directory, and then renames it. Replaces what an earlier release left there, and nothing else.
 * @param directory absolute; made if it does not exist
 * @throws KrmError `output-occupied`, `output-unwritable`, `release-too-large`; then the directory holds what it held
 */
export function writeRelease(
  release: Release,
  provenance: Provenance,
  directory: string,
  disk: Disk = REAL_DISK,
): WrittenRelease {
  const own = openDirectory(directory);
  const place = join(directory, `.${randomBytes(6).toString("hex")}.tmp`);
  const remove = (): void => rmSync(place, { recursive: true, force: true });
  const cancelCleanup = cleanUpAtExit("directories", remove);
  try {
    mkdirSync(place, { mode: 0o700 });
    const staged = stage(release, provenance, place, disk);
    own.replace(staged.names, staged.digests, place, disk);
    const at = (name: string): string => join(directory, name);
    return {
      ...staged.sums,
      archive: at(archiveName(release.document)),
      statement: at(STATEMENT_FILE),
      predicate: at(PREDICATE_FILE),
      subjects: at(SUBJECTS_FILE),
    };
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : unwritable(directory, error);
  } finally {
    remove();
    cancelCleanup();
  }
}

function openDirectory(directory: string): OwnFiles {
  try {
    makeDirectories(directory);
  } catch (error) {
    throw unwritable(directory, error);
  }
  if (!lstatSync(directory).isDirectory()) {
    throw failure("output-unsafe", "the output directory is a symbolic link", {
      file: directory,
      hint: "Name the directory itself.",
    });
  }
  return new OwnFiles(directory);
}

interface Staged {
  /** The future content of the directory: files, and the directory of manifests. */
  readonly names: readonly string[];
  /** The digest of every file, by its path in the directory. */
  readonly digests: ReadonlyMap<string, string>;
  readonly sums: Pick<WrittenRelease, "sha256" | "tarSha256" | "bytes">;
}

/** Writes all files of a release to an empty directory. */
function stage(release: Release, provenance: Provenance, place: string, disk: Disk): Staged {
  const digests = new Map<string, string>();
  for (const { path, text, sha256 } of release.files) {
    const to = join(place, path);
    mkdirSync(dirname(to), { recursive: true });
    disk.write(to, bytesOf(text()));
    digests.set(path, sha256);
  }
  const name = archiveName(release.document);
  const tar = new Measured();
  const archive = new Measured();
  disk.write(join(place, name), archive.of(gzipped(tar.of(tarOf(release.files, release.seconds)))));
  const sha256 = archive.sha256;
  digests.set(name, sha256);
  const beside = (file: string, text: string): void => {
    const measured = new Measured();
    disk.write(join(place, file), measured.of([Buffer.from(text)]));
    digests.set(file, measured.sha256);
  };
  const predicate = predicateOf(release, provenance);
  const predicateText = jsonText(predicate);
  if (Buffer.byteLength(predicateText) > MAX_PREDICATE_BYTES) {
    throw failure("release-too-large", "the provenance is larger than 16 MiB, the limit of an attestation", {
      hint: "Make several releases, each of some of the targets.",
    });
  }
  const sum = `${sha256}  ${name}\n`;
  beside(`${name}.sha256`, sum);
  beside(SUBJECTS_FILE, sum);
  beside(PREDICATE_FILE, predicateText);
  beside(STATEMENT_FILE, jsonText(statementOf(name, sha256, predicate)));
  const names = [...new Set([...digests.keys()].map((path) => path.split("/", 1)[0] as string))];
  return { names, digests, sums: { sha256, tarSha256: tar.sha256, bytes: archive.bytes } };
}

function* bytesOf(chunks: Iterable<string>): Generator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Counts and hashes what passes. */
class Measured {
  readonly #hash = createHash("sha256");
  bytes = 0;

  *of(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
    for (const chunk of chunks) {
      this.#hash.update(chunk);
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  /** To be read once, at the end. */
  get sha256(): string {
    return this.#hash.digest("hex");
  }
}
