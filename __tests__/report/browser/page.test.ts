/** The HTML report in a real browser. The variable CHROMIUM_BIN names a Chromium; the tests are skipped without it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Chromium, type OpenPage, startChromium, type View } from "../../../scripts/chromium.mjs";
import { htmlChunks } from "../../../src/report/index.ts";
import type { Report } from "../../../src/review/index.ts";
import { change, failedTarget, LINKS, report, target } from "../reports.ts";

const CHROMIUM = process.env.CHROMIUM_BIN ?? "";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

(CHROMIUM === "" ? describe.skip : describe)("in Chromium", () => {
  let chromium: Chromium;
  let directory: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "krm-page-"));
    chromium = await startChromium(CHROMIUM);
  });

  afterAll(async () => {
    await chromium.close();
    rmSync(directory, { recursive: true, force: true });
  });

  async function show(input: Report, view?: View): Promise<OpenPage> {
    const file = join(directory, "report.html");
    writeFileSync(file, [...htmlChunks(input, { links: LINKS })].join(""));
    return chromium.open(file, view);
  }

  test.each(["light", "dark"] as const)("people who need aids can use the page: %s", async (scheme) => {
    const { page, complaints, close } = await show(
      report(target("apps/prod", { changes: [change()] }), failedTarget("apps/eu", "no such file")),
      { scheme },
    );
    // As an expression of the debugger: the policy of the page allows no scripts of others.
    await page.evaluate(AXE);
    const found = (await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id }) => id))",
    )) as string[];
    // The present page has these; its successor has none.
    expect(found).toEqual(["color-contrast", "empty-table-header", "landmark-one-main", "region"]);
    expect(complaints).toEqual([]);
    await close();
  });
});
