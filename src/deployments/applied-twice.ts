/** Finds new objects of a deployment that another deployment of its cluster applies as well. */
import { createHash } from "node:crypto";
import { getOrInsert, groupBy } from "../collections.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import type { BuiltResource } from "../engine/index.ts";
import type { Rendering } from "../render/rendering.ts";
import type { Deployment, RecipeBuilds } from "./builds/index.ts";
import { isKustomize, isOverwritten, shownName } from "./flux/index.ts";
import type { DirectoryReach } from "./found.ts";
import type { YamlFiles } from "./objects/index.ts";

/** The most deployments of one run that are built to look into them. */
const MAX_BUILDS = 100;
/** An object in a file that more deployments read is not looked for: they tell it apart by names that only the build knows. */
const MAX_READERS = 10;

/** Knowledge of one tree. */
export interface AppliedInput {
  readonly deployments: ReadonlyMap<string, Deployment>;
  readonly files: YamlFiles;
  readonly reached: DirectoryReach;
  readonly builds: RecipeBuilds;
}

export class AppliedTwice {
  readonly #input: AppliedInput;
  #names: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  /** The ids of the deployments that read a directory or a file, by cluster and path. */
  #readers: Map<string, string[]> | undefined;
  readonly #built = new Map<string, Promise<ReadonlyMap<string, string>>>();
  #left = MAX_BUILDS;

  constructor(input: AppliedInput) {
    this.#input = input;
  }

  /** Finds those that the head of a deployment has and its base has not: one problem for each other deployment. */
  async problemsOf(id: string, base: Rendering, head: Rendering): Promise<readonly Diagnostic[]> {
    const own = this.#input.deployments.get(id);
    if (
      own === undefined ||
      !isKustomize(own.recipe) ||
      own.controls.isSuspended ||
      head.status !== "rendered" ||
      base.status === "failed"
    )
      return [];
    const before = new Set(base.status === "rendered" ? base.resources.map(keyOf) : []);
    const added = head.resources.filter((resource) => !before.has(keyOf(resource)) && isOverwritten(resource.value()));
    if (added.length === 0) return [];
    const pairs: { readonly other: string; readonly resource: BuiltResource; readonly isEqual: boolean }[] = [];
    for (const resource of added) {
      for (const other of await this.#readersOf(own, resource)) {
        const same = (await this.#objectsOf(other)).get(keyOf(resource));
        const isEqual = same === digestOf(resource);
        // Nothing comes of two that apply the same and never delete it.
        const isHarmless = isEqual && !this.#prunes(id) && !this.#prunes(other);
        if (same !== undefined && !isHarmless) pairs.push({ other, resource, isEqual });
      }
    }
    return [...groupBy(pairs, ({ other }) => other)].map(([other, found]) => {
      const objects = found.map(({ resource }) => resource);
      return problem(
        id,
        other,
        objects as [BuiltResource, ...BuiltResource[]],
        found.every(({ isEqual }) => isEqual),
      );
    });
  }

  #prunes(id: string): boolean {
    return this.#input.deployments.get(id)?.controls.prunes ?? false;
  }

  /** The other deployments of the cluster that read a file which may declare an object. */
  async #readersOf({ id, deployment }: Deployment, { kind, name }: BuiltResource): Promise<Set<string>> {
    this.#names ??= this.#input.files.declarations();
    const found = new Set<string>();
    for (const file of (await this.#names).get(`${kind}/${name}`) ?? []) {
      const readers = this.#readersOfFile(deployment?.cluster ?? "", file);
      if (readers.size <= MAX_READERS) for (const reader of readers) if (reader !== id) found.add(reader);
    }
    return found;
  }

  #readersOfFile(cluster: string, file: string): Set<string> {
    this.#readers ??= readersByPath(this.#input);
    const found = new Set(this.#readers.get(`${cluster} ${file}`));
    for (let at = file; at !== ""; ) {
      at = at.slice(0, at.lastIndexOf("/"));
      for (const id of this.#readers.get(`${cluster} ${at || "/"}`) ?? []) found.add(id);
    }
    return found;
  }

  /** The objects of another deployment with their digests; none of one that does not build, or is suspended. */
  #objectsOf(id: string): Promise<ReadonlyMap<string, string>> {
    return getOrInsert(this.#built, id, () => this.#build(id));
  }

  async #build(id: string): Promise<ReadonlyMap<string, string>> {
    const deployment = this.#input.deployments.get(id);
    const recipe = deployment?.recipe;
    if (recipe === undefined || !isKustomize(recipe) || deployment?.controls.isSuspended || this.#left <= 0)
      return new Map();
    this.#left--;
    try {
      const { resources } = await this.#input.builds.search(recipe, undefined);
      return new Map(
        resources
          .filter((each) => isOverwritten(each.value()))
          .map((resource) => [keyOf(resource), digestOf(resource)]),
      );
    } catch (thrown) {
      if (thrown instanceof KrmError) return new Map();
      throw thrown;
    }
  }
}

function readersByPath({ deployments, reached }: AppliedInput): Map<string, string[]> {
  const readers = new Map<string, string[]>();
  for (const { id, recipe, deployment } of deployments.values()) {
    if (!isKustomize(recipe)) continue;
    for (const path of new Set(reached([recipe.directory, ...recipe.components])))
      getOrInsert(readers, `${deployment?.cluster} ${path}`, (): string[] => []).push(id);
  }
  return readers;
}

/** The versions of an API name the same object. */
function keyOf({ apiVersion, kind, namespace, name }: BuiltResource): string {
  return JSON.stringify([apiVersion.includes("/") ? apiVersion.split("/")[0] : "", kind, namespace, name]);
}

function digestOf({ yaml }: BuiltResource): string {
  return createHash("sha256").update(yaml).digest("base64");
}

function problem(
  id: string,
  other: string,
  [first, ...more]: readonly [BuiltResource, ...BuiltResource[]],
  isEqual: boolean,
): Diagnostic {
  const { kind, namespace, name } = first;
  const object = `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return {
    code: "flux-applied-twice",
    severity: "warning",
    message: `Kustomizations ${shownName(id)} and ${shownName(other)} both apply ${object}${rest}${isEqual ? "" : ", with different contents"}`,
    ...first.origin,
    hint: isEqual
      ? "If one of them no longer renders it, Flux may delete it although the other one does. Leave it to one of them."
      : "Each overwrites what the other one applies. Leave it to one of them.",
  };
}
