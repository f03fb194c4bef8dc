/** Applications of Argo CD in the built action: those that a chart renders are found where helm may run, and told where it may not. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

const application = (name: string, path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  project: default
  source: {repoURL: 'https://github.com/Codertocat/Hello-World.git', path: ${path}}
  destination: {name: prod, namespace: shop}
`;
/** Replaces helm: prints the template. */
const HELM = `#!/bin/sh
if [ "$1" = version ]; then echo v3.99.0; exit; fi
for last; do [ -d "$last/templates" ] && cat "$last"/templates/*.yaml; done
exit 0
`;
const map = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: told}\ndata: {colour: ${value}}\n`;

let repository: TestRepository;
let server: LoopbackGitHub;
let base: string;

beforeAll(() => {
  repository = createRepository({
    "root.yaml": application("root", "apps"),
    "apps/Chart.yaml": "apiVersion: v2\nname: apps\nversion: 1.0.0\n",
    "apps/templates/child.yaml": application("child", "plain"),
    "plain/map.yaml": map("red"),
  });
  base = repository.commit("main", { "README.md": "words" });
  mkdirSync(join(repository.directory, "programs"));
  writeFileSync(join(repository.directory, "programs/helm"), HELM);
  chmodSync(join(repository.directory, "programs/helm"), 0o755);
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

function propose(event: string): Promise<StepResult> {
  const head = repository.commit("topic", { "plain/map.yaml": map("blue") });
  server.setHead(head);
  return runStep({
    workspace: repository.checkout("refs/heads/topic", 0),
    event,
    payload: pullRequestEvent({ base, head }),
    apiUrl: server.url,
    with: {},
    env: { PATH: [join(repository.directory, "programs"), process.env["PATH"]].join(delimiter) },
  });
}

test("a review shows what an Application deploys that a chart renders", async () => {
  const { code, outputs, log } = await propose("pull_request");
  expect([code, outputs["failed"], outputs["resources-changed"]]).toEqual([0, "false", "1"]);
  expect(log).toContain("1 of 2 targets is affected");
  expect(server.comments[0]?.body).toContain("in Application `argocd/child`");
});

test("where helm may not run, a review says that it does not know them", async () => {
  const { outputs, log } = await propose("pull_request_target");
  expect(outputs["resources-changed"]).toBe("0");
  expect(log).toContain("it is not known what Application argocd/root declares");
  expect(log).toContain("charts are not rendered: helm may not run");
});
