/** What is rendered of the sources of Applications that are in other repositories. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { findDeployments } from "../../../src/deployments/index.ts";
import { failure, KrmError } from "../../../src/diagnostics.ts";
import type { Use } from "../../../src/lock/index.ts";
import { type GitUrl, type Helm, memoryTree, type Remotes } from "../../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const ID = "argocd://in-cluster/argocd/web";
const SHA = "0123456789abcdef0123456789abcdef01234567";
const app = (name: string, fields: string): string =>
  `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec: {destination: {name: in-cluster}, source: {repoURL: https://git.test/org/other.git, ${fields}}}
`;
const OTHER: Files = {
  "base/kustomization.yaml": "resources: [map.yaml]\n",
  "base/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: of-base}\n",
  "plain/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\n",
  "nested/kustomization.yaml": "resources:\n- https://git.test/org/third//base?ref=v2\n",
  "chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
  "chart/values.yaml": "size: small\n",
  "chart/prod.yaml": "size: large\n",
  "cut/data.cue": "a: b\n",
  "apps/a.yaml": app("here", "path: mine"),
  "apps/b.yaml": app("there", "path: plain"),
};

const application = (sources: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: web, namespace: argocd}
spec: {destination: {name: in-cluster, namespace: shop}, ${sources}}
`;
const at = (fields: string, repository = "https://git.test/org/other.git"): string =>
  application(`source: {repoURL: ${repository}, ${fields}}`);

/** Prints a ConfigMap with the values files that it gets. */
const helm: Helm = {
  honoursConfigHome: false,
  run: async (args) => {
    if (args[0] === "version") return "v3.18.0";
    const texts = args.flatMap((arg) =>
      typeof arg === "object" && "file" in arg ? [Buffer.from(arg.file).toString()] : [],
    );
    const files = args.flatMap((arg) => (typeof arg === "object" && "directory" in arg ? [arg.directory] : []));
    const data = JSON.stringify({ chart: [...(files[0]?.keys() ?? [])].join(" "), values: texts.join(" ").trim() });
    return `---\n# Source: web/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: chart}\ndata: ${data}\n`;
  },
  close() {},
};

function textOf({ repository, ref, newest }: GitUrl): string {
  return `${repository} at ${newest === undefined ? ref : `the newest ${newest.prefix}${newest.range}`}`;
}

async function rendered(manifest: string, { files = {}, permits = true }: { files?: Files; permits?: boolean } = {}) {
  const asked: string[] = [];
  const used: Use[] = [];
  const usedBy: string[] = [];
  const remotes: Remotes = {
    repository: async (url: GitUrl, from: readonly GitUrl[] = []) => {
      asked.push([...from, url].map(textOf).join(" → "));
      if (url.repository.endsWith("/lost")) throw failure("remote-failed", "the server does not answer");
      const display = (path: string): string => `${url.repository}${path}`;
      return { tree: { ...memoryTree(OTHER), display }, sha: SHA };
    },
    file: () => Promise.reject(new Error("no file")),
    chart: () => Promise.reject(new Error("no chart")),
  };
  const record = (all: readonly Use[], by: string): void => {
    used.push(...all);
    usedBy.push(by);
  };
  const uses = { expect: () => undefined, check: () => {}, record };
  const build = { deploymentHelm: { helm }, uses, ...(permits && { remotes }) };
  const tree = memoryTree({ "argocd/web.yaml": manifest, ...files });
  const found = await findDeployments(tree, { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop", build });
  const searched = [...asked];
  try {
    const built = await found.builder(build).build(ID, { builds: 1, timeoutSeconds: undefined, recorded: undefined });
    return {
      searched,
      asked,
      used,
      usedBy,
      found,
      objects: built?.resources.map(({ yaml }) => yaml),
      diagnostics: built?.diagnostics,
    };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return { searched, asked, used, usedBy, found, problems: thrown.diagnostics };
  }
}

describe("a source in another repository is", () => {
  test.each([
    ["what kustomize builds there", at("path: base, targetRevision: v1"), "v1", "of-base"],
    ["edited as the source says", at("path: base, kustomize: {namePrefix: my-}"), undefined, "my-of-base"],
    ["the manifests in a directory", at("path: plain, targetRevision: HEAD"), undefined, "plain"],
    [
      "one of several",
      application(`sources: [{repoURL: https://git.test/org/other.git, path: plain}]`),
      undefined,
      "plain",
    ],
    ["a chart there", at("path: chart, helm: {valueFiles: [prod.yaml]}, targetRevision: main"), "main", "chart"],
    ["a branch that is written whole", at("path: plain, targetRevision: refs/heads/main"), "refs/heads/main", "plain"],
  ])("%s", async (_, manifest, ref, name) => {
    const { searched, asked, used, objects = [] } = await rendered(manifest);
    expect(objects.map((yaml) => /name: (.*)/.exec(yaml)?.[1])).toEqual([name]);
    expect(objects[0]).toContain("namespace: shop");
    expect(searched).toEqual([]);
    expect(asked).toEqual([`https://git.test/org/other.git at ${ref}`]);
    expect(used).toEqual([{ kind: "git", ref: `https://git.test/org/other.git?ref=${ref ?? "HEAD"}`, digest: SHA }]);
  });

  test("a chart that takes values of this repository, too, which lead to the Application", async () => {
    const manifest = application(
      "sources: [{repoURL: https://git.test/org/other.git, path: chart, helm: {valueFiles: [prod.yaml, $mine/envs/a.yaml, $its/chart/prod.yaml]}}, " +
        "{repoURL: https://github.com/acme/shop, ref: mine}, {repoURL: https://git.test/org/other, ref: its}]",
    );
    const { objects, found } = await rendered(manifest, { files: { "envs/a.yaml": "size: mine\n" } });
    expect(objects?.[0]).toContain("size: mine");
    expect(found.pathsOf(ID)).toEqual(["/envs/a.yaml"]);
  });

  test("asked for what its kustomizations name as from there, which the Application uses", async () => {
    const { asked, usedBy } = await rendered(at("path: nested"));
    expect(new Set(usedBy)).toEqual(new Set([ID]));
    expect([...new Set(asked)]).toEqual([
      "https://git.test/org/other.git at undefined",
      "https://git.test/org/other.git at undefined → https://git.test/org/third at v2",
    ]);
  });

  test("told to render Applications that the search does not see, but for those that this repository has", async () => {
    const { objects, diagnostics } = await rendered(at("path: apps"), {
      files: { "argocd/here.yaml": app("here", "path: plain") },
    });
    expect(objects).toHaveLength(2);
    expect(diagnostics).toMatchObject([
      {
        code: "argocd-children-unknown",
        severity: "warning",
        message: expect.stringContaining("it is not known what Application argocd/there deploys, because the search"),
        file: "argocd/web.yaml",
      },
    ]);
  });

  test("one of the sources that `remote: auto` knows", async () => {
    const { found } = await rendered(at("path: base, targetRevision: v1"));
    const url = { repository: "https://git.test/org/other.git", path: "base", ref: "v1" };
    expect(await found.remoteSources()).toMatchObject([url]);
  });
});

describe("the revision of a source in another repository is", () => {
  const [repository, ref] = ["https://git.test/org/other.git", "https://git.test/org/other.git?ref="];
  test.each([
    ["1.x", "", "the newest 1.x", "1.x&by=argocd"],
    [`">=1 <2"`, "", "the newest >=1 <2", ">=1 <2&by=argocd"],
    ["1.x", "web/", "the newest web/1.x", "1.x&by=argocd&tagPrefix=web/"],
    [`"1.2"`, "web/", "web/1.2", "web/1.2"],
    ["main", "web/", "main", "main"],
    [`"${"1".repeat(40)}"`, "web/", "1".repeat(40), "1".repeat(40)],
  ])("for %s with the prefix %j: %s", async (revision, prefix, wanted, locked) => {
    const fields = `path: plain, targetRevision: ${revision}${prefix === "" ? "" : `, tagPrefix: ${prefix}`}`;
    const { asked, used, objects } = await rendered(at(fields));
    expect(objects).toHaveLength(1);
    expect(asked).toEqual([`${repository} at ${wanted}`]);
    expect(used).toEqual([{ kind: "git", ref: `${ref}${locked}`, digest: SHA }]);
  });
});

describe("a source in another repository fails", () => {
  const line = "argocd/web.yaml:4";
  test.each([
    ["without permission to fetch", at("path: base"), "remote-unsupported", false],
    ["where it cannot be fetched", at("path: base", "https://git.test/org/lost"), "remote-failed", true],
    ["without the directory", at("path: none"), "argocd-path-missing", true],
    ["above its top", at("path: ../base"), "argocd-invalid", false],
    ["with a plugin, which is not fetched", at("path: base, plugin: {name: cue}"), "argocd-plugin", false],
    ["with what perhaps a plugin renders", at("path: cut"), "argocd-plugin-perhaps", true],
    ["with a local path", at("path: base", "/srv/git/other"), "argocd-source-elsewhere", false],
  ])("%s", async (_, manifest, code, permits) => {
    const { problems = [], asked } = await rendered(manifest, { permits });
    expect(problems.map((one) => [one.code, `${one.file}:${one.line}`])).toEqual([[code, line]]);
    expect(permits || asked.length === 0).toBe(true);
  });
});
