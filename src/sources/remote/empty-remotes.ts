/** Stands for sources on other machines where only what the tree itself declares is looked for. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { memoryTree } from "../memory-tree.ts";
import type { Remotes } from "./remotes.ts";

/** A kustomization that says nothing; one without any field is refused. */
const NOTHING = "metadata: {name: nothing}\n";

/**
 * Answers each address with no objects, without asking for it, and each chart with no files.
 * @param onAnswer called for each address: what is built with its answer lacks what the cluster has
 */
export function emptyRemotes(onAnswer: () => void): Remotes {
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
    async chart({ name, version }) {
      const files = new Map([["values.yaml", new Uint8Array()]]);
      return { files, name, version, digest: createHash("sha256").digest("hex") };
    },
  };
}
