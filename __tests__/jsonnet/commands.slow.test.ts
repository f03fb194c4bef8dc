/** The commands in a repository whose Applications have files of jsonnet. A script takes the place of jsonnet. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, jest, test } from "@jest/globals";
import { krmRender, temporaryDirectory } from "../cli/terminal.ts";

jest.setTimeout(120_000);

const application = (name: string, path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  destination: {name: prod, namespace: shop}
  source:
    repoURL: https://github.com/acme/shop
    path: ${path}
    directory: {jsonnet: {libs: [lib]}}
`;
const config = (name: string): string =>
  `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "${name}"}, "data": {"a": IMPORTED}}\n`;
/** Prints a program with its comments left out, and what it imports in place of a word. */
const SCRIPT = `#!/bin/sh
for file; do :; done
imported=$(sed -n 's/^local x = import "\\(.*\\)";$/\\1/p' "$file")
grep -q FAIL "$file" && { echo "RUNTIME ERROR: no" >&2; printf '\\t%s:3:2-4\\tobject\\n' "$file" >&2; exit 1; }
sed -e '/^local /d' -e "s/IMPORTED/$(cat "repository~/lib/$imported")/" "$file"
`;

const repository = temporaryDirectory({
  "argocd/web.yaml": application("web", "web"),
  "argocd/other.yaml": application("other", "other"),
  "argocd/apps.yaml": application("apps", "apps"),
  "web/main.jsonnet": `local x = import "x.libsonnet";\n${config("web")}`,
  "other/main.jsonnet": `local x = import "y.libsonnet";\n${config("other")}`,
  "apps/main.jsonnet": JSON.stringify({
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: { name: "child", namespace: "argocd" },
    spec: {
      destination: { name: "prod" },
      source: { repoURL: "https://github.com/acme/shop", path: "other", directory: {} },
    },
  }),
  "lib/x.libsonnet": '"1"',
  "lib/y.libsonnet": '"2"',
});
const programs = temporaryDirectory({ jsonnet: SCRIPT });
chmodSync(join(programs.path, "jsonnet"), 0o755);
repository.git("init", "--quiet");
repository.git("remote", "add", "origin", "https://github.com/acme/shop");
repository.git("add", ".");
repository.git("commit", "--quiet", "--message", "one");
afterAll(() => {
  repository.remove();
  programs.remove();
});
const env = { PATH: `${programs.path}:${process.env["PATH"]}` };
const run = (...args: string[]) => krmRender(args, { cwd: repository.path, env });
const idsOf = (text: string): string[] => text.split("\n").flatMap((line) => line.split("\t")[0] || []);

test("targets finds what jsonnet prints, where it may run", async () => {
  const ids = ["apps", "child", "other", "web"].map((name) => `argocd://prod/argocd/${name}`);
  const allowed = await run("targets", "--enable-jsonnet");
  expect([idsOf(allowed.stdout), allowed.stderr]).toEqual([ids, ""]);
  const denied = await run("targets");
  expect(idsOf(denied.stdout)).toEqual(ids.filter((id) => !id.endsWith("child")));
  expect(denied.stderr).toContain("apps/main.jsonnet is a file of jsonnet, which may not run");
  const why = await run("targets", "--why", "lib/x.libsonnet", "--enable-jsonnet");
  expect(idsOf(why.stdout)).toEqual(["argocd://prod/argocd/web"]);
});

test("build and explain render, where jsonnet may run", async () => {
  const id = "argocd://prod/argocd/web";
  const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n  namespace: shop\ndata:\n  a: "1"\n';
  expect((await run("build", id, "--enable-jsonnet")).stdout).toBe(yaml);
  expect(await run("build", id)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /web\/main\.jsonnet is a file of jsonnet, which may not run\n {2}hint: Pass --enable-jsonnet;/,
    ),
  });
  const { stdout } = await run("explain", id, "ConfigMap/web", "data.a", "--enable-jsonnet");
  expect(stdout).toContain("web/main.jsonnet");
});

test("diff renders what a library reaches, and goes on where a program fails", async () => {
  repository.write({ "lib/x.libsonnet": '"3"', "apps/main.jsonnet": "\n\n FAIL" });
  const report = await run("diff", "--base", "HEAD", "--enable-jsonnet", "--format", "json");
  const { targets } = JSON.parse(report.stdout) as { targets: { id: string; status: string }[] };
  const told = Object.fromEntries(targets.map(({ id, status }) => [id, status]));
  expect(told).toMatchObject({ "argocd://prod/argocd/web": "changed", "argocd://prod/argocd/apps": "failed" });
  expect(told["argocd://prod/argocd/other"]).not.toBe("changed");
  const text = await run("diff", "--base", "HEAD", "--enable-jsonnet");
  expect(text.stdout).toContain("apps/main.jsonnet:3:2: jsonnet failed: no");
  const denied = await run("diff", "--base", "HEAD");
  expect(denied.stdout).toContain("needs enable-jsonnet");
});
