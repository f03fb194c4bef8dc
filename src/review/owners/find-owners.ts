/** Looks up the owners of what made the changes, and of the targets that have them. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { type CodeOwners, type Owners, unionOfOwners } from "../../owners/index.ts";
import type { Target, Trees } from "../../render/index.ts";
import type { OwnerFacts } from "../partial/index.ts";
import type { Cause } from "../report.ts";

export interface OwnersInput {
  readonly codeOwners: CodeOwners;
  /** Returns the files whose owners are those of a target, absolute within the trees. */
  readonly pathsOf: (target: Target) => Promise<readonly string[]>;
}

/**
 * Returns the owners of the files that a tree has, and of the targets; undefined if the search takes too much time.
 * @param files by their names in messages, each with the side that has it
 */
export async function findOwners(
  { codeOwners, pathsOf }: OwnersInput,
  trees: Trees,
  files: ReadonlyMap<string, Cause["side"]>,
  targets: readonly Target[],
): Promise<OwnerFacts | undefined> {
  const ofFiles: OwnerFacts["files"][number][] = [];
  for (const [file, side] of files) {
    const path = `/${file}`;
    const isOfTree = posix.normalize(path) === path && trees[side].display(path) === file;
    // Files of other repositories have names that no file of this one has.
    const located = isOfTree ? await trees[side].lookup(path) : undefined;
    const owners = located?.type === "file" ? codeOwners.of(path) : undefined;
    if (owners !== undefined) ofFiles.push({ file, owners });
  }
  const ofTargets: OwnerFacts["targets"][number][] = [];
  // Most targets have the same owners: each list is there once.
  const lists = new Map<string, Owners>();
  for (const target of targets) {
    const owners = unionOfOwners((await pathsOf(target)).map((path) => codeOwners.of(path)));
    if (owners.names.length > 0)
      ofTargets.push({ id: target.id, owners: getOrInsert(lists, JSON.stringify(owners), () => owners) });
  }
  if (codeOwners.problem() !== undefined) return undefined;
  return { file: codeOwners.file, files: ofFiles, targets: ofTargets };
}
