/** The built action with functions and catalogs that try to do harm: what reaches them, and what remains of it. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { NO_SANDBOX } from "../functions/exec/catalog-programs.ts";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, TOKEN } from "../github/loopback/server.ts";
import { unless } from "../unless.ts";
import { createRepository, type Files, git, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

let repository: TestRepository;
let server: LoopbackGitHub;
let topics = 0;

beforeAll(() => {
  repository = createRepository({ "README.md": "words" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

const comment = (): string => server.comments[0]?.body ?? "";

/** A catalog with one executable that lies beside it. */
function catalogOf(program: string): Files {
  const sha256 = createHash("sha256").update(program).digest("hex");
  return {
    "catalog/functions.yaml": `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
metadata: {name: hostile}
spec:
  krmFunctions:
  - group: fn.example.com
    names: {kind: Harm}
    versions:
    - name: v1
      runtime: {exec: {path: harm.sh, sha256: ${sha256}}}
`,
    "catalog/harm.sh": program,
  };
}

const APP: Files = {
  "app/kustomization.yaml": `catalogs: [../catalog/functions.yaml]
resources: [web.yaml]
transformers: [function.yaml]
`,
  "app/web.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  VALUE: nothing
---
apiVersion: v1
kind: Secret
metadata:
  name: keys
stringData:
  KEY: intact
`,
  "app/function.yaml": "apiVersion: fn.example.com/v1\nkind: Harm\nmetadata:\n  name: fn\n",
};

interface Review {
  readonly base: Files;
  readonly head: Files;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

function review({ base, head, inputs = {}, env = {} }: Review): Promise<StepResult> {
  const branch = `topic-${++topics}`;
  const commits = { base: repository.commit(branch, base), head: repository.commit(branch, head) };
  return reviewCommits(branch, commits, inputs, env);
}

function reviewCommits(
  branch: string,
  commits: { readonly base: string; readonly head: string },
  inputs: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  server.setHead(commits.head);
  return runStep({
    workspace: repository.checkout(`refs/heads/${branch}`, 0),
    event: "pull_request",
    payload: pullRequestEvent(commits),
    apiUrl: server.url,
    env,
    // Many runs change nothing but words.
    with: { "trusted-catalogs": "catalog/functions.yaml", "affected-only": "false", ...inputs },
  });
}

const manifests = ({ outputs }: StepResult): string[] =>
  readdirSync(outputs["manifests-dir"] ?? "", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(join(outputs["manifests-dir"] ?? "", name), "utf8"));

describe("attack 9.13: an executable gets no variable of the job", () => {
  const env = {
    ACTIONS_RUNTIME_TOKEN: "secret-of-the-runtime",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "secret-of-oidc",
    NODE_AUTH_TOKEN: "secret-of-npm",
    OTHER_VARIABLE: "secret-of-the-job",
    RUNNER_TRACKING_ID: "secret-of-the-runner",
  };

  /** What the commands print, in the object that the function changes. */
  async function printed(commands: string, isolation: string): Promise<string> {
    const program = `#!/bin/sh\nsed "s~VALUE: nothing~VALUE: $( { ${commands}; } 2>/dev/null | base64 -w0)~"\n`;
    const inputs = { "isolate-functions": isolation, "github-token": TOKEN };
    const result = await review({ base: { ...catalogOf(program), ...APP }, head: { "README.md": "1" }, inputs, env });
    expect([result.code, result.outputs["failed"]]).toEqual([0, "false"]);
    const value = /VALUE: (\S+)/.exec(manifests(result).join(""))?.[1] ?? "";
    return Buffer.from(value, "base64").toString();
  }

  test("with isolate-functions: never", async () => {
    const names = (await printed("env -0", "never")).split("\0").map((entry) => entry.replace(/=[^]*/, ""));
    expect(names.filter((name) => name !== "").sort()).toEqual(["HOME", "LANG", "PATH", "PWD", "TMPDIR"]);
  });

  unless(NO_SANDBOX, test)("in a sandbox, also not of other processes", async () => {
    const text = await printed("env; cat /proc/*/environ; cat /proc/[0-9]*/cmdline; ls /home /root", "require");
    expect(text).toContain("TMPDIR=");
    for (const secret of ["secret-of", TOKEN, "GITHUB_", "RUNNER_", "ACTIONS_", "INPUT_", "index.js"])
      expect(text).not.toContain(secret);
  });
});

test("attack 9.18: what a function changes of other objects is shown, also if its config is all that changes", async () => {
  const program = `#!/bin/sh\nif input=$(cat); then case "$input" in *more*) more=" by all"; esac; fi
printf '%s\\n' "$input" | sed "s/KEY: intact/KEY: taken$more/"\n`;
  const { code } = await review({
    base: { ...catalogOf(program), ...APP },
    head: { "app/function.yaml": `${APP["app/function.yaml"]}spec: more\n` },
  });
  expect(code).toBe(0);
  expect(comment()).toContain("### 1 change in 1 of 1 target");
  expect(comment()).toMatch(/Secret `keys`/);
  expect(comment()).not.toContain("taken");
});

describe("attack 9.20: an executable that does not end", () => {
  test.each([
    ["waits", "sleep 1000 & sleep 1000", /it ran longer than 2 seconds/],
    ["prints without end", "yes", /printed too much: it printed more than 67108864 bytes/],
  ])("%s: the target fails, and nothing of it goes on", async (_, script, message) => {
    const mark = `3${process.pid}${topics}`;
    const program = `#!/bin/sh\n${script.replaceAll("1000", mark)}\n`;
    const { outputs } = await review({
      base: { ...catalogOf(program), ...APP },
      head: { "README.md": "2" },
      inputs: { "function-timeout": "2s" },
    });
    expect(outputs).toMatchObject({ failed: "true", "targets-failed": "1" });
    expect(comment()).toMatch(message);
    expect(processes().filter((line) => line.includes(mark))).toEqual([]);
  });
});

describe("attack 9.22: links in a revision", () => {
  test.each([
    ["the catalog", "catalog/functions.yaml"],
    ["the program of a catalog", "catalog/harm.sh"],
    ["the config", "app/function.yaml"],
  ])("%s must not lead out of the repository", async (_, path) => {
    const secret = join(repository.directory, "secret.yaml");
    writeFileSync(secret, "secret: of-the-runner\n");
    const branch = `topic-${++topics}`;
    const base = repository.commit(branch, { ...catalogOf("#!/bin/sh\ncat\n"), ...APP });
    const place = repository.checkout(`refs/heads/${branch}`, 0);
    rmSync(join(place, path));
    symlinkSync(secret, join(place, path));
    git(place, "commit", "-qam", "link");
    git(place, "push", "-q", "origin", `HEAD:refs/heads/${branch}`);
    const head = git(place, "rev-parse", "HEAD");
    const { outputs, log } = await reviewCommits(branch, { base, head });
    expect(outputs).toMatchObject({ failed: "true", "targets-failed": "1" });
    expect([log, comment()].join("\n")).not.toContain("of-the-runner");
  });

  test("a link lends a trusted name to no other catalog", async () => {
    const evil = catalogOf("#!/bin/sh\nsed s/intact/taken/\n");
    const branch = `topic-${++topics}`;
    const base = repository.commit(branch, { ...catalogOf("#!/bin/sh\ncat\n"), ...APP });
    const place = repository.checkout(`refs/heads/${branch}`, 0);
    mkdirSync(join(place, "evil"));
    for (const [path, text] of Object.entries(evil))
      writeFileSync(join(place, path.replace("catalog", "evil")), text ?? "");
    rmSync(join(place, "catalog/functions.yaml"));
    symlinkSync("../evil/functions.yaml", join(place, "catalog/functions.yaml"));
    git(place, "add", "-A");
    git(place, "commit", "-qam", "link");
    git(place, "push", "-q", "origin", `HEAD:refs/heads/${branch}`);
    const { outputs } = await reviewCommits(branch, { base, head: git(place, "rev-parse", "HEAD") });
    expect(outputs).toMatchObject({ failed: "true", "targets-failed": "1" });
    expect(comment()).toContain("evil/functions.yaml is not trusted");
  });
});

describe("attack 9.24: a base whose catalog is no longer trusted fails visibly, and the head is not compared with nothing", () => {
  const CLAIM = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\n";
  const base: Files = {
    ...catalogOf("#!/bin/sh\ncat\n"),
    ...APP,
    "app/kustomization.yaml": (APP["app/kustomization.yaml"] ?? "").replace("web.yaml", "web.yaml, claim.yaml"),
    "app/claim.yaml": CLAIM,
  };
  const gate = { "fail-on-danger": "high" };
  // The claim goes in both.
  const plain = { "app/kustomization.yaml": "resources: [web.yaml]\n" };
  const gone = Object.fromEntries(Object.keys(base).flatMap((path) => (path.startsWith("app/") ? [[path, null]] : [])));

  const HEAD_ONLY = /^### 1 target is rendered at the head only[^]*catalog\/functions&#46;yaml is not trusted/m;
  const GONE = /^### .*1 target removed; what it rendered is not known$/m;
  test.each<[what: string, head: Files, lines: string, words: RegExp]>([
    ["the line is removed", plain, "", HEAD_ONLY],
    ["the line is replaced", plain, "other/functions.yaml", HEAD_ONLY],
    ["the line is removed, and the target too", gone, "", GONE],
  ])("%s", async (_, head, lines, words) => {
    const inputs = { "trusted-catalogs": lines, ...gate };
    const { code, outputs, commands } = await review({ base, head, inputs });
    expect([code, outputs["failed"]]).toEqual([1, "false"]);
    expect(comment()).toMatch(words);
    expect(comment()).not.toContain("builds again");
    const errors = commands.filter(({ name }) => name === "error").map(({ message }) => message);
    expect(errors).toEqual([
      expect.stringMatching(
        /^what this change removes from 1 target could not be judged, since .*: app\n {2}hint: Let /,
      ),
    ]);
  });

  test("without a gate, it is a warning", async () => {
    const { code, outputs, commands } = await review({ base, head: plain, inputs: { "trusted-catalogs": "" } });
    expect([code, outputs["failed"], outputs["targets-changed"]]).toEqual([0, "false", "1"]);
    expect(commands.map(({ name, properties }) => [name, properties["title"]])).toEqual([
      ["warning", "failed-at-base"],
    ]);
  });
});

/** The command lines of all processes. */
function processes(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")];
      } catch {
        // It has ended.
        return [];
      }
    });
}
