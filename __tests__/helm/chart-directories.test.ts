/** Charts on disk: each content once, and no longer than it is needed; docs/specification/helm-charts.md 4.5. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { ChartDirectories } from "../../src/sources/helm/chart-directories.ts";
import { createHelm } from "../../src/sources/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";

const temporary = temporaryDirectories();
const chart = (text: string) => new Map([["templates/a.yaml", Buffer.from(text)]]);

test("a content is written once, and stays until the end", async () => {
  const charts = new ChartDirectories();
  const path = (text: string) => charts.use(chart(text), async (at) => at);
  const first = await path("a");
  expect(await path("a")).toBe(first);
  expect(await path("b")).not.toBe(first);
  expect(readFileSync(join(first, "templates/a.yaml"), "utf8")).toBe("a");
  charts.close();
  expect(existsSync(dirname(first))).toBe(false);
});

test("above the limit, what nobody reads goes, the longest unused first", async () => {
  const charts = new ChartDirectories(2);
  const path = (text: string) => charts.use(chart(text), async (at) => at);
  let during: readonly boolean[] = [];
  const [a, b] = [await path("a"), await path("b")];
  await path("a");
  const d = await charts.use(chart("d"), async (at) => {
    await path("c");
    during = [existsSync(a), existsSync(b), existsSync(at)];
    return at;
  });
  expect(during).toEqual([false, false, true]);
  expect(existsSync(d)).toBe(true);
  expect(readFileSync(join(await path("a"), "templates/a.yaml"), "utf8")).toBe("a");
  charts.close();
});

test("a chart that cannot be written leaves nothing", async () => {
  const charts = new ChartDirectories();
  const bad = new Map([
    ["a", Buffer.from("")],
    ["x".repeat(300), Buffer.from("")],
  ]);
  await expect(charts.use(bad, async (at) => at)).rejects.toThrow("cannot be written here");
  const other = await charts.use(chart("a"), async (at) => at);
  expect(existsSync(join(dirname(other), "0.chart"))).toBe(false);
  charts.close();
});

test("no more helms run at the same time than there are processors", async () => {
  const place = temporary();
  mkdirSync(join(place, "running"));
  const command = join(place, "helm");
  const script = `touch ${place}/running/$$; sleep 0.1; ls ${place}/running | wc -l; rm ${place}/running/$$`;
  writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const helm = createHelm({ command, cwd: "/", env: process.env, configHome: "private" });
  const counts = await Promise.all(
    Array.from({ length: 3 * availableParallelism() }, (_, index) => helm.run([`${index}`])),
  );
  expect(Math.max(...counts.map(Number))).toBeLessThanOrEqual(availableParallelism());
  helm.close();
});
