/** Catalogs of compositions: docs/specification/catalogs.md 4.4. */
import { expect, test } from "@jest/globals";
import { text } from "../../store/http/http-server.ts";
import {
  CONFIG_MAP,
  catalog,
  colours,
  entry,
  hex,
  painter,
  place,
  type Result,
  scriptEntry,
  webServer,
} from "./world.ts";

const RED = painter("red");
const GREEN = painter("green");
const FILES = {
  "parent/c.yaml": catalog(scriptEntry("Paint", "green.star", GREEN)),
  "parent/green.star": GREEN,
  "child/c.yaml": catalog(scriptEntry("Paint", "red.star", RED), scriptEntry("Stamp", "red.star", RED)),
  "child/red.star": RED,
  "child/cm.yaml": CONFIG_MAP,
};
const trust = (...references: string[]): string[] => references.flatMap((each) => ["--trusted-catalog", each]);

function painted(result: Result): string {
  return result.status === 0 ? colours(result).join(" ") : result.stderr;
}

function child(...kinds: string[]): string {
  const entries = kinds.map((kind) => `- {apiVersion: fn.acme.test/v1, kind: ${kind}}\n`);
  return `kind: Composition\ncatalogs: [c.yaml]\ntransformers:\n- {kind: ResourceAccumulator, paths: [cm.yaml]}\n${entries.join("")}`;
}

function parent(more = ""): string {
  return `kind: Composition\ncatalogs: [c.yaml]\ntransformersFrom: [{path: ../child}]\n${more}`;
}

test("K18, T36: the catalogs of the parent come first, for the entries of imports, too", async () => {
  const here = place({ ...FILES, "child/composition.yaml": child("Paint"), "parent/composition.yaml": parent() });
  const run = (...references: string[]) => here.run("build", "parent", ...trust(...references));
  expect(painted(await run("parent/c.yaml", "child/c.yaml"))).toBe("none+green");
  // A catalog behind the entry does not matter, whether it is trusted or there at all.
  expect(painted(await run("parent/c.yaml"))).toBe("none+green");
  expect(painted(await run("child/c.yaml"))).toBe("none+red");
  expect(painted(await here.run("build", "child", ...trust("child/c.yaml")))).toBe("none+red");
});

test("K18: a catalog of an import has what the parent's lacks", async () => {
  const here = place({
    ...FILES,
    "child/composition.yaml": child("Paint", "Stamp"),
    "parent/composition.yaml": parent(),
  });
  const run = (...references: string[]) => here.run("build", "parent", ...trust(...references));
  expect(painted(await run("parent/c.yaml", "child/c.yaml"))).toBe("none+green+red");
  const refused = await run("parent/c.yaml");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toContain("no trusted catalog has Stamp of fn.acme.test/v1: child/c.yaml is not trusted");
});

test("addresses in imported compositions stay addresses", async () => {
  const server = await webServer({ "/red.star": text(RED) });
  const content = catalog(entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex(RED)}"}`));
  const catalogs = await webServer({ "/c.yaml": text(content) });
  const reach = [server, catalogs].flatMap(({ host }) => ["--allow-hosts", host]);
  for (const reference of [
    `${catalogs.url}/c.yaml`,
    `git::${catalogs.url}/a.git//c.yaml?ref=v1`,
    `oci://${catalogs.host}/a:v1`,
  ]) {
    const here = place({
      ...FILES,
      "child/composition.yaml": child("Paint").replace("[c.yaml]", `["${reference}"]`),
      "parent/composition.yaml": parent().replace("catalogs: [c.yaml]\n", ""),
    });
    const refused = await here.run("build", "parent");
    expect(refused.stderr).toContain(`no trusted catalog has Paint of fn.acme.test/v1: ${reference} is not trusted`);
    expect((await here.run("view", "composition", "parent")).stdout).toContain(`- ${reference}\n`);
    if (!reference.startsWith("https:")) continue;
    expect(painted(await here.run("build", "parent", ...trust(reference), ...reach))).toBe("none+red");
  }
});

test("an inline kustomization has its own catalogs, then those of the composition", async () => {
  const inline = (catalogs: string): string =>
    `${parent("transformers:\n- apiVersion: kustomize.config.k8s.io/v1beta1\n  kind: Kustomization\n  transformers: [paint.yaml]\n")}${catalogs}`;
  const here = place({ ...FILES, "child/composition.yaml": child(), "parent/composition.yaml": inline("") });
  here.write({ "parent/paint.yaml": "apiVersion: fn.acme.test/v1\nkind: Paint\nmetadata: {name: paint}\n" });
  const all = trust("parent/c.yaml", "child/c.yaml");
  expect(painted(await here.run("build", "parent", ...all))).toBe("none+green");
  here.write({ "parent/composition.yaml": inline("  catalogs: [../child/c.yaml]\n") });
  expect(painted(await here.run("build", "parent", ...all))).toBe("none+red");
});
