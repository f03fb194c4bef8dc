/** Partial reviews of others: what is read, and what is refused. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../../src/diagnostics.ts";
import { comparePartially, joinReviews, type PartialReview, parsePartial } from "../../../src/review/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { partialText } from "./splitting.ts";

/** What JSON.parse returns: tests break it in any way. */
type Json = ReturnType<typeof JSON.parse>;

const SIDE = { sha: null, label: "x", reason: "given" };
const CLAIM = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {volumeName: v}\n";
const READER = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: web, image: web, envFrom: [{configMapRef: {name: settings}}]}]}}}
`;
const settings = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  level: ${value}\n`;
const filesOf = (value: string, claim: string) => ({
  "/base/kustomization.yaml": "resources: [settings.yaml, web.yaml]\n",
  "/base/web.yaml": READER,
  "/base/settings.yaml": settings(value),
  "/a/kustomization.yaml": "resources: [../base]\n",
  "/b/kustomization.yaml": `resources: [../base${claim === "" ? "" : ", claim.yaml"}]\n`,
  ...(claim === "" ? {} : { "/b/claim.yaml": claim }),
  "/c/kustomization.yaml": "resources: []\n",
});

/** A changed object in two targets, and a claim that one of them loses. */
let partial: PartialReview;

beforeAll(async () => {
  partial = await comparePartially({
    trees: { base: memoryTree(filesOf("info", CLAIM)), head: memoryTree(filesOf("debug", "")) },
    sides: { base: SIDE, head: SIDE },
    targets: ["a", "b", "c"].map((path) => ({
      id: path,
      path,
      affected: path !== "c",
      why: "given",
      changed: ["base/settings.yaml", ...(path === "b" ? ["b/kustomization.yaml"] : [])],
    })),
    changedFiles: new Set(["base/settings.yaml", "b/kustomization.yaml", "b/claim.yaml"]),
    build: {},
  });
});

function problemOf(text: string | Uint8Array): string {
  try {
    parsePartial(text);
    return "";
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    if (first?.code !== "partial-invalid" || first.hint === undefined) throw thrown;
    return first.message.replace("this is no partial review of krm-render that can be read: ", "");
  }
}

function problemAfter(edit: (data: Json) => void): string {
  const data = JSON.parse(partialText(partial));
  edit(data);
  return problemOf(JSON.stringify(data));
}

test("what is written is read as it was, and joined to the same report", () => {
  const text = partialText(partial);
  const read = parsePartial(Buffer.from(text));
  expect(read).toEqual(partial);
  expect(partialText(read)).toBe(text);
  expect(joinReviews([read])).toEqual(joinReviews([partial]));
  expect(partial.changes.map(({ change, traces }) => [change.op, traces.length])).toEqual([
    ["changed", 2],
    ["removed", 1],
  ]);
  expect(partial.dangers).toHaveLength(1);
  expect(partial.podEffects.map(({ change, targets, effect }) => [change, targets, effect])).toEqual([
    [0, [0, 1], "old-values"],
  ]);
});

test("fields of a later release, and keys of prototypes, are dropped", () => {
  const data = JSON.parse(partialText(partial));
  data.later = 1;
  data.changes[0].change.object.uid = "x";
  data.targets[0].constructor = { prototype: 1 };
  data.dangers[0].danger["__proto__x"] = { silenced: true };
  expect(parsePartial(JSON.stringify(data).replace("__proto__x", "__proto__"))).toEqual(partial);
});

describe("is refused", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["no JSON", "{", "it is not JSON"],
    ["a list", "[]", "it has no version"],
    ["null", "null", "it is not an object"],
    ["another version", '{"version": 2}', "it has version 2, and this is a reader of version 1"],
    ["bytes that are no text", new Uint8Array([0x7b, 0xff]), "it is not UTF-8"],
    ["what is nested too deeply", "[".repeat(1_001), "it is nested more than 1000 levels deep"],
    ["too many values", `[${"0,".repeat(16_000_001)}0]`, "it has more than 16000000 values"],
    ["too many bytes", new Uint8Array(256 * 1024 * 1024 + 1), "it has more than 256 MiB"],
  ])("%s", (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test.each<[string, (data: Json) => void, string]>([
    ["a missing list", (data) => delete data.changes, "it lacks the field changes"],
    ["a text for a list", (data) => (data.dangers = "x"), "dangers is not of the type array"],
    [
      "a change with another content",
      (data) => (data.changes[0].change.object.name = "x"),
      "changes[0].digest is not that of its change",
    ],
    [
      "hunks with another content",
      (data) => (data.changes[0].change.hunks[0].lines[0] = " x"),
      "changes[0].digest is not that of its change",
    ],
    [
      "a change twice",
      (data) => (data.changes[1] = data.changes[0]),
      "changes[1].digest is the digest of another change as well",
    ],
    [
      "a digest that is none",
      (data) => (data.changes[0].digest = "x"),
      "changes[0].digest is empty, a text of another form, or has a control character",
    ],
    [
      "a removed object that keeps a line",
      (data) => (data.changes[1].change.hunks[0].lines[0] = "+x"),
      "changes[1].change.hunks[0] has other numbers of lines than it says",
    ],
    [
      "a move",
      (data) => (data.changes[0].change.from = { targets: ["a"] }),
      "changes[0].change.from.targets says what only all targets together can tell",
    ],
    [
      "a changed object that may go elsewhere",
      (data) => (data.changes[0].movable = { generated: [] }),
      "changes[0].movable is that of no object that can be found elsewhere",
    ],
    [
      "a name without its other half",
      (data) => (data.changes[1].movable.generated = [["x"]]),
      "changes[1].movable.generated[0] is empty, a text of another form, or has a control character",
    ],
    [
      "a target with a change that is none",
      (data) => data.targets[0].changes.push(9),
      "targets[0].changes[1] is the position of no change",
    ],
    ["a negative position", (data) => (data.targets[0].changes = [-1]), "targets[0].changes[0] is less than 0"],
    [
      "half a position",
      (data) => (data.targets[0].changes = [0.5]),
      "targets[0].changes[0] is not of the type integer",
    ],
    [
      "a target that names a change twice",
      (data) => data.targets[0].changes.push(0),
      "targets[0].changes[1] names a change twice",
    ],
    [
      "changes in another order",
      (data) => data.targets[0].changes.unshift(1),
      "targets[0].changes[0] is named before changes that are in front of it",
    ],
    ["a change that no target has", (data) => data.targets[1].changes.shift(), "no target names changes[1]"],
    ["targets in another order", (data) => data.targets.reverse(), "targets[1].id is not behind the one before it"],
    [
      "a target twice",
      (data) => (data.targets[2].path = data.targets[2].id = "b"),
      "targets[2].id is not behind the one before it",
    ],
    [
      "a path that leads elsewhere",
      (data) => (data.targets[0].path = "../a"),
      "targets[0].path is no normal relative path",
    ],
    [
      "a path at base that leads elsewhere",
      (data) => (data.targets[0].from = "/a"),
      "targets[0].from is no normal relative path",
    ],
    [
      "files that no digest stands for",
      (data) => (data.targets[0].files = "a.yaml"),
      "targets[0].files is empty, a text of another form, or has a control character",
    ],
    ["a danger of no change", (data) => (data.dangers[0].change = 2), "dangers[0].change is the position of no change"],
    ["a danger without targets", (data) => (data.dangers[0].targets = []), "dangers[0] has no targets"],
    [
      "a danger of another target",
      (data) => (data.dangers[0].targets = [0]),
      "dangers[0].targets[0] is no target that has the change",
    ],
    [
      "a danger of a target twice",
      (data) => (data.dangers[0].targets = [1, 1]),
      "dangers[0].targets[1] is not behind the one before it",
    ],
    [
      "an effect of no change",
      (data) => (data.podEffects[0].change = 2),
      "podEffects[0].change is the position of no change",
    ],
    ["an effect without targets", (data) => (data.podEffects[0].targets = []), "podEffects[0] has no targets"],
    [
      "an effect in another target",
      (data) => (data.podEffects[0].targets = [2]),
      "podEffects[0].targets[0] is no target that has the change",
    ],
    ["an effect on nothing", (data) => (data.podEffects[0].workloads = []), "podEffects[0] has no workloads"],
    [
      "an effect of a removed object",
      (data) => Object.assign(data.podEffects[0], { change: 1, targets: [1] }),
      "podEffects[0] is that of an object that is removed",
    ],
    [
      "the key of another rule",
      (data) => (data.dangers[0].danger.id = "x"),
      "dangers[0].danger.key is the key of another rule",
    ],
    [
      "a danger that the configuration accepts",
      (data) => (data.dangers[0].danger.silenced = { by: "configuration", reason: "x" }),
      "dangers[0].danger.silenced.by is none of: annotation, this-change",
    ],
    [
      "a trace of a target without the change",
      (data) => (data.changes[1].traces[0].target = 0),
      "changes[1].traces[0] is no target that has the change",
    ],
    [
      "traces in another order",
      (data) => data.changes[0].traces.reverse(),
      "changes[0].traces[1] is not behind the one before it",
    ],
    [
      "a cause with targets of its own",
      (data) => (data.changes[0].traces[0].found[0].cause.targets = ["a"]),
      "changes[0].traces[0].found has a cause with fields or targets of its own",
    ],
    [
      "more causes than there can be",
      (data) => (data.changes[0].traces[0].found = Array(21).fill(data.changes[0].traces[0].found[0])),
      "changes[0].traces[0].found has more than 20 causes",
    ],
    [
      "more places than there can be",
      (data) => (data.changes[0].origins = Array(21).fill({ cause: data.changes[0].traces[0].found[0].cause })),
      "changes[0].origins has more than 20 places",
    ],
    [
      "a place of another target",
      (data) => (data.changes[1].origins = [{ cause: data.changes[0].traces[0].found[0].cause, targets: [0] }]),
      "changes[1].origins[0].targets[0] is no target that has the change",
    ],
  ])("%s", (_, edit, problem) => {
    expect(problemAfter(edit)).toBe(problem);
  });

  test("anything else that is broken: it is refused, or its join is a report", () => {
    const text = partialText(partial);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom("", "0", '"', "[]", "{}", "null", "9e9", "-"), (at, put) => {
        const broken = text.slice(0, at) + put + text.slice(at + 1);
        const version = problemOf(broken) === "" ? joinReviews([parsePartial(broken)]).version : 2;
        expect(version).toBe(2);
      }),
      { numRuns: 1_000 },
    );
  });
});
