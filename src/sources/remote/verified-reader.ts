/** Verifies the objects of a repository that others may have written to. */
import { createHash } from "node:crypto";
import { failure } from "../../diagnostics.ts";
import type { BatchAnswer } from "../git/batch-output.ts";
import type { ObjectReader } from "../git/object-reader.ts";

const ROOT = "^{tree}";

/**
 * Reads objects and compares each with its id, so that everything that a commit refers to is what was committed.
 * @param renew makes another reader, once, after the first object that is missing or damaged
 * @throws KrmError `git-object-broken` if the other reader has a damaged object, too
 */
export function verifiedReader(first: ObjectReader, renew: () => Promise<ObjectReader>): ObjectReader {
  let reader = first;
  let renewing: Promise<void> | undefined;
  let closed = false;

  async function renewed(): Promise<void> {
    const next = await renew();
    reader.close();
    reader = next;
    if (closed) reader.close();
  }

  async function readObject(id: string): Promise<BatchAnswer> {
    const answer = await reader.read(id).catch(() => undefined);
    if (answer !== undefined && isIntact(answer, id)) return answer;
    renewing ??= renewed();
    await renewing;
    const again = await reader.read(id);
    if (isIntact(again, id)) return again;
    throw failure("git-object-broken", `the object ${id} that was fetched is damaged or incomplete`);
  }

  return {
    async read(name) {
      if (!name.endsWith(ROOT)) return readObject(name);
      const commit = await readObject(name.slice(0, -ROOT.length));
      const tree = commit.found
        ? /^tree ([0-9a-f]{40,64})\n/.exec(commit.bytes?.toString("latin1") ?? "")?.[1]
        : undefined;
      return tree === undefined ? { found: false } : readObject(tree);
    },
    close() {
      closed = true;
      reader.close();
    },
  };
}

/** An object above the size limit cannot be verified, but is not used either. */
function isIntact(answer: BatchAnswer, id: string): boolean {
  if (!answer.found || answer.id !== id) return false;
  if (answer.bytes === undefined) return true;
  const hash = createHash(id.length === 64 ? "sha256" : "sha1");
  return hash.update(`${answer.type} ${answer.size}\0`).update(answer.bytes).digest("hex") === id;
}
