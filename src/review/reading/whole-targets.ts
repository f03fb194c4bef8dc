/** Checks rows of whole targets. */
import { compareIds } from "../../render/index.ts";
import { stableJson } from "../../text/index.ts";
import type { Change, ChangeGroup, TargetReport, WholeTargets } from "../report.ts";
import { wholeOp, wholeTargetsOf } from "../summary/index.ts";
import { invalid } from "./bounds.ts";

/**
 * Checks that a row of whole targets has all of their objects, and the numbers of these.
 * @param ownById the targets that no row before is about, of which it takes out its own
 */
export function checkWhole(
  { op, changes, targets }: ChangeGroup,
  whole: WholeTargets,
  ownById: Map<string, TargetReport>,
  byId: ReadonlyMap<string, Change>,
  place: string,
): void {
  checkOrder(targets, `${place}.targets`);
  const having = targets.map((id) => ownById.get(id));
  for (const id of targets) ownById.delete(id);
  const isRepaired = having[0]?.status === "failed-at-base" ? { isRepaired: true as const } : {};
  const isWhole = having.every((target) => {
    const isAlike = (target?.status === "failed-at-base") === (isRepaired.isRepaired === true);
    return target !== undefined && isAlike && wholeOp(target) === op;
  });
  if (!isWhole) throw invalid(`${place}.targets do not come or go as a whole`);
  const objects = having.map((target) =>
    (target?.changes ?? []).flatMap((id) => byId.get(id) ?? []).filter((change) => change.op === op),
  );
  const ids = new Set(objects.flat().map(({ id }) => id));
  if (ids.size !== changes.length || !changes.every((id) => ids.has(id)))
    throw invalid(`${place}.changes are not those of its targets`);
  const moved = having
    .flatMap((target) => (target?.changes ?? []).flatMap((id) => byId.get(id) ?? []))
    .filter((change) => change.op === "changed" && change.from?.targets !== undefined).length;
  if (stableJson({ ...wholeTargetsOf(objects), ...(moved > 0 && { moved }), ...isRepaired }) !== stableJson(whole))
    throw invalid(`${place}.whole is not what its targets have`);
}

function checkOrder(ids: readonly string[], place: string): void {
  ids.forEach((id, index) => {
    if (index > 0 && compareIds(ids[index - 1] as string, id) >= 0)
      throw invalid(`${place}[${index}] is not behind the one before it`);
  });
}
