/** Tells what all targets together show of the objects that one of them loses, or deploys from. */
import { getOrInsert } from "../collections.ts";
import type { DangerLevel } from "../configuration/index.ts";
import { deploymentOf } from "../render/index.ts";
import type { FoundDangers, Whereabouts } from "./dangers/index.ts";
import { type DeploymentsByName, declaredBy, deploymentsByName, fedBy, releasesBySource } from "./declared.ts";
import type { DistinctChange, FoundChanges } from "./found-changes.ts";
import { canReach } from "./moves.ts";
import type { NewChange } from "./report.ts";

type FoundTarget = ReturnType<FoundChanges["list"]>["targets"][number];

interface Joined extends ReturnType<FoundChanges["list"]> {
  readonly dangers: FoundDangers;
  /** The digests of moves to another name, namespace or kind. */
  readonly renaming: ReadonlySet<string>;
  /** Tells whether the report has a change as it was found, and not as the half of a move. */
  readonly isWhole: (change: DistinctChange) => boolean;
}

/** Takes time linear in the changes and in the targets that have them. */
export function whereaboutsOf(joined: Joined): Whereabouts {
  const known = new Map(joined.targets.map((target) => [target.report.id, target]));
  const byName = deploymentsByName(joined.targets.map(({ report }) => report));
  return {
    isAdded: isAdded(joined),
    isRenderedBeside: isRenderedBeside(joined),
    deployedWith: deployedWith(joined, known, byName),
    movesNothing: movesNothing(joined, known, byName),
    succeededBy: succeededBy(joined, known),
    isRendered: isRendered(joined, known, byName),
    isUnapplied: (target) => known.get(target)?.report.fate?.isLeftOut === true,
  };
}

/**
 * Tells of objects that a change takes away whether some target gets them, whatever became of the version of their kind and of their
 * content. A move to another name or namespace takes away another object than it names.
 */
function isAdded({ changes, renaming }: Joined): NonNullable<Whereabouts["isAdded"]> {
  const added = new Map<string, string[]>();
  for (const [{ change }, targets] of changes)
    if (change.op === "added") getOrInsert(added, keyOf(change.object), (): string[] => []).push(...targets);
  return (object, change, targets) => {
    const gaining = renaming.has(change) ? undefined : added.get(keyOf(object));
    return gaining !== undefined && canReach(targets, gaining);
  };
}

/** Tells of objects that targets lack whether a change in another target shows that this one has them now. */
function isRenderedBeside({ changes }: Joined): NonNullable<Whereabouts["isRenderedBeside"]> {
  const rendered = new Map<string, string[]>();
  for (const [{ change }, targets] of changes)
    if (change.op !== "removed") getOrInsert(rendered, keyOf(change.object), (): string[] => []).push(...targets);
  return (object, targets) => {
    const having = rendered.get(keyOf(object));
    return having !== undefined && canReach(targets, having);
  };
}

function keyOf({ kind, namespace, name }: Pick<NewChange["object"], "kind" | "namespace" | "name">): string {
  return [kind, namespace || "default", name].join("\0");
}

/**
 * Tells of the Kustomizations of Flux that go how much the objects hurt that go with them, where these are all objects of targets that
 * go: those that it declares, or its directory where it declares none. Medium at least, since they may be more in the cluster.
 */
function deployedWith(
  { changes, dangers, isWhole }: Joined,
  known: ReadonlyMap<string, FoundTarget>,
  byName: DeploymentsByName,
): NonNullable<Whereabouts["deployedWith"]> {
  const deployers = new Map<string, { readonly ids: readonly string[]; readonly isDeclared: boolean }>();
  for (const [{ digest, change }, targets] of changes) {
    if (change.op !== "removed") continue;
    const declared = Array.from(targets, (target) => declaredBy(change, [target], byName));
    const ids = declared.flat();
    const directory = change.elsewhere?.directory;
    const isDeclared = ids.some((id) => known.has(id));
    if (isDeclared) {
      if (declared.every(({ length }) => length > 0)) deployers.set(digest, { ids, isDeclared });
    } else if (directory !== undefined) deployers.set(digest, { ids: [directory], isDeclared });
  }
  return (digest) => {
    const { ids, isDeclared } = deployers.get(digest) ?? {};
    if (ids === undefined || isDeclared === undefined) return undefined;
    const levels = ids.map((id) => levelOfGone(known.get(id)));
    if (levels.includes(undefined)) return undefined;
    return { level: levels.includes("high") ? "high" : "medium", isDeclared };
  };

  /** The highest level of the dangers of a target that goes, where all of its objects go with it; undefined if they do not. */
  function levelOfGone(target: FoundTarget | undefined): DangerLevel | undefined {
    const { report, entries = [] } = target ?? {};
    if (report?.status !== "removed" || entries.length !== report.resources.base) return undefined;
    // What another target gets goes from here, too.
    if (!entries.every(({ change }) => isWhole(change))) return undefined;
    const digests = entries.map(({ change }) => change.digest);
    return dangers.levelIn(report.id, digests) ?? "low";
  }
}

/**
 * Tells of Kustomizations of Flux that change whether all that they declare is rendered on both sides, and loses nothing: no object goes,
 * and none had another namespace. An object without one was not applied.
 */
function movesNothing(
  { changes }: Joined,
  known: ReadonlyMap<string, FoundTarget>,
  byName: DeploymentsByName,
): NonNullable<Whereabouts["movesNothing"]> {
  const still = new Set<string>();
  for (const [{ digest, change }, targets] of changes) {
    if (change.op !== "changed") continue;
    const declared = Array.from(targets, (target) => declaredBy(change, [target], byName));
    const isStill = declared.every((ids) => ids.length > 0 && ids.every((id) => losesNothing(known.get(id))));
    if (isStill) still.add(digest);
  }
  return (digest) => still.has(digest);
}

/** Tells of objects that name versions of charts whether all releases of these are rendered on both sides. */
function isRendered(
  { changes, targets }: Joined,
  known: ReadonlyMap<string, FoundTarget>,
  byName: DeploymentsByName,
): NonNullable<Whereabouts["isRendered"]> {
  const bySource = releasesBySource(targets.map(({ report }) => report));
  const rendered = new Set<string>();
  for (const [{ digest, change }, holders] of changes) {
    if ((change.elsewhere?.versions.length ?? 0) === 0) continue;
    const ids = [...declaredBy(change, holders, byName), ...fedBy(change, holders, bySource)];
    const statuses = ids.map((id) => known.get(id)?.report.status);
    if (ids.length > 0 && statuses.every((status) => status === "changed" || status === "unchanged"))
      rendered.add(digest);
  }
  return (digest) => rendered.has(digest);
}

/** Names that fit into a sentence. */
const SHOWN_NAME = /^[\w.-]{1,63}\/[\w.-]{1,63}$/;

/**
 * Returns the Kustomization of Flux, as NAMESPACE/NAME, that renders in place of one that goes all that it rendered: the target was
 * renamed in its cluster, and lost nothing.
 */
function succeededBy(
  { targets, changes }: Joined,
  known: ReadonlyMap<string, FoundTarget>,
): NonNullable<Whereabouts["succeededBy"]> {
  const successors = new Map<string, string>();
  for (const { report } of targets) {
    const { id, from, deployment } = report;
    if (from === undefined || deployment === undefined || !losesNothing(known.get(id))) continue;
    // Another cluster takes over nothing.
    if (deploymentOf(from)?.cluster !== deployment.cluster) continue;
    const name = `${deployment.namespace}/${deployment.name}`;
    if (SHOWN_NAME.test(name)) successors.set(from, name);
  }
  const byName = deploymentsByName(Array.from(successors.keys(), (id) => ({ id })));
  const names = new Map<string, string>();
  for (const [{ digest, change }, holders] of changes) {
    if (change.op !== "removed") continue;
    const declared = holders.map((holder) => declaredBy(change, [holder], byName));
    const [name, ...others] = new Set(declared.flatMap((ids) => ids.map((id) => successors.get(id))));
    const isEach = declared.every(({ length }) => length > 0);
    if (isEach && others.length === 0 && name !== undefined) names.set(digest, name);
  }
  return (digest) => names.get(digest);
}

function losesNothing(target: FoundTarget | undefined): boolean {
  const status = target?.report.status;
  if (status !== "changed" && status !== "unchanged") return false;
  return (target?.entries ?? []).every(
    ({ change: { change } }) => change.op !== "removed" && (change.from?.namespace ?? "") === "",
  );
}
