/** Kustomizations that include themselves; docs/specification/loading.md 2. */
import { failure, type Location } from "../../diagnostics.ts";
import { shownAddress } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { type Clone, pathOf } from "./clone.ts";
import { contains } from "./paths.ts";

/** How a root was reached. */
export interface Chain {
  readonly tree: Tree;
  readonly key: string;
  /** The keys of the roots that led here within the same tree, outermost first, without this one. */
  readonly ancestors: readonly string[];
  /** The repositories elsewhere that led here, outermost first; the last one is where the root is. */
  readonly clones: readonly Clone[];
}

/** Marks addresses in lists of opened roots. */
const ADDRESS = "address ";

/** The entries for a root in lists of opened roots, for {@link leadsBackTo}. */
export function openedWith({ key, clones }: Chain): readonly string[] {
  const clone = clones.at(-1);
  return clone === undefined ? [key] : [key, ADDRESS + clone.address];
}

/** Tells whether opening something again, from a root or from below it, is a cycle. */
export function leadsBackTo({ ancestors, clones }: Chain, opened: string): boolean {
  if (!opened.startsWith(ADDRESS)) return ancestors.some((ancestor) => contains(opened, ancestor));
  const address = opened.slice(ADDRESS.length);
  return clones.slice(0, -1).some((clone) => clone.address.startsWith(address));
}

/** Checks that a directory that a root includes leads to no root again. @throws KrmError `cycle` */
export function checkCycle(chain: Chain, candidate: string, location: Location): void {
  const { tree, key, ancestors, clones } = chain;
  const roots = [...ancestors, key];
  const visited = roots.find((root) => contains(candidate, root));
  if (visited === undefined) return;
  const display = (one: string): string => tree.display(pathOf(one, clones.at(-1)));
  const [here, there] = [display(candidate), display(visited)];
  const message =
    candidate === visited
      ? `${here} includes itself: ${[...roots, candidate].map(display).join(" → ")}`
      : `${here} contains ${there}, which includes it`;
  throw failure("cycle", `cycle: ${message}`, { ...location, hint: "Remove one of the references." });
}

/** Checks that an address leads to no repository again. @throws KrmError `cycle` */
export function checkAddressCycle({ clones }: Chain, address: string, location: Location): void {
  if (!clones.some((clone) => clone.address.startsWith(address))) return;
  const chain = [...clones.map((clone) => clone.address), address].map(shownAddress).join(" → ");
  throw failure("cycle", `cycle: ${shownAddress(address)} includes itself: ${chain}`, {
    ...location,
    hint: "Remove one of the references.",
  });
}
