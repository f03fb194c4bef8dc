/** Dangers of several targets: what is told once, and what becomes of the dangers of objects that go from one to another. */
import { describe, expect, test } from "@jest/globals";
import { processPool } from "../../../src/budget/index.ts";
import { type Configuration, EMPTY_CONFIGURATION, type SilenceRule } from "../../../src/configuration/index.ts";
import { type DeploymentName, deploymentId, deploymentOf, directoryTarget } from "../../../src/render/index.ts";
import type { Rendering } from "../../../src/render/rendering.ts";
import { jsonChunks } from "../../../src/report/index.ts";
import { parseReport, type Report } from "../../../src/review/index.ts";
import { Reviewer } from "../../../src/review/reviewer.ts";
import { asWritten } from "../as-written.ts";
import { failed, rendered } from "../renderings.ts";
import { reviewed } from "./found.ts";

const SIDE = { sha: null, label: "x", reason: "given" };

const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {resources: {requests: {storage: 1Gi}}}`;
const SETTINGS = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
${"abcdefghijklmnop"
  .split("")
  .map((key) => `  ${key}: value of ${key}`)
  .join("\n")}`;
const USER = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {spec: {containers: [{name: web, image: "web:1", envFrom: [{configMapRef: {name: settings}}]}]}}}`;
const OTHER = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: other, namespace: shop}";
const join = (...documents: readonly string[]): string => documents.join("\n---\n");

const short = ({ dangers }: Report, ...rules: string[]): unknown[] =>
  dangers
    .filter(({ id }) => rules.includes(id))
    .map(({ id, targets, silenced }) => [id, targets.join(" "), ...(silenced === undefined ? [] : [silenced.by])]);

const configured = (more: Partial<SilenceRule>): Configuration => ({
  ...EMPTY_CONFIGURATION,
  dangers: { levels: new Map(), silences: [{ ids: ["*"], reason: "known", place: { file: "f" }, ...more }] },
});

describe("an object that goes to another target", () => {
  test("is no removal, and low", () => {
    const report = reviewed({ a: [join(CLAIM, OTHER), OTHER], b: [OTHER, join(CLAIM, OTHER)] });
    expect(report.dangers).toEqual([
      {
        id: "moved-between-targets",
        key: expect.stringMatching(/^moved-between-targets:[0-9a-f]{12}$/),
        level: "low",
        targets: ["a", "b"],
        change: report.changes[0]?.id,
        message:
          "the PersistentVolumeClaim goes to another target: a tool that prunes may delete the object before the other target applies it, and its data can be lost",
      },
    ]);
    expect(parseReport([...jsonChunks(report)].join(""))).toEqual(asWritten(report));
  });

  test("is a removal, if a lesser one, where fewer targets have it than before: a copy may not keep the data of each", () => {
    const [loses, gains] = [[join(CLAIM, OTHER), OTHER] as const, [OTHER, join(CLAIM, OTHER)] as const];
    const fewer = reviewed({ a: loses, b: loses, c: gains });
    expect(fewer.changes.map(({ from }) => from)).toEqual([{ targets: ["a", "b"] }]);
    expect(fewer.dangers).toEqual([
      expect.objectContaining({
        id: "removed-pvc",
        level: "medium",
        message:
          "the PersistentVolumeClaim is removed: its volume and data are deleted with it, unless the reclaim policy of the volume is Retain; this change adds it to another target: in the same cluster it stays if that one is applied first",
        targets: ["a", "b"],
      }),
    ]);
    expect(parseReport([...jsonChunks(fewer)].join(""))).toEqual(asWritten(fewer));
  });

  test("is a lesser removal where the object that another target gets has next to nothing in common with it", () => {
    const other = CLAIM.replace("requests: {storage: 1Gi}", "limits: {storage: 9Ti}").replace("v1\n", "v1beta1\n");
    const long = `${other.replace("spec: {", "spec: {a: 1, b: 2, c: 3, d: 4, e: 5, ")}`;
    const report = reviewed({ a: [join(CLAIM, OTHER), OTHER], b: [OTHER, join(long, OTHER)] });
    expect(report.dangers.map(({ id, level }) => [id, level])).toEqual([["removed-pvc", "medium"]]);
    const levels = new Map([["removed-pvc", "high"]] as const);
    const configuration = { ...EMPTY_CONFIGURATION, dangers: { levels, silences: [] } };
    const set = reviewed({ a: [join(CLAIM, OTHER), OTHER], b: [OTHER, join(long, OTHER)] }, configuration);
    expect(set.dangers.map(({ level }) => level)).toEqual(["high"]);
  });

  test("is a removal as before where the one that another target gets has another namespace", () => {
    const other = CLAIM.replace("namespace: shop", "namespace: blue");
    const [loses, gains] = [[join(CLAIM, OTHER), OTHER] as const, [OTHER, join(other, OTHER)] as const];
    const report = reviewed({ a: loses, b: loses, c: gains });
    expect(report.dangers.map(({ id, level, message }) => [id, level, message.includes("another target")])).toEqual([
      ["removed-pvc", "high", false],
    ]);
  });

  test("is a move where more targets have it than before", () => {
    const [loses, gains] = [[join(CLAIM, OTHER), OTHER] as const, [OTHER, join(CLAIM, OTHER)] as const];
    const more = reviewed({ a: loses, b: gains, c: gains });
    expect(short(more, "moved-between-targets", "removed-pvc")).toEqual([["moved-between-targets", "a b c"]]);
  });

  test("is none for objects that hold nothing", () => {
    const report = reviewed({ a: [join(SETTINGS, OTHER), OTHER], b: [OTHER, join(SETTINGS, OTHER)] });
    expect(report.changes.map(({ from }) => from)).toEqual([{ targets: ["a"] }]);
    expect(report.dangers).toEqual([]);
  });

  test("is still there for those that refer to it", () => {
    const stays = reviewed({ a: [join(SETTINGS, USER), USER], b: [OTHER, join(SETTINGS, OTHER)] });
    expect(short(stays, "lost-reference")).toEqual([]);
    const goes = reviewed({ a: [join(SETTINGS, USER), USER], b: [OTHER, OTHER] });
    expect(short(goes, "lost-reference")).toEqual([["lost-reference", "a"]]);
  });

  test("is gone for those that refer to it if it gets another namespace", () => {
    const moved = SETTINGS.replace("namespace: shop", "namespace: blue");
    const report = reviewed({ a: [join(SETTINGS, USER), USER], b: [OTHER, join(moved, OTHER)] });
    expect(report.changes.map(({ from }) => from)).toEqual([{ namespace: "shop", targets: ["a"] }]);
    expect(short(report, "lost-reference")).toEqual([["lost-reference", "a"]]);
    expect(parseReport([...jsonChunks(report)].join(""))).toEqual(asWritten(report));
  });

  test("is no move of that sort if it gets another name", () => {
    const report = reviewed({
      a: [join(CLAIM, OTHER), OTHER],
      b: [OTHER, join(CLAIM.replace("namespace: shop", "namespace: blue"), OTHER)],
    });
    expect(short(report, "moved-between-targets")).toEqual([]);
  });
});

describe("an object that a deployment loses", () => {
  const idOf = (name: string, cluster: string): string => deploymentId(deploymentOfFlux(name, cluster));
  const report = (sides: Readonly<Record<string, readonly [base: string, head: string]>>): Report => {
    const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
    for (const [id, [base, head]] of Object.entries(sides)) {
      const deployment = deploymentOf(id);
      const target = deployment === undefined ? directoryTarget(id) : { id, path: "shop", deployment };
      const limits = { seconds: undefined, isLast: true };
      reviewer.compare({ ...target, why: "selected" }, rendered(base, id), rendered(head, id), limits);
    }
    return reviewer.report({ base: SIDE, head: SIDE });
  };
  const loses = [join(CLAIM, OTHER), OTHER] as const;
  const gains = [OTHER, join(CLAIM, OTHER)] as const;

  test.each<{ what: string; to: string; expected: readonly unknown[] }>([
    {
      what: "moves to another one of the cluster",
      to: idOf("b", "eu"),
      expected: [["moved-between-targets", "low"]],
    },
    { what: "is gone where one of another cluster gets it", to: idOf("a", "us"), expected: [["removed-pvc", "high"]] },
    { what: "is gone where a directory gets it", to: ".archive/shop", expected: [["removed-pvc", "high"]] },
  ])("$what", ({ to, expected }) => {
    const { dangers } = report({ [idOf("a", "eu")]: loses, [to]: gains });
    expect(dangers.map(({ id, level }) => [id, level])).toEqual(expected);
  });

  test("can be one that a directory had", () => {
    const { dangers } = report({ shop: loses, [idOf("a", "eu")]: gains });
    expect(dangers.map(({ id, level }) => [id, level])).toEqual([["moved-between-targets", "low"]]);
  });
});

describe("a target that the deployments around it left out", () => {
  const gone = (fate: { isLeftOut?: true }, configuration: Configuration, rest = ""): readonly unknown[] => {
    const reviewer = new Reviewer(processPool(), undefined, configuration);
    for (const id of ["old", "web"]) {
      const about = { ...directoryTarget(id), why: "selected", ...(id === "old" && { fate }) };
      const limits = { seconds: undefined, isLast: true };
      const head: Rendering = rest === "" ? { status: "absent", target: id } : rendered(rest, id);
      reviewer.compare(about, rendered(join(CLAIM, rest), id), head, limits);
    }
    const report = reviewer.report({ base: SIDE, head: SIDE });
    expect(parseReport([...jsonChunks(report)].join(""))).toEqual(asWritten(report));
    return report.dangers.map(({ level, targets, message }) => [level, targets, /applied it/.test(message)]);
  };

  test("had no objects in the cluster that could go, as far as the base shows", () => {
    expect(gone({ isLeftOut: true }, EMPTY_CONFIGURATION, OTHER)).toEqual([
      ["high", ["web"], false],
      ["low", ["old"], true],
    ]);
  });

  test("takes nothing with it, as far as the base shows", () => {
    expect(gone({ isLeftOut: true }, EMPTY_CONFIGURATION)).toEqual([
      ["high", ["web"], false],
      ["low", ["old"], true],
    ]);
    expect(gone({}, EMPTY_CONFIGURATION)).toEqual([["high", ["old", "web"], false]]);
  });

  test("has the level that is set for the rule", () => {
    const levels = new Map([["removed-pvc", "medium"]] as const);
    const configuration = { ...EMPTY_CONFIGURATION, dangers: { levels, silences: [] } };
    expect(gone({ isLeftOut: true }, configuration)).toEqual([
      ["medium", ["web"], false],
      ["medium", ["old"], true],
    ]);
  });
});

describe("a Kustomization of Flux that sets another namespace", () => {
  const applied = (spec: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: web}\nspec: {path: ./web, prune: true${spec}}`;
  const settings = (namespace: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web${namespace}}\ndata: {a: b, c: d, e: f, g: h}`;
  const OLD = settings(", namespace: blue");
  const NEW = settings(", namespace: shop");

  test.each<{ what: string; base: string; head: string | undefined; level: string }>([
    { what: "low where its objects had that namespace", base: NEW, head: NEW, level: "low" },
    { what: "low where its objects had none, and were not applied", base: settings(""), head: NEW, level: "low" },
    { what: "high where one had another", base: OLD, head: NEW, level: "high" },
    { what: "high where one goes", base: join(OTHER, NEW), head: NEW, level: "high" },
    { what: "high where they are not known", base: NEW, head: undefined, level: "high" },
  ])("is $what", ({ base, head, level }) => {
    const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
    const limits = { seconds: undefined, isLast: true };
    const deployment = deploymentOfFlux("web", "eu");
    const id = deploymentId(deployment);
    const cluster = [
      rendered(applied(""), "cluster"),
      rendered(applied(", targetNamespace: shop"), "cluster"),
    ] as const;
    reviewer.compare({ ...directoryTarget("cluster"), why: "selected" }, ...cluster, limits);
    const after = head === undefined ? failed(id) : rendered(head, id);
    reviewer.compare({ id, path: "web", deployment, why: "selected" }, rendered(base, id), after, limits);
    const { dangers } = reviewer.report({ base: SIDE, head: SIDE });
    expect(dangers.filter((each) => each.id === "application-moved").map((each) => each.level)).toEqual([level]);
  });
});

describe("a Kustomization of Flux that is renamed", () => {
  const told = (spec: string, after: string, configuration = EMPTY_CONFIGURATION, to = "eu"): unknown[] => {
    const applied = `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: web}\nspec: {path: ./web${spec}}`;
    const reviewer = new Reviewer(processPool(), undefined, configuration);
    const limits = { seconds: undefined, isLast: true };
    const [from, deployment] = [deploymentId(deploymentOfFlux("web", "eu")), deploymentOfFlux("shop", to)];
    const id = deploymentId(deployment);
    const cluster = [rendered(join(applied, OTHER), "cluster"), rendered(OTHER, "cluster")] as const;
    reviewer.compare({ ...directoryTarget("cluster"), why: "selected" }, ...cluster, limits);
    const about = { id, path: "web", deployment, from, why: "renamed" };
    reviewer.compare(about, rendered(join(SETTINGS, OTHER), id), rendered(after, id), limits);
    const { dangers } = reviewer.report({ base: SIDE, head: SIDE });
    return dangers.filter((each) => each.id === "removed-application").map(({ level, message }) => [level, message]);
  };
  const all = join(SETTINGS, OTHER);
  const removed = "the Kustomization is removed: ";
  const stays = `${removed}it does not prune, so what it has applied stays in the cluster, and`;

  test("hands over what it has applied", () => {
    expect(told("", all)).toEqual([
      ["low", `${stays} Kustomization \`flux-system/shop\` takes over what it renders as well`],
    ]);
    expect(told(", prune: true", all)).toEqual([
      [
        "high",
        `${removed}Flux deletes the objects that it has applied, but for those that Kustomization \`flux-system/shop\` has applied by then`,
      ],
    ]);
  });

  test("hands over nothing where an object goes", () => {
    expect(told("", OTHER)).toEqual([["medium", `${stays} nobody updates it`]]);
  });

  test("hands over nothing to another cluster", () => {
    expect(told("", all, EMPTY_CONFIGURATION, "archive")).toEqual([["medium", `${stays} nobody updates it`]]);
  });

  test("has the level that is set for the rule", () => {
    const levels = new Map([["removed-application", "medium"]] as const);
    const configuration = { ...EMPTY_CONFIGURATION, dangers: { levels, silences: [] } };
    expect(told("", all, configuration)).toEqual([["medium", expect.stringContaining("takes over")]]);
  });
});

describe("a danger of several targets", () => {
  const sides = { a: [join(SETTINGS, USER), USER], b: [join(SETTINGS, USER), USER] } as const;

  test("is told once", () => {
    expect(short(reviewed(sides), "lost-reference")).toEqual([["lost-reference", "a b"]]);
  });

  test("can be silenced in one of them", () => {
    const report = reviewed(sides, configured({ targets: ["b*"] }));
    expect(short(report, "lost-reference")).toEqual([
      ["lost-reference", "a"],
      ["lost-reference", "b", "configuration"],
    ]);
    expect([report.figures.dangers.medium, report.figures.dangers.silenced]).toEqual([1, 1]);
    expect(parseReport([...jsonChunks(report)].join(""))).toEqual(asWritten(report));
  });

  test("is not looked for if its rule is off", () => {
    const levels = new Map([["lost-reference", "off"]] as const);
    const off = { ...EMPTY_CONFIGURATION, dangers: { levels, silences: [] } };
    expect(short(reviewed(sides, off), "lost-reference")).toEqual([]);
  });
});

describe("a target that builds again", () => {
  const POWERFUL = `apiVersion: v1
kind: Pod
metadata: {name: agent, namespace: shop}
spec: {hostNetwork: true, containers: [{name: agent, image: "agent:1"}]}`;
  const repaired = (head: string, base: Rendering = failed("shop")): Report => {
    const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
    const limits = { seconds: undefined, isLast: true };
    reviewer.compare({ id: "shop", path: "shop", why: "selected" }, base, rendered(head, "shop"), limits);
    const side = { sha: null, label: "x", reason: "given" };
    return reviewer.report({ base: side, head: side });
  };

  test("is judged as a new one, and all of its objects count as added", () => {
    const report = repaired(join(POWERFUL, USER, CLAIM));
    expect(short(report, "host-namespace")).toEqual([["host-namespace", "shop"]]);
    expect(report.dangers).toEqual(repaired(join(POWERFUL, USER, CLAIM), rendered("", "shop")).dangers);
    const all = repaired(join(POWERFUL, USER, CLAIM), rendered("", "shop")).changes.map(({ id }) => id);
    expect(report.targets).toMatchObject([{ status: "failed-at-base", asNew: true, changes: all }]);
    expect(parseReport([...jsonChunks(report)].join(""))).toEqual(asWritten(report));
  });

  test("has only its dangers as changes where another run may render the base", () => {
    const lacking = {
      ...failed("shop"),
      diagnostics: [{ code: "remote-unsupported", severity: "error", message: "no" }],
    };
    const report = repaired(join(POWERFUL, USER, CLAIM), lacking as Rendering);
    expect(report.changes.map(({ op, object }) => [op, object.name])).toEqual([["added", "agent"]]);
    expect(report.targets[0]).not.toHaveProperty("asNew");
    expect(parseReport([...jsonChunks(report)].join(""))).toEqual(asWritten(report));
  });

  test("tells what silences nothing", () => {
    const silenced = POWERFUL.replace("namespace: shop", `annotations: {krm-render.dev/silence: "host: yes"}`);
    const codes = repaired(silenced).targets[0]?.diagnostics.map(({ code }) => code);
    expect(codes).toEqual(["file-not-found", "silence-invalid"]);
  });
});

describe("a deployment", () => {
  const deployment = {
    system: "flux",
    kind: "Kustomization",
    namespace: "flux-system",
    name: "shop",
    cluster: "eu",
  } as const;
  const id = deploymentId(deployment);
  const reportOf = (path: string, silences: Configuration): Report => {
    const reviewer = new Reviewer(processPool(), undefined, silences);
    const limits = { seconds: undefined, isLast: true };
    const about = { id, path, deployment, why: "selected" };
    reviewer.compare(about, rendered(join(CLAIM, OTHER), id), rendered(OTHER, id), limits);
    return reviewer.report({ base: SIDE, head: SIDE });
  };

  test.each<[targets: string, silenced: boolean]>([
    ["apps/shop", true],
    ["flux://eu/*", true],
    ["apps/web", false],
  ])("is silenced by its directory and by its id: %s", (targets, silenced) => {
    const found = short(reportOf("apps/shop", configured({ targets: [targets] })), "removed-pvc");
    expect(found).toEqual([["removed-pvc", id, ...(silenced ? ["configuration"] : [])]]);
  });

  test("is no example, whatever its directory and its namespace are called", () => {
    expect(reportOf("examples/shop", EMPTY_CONFIGURATION).dangers).toMatchObject([
      { id: "removed-pvc", level: "high" },
    ]);
  });
});

function deploymentOfFlux(name: string, cluster: string): DeploymentName {
  return { system: "flux", kind: "Kustomization", namespace: "flux-system", name, cluster };
}

describe("a Kustomization of Flux whose directory goes as well", () => {
  const applied = (name: string, path: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}}\nspec: {path: ${path}, prune: true}`;
  const absent = (target: string): Rendering => ({ status: "absent", target });
  /** The levels of the dangers of the removed Kustomization. @param sides of the targets beside the one that has it */
  const levelOf = (
    sides: Readonly<Record<string, readonly [Rendering, Rendering]>>,
    configuration: Configuration = EMPTY_CONFIGURATION,
  ): readonly string[] => {
    const reviewer = new Reviewer(processPool(), undefined, configuration);
    const limits = { seconds: undefined, isLast: true };
    const cluster = [rendered(join(applied("web", "./web"), OTHER), "cluster"), rendered(OTHER, "cluster")] as const;
    for (const [path, [base, head]] of Object.entries({ cluster, ...sides }))
      reviewer.compare({ ...directoryTarget(path), why: "selected" }, base, head, limits);
    const side = { sha: null, label: "x", reason: "given" };
    const { dangers } = reviewer.report({ base: side, head: side });
    return dangers.filter(({ id }) => id === "removed-application").map(({ level }) => level);
  };

  test.each<{ what: string; sides: Parameters<typeof levelOf>[0]; level: string }>([
    {
      what: "medium with objects that hurt nobody",
      sides: { web: [rendered(OTHER, "web"), absent("web")] },
      level: "medium",
    },
    { what: "high with data", sides: { web: [rendered(join(CLAIM, OTHER), "web"), absent("web")] }, level: "high" },
    { what: "high if the directory does not build", sides: { web: [failed("web"), absent("web")] }, level: "high" },
    {
      what: "high if the directory stays",
      sides: { web: [rendered(OTHER, "web"), rendered(OTHER, "web")] },
      level: "high",
    },
    { what: "high if another one goes", sides: { shop: [rendered(OTHER, "shop"), absent("shop")] }, level: "high" },
    {
      what: "high if another target gets one of its objects",
      sides: {
        other: [rendered(OTHER, "other"), rendered(join(SETTINGS, OTHER), "other")],
        web: [rendered(SETTINGS, "web"), absent("web")],
      },
      level: "high",
    },
  ])("is $what", ({ sides, level }) => {
    expect(levelOf(sides)).toEqual([level]);
  });

  test("has the level that is set for the rule", () => {
    const levels = new Map([["removed-application", "high"]] as const);
    const configuration = { ...EMPTY_CONFIGURATION, dangers: { levels, silences: [] } };
    expect(levelOf({ web: [rendered(OTHER, "web"), absent("web")] }, configuration)).toEqual(["high"]);
  });

  describe("that is a target itself", () => {
    const idOf = (name: string, cluster = "eu"): string => deploymentId(deploymentOfFlux(name, cluster));
    const compare = (
      sides: Readonly<Record<string, readonly [Rendering, Rendering]>>,
    ): readonly (readonly [string, string])[] => {
      const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
      const limits = { seconds: undefined, isLast: true };
      for (const [id, [base, head]] of Object.entries(sides)) {
        const deployment = deploymentOf(id);
        const target = deployment === undefined ? directoryTarget(id) : { id, path: "web", deployment };
        const about = { ...target, why: "selected" };
        reviewer.compare(about, base, head, limits);
      }
      const { dangers } = reviewer.report({ base: SIDE, head: SIDE });
      return dangers.filter(({ id }) => id === "removed-application").map(({ level, message }) => [level, message]);
    };
    const holder = (cluster = "eu"): Readonly<Record<string, readonly [Rendering, Rendering]>> => {
      const id = idOf("cluster", cluster);
      return { [id]: [rendered(join(applied("web", "./web"), OTHER), id), rendered(OTHER, id)] };
    };
    const gone = (text: string, name = "web", cluster = "eu"): Readonly<Record<string, [Rendering, Rendering]>> => {
      const id = idOf(name, cluster);
      return { [id]: [rendered(text, id), absent(id)] };
    };
    const directory = (text: string): Readonly<Record<string, readonly [Rendering, Rendering]>> => ({
      cluster: [rendered(join(applied("web", "./web"), OTHER), "cluster"), rendered(OTHER, "cluster")],
      ...gone(text),
    });
    const DELETES = "the Kustomization is removed: Flux deletes the objects that it has applied";

    test.each<{ what: string; sides: Parameters<typeof compare>[0]; level: string }>([
      { what: "medium with objects that hurt nobody", sides: { ...holder(), ...gone(OTHER) }, level: "medium" },
      { what: "high with data", sides: { ...holder(), ...gone(join(CLAIM, OTHER)) }, level: "high" },
      { what: "medium if a directory declares the only one of the name", sides: directory(OTHER), level: "medium" },
      {
        what: "high if a directory declares it for nobody knows which cluster",
        sides: { ...directory(OTHER), ...gone(OTHER, "web", "us") },
        level: "high",
      },
      { what: "high if another one goes", sides: { ...holder(), ...gone(OTHER, "shop") }, level: "high" },
      {
        what: "high if it goes in another cluster",
        sides: { ...holder(), ...gone(OTHER, "web", "us") },
        level: "high",
      },
      {
        what: "high with data in one of two clusters",
        sides: { ...holder(), ...holder("us"), ...gone(OTHER), ...gone(join(CLAIM, OTHER), "web", "us") },
        level: "high",
      },
      {
        what: "high if it goes in one of two clusters only",
        sides: { ...holder(), ...holder("us"), ...gone(OTHER) },
        level: "high",
      },
      {
        what: "high if it stays",
        sides: { ...holder(), [idOf("web")]: [rendered(OTHER, idOf("web")), rendered(OTHER, idOf("web"))] },
        level: "high",
      },
    ])("is $what", ({ sides, level }) => {
      expect(compare(sides)).toEqual([[level, DELETES]]);
    });
  });
});

describe("an object that one target lacks", () => {
  const MORE = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more, namespace: shop}\ndata: {a: b}";
  const LATER = SETTINGS.replace("value of a", "another value");
  const lacking = [MORE, join(MORE, USER)] as const;

  test.each<[string, readonly [string, string], string[]]>([
    ["lacks as well", [OTHER, join(OTHER, CLAIM)], ["low app"]],
    ["gets", [OTHER, join(OTHER, SETTINGS)], []],
    ["has, as a change shows", [join(OTHER, SETTINGS), join(OTHER, LATER)], []],
    ["loses", [join(OTHER, SETTINGS), OTHER], ["low app"]],
    [
      "gets in another namespace",
      [OTHER, join(OTHER, SETTINGS.replace("namespace: shop", "namespace: x"))],
      ["low app"],
    ],
  ])("and that another one %s", (_, beside, expected) => {
    const { dangers } = reviewed({ app: lacking, beside });
    const found = dangers.filter(({ id }) => id === "missing-reference");
    expect(found.map(({ level, targets }) => `${level} ${targets.join(" ")}`)).toEqual(expected);
  });
});
