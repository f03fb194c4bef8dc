/** Builds with `remote: auto`, from a git server and a web server on the loopback interface. */
import { mkdirSync, writeFileSync } from "node:fs";
import { globalAgent } from "node:https";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { automaticPermission } from "../../../src/action/automatic/index.ts";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { findDeployments } from "../../../src/deployments/index.ts";
import { diagnosticsOf } from "../../../src/diagnostics.ts";
import { createBuilder } from "../../../src/engine/index.ts";
import { missingInputs } from "../../../src/review/missing-inputs.ts";
import { type Helm, memoryTree, type OpenRemotes, permittedRemotes } from "../../../src/sources/index.ts";
import { compareBytewise } from "../../../src/text/index.ts";
import { GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "../../sources/fixtures.ts";
import { type GitServer, gitServer } from "../../sources/git-server.ts";
import { tarGz } from "../../store/artifacts/archives.ts";
import { certificates } from "../../store/http/certificates.ts";
import { type Answer, type HttpServer, httpServer, text } from "../../store/http/http-server.ts";

jest.setTimeout(60_000);

const temporary = temporaryDirectories();
const served = temporary();
const authority = join(temporary(), "ca.pem");
const opened: OpenRemotes[] = [];
let server: GitServer;
let web: HttpServer;

async function chart(version: string): Promise<Answer> {
  const archive = await tarGz([
    [{ name: "web/Chart.yaml" }, `name: web\nversion: ${version}\n`],
    [{ name: "web/values.yaml" }, "a: b\n"],
  ]);
  return (_, response) => void response.end(archive);
}

/** Prints an object whose name tells the version of the chart. */
const helm: Helm = {
  honoursConfigHome: false,
  async run([command, , given]) {
    if (command === "version") return "v3.20.0";
    const about = typeof given === "object" && "directory" in given ? given.directory.get("Chart.yaml") : undefined;
    return object(`web-${/version: (.*)/.exec(Buffer.from(about ?? "").toString())?.[1]}`);
  },
  close: () => undefined,
};

const object = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

beforeAll(async () => {
  const { ca, ...tls } = certificates();
  writeFileSync(authority, ca);
  globalAgent.options.ca = ca;
  server = await gitServer(served, tls);
  web = await httpServer(
    {
      "/crds/a.yaml": text(object("a")),
      "/crds/b.yaml": text(object("b")),
      "/charts/index.yaml": text(
        JSON.stringify({
          entries: Object.fromEntries(
            ["web", "db"].map((name) => [
              name,
              ["1.0.0", "2.0.0"].map((version) => ({ name, version, urls: [`${name}-${version}.tgz`] })),
            ]),
          ),
        }),
      ),
      "/charts/web-1.0.0.tgz": await chart("1.0.0"),
      "/charts/web-2.0.0.tgz": await chart("2.0.0"),
    },
    tls,
  );
  for (const name of ["deep", "evil"]) {
    mkdirSync(join(served, "org", name), { recursive: true });
    initRepository(join(served, "org", name), {
      files: { "base/kustomization.yaml": "resources: [cm.yaml]\n", "base/cm.yaml": object(name) },
    });
  }
  const app = join(served, "org/app");
  mkdirSync(app, { recursive: true });
  const naming = (name: string) => ({
    files: { "base/kustomization.yaml": `resources:\n- ${placed(`GIT/org/${name}//base`)}\n` },
  });
  initRepository(app, naming("deep"));
  git(app, "tag", "v1");
  writeContent(app, naming("evil"));
  git(app, "commit", "-q", "-a", "-m", "of a fork");
  git(app, "tag", "fork");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((remotes) => remotes.close()));
  (server.requests as unknown[]).length = 0;
  web.requests.length = 0;
});
afterAll(async () => {
  // Other files run in the same process.
  delete globalAgent.options.ca;
  await Promise.all([server.close(), web.close()]);
});

function placed(content: string): string {
  return content.replaceAll("GIT", server.url).replaceAll("WEB", web.url);
}

const list = (...entries: readonly string[]): string =>
  `resources:\n${entries.map((entry) => `- ${entry}\n`).join("")}`;

/** Builds what the head names. @returns the names of the objects, or the first problem, and the repositories that were asked for */
async function build(tip: string, head: string, store = temporary()) {
  const treeOf = (kustomization: string) => memoryTree({ "app/kustomization.yaml": placed(kustomization) });
  const tree = { ...treeOf(tip), label: "main (1234567)" };
  const remotes = permittedRemotes(
    {
      store: { directory: store },
      // `auto` itself allows no host of this machine.
      rules: { protocols: ["https"], privateHosts: false, allowHosts: ["127.0.0.1"] },
      env: { ...GIT_ENV, GIT_SSL_CAINFO: authority },
      untrusted: true,
    },
    automaticPermission(async () => [tree]),
  );
  opened.push(remotes);
  const result = await createBuilder(treeOf(head), { remotes, helm: { helm } })
    .build("/app")
    .then(
      ({ resources }) => resources.map(({ yaml }) => /name: (.*)/.exec(yaml)?.[1]),
      (thrown) => diagnosticsOf(thrown),
    );
  const asked = [...new Set(server.requests.map(({ url }) => url.split("/")[2] ?? ""))].sort(compareBytewise);
  return { result, asked, files: [...web.requests] };
}

test("another ref of a repository, what its base names, and another file of a directory", async () => {
  const tip = list("GIT/org/app//base?ref=v1", "WEB/crds/a.yaml");
  expect(await build(tip, list("GIT/org/app//base?ref=v1&timeout=20", "WEB/crds/b.yaml"))).toEqual({
    result: ["b", "deep"],
    asked: ["app", "deep"],
    files: ["/crds/b.yaml"],
  });
});

test("attack 9.35: what only another commit of a repository names is not fetched, whoever made the commit", async () => {
  const { result, asked } = await build(list("GIT/org/app//base?ref=v1"), list("GIT/org/app//base?ref=fork"));
  expect(result).toMatchObject([
    {
      code: "remote-unsupported",
      message: placed(
        "GIT/org/evil is not fetched: no target of main (1234567) uses the repository GIT/org/evil, and `remote: auto` fetches nothing that is new",
      ),
    },
  ]);
  expect(missingInputs(result as never)).toEqual(["remote"]);
  expect(asked).toEqual(["app"]);
});

describe("a chart", () => {
  const named = (name: string, more: string, repo = "WEB/charts"): string =>
    `helmCharts:\n- {name: ${name}, repo: "${repo}", releaseName: r, ${more}}\n`;

  test("of the default branch is fetched at another version", async () => {
    const tip = named("web", "version: 1.0.0");
    expect(await build(tip, named("web", "version: ^2", "WEB/charts/"))).toMatchObject({
      result: ["web-2.0.0"],
      files: ["/charts/index.yaml", "/charts/web-2.0.0.tgz"],
    });
    const store = temporary();
    await build(tip, tip, store);
    web.requests.length = 0;
    expect(await build(tip, tip, store)).toMatchObject({ result: ["web-1.0.0"], files: [] });
  });

  test.each<[what: string, head: string, unit: string]>([
    ["another chart", named("db", "version: 1.0.0"), "the chart db of WEB/charts"],
    ["another repository", named("web", "version: 1.0.0", "WEB/other"), "the chart web of WEB/other"],
    [
      "a registry",
      named("web", "version: 1.0.0", "WEB/charts").replace("WEB", "oci://127.0.0.1:1"),
      "the repository oci://",
    ],
  ])("attack 9.35: %s is not asked for", async (_, head, unit) => {
    const { result, files } = await build(named("web", "version: 1.0.0"), head);
    expect(result).toMatchObject([
      { message: expect.stringContaining(placed(`no target of main (1234567) uses ${unit}`)) },
    ]);
    expect([missingInputs(result as never), files]).toEqual([["remote"], []]);
  });
});

test("a new repository and a new directory are not asked for", async () => {
  for (const entry of ["GIT/org/evil//base", "WEB/other/a.yaml", "WEB/a.yaml"]) {
    const { result, asked, files } = await build(list("GIT/org/app//base?ref=v1", "WEB/crds/a.yaml"), list(entry));
    expect(missingInputs(result as never)).toEqual(["remote"]);
    expect([asked, files]).toEqual([[], []]);
  }
});

describe("attack 9.35: what an ApplicationSet reads", () => {
  const set = (repository: string, revision: string): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: web, namespace: argocd}
spec:
  generators: [{git: {repoURL: ${repository}, revision: ${revision}, directories: [{path: "*"}]}}]
  template:
    metadata: {name: "{{path}}"}
    spec: {destination: {name: in-cluster, namespace: web}, source: {repoURL: https://github.com/acme/shop, path: plain}}
`;

  async function search(tip: string, head: string) {
    const treeOf = (manifest: string) => memoryTree({ "set.yaml": placed(manifest), "plain/a.yaml": object("a") });
    const settings = { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop" };
    const remotes = permittedRemotes(
      {
        store: { directory: temporary() },
        rules: { protocols: ["https"], privateHosts: false, allowHosts: ["127.0.0.1"] },
        env: { ...GIT_ENV, GIT_SSL_CAINFO: authority },
        untrusted: true,
      },
      automaticPermission(
        async () => [{ ...treeOf(tip), label: "main (1234567)" }],
        async (tree, fetching) =>
          (await findDeployments(tree, { ...settings, build: { remotes: fetching } })).remoteSources(),
      ),
    );
    opened.push(remotes);
    const { targets, problems } = await findDeployments(treeOf(head), { ...settings, build: { remotes } });
    return [...targets.map(({ id }) => id), ...problems.map(({ message }) => message)];
  }

  test("is fetched if the default branch reads the same repository, at any revision", async () => {
    expect(await search(set("GIT/org/app", "v1"), set("GIT/org/app", "fork"))).toEqual([
      "argocd://in-cluster/argocd/base",
    ]);
  });

  test("is not fetched if it is new", async () => {
    expect(await search(set("GIT/org/app", "v1"), set("GIT/org/evil", "main"))).toEqual([
      placed(
        "the Applications of the ApplicationSet argocd/web are not known: the source GIT/org/evil is not this repository, and is not fetched: " +
          "no target of main (1234567) uses the repository GIT/org/evil, and `remote: auto` fetches nothing that is new",
      ),
    ]);
    expect(server.requests.filter(({ url }) => url.includes("evil"))).toEqual([]);
  });
});
