/** How the work of writing a comment grows with the report. */
import { expect, test } from "@jest/globals";
import { markdownReport } from "../../src/report/index.ts";
import { problemParts } from "../../src/report/markdown-problems/parts.ts";
import { growth } from "../work.ts";
import { contextOf, withDangers } from "./blocks.ts";
import { change, failedTarget, LINKS, report, target } from "./reports.ts";

const times = <Each>(count: number, make: (index: number) => Each): Each[] =>
  Array.from({ length: count }, (_, index) => make(index));

test("changes are written with linear work", async () => {
  const write = (count: number) => {
    const fields = (at: number) => [{ path: `/spec/${at}`, op: "changed" as const, before: at, after: -at }];
    const changes = times(count, (at) => change({ name: `n${at}`, fields: fields(at) }));
    return markdownReport(report(target("a", { changes })), { maxBytes: 60_000, links: LINKS });
  };
  expect(await growth(1_000, write)).toBeLessThan(3);
});

test("failures and dangers are written with linear work", async () => {
  const write = (count: number) => {
    const targets = times(count, (at) => failedTarget(`apps/${at}`, `problem of apps/${at}`));
    const many = report(...targets, ...times(count / 4, (at) => failedTarget(`b/${at}`, `problem ${at}`)));
    const dangers = times(count, (at) => ({ message: `number ${at}` }));
    return problemParts(contextOf(withDangers(many, dangers)), 60_000);
  };
  expect(await growth(1_000, write)).toBeLessThan(3);
});
