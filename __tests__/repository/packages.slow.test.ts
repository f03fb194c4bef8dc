import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { importsOf, sourceFiles } from "../../scripts/rooms.mjs";
import { SCHEMAS } from "../../scripts/schemas.mjs";
import { VERSION } from "../../src/version.ts";
import { ROOT, readJson } from "./repository.ts";

interface LockedPackage {
  version: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const manifest = readJson("package.json") as {
  version: string;
  devDependencies: Record<string, string>;
};
const lock = readJson("package-lock.json") as { version: string; packages: Record<string, LockedPackage> };
const imports = importsOf(ROOT);

/** Packages that are used by their commands, or by the compiler. */
const TOOLS = new Set([
  "@biomejs/biome",
  "@types/node",
  "@types/picomatch",
  "jest",
  "oxlint",
  "oxlint-tsgolint",
  "typescript",
]);

describe("package.json", () => {
  // The bundle contains everything it needs, so that an installation does not fetch forty more packages.
  test("has no dependencies", () => {
    expect(manifest).not.toHaveProperty("dependencies");
  });

  test("declares every package that the sources import", () => {
    const packages = imports
      .filter(({ target, specifier }) => target === undefined && !isBuiltin(specifier))
      .map(({ specifier }) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter((name) => !(name in manifest.devDependencies))).toEqual([]);
  });

  test("pins exact versions", () => {
    const versions = Object.values(manifest.devDependencies);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test("declares no unused package", () => {
    const texts = ["src", "scripts", "__tests__"].flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:ts|mjs)$/.test(name))
        .map((name) => readFileSync(join(ROOT, top, name), "utf8")),
    );
    const code = texts.join("\n");
    const unused = Object.keys(manifest.devDependencies).filter(
      (name) => !TOOLS.has(name) && !new RegExp(`["']${name}(?:["'/])`).test(code),
    );
    expect(unused).toEqual([]);
  });

  test("has the version that the program prints", () => {
    expect([VERSION, lock.version]).toEqual([manifest.version, manifest.version]);
  });
});

describe("package-lock.json", () => {
  const locked = Object.entries(lock.packages).filter(([path]) => path !== "");

  test("takes every package from the public registry", () => {
    expect(locked.filter(([, { resolved }]) => !resolved?.startsWith("https://registry.npmjs.org/"))).toEqual([]);
  });

  // npm ci refuses a lockfile with the binaries of one platform only. npm writes such a lockfile when the registry of the
  // user has no others.
  test("lists the binaries of every platform", () => {
    const missing = locked.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
    );
    expect(missing).toEqual([]);
  });

  test("has a digest for every package that is always installed", () => {
    expect(locked.filter(([, { integrity, optional }]) => !integrity && !optional).map(([path]) => path)).toEqual([]);
  });
});

/** Whether the package at a path finds another one: in its own node_modules or in one above. */
function isLocked(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf("node_modules/")).replace(/\/$/, "")) {
    if ((at === "" ? "" : `${at}/`) + `node_modules/${name}` in lock.packages) return true;
    if (at === "") return false;
  }
}

test("every source file is imported, directly or not, by an entry point", () => {
  const reached = new Set<string>();
  const queue = [
    "src/action/main.ts",
    "src/action/caching/cache-client.ts",
    "src/start/launch.ts",
    "src/start/program.ts",
    "src/start/quick.ts",
    "src/start/watch.ts",
  ];
  queue.push("src/starlark/thread.ts");
  // The script of the HTML report, as the build bundles it.
  queue.push("src/report/html/browser/main.ts");
  // The schemas, as the build compiles the validators from them.
  queue.push(...Object.values(SCHEMAS).map(({ source }) => source));
  for (const file of queue) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const { file: from, target } of imports) if (from === file && target) queue.push(target);
  }
  expect(sourceFiles(ROOT).filter((file) => !reached.has(file))).toEqual([]);
});
