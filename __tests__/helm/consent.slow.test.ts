/** The calls of helm, and its restrictions. A script replaces helm, so these tests run everywhere. */
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { isRunning } from "../../src/processes/process-numbers.ts";
import { createHelm } from "../../src/sources/index.ts";
import { configMap, type Directory, krmRender, type Result, temporaryDirectory } from "../cli/terminal.ts";
import { NO_PROC, unless } from "../unless.ts";

const CHART = { "charts/web/Chart.yaml": "name: web\n", "charts/web/values.yaml": "a: 1\n" };
const ENTRY = "helmCharts:\n- name: web\n  releaseName: r\n";

const directories: Directory[] = [];
afterEach(() => {
  for (const made of directories.splice(0)) made.remove();
  expect(leftovers()).toEqual([]);
});

/** The private directories of this process. */
function leftovers(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`krm-render-${process.pid}-`));
}

function directory(files: Record<string, string>): Directory {
  const made = temporaryDirectory(files);
  directories.push(made);
  return made;
}

/** The path of a program that answers `version`, and runs `then` for all other commands. */
function helmStub(then: string, version = "v3.99.0"): string {
  const { path } = directory({ helm: `#!/bin/sh\nif [ "$1" = version ]; then echo "${version}"; exit; fi\n${then}\n` });
  chmodSync(join(path, "helm"), 0o755);
  return join(path, "helm");
}

/** Prints a ConfigMap with its arguments, its working directory, and the variables of helm and of the workflow. */
const TELL = [
  "printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: told}\\ndata:\\n'",
  'n=10; for word in "$@"; do printf "  arg%s: \'%s\'\\n" "$n" "$word"; n=$((n + 1)); done',
  'echo "  cwd: $PWD"',
  'env | grep -E "^(HELM|INPUT|ACTIONS|GITHUB|RUNNER|GH|KEPT)_" | sed "s/^/  /; s/=/: /"',
].join("\n");

function build(files: Record<string, string>, flags: string[], env: Record<string, string> = {}): Promise<Result> {
  const { path } = directory({ ...CHART, "kustomization.yaml": ENTRY, ...files });
  return krmRender(["build", ...flags], { cwd: path, env });
}

function withStub(files: Record<string, string>, stub: string, ...flags: string[]): Promise<Result> {
  return build(files, ["--enable-helm", "--helm-command", stub, ...flags]);
}

function failed(message: string, hint: string): Result {
  return { status: 1, stdout: "", stderr: `error: ${message}\n  hint: ${hint}\n` };
}

// docs/specification/helm-charts.md 1.1
describe("without consent", () => {
  const hint = "Pass --enable-helm; in the action, set `enable-helm: true`. This runs the helm that is installed.";

  test.each([
    ["helmCharts", ENTRY, "kustomization.yaml:2:3"],
    ["the old form", "helmChartInflationGenerator:\n- chartName: web\n", "kustomization.yaml:2:3"],
  ])("%s: the chart, its place and the switch are named", async (_name, text, place) => {
    expect(await build({ "kustomization.yaml": text }, [])).toEqual(
      failed(`${place}: the chart web is not inflated: must specify --enable-helm`, hint),
    );
  });

  test("a generator", async () => {
    const files = {
      "kustomization.yaml": "generators: [gen.yaml]\n",
      "gen.yaml": "apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: g}\nname: web\n",
    };
    expect(await build(files, ["--enable-helm=false"])).toEqual(
      failed("gen.yaml:1:1: the chart web is not inflated: must specify --enable-helm", hint),
    );
  });

  test("helmGlobals alone needs no consent", async () => {
    const files = {
      "kustomization.yaml": "helmGlobals: {chartHome: x}\nresources: [a.yaml]\n",
      "a.yaml": configMap("a"),
    };
    expect(await build(files, [])).toEqual({ status: 0, stdout: configMap("a"), stderr: "" });
  });
});

describe("helm gets", () => {
  const env = {
    HELM_REGISTRY_CONFIG: "/r",
    INPUT_TOKEN: "1",
    ACTIONS_X: "1",
    GITHUB_TOKEN: "1",
    GH_TOKEN: "1",
    RUNNER_X: "1",
    KEPT_X: "1",
  };

  // docs/specification/helm-charts.md 2.4, 2.5
  // docs/specification/kustomization-file.md 4.11
  test("arguments in kustomize's order, private copies, and no secret of the workflow", async () => {
    const text = `${ENTRY}  namespace: ns\n  additionalValuesFiles: ["b,c.yaml"]\n  apiVersions: [a/v1, b/v1]\n  kubeVersion: "1.30"\n  includeCRDs: true\n  skipTests: true\n  skipHooks: true\n  debug: true\n  devel: true\n`;
    const { status, stdout, stderr } = await build(
      { "kustomization.yaml": text, "b,c.yaml": "b: 1\n" },
      ["--enable-helm", "--helm-command", helmStub(TELL)],
      env,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const own = /cwd: (.*)/.exec(stdout)?.[1] as string;
    expect(own.startsWith(join(tmpdir(), "krm-render-"))).toBe(true);
    const data = stdout
      .replaceAll(own, "OWN")
      .replace(/\/\S*\/0\.chart/, "CHARTS/0.chart")
      .split("\n")
      .filter((line) => line.startsWith("  ") && !line.includes("name:"));
    expect(data.map((line) => line.trim().replace(/^arg\d+: /, ""))).toEqual([
      "HELM_CACHE_HOME: OWN/helm/.cache",
      "HELM_CONFIG_HOME: OWN/helm",
      "HELM_DATA_HOME: OWN/helm/.data",
      "HELM_REGISTRY_CONFIG: /r",
      "KEPT_X: 1",
      ..."template r CHARTS/0.chart --namespace ns -f OWN/6.input -f OWN/8.input".split(" "),
      ...'--api-versions a/v1 --api-versions b/v1 --kube-version "1.30"'.split(" "),
      ..."--include-crds --skip-tests --no-hooks --debug --devel".split(" "),
      "cwd: OWN",
    ]);
  });

  // docs/specification/helm-charts.md 2.3, 3.2
  test("the chart and its values unchanged", async () => {
    const stub = helmStub(
      'printf "apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: told}\\ndata:\\n  chart: \'$(cd "$3" && find . -type f | sort | tr "\\n" " ")\'\\n  values: \'$(cat "$5")\'\\n"',
    );
    const { stdout } = await withStub({ "charts/web/templates/deep/x.tpl": "x" }, stub);
    expect(stdout).toContain("chart: './Chart.yaml ./templates/deep/x.tpl ./values.yaml '");
    expect(stdout).toContain("values: 'a: 1'");
  });

  // docs/specification/helm-charts.md 2.5
  test.each([
    ["build", { HELM_CONFIG_HOME: "/here/home", notice: "" }],
    [
      "render",
      {
        HELM_CONFIG_HOME: "private",
        notice: "notice: kustomization.yaml:3:3: `configHome` of helmGlobals is not used",
      },
    ],
  ])("configHome in %s", async (command, expected) => {
    const { path } = directory({ ...CHART, "kustomization.yaml": `helmGlobals: {configHome: home}\n${ENTRY}` });
    const output = command === "render" ? ["--output-dir", "out"] : ["--output", "out.yaml"];
    const { status, stderr } = await krmRender(
      [command, ...output, "--enable-helm", "--helm-command", helmStub(TELL)],
      { cwd: path },
    );
    expect(status).toBe(0);
    expect(stderr.startsWith(expected.notice) && (expected.notice !== "" || stderr === "")).toBe(true);
    const text = readFileSync(join(path, command === "render" ? "out/root.yaml" : "out.yaml"), "utf8");
    const home = /HELM_CONFIG_HOME: (.*)/.exec(text)?.[1]?.replace(path, "/here");
    expect(expected.HELM_CONFIG_HOME === "private" ? home?.includes("krm-render-") : home).toBe(
      expected.HELM_CONFIG_HOME === "private" ? true : expected.HELM_CONFIG_HOME,
    );
  });

  // docs/specification/helm-charts.md 2.1
  // docs/specification/versions.md 1.7
  test("version 4 is accepted", async () => {
    expect(await withStub({}, helmStub("", "v4.0.1+gabc"))).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("the installed helm", () => {
  const hint = "Install helm 3 or 4, or name it: --helm-command PATH.";

  test("none", async () => {
    expect(await withStub({}, "./no-such-helm")).toEqual(
      failed(
        "kustomization.yaml:2:3: chart web: ./no-such-helm cannot be started: there is no such program",
        "Install helm 3 or 4, or name the program: --helm-command PATH.",
      ),
    );
  });

  test.each([
    // docs/specification/helm-charts.md 2.1
    ["v2.17.0", 'helm 3 or 4 is needed, not "v2.17.0"'],
    ["hello", 'cannot find version string in "hello"'],
  ])("version %s", async (version, message) => {
    expect(await withStub({}, helmStub("", version))).toEqual(
      failed(`kustomization.yaml:2:3: chart web: ${message}`, hint),
    );
  });

  test("its message is shown, without the paths of private copies, warnings and secrets", async () => {
    const stub = helmStub('echo "WARN: x" >&2; echo "Error: no $3 at https://me:word@host in $PWD/y" >&2; exit 1');
    const { stderr } = await withStub({}, stub);
    expect(stderr).toBe(
      "error: kustomization.yaml:2:3: chart web: helm template failed: no charts/web at https://***@host in /y\n",
    );
  });

  test("one that fails without a message", async () => {
    const { stderr } = await withStub({}, helmStub("kill -9 $$"));
    expect(stderr).toBe("error: kustomization.yaml:2:3: chart web: helm template failed: it was ended by SIGKILL\n");
  });

  test("one that does not end, or prints without end, is ended", async () => {
    const options = { cwd: "/", env: process.env, configHome: "private" } as const;
    const slow = createHelm({ ...options, command: helmStub("exec sleep 60"), timeoutSeconds: 0.2 });
    await expect(slow.run(["template"])).rejects.toThrow("helm template gave no result within 0.2 seconds");
    const talkative = createHelm({ ...options, command: helmStub("yes") });
    await expect(talkative.run(["template"])).rejects.toThrow(/helm template printed more than 64 MiB/);
  });

  describe("is ended with all processes that it has started", () => {
    /** Starts a program that outlives its parent, and prints its process number. */
    const lasting = (place: string): string => `sleep 600 & echo $! > ${place}/pid; sleep 600`;
    /** On a loaded machine, helm may be ended before it has started the program. */
    const isAlive = (place: string): boolean =>
      existsSync(join(place, "pid")) && isRunning(Number(readFileSync(join(place, "pid"), "utf8")));
    /** A build whose time is up does not wait for the end of helm, nor for the removal of its directory. */
    const untilItEnds = async (place: string): Promise<void> => {
      while (isAlive(place) || leftovers().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const whereThereIsProc = unless(NO_PROC, test);

    whereThereIsProc("when it takes too long", async () => {
      const { path } = directory({});
      const options = { command: helmStub(lasting(path)), cwd: "/", env: process.env, configHome: "private" } as const;
      await expect(createHelm({ ...options, timeoutSeconds: 0.3 }).run(["template"])).rejects.toThrow("0.3 seconds");
      await untilItEnds(path);
    });

    whereThereIsProc("when the build that wants it takes too long", async () => {
      const { path } = directory({});
      const { status, stderr } = await withStub({}, helmStub(lasting(path)), "--timeout", "500ms");
      expect([status, stderr.split("\n")[0]]).toEqual([
        1,
        "error: .: the build of . was stopped: it takes more than 0.5 seconds",
      ]);
      await untilItEnds(path);
    });
  });

  test("a chart with a file that cannot be written is an error", async () => {
    const name = `templates/${"x".repeat(300)}`;
    const chart = new Map([[name, Buffer.from("")]]);
    const helm = createHelm({ command: helmStub(""), cwd: "/", env: process.env, configHome: "private" });
    await expect(helm.run(["template", { directory: chart, display: "charts/web" }])).rejects.toMatchObject({
      code: "helm-failed",
      message: expect.stringContaining("of the chart cannot be written here (ENAMETOOLONG)"),
    });
    helm.close();
  });

  test("equal calls run once, failed ones again", async () => {
    const { path } = directory({});
    const stub = helmStub(`echo >> ${path}/calls; [ "$1" = fail ] && exit 1; wc -l < ${path}/calls`);
    const helm = createHelm({ command: stub, cwd: "/", env: process.env, configHome: "private" });
    const file = (text: string) => ({ file: Buffer.from(text), display: "f" });
    const tree = (text: string) => ({ directory: new Map([["a", Buffer.from(text)]]), display: "d" });
    const first = await helm.run(["x", file("1"), tree("1")]);
    expect(await Promise.all([helm.run(["x", file("1"), tree("1")]), helm.run(["x", file("1"), tree("1")])])).toEqual([
      first,
      first,
    ]);
    for (const args of [
      ["x", file("2"), tree("1")],
      ["x", file("1"), tree("2")],
      ["y", file("1"), tree("1")],
    ]) {
      expect(await helm.run(args)).not.toBe(first);
    }
    for (const count of [5, 6]) {
      await expect(helm.run(["fail"])).rejects.toThrow("helm fail failed");
      expect(Number(await helm.run([`after ${count}`]))).toBeGreaterThan(count);
    }
    // A repetition is not the same call.
    expect(await helm.run(["x", file("1"), tree("1")], { repetition: 1 })).not.toBe(first);
    helm.close();
  });
});

describe("invalid entries", () => {
  test.each<[name: string, files: Record<string, string>, message: string]>([
    // docs/specification/helm-charts.md 1.5
    ["no name", { "kustomization.yaml": "helmCharts:\n- releaseName: r\n" }, ":2:3: chart name cannot be empty"],
    [
      // docs/specification/helm-charts.md 1.5
      "a bad valuesMerge",
      { "kustomization.yaml": `${ENTRY}  valuesMerge: x\n` },
      ':2:3: chart web: valuesMerge must be one of merge, override, replace, not "x"',
    ],
    [
      "a name that is an option",
      { "kustomization.yaml": 'helmCharts:\n- name: "--untardir=/"\n' },
      ':2:3: chart --untardir=/: `name` must not begin with a dash: "--untardir=/"',
    ],
    [
      "a release that is an option",
      { "kustomization.yaml": "helmCharts:\n- name: web\n  releaseName: --post-renderer=./x\n" },
      ':2:3: chart web: `releaseName` must not begin with a dash: "--post-renderer=./x"',
    ],
    [
      "a name that tells a secret",
      { "kustomization.yaml": "helmCharts:\n- name: web\n  nameTemplate: '{{ env \"HOME\" | b64enc }}'\n" },
      ":2:3: chart web: `nameTemplate` must not read the environment or the network",
    ],
    [
      // docs/specification/helm-charts.md 2.2
      "no chart",
      { "kustomization.yaml": "helmCharts: [{name: other}]\n" },
      ":1:14: chart other: there is no directory charts/other, and no `repo` to pull it from",
    ],
    [
      // docs/specification/helm-charts.md 3.1
      "no values file",
      { "kustomization.yaml": `${ENTRY}  valuesFile: none.yaml\n` },
      ":2:3: chart web: none.yaml does not exist",
    ],
    [
      // docs/specification/helm-charts.md 3.1
      "no additional values file",
      { "kustomization.yaml": `${ENTRY}  additionalValuesFiles: [none.yaml]\n` },
      ":4:27: chart web: none.yaml does not exist",
    ],
    [
      "nothing to merge into",
      { "kustomization.yaml": `${ENTRY}  valuesInline: {a: b}\n`, "charts/web/values.yaml": "# nothing\n" },
      ":2:3: chart web: charts/web/values.yaml holds no values: inline values cannot be merged into an empty file",
    ],
    [
      "a list of values",
      { "kustomization.yaml": `${ENTRY}  valuesInline: {a: b}\n`, "charts/web/values.yaml": "- a\n" },
      ":2:3: chart web: charts/web/values.yaml is not a map of values",
    ],
    [
      // docs/specification/helm-charts.md 2.7
      "what clashes",
      { "kustomization.yaml": `${ENTRY}resources: [a.yaml]\n`, "a.yaml": configMap("told") },
      ":2:3: chart web: it makes ConfigMap.v1.[noGrp]/told.[noNs], but an object with this identity already exists",
    ],
  ])("%s", async (_name, files, message) => {
    const { status, stdout, stderr } = await withStub(files, helmStub(TELL));
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.split("\n")[0]).toBe(`error: kustomization.yaml${message}`);
  });

  test.each(["./other", "../other", "other/", "a/../other", "."])(
    "a chart called %s that helm does not unpack",
    async (name) => {
      const kustomization = `helmCharts:\n- name: ${name}\n  repo: https://charts.example\n  releaseName: r\n`;
      const { path } = directory({ "kustomization.yaml": kustomization });
      const flags = ["--enable-helm", "--helm-command", helmStub("")];
      const { status, stdout, stderr } = await krmRender(["build", ...flags], { cwd: path });
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^error: kustomization\.yaml:2:3: chart .*: /);
    },
  );

  test("values that are not YAML are reported at their place", async () => {
    const files = { "kustomization.yaml": `${ENTRY}  valuesInline: {a: b}\n`, "charts/web/values.yaml": "a: [\n" };
    const { stderr } = await withStub(files, helmStub(TELL));
    expect(stderr).toMatch(/^error: charts\/web\/values\.yaml:\d+:\d+: chart web: /);
  });

  test("the values of a chart outside of the root may only be read without load restrictions", async () => {
    const { path } = directory({
      "app/kustomization.yaml": `helmGlobals: {chartHome: ../charts}\n${ENTRY}`,
      ...CHART,
    });
    const flags = ["--enable-helm", "--helm-command", helmStub(TELL)];
    const { status, stdout, stderr } = await krmRender(["build", "app", ...flags], { cwd: path });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^error: app\/kustomization.yaml:3:3: chart web: charts\/web\/values\.yaml must not be read: it is not in or below app\n/,
    );
    const lifted = ["--load-restrictor", "LoadRestrictionsNone", ...flags];
    expect((await krmRender(["build", "app", ...lifted], { cwd: path })).status).toBe(0);
  });
});
