/** Objects of a repository that somebody else may have written to: each is what its id says, or is not used. */
import { createHash } from "node:crypto";
import { failure } from "../../diagnostics.ts";
import type { BatchAnswer } from "../git/batch-output.ts";
import type { ObjectReader } from "../git/object-reader.ts";

const ROOT = "^{tree}";

/**
 * Reads through `reader`, checking every object against its id, so that all that is reached from a commit is what was
 * committed. At the first object that is missing or is not what it should be, `renew` is asked once for another reader,
 * and all goes on with that. Throws `git-object-broken` when that one is no better.
 */
export function verifiedReader(first: ObjectReader, renew: () => Promise<ObjectReader>): ObjectReader {
  let reader = first;
  let renewing: Promise<void> | undefined;
  let closed = false;

  async function renewed(): Promise<void> {
    reader.close();
    reader = await renew();
    if (closed) reader.close();
  }

  async function readObject(id: string): Promise<BatchAnswer> {
    const answer = await reader.read(id).catch(() => undefined);
    if (answer !== undefined && isIntact(answer, id)) return answer;
    renewing ??= renewed();
    await renewing;
    const again = await reader.read(id);
    if (isIntact(again, id)) return again;
    throw failure("git-object-broken", `what was fetched as the object ${id} is another one, or incomplete`);
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

/** An object too large to be kept cannot be checked, and is not used either. */
function isIntact(answer: BatchAnswer, id: string): boolean {
  if (!answer.found || answer.id !== id) return false;
  if (answer.bytes === undefined) return true;
  const hash = createHash(id.length === 64 ? "sha256" : "sha1");
  return hash.update(`${answer.type} ${answer.size}\0`).update(answer.bytes).digest("hex") === id;
}
