import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { configMap, krmRender, temporaryDirectory } from "./terminal.ts";

const directory = temporaryDirectory({
  "base/kustomization.yaml": "resources: [a.yaml]\n",
  "base/a.yaml": configMap("a"),
  "overlay/kustomization.yaml": "resources: [../base, b.yaml]\nnamePrefix: x-\n",
  "overlay/b.yaml": configMap("b"),
  "old/kustomization.yaml": "bases: [../base]\n",
  "broken/kustomization.yaml": "resources:\n- gone.yaml\n",
  "misspelt/kustomization.yaml": "resources: []\nnamePrefxi: x\n",
  "outside/kustomization.yaml": "resources: [../base/a.yaml]\n",
  "order/kustomization.yaml": "resources: [role.yaml, namespace.yaml]\n",
  "order/role.yaml": "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: r\n",
  "order/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: n\n",
  "nothing/readme.txt": "",
});
const cwd = directory.path;

afterAll(() => directory.remove());

describe("build", () => {
  // docs/specification/loading.md 1.1
  test("prints the manifests and nothing else", async () => {
    const stdout = `${configMap("x-a")}---\n${configMap("x-b")}`;
    expect(await krmRender(["build", "overlay"], { cwd })).toEqual({ status: 0, stdout, stderr: "" });
    expect(await krmRender(["build"], { cwd: join(cwd, "overlay") })).toEqual({ status: 0, stdout, stderr: "" });
    expect(await krmRender(["build", join(cwd, "overlay/")], { cwd: "/" })).toEqual({ status: 0, stdout, stderr: "" });
    expect(await krmRender(["build", "../overlay/."], { cwd: join(cwd, "base") })).toEqual({
      status: 0,
      stdout,
      stderr: "",
    });
  });

  // docs/specification/loading.md 1.1
  test("follows a link to a directory", async () => {
    symlinkSync("overlay", join(cwd, "link"));
    expect((await krmRender(["build", "link"], { cwd })).stdout).toContain("x-b");
  });

  // docs/specification/kustomization-file.md 3.1
  test("deprecated fields are warned about on standard error", async () => {
    const { status, stdout, stderr } = await krmRender(["build", "old"], { cwd });
    expect([status, stdout]).toEqual([0, configMap("a")]);
    expect(stderr).toMatch(/^warning: old\/kustomization\.yaml:1:1: .*bases.*deprecated/);
  });

  // docs/specification/command-line.md 1.2
  test.each([
    ["broken", /^error: broken\/kustomization\.yaml:2:3: .*gone\.yaml/],
    ["misspelt", /^error: misspelt\/kustomization\.yaml:2:1: .*"?namePrefxi.*\n {2}hint: .*namePrefix/],
    ["outside", /^error: outside\/kustomization\.yaml:1:13: .*a\.yaml/],
    ["nothing", /^error: nothing: .*no kustomization file/],
    ["gone", /^error: gone: .*gone/],
    ["http://127.0.0.1:1/org/repo", /^error: http:\/\/127\.0\.0\.1:1\/org\/repo: .* cannot be fetched: /],
    ["https://127.0.0.1:1/org", /^error: https:\/\/127\.0\.0\.1:1\/org: .* is not the address of a git repository/],
    ["base/a.yaml", /^error: base\/a\.yaml: .*not a directory/],
  ])("%s fails with its place, its reason and nothing on standard output", async (target, message) => {
    const { status, stdout, stderr } = await krmRender(["build", target], { cwd });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("unexpected");
  });

  // docs/specification/command-line.md 2.3
  test("--load-restrictor", async () => {
    const args = ["build", "outside", "--load-restrictor=LoadRestrictionsNone"];
    expect((await krmRender(args, { cwd })).stdout).toBe(configMap("a"));
  });

  // docs/specification/command-line.md 2.4
  // docs/specification/sort-order.md 1.1
  test("--reorder, which is deprecated", async () => {
    const kinds = (text: string) => [...text.matchAll(/^kind: (.*)$/gm)].map((match) => match[1]);
    const legacy = await krmRender(["build", "order"], { cwd });
    const none = await krmRender(["build", "order", "--reorder", "none"], { cwd });
    expect([kinds(legacy.stdout), legacy.stderr]).toEqual([["Namespace", "Role"], ""]);
    expect(kinds(none.stdout)).toEqual(["Role", "Namespace"]);
    expect(none.stderr).toMatch(/^warning: --reorder is deprecated\n {2}hint: .*sortOptions/);
  });

  // docs/specification/sort-order.md 1.1
  test("sortOptions of the kustomization win over --reorder", async () => {
    directory.write({ "sorted/kustomization.yaml": "resources: [../order]\nsortOptions: {order: legacy}\n" });
    const { stdout } = await krmRender(["build", "sorted", "--reorder", "none"], { cwd });
    expect(stdout).toBe((await krmRender(["build", "order"], { cwd })).stdout);
  });

  // docs/specification/build-order.md 2.6
  // docs/specification/command-line.md 2.5
  test("--enable-managedby-label, also by its variable", async () => {
    const byOption = await krmRender(["build", "base", "--enable-managedby-label"], { cwd });
    const byVariable = await krmRender(["build", "base"], { cwd, env: { KUSTOMIZE_ENABLE_MANAGEDBY_LABEL: "on" } });
    const off = await krmRender(["build", "base", "--enable-managedby-label=false"], { cwd });
    expect(byOption.stdout).toContain("app.kubernetes.io/managed-by: kustomize-");
    expect(byVariable.stdout).toBe(byOption.stdout);
    expect(off.stdout).toBe(configMap("a"));
    expect(byOption.stderr).toMatch(/^warning: --enable-managedby-label is deprecated\n {2}hint: .*labels/);
    expect(byVariable.stderr).toBe("");
  });
});

const afterData = (name: string) => `kind: ConfigMap\nmetadata:\n  name: ${name}\n`;

describe("build --output", () => {
  // docs/specification/command-line.md 2.2
  test("writes a file and prints nothing", async () => {
    expect(await krmRender(["build", "base", "-o", "out.yaml"], { cwd })).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(readFileSync(join(cwd, "out.yaml"), "utf8")).toBe(configMap("a"));
  });

  test.each([
    ["-osingle.yaml", "single.yaml"],
    ["-o=single.yaml", "single.yaml"],
    ["-o==single.yaml", "=single.yaml"],
    ["-o=", "="],
  ])("%s, as kustomize reads it", async (option, file) => {
    expect((await krmRender(["build", "base", option], { cwd })).stdout).toBe("");
    expect(readFileSync(join(cwd, file), "utf8")).toBe(configMap("a"));
  });

  // docs/specification/yaml-writing.md 1.7
  test("files in an existing directory keep folded scalars, unlike standard output", async () => {
    const text = `${configMap("a")}data:\n  t: >\n    one\n      two\n  b: {x: }\n`;
    const folded = temporaryDirectory({
      "kustomization.yaml": "resources: [a.yaml]\n",
      "a.yaml": text,
      "out/keep": "",
    });
    await krmRender(["build", "-o", "out"], { cwd: folded.path });
    const written = readFileSync(join(folded.path, "out/v1_configmap_a.yaml"), "utf8");
    const { stdout } = await krmRender(["build"], { cwd: folded.path });
    folded.remove();
    expect(written).toBe(`apiVersion: v1\ndata:\n  b:\n    x: null\n  t: |\n    one\n      two\n${afterData("a")}`);
    expect(stdout).toBe(`apiVersion: v1\ndata:\n  b:\n    x: ""\n  t: |\n    one\n\n      two\n${afterData("a")}`);
  });

  // docs/specification/command-line.md 2.2
  test("fails if the directory of the file does not exist", async () => {
    const { status, stderr } = await krmRender(["build", "base", "--output=none/out.yaml"], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain("none/out.yaml: cannot be written");
  });

  test("fails before it writes when the build fails", async () => {
    expect((await krmRender(["build", "broken", "-o", "never.yaml"], { cwd })).status).toBe(1);
    expect(readdirSync(cwd)).not.toContain("never.yaml");
  });

  const object = (apiVersion: string, kind: string, name: string, namespace?: string) =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${namespace === undefined ? "" : `  namespace: ${namespace}\n`}`;

  // docs/specification/command-line.md 2.1
  test.each<[name: string, objects: string[], files: string[]]>([
    [
      "one namespace",
      [object("apps/v1", "Deployment", "Web", "shop"), object("v1", "Service", "web", "shop")],
      ["apps_v1_deployment_web.yaml", "v1_service_web.yaml"],
    ],
    [
      "several namespaces, the default one among them, and none",
      [object("v1", "Service", "a", "shop"), object("v1", "Service", "b"), object("v1", "Namespace", "shop")],
      ["default_v1_service_b.yaml", "shop_v1_service_a.yaml", "v1_namespace_shop.yaml"],
    ],
    [
      "names that differ in case only",
      [object("v1", "Service", "web"), object("v1", "Service", "WEB")],
      ["v1_service_web.yaml"],
    ],
  ])("an existing directory gets one file for each object: %s", async (name, objects, files) => {
    const place = `files-${name.length}`;
    directory.write({
      [`${place}/kustomization.yaml`]: "resources: [all.yaml]\n",
      [`${place}/all.yaml`]: objects.join("---\n"),
    });
    mkdirSync(join(cwd, place, "out"));
    expect(await krmRender(["build", place, "-o", `${place}/out`], { cwd })).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(readdirSync(join(cwd, place, "out")).sort()).toEqual(files);
  });

  test("an object name that leads out of the directory is refused", async () => {
    directory.write({
      "evil/kustomization.yaml": "resources: [all.yaml]\n",
      "evil/all.yaml": object("v1", "ConfigMap", "../../evil"),
      "evil/out/.keep": "",
    });
    const { status, stderr } = await krmRender(["build", "evil", "-o", "evil/out"], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain('error: the name of ConfigMap "../../evil" cannot be part of a file name');
    expect(readdirSync(join(cwd, "evil/out"))).toEqual([".keep"]);
  });
});
