/** `krm-render view catalog`; docs/specification/catalogs.md 8. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { publishedSchema } from "../../published-schemas.ts";
import { tarGz } from "../../store/artifacts/archives.ts";
import { status, text } from "../../store/http/http-server.ts";
import { DOCKER_REGISTRY, startRegistry, type TestRegistry, withRegistry } from "../../store/oci/registry.ts";
import { app, catalog, colours, entry, hex, painter, place, scriptEntry, webServer } from "./world.ts";

const RED = painter("red");
const CONTENT = catalog(
  scriptEntry("Paint", "red.star", RED),
  `{group: fn.acme.test, names: {kind: Stamp}, description: "stamps\\u202e\\e[2J", publisher: "acme\\n  sha256    0", maintainers: [Ada], versions: [{name: v1, idempotent: false, configMap: true, usage: u, license: MIT, examples: [e], schema: {openAPIV3Schema: {type: object}}, runtime: {container: {image: "r.test/a:v1", requireNetwork: true, requireStorageMount: true}, exec: {platforms: [{os: linux, arch: amd64, bin: a, uri: "https://u:p@a.test/a.tgz?token=S3CRET", sha256: ${hex("a")}}]}}}]}`,
);

describe("a catalog of this machine", () => {
  test("as text: what runs, by which digests, and the line that trusts it", async () => {
    const here = place({ "team/c.yaml": CONTENT });
    const { status: code, stdout, stderr } = await here.run("view", "catalog", "team/c.yaml");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`catalog   team/c.yaml\nsha256    ${hex(CONTENT)}\nname      acme\n`);
    expect(stdout).toContain(`fn.acme.test/v1 Paint\n  starlark     red.star ${hex(RED)}\n  asks for     nothing\n`);
    expect(stdout).toContain("  container    r.test/a:v1 (no digest: it will not run)\n");
    expect(stdout).toContain("  asks for     network, mounts\n");
    expect(stdout).toContain("  description  stamps\\u202e\\u001b[2J\n  publisher    acme sha256 0 (as it says)\n");
    expect(stdout).toContain(`\n  team/c.yaml#sha256=${hex(CONTENT)}\n`);
    expect(stdout).not.toMatch(/S3CRET|u:p@/);
    // From another directory, the line is the one that counts there.
    const below = await here.runIn("team", {}, "view", "catalog", "./c.yaml");
    expect(below.stdout).toContain(`\n  c.yaml#sha256=${hex(CONTENT)}\n`);
  });

  test("as JSON, by the published schema", async () => {
    const here = place({ "c.yaml": CONTENT });
    const { stdout } = await here.run("view", "catalog", "c.yaml", "-o", "json", "--lint");
    const validate = publishedSchema("catalog-view");
    const view = JSON.parse(stdout) as { functions: { kind: string }[]; trustLine: string; findings: unknown[] };
    validate(view);
    expect(validate.errors).toBeNull();
    expect(view.functions.map(({ kind }) => kind)).toEqual(["Paint", "Stamp"]);
    expect(view.trustLine).toBe(`c.yaml#sha256=${hex(CONTENT)}`);
    expect(view.findings.length).toBeGreaterThan(0);
    expect(stdout).not.toMatch(/[\u202e\u001b]|S3CRET/);
  });

  test("with --lint, an error ends with 1", async () => {
    const here = place({ "c.yaml": CONTENT, "good.yaml": catalog(scriptEntry("Paint", "red.star", RED)) });
    const bad = await here.run("view", "catalog", "c.yaml", "--lint");
    expect(bad.status).toBe(1);
    expect(bad.stdout).toContain("  error: c.yaml:7:");
    expect((await here.run("view", "catalog", "c.yaml")).status).toBe(0);
    expect((await here.run("view", "catalog", "good.yaml", "--lint")).status).toBe(0);
  });

  test.each([
    [["absent.yaml"], "the catalog absent.yaml does not exist"],
    [["."], ". is not a file"],
    [["http://a.test/c.yaml"], "has the scheme http, which catalogs do not have"],
    [["https://127.0.0.1:9/c.yaml"], "127.0.0.1 is not on the public network"],
    [["https://u:S3CRET@a.test/c.yaml"], "credentials"],
    [["-c.yaml"], "unknown option -c"],
    [["kustomization.yaml"], "kustomization.yaml:"],
    [[`c.yaml#sha256=${hex("other")}`], "differs"],
  ])("%j cannot be shown", async (args, message) => {
    const here = place({ "c.yaml": CONTENT, "kustomization.yaml": "resources: []\n" });
    const result = await here.run("view", "catalog", ...args);
    expect(result.stdout).toBe("");
    expect([1, 2]).toContain(result.status);
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain("S3CRET");
  });
});

describe("--pin", () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
  });
  afterAll(() => registry?.close());

  withRegistry("prints the catalog with every digest, and changes nothing else", async () => {
    const archive = await tarGz([[{ name: "a" }, "#!/bin/sh\n"]]);
    const server = await webServer({ "/red.star": text(RED), "/a.tgz": (_, response) => void response.end(archive) });
    const { digest } = await registry.image("fns/label", "v1");
    const image = `${registry.host}/fns/label:v1`;
    const before = `# By the team.
apiVersion: config.kubernetes.io/v1alpha1
kind:   Catalog   # odd blanks
spec:
  krmFunctions:
  - group: fn.acme.test
    names: {kind: Paint}
    versions:
    - name: v1
    - {name: v2, runtime: {container: {image: "${image}"}}}
    - name: v3
      runtime:
        exec:
          platforms:
            - uri: "${server.url}/a.tgz" # the archive
              bin: a
            - {os: darwin, uri: '${server.url}/a.tgz', bin: a, sha256: }
    - name: v4
      runtime:
        starlark: '${server.url}/red.star'
    - name: v5
      runtime: {starlark: {path: red.star, sha256: ${hex("kept")}}}
    - name: v6
      runtime: {container: {image: ${image}@${digest}}}
    runtime:
      # The label.
      container:
        image: ${image} # moves

---
apiVersion: config.kubernetes.io/v1alpha1
kind: KRMFunctionDefinition
spec: {group: fn.acme.test, names: {kind: Other}, versions: [{name: v1, runtime: {starlark: red.star}}]}
`;
    const digits = digest.slice(7);
    const after = before
      .replace(`{image: "${image}"}`, `{image: "${image}", sha256: ${digits}}`)
      .replace("# the archive\n", `# the archive\n              sha256: ${hex(archive)}\n`)
      .replace("sha256: }", `sha256: ${hex(archive)}}`)
      .replace("red.star'\n", `red.star#sha256=${hex(RED)}'\n`)
      .replace("# moves\n", `# moves\n        sha256: ${digits}\n`)
      .replace("starlark: red.star}", `starlark: red.star#sha256=${hex(RED)}}`);
    const here = place({ "c.yaml": before, "red.star": RED, "crlf.yaml": before.replaceAll("\n", "\r\n") });
    const reach = [registry.host, server.host].flatMap((host) => ["--allow-hosts", host]);
    const run = (file: string) =>
      here.run("view", "catalog", file, "--pin", ...reach, "--insecure-registry", registry.host);
    expect(await run("c.yaml")).toEqual({ status: 0, stdout: after, stderr: "" });
    expect((await run("crlf.yaml")).stdout).toBe(after.replaceAll("\n", "\r\n"));
    expect(server.requests.filter((path) => path === "/a.tgz")).toHaveLength(2);
    // The result needs nothing more, and asks nobody.
    here.write({ "pinned.yaml": after });
    expect(await here.run("view", "catalog", "pinned.yaml", "--pin")).toEqual({ status: 0, stdout: after, stderr: "" });
    expect(here.read("c.yaml")).toBe(before);
    expect(here.leftovers()).toEqual([]);
  });

  test("prints what it found, and says what it did not find", async () => {
    const server = await webServer({ "/red.star": text(RED), "/gone.star": status(404) });
    const content = catalog(
      entry("Paint", `{starlark: "${server.url}/red.star"}`),
      entry("Gone", `{starlark: "${server.url}/gone.star"}`),
      entry("Out", "{starlark: {path: ../out.star}}"),
      entry("Plain", `{starlark: "http://a.test/a.star"}`),
      entry("Bad", "{container: {image: a.test/b, sha256: abc}}"),
    );
    const here = place(app(["c.yaml"], { "app/c.yaml": content, "out.star": RED }));
    const result = await here.run("view", "catalog", "app/c.yaml", "--pin", "--allow-hosts", server.host);
    expect(result.status).toBe(1);
    expect(result.stdout).toBe(
      content
        .replace("/red.star", `/red.star#sha256=${hex(RED)}`)
        .replace("path: ../out.star", `path: ../out.star, sha256: ${hex(RED)}`),
    );
    expect(result.stderr).toContain("app/c.yaml:7:");
    expect(result.stderr).toContain("gone.star");
    expect(result.stderr).toContain("has the scheme http");
    expect(result.stderr).toContain("Bad of fn.acme.test/v1 is not 64 hexadecimal digits");
    here.write({ "app/c.yaml": result.stdout });
    expect(colours(await here.build("--trusted-catalog", "app/c.yaml", "--allow-hosts", server.host))).toEqual([
      "none+red",
    ]);
  });

  test("the result of a redirect to this machine is no digest", async () => {
    const server = await webServer({
      "/red.star": (_, response) => void response.writeHead(302, { location: "https://127.0.0.1:9/" }).end(),
    });
    const here = place({ "c.yaml": catalog(entry("Paint", `{starlark: "${server.url}/red.star"}`)) });
    const result = await here.run("view", "catalog", "c.yaml", "--pin", "--allow-hosts", server.host);
    expect(result.status).toBe(1);
    expect(result.stderr).toContain("127.0.0.1 is not on the public network");
  });
});

test.each([
  [["view"], "view needs the word composition or catalog"],
  [["view", "catalog"], "view catalog needs a reference"],
  [["view", "catalog", "a", "-o", "yaml"], 'illegal --output "yaml" of view catalog: expected text or json'],
  [["view", "composition", "a", "-o", "text"], "expected yaml or json"],
  [["view", "composition", "--lint"], "--lint is for view catalog only"],
  [["view", "catalog", "a", "--pin", "--lint"], "--pin prints the catalog itself"],
  [["view", "catalog", "a", "--pin", "-o", "json"], "--pin prints the catalog itself"],
])("%j is wrong usage", async (args, message) => {
  expect(await place().run(...args)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(message) });
});
