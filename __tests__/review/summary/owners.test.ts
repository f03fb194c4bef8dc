import { describe, expect, test } from "@jest/globals";
import type { Owners } from "../../../src/review/index.ts";
import { withOwners } from "../../../src/review/summary/index.ts";
import { change, report, target } from "../../report/reports.ts";

const of = (...names: string[]): Owners => ({ names });

const KNOWN = {
  file: "CODEOWNERS",
  files: new Map([
    ["a.yaml", of("@a")],
    ["b.yaml", of("@b")],
    ["image.yaml", of("@image")],
  ]),
  targets: new Map([
    ["one", of("@one", "@a")],
    ["two", of("@two")],
  ]),
};

const cause = (file: string, more = {}) => ({ side: "head" as const, file, line: 1, step: "resources", ...more });
const REPLICAS = { path: "/spec/replicas", op: "changed" as const, before: 1, after: 2 };
const IMAGE = { path: "/spec/image", op: "changed" as const, before: "x:1", after: "x:2" };

/** The owners of the row of the number of replicas. */
function ownersOf(causes: ReturnType<typeof cause>[], targets: readonly string[], fields = [REPLICAS]): unknown {
  const changes = [change({ fields, causes })];
  const { groups, changes: all } = report(...targets.map((path) => target(path, { changes })));
  const found = withOwners(groups, all, KNOWN).find(({ edits }) =>
    edits.some(({ label }) => label === "spec.replicas"),
  );
  return found?.owners?.names;
}

describe("the owners of a row", () => {
  test.each<[string, unknown, ReturnType<typeof cause>[], string[]]>([
    ["are those of the file, then of the targets", ["@b", "@one", "@a", "@two"], [cause("b.yaml")], ["one", "two"]],
    ["are named once", ["@a", "@one"], [cause("a.yaml")], ["one"]],
    ["are those of the edited file", ["@b", "@two"], [cause("a.yaml"), cause("b.yaml", { inChange: true })], ["two"]],
    ["are those of all files if none is edited", ["@a", "@b", "@two"], [cause("a.yaml"), cause("b.yaml")], ["two"]],
    ["are those of the targets if no cause is known", ["@two"], [], ["two"]],
    ["are absent if there are none", undefined, [cause("c.yaml")], ["three"]],
  ])("%s", (_name, wanted, causes, targets) => {
    expect(ownersOf(causes, targets)).toEqual(wanted);
  });

  test("are those of the causes of its own edit", () => {
    const causes = [cause("image.yaml", { fields: ["/spec/image"] }), cause("b.yaml", { fields: ["/spec/replicas"] })];
    expect(ownersOf(causes, ["two"], [REPLICAS, IMAGE] as (typeof REPLICAS)[])).toEqual(["@b", "@two"]);
  });
});
