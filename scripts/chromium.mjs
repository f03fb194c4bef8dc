// @ts-check
// Opens files in a headless Chromium that reaches no network, for tests, measurements and screenshots of pages.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "puppeteer-core";

/**
 * @typedef {object} View
 * @property {number} [width] in CSS pixels
 * @property {number} [height]
 * @property {"light" | "dark"} [scheme]
 * @property {boolean} [scripts] false for a browser without scripts
 * @property {string} [before] a script that runs before those of the page
 */

/**
 * @typedef {object} OpenPage
 * @property {import("puppeteer-core").Page} page
 * @property {readonly string[]} complaints what the page asked for beside itself, its errors and dialogs, and what its policy
 *   refused
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} Chromium
 * @property {(file: string, view?: View) => Promise<OpenPage>} open opens an HTML file
 * @property {() => Promise<void>} close
 */

/** @param {string} program as CHROMIUM_BIN names it @returns {Promise<Chromium>} */
export async function startChromium(program) {
  const profile = mkdtempSync(join(tmpdir(), "krm-chromium-"));
  const browser = await launch({
    executablePath: program,
    userDataDir: profile,
    // Containers run as root, where the sandbox of Chromium does not start. The pages are our own.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--force-color-profile=srgb"],
  });
  return {
    open: (file, view = {}) => openPage(browser, pathToFileURL(resolve(file)).href, view),
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * @param {import("puppeteer-core").Browser} browser
 * @param {string} address
 * @param {View} view
 * @returns {Promise<OpenPage>}
 */
async function openPage(browser, address, view) {
  const { width = 1280, height = 900, scheme = "light", scripts = true, before } = view;
  const page = await browser.newPage();
  if (before !== undefined) await page.evaluateOnNewDocument(before);
  /** @type {string[]} */
  const complaints = [];
  await page.setViewport({ width, height });
  await page.setJavaScriptEnabled(scripts);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (request.url().split("#")[0] === address) return void request.continue();
    complaints.push(`request: ${request.url()}`);
    return void request.abort();
  });
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => void complaints.push(`error: ${String(error)}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address, { waitUntil: "load", timeout: 120_000 });
  return { page, complaints, close: () => page.close() };
}
