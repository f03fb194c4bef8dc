/** `krm-render targets --why PATH`: says which targets a file reaches. */
import { posix } from "node:path";
import { type Deployment, type FoundDeployments, isKustomize } from "../../deployments/index.ts";
import { failure } from "../../diagnostics.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../../engine/index.ts";
import type { IsolationMode } from "../../functions/index.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Target } from "../../render/index.ts";
import { committedWorkTree } from "../../sources/index.ts";
import { explainTargets, reachedTargets } from "../../targets/index.ts";
import { compareBytewise } from "../../text/index.ts";
import { openOwnRepository, placeOf, type Session } from "../session.ts";
import { deploymentsIn } from "./find.ts";

/** A target, and how the file reaches it. */
export interface Reached {
  readonly id: string;
  readonly why: string;
}

/**
 * @param name of a file or a directory, relative to the working directory
 * @param readPatterns reads those that choose targets; undefined for all
 * @param jsonnet its isolation; undefined where it may not run
 * @throws KrmError `not-a-repository`, `file-not-found`
 */
export async function reachedBy(
  session: Session,
  name: string,
  readPatterns: (place: ReturnType<typeof placeOf>) => readonly string[] | undefined,
  jsonnet: IsolationMode | undefined,
): Promise<readonly Reached[]> {
  const repository = await openOwnRepository(session);
  const place = placeOf(repository, session.terminal);
  const { tree } = await committedWorkTree(repository);
  const path = posix.relative(place.top, posix.resolve(place.cwd, name));
  const isOutside = path === ".." || path.startsWith("../");
  if (isOutside || (await tree.lookup(`/${path}`)) === undefined) {
    const message = isOutside ? "it is outside of the repository" : "no such file or directory";
    throw failure("file-not-found", message, { file: name });
  }
  const deployments = await deploymentsIn(session, { ...place, tree }, { jsonnet });
  const patterns = readPatterns(place);
  const targets =
    patterns?.length === 0
      ? []
      : await explainTargets({ head: tree }, patterns ?? [], undefined, { head: deployments });
  const ways = await reachedTargets(tree, `/${path}`, targets, deployments);
  const isIn = (file: string | undefined): boolean =>
    file !== undefined && (path === "" || file === path || file.startsWith(`${path}/`));
  const read = await readObjects(targets, ways, deployments, isIn);
  const reached: Reached[] = [];
  for (const { id } of targets) {
    const [declaring, project] = deployments.filesOf(id);
    const reasons = isIn(declaring)
      ? [`${declaring} declares it`]
      : settingFiles(deployments.get(id)).flatMap((file) => (isIn(file) ? [`${file} sets fields of it`] : []));
    if (isIn(project)) reasons.push(`${project} says what its project permits`);
    const way = ways.get(id);
    if (way !== undefined) reasons.push(way);
    reasons.push(...(read.get(id) ?? []));
    if (reasons.length > 0) reached.push({ id, why: reasons.join("; ") });
  }
  return reached;
}

/** The files that set what a deployment builds and makes of it, such as those of the patches of its parent. */
function settingFiles(found: Deployment | undefined): readonly string[] {
  if (found === undefined || !isKustomize(found.recipe)) return [];
  const { edits, pathPlace, places, substitution } = found.recipe;
  const { named, unseen } = substitution.variables;
  const files = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("file" in value && typeof value.file === "string") files.add(value.file);
    for (const each of value instanceof Map ? value.values() : Object.values(value)) walk(each);
  };
  walk([edits, pathPlace, places.metadata, named.size + unseen.length > 0 ? places.postBuild : undefined]);
  return [...files].sort(compareBytewise);
}

/** Finds the deployments that read objects which a file makes. @returns the reasons, by id */
async function readObjects(
  targets: readonly Target[],
  ways: ReadonlyMap<string, string>,
  deployments: FoundDeployments,
  isIn: (file: string | undefined) => boolean,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const readers = new Map<string, string[]>();
  for (const { id } of targets)
    for (const key of keysRead(deployments.get(id))) readers.set(key, [...(readers.get(key) ?? []), id]);
  const reasons = new Map<string, string[]>();
  if (readers.size === 0) return reasons;
  const builder = deployments.builder({});
  for (const { id, deployment, recipe } of deployments.targets) {
    if (!ways.has(id) || deployment === undefined || !isKustomize(recipe)) continue;
    const built = await builder
      .build(id, { builds: 1, timeoutSeconds: undefined, recorded: undefined })
      .catch(() => undefined);
    for (const { kind, namespace, name, origin } of built?.resources ?? []) {
      const by = readers.get(keyOf(deployment.cluster, kind, namespace ?? "", name)) ?? [];
      if (by.length === 0 || !(isIn(origin?.file) || isGenerated(origin?.file))) continue;
      for (const reader of by)
        reasons.set(
          reader,
          [...(reasons.get(reader) ?? []), `reads ${kind} ${name}, which ${id} applies`].sort(compareBytewise),
        );
    }
  }
  return reasons;
}

/** Tells whether an object comes out of a generator: then any of its files may have made it. */
function isGenerated(file: string | undefined): boolean {
  return file === undefined || KUSTOMIZATION_FILE_NAMES.includes(posix.basename(file));
}

function keyOf(...parts: readonly string[]): string {
  return parts.join("\0");
}

/** The objects out of which a deployment takes variables, values or its chart. */
function keysRead(found: Deployment | undefined): readonly string[] {
  if (found?.deployment === undefined) return [];
  const { cluster, namespace } = found.deployment;
  const { object } = found;
  const sources = [valueAt(object, "spec", "chartRef"), valueAt(object, "spec", "chart", "spec", "sourceRef")];
  const references = [
    ...listAt(object, "spec", "postBuild", "substituteFrom"),
    ...(isKustomize(found.recipe) ? [] : [...listAt(object, "spec", "valuesFrom"), ...sources]),
  ];
  return references.map((reference) => {
    const [kind = "", name = ""] = [textAt(reference, "kind"), textAt(reference, "name")];
    return keyOf(cluster, kind, textAt(reference, "namespace") || namespace, name);
  });
}
