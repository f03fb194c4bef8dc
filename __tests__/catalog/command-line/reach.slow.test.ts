/** `pin` and `catalog add` reach what `build` reaches, and messages about servers of this machine advise what works. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { commitAll, git, temporaryDirectories, writeContent } from "../../sources/fixtures.ts";
import { type GitServer, gitServer } from "../../sources/git-server.ts";
import { certificates } from "../../store/http/certificates.ts";
import { type Answer, text } from "../../store/http/http-server.ts";
import { NO_REGISTRY, startRegistry, type TestRegistry, TYPES, withRegistry } from "../../store/oci/registry.ts";
import {
  app,
  CONFIG_MAP,
  catalog,
  colours,
  config,
  entry,
  hex,
  NODES,
  painter,
  place,
  scriptEntry,
  webServer,
} from "./world.ts";

const RED = painter("red");
const FUNCTION = ["--group", "fn.acme.test", "--kind", "Added", "--version", "v1"];
const EMPTY = catalog().replace("krmFunctions:\n", "krmFunctions: []\n");
const redirect =
  (location: string): Answer =>
  (_, response) =>
    void response.writeHead(302, { location }).end();

// docs/specification/lock.md 5, 6
describe("attack 9.11: a host of this machine, with an empty store", () => {
  test.each(NODES)("that a kustomization names is pinned with --allow-hosts only, on %s", async (node) => {
    const content = catalog(entry("Paint", "{starlark: red.star}"));
    const server = await webServer({ "/c.yaml": text(content) });
    const here = place(app([`${server.url}/c.yaml`]), node);
    const refused = await here.run("pin", "app");
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /^error: app\/kustomization\.yaml:3:12: .*localhost \([0-9a-f.:]+\) is not on the public/,
    );
    expect(server.requests).toEqual([]);
    const pinned = await here.run("pin", "app", "--allow-hosts", `a.test,${server.host}`);
    expect(pinned).toMatchObject({ status: 0, stdout: "app/kustomization.yaml\n" });
    expect(here.read("app/kustomization.yaml")).toContain(`"${server.url}/c.yaml#sha256=${hex(content)}"`);
  });

  test.each(NODES)("that an argument names is added with --allow-hosts only, on %s", async (node) => {
    const server = await webServer({ "/red.star": text(RED), "/broken.star": text("def f(:\n") });
    const here = place({ "c.yaml": EMPTY }, node);
    const add = ["catalog", "add", "c.yaml", `${server.url}/red.star`, ...FUNCTION];
    const refused = await here.run(...add);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect([server.requests, here.read("c.yaml")]).toEqual([[], EMPTY]);
    expect((await here.run(...add, "--allow-hosts", server.host)).status).toBe(0);
    expect(here.read("c.yaml")).toContain(`sha256: ${hex(RED)}`);
    // What would fail for everybody is not added. The program is read in the thread of scripts.
    const broken = ["catalog", "add", "c.yaml", `${server.url}/broken.star`, ...FUNCTION, "--replace"];
    const failed = await here.run(...broken, "--allow-hosts", server.host);
    expect(failed).toMatchObject({
      status: 1,
      stdout: "",
      stderr: `error: ${server.url}/broken.star:1:7: got :, want )\n`,
    });
    expect(here.read("c.yaml")).toContain(`sha256: ${hex(RED)}`);
  });

  test.each([
    ["pin", ["pin", "app"]],
    ["catalog add", ["catalog", "add", "c.yaml", "URL/c.yaml", "--runtime", "starlark", ...FUNCTION]],
  ])("that an allowed one leads to is not reached by %s", async (_, args) => {
    const inside = await webServer({});
    const server = await webServer({ "/c.yaml": redirect(`${inside.url}/c.yaml`) });
    const here = place(app([`${server.url}/c.yaml`], { "c.yaml": EMPTY }));
    const words = args.map((word) => word.replace("URL", server.url));
    const result = await here.run(...words, "--allow-hosts", server.host);
    expect(result).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("not on the public network"),
    });
    expect([server.requests, inside.requests]).toEqual([["/c.yaml"], []]);
  });

  // docs/specification/releases.md 7
  test("that a push names is reached, and not where it leads to", async () => {
    const inside = await webServer({});
    const accepted: Answer = (_, response) => void response.writeHead(202, { location: `${inside.url}/up` }).end();
    const server = await webServer({ "/v2/team/shop/blobs/uploads/": accepted });
    const here = place({ "app/kustomization.yaml": "resources: [cm.yaml]\n", "app/cm.yaml": CONFIG_MAP });
    commitAll(here.path, "first");
    const release = ["release", "create", "--output-dir", "../out", "--repository", "https://github.com/acme/shop"];
    const pushed = await here.run(...release, "--push", `oci://${server.host}/team/shop:v1`);
    expect(pushed).toMatchObject({ status: 1, stderr: expect.stringContaining("is not on the public network") });
    expect(server.requests).toContain("/v2/team/shop/blobs/uploads/");
    expect(inside.requests).toEqual([]);
  });

  test("credentials of a repository are not read: they could name programs", async () => {
    const server = await webServer({ "/v2/a/b/manifests/v1": (_, response) => void response.writeHead(401).end() });
    const here = place({
      "c.yaml": EMPTY,
      "config.json": `{"credHelpers": {"${server.host}": "mine"}}`,
      "docker-credential-mine.sh": "#!/bin/sh\ntouch ran\n",
    });
    here.link("docker-credential-mine", "docker-credential-mine.sh");
    const env = { DOCKER_CONFIG: here.path, PATH: `${here.path}:${process.env["PATH"]}` };
    const add = ["catalog", "add", "c.yaml", `${server.host}/a/b:v1`, ...FUNCTION, "--allow-hosts", server.host];
    expect((await here.runIn(".", env, ...add)).status).toBe(1);
    expect(server.requests.length).toBeGreaterThan(0);
    expect(() => here.read("ran")).toThrow("ENOENT");
  });
});

describe("a registry of this machine without TLS, and its token server", () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    if (NO_REGISTRY !== undefined) return;
    registry = await startRegistry({
      auth: { user: "u", password: "p", publicRepositories: ["fns/catalog", "fns/i"] },
    });
    await registry.image("fns/i", "v1");
    const content = catalog(entry("Paint", "{starlark: {url: 'https://a.test/a.star'}}"));
    await registry.artifact("fns/catalog", "v1", [{ content, mediaType: TYPES.catalog }]);
  });
  afterAll(() => registry?.close());

  const views = NODES.map((node) => ["view", node] as const);
  withRegistry.each([...views, ["pin", process.execPath], ["add", process.execPath]] as const)(
    "are reached by what the messages advise: %s, on %s",
    async (command, node) => {
      const reference = `oci://${registry.host}/fns/catalog:v1`;
      const here = place(app([reference], { "c.yaml": EMPTY }), node);
      const args = {
        view: ["view", "catalog", reference],
        pin: ["pin", "app"],
        add: ["catalog", "add", "c.yaml", `${registry.host}/fns/i:v1`, ...FUNCTION],
      }[command];
      const given: string[] = [];
      let result = await here.run(...args);
      // The registry, then its token server.
      for (const _ of [1, 2]) {
        const [advice = ""] = /--insecure-registry 127\.0\.0\.1:\d+/.exec(result.stderr) ?? [];
        expect(given).not.toContain(advice.split(" ")[1]);
        given.push(...advice.split(" "));
        result = await here.run(...args, ...given);
      }
      expect([result.status, result.stderr.replace(/^\d file.*\n/, "")]).toEqual([0, ""]);
    },
  );

  withRegistry("that --allow-hosts lists do not speak TLS, and the message says what to do", async () => {
    const here = place();
    const view = ["view", "catalog", `oci://${registry.host}/fns/catalog:v1`, "--allow-hosts", registry.host];
    for (const node of NODES) {
      const { stderr } = await place({}, node).run(...view);
      expect(stderr).toBe(
        `error: ${registry.host}/fns/catalog:v1 cannot be read: the server does not speak TLS\n` +
          "  hint: Check the port, and whether the server serves https. For a registry of yours on this machine that serves http, " +
          `use --insecure-registry ${registry.host} on the command line.\n`,
      );
    }
    expect((await here.run(...view, "--insecure-registry", registry.host)).stderr).not.toContain("does not speak TLS");
  });
});

describe("a catalog beside a base of a repository", () => {
  const directories = temporaryDirectories();
  let server: GitServer;
  let top: string;
  beforeAll(async () => {
    top = directories();
    const repository = join(top, "lib.git");
    git(".", "init", "--quiet", "--initial-branch=main", repository);
    writeContent(repository, {
      files: {
        "base/kustomization.yaml": "resources: [cm.yaml]\ntransformers: [paint.yaml]\ncatalogs: [../c.yaml]\n",
        "base/cm.yaml": CONFIG_MAP,
        "base/paint.yaml": config(),
        "c.yaml": catalog(scriptEntry("Paint", "red.star", RED)),
        "red.star": RED,
      },
    });
    commitAll(repository, "first");
    const started = await gitServer(top, certificates());
    if (started === undefined) throw new Error("git has no http-backend");
    server = started;
  });
  afterAll(() => server.close());

  test("that is named by file:// cannot be trusted, and the message says how it can", async () => {
    const host = new URL(server.url).host.replace("127.0.0.1", "localhost");
    const named = (url: string): Record<string, string> => ({
      "app/kustomization.yaml": `resources: ["${url}/lib.git//base?ref=main"]\n`,
    });
    const here = place(named(`file://${top}`));
    const local = await here.build();
    expect(local.status).toBe(1);
    expect(local.stderr).not.toContain("--trusted-catalog");
    expect(local.stderr).toContain("No line can trust it: catalogs are fetched by https without credentials, by ssh");
    here.write(named(`https://${host}`));
    const remote = await here.build("--allow-hosts", host);
    const [, line = ""] = /--trusted-catalog (\S+)`/.exec(remote.stderr) ?? [];
    const trusted = await here.build("--allow-hosts", host, "--trusted-catalog", line);
    expect(colours(trusted)).toEqual(["none+red"]);
  });
});
