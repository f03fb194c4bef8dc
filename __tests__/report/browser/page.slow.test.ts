/** The HTML report in a real browser. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { heading } from "../../../src/report/html/page.ts";
import { markdownReport } from "../../../src/report/index.ts";
import type { Report } from "../../../src/review/index.ts";
import { distFile } from "../../dist.ts";
import { openComparisons } from "../../review/scenarios/comparisons.ts";
import { tables } from "../../review/scenarios/scenario.ts";
import { anchorsIn } from "../anchors/page-link-texts.ts";
import { busyOverview, namingOverview } from "../overviews.ts";
import { change, hostileReport, hunk, report, target } from "../reports.ts";
import { inChromium, SHOWN } from "./browser.ts";
import { full, large, manyBoxes } from "./page-reports.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

inChromium(({ show, open, complaints, value, until }) => {
  let demo: string | undefined;
  afterAll(() => {
    if (demo !== undefined) rmSync(demo, { recursive: true, force: true });
  });

  /** The page that the action writes for the pull request of the demo. */
  function demoPage(): string {
    if (demo === undefined) {
      demo = mkdtempSync(join(tmpdir(), "krm-demo-"));
      // The script runs dist/.
      distFile("index.js");
      execFileSync(process.execPath, ["scripts/demo.mjs", "--directory", join(demo, "run")], { stdio: "pipe" });
    }
    return join(demo, "run/workspace/krm-render-report/report.html");
  }

  test.each([
    ["light", "full", 1280],
    ["dark", "full", 1280],
    ["light", "full", 390],
    ["dark", "full", 390],
    ["light", "demo", 1280],
    ["dark", "demo", 390],
    ["dark", "large", 1280],
    ["light", "empty", 1280],
  ] as const)("people who need aids can use the page: %s, %s, %i pixels", async (scheme, which, width) => {
    const view = { scheme, width };
    const input = { full: full(), large: large(300), empty: report() };
    const page = which === "demo" ? await open(demoPage(), view) : await show(input[which], view);
    await value(page, "document.querySelectorAll('details').forEach((each) => { each.open = true; })");
    if (which !== "empty") {
      await value(page, "document.getElementById('changes').scrollIntoView()");
      await until(page, "document.querySelector('.tick') !== null");
      await value(page, "document.querySelector('.tick input').click()");
      await page.focus("#q");
      await value(page, "document.getElementById('more').click()");
    }
    // As an expression of the debugger: the policy of the page allows no scripts of others.
    await page.evaluate(AXE);
    const found = "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))";
    expect(await value(page, found)).toEqual([]);
    expect(complaints()).toEqual([]);
  });

  test("no headline takes more than three lines of a phone", async () => {
    const page = await show(full(), { width: 390 });
    const headings = fc.sample(fc.oneof(busyOverview, namingOverview), { numRuns: 600, seed: 7 }).map(heading);
    const measure = (each: string): string => `(() => {
      document.querySelector("h1").outerHTML = ${JSON.stringify(each)};
      const { height } = document.querySelector("h1").getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(document.querySelector("h1")).lineHeight);
    })()`;
    const lines = await value<number[]>(page, `[${headings.map(measure).join()}]`);
    expect(headings.filter((_, index) => Math.round(lines[index] ?? 0) > 3)).toEqual([]);
    expect(
      await value(page, "Number.parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"),
    ).toBeGreaterThanOrEqual(16);
    expect(Math.max(...lines)).toBeGreaterThan(2.9);
  });

  test("everything is there without scripts", async () => {
    const page = await show(full(), { scripts: false });
    const text = await page.$eval("main", (main) => main.textContent ?? "");
    for (const part of [
      "apps/eu no longer builds",
      "what immutable-field means",
      "-  replicas: 3",
      "key7: 7",
      "measured",
    ])
      expect(text).toContain(part);
    expect(await page.$eval("#tools", (tools) => tools.checkVisibility())).toBe(false);
    expect(complaints()).toEqual([]);
  });

  test("the scenarios of reviews make pages without complaints", async () => {
    const scenarios = tables().flatMap(([, [scenario]]) =>
      scenario?.lack === undefined && scenario ? [scenario] : [],
    );
    const comparisons = openComparisons(scenarios);
    for (const scenario of scenarios) {
      const { stdout } = await comparisons.compare(scenario, "json");
      await show(JSON.parse(stdout) as Report);
      expect([scenario.title, ...complaints()]).toEqual([scenario.title]);
    }
    comparisons.remove();
  });

  test("no text of a pull request becomes an element, or runs", async () => {
    const known =
      "a|b|body|button|caption|code|del|details|div|em|h1|h2|h3|head|header|html|i|input|ins|label|li|main|meta|nav|ol|option|output|p|pre|script|section|select|small|span|style|summary|table|tbody|td|th|thead|title|tr|u|ul";
    for (const input of fc.sample(hostileReport, { numRuns: 25, seed: 7 })) {
      const page = await show(input);
      const names = await value<string[]>(
        page,
        "[...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))]",
      );
      expect(names.filter((name) => !known.split("|").includes(name))).toEqual([]);
      expect(await value(page, "document.querySelectorAll('script').length")).toBe(1);
      const addresses = await value<string[]>(
        page,
        "[...document.querySelectorAll('main a, nav a')].map(({ href }) => href)",
      );
      expect(
        addresses.filter(
          (each) =>
            !/^(?:file:\/\/[^#]*#|https:\/\/github\.example\/o\/r\/|https:\/\/github\.com\/org\/krm-render\/blob\/v[\d.]+\/docs\/dangers\/[a-z-]+\.md$)/.test(
              each,
            ),
        ),
      ).toEqual([]);
      expect(complaints()).toEqual([]);
    }
  });

  test("each link of a comment opens its place on the page", async () => {
    const address = "https://previews.example/7/report.html";
    const anchors = anchorsIn(markdownReport(full(), { reach: { page: address } }).text, address);
    expect(anchors.length).toBeGreaterThan(8);
    const page = await show(full());
    for (const anchor of new Set(anchors)) {
      await value(page, `location.hash = ${JSON.stringify(anchor)}`);
      await until(page, `document.querySelector('.to')?.id === ${JSON.stringify(anchor)}`);
      expect(await value(page, "document.querySelector('.to').checkVisibility()")).toBe(true);
    }
    expect(complaints()).toEqual([]);
  });

  test("keys lead through the changes", async () => {
    const page = await show(large(40), { height: 500 });
    // The number of the row.
    const focused = "[...document.querySelectorAll('.r')].indexOf(document.activeElement.closest('.r'))";
    const row = (number: number): string => `document.querySelectorAll('.r')[${number}]`;
    await page.keyboard.press("Tab");
    expect(await value(page, "document.activeElement.className")).toBe("skip");
    await page.keyboard.press("j");
    expect(await value(page, focused)).toBe(0);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await value(page, focused)).toBe(2);
    await page.keyboard.press("k");
    expect(await value(page, focused)).toBe(1);
    const isInView =
      "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())";
    expect(await value(page, isInView)).toBe(true);
    const isOpen = `${row(1)}.open`;
    const before = await value(page, isOpen);
    await page.keyboard.press("Enter");
    expect(await value(page, isOpen)).toBe(!before);
    await page.keyboard.press("/");
    expect(await value(page, "document.activeElement.id")).toBe("q");
    await page.keyboard.type("web-17");
    await until(page, `${SHOWN} === 1`);
    await page.keyboard.press("Enter");
    expect(await value(page, focused)).toBe(17);
    await page.keyboard.press("/");
    await page.keyboard.press("Escape");
    await until(page, `${SHOWN} === 40`);
    expect(complaints()).toEqual([]);
  });

  test("search finds names, kinds, fields and text of diffs, also what stands elsewhere", async () => {
    const page = await show(full());
    const found = async (words: string): Promise<string[]> => {
      await value(
        page,
        `new Promise((done) => {
          new MutationObserver(done).observe(document.getElementById('at'), { childList: true });
          const box = document.getElementById('q');
          box.value = ${JSON.stringify(words)};
          box.dispatchEvent(new Event('input'));
        }).then(() => 0)`,
      );
      return value(
        page,
        "[...document.querySelectorAll('.r')].filter((row) => row.checkVisibility()).map((row) => row.querySelector('summary code').textContent)",
      );
    };
    expect(await found("shop/two")).toEqual(["shop/two"]);
    expect(await found("configmap")).toEqual(["shop/one", "shop/two"]);
    expect(await found("REPLICAS 5")).toEqual(["shop/web", "shop/api"]);
    // The lines of one stand in the other.
    expect(await found("key13")).toEqual(["shop/one", "shop/two"]);
    expect(await found("more: key13")).toEqual(["shop/two"]);
    expect(await found("nowhere")).toEqual([]);
    expect(await value(page, "document.getElementById('none').checkVisibility()")).toBe(true);
    expect(complaints()).toEqual([]);
  });

  test("filters show the changes of a target, a kind, a danger, a consequence", async () => {
    const page = await show(full());
    const count = async (id: string, option: string): Promise<number> => {
      await page.select(`#${id}`, option);
      const shown = await value<number>(page, SHOWN);
      await page.select(`#${id}`, "");
      return shown;
    };
    expect(await value(page, SHOWN)).toBe(5);
    expect(await count("ft", "4")).toBe(4);
    expect(await count("fk", "1")).toBe(2);
    expect(await count("fd", "high")).toBe(1);
    expect(await count("fd", "any")).toBe(1);
    expect(await count("fc", "references")).toBe(1);
    expect(await value(page, SHOWN)).toBe(5);
    expect(complaints()).toEqual([]);
  });

  test("marks the words that differ, without changing the document", async () => {
    const page = await show(full());
    const before = await value(page, "document.querySelector('main').textContent");
    const marked = (name: string): string => `[...CSS.highlights.get('${name}')].map(String)`;
    for (const [section, removed, added] of [
      ["behaviour", "3", "5"],
      ["image", "1.4.2", "1.5.0"],
    ]) {
      await value(page, `location.hash = '#${section}'`);
      await until(page, `${marked("less")}.includes("${removed}") && ${marked("more")}.includes("${added}")`);
    }
    expect(await value(page, "document.querySelector('main').textContent")).toBe(before);
  });

  test("a link opens what it leads to, and lines that stand elsewhere come in place of theirs", async () => {
    const page = await show(full());
    await value(page, "document.querySelectorAll('.r').forEach((row) => { row.open = false; })");
    await page.click("#dangers .box a");
    await until(
      page,
      "document.getElementById(location.hash.slice(1))?.checkVisibility({ contentVisibilityAuto: false })",
    );
    await value(page, "document.querySelectorAll('.r').forEach((row) => { row.open = true; })");
    await page.click("pre a");
    const text = await value<string>(page, "document.querySelectorAll('.r')[2].querySelector('pre').textContent");
    expect(text.match(/^\+ {4}key\d+: \d+$/gm)).toHaveLength(20);
    expect(text).toMatch(/^\+more:\n\+ {2}data:\n\+ {4}key0: 0\n/);
    expect(complaints()).toEqual([]);
  });

  test("what is copied from a diff has spaces where the page has tabs", async () => {
    const page = await show(
      report(target("a", { changes: [change({ hunks: [hunk([" a:", `+${" ".repeat(12)}b: 1`])] })] })),
    );
    const copied = `new Promise((done) => {
      getSelection().selectAllChildren(document.querySelector('.o pre'));
      document.addEventListener('copy', (event) => done(event.clipboardData.getData('text/plain')), { once: true });
      document.execCommand('copy');
    })`;
    expect(await value(page, copied)).toContain(`+${" ".repeat(12)}b: 1`);
  });

  // No time is asserted. Whatever is out of view costs nothing until it is in view.
  test("a large page draws what is in view", async () => {
    const page = await show(large(3000), { height: 800 });
    await until(page, "CSS.highlights.get('less').size > 0");
    expect(await value(page, "document.querySelectorAll('.r').length")).toBe(3000);
    const drawn =
      "[...document.querySelectorAll('.r > summary')].filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length";
    expect(await value(page, drawn)).toBeLessThan(200);
    expect(await value(page, "CSS.highlights.get('less').size")).toBeLessThan(200);
    await page.click("#open");
    await until(page, "document.querySelectorAll('.r[open]').length === 3000");
    expect(await value(page, "CSS.highlights.get('less').size")).toBeLessThan(200);
    expect(complaints()).toEqual([]);
  });

  test("so does one with many images, dangers and targets, with all of it open", async () => {
    const page = await show(manyBoxes(2000), { height: 800 });
    const drawn =
      "[...document.querySelectorAll('main tr, main .box, main .r, main li')].filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length";
    expect(await value(page, drawn)).toBeLessThan(250);
    await value(
      page,
      "document.querySelectorAll('main > section:not(#changes) details').forEach((each) => { each.open = true; })",
    );
    for (const section of ["dangers", "images", "targets"]) {
      await value(page, `document.getElementById('${section}').scrollIntoView()`);
      await until(page, "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))");
      expect(await value(page, drawn)).toBeLessThan(400);
    }
    expect(complaints()).toEqual([]);
  });

  test("no summary counts as an item of a list: the browser would count the page again for each that comes into view", async () => {
    const page = await show(full());
    const counters =
      "[...new Set([...document.querySelectorAll('summary')].map((each) => getComputedStyle(each).counterIncrement))]";
    expect(await value(page, counters)).toEqual(["none"]);
  });

  test("a link leads to a change that a filter hides, in a chunk that is hidden or not", async () => {
    const page = await show(large(100));
    for (const number of [0, 98]) {
      const id = await value<string>(page, `document.querySelectorAll('.r')[${number}].id`);
      await page.type("#q", "web-99");
      await until(page, "document.getElementById('at').textContent === 'row 1 of 1 (100 in all)'");
      await value(
        page,
        `(() => { const link = document.createElement('a'); link.href = '#${id}'; document.querySelector('h1').append(link); link.click(); })()`,
      );
      await until(
        page,
        `document.getElementById('q').value === '' && document.getElementById('${id}').checkVisibility({ contentVisibilityAuto: false })`,
      );
    }
    expect(complaints()).toEqual([]);
  });
});
