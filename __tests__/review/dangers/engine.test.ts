/** The engine of dangers, with rules of the tests: what it makes of findings. */
import { describe, expect, test } from "@jest/globals";
import {
  type Configuration,
  type DangerSettings,
  EMPTY_CONFIGURATION,
  PathPattern,
  type SilenceRule,
} from "../../../src/configuration/index.ts";
import { LimitError } from "../../../src/diagnostics.ts";
import { hashMasks, redact } from "../../../src/manifests/index.ts";
import type { RenderedResource } from "../../../src/render/rendering.ts";
import {
  type Checked,
  compareDangers,
  type DangerPair,
  DangerRules,
  type Finding,
  FoundDangers,
  type PairRule,
  Redactor,
  type TargetRule,
} from "../../../src/review/dangers/index.ts";
import { PAIR_RULES } from "../../../src/review/dangers/rules/index.ts";
import type { Danger } from "../../../src/review/index.ts";
import { resource } from "../renderings.ts";

const CHANGE = "0123456789abcdef";

function deployment(more = "", name = "web", namespace = "shop"): RenderedResource {
  return resource(
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}, namespace: ${namespace}${more}}\nspec: {containers: [{name: a, image: x}, {name: b, image: y}]}`,
  );
}

/** The names of the deployment, by which it is silenced. */
const OBJECT = { kind: "Deployment", namespace: "shop", name: "web", baseName: "web" };

function ruleOf(finding: Finding | ((pair: DangerPair) => Iterable<Finding>), id = "bad-thing"): PairRule {
  const check = typeof finding === "function" ? finding : () => [finding];
  return { id, level: "medium", summary: "something is bad", check };
}

const noNames = { base: new Map<string, string>(), head: new Map<string, string>() };

function redactorOf(pair: DangerPair): Redactor {
  const list = (one: RenderedResource | undefined) => (one === undefined ? [] : [one]);
  const masks = hashMasks(list(pair.base), list(pair.head));
  return new Redactor(pair, { names: noNames, masks }, () => redact(pair.base?.value(), pair.head?.value()));
}

function checked(
  finding: Parameters<typeof ruleOf>[0],
  pair: DangerPair = { base: deployment(), head: deployment() },
  levels: Configuration["dangers"]["levels"] = new Map(),
): Checked {
  return new DangerRules(
    { dangers: { levels, silences: [] }, policies: [] },
    undefined,
    [ruleOf(finding)],
    [],
  ).checkPair(pair, redactorOf(pair), false);
}

const told = ({ dangers }: Checked) => dangers.map(({ message, level }) => `${level}: ${message}`);

describe("a finding", () => {
  test("has the level of the rule, its own, or that of the configuration", () => {
    expect(told(checked({ message: "m" }))).toEqual(["medium: m"]);
    expect(told(checked({ message: "m", level: "high" }))).toEqual(["high: m"]);
    expect(told(checked({ message: "m", level: "high" }, undefined, new Map([["bad-thing", "low"]])))).toEqual([
      "low: m",
    ]);
    expect(told(checked({ message: "m" }, undefined, new Map([["bad-thing", "off"]])))).toEqual([]);
  });

  test("is one bounded line", () => {
    expect(told(checked({ message: " a\n\u001b[2J\u2028b\u202e " }))).toEqual(["medium: a \\u001b[2J b\\u202e"]);
    expect(checked({ message: "x".repeat(5000) }).dangers[0]?.message.length).toBeLessThan(700);
  });

  test("keeps values that are shown", () => {
    const [danger] = checked({ path: "/spec/containers/0/image", message: "m", before: "x", after: "y" }).dangers;
    expect([danger?.before, danger?.after]).toEqual(["x", "y"]);
  });

  const secret = (value: string, more = "") =>
    resource(`apiVersion: v1\nkind: Secret\nmetadata: {name: db${more}}\ntype: Opaque\nstringData: {key: ${value}}`);

  test.each([
    ["of a withheld value", "/stringData/key"],
    ["of a part with withheld values", "/stringData"],
    ["without a path", undefined],
    ["at no place", "/data/other"],
  ])("loses values %s", (_, path) => {
    const pair = { base: secret("a"), head: secret("b") };
    const finding = { message: "m", before: "a", after: "b", ...(path === undefined ? {} : { path }) };
    const [danger] = checked(finding, pair).dangers;
    expect([danger?.message, danger?.before, danger?.after]).toEqual(["m", undefined, undefined]);
  });

  test("keeps the values of a Secret that are shown", () => {
    const pair = { base: secret("a"), head: secret("b") };
    const [danger] = checked({ path: "/type", message: "m", before: "Opaque", after: "x" }, pair).dangers;
    expect([danger?.before, danger?.after]).toEqual(["Opaque", "x"]);
  });

  test("masks the hashes of Secrets", () => {
    const named = (hash: string) => secret("a", `-${hash}`);
    const pair = { base: named("2456789bcd"), head: named("bcdfghkmt2") };
    const { dangers } = checked({ message: "db-2456789bcd goes, db-bcdfghkmt2 comes", path: "/x/db-2456789bcd" }, pair);
    expect(dangers.map(({ message, path, namedPath }) => [message, path, namedPath])).toEqual([
      ["db-<hash, before> goes, db-<hash, after> comes", "/x/db-<hash, before>", "/x/db-<hash, before>"],
    ]);
  });

  test("is counted where there are very many in one object", () => {
    const many = function* (): Generator<Finding> {
      for (let at = 0; at < 100; at++) yield { message: `m${at}`, level: at === 99 ? "high" : "low" };
    };
    const all = told(checked(many));
    expect(all).toHaveLength(25);
    expect(all.at(-1)).toBe("high: is found in 76 more places of the object");
  });
});

describe("a key", () => {
  const keyOf = (path: string, pair?: DangerPair, message = "m") => checked({ path, message }, pair).dangers[0]?.key;
  const first = keyOf("/spec/containers/0/image");

  test("does not depend on message, value, version and position", () => {
    expect(first).toMatch(/^bad-thing:[0-9a-f]{12}$/);
    expect(keyOf("/spec/containers/0/image", undefined, "other")).toBe(first);
    const turned = resource(
      "apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {containers: [{name: b}, {name: a, image: z}]}",
    );
    expect(keyOf("/spec/containers/1/image", { base: turned, head: turned })).toBe(first);
  });

  test.each<[string, string | undefined]>([
    ["path", keyOf("/spec/containers/1/image")],
    ["name", keyOf("/spec/containers/0/image", { base: undefined, head: deployment("", "other") })],
    ["namespace", keyOf("/spec/containers/0/image", { base: undefined, head: deployment("", "web", "other") })],
    ["kind", keyOf("/spec/containers/0/image", { base: undefined, head: { ...deployment(), kind: "DaemonSet" } })],
    ["group", keyOf("/spec/containers/0/image", { base: undefined, head: { ...deployment(), apiVersion: "x/v1" } })],
  ])("depends on the %s", (_, key) => {
    expect(key).toMatch(/^bad-thing:/);
    expect(key).not.toBe(first);
  });
});

describe("a rule that fails", () => {
  const thrower = (error: unknown) => ({
    id: "thrower",
    level: "high" as const,
    summary: "",
    // oxlint-disable-next-line require-yield
    *check(): Generator<never> {
      throw error;
    },
  });

  test("is a warning, and the others still find something", () => {
    const pair = { base: deployment(), head: deployment() };
    const rules = new DangerRules(
      EMPTY_CONFIGURATION,
      undefined,
      [thrower(new TypeError("hunter2")), ruleOf({ message: "m" })],
      [],
    );
    const result = rules.checkPair(pair, redactorOf(pair), false);
    expect(told(result)).toEqual(["medium: m"]);
    expect(result.problems).toEqual([
      {
        code: "danger-unchecked",
        severity: "warning",
        isNew: true,
        message: "the rule thrower could not look at Deployment shop/web: it does not understand it",
        object: "Deployment shop/web",
        hint: "Look at this change yourself. If the object is valid, please report a defect of krm-render.",
      },
    ]);
  });

  test("of a target is a warning as well", () => {
    const pair = { base: deployment(), head: deployment() };
    const rules = new DangerRules(EMPTY_CONFIGURATION, undefined, [], [thrower(new RangeError("hunter2"))]);
    const { problems, dangers } = rules.checkTarget({ base: [], head: [], pairs: [pair] }, redactorOf, () => new Set());
    expect(dangers.size).toBe(0);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ["danger-unchecked", "the rule thrower could not look at the objects of the target: it does not understand them"],
    ]);
  });

  test("for want of time ends the comparison", () => {
    const pair = { base: deployment(), head: deployment() };
    const rules = new DangerRules(
      EMPTY_CONFIGURATION,
      undefined,
      [thrower(new LimitError("build-timeout", "late"))],
      [],
    );
    expect(() => rules.checkPair(pair, redactorOf(pair), false)).toThrow(LimitError);
  });
});

describe("an annotation", () => {
  const annotated = (text: string) => deployment(`, annotations: {krm-render.dev/silence: ${JSON.stringify(text)}}`);
  const silenceOf = (base: RenderedResource | undefined, head: RenderedResource | undefined) => {
    const { dangers, problems } = checked({ message: "m" }, { base, head });
    return [dangers[0]?.silenced, problems.map(({ message }) => message.replace(/^.* of Deployment shop\/web /, ""))];
  };

  test.each<[string, string | undefined, string | undefined, unknown, string[]]>([
    ["of both sides silences", "bad-thing: fine", "bad-thing: fine", { by: "annotation", reason: "fine" }, []],
    ["of the base gives the reason", "bad-thing: old", "bad-thing: new", { by: "annotation", reason: "old" }, []],
    ["of head only is of this change", "", "bad-thing: fine", { by: "this-change", reason: "fine" }, []],
    ["of a new object is of this change", undefined, "bad-thing: fine", { by: "this-change", reason: "fine" }, []],
    ["that goes silences nothing", "bad-thing: fine", "", undefined, []],
    ["of a removed object silences", "bad-thing: fine", undefined, { by: "annotation", reason: "fine" }, []],
    ["with several lines", "x: y\n bad-thing : a: b ", "x: y\nbad-thing: c", { by: "annotation", reason: "a: b" }, []],
    [
      "of an unknown rule",
      "",
      "bad-thin: fine",
      undefined,
      ['names the rule "bad-thin", which does not exist; the nearest is bad-thing: it silences nothing'],
    ],
    ["without a reason", "", "bad-thing:", undefined, ["gives no reason for bad-thing: it silences nothing"]],
    ["without a colon", "", "bad-thing", undefined, ["gives no reason for bad-thing: it silences nothing"]],
    ["that was wrong before", "nothing", "nothing", undefined, []],
    ["with control characters", "", "bad-thing: a\u202eb", { by: "this-change", reason: "a\\u202eb" }, []],
  ])("%s", (_, base, head, silence, problems) => {
    const side = (text: string | undefined) =>
      text === undefined ? undefined : text === "" ? deployment() : annotated(text);
    expect(silenceOf(side(base), side(head))).toEqual([silence, problems]);
  });

  test("is bounded", () => {
    const text = Array.from({ length: 1000 }, (_, at) => `unknown-${at}`).join("\n");
    const [, problems] = silenceOf(deployment(), annotated(text));
    expect(problems).toHaveLength(5);
    const [silence] = silenceOf(deployment(), annotated(`bad-thing: ${"x".repeat(5000)}`));
    expect((silence as { reason: string }).reason.length).toBeLessThan(210);
  });
});

describe("dangers of targets", () => {
  const pair = { base: deployment(), head: deployment() };
  const silence = (more: Partial<SilenceRule>): SilenceRule => ({
    ids: ["bad-*"],
    reason: "known",
    place: { file: "f" },
    ...more,
  });
  const path = "/spec/containers/0/image";

  function listed(
    rules: readonly SilenceRule[],
    targets: readonly string[],
    levels: DangerSettings["levels"] = new Map(),
  ): Danger[] {
    const { dangers } = checked({ message: "m", path }, pair);
    const found = new FoundDangers();
    for (const target of targets) found.add(CHANGE, OBJECT, target, dangers);
    return found.list({ levels, silences: rules }, String);
  }

  test("are one danger with all of its targets", () => {
    expect(listed([], ["b", "a", "b"])).toEqual([
      {
        id: "bad-thing",
        key: expect.stringMatching(/^bad-thing:/),
        level: "medium",
        change: CHANGE,
        path,
        message: "m",
        targets: ["a", "b"],
      },
    ]);
  });

  test.each<[string, Partial<SilenceRule>, boolean]>([
    ["a pattern of rules", {}, true],
    ["another rule", { ids: ["other"] }, false],
    ["the target", { targets: ["a*"] }, true],
    ["another target", { targets: ["b*"] }, false],
    ["the kind", { kinds: ["Deployment"] }, true],
    ["another kind", { kinds: ["Service"] }, false],
    ["the name", { names: ["x", "w*"] }, true],
    ["another namespace", { namespaces: ["prod"] }, false],
    ["the path", { paths: [new PathPattern(path)] }, true],
    ["the path by name", { paths: [new PathPattern("/spec/containers/a/*")] }, true],
    ["another path", { paths: [new PathPattern("/spec/containers/b/*")] }, false],
  ])("are silenced by %s: %p", (_, rule, isSilenced) => {
    const [danger] = listed([silence(rule)], ["a1"]);
    expect(danger?.silenced).toEqual(isSilenced ? { by: "configuration", reason: "known" } : undefined);
  });

  test("that are silenced in some targets are two dangers with one key", () => {
    const all = listed([silence({ targets: ["a/*"] })], ["a/x", "b/x", "a/y"]);
    expect(all.map(({ targets, silenced }) => [targets, silenced?.reason])).toEqual([
      [["a/x", "a/y"], "known"],
      [["b/x"], undefined],
    ]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
  });

  test.each([
    ["examples/web", "low"],
    ["apps/web/example", "low"],
    ["config/samples", "low"],
    ["tests/web", "low"],
    ["test/e2e/web", "low"],
    ["overlays/test", "medium"],
    ["apps/test/web", "medium"],
    ["latest/web", "medium"],
    ["contest/examples-of-ours", "medium"],
  ])("in %s are %s", (target, level) => {
    expect(listed([], [target]).map((danger) => danger.level)).toEqual([level]);
    expect(listed([], [target], new Map([["bad-thing", "high"]])).map((danger) => danger.level)).toEqual(["medium"]);
  });

  test("are apart where some targets are examples", () => {
    expect(listed([], ["examples/a", "prod"]).map(({ level, targets }) => [level, targets])).toEqual([
      ["low", ["examples/a"]],
      ["medium", ["prod"]],
    ]);
  });

  test("differ where an object says so", () => {
    const other = checked(
      { message: "m", path },
      { base: undefined, head: deployment(", annotations: {krm-render.dev/silence: 'bad-thing: ok'}") },
    );
    const found = new FoundDangers();
    found.add(CHANGE, OBJECT, "a", checked({ message: "m", path }, pair).dangers);
    found.add(CHANGE, OBJECT, "b", other.dangers);
    expect(
      found.list(EMPTY_CONFIGURATION.dangers, String).map(({ targets, silenced }) => [targets, silenced?.by]),
    ).toEqual([
      [["a"], undefined],
      [["b"], "this-change"],
    ]);
    expect(
      found
        .list({ levels: new Map(), silences: [silence({})] }, String)
        .map(({ targets, silenced }) => [targets, silenced?.by]),
    ).toEqual([[["a", "b"], "configuration"]]);
  });

  test("are in order: by level, rule, change, path", () => {
    const [one] = listed([], ["a"]);
    const dangers = [
      { level: "low", id: "a" },
      { level: "high", id: "b", path: "/b" },
      { level: "high", id: "b", path: "/a" },
      { level: "high", id: "a", change: "1" },
    ].map((more) => ({ ...one, ...more }) as Danger);
    const positions = new Map([[CHANGE, 0]]);
    expect(
      dangers.sort(compareDangers((id) => positions.get(id) ?? 9)).map(({ level, id, path: at }) => [level, id, at]),
    ).toEqual([
      ["high", "a", path],
      ["high", "b", "/a"],
      ["high", "b", "/b"],
      ["low", "a", path],
    ]);
  });
});

describe("an object that goes", () => {
  const gone = { base: deployment(), head: undefined };
  const removed: PairRule = { ...ruleOf({ message: "data is lost" }, "removed-thing"), tellsRemoval: "first" };
  const second: TargetRule = {
    id: "lost-thing",
    level: "low",
    summary: "",
    *check({ pairs }) {
      for (const pair of pairs) yield { message: "something refers to it", pair };
    },
  };

  function listed(
    rules: readonly PairRule[],
    silences: readonly SilenceRule[] = [],
    pair: DangerPair = gone,
  ): string[] {
    const found = new FoundDangers();
    const all = new DangerRules(EMPTY_CONFIGURATION, undefined, rules, [second]);
    found.add(CHANGE, OBJECT, "a", all.checkPair(pair, redactorOf(pair), false).dangers);
    const { dangers } = all.checkTarget({ base: [], head: [], pairs: [pair] }, redactorOf, () => new Set());
    found.add(CHANGE, OBJECT, "a", dangers.get(pair) ?? []);
    return found
      .list({ levels: new Map(), silences }, String)
      .map(({ id, silenced }) => (silenced === undefined ? id : `${id}, silenced`));
  }

  test("is one danger, told by what is worst", () => {
    expect(listed([removed])).toEqual(["removed-thing"]);
    expect(listed([])).toEqual(["lost-thing"]);
  });

  test("shows what else is lost if its removal is accepted", () => {
    const silence = { ids: ["removed-*"], reason: "moved", place: { file: "f" } };
    expect(listed([removed], [silence])).toEqual(["removed-thing, silenced", "lost-thing"]);
  });

  test("is not told by a rule on something in it, whatever its name", () => {
    const limits = ruleOf({ message: "the container has no limits" }, "removed-limits");
    expect(listed([limits])).toEqual(["removed-limits", "lost-thing"]);
  });

  test("is told by these rules", () => {
    expect(PAIR_RULES.filter(({ tellsRemoval }) => tellsRemoval).map(({ id }) => id)).toEqual([
      "removed-namespace",
      "removed-crd",
      "removed-statefulset",
      "removed-pvc",
      "removed-pv",
      "removed-networkpolicy",
      "removed-application",
      "removed-data",
      "removed-workload",
      "removed-route",
      "removed-certificate",
      "removed-operator",
    ]);
  });

  test("is told last by rules on what others explain better", () => {
    const last = { ...removed, tellsRemoval: "last" } as const;
    expect(listed([last])).toEqual(["lost-thing"]);
    const silence = { ids: ["lost-*"], reason: "moved", place: { file: "f" } };
    expect(listed([last], [silence])).toEqual(["lost-thing, silenced", "removed-thing"]);
  });

  test("does not hide what is wrong with one that stays", () => {
    expect(listed([removed], [], { base: deployment(), head: deployment() })).toEqual(["removed-thing", "lost-thing"]);
  });
});
