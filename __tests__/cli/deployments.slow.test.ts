/** The commands in a repository that Flux deploys. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { fleetRepository } from "../deployments/fleet.ts";
import { expectSame, type Run } from "../shards/repositories.ts";
import { type Directory, krmRender } from "./terminal.ts";

// Tests run many git processes, which takes long on a slow machine.
jest.setTimeout(60_000);

const id = (cluster: string, name: string) => `flux://${cluster}/flux-system/${name}`;
const ofCluster = (cluster: string, ...names: string[]) => names.map((name) => id(cluster, name));
const PROD = ofCluster("prod", "flux-system", "settings", "shop");
const STAGING = ofCluster("staging", "elsewhere", "flux-system", "settings", "shop");

let fleet: Directory;
beforeAll(() => {
  fleet = fleetRepository();
});
afterAll(() => fleet.remove());

const run = (...args: string[]) => krmRender(args, { cwd: fleet.path });
const idsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t")[0]);

describe("targets", () => {
  test("lists deployments with what they build and who declares them, and directories that no cluster applies", async () => {
    const { status, stdout, stderr } = await run("targets");
    expect([status, stderr, idsOf(stdout)]).toEqual([0, "", ["tools/lint", ...PROD, ...STAGING]]);
    expect(stdout.split("\n")).toContain(
      "flux://prod/flux-system/shop\tthe cluster prod applies it\tbuilds apps/shop/overlays/prod, declared at clusters/prod/shop.yaml:1:1, which flux://prod/flux-system/flux-system applies",
    );
    expect(stdout).toContain(
      "\tbuilds deploy of GitRepository flux-system/other, declared at clusters/staging/elsewhere.yaml:",
    );
    const { targets } = JSON.parse((await run("targets", "--format", "json", id("prod", "shop"))).stdout);
    expect(targets).toEqual([
      {
        id: id("prod", "shop"),
        path: "apps/shop/overlays/prod",
        deployment: { system: "flux", kind: "Kustomization", namespace: "flux-system", name: "shop", cluster: "prod" },
        origin: { file: "clusters/prod/shop.yaml", line: 1, parent: id("prod", "flux-system") },
        reason: "given",
      },
    ]);
  });

  test.each<[path: string, lines: string[]]>([
    ["tools/lint/kustomization.yaml", ["tools/lint\tthrough tools/lint"]],
    ["components/audit", [`${id("prod", "shop")}\tthrough components/audit`]],
    [
      "apps/shop/base/web.yaml",
      ["prod", "staging"].map(
        (cluster) => `${id(cluster, "shop")}\tthrough apps/shop/overlays/${cluster}, then apps/shop/base`,
      ),
    ],
    [
      "clusters/prod/shop.yaml",
      [
        `${id("prod", "flux-system")}\tthrough clusters/prod`,
        `${id("prod", "shop")}\tclusters/prod/shop.yaml declares it`,
      ],
    ],
    [
      "clusters/prod/flux-system/gotk-sync.yaml",
      [
        `${id("prod", "flux-system")}\tclusters/prod/flux-system/gotk-sync.yaml declares it; through clusters/prod`,
        `${id("prod", "shop")}\tclusters/prod/flux-system/gotk-sync.yaml sets fields of it`,
      ],
    ],
    [
      "settings/staging/settings.yaml",
      [
        `${id("staging", "settings")}\tthrough settings/staging`,
        `${id("staging", "shop")}\treads ConfigMap settings, which ${id("staging", "settings")} applies`,
      ],
    ],
  ])("--why %s says which of them it reaches, and how", async (path, lines) => {
    const { status, stdout, stderr } = await run("targets", "--why", path);
    expect([status, stderr, stdout]).toEqual([0, "", lines.map((line) => `${line}\n`).join("")]);
  });

  test("--why tells a file that reaches nothing from one that is not there", async () => {
    fleet.write({ "notes.txt": "nothing\n" });
    try {
      expect(await run("targets", "--why", "notes.txt")).toEqual({
        status: 0,
        stdout: "",
        stderr: "notes.txt reaches no target\n",
      });
    } finally {
      fleet.git("clean", "--quiet", "--force");
    }
    expect(await run("targets", "--why", "nowhere")).toMatchObject({
      status: 1,
      stderr: "error: nowhere: no such file or directory\n",
    });
  });
});

test.each([
  ["--changed-since", "HEAD"],
  ["--shards", "2"],
  ["--format", "json"],
])("targets --why does not go with %s", async (name, value) => {
  const others = name === "--shards" ? ["--changed-since", "HEAD"] : [];
  const { status, stderr } = await run("targets", "--why", "apps", name, value, ...others);
  expect([status, stderr.split("\n")[0]]).toEqual([2, `error: --why does not go with ${others[0] ?? name}`]);
});

describe("build", () => {
  test.each([
    [
      "prod",
      'data:\n  host: shop.example.com\n  level: info\nkind: ConfigMap\nmetadata:\n  labels:\n    audit: "yes"\n  name: web\n  namespace: shop-prod\n',
    ],
    [
      "staging",
      "data:\n  host: staging.example.com\n  level: info\nkind: ConfigMap\nmetadata:\n  name: web-staging\n  namespace: shop\n",
    ],
  ])("prints what the controller of %s applies", async (cluster, text) => {
    expect(await run("build", id(cluster, "shop"))).toEqual({
      status: 0,
      stdout: `apiVersion: v1\n${text}`,
      stderr: "",
    });
  });

  test("of a directory is that of kustomize", async () => {
    const { stdout } = await run("build", "apps/shop/overlays/prod");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Flux
    expect(stdout).toContain("host: ${HOST}");
    expect(stdout).not.toContain("namespace");
  });

  test.each([
    [
      id("prod", "shopp"),
      `error: no Kustomization or HelmRelease of Flux has the id ${id("prod", "shopp")}\n  hint: Did you mean ${id("prod", "shop")}?\n`,
    ],
    [
      "flux://prod",
      "error: no Kustomization or HelmRelease of Flux has the id flux://prod\n  hint: List those that there are: krm-render targets 'flux://**'.\n",
    ],
  ])("refuses %s", async (wrong, stderr) => {
    expect(await run("build", wrong)).toEqual({ status: 1, stdout: "", stderr });
    expect((await run("targets", wrong)).stderr).toBe(stderr);
  });

  test("fails with the problem of a deployment whose source is elsewhere", async () => {
    const { status, stdout, stderr } = await run("build", id("staging", "elsewhere"));
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("is at https://github.com/acme/other, which is not this repository");
  });
});

test("render writes the deployments that a glob selects", async () => {
  const output = join(fleet.path, ".git/out");
  const { status, stderr } = await run("render", "flux://prod/**", "--output-dir", output);
  expect([status, stderr]).toEqual([0, ""]);
  expect(readdirSync(join(output, "flux/prod/flux-system")).sort()).toEqual([
    "flux-system.yaml",
    "settings.yaml",
    "shop.yaml",
  ]);
  expect(readFileSync(join(output, "flux/prod/flux-system/shop.yaml"), "utf8")).toBe(
    (await run("build", id("prod", "shop"))).stdout,
  );
});

test("release create holds what the controllers apply", async () => {
  const output = join(fleet.path, ".git/release");
  const { status, stderr } = await run("release", "create", "flux://prod/**", "tools/lint", "--output-dir", output);
  expect([status, stderr]).toEqual([0, ""]);
  expect(readFileSync(join(output, "manifests/flux/prod/flux-system/shop.yaml"), "utf8")).toContain("shop-prod");
});

test("the jobs of a matrix make together what one run makes", async () => {
  const changed = fleetRepository();
  try {
    changed.write({ ".krm-render.yaml": "deployments: {ignore: [clusters/staging]}\n" });
    changed.commit("ignore staging");
    changed.write({
      "settings/prod/settings.yaml":
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: flux-system}\ndata: {HOST: new.example.com}\n",
    });
    // The settings of the base count in all jobs.
    changed.git("rm", "--quiet", ".krm-render.yaml");
    changed.commit("new host");
    const inProcess: Run = (args, cwd) => krmRender(args, { cwd });
    expect(await expectSame(inProcess, changed.path, join(changed.path, ".git/out"))).toBe(2);
    const { targets } = JSON.parse(readFileSync(join(changed.path, ".git/out/merged/report.json"), "utf8"));
    const changes = targets.filter(({ status }: { status: string }) => status === "changed");
    expect(changes.map((target: { id: string }) => target.id)).toEqual(ofCluster("prod", "settings", "shop"));
    expect(targets.filter((target: { id: string }) => target.id.startsWith("flux://staging"))).toEqual([]);
  } finally {
    changed.remove();
  }
});
