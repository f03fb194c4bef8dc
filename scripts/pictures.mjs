#!/usr/bin/env node
// @ts-check
// Takes the pictures of README.md: the comment and the page of the demo. Needs Chromium, which CHROMIUM_BIN names.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startChromium } from "./chromium.mjs";

/** What is shown, in CSS pixels. */
const PICTURES = [
  { name: "comment", width: 812, height: 900 },
  { name: "page", width: 1200, height: 760 },
];

const root = dirname(import.meta.dirname);
const program = process.env.CHROMIUM_BIN;
if (program === undefined) {
  process.stderr.write("CHROMIUM_BIN does not name a Chromium.\n");
  process.exitCode = 2;
} else {
  const place = mkdtempSync(join(tmpdir(), "krm-pictures-"));
  try {
    await take(program, place);
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** @param {string} chromium @param {string} place an empty directory */
async function take(chromium, place) {
  const run = (/** @type {string[]} */ ...args) => execFileSync(process.execPath, args, { cwd: root, stdio: "pipe" });
  run("scripts/demo.mjs", "--directory", join(place, "demo"));
  const report = join(place, "demo/workspace/krm-render-report");
  copyFileSync(join(report, "report.md"), join(place, "comment.md"));
  copyFileSync(join(report, "report.html"), join(place, "page.html"));
  run("scripts/comment-page.mjs", join(place, "comment.md"));
  const images = join(root, "docs/images");
  mkdirSync(images, { recursive: true });
  const browser = await startChromium(chromium);
  try {
    for (const { name, width, height } of PICTURES) {
      const { page, close } = await browser.open(join(place, `${name}.html`), { width, height });
      await page.setViewport({ width, height, deviceScaleFactor: 1.5 });
      const image = join(images, `${name}.webp`);
      await page.screenshot({ path: image, type: "webp", quality: 85 });
      await close();
      console.log(image);
    }
  } finally {
    await browser.close();
  }
}
