/** The commands in a repository whose Applications of Argo CD deploy kustomizations and directories of manifests. */
import { afterAll, expect, jest, test } from "@jest/globals";
import { krmRender, temporaryDirectory } from "./terminal.ts";

jest.setTimeout(60_000);

const application = (name: string, source: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  destination: {name: prod, namespace: shop}
  source:
    repoURL: https://github.com/acme/shop
${source}`;
const WEB = application(
  "web",
  `    path: overlays/prod
    kustomize:
      namePrefix: live-
      images: ["nginx=registry.test/nginx:1.27"]
`,
);
const FILES = {
  "argocd/web.yaml": WEB,
  "argocd/plain.yaml": application("plain", "    path: plain\n    directory: {recurse: true}\n"),
  "overlays/prod/kustomization.yaml": "resources: [../../base]\n",
  "overlays/eu/kustomization.yaml": "resources: [../../base]\nnameSuffix: -eu\n",
  "base/kustomization.yaml": "resources: [pod.yaml]\n",
  "base/pod.yaml":
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: 'nginx:1.25'}]}\n",
  "plain/below/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\ndata: {a: b}\n",
};

const repository = temporaryDirectory(FILES);
repository.git("init", "--quiet");
repository.git("remote", "add", "origin", "https://github.com/acme/shop");
afterAll(() => repository.remove());
const run = (...args: string[]) => krmRender(args, { cwd: repository.path });

test("are targets in place of the directories that they build", async () => {
  const { stdout, stderr } = await run("targets");
  expect(stderr).toBe("");
  expect(stdout.split("\n").map((line) => line.split("\t").filter((_, at) => at !== 1))).toEqual([
    ["overlays/eu"],
    ["argocd://prod/argocd/plain", "reads plain, declared at argocd/plain.yaml:1:1"],
    ["argocd://prod/argocd/web", "builds overlays/prod, declared at argocd/web.yaml:1:1"],
    [""],
  ]);
  const why = await run("targets", "--why", "base/pod.yaml");
  expect(why.stdout).toContain("argocd://prod/argocd/web\tthrough overlays/prod, then base\n");
});

test("build prints what the cluster gets", async () => {
  expect((await run("build", "argocd://prod/argocd/web")).stdout).toBe(`apiVersion: v1
kind: Pod
metadata:
  name: live-web
  namespace: shop
spec:
  containers:
  - image: registry.test/nginx:1.27
    name: web
`);
  expect((await run("build", "argocd://prod/argocd/plain")).stdout).toContain("name: plain\n  namespace: shop\n");
});

test("explain tells the step that has set a field", async () => {
  const { stdout } = await run("explain", "argocd://prod/argocd/web", "Pod/live-web", "spec.containers[0].image");
  expect(stdout).toContain("registry.test/nginx:1.27");
  expect(stdout).toMatch(/argocd\/web\.yaml:11:\d+ +images/);
  const manifest = await run("explain", "argocd://prod/argocd/plain", "ConfigMap/plain", "data.a");
  expect(manifest.stdout).toContain("plain/below/map.yaml:1:1  resources  b");
});

test("a review leads to the line of the Application, and to that of a manifest", async () => {
  const base = repository.commit("before");
  repository.write({
    "argocd/web.yaml": WEB.replace("1.27", "1.28"),
    "plain/below/map.yaml": FILES["plain/below/map.yaml"].replace("a: b", "a: c"),
  });
  const { stdout } = await run("diff", "--base", base, "--format", "markdown");
  repository.write(FILES);
  expect(stdout).toContain("`1.27 → 1.28` · `argocd/web.yaml:11` (images)");
  expect(stdout).toContain("in Application `argocd/plain` · `plain/below/map.yaml:");
});

test("a review leads to the path of the Application if that is what changes", async () => {
  const base = repository.commit("before");
  repository.write({ "argocd/web.yaml": WEB.replace("overlays/prod", "overlays/eu") });
  const { stdout } = await run("diff", "--base", base, "--format", "markdown");
  repository.write(FILES);
  expect(stdout).toMatch(/renamed `live-web` → `live-web-eu`.*\n.*`argocd\/web\.yaml:8` \(path\)/);
});

test("a review tells what a project does not permit only where the change brings it", async () => {
  const project = (destinations: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {name: default, namespace: argocd}\nspec:\n  sourceRepos: ["*"]\n  destinations: [${destinations}]\n`;
  repository.write({ "argocd/project.yaml": project("{name: prod, namespace: shop}") });
  const base = repository.commit("before");
  const role = {
    "plain/role.yaml": "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\n",
  };
  // The directory is read with those below it.
  repository.write({ ...role, "argocd/project.yaml": project("{name: prod, namespace: other}") });
  const { stdout, status } = await run("diff", "--base", base, "--format", "markdown");
  expect(status).toBe(1);
  expect(stdout).toContain("### 2 new errors · 1 change in 1 of 3 targets");
  expect(stdout).toContain(
    "- `argocd/plain.yaml:5` and `argocd/web.yaml:5`: the project default does not permit the namespace shop of the cluster prod: Argo CD refuses the Application, in Applications `argocd/{plain,web}`. Add it to `destinations` of the AppProject in `argocd/project.yaml:1`, or choose another project.",
  );
  expect(stdout).toContain(
    "- `plain/role.yaml:1`: the project default does not permit the kind ClusterRole of `rbac.authorization.k8s.io`: Argo CD syncs nothing of the Application, in Application `argocd/plain`.",
  );
  expect(stdout).not.toContain("in no rendered target");
  const known = repository.commit("refused");
  repository.write({ "plain/below/map.yaml": FILES["plain/below/map.yaml"].replace("a: b", "a: d") });
  const again = await run("diff", "--base", known, "--format", "markdown");
  expect(again.status).toBe(0);
  expect(again.stdout).toContain("### 1 change in 1 of 3 targets");
  expect((await run("targets", "--why", "argocd/project.yaml")).stdout).toContain(
    "argocd://prod/argocd/web\targocd/project.yaml says what its project permits\n",
  );
});

test("a review folds what an Application ignores, and says what becomes of it", async () => {
  const rule = `  ignoreDifferences:
  - {kind: Pod, jqPathExpressions: ['.spec.containers[] | select(.name == "web") | .image']}
`;
  repository.write({ "argocd/web.yaml": WEB + rule });
  const base = repository.commit("ignores");
  const reviewOf = async (web: string): Promise<string> => {
    repository.write({ "argocd/web.yaml": web });
    return (await run("diff", "--base", base, "--format", "markdown")).stdout;
  };
  const later = await reviewOf(WEB.replace("1.27", "1.28") + rule);
  expect(later).toContain("### Nothing changes in 1 target but what is folded: 1 field");
  expect(later).toContain(
    "Folded: 1 change of <code>containers&#91;web&#93;&#46;image</code> (<code>argocd-ignores</code>: Argo CD does not sync because of them, but applies them when it syncs)",
  );
  const unknown = "  ignoreDifferences:\n  - {kind: ConfigMap, managedFieldsManagers: [x]}\n";
  repository.write({
    "argocd/plain.yaml": FILES["argocd/plain.yaml"] + unknown,
    "plain/below/map.yaml": FILES["plain/below/map.yaml"].replace("a: b", "a: e"),
  });
  expect(await reviewOf(WEB + rule)).toContain(
    "Argo CD may ignore some of it, by rules of `ignoreDifferences` that are not evaluated",
  );
});

test("a review names the Applications that wait for somebody, and warns of what they begin to do by themselves", async () => {
  repository.write({ ...FILES, "argocd/project.yaml": "" });
  const base = repository.commit("manual");
  repository.write({
    "plain/below/map.yaml": FILES["plain/below/map.yaml"].replace("a: b", "a: f"),
    "argocd/web.yaml": `${WEB}  syncPolicy: {automated: {prune: true}}\n`,
  });
  const { stdout } = await run("diff", "--base", base, "--format", "markdown");
  expect(stdout).toContain(
    "Not synced automatically, so that its changes reach the cluster only when somebody starts a sync: Application `argocd/plain`.",
  );
  expect(stdout).toContain("- `argocd/web.yaml:12`: Argo CD prunes from now on:");
  expect(stdout).not.toContain("in no rendered target");
});
