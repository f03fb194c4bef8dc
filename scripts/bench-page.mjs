#!/usr/bin/env node
// @ts-check
// Measures how quick the HTML report is in Chromium: of a review with many changes, or of the given pages.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { writeManyChanges } from "./bench-review-inputs.mjs";
import { startChromium } from "./chromium.mjs";

const HELP = `Usage: npm run bench:page -- [OPTION...] [FILE.html...]

Prints milliseconds until a page is drawn and loaded, of its longest tasks, of searches and filters until their result is drawn,
and of the longest frame while it scrolls. Nothing is asserted. Needs Chromium, which CHROMIUM_BIN names.

  --changes N   changes of the review, if no pages are given (default: 10000)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changes: { type: "string", default: "10000" }, help: { type: "boolean", short: "h", default: false } },
});

/** Notes what the browser says of long tasks and of the first drawing. */
const BEFORE = `
globalThis.measured = { tasks: [], drawn: 0 };
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => measured.tasks.push(duration))).observe({ type: "longtask", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach(({ startTime }) => { measured.drawn = startTime; })).observe({ type: "paint", buffered: true });
globalThis.drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
globalThis.time = async (act) => {
  const start = performance.now();
  await act();
  await drawn();
  return performance.now() - start;
};
`;

const TYPE = `(async () => {
  const box = document.getElementById("q");
  const times = [];
  for (const text of ["d", "de", "dep", "deployment", "deployment app-77", "app-7777", "nowhere at all", ""]) {
    times.push(await time(async () => {
      const done = new Promise((resolve) => {
        const observer = new MutationObserver(() => { observer.disconnect(); resolve(); });
        observer.observe(document.getElementById("at"), { childList: true, characterData: true, subtree: true });
      });
      box.value = text;
      box.dispatchEvent(new Event("input"));
      await done;
    }));
  }
  return times;
})()`;

const FILTER = `(async () => {
  const times = [];
  for (const id of ["fk", "ft", "fc"]) {
    const select = document.getElementById(id);
    for (const index of [1, 0]) times.push(await time(() => {
      select.selectedIndex = index;
      select.dispatchEvent(new Event("change"));
    }));
  }
  return times;
})()`;

const SCROLL = `(async () => {
  const times = [];
  const height = document.documentElement.scrollHeight;
  for (let step = 0; step < 60; step++) times.push(await time(() => scrollTo(0, (height * step) / 60)));
  return times;
})()`;

const OPEN = `time(() => document.getElementById("open").click())`;

const program = process.env.CHROMIUM_BIN;
if (values.help) {
  process.stdout.write(HELP);
} else if (program === undefined) {
  console.error("CHROMIUM_BIN does not name a Chromium.");
  process.exitCode = 2;
} else {
  const top = mkdtempSync(join(tmpdir(), "krm-bench-"));
  const browser = await startChromium(program);
  try {
    for (const file of positionals.length > 0 ? positionals : [manyChanges(top, Number(values.changes))])
      await measure(browser, file);
  } finally {
    await browser.close();
    rmSync(top, { recursive: true, force: true });
  }
}

/** @param {string} top @param {number} count @returns {string} the page */
function manyChanges(top, count) {
  const cli = join(dirname(import.meta.dirname), "dist/cli.js");
  const page = join(top, `${count} changes.html`);
  writeManyChanges(join(top, "many"), count);
  const args = [cli, "diff", "--base", "HEAD~1", "--head", "HEAD", "--format", "html", "--output", page];
  execFileSync(process.execPath, args, { cwd: join(top, "many") });
  return page;
}

/** @param {import("./chromium.mjs").Chromium} browser @param {string} file */
async function measure(browser, file) {
  const { page, complaints, close } = await browser.open(file, { before: BEFORE });
  const session = await page.createCDPSession();
  // Of the main thread, so that other programs on the machine do not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const processorTime = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const rows = Number(await page.evaluate("document.querySelectorAll('.r').length"));
  // The index of the search is made when nothing else is to do.
  await page.evaluate("new Promise((done) => setTimeout(done, 1000))");
  const loaded = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
  const { tasks, drawn } = /** @type {{ tasks: number[], drawn: number }} */ (await page.evaluate("measured"));
  console.log(`${basename(file)}: ${rows} rows, ${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB`);
  show("first drawn", [drawn]);
  show("loaded", [Number(loaded)]);
  show("long tasks until then", tasks);
  /** @param {string} what @param {string} expression */
  const act = async (what, expression) => {
    const before = await processorTime();
    const times = [/** @type {number[] | number} */ (await page.evaluate(expression))].flat();
    show(what, times, (await processorTime()) - before);
  };
  await act("search", TYPE);
  await act("filter", FILTER);
  await act("scroll, a sixtieth of the page", SCROLL);
  await act("open all", OPEN);
  await act("scroll, all open", SCROLL);
  for (const complaint of complaints) console.log(`  ${complaint}`);
  await close();
}

/** @param {string} what @param {number[]} times @param {number} [cpu] of all of them */
function show(what, times, cpu) {
  const most = Math.max(0, ...times);
  const middle = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const more = times.length > 1 ? `, ${Math.round(middle)} in the middle of ${times.length}` : "";
  const each = cpu === undefined ? "" : `; of the processor ${(cpu / Math.max(1, times.length)).toFixed(1)} each`;
  console.log(`  ${what.padEnd(32)} ${String(Math.round(most)).padStart(6)} ms${more}${each}`);
}
