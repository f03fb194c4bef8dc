/** A Chromium that opens the pages of reports. The variable CHROMIUM_BIN names it; tests are skipped without it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect } from "@jest/globals";
import { type Chromium, type OpenPage, startChromium, type View } from "../../../scripts/chromium.mjs";
import { type HtmlOptions, htmlChunks } from "../../../src/report/index.ts";
import type { Report } from "../../../src/review/index.ts";
import { findProgram, lackOf } from "../../programs.ts";
import { unless } from "../../unless.ts";
import { LINKS } from "../reports.ts";

const CHROMIUM = findProgram("CHROMIUM_BIN") ?? "";

type Page = OpenPage["page"];

export interface Browser {
  readonly show: (input: Report, view?: View, options?: HtmlOptions) => Promise<Page>;
  /** Opens a page that is written already. */
  readonly open: (file: string, view?: View) => Promise<Page>;
  /** Loads the page again, at another address. */
  readonly reopen: (page: Page, hash: string) => Promise<void>;
  /** What the pages of a test asked for, and what went wrong in them. */
  readonly complaints: () => readonly string[];
  /** Evaluates an expression in the page. */
  readonly value: <T>(page: Page, expression: string) => Promise<T>;
  /** Waits until an expression is true. */
  readonly until: (page: Page, expression: string) => Promise<void>;
}

export function inChromium(tests: (browser: Browser) => void): void {
  unless(lackOf("CHROMIUM_BIN"), describe)("in Chromium", () => {
    let chromium: Chromium;
    let directory: string;
    let opened: OpenPage[] = [];

    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), "krm-page-"));
      chromium = await startChromium(CHROMIUM);
    });

    afterEach(async () => {
      for (const { close } of opened) await close();
      opened = [];
    });

    afterAll(async () => {
      await chromium.close();
      rmSync(directory, { recursive: true, force: true });
    });

    const value = async <T>(page: Page, expression: string): Promise<T> => (await page.evaluate(expression)) as T;

    const open = async (file: string, view?: View): Promise<Page> => {
      const result = await chromium.open(file, view);
      opened.push(result);
      return result.page;
    };

    tests({
      open,
      async show(input, view, options = { links: LINKS }) {
        const file = join(directory, "report.html");
        writeFileSync(file, [...htmlChunks(input, options)].join(""));
        return open(file, view);
      },
      async reopen(page, hash) {
        await value(page, `history.replaceState(null, "", ${JSON.stringify(hash)})`);
        await page.reload({ waitUntil: "load" });
      },
      complaints: () => opened.flatMap((each) => each.complaints),
      value,
      async until(page, expression) {
        for (let tries = 0; tries < 500 && !(await value<boolean>(page, expression)); tries++)
          await new Promise((done) => setTimeout(done, 20));
        expect([expression, await value(page, `Boolean(${expression})`)]).toEqual([expression, true]);
      },
    });
  });
}

/** The number of rows that are shown. */
export const SHOWN = "[...document.querySelectorAll('.r')].filter((row) => row.checkVisibility()).length";
