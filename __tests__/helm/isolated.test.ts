/** helm by `enable-helm: auto`: it gets nothing of the machine and of its user, and templates reach nothing. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { checkHelmVersion } from "../../src/charts/index.ts";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { missingInputs } from "../../src/review/missing-inputs.ts";
import { createHelm, diskTree, type Helm, memoryTree } from "../../src/sources/index.ts";
import { unless } from "../unless.ts";
import { HELM, NO_HELM } from "./tools.ts";

const place = mkdtempSync(join(tmpdir(), "krm-isolated-"));
const opened: Helm[] = [];
afterAll(() => {
  for (const helm of opened) helm.close();
  rmSync(place, { recursive: true });
});

/** Variables by which helm finds plugins, clusters, logins and proxies, and some that hold secrets. */
const VARIABLES = {
  HOME: place,
  XDG_CONFIG_HOME: place,
  XDG_DATA_HOME: place,
  HELM_PLUGINS: join(place, "plugins"),
  HELM_REGISTRY_CONFIG: join(place, "registry.json"),
  HELM_REPOSITORY_CONFIG: join(place, "repositories.yaml"),
  HELM_KUBETOKEN: "secret",
  KUBECONFIG: join(place, "kubeconfig"),
  DOCKER_CONFIG: place,
  HTTPS_PROXY: "http://127.0.0.1:9",
  SSH_AUTH_SOCK: join(place, "agent"),
  AWS_SECRET_ACCESS_KEY: "secret",
  NPM_PASSWORD: "secret",
};

function helmOf(command: string, isolated = true): Helm {
  const env = { PATH: process.env["PATH"], ...VARIABLES };
  const helm = createHelm({ command, cwd: "/", env, configHome: "private", isolated });
  opened.push(helm);
  return helm;
}

function program(name: string, script: string): string {
  const path = join(place, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

test("attack 9.36: it gets no variable but those that it needs to start, and its own private directories", async () => {
  const tell = program("tell", "env");
  const namesOf = (output: string): string[] => output.split("\n").flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
  const output = await helmOf(tell).run(["template"]);
  const known = [
    "PATH",
    "TMPDIR",
    "TEMP",
    "TMP",
    "HOME",
    "GOGC",
    "GOMEMLIMIT",
    "PWD",
    "OLDPWD",
    "SHLVL",
    "_",
    "HELM_NO_PLUGINS",
  ];
  known.push("HELM_CONFIG_HOME", "HELM_CACHE_HOME", "HELM_DATA_HOME");
  expect(namesOf(output).filter((name) => !known.includes(name))).toEqual([]);
  expect(output).not.toContain(place);
  // The same program does get them where the workflow says so.
  expect(namesOf(await helmOf(tell, false).run(["template"]))).toEqual(expect.arrayContaining(Object.keys(VARIABLES)));
});

test.each<[output: string, refusal: string | undefined]>([
  [
    "v3.10.3+g835b733",
    "it is not inflated: helm v3.10.3 resolves names for templates, so `enable-helm: auto` does not use it",
  ],
  ["v3.11.0", "helm v3.11.0 resolves names for templates"],
  ["v3.0", "helm v3.0 resolves names for templates"],
  ["v3.11.1+g293b50c", undefined],
  ["v3.22", undefined],
  ["v4.0.0", undefined],
  ["v2.17.0", "helm 3 or 4 is needed"],
])("version %s", (output, refusal) => {
  const refusalOf = (isIsolated: boolean): string | undefined => {
    try {
      checkHelmVersion(output, isIsolated);
      return undefined;
    } catch (thrown) {
      return diagnosticsOf(thrown)[0]?.message;
    }
  };
  expect(refusalOf(true) ?? "used").toContain(refusal ?? "used");
  expect(refusalOf(false) === undefined).toBe(!output.startsWith("v2"));
});

test("without helm, a chart lacks something, which is no mistake", async () => {
  const files = {
    "kustomization.yaml": "helmCharts: [{name: web, releaseName: r}]\n",
    "charts/web/values.yaml": "a: b\n",
  };
  const building = createBuilder(memoryTree(files), { helm: { helm: helmOf("/nowhere/helm") } }).build("/");
  const problems = await building.then(() => [], diagnosticsOf);
  expect(problems.map(({ message }) => message)).toEqual(["chart web: it is not inflated: helm is not installed here"]);
  expect(missingInputs(problems)).toEqual(["helm"]);
});

test("a chart that is not in the repository is never pulled by helm", async () => {
  const asked = join(place, "asked");
  const stub = program("pulling", `test "$1" = version && echo v3.22.0 && exit; touch ${asked}`);
  const files = { "kustomization.yaml": "helmCharts: [{name: web, repo: https://charts.example, releaseName: r}]\n" };
  const builder = createBuilder(memoryTree(files), { helm: { helm: helmOf(stub) } });
  await expect(builder.build("/")).rejects.toMatchObject({
    code: "remote-unsupported",
    message: expect.stringContaining("https://charts.example cannot be fetched: remote sources are disabled"),
  });
  expect(existsSync(asked)).toBe(false);
});

unless(NO_HELM, describe)("attack 9.36: the real helm", () => {
  function rendered(files: Record<string, string>, links: Record<string, string> = {}): Promise<string> {
    const all = {
      "kustomization.yaml": "helmCharts: [{name: web, releaseName: r}]\n",
      "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
      "charts/web/values.yaml": "a: b\n",
      ...files,
    };
    const builder = createBuilder(memoryTree(all, links), { helm: { helm: helmOf(HELM as string) } });
    return builder.build("/").then(({ resources }) => resources.map(({ yaml }) => yaml).join("---\n"));
  }

  const told = (value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: told}\ndata:\n  value: {{ ${value} | quote }}\n`;

  test.each([
    ["resolves no names", 'getHostByName "localhost"', '""'],
    ["asks no cluster", 'lookup "v1" "Namespace" "" "kube-system"', "map\\[\\]"],
  ])("%s", async (_, template, value) => {
    expect(await rendered({ "charts/web/templates/a.yaml": told(template) })).toMatch(
      new RegExp(`value: "?${value}"?`),
    );
  });

  test("reads no variables", async () => {
    await expect(rendered({ "charts/web/templates/a.yaml": told('env "PATH"') })).rejects.toThrow(
      'function "env" not defined',
    );
  });

  test("downloads no dependency", async () => {
    const chart =
      "apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: db, version: 1.0.0, repository: 'https://127.0.0.1:9'}]\n";
    await expect(rendered({ "charts/web/Chart.yaml": chart })).rejects.toThrow(
      /found in Chart\.yaml, but missing in charts\/ directory: db\n {2}hint: Run `helm dependency build` on the chart/,
    );
  });

  test("runs no plugin of the user", async () => {
    mkdirSync(join(place, "plugins/hello"), { recursive: true });
    writeFileSync(
      join(place, "plugins/hello/plugin.yaml"),
      `name: hello\nversion: 1.0.0\nusage: u\ndescription: d\ncommand: "echo here"\n`,
    );
    expect(await helmOf(HELM as string, false).run(["hello"])).toBe("here\n");
    await expect(helmOf(HELM as string).run(["hello"])).rejects.toThrow('unknown command "hello"');
  });

  test("gets no file by a link that leaves the tree", async () => {
    writeFileSync(join(place, "secret"), "word");
    const top = join(place, "tree");
    const files = {
      "kustomization.yaml": "helmCharts: [{name: web, releaseName: r}]\n",
      "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
      "charts/web/values.yaml": "a: b\n",
      "charts/web/templates/a.yaml": told('.Files.Get "secret"'),
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(top, path, ".."), { recursive: true });
      writeFileSync(join(top, path), content);
    }
    symlinkSync("../../../secret", join(top, "charts/web/secret"));
    symlinkSync(join(place, "secret"), join(top, "charts/web/absolute"));
    const builder = createBuilder(diskTree(top), { helm: { helm: helmOf(HELM as string) } });
    const { resources } = await builder.build("/");
    expect(resources.map(({ yaml }) => yaml).join("")).toContain('value: ""');
  });
});
