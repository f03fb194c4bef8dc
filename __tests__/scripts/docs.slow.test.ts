/** The pages agree with the code. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { distFile } from "../dist.ts";

const ROOT = dirname(dirname(import.meta.dirname));

test("the generated parts of the pages are up to date", () => {
  // The script runs dist/.
  distFile("cli.js");
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.mjs", "--check"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

describe("docs/reference/diagnostics.md", () => {
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(ROOT, "src", name), "utf8"))
    .join("\n");
  const page = readFileSync(join(ROOT, "docs/reference/diagnostics.md"), "utf8");
  const listed = [...page.matchAll(/^(?:\| |## )((?:`[a-z0-9-]+`(?:, )?)+)/gm)].flatMap(([, codes = ""]) =>
    codes.replaceAll("`", "").split(", "),
  );

  test("lists every code", () => {
    const calls = sources.matchAll(/\b(?:failure|failureAt)\(\s*(?:\w+,\s*)?"([a-z0-9-]+)"|\bcode: "([a-z0-9-]+)"/g);
    const codes = new Set([...calls].map(([, thrown, literal]) => thrown ?? literal ?? ""));
    expect(codes.size).toBeGreaterThan(50);
    expect([...codes].filter((code) => !listed.includes(code)).sort()).toEqual([]);
  });

  test("lists no code that does not exist, and none twice", () => {
    expect(listed.filter((code) => !sources.includes(`"${code}"`))).toEqual([]);
    expect(listed.filter((code, index) => listed.indexOf(code) !== index)).toEqual([]);
  });
});
