/** Pairs small objects by what larger ones show: all objects of an application move and change their names together. */
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf, keyOf, namespaceOf } from "./identity.ts";
import { endsOf } from "./name-affinity.ts";

type ResourcePair = readonly [base: RenderedResource, head: RenderedResource];

/** The most frequent changes of names, and of namespaces, that are tried for each object. */
const MAX_RENAMES = 8;
const MAX_MOVES = 4;

/**
 * Applies the changes of names and namespaces that `moved` shows to the rest of the base, and pairs what the rest of the head
 * has under the result.
 */
export function companions(
  moved: readonly ResourcePair[],
  base: readonly RenderedResource[],
  head: readonly RenderedResource[],
  evidence: (base: RenderedResource, head: RenderedResource) => boolean,
): ResourcePair[] {
  if (moved.length === 0) return [];
  const { renames, moves, newNames } = changesOf(moved);
  const waiting = new Map<string, RenderedResource>();
  for (const resource of head) {
    const { kind, baseName } = resource;
    const key = keyOf(groupOf(resource), kind, namespaceOf(resource), baseName);
    if (!waiting.has(key)) waiting.set(key, resource);
  }
  const pairs: ResourcePair[] = [];
  for (const resource of base) {
    const partner = partnerOf(resource);
    if (partner !== undefined) pairs.push([resource, partner]);
  }
  return pairs;

  function partnerOf(resource: RenderedResource): RenderedResource | undefined {
    const namespace = namespaceOf(resource);
    const namespaces = [...(moves.has(namespace) ? [moves.get(namespace) as string] : []), namespace];
    for (const name of namesFor(resource)) {
      for (const place of namespaces) {
        const key = keyOf(groupOf(resource), resource.kind, place, name);
        const partner = waiting.get(key);
        if (partner === undefined || !evidence(resource, partner)) continue;
        waiting.delete(key);
        return partner;
      }
    }
    return undefined;
  }

  function namesFor(resource: RenderedResource): Set<string> {
    const { kind, baseName } = resource;
    const names = new Set<string>();
    if (kind === "Namespace" && moves.has(baseName)) names.add(moves.get(baseName) as string);
    const own = newNames.get(baseName);
    if (own !== undefined) names.add(own);
    for (const rename of renames) {
      const name = rename(baseName);
      if (name !== undefined) names.add(name);
    }
    return names.add(baseName);
  }
}

interface Changes {
  /** The most frequent changes of prefixes and suffixes. */
  readonly renames: readonly ((name: string) => string | undefined)[];
  /** From namespace to namespace: the most frequent ones. */
  readonly moves: ReadonlyMap<string, string>;
  readonly newNames: ReadonlyMap<string, string>;
}

function changesOf(moved: readonly ResourcePair[]): Changes {
  const affixes = new Map<string, number>();
  const moves = new Map<string, number>();
  const newNames = new Map<string, string>();
  for (const [base, head] of moved) {
    const [before, after] = [namespaceOf(base), namespaceOf(head)];
    if (before !== after) count(moves, keyOf(before, after));
    const [from, to] = [base.baseName, head.baseName];
    if (from === to) continue;
    if (!newNames.has(from)) newNames.set(from, to);
    const { start, end } = endsOf(from, to);
    if (end > 0) count(affixes, keyOf("prefix", from.slice(0, from.length - end), to.slice(0, to.length - end)));
    if (start > 0) count(affixes, keyOf("suffix", from.slice(start), to.slice(start)));
  }
  const namespaces = new Map<string, string>();
  for (const [from = "", to = ""] of frequent(moves, MAX_MOVES)) if (!namespaces.has(from)) namespaces.set(from, to);
  const renames = frequent(affixes, MAX_RENAMES).map(
    ([end = "", from = "", to = ""]) =>
      (name: string) =>
        end === "prefix" ? replaceStart(name, from, to) : replaceEnd(name, from, to),
  );
  return { renames, moves: namespaces, newNames };
}

function replaceStart(name: string, from: string, to: string): string | undefined {
  return name.startsWith(from) ? to + name.slice(from.length) : undefined;
}

function replaceEnd(name: string, from: string, to: string): string | undefined {
  return name.endsWith(from) ? name.slice(0, name.length - from.length) + to : undefined;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The parts of the most frequent keys. */
function frequent(counts: ReadonlyMap<string, number>, most: number): string[][] {
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, most)
    .map(([key]) => key.split("\0"));
}
