/** Stands for sources on other machines where only what the tree itself declares is looked for. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { memoryTree } from "../memory-tree.ts";
import { refusingRemotes } from "./permitted-remotes.ts";
import type { Remotes } from "./remotes.ts";

/** A kustomization that says nothing; one without any field is refused. */
const NOTHING = "metadata: {name: nothing}\n";

/**
 * Answers each address with no objects, without asking for it. Charts are refused.
 * @param onAnswer called for each answer: what is built with it lacks what the cluster has
 */
export function emptyRemotes(onAnswer: () => void): Remotes {
  const refusing = refusingRemotes({ why: "nothing is fetched in a search", hint: "" });
  return {
    async repository({ path }) {
      onAnswer();
      const directory = posix.join("/", path);
      return { tree: memoryTree({ [posix.join(directory, "kustomization.yaml")]: NOTHING }), sha: "0".repeat(40) };
    },
    async file() {
      onAnswer();
      return { bytes: new Uint8Array(), digest: createHash("sha256").digest("hex") };
    },
    chart: (wanted) => refusing.chart(wanted),
  };
}
