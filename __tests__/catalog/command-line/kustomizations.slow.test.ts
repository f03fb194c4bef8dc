/** Catalogs beside a kustomization: docs/specification/catalogs.md 1 to 5, with the program that is shipped. */
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { text } from "../../store/http/http-server.ts";
import {
  app,
  catalog,
  colours,
  config,
  entry,
  hex,
  painter,
  place,
  type Result,
  scriptEntry,
  shellPainter,
  webServer,
} from "./world.ts";

const RED = painter("red");
const GREEN = painter("green");
const RED_CATALOG = catalog(scriptEntry("Paint", "red.star", RED));
const GREEN_CATALOG = catalog(scriptEntry("Paint", "green.star", GREEN));
const FILES = {
  "catalogs/red.star": RED,
  "catalogs/green.star": GREEN,
  "catalogs/a.yaml": RED_CATALOG,
  "catalogs/b.yaml": GREEN_CATALOG,
};
const trust = (...references: string[]): string[] => references.flatMap((each) => ["--trusted-catalog", each]);
const A = "catalogs/a.yaml";
const B = "catalogs/b.yaml";

/** The colours that were painted, or the message. */
function painted(result: Result): string {
  return result.status === 0 ? colours(result).join(" ") : result.stderr;
}

test("a function of a trusted catalog runs, and the digest of the catalog is said once", async () => {
  const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES });
  here.write({
    "app/kustomization.yaml":
      "resources: [cm.yaml]\ntransformers: [paint.yaml]\nvalidators: [paint.yaml]\ncatalogs: [../catalogs/a.yaml]\n".replace(
        "validators: [paint.yaml]\n",
        "components: [../component]\n",
      ),
    "component/kustomization.yaml":
      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ntransformers: [paint.yaml]\ncatalogs: [../catalogs/a.yaml]\n",
    "component/paint.yaml": config().replace("name: paint", "name: again"),
  });
  const result = await here.build(...trust(A));
  expect(painted(result)).toBe("none+red+red");
  // attack 9.2
  expect(result.stderr).toBe(
    `notice: the catalog ${A} is trusted as it is now: sha256:${hex(RED_CATALOG)}\n` +
      `  hint: To trust only this content, trust \`${A}#sha256=${hex(RED_CATALOG)}\`.\n`,
  );
  const pinned = await here.build(...trust(`${A}#sha256=${hex(RED_CATALOG)}`));
  expect(pinned).toMatchObject({ status: 0, stderr: "" });
  expect(here.leftovers()).toEqual([]);
});

test("K2, attack 9.1: what is not trusted is neither fetched nor run", async () => {
  const server = await webServer({ "/c.yaml": text(RED_CATALOG) });
  const here = place({ ...app(["../catalogs/a.yaml", `${server.url}/c.yaml`]), ...FILES });
  const result = await here.build("--allow-hosts", server.host);
  expect(result).toMatchObject({ status: 1, stdout: "" });
  expect(result.stderr).toContain(
    `no trusted catalog has Paint of fn.acme.test/v1: ${A}, ${server.url}/c.yaml are not trusted; no catalog was searched`,
  );
  expect(result.stderr).toContain(`set \`--trusted-catalog ${A}\``);
  expect(server.requests).toEqual([]);
  expect(here.stored()).toEqual([]);
});

// docs/specification/catalogs.md 4.3
describe("catalogs count per layer, which the message says where only an outer one lists a catalog", () => {
  const INNER = "resources: [cm.yaml]\ntransformers: [paint.yaml]\n";
  const layers = (inner: string, field = "resources"): Record<string, string> => ({
    ...FILES,
    "app/kustomization.yaml": `${field}: [../inner]\ncatalogs: [../catalogs/a.yaml]\n`,
    "inner/kustomization.yaml": inner,
    "inner/cm.yaml": app([])["app/cm.yaml"] ?? "",
    "inner/paint.yaml": config(),
    "catalogs/empty.yaml": catalog(scriptEntry("Other", "red.star", RED)),
  });
  const NOTE =
    "Catalogs count per layer: the one at app/kustomization.yaml:2:12 serves the functions of its own layer only.";

  test.each<[what: string, field: string, inner: string, message: string]>([
    ["a base", "resources", INNER, "external plugins disabled"],
    ["a component", "components", `kind: Component\n${INNER}`, "external plugins disabled"],
    [
      "a base with another catalog",
      "resources",
      `${INNER}catalogs: [../catalogs/empty.yaml]\n`,
      "no catalog has Paint",
    ],
  ])("%s", async (_, field, inner, message) => {
    const here = place(layers(inner, field));
    const options = trust(A, "catalogs/empty.yaml");
    const without = await here.build(...options);
    expect(without.status).toBe(1);
    expect(without.stderr).toMatch(new RegExp(`^error: inner/paint\\.yaml:1:1: ${message}`));
    expect(without.stderr).toContain(NOTE);
    // As it advises.
    here.write({ "inner/kustomization.yaml": `${inner.replace(/catalogs.*/, "")}catalogs: [../catalogs/a.yaml]\n` });
    expect(painted(await here.build(...options))).toBe("none+red");
  });

  test.each([
    ["no layer lists one", "app/kustomization.yaml", "resources: [../inner]\n"],
    ["the layer itself lists it", "inner/kustomization.yaml", `${INNER}catalogs: [../catalogs/empty.yaml]\n`],
  ])("not where %s", async (_, name, content) => {
    const files = { ...layers(INNER), [name]: content };
    const here = place(
      name.startsWith("app") ? files : { ...files, "app/kustomization.yaml": "resources: [../inner]\n" },
    );
    const { status, stderr } = await here.build(...trust(A, "catalogs/empty.yaml"));
    expect([status, stderr.includes("per layer")]).toEqual([1, false]);
  });
});

describe("K3: a catalog that nothing needs", () => {
  const files = {
    "app/kustomization.yaml": "resources: [cm.yaml]\ncatalogs: [absent.yaml]\n",
    "app/cm.yaml": app([])["app/cm.yaml"] ?? "",
  };

  test("is not read, with a notice if it is not trusted", async () => {
    const here = place(files);
    const notice =
      "notice: app/kustomization.yaml:2:12: the catalog app/absent.yaml is not trusted; no function needs it\n";
    expect(await here.build()).toMatchObject({ status: 0, stderr: notice });
    expect(await here.build(...trust("app/absent.yaml"))).toMatchObject({ status: 0, stderr: "" });
  });

  test("may be a wrong reference, with a warning", async () => {
    const here = place({ ...files, "app/kustomization.yaml": "resources: [cm.yaml]\ncatalogs: ['http://a/b']\n" });
    const { status, stderr } = await here.build();
    expect([status, stderr.split("\n")[0]]).toEqual([
      0,
      "warning: app/kustomization.yaml:2:12: http://a/b has the scheme http, which catalogs do not have",
    ]);
  });

  test("is found out where a function needs another one of its list", async () => {
    const here = place({ ...app(["../catalogs/a.yaml", "absent.yaml"]), ...FILES });
    const pinned = `${A}#sha256=${hex(RED_CATALOG)}`;
    expect(await here.build(...trust(pinned, "app/absent.yaml"))).toMatchObject({ status: 0, stderr: "" });
    const strict = await here.build(...trust(pinned, "app/absent.yaml"), "--fail-on-unavailable-catalog");
    expect(strict).toMatchObject({ status: 1, stderr: expect.stringContaining("app/absent.yaml does not exist") });
  });
});

test("K4: the first catalog counts, and the first definition within one", async () => {
  const here = place({ ...app(["../catalogs/a.yaml", "../catalogs/b.yaml"]), ...FILES });
  expect(painted(await here.build(...trust(A, B)))).toBe("none+red");
  here.write(app(["../catalogs/b.yaml", "../catalogs/a.yaml"]));
  expect(painted(await here.build(...trust(A, B)))).toBe("none+green");
  here.write({ [A]: catalog(scriptEntry("Paint", "green.star", GREEN), scriptEntry("Paint", "red.star", RED)) });
  here.write(app(["../catalogs/a.yaml"]));
  expect(painted(await here.build(...trust(A)))).toBe("none+green");
});

test("K5: the versions that are known", async () => {
  const here = place({ ...app(["../catalogs/a.yaml"], { "app/paint.yaml": config("Paint", "v1beta1") }), ...FILES });
  const { status, stderr } = await here.build(...trust(A));
  expect(status).toBe(1);
  expect(stderr).toContain(`no catalog has Paint of fn.acme.test/v1beta1; searched: ${A}; versions known: v1\n`);
});

describe("K6: a program that the config names", () => {
  const own = (path: string, content: string): string =>
    config("Paint", "v1", `runtime: {starlark: {path: ${path}, sha256: ${hex(content)}}}\n`);

  test("must be that of the catalog, where only catalogs count", async () => {
    const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES, "app/red.star": RED, "app/green.star": GREEN });
    here.write({ "app/paint.yaml": own("red.star", RED) });
    expect(painted(await here.build(...trust(A)))).toBe("none+red");
    here.write({ "app/paint.yaml": own("green.star", GREEN) });
    const other =
      "the program that this config names may not run: the catalog entry of Paint of fn.acme.test/v1 names another program";
    expect(painted(await here.build(...trust(A)))).toContain(other);
    expect(painted(await here.build())).toContain("no trusted catalog has Paint of fn.acme.test/v1");
  });

  test("counts without the catalog in alpha mode", async () => {
    const here = place({
      ...app(["absent.yaml"]),
      "app/green.star": GREEN,
      "app/paint.yaml": own("green.star", GREEN),
    });
    const alpha = ["--enable-alpha-plugins", "--enable-star", ...trust("app/absent.yaml")];
    expect(painted(await here.build(...alpha))).toBe("none+green");
  });

  test("`provider` and annotations are compared as well", async () => {
    const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES, "app/red.star": RED, "app/green.star": GREEN });
    here.write({ "app/paint.yaml": own("green.star", GREEN).replace("runtime:", "provider:") });
    expect(painted(await here.build(...trust(A)))).toContain("names another program");
    const annotation = (path: string, content: string): string =>
      `metadata:\n  name: paint\n  annotations:\n    config.kubernetes.io/function: |\n      starlark: {path: ${path}, sha256: ${hex(content)}}\n`;
    for (const [path, content, expected] of [
      ["red.star", RED, "none+red"],
      ["green.star", GREEN, "names another program"],
    ] as const) {
      here.write({ "app/paint.yaml": `apiVersion: fn.acme.test/v1\nkind: Paint\n${annotation(path, content)}` });
      expect(painted(await here.build(...trust(A)))).toContain(expected);
    }
  });
});

test("alpha mode looks for a plugin only if no catalog has the function", async () => {
  const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES });
  here.write({
    "plugins/fn.acme.test/v1/paint/Paint.sh": "",
    "app/stamp.yaml": config("Stamp"),
    "app/kustomization.yaml":
      "resources: [cm.yaml]\ntransformers: [paint.yaml, stamp.yaml]\ncatalogs: [../catalogs/a.yaml]\n",
    "stamp.sh": "#!/bin/sh\nsed 's/colour: .*/&+stamped/'\n",
    "paint.sh": "#!/bin/sh\nsed 's/colour: .*/&+plugged/'\n",
  });
  for (const kind of ["Paint", "Stamp"]) {
    here.write({ [`plugins/fn.acme.test/v1/${kind.toLowerCase()}/.keep`]: "" });
    here.link(`plugins/fn.acme.test/v1/${kind.toLowerCase()}/${kind}`, join(here.path, `${kind.toLowerCase()}.sh`));
  }
  const env = { KUSTOMIZE_PLUGIN_HOME: join(here.path, "plugins") };
  const run = (...args: string[]): Promise<Result> => here.runIn(".", env, "build", "app", ...args);
  expect(painted(await run(...trust(A), "--enable-alpha-plugins"))).toBe("none+red+stamped");
  expect(painted(await run(...trust(A)))).toContain("no catalog has Stamp of fn.acme.test/v1");
});

describe("K9: a schema is checked before anything is fetched", () => {
  const schema = (more: string): string =>
    `, schema: {openAPIV3Schema: {type: object, required: [spec], properties: {spec: {type: object, required: [x], properties: {x: {type: string}}${more}}}}}`;
  // Whoever fetched this would wait for an address that refuses.
  const image = (more: string): string =>
    catalog(
      `{group: fn.acme.test, names: {kind: Paint}, versions: [{name: v1, runtime: {starlark: {path: absent.star, sha256: ${hex("x")}}}${schema(more)}}]}`,
    );

  test.each([
    ["a required field", "", "spec: {}\n", "app/paint.yaml:4:7: "],
    ["an unknown field", ", additionalProperties: false", "spec: {x: a, y: 1}\n", "app/paint.yaml:4:14: "],
  ])("%s", async (_, more, spec, expected) => {
    const here = place({
      ...app(["c.yaml"], { "app/paint.yaml": config("Paint", "v1", spec) }),
      "app/c.yaml": image(more),
    });
    const { status, stderr } = await here.build(...trust("app/c.yaml"));
    expect(status).toBe(1);
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain("absent.star");
  });

  test("a config that it allows", async () => {
    const here = place({
      ...app(["c.yaml"], { "app/paint.yaml": config("Paint", "v1", "spec: {x: a, y: 1}\n") }),
      "app/c.yaml": image(""),
    });
    expect(painted(await here.build(...trust("app/c.yaml")))).toContain("absent.star");
  });
});

test("K19: the catalogs of an overlay do not serve its base", async () => {
  const here = place({ ...app([]), ...FILES });
  here.write({ "app/kustomization.yaml": "resources: [../base]\ncatalogs: [../catalogs/a.yaml]\n" });
  here.write({
    "base/kustomization.yaml": "resources: [cm.yaml]\ntransformers: [paint.yaml]\n",
    "base/paint.yaml": config(),
    "base/cm.yaml": app([])["app/cm.yaml"] ?? "",
  });
  const result = await here.build(...trust(A));
  expect(result).toMatchObject({ status: 1, stdout: "" });
  expect(result.stderr).toContain("base/paint.yaml");
  here.write({
    "base/kustomization.yaml": "resources: [cm.yaml]\ntransformers: [paint.yaml]\ncatalogs: [../catalogs/a.yaml]\n",
  });
  expect(painted(await here.build(...trust(A)))).toBe("none+red");
});

describe("K20: the documents of a catalog", () => {
  const spec = `{group: fn.acme.test, names: {kind: Paint}, versions: [{name: v1, runtime: {starlark: {path: red.star, sha256: ${hex(RED)}}}}]}`;
  const head = "apiVersion: config.kubernetes.io/v1alpha1\nkind: ";

  test.each([
    ["KRMFunctionCatalog", `${head}KRMFunctionCatalog\nspec: {krmFunctions: [${spec}]}\n`],
    ["KRMFunctionDefinition", `${head}KRMFunctionDefinition\nspec: ${spec}\n`],
    [
      "several documents",
      `${head}KRMFunctionDefinition\nspec: ${spec.replace("Paint", "Other")}\n---\n${head}KRMFunctionDefinition\nspec: ${spec}\n`,
    ],
  ])("%s", async (_, content) => {
    const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES, [A]: content });
    expect(painted(await here.build(...trust(A)))).toBe("none+red");
  });

  test("another apiVersion", async () => {
    const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES, [A]: RED_CATALOG.replace("v1alpha1", "v9") });
    expect(painted(await here.build(...trust(A)))).toContain(
      `${A}:1:13: \`apiVersion\` must be config.kubernetes.io/v1alpha1`,
    );
  });
});

test("K23: a config of the core group", async () => {
  const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES });
  here.write({ "app/paint.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: paint}\n" });
  const { status, stderr } = await here.build(...trust(A));
  expect(status).toBe(1);
  expect(stderr).toContain("a catalog cannot name the program for ConfigMap of v1, a kind of Kubernetes");
});

test("K26: a local copy of a catalog that is trusted elsewhere", async () => {
  const server = await webServer({ "/k/catalog.yaml": text(RED_CATALOG) });
  const here = place({ ...app(["../catalogs/a.yaml"]), ...FILES });
  const reach = ["--allow-hosts", server.host];
  const original = `${server.url}/k/catalog.yaml`;
  const refused = await here.build(...trust(original), ...reach);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`${A} is not trusted`);
  expect(refused.stderr).toContain(`trusted, but not referenced, is: ${original}`);
  expect(refused.stderr).toContain(`reference that instead, or trust its content: \`${original}#sha256=`);
  expect(painted(await here.build(...trust(`${original}#sha256=${hex(RED_CATALOG)}`), ...reach))).toBe("none+red");
  expect(server.requests).toEqual([]);
});

test("K27: a default catalog needs no reference, and is searched last", async () => {
  const here = place({ ...app([]), ...FILES });
  expect(painted(await here.build("--default-catalog", B))).toBe("none+green");
  here.write(app(["../catalogs/a.yaml"]));
  expect(painted(await here.build("--default-catalog", B, ...trust(A)))).toBe("none+red");
  // A catalog that is trusted only is not searched.
  here.write(app([]));
  expect((await here.build(...trust(B))).status).toBe(1);
});

test("attack 9.22: a link does not lend its name to another file", async () => {
  const here = place({ ...app(["../catalogs/link.yaml"]), ...FILES });
  here.link("catalogs/link.yaml", "b.yaml");
  expect(painted(await here.build(...trust("catalogs/link.yaml")))).toContain(`${B} is not trusted`);
  expect(painted(await here.build(...trust(B)))).toBe("none+green");
});

test("equal work of several targets runs once", async () => {
  const names = ["one", "two", "three"];
  const program = shellPainter("$(cat /proc/sys/kernel/random/uuid)").replaceAll("'", '"');
  const here = place({ "catalogs/a.yaml": catalog(entry("Paint", `{exec: {path: paint, sha256: ${hex(program)}}}`)) });
  here.write({ "catalogs/paint": program });
  for (const name of names) {
    const files = Object.entries(app(["../catalogs/a.yaml"]));
    here.write(Object.fromEntries(files.map(([path, content]) => [path.replace("app/", `${name}/`), content])));
  }
  const result = await here.run("render", "--output-dir", "out", ...trust(A));
  expect(result.status).toBe(0);
  const ids = names.map((name) => /colour: (.*)/.exec(here.read(`out/${name}.yaml`))?.[1]);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(1);
});
