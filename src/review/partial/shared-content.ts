/** The content of a change that several targets have. */
import { compareBytewise, stableJson } from "../../text/index.ts";
import { withShared } from "../differences/index.ts";
import type { NewChange } from "../report.ts";
import type { OriginalName } from "../summary/index.ts";
import type { Movable } from "./types.ts";

/** A change, and facts about its object. */
export interface SharedContent {
  change: NewChange;
  /** See {@link PartialChange.original}. */
  original: OriginalName | undefined;
  /** See {@link PartialChange.movable}. */
  movable: Movable | undefined;
}

/** Merges what two sources know of a change with the same content. The result does not depend on the order of the calls. */
export function shareContent(shared: SharedContent, { change, original, movable }: Readonly<SharedContent>): void {
  if (change !== shared.change) shared.change = withShared(shared.change, change);
  shared.original = firstOriginal(shared.original, original);
  shared.movable = shared.movable && movable && commonMovable(shared.movable, movable);
}

/** Returns one of the names. Any of them serves. */
function firstOriginal(a: OriginalName | undefined, b: OriginalName | undefined): OriginalName | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.kind === b.kind && a.namespace === b.namespace && a.name === b.name) return a;
  const key = ({ kind, namespace, name }: OriginalName): string => stableJson([kind, namespace, name]);
  return compareBytewise(key(a), key(b)) <= 0 ? a : b;
}

/** Joins the generated names. Equal texts hold the same ones, unless a target has one of them that is not generated. */
function commonMovable(a: Movable, b: Movable): Movable {
  if (a === b) return a;
  const names = new Map(a.generated);
  for (const [name, baseName] of b.generated) {
    const known = names.get(name);
    if (known === undefined || baseName < known) names.set(name, baseName);
  }
  const isMasked = a.masked || b.masked;
  return { generated: [...names].sort(([x], [y]) => compareBytewise(x, y)), ...(isMasked && { masked: true }) };
}
