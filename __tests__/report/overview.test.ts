/** The order in which all writers show the rows of a report. */
import { expect, test } from "@jest/globals";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { rowName } from "../../src/report/summary.ts";
import { withDangers } from "./blocks.ts";
import { change, report, target } from "./reports.ts";

test("rows with a high danger come first, then those with a medium one, and low ones move nothing", () => {
  const names = ["a", "b", "c", "d"];
  const changes = names.map((name, at) =>
    change({ name, fields: [{ path: `/spec/field${at}`, op: "changed", before: at, after: at + 10 }] }),
  );
  const given = report(target("apps/eu", { changes }));
  const idOf = (name: string) => given.changes.find(({ object }) => object.name === name)?.id as string;
  const order = (...levels: ["high" | "medium" | "low", string][]) =>
    overviewOf(
      withDangers(
        given,
        levels.map(([level, name]) => ({ level, change: idOf(name) })),
      ),
    ).rows.map((row) => phrasesText(rowName(row)).replace("Deployment shop/", ""));
  expect(order()).toEqual(["a", "b", "c", "d"]);
  expect(order(["medium", "c"], ["high", "d"], ["low", "b"])).toEqual(["d", "c", "a", "b"]);
});
