/** Properties of the pairs of random sets of objects after random moves, new names and edits. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { type Pair, pairResources } from "../../../../src/review/differences/pairing/index.ts";
import { deployment, object, serviceAccount, settings } from "./objects.ts";

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const anyKind = fc.constantFrom("ConfigMap", "Deployment", "ServiceAccount", "Secret", "Role");

/** The source of an object: its name is unique, and so is one of its values. */
const source = fc.record({ kind: anyKind, values: fc.array(word, { minLength: 4, maxLength: 9 }) });
const sources = fc.array(source, { minLength: 1, maxLength: 12 });
const affixes = fc.record({
  prefix: fc.constantFrom("", "dev-", "prod-", "a"),
  suffix: fc.constantFrom("", "-v1", "-2"),
  namespace: fc.constantFrom("", "dev", "prod", "default"),
});

type Source = { kind: string; values: readonly string[] };
type Affixes = { prefix: string; suffix: string; namespace: string };

/** What the engine makes of a source at one side. */
function built({ kind, values }: Source, index: number, { prefix, suffix, namespace }: Affixes): RenderedResource {
  const plain = `object${index}x`;
  const name = `${prefix}${plain}${suffix}`;
  const parts = { name, namespace, kind, original: { kind, namespace: "default", name: plain } };
  if (kind === "Deployment")
    return deployment({ ...parts, apiVersion: "apps/v1" }, { image: `${values.join("/")}:${index}` });
  return kind === "ServiceAccount" ? serviceAccount(parts) : settings(parts, [`only${index}`, ...values]);
}

function indexOf(resource: RenderedResource): number {
  return Number(/object(\d+)x/.exec(resource.name)?.[1]);
}

test("what got other prefixes, suffixes and namespaces is paired with itself", () => {
  fc.assert(
    fc.property(sources, affixes, affixes, (all, before, after) => {
      const base = all.map((each, index) => built(each, index, before));
      const head = all.map((each, index) => built(each, index, after)).reverse();
      const pairs = pairResources(base, head);
      expect(pairs).toHaveLength(all.length);
      for (const pair of pairs) expect(pair.base && indexOf(pair.base)).toBe(pair.head && indexOf(pair.head));
    }),
  );
});

test("what is on both sides is paired with nothing else, whatever was removed or added beside it", () => {
  fc.assert(
    fc.property(sources, affixes, affixes, fc.nat(), fc.nat(), (all, before, after, added, removed) => {
      const isBase = (index: number) => index !== added % all.length;
      const isHead = (index: number) => index !== removed % all.length;
      const base = all.map((each, index) => built(each, index, before)).filter((_, index) => isBase(index));
      const head = all.map((each, index) => built(each, index, after)).filter((_, index) => isHead(index));
      const isOnBoth = (resource: RenderedResource | undefined) =>
        resource !== undefined && isBase(indexOf(resource)) && isHead(indexOf(resource));
      const pairs = pairResources(base, head).filter((pair) => isOnBoth(pair.base) || isOnBoth(pair.head));
      for (const pair of pairs) expect(pair.base && indexOf(pair.base)).toBe(pair.head && indexOf(pair.head));
    }),
  );
});

test("objects without anything to tell their source move with one another", () => {
  fc.assert(
    fc.property(sources, affixes, affixes, (all, before, after) => {
      const given = (side: Affixes) =>
        all.map((each, index) => ({ ...built(each, index, side), original: undefined, origin: undefined }));
      const pairs = pairResources(given(before), given(after));
      expect(complete(pairs).filter(({ base, head }) => indexOf(base) !== indexOf(head))).toEqual([]);
      // Those that hold something are found in any case.
      const lost = pairs.filter((pair) => pair.head === undefined).map((pair) => pair.base?.kind);
      expect(lost.filter((each) => each !== "ServiceAccount")).toEqual([]);
    }),
  );
});

const anything = fc
  .record({
    name: fc.constantFrom("a", "b", "c", "dev-a", "a-4444444444"),
    namespace: fc.constantFrom("", "x", "y"),
    kind: fc.constantFrom("ConfigMap", "Secret", "Role", "ClusterRole"),
    apiVersion: fc.constantFrom("v1", "v2", "g.io/v1"),
    body: fc.array(fc.constantFrom("spec:", "  a: 1", "  b: 2", "  c: 3", "  - d", "", "  image: x"), { maxLength: 9 }),
    original: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }),
  })
  .map(({ body, original, ...parts }) => {
    const named = original && { original: { kind: parts.kind, namespace: "default", name: original } };
    const text = body.map((line) => `${line}\n`).join("");
    return { ...object({ ...parts, ...named }), yaml: `${object(parts).yaml}${text}` };
  });

test("each object is in one pair, the pairs are in order, and equal identities are paired first", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 30 }), fc.array(anything, { maxLength: 30 }), (base, head) => {
      const pairs = pairResources(base, head);
      expect(pairs.flatMap((pair) => pair.head ?? [])).toEqual(head);
      expect(new Set(pairs.flatMap((pair) => pair.base ?? []))).toEqual(new Set(base));
      expect(pairs.filter((pair) => pair.base)).toHaveLength(base.length);
      const exact = ({ apiVersion, kind, namespace, name }: RenderedResource) =>
        [apiVersion, kind, namespace, name].join();
      const [before, after] = [countsOf(base.map(exact)), countsOf(head.map(exact))];
      const kept = complete(pairs).filter((pair) => exact(pair.base) === exact(pair.head)).length;
      expect(kept).toBe([...before].reduce((sum, [key, count]) => sum + Math.min(count, after.get(key) ?? 0), 0));
    }),
  );
});

test("a Secret is never paired with another kind", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 30 }), fc.array(anything, { maxLength: 30 }), (base, head) => {
      const kinds = complete(pairResources(base, head)).map((pair) => [pair.base.kind, pair.head.kind]);
      expect(kinds.filter(([before, after]) => (before === "Secret") !== (after === "Secret"))).toEqual([]);
    }),
  );
});

function complete(pairs: readonly Pair[]): { base: RenderedResource; head: RenderedResource }[] {
  return pairs.flatMap(({ base, head }) => (base && head ? [{ base, head }] : []));
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
