/** Says which targets come or go as a whole, and what they have. */

import { deploymentOf, isDeploymentId } from "../../render/index.ts";
import type { Change, ChangeGroup, CountRange, WholeTargets } from "../../review/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import { plural } from "../text.ts";
import { kindPhrases, objectName, pluralOf } from "./object-names.ts";
import { countedTargets, type TargetNames, targetItems } from "./target-names.ts";

/** Kinds that are named with their numbers. Objects of further ones are only counted. */
const MAX_KINDS = 6;
/** The objects are named if there are not more of them. */
const MAX_NAMED = 3;
/** A longer name with braces has to be searched for its end. */
const MAX_BRACED_LENGTH = 100;

/**
 * `target apps/x`, or `15 targets apps/{eu,us,…}/x`, and with a `*` where that would be long. The same for deployments, by their
 * namespaces and names.
 */
export function wholeName({ targets }: Pick<ChangeGroup, "targets">, names: TargetNames): Phrase[] {
  const [first = "", second] = targets;
  if (targets.some(isDeploymentId)) return deploymentsName(targets, names);
  if (second === undefined) return first === "." ? ["the target at the top"] : ["target ", { code: first }];
  return [`${targets.length} targets `, { code: patternOf(targets) }];
}

function deploymentsName(targets: readonly string[], names: TargetNames): Phrase[] {
  const deployments = targets.flatMap((id) => deploymentOf(id) ?? []);
  if (targets.length === 1 || deployments.length < targets.length)
    return joinPhrases([...targetItems(targets.slice(0, MAX_NAMED), names, false), ...moreThan(targets)]);
  const clusters = new Set(deployments.map(({ cluster }) => cluster));
  const code = patternOf(deployments.map(({ namespace, name }) => `${namespace}/${name}`));
  const listed = joinPhrases(Array.from(clusters, (cluster) => [{ code: cluster }]).slice(0, MAX_NAMED));
  const more = clusters.size > MAX_NAMED ? [` and ${clusters.size - MAX_NAMED} more`] : [];
  const where =
    names.clusters.size > 1 ? [` (${clusters.size > 1 ? "clusters" : "cluster"} `, ...listed, ...more, ")"] : [];
  return [`${countedTargets(targets)} `, { code }, ...where];
}

function moreThan({ length }: readonly string[]): Phrase[][] {
  return length > MAX_NAMED ? [[`${length - MAX_NAMED} more`]] : [];
}

/** `apps/{eu,us}/x` for several paths of as many parts. */
function patternOf(targets: readonly string[]): string {
  const paths = targets.map((path) => path.split("/"));
  const isShared = (at: number): boolean => paths.every((steps) => steps[at] === paths[0]?.[at]);
  const names = (at: number): string => `{${[...new Set(paths.map((steps) => steps[at] ?? ""))].join()}}`;
  const print = (vary: (at: number) => string): string =>
    (paths[0] ?? []).map((step, at) => (isShared(at) ? step : vary(at))).join("/");
  const braced = print(names);
  // A name with such characters of its own could be taken for something else.
  const isPlain = braced.length <= MAX_BRACED_LENGTH && !targets.some((path) => /[{},*]/.test(path));
  return isPlain ? braced : print(() => "*");
}

/** `14 objects: 3 Deployments, PersistentVolumeClaim data and 10 others`. Few objects of one target are named. */
export function wholeWords({ op, whole, targets, changes }: ChangedWhole): Phrase[] {
  const { objects, kinds, isRepaired, moved = 0 } = whole;
  const start = isRepaired ? [targets.length === 1 ? "builds again, as new: " : "build again, as new: "] : [];
  const isOne = targets.length === 1;
  if (isOne && changes.length <= MAX_NAMED) {
    const sorted = kinds.flatMap(({ kind }) => changes.filter(({ object }) => object.kind === kind));
    const named = kindPhrases(sorted.map(({ object }) => ({ kind: object.kind, name: objectName(object) })));
    return [...start, ...named, ...movedPart(op, moved)];
  }
  const shown = kinds.slice(0, MAX_KINDS).map((each): Phrase[] => {
    const [only, ...others] = isOne ? changes.filter(({ object }) => object.kind === each.kind) : [];
    if (only !== undefined && others.length === 0) return [{ word: each.kind }, " ", { code: objectName(only.object) }];
    return [`${rangeText(each)} `, { word: each.most === 1 ? each.kind : pluralOf(each.kind) }];
  });
  const rest = kinds.slice(MAX_KINDS).reduce((sum, { most }) => sum + most, 0);
  const more = rest === 0 ? "" : isOne ? ` and ${plural(rest, "other object")}` : " and others";
  const count = `${isOne ? "" : "each "}${rangeText(objects)} ${objects.most === 1 ? "object" : "objects"}: `;
  return [...start, count, ...joinPhrases(shown), more, ...movedPart(op, moved)];
}

function movedPart(op: ChangeGroup["op"], moved: number): string[] {
  if (moved === 0) return [];
  const where = op === "removed" ? "went to" : "came from";
  return [`; ${plural(moved, "more object", "more objects")} ${where} other targets`];
}

interface ChangedWhole extends Pick<ChangeGroup, "op" | "targets"> {
  readonly whole: WholeTargets;
  readonly changes: readonly Change[];
}

function rangeText({ least, most }: CountRange): string {
  return least === most ? `${most}` : `${least}–${most}`;
}
