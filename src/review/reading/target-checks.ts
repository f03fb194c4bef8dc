/** Checks what names the targets of a report or of a partial review. */
import { compareIds, deploymentId, deploymentOf, directoryTarget, type Target } from "../../render/index.ts";
import type { TargetReport } from "../report.ts";
import { type Invalid, invalid } from "./bounds.ts";

/** Gives their ids to the targets of earlier versions, which knew directories only. */
export function withIds<T extends { readonly targets: readonly Target[] }>(read: T): T {
  return { ...read, targets: read.targets.map((target) => ({ ...directoryTarget(target.path), ...target })) };
}

/**
 * Checks that ids are those of the directories and deployments that have them, and in order, and that paths are normal.
 * @throws the error of `refuse`
 */
export function checkTargetNames(
  targets: readonly Pick<TargetReport, keyof Target | "from" | "to">[],
  refuse: Invalid = invalid,
): void {
  let previous: string | undefined;
  targets.forEach(({ id, path, deployment, from, to }, index) => {
    const place = `targets[${index}]`;
    checkPath(path, `${place}.path`, refuse);
    if (id !== (deployment === undefined ? path : deploymentId(deployment)))
      throw refuse(`${place}.id is not that of its ${deployment === undefined ? "path" : "deployment"}`);
    if (deployment !== undefined) checkId(id, `${place}.id`, refuse);
    if (from !== undefined) checkId(from, `${place}.from`, refuse);
    if (to !== undefined) checkPath(to, `${place}.to`, refuse);
    if (previous !== undefined && compareIds(previous, id) >= 0)
      throw refuse(`${place}.id is not behind the one before it`);
    previous = id;
  });
}

/** @throws the error of `refuse` unless it is the id of a deployment, or a path as {@link checkPath} wants it */
export function checkId(id: string, place: string, refuse: Invalid = invalid): void {
  if (deploymentOf(id) === undefined) checkPath(id, place, refuse);
}

/** @throws the error of `refuse` unless the path is relative and normal, so that it stays below the directory that it is joined to */
export function checkPath(path: string, place: string, refuse: Invalid = invalid): void {
  if (path === ".") return;
  const isNormal = path.split("/").every((step) => step !== "" && step !== "." && step !== "..");
  if (!isNormal) throw refuse(`${place} is no normal relative path`);
}
