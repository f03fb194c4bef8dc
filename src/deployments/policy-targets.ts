/** Finds the deployments that may render ValidatingAdmissionPolicies, by the texts of the files that they read: nothing is built for that. */
import { getOrInsert } from "../collections.ts";
import type { DirectoryReach } from "./found.ts";
import type { YamlFiles } from "./objects/index.ts";

/** Policies and bindings have it in their kind. */
const TEXT = "ValidatingAdmissionPolicy";
/** The most deployments of one cluster. */
const MAX_TARGETS = 20;

/** Knowledge of one tree. */
export interface PolicyTargetsInput {
  readonly ids: readonly string[];
  readonly files: YamlFiles;
  readonly reached: DirectoryReach;
  /** The directories and files that a deployment reads, absolute within the tree. */
  readonly pathsOf: (id: string) => readonly string[];
  readonly clusterOf: (id: string) => string | undefined;
}

export class PolicyTargets {
  readonly #input: PolicyTargetsInput;
  #byCluster: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

  constructor(input: PolicyTargetsInput) {
    this.#input = input;
  }

  /** Returns the ids of other deployments that go to the cluster of one; none if that is not certain. The files are read once. */
  async beside(id: string): Promise<readonly string[]> {
    const cluster = this.#input.clusterOf(id);
    if (cluster === undefined) return [];
    this.#byCluster ??= this.#search();
    return ((await this.#byCluster).get(cluster) ?? []).filter((each) => each !== id).slice(0, MAX_TARGETS);
  }

  async #search(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { ids, files, reached, pathsOf, clusterOf } = this.#input;
    const byCluster = new Map<string, string[]>();
    const [holding = []] = await files.holding([[TEXT]]);
    if (holding.length === 0) return byCluster;
    /** The files, and all directories around them. */
    const around = new Set(holding);
    for (const file of holding)
      for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) around.add(file.slice(0, at));
    around.add("/");
    for (const id of ids) {
      const cluster = clusterOf(id);
      if (cluster === undefined) continue;
      const paths = pathsOf(id);
      // A directory takes in all that is below it: the top of the tree would be in doubt always.
      const reads = [...paths, ...reached(paths)].some((path) => path !== "/" && around.has(path));
      if (reads) getOrInsert(byCluster, cluster, (): string[] => []).push(id);
    }
    return byCluster;
  }
}
