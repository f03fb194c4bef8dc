/** Other bytes than promised never pass as a failure that everybody knows: the codes that say so are all of those of the docs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Rendering } from "../../src/render/rendering.ts";
import { WRONG_BYTES } from "../../src/render/wrong-bytes.ts";
import { type Report, review } from "../../src/review/index.ts";
import { failed, rendered } from "../review/renderings.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/reference/diagnostics.md"), "utf8");
const codesIn = (text: string): string[] => [...text.matchAll(/`([a-z][a-z0-9-]*)`/g)].map(([, code]) => code ?? "");

/** Each code with what the docs say of it. */
const meanings = new Map(
  [...page.matchAll(/^\| (`.*`) \| (?:COMP\d+ \| )?(.*) \|$/gm)].flatMap(([, codes = "", meaning = ""]) =>
    codesIn(codes).map((code) => [code, meaning] as const),
  ),
);

/** What speaks of digests, locks and signatures, and does not say that something is other than promised. */
const OTHERS: Readonly<Record<string, string>> = {
  "catalog-by-path": "a catalog without a digest",
  "catalog-entry-changed": "an edit of the change",
  "catalog-invalid-digest": "a mistake in a catalog",
  "catalog-layout": "a catalog that cannot be edited",
  "catalog-no-digest": "a mistake in a catalog",
  "catalog-signature": "a signature that is not looked at",
  "catalog-unpinned": "no digest",
  "chart-dependency": "a mistake in a chart, whose Chart.lock is none of ours",
  "digest-missing": "no digest",
  "exec-refused": "a mistake in a config",
  "invalid-image": "a mistake in a config",
  "invalid-signature-policy": "a mistake in a trust line",
  "lock-absent": "no lock",
  "lock-conflict": "a lock that is written",
  "lock-invalid": "a mistake in a file",
  "lock-missing": "no promise, and nothing was requested",
  "lock-too-large": "a lock that is written",
  "lock-unused": "nothing was used",
  "pin-changed": "a lock that is written",
  "registry-not-found": "nothing is there",
  "signature-file": "no key",
  "starlark-refused": "a mistake in a config",
};
/** Sections about what is no target. */
const ELSEWHERE = /^(?:release-|output-|shard|bundle|artifact-(?!layer)|costs-)/;

test("the docs list the codes", () => {
  const section = page.split("## Other bytes than promised\n")[1]?.split("\n## ")[0] ?? "";
  expect(codesIn(section)).toEqual([...WRONG_BYTES]);
  for (const code of [...WRONG_BYTES, ...Object.keys(OTHERS)]) expect([code, meanings.has(code)]).toEqual([code, true]);
});

test("each code that is about digests, locks or signatures says so, or it is known why not", () => {
  const about = [...meanings].filter(([code, meaning]) =>
    /digest|\block\b|sign(?:ed|ature)|checksum|size that/i.test(`${code.replaceAll("-", " ")} ${meaning}`),
  );
  const unknown = about.filter(([code]) => !WRONG_BYTES.has(code) && !(code in OTHERS) && !ELSEWHERE.test(code));
  expect(unknown).toEqual([]);
  const codes = new Set(about.map(([code]) => code));
  expect(Object.keys(OTHERS).filter((code) => WRONG_BYTES.has(code) || !codes.has(code))).toEqual([]);
});

function reviewOf(sides: { readonly base: Rendering; readonly head: Rendering }): Report {
  const side = { sha: null, label: "main", reason: "given" };
  return review({ base: side, head: side, renderings: [sides] });
}

describe.each([...WRONG_BYTES])("%s", (code) => {
  const wrong = failed("t", "differs", code);
  test.each([
    ["on both sides", wrong, wrong],
    ["at the head, and another failure at the base", failed("t"), wrong],
    // Such as a lock from which the change removes the entry.
    ["at the base, and another failure at the head", wrong, failed("t", "has no entry", "lock-missing")],
  ])("%s is no failure that was there before", (_, base, head) => {
    expect(reviewOf({ base, head }).targets).toMatchObject([{ status: "failed", failedBefore: false }]);
  });

  test("at the base only leaves nothing to compare with", () => {
    const head = rendered("apiVersion: v1\nkind: Namespace\nmetadata: {name: web}\n", "t");
    expect(reviewOf({ base: wrong, head }).targets).toMatchObject([{ status: "failed-at-base" }]);
  });
});
