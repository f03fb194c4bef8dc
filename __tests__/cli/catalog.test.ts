/** `catalog init` and `catalog add` with docker-registry, and with files beside the catalog; docs/specification/lock.md 6. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { readCatalog } from "../../src/catalog/index.ts";
import { ELF_AMD64, ELF_ARM64, elf, MACH_ARM64, machO, portableExecutable } from "../processes/formats.ts";
import { tarGz } from "../store/artifacts/archives.ts";
import { DOCKER_REGISTRY, sha256, startRegistry, type TestRegistry, withRegistry } from "../store/oci/registry.ts";
import { type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

const FUNCTION = ["--group", "example.com", "--kind", "Label", "--version", "v1"];

let directory: Directory;
let registry: TestRegistry | undefined;

beforeAll(async () => {
  if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
});
afterAll(() => registry?.close());
beforeEach(() => {
  directory = temporaryDirectory();
  mkdirSync(join(directory.path, "team"));
});
afterEach(() => directory.remove());

function run(...args: string[]): Promise<Result> {
  const env = { XDG_CACHE_HOME: join(directory.path, "caches"), TMPDIR: directory.path };
  return krmRender(["catalog", ...args], { cwd: directory.path, env });
}

const init = (): Promise<Result> => run("init", "team/catalog.yaml");
const add = (program: string, ...args: string[]): Promise<Result> =>
  run(
    "add",
    "team/catalog.yaml",
    program,
    ...FUNCTION,
    "--insecure-registry",
    registry?.host ?? "localhost:1",
    ...args,
  );
const text = (): string => readFileSync(join(directory.path, "team/catalog.yaml"), "utf8");

describe("init", () => {
  test("writes an empty catalog, named by its directory", async () => {
    expect(await init()).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(text()).toContain("name: team\nspec:\n  krmFunctions: []\n");
  });

  test("keeps a file that is there", async () => {
    directory.write({ "team/catalog.yaml": "mine\n" });
    expect(await init()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("team/catalog.yaml: the file exists"),
    });
    expect(text()).toBe("mine\n");
  });
});

describe("add", () => {
  beforeEach(init);

  withRegistry("an image, by the digest that its tag has", async () => {
    const { digest } = await (registry as TestRegistry).image("functions/label", "v1");
    const image = `${registry?.host}/functions/label`;
    expect(await add(`${image}:v1`, "--require-network")).toMatchObject({ status: 0, stderr: "" });
    expect(text()).toContain(`            image: ${image}@${digest} # v1\n            requireNetwork: true\n`);
    expect(await add(`${image}:v1`)).toMatchObject({ status: 1, stderr: expect.stringContaining("already") });
    const moved = await (registry as TestRegistry).image("functions/label", "v1", {
      config: { config: { User: "1" } },
    });
    expect(await add(`${image}:v1`, "--replace")).toMatchObject({ status: 0 });
    expect(text()).toContain(`${image}@${moved.digest} # v1\n`);
    expect(text()).not.toContain("requireNetwork");
  });

  withRegistry("an archive in a registry, for two platforms", async () => {
    const archive = await tarGz([[{ name: "label", mode: 0o755 }, "#!/bin/sh\n"]]);
    const type = "application/vnd.cncf.kubernetes.krm-func-runtime-exec.layer.v1";
    const push = () =>
      (registry as TestRegistry).artifact("tools/label", "v1", [
        { content: archive, mediaType: type, title: "label.tar.gz" },
      ]);
    const { digest } = await push();
    const uri = `oci://${registry?.host}/tools/label`;
    for (const arch of ["amd64", "arm64"]) expect(await add(`${uri}:v1`, "--arch", arch)).toMatchObject({ status: 0 });
    expect(text().split(`uri: ${uri}@${digest}\n`)).toHaveLength(3);
    expect(text().split(`sha256: ${sha256(archive).slice(7)}\n`)).toHaveLength(3);
    expect(readCatalog(Buffer.from(text()), "c").entries).toHaveLength(1);
    // An archive without the program would fail for everybody who uses the catalog.
    const missing = await add(`${uri}:v1`, "--bin", "other", "--replace");
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining("other") });
    expect(readdirSync(directory.path).filter((name) => name.startsWith("krm-render-"))).toEqual([]);
  });

  withRegistry("nothing for a tag that the registry does not have", async () => {
    const before = text();
    const result = await add(`${registry?.host}/functions/none:v1`);
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(text()).toBe(before);
  });

  test.each([
    ["label.star", "starlark"],
    ["label.sh", "exec"],
  ])("the file %s beside the catalog as %s", async (name, type) => {
    writeFileSync(join(directory.path, "team", name), "#!/bin/sh\n");
    expect(await add(`team/${name}`)).toMatchObject({ status: 0, stderr: "" });
    expect(text()).toContain(
      `          ${type}:\n            path: ${name}\n            sha256: ${sha256("#!/bin/sh\n").slice(7)}\n`,
    );
  });

  test.each<[what: string, name: string, content: () => Buffer | Promise<Buffer>, args: string[]]>([
    ["a program", "label", () => elf(ELF_AMD64), []],
    ["a program for another platform", "label", () => machO(MACH_ARM64), ["--os", "darwin", "--arch", "arm64"]],
    ["an archive", "label.tgz", () => tarGz([[{ name: "label" }, elf(ELF_AMD64)]]), []],
    ["an archive with a script", "label-v1", () => tarGz([[{ name: "label" }, "#!/bin/sh\n"]]), ["--bin", "label"]],
  ])("%s beside the catalog, with its platform", async (_, name, content, args) => {
    const bytes = await content();
    writeFileSync(join(directory.path, "team", name), bytes);
    expect(await add(`team/${name}`, ...args)).toMatchObject({ status: 0, stderr: "" });
    const [os, arch] = [args[1] === "darwin" ? "darwin" : "linux", args[3] ?? "amd64"];
    const fields = { os, arch, bin: "label", path: name, sha256: sha256(bytes).slice(7) };
    expect(text()).toContain(
      Object.entries(fields)
        .map(([key, value], at) => `${at === 0 ? "              - " : "                "}${key}: ${value}\n`)
        .join(""),
    );
  });

  test.each<[message: string, content: () => Buffer | Promise<Buffer>]>([
    ["label is a program for linux/arm64, not for linux/amd64", () => elf(ELF_ARM64)],
    ["under `platforms` with `os: darwin` and `arch: arm64`", () => machO(MACH_ARM64)],
    ["label is a program for windows/amd64, not for linux/amd64", () => portableExecutable(0x8664)],
    ["label in label is a program for linux/arm64", () => tarGz([[{ name: "label" }, elf(ELF_ARM64)]])],
    ["label is a zip archive", () => Buffer.from("PK\x03\x04")],
    ["label is neither a program nor a script that begins with #!", () => Buffer.from("echo\n")],
  ])("no program that is none for its platform: %s", async (message, content) => {
    const before = text();
    writeFileSync(join(directory.path, "team/label"), await content());
    expect(await add("team/label")).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
    expect(text()).toBe(before);
  });

  // docs/specification/lock.md 6.2
  test.each([
    ["a syntax error", "def f(:\n  pass\n", "team/label.star:1:7: got :, want )"],
    ["a name that is not defined", "x = 1\ny = z\n", "team/label.star:2:5: "],
    ["a module", 'load("a.star", "b")\n', "team/label.star:1:1: "],
    ["a program that is too long", `#${"x".repeat(2_000_000)}`, "team/label.star: the script is larger than 1 MiB"],
  ])("no script with %s", async (_, script, message) => {
    writeFileSync(join(directory.path, "team/label.star"), script);
    const before = text();
    const result = await add("team/label.star");
    expect(result).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(`error: ${message}`) });
    expect(text()).toBe(before);
  });

  test("a script that only kpt's dialect reads, with that dialect", async () => {
    writeFileSync(join(directory.path, "team/label.star"), "while False:\n  pass\n");
    expect(await add("team/label.star")).toMatchObject({ status: 0, stderr: "" });
    expect(text()).toMatch(/starlark:\n +path: label\.star\n +sha256: \w{64}\n +dialect: kpt\n/);
    expect(readCatalog(Buffer.from(text()), "c").entries[0]?.runtimes.starlark?.dialect).toBe("kpt");
  });

  test.each<[what: string, args: string[], message: string]>([
    [
      "a file outside of the catalog's directory",
      ["label.sh"],
      "label.sh is not in or below the directory of the catalog",
    ],
    ["a script that is not there", ["none.star"], "there is no file none.star"],
    ["permissions of a script", ["label.sh", "--require-network"], "a program of type exec has no permissions"],
    ["an address without encryption", ["http://127.0.0.1:1/a.tgz"], "http"],
  ])("refuses %s", async (_, [program = "", ...args], message) => {
    writeFileSync(join(directory.path, "label.sh"), "# code\n");
    const before = text();
    expect(await add(program, ...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
    expect(text()).toBe(before);
  });

  test.each<[args: string[], message: string]>([
    [["add", "c.yaml", "a:v1", "--group", "a"], "catalog add needs --kind"],
    [["add", "c.yaml"], "catalog add needs what runs"],
    [["remove", "c.yaml"], 'catalog needs one of init, add, not "remove"'],
    [["init"], "catalog init needs a file"],
  ])("%j is wrong usage", async (args, message) => {
    expect(await run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

withRegistry("pin resolves images and catalogs by the registry", async () => {
  const host = registry?.host;
  const image = await (registry as TestRegistry).image("functions/label", "v2");
  const catalog = await (registry as TestRegistry).artifact("catalogs/team", "v1", [
    { content: text.name, mediaType: "application/vnd.cncf.kubernetes.krm-func-catalog.layer.v1+yaml" },
  ]);
  const kustomization = (reference: string): string =>
    `catalogs:\n- oci://${host}/catalogs/team${reference}\ntransformers: [l.yaml]\n`;
  const config = (reference: string): string =>
    `apiVersion: example.com/v1\nkind: Label\nmetadata:\n  name: l\n  annotations:\n    config.kubernetes.io/function: |\n      container:\n        image: ${host}/functions/label${reference}\n`;
  directory.write({ "app/kustomization.yaml": kustomization(":v1"), "app/l.yaml": config(":v2") });
  const result = await krmRender(["pin", "app", "--insecure-registry", host ?? ""], {
    cwd: directory.path,
    env: { XDG_CACHE_HOME: join(directory.path, "caches") },
  });
  expect(result).toMatchObject({ status: 0 });
  const read = (name: string): string => readFileSync(join(directory.path, "app", name), "utf8");
  expect(read("kustomization.yaml")).toBe(kustomization(`@${catalog.digest} # v1`));
  expect(read("l.yaml")).toBe(config(`@${image.digest} # v2`));
});
