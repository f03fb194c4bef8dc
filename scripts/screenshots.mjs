#!/usr/bin/env node
// @ts-check
// Takes screenshots of HTML files, for people who look at them. Nothing is compared.
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { startChromium } from "./chromium.mjs";

const HELP = `Usage: node scripts/screenshots.mjs --output DIR [OPTION...] [NAME=]FILE.html...

Writes NAME-WIDTH-SCHEME.png for each file. Needs Chromium, which CHROMIUM_BIN names.

  --output DIR     where the images go; made if it is missing
  --width N        in CSS pixels; several are possible (default: 1280 and 390)
  --scheme NAME    light or dark; several are possible (default: both)
  --height N       cut what is further down (default: 3000)
  --focus ID       begin with the element that has this id
  --no-scripts     as a browser without scripts shows it
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    output: { type: "string" },
    width: { type: "string", multiple: true, default: ["1280", "390"] },
    scheme: { type: "string", multiple: true, default: ["light", "dark"] },
    height: { type: "string", default: "3000" },
    focus: { type: "string" },
    "no-scripts": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const program = process.env.CHROMIUM_BIN;
if (values.help) {
  process.stdout.write(HELP);
} else if (program === undefined || values.output === undefined || positionals.length === 0) {
  process.stderr.write(program === undefined ? "CHROMIUM_BIN does not name a Chromium.\n" : HELP);
  process.exitCode = 2;
} else {
  mkdirSync(values.output, { recursive: true });
  await shoot(program, values.output);
}

/** @param {string} chromium @param {string} output */
async function shoot(chromium, output) {
  const browser = await startChromium(chromium);
  try {
    for (const each of positionals) {
      const [name, file] = each.includes("=") ? each.split("=", 2) : [basename(each, ".html"), each];
      for (const width of values.width.map(Number)) {
        for (const scheme of /** @type {("light" | "dark")[]} */ (values.scheme)) {
          const image = join(output, `${name}-${width}-${scheme}.png`);
          const complaints = await shootPage(
            browser,
            file ?? "",
            { width, scheme, scripts: !values["no-scripts"] },
            image,
          );
          console.log(image);
          for (const complaint of complaints) console.log(`  ${complaint}`);
        }
      }
    }
  } finally {
    await browser.close();
  }
}

/**
 * @param {import("./chromium.mjs").Chromium} browser
 * @param {string} file
 * @param {import("./chromium.mjs").View} view
 * @param {string} image
 */
async function shootPage(browser, file, view, image) {
  const height = Number(values.height);
  const { page, complaints, close } = await browser.open(file, { ...view, height: values.focus ? height : 900 });
  if (values.focus !== undefined) await page.evaluate(`location.hash = ${JSON.stringify(values.focus)}`);
  // What appears when it scrolls into view gets its time.
  await new Promise((done) => setTimeout(done, 300));
  if (values.focus === undefined) {
    const full = Number(await page.evaluate("document.documentElement.scrollHeight"));
    // Not a clip: parts of a page may be drawn only where they are in view.
    await page.setViewport({ width: view.width ?? 0, height: Math.min(height, full) });
    await new Promise((done) => setTimeout(done, 300));
  }
  await page.screenshot({ path: toPng(image) });
  await close();
  return complaints;
}

/** @param {string} path @returns {`${string}.png`} */
function toPng(path) {
  return /** @type {`${string}.png`} */ (path);
}
