/** A HelmRelease in the built action, with helm: the review of its objects, and no value of a Secret in any output. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(120_000);

const [OLD, NEW] = ["sw0rdfish-of-old", "sw0rdfish-of-new"];
const token = (value: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: token, namespace: apps}\nstringData: {token: ${value}}\n`;
const release = (tag: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: apps}
spec:
  chart: {spec: {chart: ./charts/web, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}}
  valuesFrom: [{kind: Secret, name: token, valuesKey: token, targetPath: auth.token}]
  values: {tag: "${tag}"}
`;

const FILES: Files = {
  "clusters/prod/root.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: root, namespace: flux-system}
spec: {path: ./apps, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`,
  "apps/web.yaml": release("1.0"),
  "apps/token.yaml": token(OLD),
  "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
  "charts/web/templates/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
      annotations: {checksum/token: {{ .Values.auth.token | sha256sum }}}
    spec:
      containers:
      - name: web
        image: registry.example/web:{{ .Values.tag }}
        args: ["--token={{ .Values.auth.token }}"]
        env: [{name: CODE, value: {{ .Values.auth.token | b64enc }}}]
---
apiVersion: v1
kind: Secret
metadata: {name: made}
stringData: {token: {{ .Values.auth.token }}}
`,
};

/** A secret as templates and outputs could show it. */
const formsOf = (secret: string): string[] => {
  const base64 = Buffer.from(secret).toString("base64");
  const sum = createHash("sha256").update(secret).digest("hex");
  return [secret, base64, base64.replace(/=*$/, ""), Buffer.from(base64).toString("base64"), sum];
};

let repository: TestRepository;
let server: LoopbackGitHub;
let base: string;

beforeAll(() => {
  repository = createRepository(FILES);
  base = repository.commit("main", { "README.md": "words" });
  for (const name of ["helm", "git"]) mkdirSync(join(repository.directory, name));
  symlinkSync(findProgram("git") ?? "", join(repository.directory, "git/git"));
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

interface Outcome extends StepResult {
  /** All that the run has left: log, summary, comments and files, archives unpacked. */
  readonly texts: readonly (readonly [name: string, text: string])[];
}

async function propose(inputs: Record<string, string>, PATH: string): Promise<Outcome> {
  const head = repository.commit("topic", { "apps/web.yaml": release("2.0"), "apps/token.yaml": token(NEW) });
  server.setHead(head);
  const workspace = repository.checkout("refs/heads/topic", 0);
  const result = await runStep({
    workspace,
    event: "pull_request",
    payload: pullRequestEvent({ base, head }),
    apiUrl: server.url,
    with: { ...inputs, "output-dir": "out" },
    env: { PATH, RUNNER_TOOL_CACHE: join(repository.directory, "tools") },
  });
  const out = join(workspace, "out");
  const texts: [string, string][] = [
    ["the log", result.log],
    ["the summary", result.summary],
    ["the outputs", result.outputFile],
    ["the comments", JSON.stringify(server.comments)],
  ];
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    texts.push([entry.name, (entry.name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1")]);
  }
  rmSync(out, { recursive: true });
  return { ...result, texts };
}

const comment = (): string => server.comments.map(({ body }) => body).join("\n");

unless(lackOf("HELM_BIN", "helm"), describe)("with helm", () => {
  const PATH = (): string => [join(repository.directory, "helm"), process.env["PATH"]].join(delimiter);
  beforeAll(() => symlinkSync(findProgram("HELM_BIN", "helm") ?? "", join(repository.directory, "helm/helm")));

  test.each<[mode: string, inputs: Record<string, string>, files: readonly string[], shown: string]>([
    [
      "a review",
      {},
      ["report.json", "bundle.json", "report.html", "changes.patch", "web.yaml"],
      "registry.example/web",
    ],
    [
      "a release without Secrets",
      { mode: "release", "release-version": "7", "withhold-secrets": "true" },
      ["release.json", "Hello-World-7.tar.gz", "root.yaml"],
      "HelmRelease",
    ],
  ])("%s has no value of a Secret", async (_, inputs, files, shown) => {
    const { texts } = await propose(inputs, PATH());
    expect(texts.map(([name]) => name)).toEqual(expect.arrayContaining([...files]));
    expect(texts.some(([, text]) => text.includes(shown))).toBe(true);
    const leaks = texts.flatMap(([name, text]) =>
      [OLD, NEW].flatMap(formsOf).flatMap((form) => (text.includes(form) ? [`${name}: ${form}`] : [])),
    );
    expect(leaks).toEqual([]);
  });

  test("the comment shows what the change of a value does to the Deployment", async () => {
    await propose({}, PATH());
    expect(comment()).toContain(
      '-        image: "registry.example/web:1.0"\n+          value: <redacted, after>\n+        image: "registry.example/web:2.0"',
    );
    expect(comment()).toContain("-        - <redacted, before>\n+        - <redacted, after>");
  });
});

test.each<[what: string, inputs: Record<string, string>, PATH: () => string, message: string]>([
  ["enable-helm: false", { "enable-helm": "false" }, () => process.env["PATH"] ?? "", "helm may not run"],
  ["no helm on the PATH", {}, () => join(repository.directory, "git"), "helm is not installed here"],
])("with %s, the comment says once what is missing", async (_, inputs, PATH, message) => {
  await propose(inputs, PATH());
  expect(comment().split(message)).toHaveLength(2);
});
