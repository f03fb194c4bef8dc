/** Modules that the build makes, and that src/ only declares. */
import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { transformSync } from "esbuild";
import { MADE_MODULES, madeModule } from "../../scripts/made-modules.mjs";
import { ROOT, readText, temporaryRepository } from "../repository/repository.ts";

/** The names that a text exports in lines that begin with `form`. */
function exportsOf(text: string, form: string): string[] {
  return [...text.matchAll(new RegExp(`^${form} (\\w+)`, "gm"))].map(([, name = ""]) => name).sort();
}

describe.each(Object.keys(MADE_MODULES))("%s", (path) => {
  test("declares what is made, and no more", () => {
    const declared = exportsOf(readText(path), "export declare const");
    expect(declared.length).toBeGreaterThan(0);
    expect(exportsOf(madeModule(ROOT, join(ROOT, path)) ?? "", "export const")).toEqual(declared);
  });

  test("contains no code, which would never run", () => {
    expect(transformSync(readText(path), { loader: "ts" }).code).toBe("");
  });
});

test("a module that is not made is as its file says", () => {
  expect(madeModule(ROOT, join(ROOT, "src/version.ts"))).toBeUndefined();
  expect(madeModule(ROOT, join(ROOT, "__tests__/src/signatures/embedded-root.ts"))).toBeUndefined();
});

describe("a change of a schema", () => {
  const schema = (required: string) =>
    `export const compositionSchema = { type: "object", required: ["${required}"], $defs: { entry: { type: "object" } } };\n`;
  const declaration = "export declare const validateComposition: (value: unknown) => boolean;\n";
  const repository = temporaryRepository({
    "package.json": '{ "type": "module" }\n',
    "src/composition/schema.ts": schema("kind"),
    "src/composition/validators.ts": declaration,
    "src/action/caching/cache-client.ts": "",
    "src/action/main.ts": [
      'import { validateComposition } from "../composition/validators.ts";',
      "console.log(validateComposition({ kind: 1 }));",
    ].join("\n"),
    "src/action/program.ts": "",
    "src/start/launch.ts": "",
    "src/start/program.ts": "",
    "src/start/quick.ts": "",
    "src/start/watch.ts": "",
    "src/starlark/thread.ts": "",
  });
  cpSync(join(ROOT, "scripts"), join(repository.path, "scripts"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(repository.path, "node_modules"));
  afterAll(() => repository.remove());

  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: repository.path, encoding: "utf8" });

  test("changes dist/", () => {
    expect(node("scripts/build.mjs").stderr).toBe("");
    expect(node("dist/index.js").stdout).toBe("true\n");
    writeFileSync(join(repository.path, "src/composition/schema.ts"), schema("name"));
    expect(node("scripts/build.mjs", "--check").stderr).toContain("  dist/index.js differs\n");
    expect(node("scripts/build.mjs").stderr).toBe("");
    expect(node("dist/index.js").stdout).toBe("false\n");
  });

  test("changes what jest loads for coverage, and the key by which jest keeps it", () => {
    const transformed = (required: string): { key: string; code: string } => {
      writeFileSync(join(repository.path, "src/composition/schema.ts"), schema(required));
      const path = join(repository.path, "src/composition/validators.ts");
      const script = `import transformer from "./scripts/jest-transform.mjs";
        const [source, path] = ${JSON.stringify([declaration, path])};
        const { code } = transformer.process(source, path, { instrument: true });
        console.log(JSON.stringify({ key: transformer.getCacheKey(source, path, { instrument: true }), code }));`;
      const { stdout, stderr } = node("--input-type=module", "--eval", script);
      expect(stderr).toBe("");
      return JSON.parse(stdout) as { key: string; code: string };
    };
    const [kind, name] = [transformed("kind"), transformed("name")];
    expect(kind.code).toContain('missingProperty: "kind"');
    expect(name.code).toContain('missingProperty: "name"');
    expect(transformed("kind").key).toBe(kind.key);
    expect(name.key).not.toBe(kind.key);
  });
});
