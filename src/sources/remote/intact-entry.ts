/** Verifies the entries of a content store. */
import { failure } from "../../diagnostics.ts";
import { withPrivateDirectory } from "../../processes/index.ts";
import { digestOfFile, type StoreEntry } from "../../store/index.ts";
import { objectReader } from "../git/object-reader.ts";
import { objectStore } from "../git/object-store.ts";
import { contextOf, prepareRepository } from "./git-fetch.ts";
import { verifiedReader } from "./verified-reader.ts";

/** Reads the whole entry, and compares it with its id. */
export async function isIntact({ kind, id, path }: StoreEntry, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (kind === "file") return (await digestOfFile(path)) === id;
  return withPrivateDirectory((place) => isCommitIntact(place, path, id, env));
}

async function isCommitIntact(place: string, path: string, id: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  prepareRepository(place);
  const incomplete = (): Promise<never> => Promise.reject(failure("git-object-broken", `${id} is not intact`));
  const objects = objectStore(verifiedReader(objectReader(contextOf(place, { env }, path)), incomplete));
  try {
    const top = await objects.treeOfCommit(id);
    const pending = top === undefined ? [] : [top.id];
    for (let tree = pending.pop(); tree !== undefined; tree = pending.pop()) {
      for (const entry of (await objects.directory(tree)).values()) {
        if (entry.type === "directory") pending.push(entry.id);
        else if (!entry.isSubmodule) await objects.blob(entry.id);
      }
    }
    return top !== undefined;
  } catch {
    return false;
  } finally {
    objects.close();
  }
}
