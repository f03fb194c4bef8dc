/** The files of an output directory that releases have written: only these are replaced; docs/specification/releases.md 5.2. */
import { createHash } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { failure, type KrmError } from "../diagnostics.ts";
import { writeFileAtomically } from "../render/index.ts";
import type { Disk } from "./disk.ts";

/** Says which files a release wrote to a directory, and their digests. */
const OWN_LIST = ".krm-render-release.json";

const MAX_LIST_BYTES = 64 * 1024 ** 2;
const HASH_PART = 1024 * 1024;

export class OwnFiles {
  readonly #directory: string;
  /** Digests by path. */
  readonly #known: ReadonlyMap<string, ReadonlySet<string>>;

  /** @throws KrmError `output-occupied` if the list is not one */
  constructor(directory: string) {
    this.#directory = directory;
    this.#known = readList(directory);
  }

  /**
   * Moves files into the directory, and moves away what earlier releases wrote there. If one step fails, undoes the others.
   * @param names of the files and directories directly in `from`
   * @param digests of all files in them, by path
   * @throws KrmError `output-occupied` before anything is moved; the error of the system
   */
  replace(names: readonly string[], digests: ReadonlyMap<string, string>, from: string, disk: Disk): void {
    const stale = [...this.#known.keys()].map((path) => path.split("/", 1)[0] as string);
    const former = `${from}.former`;
    const present = [...new Set([...names, ...stale])].filter(
      (name) => !/^\.{0,2}$/.test(name) && this.#isPresent(name),
    );
    for (const name of present) this.#refuseForeign(name);
    // While files are moved, both the old and the new ones are ours.
    this.#writeList(new Map([...this.#known, ...merged(digests, this.#known)]));
    const undo: (() => void)[] = [];
    const move = (source: string, to: string): void => {
      disk.rename(source, to);
      undo.push(() => disk.rename(to, source));
    };
    try {
      mkdirSync(former, { mode: 0o700 });
      for (const name of present) move(join(this.#directory, name), join(former, name));
      for (const name of names) move(join(from, name), join(this.#directory, name));
      this.#writeList(merged(digests));
    } catch (error) {
      for (const step of undo.reverse()) step();
      // Whatever could not be moved back stays where it is.
      rmdirSync(former);
      throw error;
    }
    rmSync(former, { recursive: true });
  }

  #isPresent(name: string): boolean {
    return lstatSync(join(this.#directory, name), { throwIfNoEntry: false }) !== undefined;
  }

  /** @throws KrmError `output-occupied` for a file that no release wrote, or that was changed since */
  #refuseForeign(path: string): void {
    const full = join(this.#directory, path);
    const stats = lstatSync(full);
    if (stats.isDirectory()) {
      for (const name of readdirSync(full)) this.#refuseForeign(`${path}/${name}`);
      return;
    }
    const known = this.#known.get(path);
    if (known === undefined) throw occupied(full, "is there already, and no release has written it");
    if (!stats.isFile() || !known.has(digestOf(full))) throw occupied(full, "was changed since a release wrote it");
  }

  #writeList(digests: ReadonlyMap<string, ReadonlySet<string>>): void {
    const files = Object.fromEntries([...digests].map(([path, all]) => [path, [...all]]));
    writeFileAtomically(join(this.#directory, OWN_LIST), `${JSON.stringify({ version: 1, files }, null, 1)}\n`);
  }
}

function merged(
  digests: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...digests].map(([path, digest]) => [path, new Set([...(known.get(path) ?? []), digest])]));
}

function readList(directory: string): ReadonlyMap<string, ReadonlySet<string>> {
  const file = join(directory, OWN_LIST);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return new Map();
  const unreadable = (): KrmError => occupied(file, "is not the list of files that a release writes");
  if (!stats.isFile() || stats.size > MAX_LIST_BYTES) throw unreadable();
  try {
    const { version, files } = JSON.parse(readFileSync(file, "utf8")) as { version: unknown; files: object };
    if (version !== 1) throw unreadable();
    return new Map(
      Object.entries(files).map(([path, digests]) => {
        if (!Array.isArray(digests)) throw unreadable();
        return [path, new Set(digests.map(String))];
      }),
    );
  } catch {
    throw unreadable();
  }
}

function digestOf(path: string): string {
  const hash = createHash("sha256");
  const part = Buffer.alloc(HASH_PART);
  const file = openSync(path, "r");
  try {
    for (let length = readSync(file, part); length > 0; length = readSync(file, part)) {
      hash.update(part.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

function occupied(file: string, problem: string): KrmError {
  return failure("output-occupied", `it ${problem}`, {
    file,
    hint: "Write the release to a directory of its own, or remove the file.",
  });
}
