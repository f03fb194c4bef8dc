/** Trust lines that demand a signature: docs/specification/catalogs.md 3.5, with the program that is shipped. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ec } from "../../signatures/certificates.ts";
import { Instance, publicPem } from "../../signatures/instance.ts";
import { type Answer, text } from "../../store/http/http-server.ts";
import { DOCKER_REGISTRY, startRegistry, type TestRegistry, TYPES, withRegistry } from "../../store/oci/registry.ts";
import { app, catalog, colours, entry, hex, painter, place, scriptEntry, webServer } from "./world.ts";

const RED = painter("red");
const CONTENT = catalog(scriptEntry("Paint", "red.star", RED));
const instance = new Instance();
const keys = ec();
const signed = (content: string, options = {}): string =>
  JSON.stringify(instance.bundle(Buffer.from(content), { bare: true, log: "none", keys, ...options }));

describe("a catalog of the repository with a bundle beside it", () => {
  const files = {
    ...app(["../catalogs/a.yaml"]),
    "catalogs/a.yaml": CONTENT,
    "catalogs/red.star": RED,
    "keys/team.pem": publicPem(keys),
  };
  const line = "catalogs/a.yaml key=keys/team.pem";

  test("runs with a valid one", async () => {
    const here = place({ ...files, "catalogs/a.yaml.sigstore.json": signed(CONTENT) });
    const result = await here.build("--trusted-catalog", line);
    expect([result.status, colours(result), result.stderr.includes("is trusted as it is now")]).toEqual([
      0,
      ["none+red"],
      true,
    ]);
  });

  test.each<[what: string, more: Record<string, string | Uint8Array>]>([
    ["without a signature", {}],
    ["with a signature of other bytes", { "catalogs/a.yaml.sigstore.json": signed(`${CONTENT}# more\n`) }],
    ["with a signature by another key", { "catalogs/a.yaml.sigstore.json": signed(CONTENT, { keys: ec() }) }],
    ["with a bundle that is none", { "catalogs/a.yaml.sigstore.json": "{}" }],
    ["without the key", { "catalogs/a.yaml.sigstore.json": signed(CONTENT), "keys/team.pem": "" }],
  ])("runs nothing %s", async (_, more) => {
    const here = place({ ...files, ...more });
    const result = await here.build("--trusted-catalog", line);
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toMatch(/signature|key/);
    // A pin of the content does not lift the demand.
    const pinned = await here.build("--trusted-catalog", `catalogs/a.yaml#sha256=${hex(CONTENT)} key=keys/team.pem`);
    expect(pinned).toMatchObject({ status: 1, stdout: "" });
  });
});

describe("a line that demands a signature, beside a wildcard that demands none", () => {
  test.each([
    ["other.yaml", ""],
    ["class.yaml", "/class.yaml is not signed"],
    ["cla%73s.yaml", "/class.yaml is not signed"],
    ["%43lass.yaml", "is not trusted"],
    ["class%2Eyam%6C", "/class.yaml is not signed"],
  ])("%s: %s", async (name, message) => {
    const answers: Record<string, Answer> = { "/red.star": text(RED) };
    const server = await webServer(answers);
    const content = catalog(entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex(RED)}"}`));
    // As servers do that decode paths and ignore case.
    for (const path of [name, "class.yaml"]) answers[`/${path}`] = text(content);
    const here = place({ ...app([`${server.url}/${name}`]), "team.pem": publicPem(keys) });
    const lines = [`${server.url}/*`, `${server.url}/class.yaml key=team.pem`];
    const trusted = lines.flatMap((line) => ["--trusted-catalog", line]);
    const result = await here.build(...trusted, "--allow-catalog-wildcards", "--allow-hosts", server.host);
    expect(colours(result)).toEqual(message === "" ? ["none+red"] : []);
    expect(result.stderr).toContain(message);
  });
});

describe("a catalog in a registry with a signature of cosign", () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
  });
  afterAll(() => registry?.close());

  withRegistry("runs with a valid one, and not without it or with another key", async () => {
    const server = await webServer({ "/red.star": text(RED) });
    const content = catalog(entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex(RED)}"}`));
    const repository = "acme/functions";
    const pushed = await registry.artifact(repository, "v1", [{ content, mediaType: TYPES.catalog, title: "c.yaml" }]);
    const reference = `oci://${registry.host}/${repository}:v1`;
    const here = place({ ...app([reference]), "keys/team.pem": publicPem(keys), "keys/other.pem": publicPem(ec()) });
    const run = (key: string) =>
      here.build(
        "--trusted-catalog",
        `${reference} key=keys/${key}.pem`,
        ...[registry.host, server.host].flatMap((host) => ["--allow-hosts", host]),
        "--insecure-registry",
        registry.host,
      );
    const without = await run("team");
    expect(without).toMatchObject({ status: 1, stdout: "" });
    expect(without.stderr).toContain("signature");
    const payload = {
      critical: {
        identity: { "docker-reference": "" },
        image: { "docker-manifest-digest": pushed.digest },
        type: "cosign container image signature",
      },
      optional: null,
    };
    const signature = instance.cosign(Buffer.from(""), { bare: true, log: "none", keys, payload });
    await registry.artifact(repository, `${pushed.digest.replace(":", "-")}.sig`, [
      {
        content: signature.payload,
        mediaType: "application/vnd.dev.cosign.simplesigning.v1+json",
        annotations: Object.fromEntries(signature.annotations),
      },
    ]);
    expect([colours(await run("team")), (await run("team")).status]).toEqual([["none+red"], 0]);
    expect(await run("other")).toMatchObject({ status: 1, stdout: "" });
  });
});
