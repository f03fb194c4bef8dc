/** Which changed fields are folded because an Application of Argo CD ignores their differences. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { processPool } from "../../src/budget/index.ts";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import type { IgnoredFields } from "../../src/engine/context/built.ts";
import { ignoredPair } from "../../src/review/ignored-differences.ts";
import { Reviewer } from "../../src/review/reviewer.ts";
import { resource } from "./renderings.ts";

const object = (spec: unknown, ignored?: IgnoredFields, kind = "Deployment") => ({
  ...resource(JSON.stringify({ apiVersion: "apps/v1", kind, metadata: { name: "web" }, spec })),
  ...(ignored && { release: { application: { ignored } } }),
});
const fields = (...paths: string[]): IgnoredFields => ({ fields: paths, elements: [] });

function reviewed(base: ReturnType<typeof object>, head: ReturnType<typeof object>) {
  const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
  const side = (one: typeof base) => ({ status: "rendered", target: "a", resources: [one], diagnostics: [] }) as const;
  reviewer.compare({ id: "a", path: "a", why: "" }, side(base), side(head), { seconds: undefined, isLast: true });
  return reviewer.report({ base: { label: "base" }, head: { label: "head" } } as never);
}

/** Each changed field with the rule that folds it. */
function folded(base: ReturnType<typeof object>, head: ReturnType<typeof object>): string[] {
  const { changes } = reviewed(base, head);
  return changes.flatMap((change) => change.fields.map(({ op, path, noise }) => `${op} ${path}: ${noise ?? "shown"}`));
}

const REPLICAS_AND_PODS = fields("/spec/replicas", "/spec/template");

describe("a changed field", () => {
  const REPLICAS = fields("/spec/replicas");
  test.each<[what: string, base: ReturnType<typeof object>, head: ReturnType<typeof object>, expected: string[]]>([
    [
      "is folded if both sides ignore it",
      object({ replicas: 1 }, REPLICAS),
      object({ replicas: 2 }, REPLICAS),
      ["changed /spec/replicas: argocd-ignores"],
    ],
    [
      "is folded by another rule if it is kept",
      object({ replicas: 1 }, { ...REPLICAS, isKept: true }),
      object({ replicas: 2 }, { ...REPLICAS, isKept: true }),
      ["changed /spec/replicas: argocd-keeps"],
    ],
    [
      "is shown if the change makes it ignored",
      object({ replicas: 1 }, fields()),
      object({ replicas: 2 }, REPLICAS),
      ["changed /spec/replicas: shown"],
    ],
    [
      "is shown if it is ignored no more",
      object({ replicas: 1 }, REPLICAS),
      object({ replicas: 2 }),
      ["changed /spec/replicas: shown"],
    ],
    [
      "is shown if the change makes it kept",
      object({ replicas: 1 }, REPLICAS),
      object({ replicas: 2 }, { ...REPLICAS, isKept: true }),
      ["changed /spec/replicas: shown"],
    ],
    [
      "is folded if it is new",
      object({}, fields()),
      object({ replicas: 2 }, REPLICAS),
      ["added /spec/replicas: argocd-ignores"],
    ],
    [
      "is folded if it goes",
      object({ replicas: 2 }, REPLICAS),
      object({}, fields()),
      ["removed /spec/replicas: argocd-ignores"],
    ],
    [
      "is folded below one that is ignored, beside one that is not",
      object({ a: { x: 1 }, b: 1 }, fields("/spec/a")),
      object({ a: { x: 2 }, b: 2 }, fields("/spec/a")),
      ["changed /spec/a/x: argocd-ignores", "changed /spec/b: shown"],
    ],
    [
      "is shown if only a part of it is ignored",
      object({ a: 1 }, fields()),
      object({ a: { x: 1, y: 1 } }, fields("/spec/a/x")),
      ["changed /spec/a: shown"],
    ],
    [
      "is folded in an element that has another position",
      object({ c: [{ name: "web", r: 1 }] }, fields("/spec/c/0/r")),
      object({ c: [{ name: "new" }, { name: "web", r: 2 }] }, fields("/spec/c/1/r")),
      ["changed /spec/c/1/r: argocd-ignores", "added /spec/c/0: shown"],
    ],
    [
      "is shown in an element that is ignored by its position, if another one takes that",
      object({ l: ["a", "b"] }, { fields: [], elements: ["/spec/l/0"] }),
      object({ l: ["x", "a", "b"] }, { fields: [], elements: ["/spec/l/0"] }),
      ["added /spec/l/0: shown"],
    ],
    [
      "is folded as an element that nothing else takes the place of",
      object({ l: ["a", "b"] }, { fields: [], elements: ["/spec/l/0"] }),
      object({ l: ["x", "b"] }, { fields: [], elements: ["/spec/l/0"] }),
      ["changed /spec/l/0: argocd-ignores"],
    ],
    [
      "is never folded in a selector",
      object({ selector: { a: "x" } }, fields("/spec")),
      object({ selector: { a: "y" } }, fields("/spec")),
      ["changed /spec/selector/a: shown"],
    ],
  ])("%s", (_, base, head, expected) => {
    expect(folded(base, head)).toEqual(expected);
  });

  test("brings its dangers all the same", () => {
    const pods = { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } } } };
    const { dangers } = reviewed(
      object({ ...pods, replicas: 2 }, REPLICAS),
      object({ ...pods, replicas: 0 }, REPLICAS),
    );
    expect(dangers.map(({ id }) => id)).toEqual(["replicas-zero"]);
  });

  test.each([
    ["restarts Pods where it is applied later", REPLICAS_AND_PODS, 1],
    ["restarts none where it is never applied", { ...REPLICAS_AND_PODS, isKept: true } as const, 0],
  ])("%s", (_, ignored, expected) => {
    const pods = (image: string) => ({
      replicas: 1,
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image }] } },
    });
    const report = reviewed(object(pods("x:1"), ignored), object(pods("x:2"), ignored));
    expect(report.podEffects).toHaveLength(expected);
  });

  test("may be ignored where a rule is not evaluated", () => {
    const partial = { ...fields(), isPartial: true } as const;
    const [change] = reviewed(object({ a: 1 }, partial), object({ a: 2 }, partial)).changes;
    expect(change?.release).toEqual({ mayBeIgnored: true });
    const [added] = reviewed(object({ a: 1 }, undefined, "Pod"), object({ a: 2 }, partial)).changes;
    expect(added?.release).toBeUndefined();
  });
});

test("all of a change is folded only if nothing is left of it without what is ignored", () => {
  const leaf = fc.constantFrom(1, 2);
  const list = fc.array(fc.record({ name: fc.constantFrom("x", "y"), r: leaf }), { maxLength: 3 });
  const spec = fc.record({ a: leaf, m: fc.record({ b: leaf }, { requiredKeys: [] }), l: list }, { requiredKeys: [] });
  const paths = fc.subarray(["/spec/a", "/spec/m", "/spec/m/b", "/spec/l/0/r", "/spec/l/1/r", "/spec/l"]);
  const elements = fc.subarray(["/spec/l/0", "/spec/l/1"]);
  const ignored = fc.record({ fields: paths, elements });
  fc.assert(
    fc.property(spec, spec, ignored, ignored, fc.boolean(), (before, after, first, second, isOther) => {
      const [base, head] = [object(before, first), object(after, isOther ? second : first)];
      const all = folded(base, head);
      if (all.length === 0 || all.some((text) => text.endsWith(": shown"))) return;
      expect(ignoredPair({ base, head })?.isSame).toBe(true);
    }),
    { numRuns: 150 },
  );
});
