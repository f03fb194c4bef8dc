/** Caches blobs and directories by id, so that each is read once, however many trees of the repository contain it. */
import { failure } from "../../diagnostics.ts";
import { once } from "../../store/index.ts";
import type { BatchAnswer, ObjectType } from "./batch-output.ts";
import type { MissingObjects } from "./missing-objects.ts";
import type { ObjectReader } from "./object-reader.ts";
import { type GitNode, parseTreeObject } from "./tree-object.ts";

export type Entries = ReadonlyMap<string, GitNode>;
type FoundObject = Extract<BatchAnswer, { found: true }>;

export interface ObjectStore {
  /** The root directory of a commit, tag or tree. Undefined if the repository does not have it. */
  treeOfCommit(sha: string): Promise<GitNode | undefined>;
  directory(id: string): Promise<Entries>;
  blob(id: string): Promise<FoundObject>;
  /** Fetches what a partial clone lacks. Absent for a store that has all objects. */
  readonly missing?: MissingObjects | undefined;
  /** Reads from now on with another reader, which has at least the same objects. The reads that are pending still end. */
  readFrom(reader: ObjectReader): void;
  close(): void;
}

/** The limit of cached blobs: enough for the files that base and head have in common. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** @throws KrmError `git-object-missing` or `git-object-broken` if the repository is damaged, and what the reader throws */
export function objectStore(first: ObjectReader, maxKeptBytes = MAX_KEPT_BYTES, missing?: MissingObjects): ObjectStore {
  let reader = first;
  const directories = new Map<string, Promise<Entries>>();
  const blobs = new Map<string, Promise<FoundObject>>();
  const sizes = new Map<string, number>();
  let kept = 0;

  async function readAs(name: string, type: ObjectType): Promise<FoundObject> {
    const answer = await reader.read(name);
    if (!answer.found) {
      const hint = "Run `git fsck`, or clone the repository again.";
      throw failure("git-object-missing", `the repository lacks the ${type} ${name}`, { hint });
    }
    if (answer.type !== type) throw broken(name, `expected a ${type}, found a ${answer.type}`);
    return answer;
  }

  async function readDirectory(id: string): Promise<Entries> {
    return parse(await readAs(id, "tree"));
  }

  async function readBlob(id: string): Promise<FoundObject> {
    const blob = await readAs(id, "blob");
    const bytes = blob.bytes?.length ?? 0;
    sizes.set(id, bytes);
    kept += bytes;
    for (const oldest of sizes.keys()) {
      if (kept <= maxKeptBytes) break;
      kept -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
      blobs.delete(oldest);
    }
    return blob;
  }

  return {
    async treeOfCommit(sha) {
      const answer = await reader.read(`${sha}^{tree}`);
      if (!answer.found) return undefined;
      const entries = parse(answer);
      directories.set(answer.id, Promise.resolve(entries));
      return { type: "directory", id: answer.id };
    },
    directory: (id) => remembered(directories, id, readDirectory),
    blob: (id) => remembered(blobs, id, readBlob),
    missing,
    readFrom(next) {
      reader.close();
      reader = next;
    },
    close() {
      reader.close();
      missing?.close();
    },
  };
}

/** Pending reads are shared, failed ones are not cached. */
function remembered<T>(known: Map<string, Promise<T>>, id: string, read: (id: string) => Promise<T>): Promise<T> {
  return once(known, id, () => {
    const reading = read(id);
    reading.catch(() => known.delete(id));
    return reading;
  });
}

function parse(tree: FoundObject): Entries {
  if (tree.bytes === undefined) throw broken(tree.id, `a directory of ${tree.size} bytes is too large`);
  try {
    return parseTreeObject(tree.bytes, tree.id.length / 2);
  } catch (error) {
    throw broken(tree.id, (error as Error).message, error);
  }
}

function broken(name: string, reason: string, cause?: unknown): Error {
  return failure("git-object-broken", `the object ${name} cannot be used: ${reason}`, { cause });
}
