/**
 * Functions whose config has the digest of their file; docs/specification/function-configs.md 1.7 and
 * docs/specification/executables.md 1.3.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { buildIn, configOf, directoryOf, files, leaveNothing, names } from "./workshop.ts";

leaveNothing();

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
const OTHER = "ab".repeat(32);
const ALL = ["ConfigMap one", "ConfigMap two", "Service three"];

describe("an executable (docs/specification/executables.md 1.3)", () => {
  const SCRIPT = "#!/bin/sh\necho >> ran\ncat\n";
  const config = (sha256: string, path = "./fn"): string => configOf(`path: ${path}\nsha256: "${sha256}"`);

  test.each([
    ["as sha256sum prints it", digest(SCRIPT)],
    ["with its prefix, in capitals", `sha256:${digest(SCRIPT).toUpperCase()}`],
  ])("runs with its digest, %s", async (_, sha256) => {
    const content = files("transformers", "", { "config.yaml": config(sha256), fn: SCRIPT });
    const { text, diagnostics } = await buildIn(directoryOf(content));
    expect([names(text), diagnostics]).toEqual([ALL, []]);
  });

  test("does not run with another digest, and no earlier function runs", async () => {
    const content = files("transformers", "", {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [first.yaml, config.yaml]\n",
      "first.yaml": configOf("path: ./fn", "first"),
      "config.yaml": config(OTHER),
      fn: SCRIPT,
    });
    const directory = directoryOf(content);
    expect((await buildIn(directory)).diagnostics).toMatchObject([
      {
        code: "digest-mismatch",
        file: "config.yaml",
        message: `./fn has the digest sha256 ${digest(SCRIPT)}, but its config has ${OTHER}`,
      },
    ]);
    expect(existsSync(join(directory, "ran"))).toBe(false);
  });

  test("does not run if an earlier function has changed it", async () => {
    const content = files("transformers", "", {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [first.yaml, config.yaml]\n",
      "first.yaml": configOf("path: ./first", "first"),
      first: "#!/bin/sh\necho 'touch evil' >> fn\ncat\n",
      "config.yaml": config(digest(SCRIPT)),
      fn: SCRIPT,
    });
    const directory = directoryOf(content);
    expect((await buildIn(directory)).diagnostics).toMatchObject([{ code: "digest-mismatch", file: "config.yaml" }]);
    expect(existsSync(join(directory, "evil"))).toBe(false);
  });

  test("is refused if it is looked up on the PATH", async () => {
    const content = files("transformers", "", { "config.yaml": config(digest(SCRIPT), "cat") });
    const { diagnostics } = await buildIn(directoryOf(content), { build: { loadRestrictor: "none" } });
    expect(diagnostics).toMatchObject([{ code: "exec-refused", message: expect.stringContaining("on the PATH") }]);
  });
});

describe("a Starlark program (docs/specification/starlark.md 2.2)", () => {
  const PROGRAM = 'ctx.resource_list["items"][0]["data"] = {"key": "new"}\n';
  const build = (sha256: string) => {
    const config = configOf("path: x").replace(/exec:[^]*/, `starlark: {path: fn.star, sha256: "${sha256}"}\n`);
    const content = files("transformers", "", { "config.yaml": config, "fn.star": PROGRAM });
    return buildIn(directoryOf(content), { functions: { starlark: true } });
  };

  test("runs with its digest", async () => {
    expect((await build(digest(PROGRAM))).text).toContain("key: new");
  });

  test("does not run with another digest", async () => {
    expect((await build(OTHER)).diagnostics).toMatchObject([
      {
        code: "digest-mismatch",
        message: expect.stringContaining(`fn.star has the digest sha256 ${digest(PROGRAM)}`),
      },
    ]);
  });
});
