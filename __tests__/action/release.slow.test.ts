/** `mode: release`, by its function; docs/specification/releases.md. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Inputs, readInputs } from "../../src/action/inputs/index.ts";
import { release } from "../../src/action/modes/release.ts";
import type { Outcome } from "../../src/action/outcome.ts";
import { StepLog, TimeLimit } from "../../src/action/timing/index.ts";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { type Runner, readContext } from "../../src/github/index.ts";
import { verifyRelease } from "../../src/release/index.ts";
import { configMap } from "../cli/terminal.ts";
import { NODES } from "../nodes.ts";
import { DOCKER_REGISTRY, startRegistry, type TestRegistry, withRegistry } from "../store/oci/registry.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep } from "./runner.ts";
import { variablesOf } from "./variables.ts";

let repository: TestRepository;
let commit: string;
const FILES = {
  "shop/base/kustomization.yaml": "resources: [a.yaml]\n",
  "shop/base/a.yaml": configMap("web"),
  "shop/dev/kustomization.yaml": "namePrefix: dev-\nresources: [../base]\n",
  "shop/prod/kustomization.yaml":
    "namePrefix: prod-\nresources: [../base]\nsecretGenerator: [{name: db, literals: [a=hunter2]}]\n",
};

beforeEach(() => {
  repository = createRepository(FILES);
  commit = repository.commit("main", { README: "x" });
});
afterEach(() => repository.remove());

interface Run {
  readonly workspace?: string;
  readonly event?: string;
  readonly payload?: object;
  readonly ref?: string;
  readonly sha?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly release?: Partial<Inputs["release"]>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Ran extends Outcome {
  readonly log: string;
  readonly summary: string;
  readonly workspace: string;
}

/** Runs the mode as the worker of the action does. */
async function run(given: Run = {}): Promise<Ran> {
  const workspace = given.workspace ?? repository.checkout("main");
  const temp = mkdtempSync(join(repository.directory, "step-"));
  const { event = "push", ref = "refs/tags/v1.2.3", sha = commit } = given;
  const payload = given.payload ?? {
    ref,
    before: "0".repeat(40),
    after: sha,
    head_commit: { id: sha },
    repository: { default_branch: "main" },
  };
  writeFileSync(join(temp, "event.json"), JSON.stringify(payload));
  writeFileSync(join(temp, "summary"), "");
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    HOME: temp,
    GIT_CONFIG_NOSYSTEM: "1",
    GITHUB_REPOSITORY: "Codertocat/Shop",
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: join(temp, "event.json"),
    GITHUB_WORKSPACE: workspace,
    GITHUB_REF: ref,
    GITHUB_SHA: sha,
    GITHUB_RUN_ID: "77",
    GITHUB_RUN_ATTEMPT: "2",
    GITHUB_WORKFLOW: "Release",
    GITHUB_WORKFLOW_REF: `Codertocat/Shop/.github/workflows/release.yml@${ref}`,
    GITHUB_SERVER_URL: "https://github.example.com",
    ...variablesOf({ mode: "release", ...given.with }),
    ...given.env,
  };
  const lines: string[] = [];
  const { inputs } = readInputs(environment);
  const runner: Runner = {
    log: (text) => void lines.push(text),
    group() {},
    annotate() {},
    setOutputs() {},
    hide() {},
  };
  const outcome = await release(
    { ...inputs, release: { ...inputs.release, ...given.release } },
    await readContext(environment),
    {
      runner,
      steps: new StepLog({ runner, startedAt: 0, now: () => 0 }),
      time: new TimeLimit(undefined),
      connectGitHub: () => Promise.reject(new Error("nothing of GitHub is needed")),
      summaryFile: join(temp, "summary"),
      environment,
      gitEnvironment: environment,
    },
    { insecureRegistries: ["127.0.0.1"], sleep: async () => {} },
  );
  return { ...outcome, log: lines.join("\n"), summary: readFileSync(join(temp, "summary"), "utf8"), workspace };
}

async function problemsOf(work: Promise<unknown>): Promise<readonly string[]> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown === undefined ? [] : diagnosticsOf(thrown).map(({ code, message }) => `${code}: ${message}`);
}

const json = (path: string | undefined): unknown => JSON.parse(readFileSync(path ?? "", "utf8"));

// docs/specification/releases.md 4.2, 4.4
test("releases the commit of the event under its tag", async () => {
  const { outputs, diagnostics, summary, workspace } = await run();
  expect(diagnostics).toEqual([]);
  const archive = join(workspace, "krm-render-report/Shop-v1.2.3.tar.gz");
  const verified = await verifyRelease(
    archive,
    { statement: outputs["statement-path"], repository: "https://github.example.com/Codertocat/Shop", commit },
    String,
  );
  expect(outputs).toEqual({
    targets: "2",
    "head-sha": commit,
    "manifests-dir": join(workspace, "krm-render-report/manifests"),
    "archive-path": archive,
    "archive-digest": `sha256:${verified.sha256}`,
    "statement-path": join(workspace, "krm-render-report/statement.intoto.json"),
    "predicate-path": join(workspace, "krm-render-report/predicate.json"),
    "checksums-path": join(workspace, "krm-render-report/subjects.sha256"),
    "oci-reference": "",
  });
  expect(json(outputs["predicate-path"])).toMatchObject({
    buildDefinition: { externalParameters: { ref: "refs/tags/v1.2.3", commit, targets: [] } },
    runDetails: {
      builder: { id: "https://github.example.com/Codertocat/Shop/.github/workflows/release.yml@refs/tags/v1.2.3" },
      metadata: { invocationId: "https://github.example.com/Codertocat/Shop/actions/runs/77/attempts/2" },
    },
  });
  expect(summary).toBe(
    "## Release `Shop` `v1.2.3`\n\n| | |\n|---|---|\n| archive | `Shop-v1.2.3.tar.gz` |\n" +
      `| digest | \`sha256:${verified.sha256}\` |\n| commit | \`${commit}\` |\n| targets | 2 |\n| objects | 3 |\n\n`,
  );
});

test("makes the same archive again, on another event", async () => {
  const first = await run();
  const second = await run({
    event: "release",
    payload: { action: "published", release: { tag_name: "v1.2.3" }, repository: { default_branch: "main" } },
  });
  expect(second.outputs["archive-digest"]).toBe(first.outputs["archive-digest"]);
});

test("reads names, patterns, another commit and the choice about Secrets", async () => {
  const older = commit;
  commit = repository.commit("main", { README: "y" });
  const { outputs, diagnostics } = await run({
    with: { targets: "shop/prod", head: older, "output-dir": "out", "withhold-secrets": "true" },
    release: { name: "web", version: "7" },
  });
  expect(diagnostics).toEqual([]);
  expect(outputs["archive-path"]).toMatch(/\/out\/web-7\.tar\.gz$/);
  expect(json(join(outputs["manifests-dir"] ?? "", "../release.json"))).toMatchObject({
    commit: older,
    secrets: { withheld: true, objects: [{ kind: "Secret" }] },
    targets: [{ path: "shop/prod" }],
  });
  // The ref of the event is that of another commit.
  expect(readFileSync(outputs["statement-path"] ?? "", "utf8")).not.toContain('"ref":');
});

test("takes the commit as the version where the event has no tag", async () => {
  const { outputs } = await run({ ref: "refs/heads/main" });
  expect(outputs["archive-path"]).toMatch(new RegExp(`/Shop-${commit.slice(0, 12)}\\.tar\\.gz$`));
});

// docs/specification/releases.md 2.5
test("a target that fails leaves no archive, and each failure has its message", async () => {
  commit = repository.commit("main", {
    "shop/one/kustomization.yaml": "resources: [missing.yaml]\n",
    "shop/two/kustomization.yaml": "resources: [absent.yaml]\n",
  });
  const workspace = repository.checkout("main");
  const problems = await problemsOf(run({ workspace }));
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "file-not-found",
    "file-not-found",
    "release-incomplete",
  ]);
  expect(existsSync(join(workspace, "krm-render-report"))).toBe(false);
});

// docs/specification/releases.md 5.1
test("a release that fails leaves the former one, and the report of another step, as they were", async () => {
  const workspace = repository.checkout("main");
  const former = await run({ workspace });
  const report = join(workspace, "krm-render-report/report.md");
  writeFileSync(report, "mine");
  commit = repository.commit("main", { "shop/one/kustomization.yaml": "resources: [missing.yaml]\n" });
  expect(await problemsOf(run({ workspace }))).toHaveLength(2);
  expect(readFileSync(join(workspace, "krm-render-report/manifests/shop/prod.yaml"), "utf8")).toContain("prod-web");
  expect(readFileSync(report, "utf8")).toBe("mine");
  expect((await verifyRelease(former.outputs["archive-path"] ?? "", {}, String)).release.commit).toBe(
    former.outputs["head-sha"],
  );
});

describe("the configuration of the repository", () => {
  const base = { "shop/base/a.yaml": `${configMap("web")}data:\n  key: not-a-key\n` };

  test("chooses the targets, and what is left out with Secrets", async () => {
    commit = repository.commit("main", {
      ...base,
      ".krm-render.yaml": "targets: shop/prod\nredaction:\n- {kinds: [ConfigMap], paths: [/data/key]}\n",
    });
    const { outputs, diagnostics, log } = await run({ with: { "withhold-secrets": "true" } });
    expect(log).toContain(".krm-render.yaml:1:10 of v1.2.3 (");
    const document = json(join(outputs["manifests-dir"] ?? "", "../release.json"));
    expect(document).toMatchObject({ targets: [{ path: "shop/prod", objects: 0 }], secrets: { objects: [{}, {}] } });
    expect(json(outputs["predicate-path"])).toMatchObject({
      buildDefinition: { externalParameters: { targets: ["shop/prod"] } },
    });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["release-withheld", "warning"]]);
  });

  test("adds up with the input redact", async () => {
    commit = repository.commit("main", base);
    const { diagnostics } = await run({ with: { redact: "ConfigMap:/data/key", "withhold-secrets": "true" } });
    expect(diagnostics.map(({ code }) => code)).toEqual(["release-withheld"]);
    expect((await run({ with: { redact: "ConfigMap:/data/key" } })).diagnostics).toEqual([]);
  });

  test("is that of the base in a pull request", async () => {
    const file = { ".krm-render.yaml": "redaction:\n- {kinds: [ConfigMap], paths: [/data/key]}\n" };
    const before = repository.commit("main", { ...base, ...file });
    commit = repository.commit("main", { ".krm-render.yaml": "targets: shop/prod\n" });
    const payload = {
      pull_request: { number: 2, head: { sha: commit, repo: { id: 1 } }, base: { sha: before, ref: "main" } },
      repository: { id: 1 },
    };
    const asked = { event: "pull_request", payload, ref: "refs/pull/2/merge" };
    const { outputs, diagnostics } = await run({ ...asked, with: { "withhold-secrets": "true" } });
    expect([outputs["targets"], diagnostics.map(({ code }) => code)]).toEqual(["1", ["release-withheld"]]);
  });

  test("asks that Secrets are left out, though the workflow does not", async () => {
    commit = repository.commit("main", { ...base, ".krm-render.yaml": "withhold-secrets: true\n" });
    const { outputs } = await run({ with: { "withhold-secrets": "false" } });
    const document = json(join(outputs["manifests-dir"] ?? "", "../release.json"));
    expect(document).toMatchObject({ secrets: { objects: expect.arrayContaining([expect.anything()]) } });
  });

  test("is that of the commit of the event where another one is released: it says how strictly", async () => {
    const former = repository.commit("main", { ...base, ".krm-render.yaml": "targets: shop/prod\n" });
    commit = repository.commit("main", { ".krm-render.yaml": "withhold-secrets: true\ntargets: shop/dev\n" });
    const { outputs, log } = await run({ with: { head: former } });
    expect([outputs["head-sha"], outputs["targets"]]).toEqual([former, "1"]);
    expect(log).toMatch(/: withhold-secrets true, unless the workflow sets it/);
    expect(log).toMatch(/: targets shop\/prod, unless the workflow sets it/);
    const document = json(join(outputs["manifests-dir"] ?? "", "../release.json"));
    expect(document).toMatchObject({ secrets: { objects: expect.arrayContaining([expect.anything()]) } });
  });

  test("with mistakes lets nothing be released", async () => {
    commit = repository.commit("main", { ".krm-render.yaml": "tragets: shop/prod\n" });
    expect(await problemsOf(run())).toEqual([
      expect.stringMatching(/^configuration-broken: /),
      expect.stringContaining("tragets"),
    ]);
  });
});

describe("attack 9.32: refuses", () => {
  const pull = (event: string): Run => ({
    event,
    payload: {
      pull_request: { number: 2, head: { sha: commit, repo: { id: 1 } }, base: { sha: commit, ref: "main" } },
      repository: { id: 1 },
      ref: "refs/pull/2/merge",
    },
  });

  test.each(["pull_request_target", "issue_comment", "workflow_run"])("%s", async (event) => {
    expect(await problemsOf(run(pull(event)))).toEqual([
      `release-refused: nothing is released on ${event}: a stranger can cause it, and its runs have secrets`,
    ]);
  });

  test("but not pull_request, whose release is a trial", async () => {
    expect((await run(pull("pull_request"))).outputs["archive-digest"]).toMatch(/^sha256:/);
  });

  test.each<[string, Partial<Inputs["release"]>, string]>([
    [
      "a name with a slash",
      { name: "a/b" },
      'invalid-input: setting release-name: "a/b" has other characters than letters, digits and . _ + -',
    ],
    [
      "a version that leads elsewhere",
      { version: ".." },
      'invalid-input: input release-version: ".." has other characters than letters, digits and . _ + -',
    ],
    [
      "a reference without a tag",
      { oci: "ghcr.io/a/b" },
      'invalid-input: input oci: "ghcr.io/a/b" is not REGISTRY/NAME:TAG: a push needs a tag, and no digest',
    ],
    [
      "one without a host",
      { oci: "a/b:v1" },
      'invalid-input: input oci: "oci://a/b:v1" is not a reference: its host has neither a dot nor a port',
    ],
    [
      "one with a digest",
      { oci: `ghcr.io/a/b:v1@sha256:${"0".repeat(64)}` },
      `invalid-input: input oci: "ghcr.io/a/b:v1@sha256:${"0".repeat(64)}" is not REGISTRY/NAME:TAG: a push needs a tag, and no digest`,
    ],
    [
      "one in upper case",
      { oci: "ghcr.io/A/b:v1" },
      'invalid-input: input oci: "oci://ghcr.io/A/b:v1" is not a reference: a repository has no upper case',
    ],
  ])("%s", async (_, asked, problem) => expect(await problemsOf(run({ release: asked }))).toEqual([problem]));

  test("an output directory that the commit has prepared", async () => {
    const workspace = repository.checkout("main");
    mkdirSync(join(workspace, "krm-render-report"));
    writeFileSync(join(workspace, "krm-render-report/release.json"), "{}");
    expect(await problemsOf(run({ workspace }))).toEqual([
      "output-occupied: it is there already, and no release has written it",
    ]);
    const other = repository.checkout("main");
    symlinkSync("/tmp", join(other, "krm-render-report"));
    expect(await problemsOf(run({ workspace: other }))).toEqual([expect.stringMatching(/^output-unsafe: /)]);
  });
});

test("a tag that was deleted is no release", async () => {
  const payload = { ref: "refs/tags/v1", deleted: true, before: commit, after: "0".repeat(40) };
  const { outputs, workspace } = await run({ payload });
  expect([outputs, existsSync(join(workspace, "krm-render-report"))]).toEqual([{}, false]);
});

describe("the input oci", () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
  });
  afterAll(() => registry?.close());

  withRegistry("pushes the archive", async () => {
    const { outputs, diagnostics, summary, log } = await run({
      release: { oci: `${registry.host}/team/shop:v1.2.3` },
    });
    expect(diagnostics).toEqual([]);
    const pushed = outputs["oci-reference"] ?? "";
    expect(pushed).toMatch(new RegExp(`^${registry.host}/team/shop@sha256:[0-9a-f]{64}$`));
    expect(log).toContain(`pushing ${registry.host}/team/shop:v1.2.3\n`);
    expect(summary).toContain(`| pushed | \`${pushed}\` |`);
    const manifest = await fetch(`${registry.url}/v2/team/shop/manifests/v1.2.3`, {
      headers: { accept: "application/vnd.oci.image.manifest.v1+json" },
    });
    expect(manifest.headers.get("docker-content-digest")).toBe(pushed.split("@")[1]);
  });

  test("fails the step where the push fails, and keeps the archive", async () => {
    const { outputs, diagnostics, summary } = await run({
      release: { oci: "127.0.0.1:1/team/shop:v1" },
    });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        message: expect.stringContaining("127.0.0.1:1/team/shop:v1 cannot be pushed"),
      }),
    ]);
    expect(outputs["oci-reference"]).toBe("");
    expect(summary).not.toContain("pushed");
    expect(existsSync(outputs["archive-path"] ?? "")).toBe(true);
  });
});

// docs/specification/releases.md 1.5
test("the built action makes the same archive on every version of Node", async () => {
  const payload = { ref: "refs/tags/v1", before: "0".repeat(40), after: commit, head_commit: { id: commit } };
  const digests: (string | undefined)[] = [];
  for (const node of NODES) {
    const workspace = repository.checkout("main");
    const step = {
      workspace,
      event: "push",
      payload,
      apiUrl: "http://127.0.0.1:1",
      ref: "refs/tags/v1",
      sha: commit,
      node,
    };
    const { code, outputs, log } = await runStep({ ...step, with: { mode: "release" } });
    expect([code, log]).toEqual([0, expect.stringContaining("Hello-World-v1.tar.gz")]);
    digests.push(outputs["archive-digest"]);
  }
  expect(digests[0]).toMatch(/^sha256:/);
  expect(new Set(digests).size).toBe(1);
});
