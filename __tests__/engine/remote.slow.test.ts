/** Builds with remote bases and files, which this test serves. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { type Builder, createBuilder } from "../../src/engine/index.ts";
import { LOCAL_PROTOCOLS, lazyRemotes, memoryTree, type OpenRemotes } from "../../src/sources/index.ts";
import { findProgram, lackOf } from "../programs.ts";
import { commitAll, GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "../sources/fixtures.ts";
import { type GitServer, gitServer } from "../sources/git-server.ts";
import { type HttpServer, httpServer, status, text } from "../store/http/http-server.ts";
import { note } from "../unless.ts";
import { referenceOutcome } from "./reference.ts";

const KUSTOMIZE = findProgram("KUSTOMIZE_BIN");
note(lackOf("KUSTOMIZE_BIN"));
const temporary = temporaryDirectories();
const served = temporary();
const opened: OpenRemotes[] = [];
let repositories: GitServer;
let web: HttpServer;
let sha: string;

const object = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

beforeAll(async () => {
  repositories = await gitServer(served);
  mkdirSync(join(served, "app"));
  mkdirSync(join(served, "loop"));
  sha = initRepository(join(served, "app"), {
    files: {
      "kustomization.yaml": "resources: [base]\n",
      "base/kustomization.yaml": "resources: [cm.yaml]\n",
      "base/cm.yaml": object("app"),
      "overlay/kustomization.yaml": "namePrefix: o-\nresources: [../base]\n",
      "component/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnameSuffix: -c\n",
      "climbing/kustomization.yaml": "resources: [../../../etc]\n",
      "reading/kustomization.yaml": "resources: [../base/cm.yaml]\n",
      "broken/kustomization.yaml": "resources: [cm.yaml]\n",
      "broken/cm.yaml": "a: [\n",
      "itself/kustomization.yaml": "resources: [../itself]\n",
      "generated/kustomization.yaml": "configMapGenerator:\n- name: g\n  files: [data]\n",
      "generated/data": "one\n",
    },
    links: { out: "/etc", inside: "base" },
  });
  git(join(served, "app"), "tag", "v1");
  writeContent(join(served, "app"), { files: { "generated/data": "two\n" } });
  commitAll(join(served, "app"), "second");
  initRepository(join(served, "loop"), {
    files: { "kustomization.yaml": `resources: [${repositories.url}/loop//]\n` },
  });
  web = await httpServer({
    "/cm.yaml": text(object("web")),
    "/patch.yaml": text("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: local\ndata:\n  patched: yes it is\n"),
    "/data.txt": text("data\n"),
    "/page": text("<html>\n<a b:c: d>\n"),
    "/broken.yaml": text("a: [\n"),
    "/busy.yaml": status(503),
    "/raw/plain": text(object("plain")),
    "/raw/file.yaml": text(object("raw")),
    "/a/b/c.yaml": text(object("deep")),
  });
});

beforeEach(() => {
  (repositories.requests as unknown[]).length = 0;
  web.requests.length = 0;
});

afterAll(async () => {
  await Promise.all(opened.map((remotes) => remotes.close()));
  await Promise.all([repositories.close(), web.close()]);
});

function placed(content: string): string {
  return content.replaceAll("GIT", repositories.url).replaceAll("WEB", web.url).replaceAll("SHA", sha);
}

function remotesOf(): OpenRemotes {
  const remotes = lazyRemotes({
    store: { directory: temporary() },
    rules: { protocols: LOCAL_PROTOCOLS, privateHosts: true },
    env: GIT_ENV,
    sleep: async () => {},
  });
  opened.push(remotes);
  return remotes;
}

function builderOf(kustomization: string): Builder {
  const files = { "kustomization.yaml": placed(kustomization), "local.yaml": object("local") };
  return createBuilder(memoryTree(files), { remotes: remotesOf() });
}

async function build(kustomization: string, directory = "/"): Promise<string> {
  const { resources } = await builderOf(kustomization).build(directory);
  return resources.map(({ yaml }) => yaml).join("---\n");
}

/** Problems, one per line, with fixed names for the addresses of the servers. */
async function problemsOf(building: Promise<unknown>): Promise<string> {
  const thrown: unknown = await building.then(
    () => undefined,
    (error: unknown) => error,
  );
  const lines = diagnosticsOf(thrown).map((problem) => `${problem.code}: ${formatDiagnostic(problem)}`);
  return lines.join("\n").replaceAll(repositories.url, "GIT").replaceAll(web.url, "WEB").replaceAll(sha, "SHA");
}

// docs/specification/loading.md 1.2, 2.1
// docs/specification/remote-sources.md 1.3
const REFERENCES: [title: string, kustomization: string][] = [
  ["a directory", "resources:\n- GIT/app//overlay\n"],
  ["the top", "resources:\n- GIT/app//\n- local.yaml\n"],
  ["a tag", "resources:\n- GIT/app//generated?ref=v1\n"],
  ["a commit", "resources:\n- GIT/app//generated?ref=SHA\n"],
  ["a version", "resources:\n- GIT/app//generated?version=v1\n"],
  ["the default branch", "resources:\n- GIT/app//generated\n"],
  ["a symlink within", "resources:\n- GIT/app//inside\n"],
  ["the same twice, differently changed", "resources:\n- GIT/app//base\n- GIT/app//overlay\n"],
  ["bases", "bases:\n- GIT/app//base\n"],
  ["a component", "resources:\n- local.yaml\ncomponents:\n- GIT/app//component\n"],
  ["a file", "resources:\n- WEB/cm.yaml\n"],
  ["a file without an ending", "resources:\n- WEB/raw/plain\n"],
  ["a patch", "resources:\n- local.yaml\npatches:\n- path: WEB/patch.yaml\n"],
  ["a strategic merge patch", "resources:\n- local.yaml\npatchesStrategicMerge:\n- WEB/patch.yaml\n"],
  [
    "origins",
    "buildMetadata: [originAnnotations, transformerAnnotations]\nresources:\n- GIT/app//overlay?ref=v1\n- GIT/app//\n" +
      "- GIT/app//generated/?ref=SHA\n- WEB/raw/plain\n- WEB/a/b/c.yaml\ncomponents:\n- GIT/app//component\n",
  ],
  ["data of a generator", "configMapGenerator:\n- name: a\n  files:\n  - WEB/data.txt\n  - named=WEB/data.txt\n"],
];

test.each(REFERENCES)("%s", async (_, kustomization) => {
  const output = await build(kustomization);
  expect(output).toContain("kind: ConfigMap");
  if (KUSTOMIZE === undefined) return;
  const files = { "kustomization.yaml": placed(kustomization), "local.yaml": object("local") };
  const outcome = await referenceOutcome(KUSTOMIZE, { files });
  // biome-ignore lint/suspicious/noMisplacedAssertion: runs only if the binary is available
  expect(outcome).toEqual({ text: output });
});

// docs/specification/loading.md 1.1
test("an address as the directory to build is used unchanged", async () => {
  const output = await build("resources: [nothing]\n", placed("GIT/app//overlay?ref=v1"));
  expect(output).toBe(object("o-app"));
  expect(await problemsOf(build("", `${web.url}/org`))).toMatch(/is not the address of a git repository/);
});

describe("an error is reported at the place of the reference", () => {
  const PLACE = "kustomization.yaml:2:3: ";
  test.each([
    [
      "GIT/gone//base",
      `remote-failed: ${PLACE}GIT/gone at HEAD cannot be fetched: fatal: repository 'GIT/gone/' not found`,
    ],
    [
      "GIT/app//base?ref=gone",
      `remote-failed: ${PLACE}GIT/app at gone cannot be fetched: fatal: couldn't find remote ref gone`,
    ],
    // docs/specification/remote-sources.md 3.4
    ["GIT/app//gone", `not-a-directory: ${PLACE}GIT/app//gone does not exist in that repository`],
    // docs/specification/remote-sources.md 3.4
    ["GIT/app//base/cm.yaml", `not-a-directory: ${PLACE}GIT/app//base/cm.yaml is not a directory in that repository`],
    // docs/specification/remote-sources.md 3.4
    ["GIT/app//out", `not-a-directory: ${PLACE}GIT/app//out does not exist in that repository`],
    ["GIT/app//component", "component-as-resource: "],
    // docs/specification/errors.md 1.2
    ["WEB/gone.yaml", `remote-not-found: ${PLACE}WEB/gone.yaml cannot be read: the server answers 404 (Not Found)`],
    ["WEB/busy.yaml", `remote-failed: ${PLACE}WEB/busy.yaml cannot be read: the server answers 503`],
    ["WEB/broken.yaml", "invalid-yaml: WEB/broken.yaml:1:5: "],
    ["GIT/app//broken?ref=v1", "invalid-yaml: GIT/app//broken/cm.yaml?ref=v1:1:5: "],
    [
      // docs/specification/loading.md 2.1
      "GIT/app//climbing",
      "outside-clone: GIT/app//climbing/kustomization.yaml:1:13: ../../../etc leads out of GIT/app",
    ],
    [
      // docs/specification/loading.md 1.6
      "GIT/app//reading",
      "outside-root: GIT/app//reading/kustomization.yaml:1:13: GIT/app//base/cm.yaml must not be read: it is not in or below",
    ],
    ["GIT/app//itself", "cycle: GIT/app//itself/kustomization.yaml:1:13: cycle: GIT/app//itself includes itself"],
    [
      // docs/specification/remote-sources.md 3.5
      "GIT/loop//",
      "cycle: GIT/loop//kustomization.yaml:1:13: cycle: GIT/loop// includes itself: GIT/loop// → GIT/loop//",
    ],
  ])("%s", async (entry, problem) => {
    const kustomization = `resources:\n- ${entry}\n`;
    expect(await problemsOf(build(kustomization))).toContain(problem);
    const files = { "kustomization.yaml": placed(kustomization) };
    const refused = KUSTOMIZE === undefined || "error" in (await referenceOutcome(KUSTOMIZE, { files }));
    expect(refused).toBe(true);
  });

  test("nothing is requested if remote sources are disabled", async () => {
    for (const entry of ["GIT/app//base", "WEB/cm.yaml", "git@example.com:org/repo"]) {
      const builder = createBuilder(memoryTree({ "kustomization.yaml": placed(`resources:\n- ${entry}\n`) }));
      expect(await problemsOf(builder.build("/"))).toMatch(/^remote-unsupported: kustomization\.yaml:2:3: /);
    }
    expect([...repositories.requests, ...web.requests]).toEqual([]);
  });
});

describe("the number of requests", () => {
  test("once for all bases of a repository, all targets and both revisions", async () => {
    const remotes = remotesOf();
    const target = placed("resources: [GIT/app//base, WEB/cm.yaml]\n");
    const files = { "a/kustomization.yaml": target, "b/kustomization.yaml": target, "c/kustomization.yaml": target };
    for (let revision = 0; revision < 2; revision++) {
      const builder = createBuilder(memoryTree(files), { remotes });
      const built = await Promise.all(["/a", "/b", "/c"].map((directory) => builder.build(directory)));
      expect(built.map(({ resources }) => resources.length)).toEqual([2, 2, 2]);
    }
    expect(repositories.requests.filter(({ url }) => url.includes("info/refs"))).toHaveLength(1);
    expect(web.requests).toEqual(["/cm.yaml"]);
  });

  // docs/specification/loading.md 3.1
  test("addresses of repositories are requested by git only, those of files by HTTP only", async () => {
    await build("resources:\n- GIT/app//base?ref=v1\n");
    expect(repositories.requests.every(({ url }) => url.includes("git-upload-pack"))).toBe(true);
    await build("resources: [WEB/raw/file.yaml]\n");
    await problemsOf(build("resources: [WEB/org/repo/gone.yaml]\n"));
    expect(web.requests).toEqual(["/raw/file.yaml", "/org/repo/gone.yaml"]);
  });
});

describe("references that may change", () => {
  const notices = async (kustomization: string): Promise<string[]> => {
    const { diagnostics } = await builderOf(kustomization).build("/");
    return diagnostics
      .filter(({ code }) => code === "unpinned-reference")
      .map(({ severity, line, hint }) => `${severity} ${line}: ${hint}`);
  };

  test("give one notice each, which says how to pin them", async () => {
    const kustomization = "resources:\n- GIT/app//base\n- GIT/app//overlay?ref=v1\n- WEB/cm.yaml\n";
    expect(await notices(kustomization)).toEqual([
      expect.stringMatching(/^notice 2: Pin it: ref=[0-9a-f]{40}$/),
      `notice 3: Pin it: ref=${sha}`,
      expect.stringMatching(/^notice 4: .*#sha256:[0-9a-f]{64}$/),
    ]);
  });

  test("give a notice in every target, although their base is built once", async () => {
    const overlays = ["a", "b", "c", "d"].map((name) => [`${name}/kustomization.yaml`, "resources: [../base]\n"]);
    const base = placed("resources:\n- GIT/app//base\n- WEB/cm.yaml\n");
    const files = { ...Object.fromEntries(overlays), "base/kustomization.yaml": base };
    const builder = createBuilder(memoryTree(files), { remotes: remotesOf() });
    for (const directory of ["/a", "/b", "/c", "/d"]) {
      const { diagnostics } = await builder.build(directory);
      expect(diagnostics.map(({ code }) => code)).toEqual(["unpinned-reference", "unpinned-reference"]);
    }
  });

  test("commits and digests do not change", async () => {
    const [notice = ""] = await notices("resources:\n- WEB/cm.yaml\n");
    const digest = /sha256:([0-9a-f]{64})/.exec(notice)?.[1] ?? "";
    expect(await notices(`resources:\n- GIT/app//base?ref=SHA\n- WEB/cm.yaml#sha256=${digest}\n`)).toEqual([]);
    expect(await notices(`resources:\n- WEB/cm.yaml#sha256:${digest.toUpperCase()}\n`)).toEqual([]);
  });

  test("an invalid digest is refused, and not ignored", async () => {
    for (const digits of ["", "abc", "0".repeat(63), "g".repeat(64)]) {
      const problems = await problemsOf(build(`resources:\n- WEB/cm.yaml#sha256=${digits}\n`));
      expect(problems).toMatch(/^remote-failed: .* the digest of .*cm\.yaml does not have 64 hexadecimal digits/);
    }
  });

  test("a file with another digest is refused", async () => {
    const kustomization = `resources:\n- WEB/cm.yaml#sha256=${"0".repeat(64)}\n`;
    expect(await problemsOf(build(kustomization))).toMatch(
      /^remote-failed: .* has the digest sha256=[0-9a-f]{64}, not the one/,
    );
  });
});

test("a prefix without effect gives a warning", async () => {
  const { diagnostics, resources } = await builderOf("resources:\n- git::GIT/app//base?ref=SHA\n").build("/");
  expect(resources).toHaveLength(1);
  expect(diagnostics.map(({ code, severity, line }) => `${severity} ${line}: ${code}`)).toEqual([
    "warning 2: git-prefix",
  ]);
});

test("a local directory cannot be a base of a remote repository", async () => {
  const directory = temporary();
  writeFileSync(join(directory, "kustomization.yaml"), "resources: []\n");
  writeContent(join(served, "app"), { files: { "absolute/kustomization.yaml": `resources: [${directory}]\n` } });
  commitAll(join(served, "app"), "absolute");
  expect(await problemsOf(build("resources: [GIT/app//absolute]\n"))).toMatch(/^file-not-found: GIT\/app\/\/absolute/);
});
