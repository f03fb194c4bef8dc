/** Catalogs elsewhere: by https, git and from registries, with real servers of this machine. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { git, temporaryDirectories } from "../../sources/fixtures.ts";
import { type GitServer, gitServer } from "../../sources/git-server.ts";
import { certificates } from "../../store/http/certificates.ts";
import { type Answer, httpServer, status, text } from "../../store/http/http-server.ts";
import { DOCKER_REGISTRY, startRegistry, type TestRegistry, TYPES, withRegistry } from "../../store/oci/registry.ts";
import {
  app,
  CONFIG_MAP,
  catalog,
  colours,
  config,
  entry,
  hex,
  painter,
  place,
  type Result,
  scriptEntry,
  webServer,
} from "./world.ts";

const RED = painter("red");
const trust = (...references: string[]): string[] => references.flatMap((each) => ["--trusted-catalog", each]);

function painted(result: Result): string {
  return result.status === 0 ? colours(result).join(" ") : result.stderr;
}

/** A catalog that works wherever it lies. */
function anywhere(script: string): string {
  return catalog(entry("Paint", `{starlark: "${script}#sha256=${hex(RED)}"}`));
}

const redirect =
  (location: string): Answer =>
  (_, response) =>
    void response.writeHead(302, { location }).end();

describe("K14: a catalog by https", () => {
  test("is fetched once for a run, anonymously, with a warning if it can change", async () => {
    const answers: Record<string, Answer | Answer[]> = { "/red.star": text(RED) };
    const server = await webServer(answers);
    const content = anywhere(`${server.url}/red.star`);
    // Attack 9.7: what was checked is what is used.
    answers["/c.yaml"] = [text(content), text(content.replace("Paint", "Evil"))];
    const here = place(app([`${server.url}/c.yaml`]));
    here.write({
      "app/again.yaml": config().replace("name: paint", "name: again"),
      "app/kustomization.yaml": `resources: [cm.yaml]\ntransformers: [paint.yaml, again.yaml]\ncatalogs: ["${server.url}/c.yaml"]\n`,
    });
    const result = await here.runIn(
      ".",
      { DOCKER_CONFIG: here.path },
      "build",
      "app",
      ...trust(`${server.url}/c.yaml`),
      "--allow-hosts",
      server.host,
    );
    expect(painted(result)).toBe("none+red+red");
    expect(result.stderr).toContain(
      `warning: app/kustomization.yaml:3:12: the catalog ${server.url}/c.yaml is trusted whatever it contains`,
    );
    expect(server.requests).toEqual(["/c.yaml", "/red.star"]);
    expect(server.authorizations).toEqual([undefined, undefined]);
  });

  test("--require-pinned-catalogs refuses it, and accepts it with its digest", async () => {
    const answers: Record<string, Answer> = { "/red.star": text(RED) };
    const server = await webServer(answers);
    const content = anywhere(`${server.url}/red.star`);
    answers["/c.yaml"] = text(content);
    const here = place(app([`${server.url}/c.yaml`]));
    const options = ["--allow-hosts", server.host, "--require-pinned-catalogs"];
    const refused = await here.build(...trust(`${server.url}/c.yaml`), ...options);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`and trust \`${server.url}/c.yaml#sha256=${hex(content)}\``);
    const accepted = await here.build(...trust(`${server.url}/c.yaml#sha256=${hex(content)}`), ...options);
    expect([painted(accepted), accepted.stderr]).toEqual(["none+red", ""]);
  });

  test.each<[what: string, answers: (url: string) => Record<string, Answer>, message: string]>([
    ["to http", (url) => ({ "/c.yaml": redirect(url.replace("https:", "http:")) }), "which is not encrypted"],
    [
      "to 127.0.0.1",
      () => ({ "/c.yaml": redirect("https://127.0.0.1:9/c.yaml") }),
      "127.0.0.1 is not on the public network",
    ],
    [
      "to a private address",
      () => ({ "/c.yaml": redirect("https://10.0.0.1/c.yaml") }),
      "10.0.0.1 is not on the public network",
    ],
    [
      "to the metadata service",
      () => ({ "/c.yaml": redirect("https://169.254.169.254/latest") }),
      "169.254.169.254 is not on the public network",
    ],
    [
      "six times",
      () => ({
        "/c.yaml": redirect("/1"),
        ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((count) => [`/${count}`, redirect(`/${count + 1}`)])),
      }),
      "redirect",
    ],
  ])("attack 9.11: redirected %s", async (_, make, message) => {
    const answers: Record<string, Answer> = {};
    const server = await webServer(answers);
    Object.assign(answers, make(server.url));
    const here = place(app([`${server.url}/c.yaml`]));
    const result = await here.build(...trust(`${server.url}/c.yaml`), "--allow-hosts", server.host);
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toContain(message);
  });

  test("attack 9.25: messages show no secrets of addresses", async () => {
    const server = await webServer({ "/c.yaml": status(403) });
    for (const address of [`${server.url}/c.yaml?token=S3CRET`, server.url.replace("://", "://user:S3CRET@")]) {
      const here = place(app([address]));
      const result = await here.build(...trust(address), "--allow-hosts", server.host);
      // A wrong trust line is wrong usage.
      expect(result).toMatchObject({ status: address.includes("@") ? 2 : 1, stdout: "" });
      expect(result.stderr).not.toContain("S3CRET");
      const viewed = await here.run("view", "catalog", address, "--allow-hosts", server.host);
      expect(viewed.status).toBe(1);
      expect(viewed.stderr + viewed.stdout).not.toContain("S3CRET");
    }
  });
});

test("K21: the line that view prints trusts this content and no other", async () => {
  const answers: Record<string, Answer> = { "/red.star": text(RED) };
  const server = await webServer(answers);
  const content = anywhere(`${server.url}/red.star`);
  answers["/c.yaml"] = text(content);
  const here = place(app([`${server.url}/c.yaml`]));
  const reach = ["--allow-hosts", server.host];
  const view = await here.run("view", "catalog", `${server.url}/c.yaml`, ...reach);
  expect(view).toMatchObject({ status: 0, stderr: "" });
  const line = /^ {2}(\S+)$/m.exec(view.stdout)?.[1] ?? "";
  expect(line).toBe(`${server.url}/c.yaml#sha256=${hex(content)}`);
  expect(server.requests).toEqual(["/c.yaml"]);
  expect(painted(await here.build(...trust(line), ...reach))).toBe("none+red");
  const edited = content.replace("name: acme", "name: acmf");
  answers["/c.yaml"] = text(edited);
  // The store has the content that is trusted.
  expect(painted(await here.build(...trust(line), ...reach))).toBe("none+red");
  const result = await place(app([`${server.url}/c.yaml`])).build(...trust(line), ...reach);
  expect(result).toMatchObject({ status: 1, stdout: "" });
  expect(result.stderr).toContain(
    `the digest of ${server.url}/c.yaml differs: it is ${hex(edited)}, not ${hex(content)}`,
  );
});

describe("by git", () => {
  const temporary = temporaryDirectories();
  let server: GitServer;
  let host: string;
  let repository: string;
  let commit: string;

  beforeAll(async () => {
    const root = temporary();
    const work = temporary();
    const files = place({
      "catalogs/c.yaml": catalog(scriptEntry("Paint", "red.star", RED)),
      "catalogs/red.star": RED,
      "base/kustomization.yaml": "resources: [cm.yaml]\ntransformers: [paint.yaml]\ncatalogs: [../catalogs/c.yaml]\n",
      "base/cm.yaml": CONFIG_MAP,
      "base/paint.yaml": config(),
      "composition/composition.yaml": `kind: Composition\ncatalogs: [../catalogs/c.yaml]\ntransformers:\n- {kind: ResourceAccumulator, paths: [cm.yaml]}\n- {apiVersion: fn.acme.test/v1, kind: Paint}\n`,
      "composition/cm.yaml": CONFIG_MAP,
      "outside/kustomization.yaml": "resources: [cm.yaml]\ntransformers: [paint.yaml]\ncatalogs: [../../c.yaml]\n",
      "outside/cm.yaml": CONFIG_MAP,
      "outside/paint.yaml": config(),
    });
    git(files.path, "add", "--all");
    git(files.path, "commit", "--quiet", "--message=one");
    git(files.path, "branch", "-M", "main");
    commit = git(files.path, "rev-parse", "HEAD").trim();
    git(work, "clone", "--quiet", "--bare", files.path, join(root, "functions.git"));
    git(join(root, "functions.git"), "config", "uploadpack.allowAnySHA1InWant", "true");
    server = await gitServer(root, certificates());
    host = new URL(server.url).host.replace("127.0.0.1", "localhost");
    repository = `https://${host}/functions.git`;
  });
  afterAll(() => server.close());

  test("K16: a branch can move, a commit cannot", async () => {
    const branch = `git::${repository}//catalogs/c.yaml?ref=main`;
    const here = place(app([branch]));
    const moving = await here.build(...trust(branch), "--allow-hosts", host);
    expect(painted(moving)).toBe("none+red");
    expect(moving.stderr).toContain("is trusted whatever it contains");
    const fixed = `git::${repository}//catalogs/c.yaml?ref=${commit}`;
    here.write(app([fixed]));
    const pinned = await here.build(...trust(fixed), "--allow-hosts", host, "--require-pinned-catalogs");
    expect([painted(pinned), pinned.stderr]).toEqual(["none+red", ""]);
    const refused = await here.build(...trust(branch), "--allow-hosts", host);
    expect(refused.status).toBe(1);
  });

  test("a branch is not asked again for the catalog whose digest a line has", async () => {
    const branch = `git::${repository}//catalogs/c.yaml?ref=main`;
    const content = catalog(scriptEntry("Paint", "red.star", RED));
    const here = place(app([branch]));
    const run = () => here.build(...trust(`${branch}#sha256=${hex(content)}`), "--allow-hosts", host);
    expect(painted(await run())).toBe("none+red");
    const before = server.requests.length;
    expect(painted(await run())).toBe("none+red");
    expect(server.requests.length).toBe(before);
  });

  test("view shows the commit", async () => {
    const here = place();
    const { status: code, stdout } = await here.run(
      "view",
      "catalog",
      `git::${repository}//catalogs/c.yaml?ref=main`,
      "--allow-hosts",
      host,
    );
    expect(code).toBe(0);
    expect(stdout).toContain(`resolved  ${commit}\n`);
  });

  // The rules for remote sources apply to the base; those for catalogs to its catalogs.
  test("a path in a remote base is a file of its repository", async () => {
    const here = place({ "app/kustomization.yaml": `resources: ["git::${repository}//base?ref=main"]\n` });
    const reference = `git::${repository}//catalogs/c.yaml?ref=main`;
    const untrusted = await here.build("--allow-hosts", host, ...trust("catalogs/c.yaml"));
    expect(painted(untrusted)).toContain(`${reference} is not trusted`);
    expect(painted(await here.build("--allow-hosts", host, ...trust(reference)))).toBe("none+red");
  });

  test("and does not leave it", async () => {
    const here = place({ "app/kustomization.yaml": `resources: ["git::${repository}//outside?ref=main"]\n` });
    expect(painted(await here.build("--allow-hosts", host))).toContain("leads out of its repository");
  });

  test("a composition may import one elsewhere with a catalog beside it", async () => {
    const here = place({
      "app/composition.yaml": `kind: Composition\ntransformersFrom: [{path: "git::${repository}//composition?ref=main"}]\n`,
    });
    const reference = `git::${repository}//catalogs/c.yaml?ref=main`;
    const untrusted = await here.build("--allow-hosts", host);
    expect(painted(untrusted)).toContain(`${reference} is not trusted`);
    expect(painted(await here.build("--allow-hosts", host, ...trust(reference)))).toBe("none+red");
    const view = await here.run("view", "composition", "app");
    expect(view.stdout).toContain(`- ${reference}\n`);
    here.write({ "app/composition.yaml": view.stdout });
    expect(painted(await here.build("--allow-hosts", host, ...trust(reference)))).toBe("none+red");
  });
});

describe("from a registry", () => {
  let registry: TestRegistry;
  let script: { readonly url: string; readonly host: string };
  let content: string;

  beforeAll(async () => {
    if (DOCKER_REGISTRY === undefined) return;
    registry = await startRegistry({
      auth: { user: "robot", password: "S3CRET", publicRepositories: ["public/functions"] },
    });
    script = await webServer({ "/red.star": text(RED) });
    content = anywhere(`${script.url}/red.star`);
  });
  afterAll(() => registry?.close());

  const reach = (): string[] => {
    // The token server of this registry is one of http, too.
    const insecure = [registry.host, new URL(registry.tokens?.url ?? "").host];
    return [
      ...insecure.flatMap((host) => ["--allow-hosts", host, "--insecure-registry", host]),
      "--allow-hosts",
      script.host,
    ];
  };
  const push = (repository: string, tag: string, bytes = content, type: string = TYPES.catalog) =>
    registry.artifact(repository, tag, [{ content: bytes, mediaType: type, title: "catalog.yaml" }]);

  withRegistry("K15: a catalog by its tag, and by the digest of its manifest", async () => {
    const { digest } = await push("public/functions", "v1");
    const tagged = `oci://${registry.host}/public/functions:v1`;
    const here = place(app([tagged]));
    const moving = await here.build(...trust(tagged), ...reach());
    expect(painted(moving)).toBe("none+red");
    expect(moving.stderr).toContain(`the catalog ${tagged} is trusted whatever it contains`);
    const fixed = `oci://${registry.host}/public/functions@${digest}`;
    here.write(app([fixed]));
    const pinned = await here.build(...trust(fixed), ...reach());
    expect([painted(pinned), pinned.stderr]).toEqual(["none+red", ""]);
    const view = await here.run("view", "catalog", tagged, ...reach());
    expect(view.stdout).toContain(`resolved  ${digest}\n`);
    expect(view.stdout).toContain(`  ${tagged}#sha256=${hex(content)}\n`);
  });

  withRegistry("attack 9.6: a tag that has moved", async () => {
    await push("public/functions", "v2");
    const tagged = `oci://${registry.host}/public/functions:v2`;
    const here = place(app([tagged]));
    const pinned = trust(`${tagged}#sha256=${hex(content)}`);
    expect(painted(await here.build(...pinned, ...reach()))).toBe("none+red");
    await push("public/functions", "v2", `${content}# another\n`);
    // The store has the content that is trusted.
    expect(painted(await here.build(...pinned, ...reach()))).toBe("none+red");
    const result = await place(app([tagged])).build(...pinned, ...reach());
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toContain(`the digest of ${tagged} differs`);
  });

  withRegistry("K15: an artifact that is no catalog", async () => {
    await push("public/functions", "text", content, "text/plain");
    const other = { content, mediaType: "application/octet-stream" };
    await registry.artifact("public/functions", "two", [
      { ...other, title: "a.yaml" },
      { ...other, title: "b.yaml" },
    ]);
    await registry.artifact("public/functions", "none", [{ ...other, title: "a.bin" }]);
    for (const [tag, expected] of [
      ["text", "none+red"],
      ["two", "several"],
      ["none", "none of its layers is a catalog"],
    ] as const) {
      const reference = `oci://${registry.host}/public/functions:${tag}`;
      const here = place(app([reference]));
      const result = painted(await here.build(...trust(reference), ...reach()));
      expect([tag, result]).toEqual([tag, expect.stringContaining(expected)]);
    }
  });

  withRegistry("a private catalog by the credentials of docker, which no message shows", async () => {
    await push("private/functions", "v1");
    const reference = `oci://${registry.host}/private/functions:v1`;
    const here = place(app([reference]));
    const anonymous = await here.build(...trust(reference), ...reach());
    expect(anonymous).toMatchObject({ status: 1, stdout: "" });
    const outside = place();
    const auth = (password: string): string =>
      JSON.stringify({ auths: { [registry.host]: { auth: Buffer.from(`robot:${password}`).toString("base64") } } });
    const run = () => here.runIn(".", { DOCKER_CONFIG: outside.path }, "build", "app", ...trust(reference), ...reach());
    outside.write({ "config.json": auth("S3CRET") });
    expect(painted(await run())).toBe("none+red");
    outside.write({ "config.json": auth("WR0NG") });
    const refused = await run();
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    // Attack 9.25
    expect(refused.stderr).not.toMatch(/WR0NG|S3CRET/);
  });

  test("K24, attack 9.12: a realm of another host gets no credentials", async () => {
    const thief = await httpServer({ "/token": text('{"token":"abc"}') }, certificates());
    const stub = await webServer({
      "/v2/functions/manifests/v1": status(401, {
        "www-authenticate": `Bearer realm="${thief.url}/token",service="s",scope="repository:functions:pull"`,
      }),
    });
    const outside = place({
      "config.json": JSON.stringify({
        auths: { [stub.host]: { auth: Buffer.from("robot:S3CRET").toString("base64") } },
      }),
    });
    const reference = `oci://${stub.host}/functions:v1`;
    const here = place(app([reference]));
    const allowed = ["--allow-hosts", stub.host, "--allow-hosts", new URL(thief.url).host];
    const result = await here.runIn(
      ".",
      { DOCKER_CONFIG: outside.path },
      "build",
      "app",
      ...trust(reference),
      ...allowed,
    );
    expect(result.status).toBe(1);
    expect(result.stderr).not.toContain("S3CRET");
    expect(thief.authorizations.filter((each) => each !== undefined)).toEqual([]);
    expect(stub.authorizations.some((each) => each?.includes(Buffer.from("robot:S3CRET").toString("base64")))).toBe(
      false,
    );
    await thief.close();
  });
});
