/** HelmReleases in the built action: which charts are fetched, and which renderings are kept. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { forkEvent, pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

const release = (name: string, chart: string, values: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ${name}, namespace: apps}
spec:
  chart:
    spec: ${chart}
  values: ${values}
`;
const own = (values: string): string =>
  release(
    "web",
    "{chart: ./charts/web, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}",
    values,
  );
const far = (name: string, chart: string, version: string): string =>
  release(name, `{chart: ${chart}, version: ${version}, sourceRef: {kind: HelmRepository, name: far}}`, "{}");

const FILES = {
  "clusters/prod/root.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: root, namespace: flux-system}
spec: {path: ./apps, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`,
  "apps/repository.yaml": `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: far, namespace: apps}
spec: {url: https://charts.invalid/stable}
`,
  "apps/web.yaml": own("{level: info}"),
  "apps/db.yaml": far("db", "db", "1.0.0"),
  "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
  "charts/web/templates/web.yaml": "x",
};

let repository: TestRepository;
let server: LoopbackGitHub;
let base: string;
let calls: string;
let programs: string;
let tools: string;

beforeAll(() => {
  repository = createRepository(FILES);
  base = repository.commit("main", { "README.md": "words" });
  programs = join(repository.directory, "programs");
  calls = join(repository.directory, "calls");
  mkdirSync(programs);
  // Replaces helm: prints the values in a comment, and an object.
  writeFileSync(
    join(programs, "helm"),
    `#!/bin/sh
if [ "$1" = version ]; then echo v3.99.0; exit; fi
echo x >> ${calls}
printf -- '---\\n# Source: web/templates/web.yaml\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: told}\\ndata:\\n'
for each; do case "$each" in *.input) sed 's/^/  /' "$each";; esac; done
`,
  );
  chmodSync(join(programs, "helm"), 0o755);
});
beforeEach(() => {
  writeFileSync(calls, "");
  tools = join(repository.directory, `tools-${Math.random()}`);
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

const rendered = (): number => readFileSync(calls, "utf8").length / 2;

interface Proposal {
  readonly files?: Record<string, string>;
  readonly isFork?: boolean;
  readonly with?: Record<string, string>;
}

function propose({
  files = { "apps/web.yaml": own("{level: debug}") },
  isFork = false,
  ...step
}: Proposal = {}): Promise<StepResult> {
  const head = repository.commit("topic", files);
  server.setHead(head);
  return runStep({
    workspace: repository.checkout("refs/heads/topic", 0),
    event: "pull_request",
    payload: (isFork ? forkEvent : pullRequestEvent)({ base, head }),
    apiUrl: server.url,
    with: step.with ?? {},
    env: { PATH: [programs, process.env["PATH"]].join(delimiter), RUNNER_TOOL_CACHE: tools },
  });
}

test("a chart of the repository is rendered by default, and once on a machine that keeps files", async () => {
  const { outputs, log } = await propose();
  expect([outputs["resources-changed"], log.includes("level: debug")]).toEqual(["2", false]);
  expect(rendered()).toBe(2);
  await propose();
  expect(rendered()).toBe(2);
});

test("nothing is kept where strangers wrote the files", async () => {
  await propose({ isFork: true });
  await propose({ isFork: true });
  expect(rendered()).toBe(4);
  await propose();
  expect(rendered()).toBe(6);
});

test.each([
  [
    "another version of a chart that the default branch deploys is asked for",
    far("db", "db", "1.1.0"),
    "charts.invalid",
  ],
  ["a chart that is new is not fetched", far("db", "other", "1.0.0"), "no target of main"],
])("%s", async (_, file, message) => {
  const { log } = await propose({ files: { "apps/db.yaml": file } });
  expect(log).toContain(message);
  expect(log.includes("no target of main")).toBe(message === "no target of main");
});
