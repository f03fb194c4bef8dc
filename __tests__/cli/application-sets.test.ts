/** The commands in a repository with an ApplicationSet that an Application renders. */
import { afterAll, expect, jest, test } from "@jest/globals";
import { krmRender, temporaryDirectory } from "./terminal.ts";

jest.setTimeout(60_000);

const set = (tag: string, generator: string): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: web}
spec:
  goTemplate: true
  generators: [${generator}]
  template:
    metadata: {name: 'web-{{ .path.basename }}'}
    spec:
      project: default
      source:
        repoURL: https://github.com/acme/shop
        path: '{{ .path.path }}'
        kustomize: {images: ['nginx=nginx:${tag}']}
      destination: {name: '{{ .path.basename }}', namespace: shop}
`;
const GIT = "git: {repoURL: 'https://github.com/acme/shop', revision: HEAD, directories: [{path: envs/*}]}";
const ROOT = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: root, namespace: argocd}
spec:
  project: default
  source: {repoURL: https://github.com/acme/shop, path: argocd}
  destination: {name: in-cluster, namespace: argocd}
`;
const OVERLAY = "resources: [../../base]\n";
const FILES = {
  "root.yaml": ROOT,
  "argocd/set.yaml": set("1.26.0", GIT),
  "base/kustomization.yaml": "resources: [pod.yaml]\n",
  "base/pod.yaml":
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx}]}\n",
  "envs/eu/kustomization.yaml": OVERLAY,
  "envs/us/kustomization.yaml": OVERLAY,
};

const repository = temporaryDirectory(FILES);
repository.git("init", "--quiet");
repository.git("remote", "add", "origin", "https://github.com/acme/shop");
repository.git("add", ".");
repository.git("commit", "--quiet", "--message", "base");
afterAll(() => repository.remove());
const run = (...args: string[]) => krmRender(args, { cwd: repository.path });
const review = async () => (await run("diff", "--base", "HEAD", "--format", "markdown")).stdout;

test("targets name the set, and what renders it", async () => {
  const { stdout } = await run("targets");
  expect(stdout.split("\n").map((line) => line.split("\t").filter((_, at) => at !== 1))).toEqual([
    [
      "argocd://eu/argocd/web-eu",
      "builds envs/eu, made by ApplicationSet argocd/web at argocd/set.yaml:1:1, which argocd://in-cluster/argocd/root applies",
    ],
    ["argocd://in-cluster/argocd/root", "reads argocd, declared at root.yaml:1:1"],
    [
      "argocd://us/argocd/web-us",
      "builds envs/us, made by ApplicationSet argocd/web at argocd/set.yaml:1:1, which argocd://in-cluster/argocd/root applies",
    ],
    [""],
  ]);
});

test("a new directory is a new Application", async () => {
  repository.write({ "envs/asia/kustomization.yaml": OVERLAY });
  const text = await review();
  expect(text).toContain("ApplicationSet `argocd/web`: 1 Application comes.");
  expect(text).toContain("Application `argocd/web-asia` (cluster `asia`)");
  repository.git("clean", "--quiet", "--force", "-d");
});

test("a template that changes shows what it changes in each Application, from its line", async () => {
  repository.write({ "argocd/set.yaml": set("1.27.0", GIT) });
  const text = await review();
  expect(text).toContain("ApplicationSet `argocd/web`: 2 Applications change.");
  expect(text).toContain("`argocd/set.yaml:14` (images)");
  expect(text).toContain("`1.26.0` → `1.27.0`");
  expect(text).not.toContain("is not shown");
  repository.git("checkout", "--quiet", ".");
});

test("a set with a mistake takes nothing away: Argo CD does not either", async () => {
  repository.write({ "argocd/set.yaml": set("1.26.0", "{}").replace("goTemplate: true", "goTemplate: [true]") });
  const text = await review();
  expect(text).toContain("Argo CD makes nothing of the ApplicationSet argocd/web");
  expect(text).not.toMatch(/\bGone\b|Applications? goes?\b|➖/);
  repository.git("checkout", "--quiet", ".");
});
