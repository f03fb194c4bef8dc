import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type HtmlOptions, htmlChunks } from "../../src/report/index.ts";
import type { Report } from "../../src/review/index.ts";
import { change, failedTarget, hostileReport, LINKS, report, target } from "./reports.ts";

const htmlReport = (input: Report, options?: HtmlOptions): string => [...htmlChunks(input, options)].join("");

const VOID = new Set(["!doctype", "meta"]);

/** The names of the elements used, and of those that are unclosed or closed in the wrong order. */
function scanHtml(html: string): { names: Set<string>; unbalanced: string[] } {
  const names = new Set<string>();
  const open: string[] = [];
  const unbalanced: string[] = [];
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([!a-z][a-z0-9]*)?/g)) {
    names.add(name);
    if (VOID.has(name)) continue;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) unbalanced.push(name);
  }
  return { names, unbalanced: [...unbalanced, ...open] };
}

test("one file without scripts or external resources holds every change", () => {
  const html = htmlReport(
    report(target("apps/prod", { changes: [change()] }), failedTarget("apps/eu", "no such file")),
    { links: LINKS, durationMs: 1_200 },
  );
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(html).toContain("<h1>1 of 2 targets no longer builds · 1 change in 1 other</h1>");
  expect(html).toContain('<span class="add">+  replicas: 5</span>');
  expect(html).toContain("apps/eu/kustomization.yaml:9:5: no such file");
  expect(html).toContain('<a href="https://github.example/o/r/blob/5d6e');
  expect(html).toContain("in 1.2 s");
  expect(html).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bon\w+=|@import|url\(/);
});

test("targets that fail with the same error share its message, and those that failed before are folded", () => {
  const cause = { diagnostics: [{ code: "file-not-found", severity: "error" as const, message: "cause" }] };
  const html = htmlReport(
    report(
      failedTarget("a", "", cause),
      failedTarget("b", "", cause),
      target("c", { ...cause, status: "failed-at-base" }),
      failedTarget("d", "", { ...cause, failedBefore: true }),
    ),
  );
  const text = html.slice(html.indexOf("<body>")).replace(/<[^>]+>/g, "");
  expect(text).toContain("a, b fail; their objects are not counted as removed:\ncause");
  expect(text).toContain("c builds again, so there is nothing to compare it with.");
  expect(html).toContain("<details><summary>1 target fails, and failed before this change too</summary>");
  expect(html.match(/>cause</g)).toHaveLength(2);
});

test("a revision is named once", () => {
  const given = { sha: "1a2b3c4d5e6f", label: "HEAD~2 (1a2b3c4)", reason: "given" };
  const text = htmlReport({ ...report(), base: given }).replace(/<[^>]+>/g, "");
  expect(text).toContain("Rendered HEAD~2 (1a2b3c4) (given) against HEAD at 5d6e7f8 (pull request head).");
});

test("no text of the pull request becomes markup", () => {
  fc.assert(
    fc.property(hostileReport, (input) => {
      const html = htmlReport(input, { links: LINKS });
      const { names, unbalanced } = scanHtml(html);
      expect(unbalanced).toEqual([]);
      const known =
        /^(?:!doctype|html|head|meta|title|style|body|h1|h2|p|code|a|strong|section|pre|span|details|summary|table|thead|tbody|tr|th|td)$/;
      expect([...names].filter((name) => !known.test(name))).toEqual([]);
      const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
      expect(addresses.filter((address) => !address?.startsWith("https://github.example/o/r/"))).toEqual([]);
      // biome-ignore lint: these are the very characters to be found
      expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }),
    { numRuns: 300 },
  );
});
