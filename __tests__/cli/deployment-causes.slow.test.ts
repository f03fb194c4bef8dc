/** The causes of changes in what Flux applies, in a real repository: the line that made each change. */
import { afterAll, describe, expect, test } from "@jest/globals";
import type { Change, Report } from "../../src/review/index.ts";
import { FLUX_REPOSITORY, ks } from "./deployments.ts";
import { type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const made: Directory[] = [];
afterAll(() => {
  for (const directory of made) directory.remove();
});

/** An edit of a file: the text, and what it becomes. */
type Edit = readonly [file: string, from: string, to: string];

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

async function reviewed(
  edits: readonly Edit[],
  more: Readonly<Record<string, string>> = {},
  targets: readonly string[] = [],
): Promise<Report> {
  const directory = temporaryDirectory(FLUX_REPOSITORY);
  made.push(directory);
  directory.git("init", "--quiet");
  directory.commit("base");
  const files: Record<string, string> = { ...FLUX_REPOSITORY, ...more };
  for (const [file, from, to] of edits) {
    const text = files[file] ?? "";
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    files[file] = text.replace(from, to);
  }
  directory.write(files);
  const { stdout, stderr } = await krmRender(["diff", ...targets, "--base=HEAD", "--format=json"], {
    cwd: directory.path,
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

/** The change of an object, with its targets and the places of its causes. */
function shown({ targets }: Report, { id, op, object, causes }: Change): string {
  const having = targets.filter(({ changes }) => changes.includes(id));
  const ids = having.map((target) => target.id.replace("/flux-system/", "/"));
  const places = causes.map(
    ({ file, line, step, inChange }) => `${file}:${line} ${step}${inChange ? "" : " (unchanged)"}`,
  );
  return `${op} ${object.kind}/${object.name} in ${ids.join(", ")}: ${places.join(", ")}`;
}

describe("the cause is the line of", () => {
  test.each<readonly [what: string, edits: readonly Edit[], expected: readonly string[]]>([
    [
      "targetNamespace",
      [["clusters/prod/apps/shop.yaml", "targetNamespace: shop", "targetNamespace: web"]],
      [
        "changed Kustomization/shop in flux://prod/root: clusters/prod/apps/shop.yaml:9 resources",
        "changed Cluster/db in flux://prod/shop: clusters/prod/apps/shop.yaml:9 namespace",
        "changed Deployment/web in flux://prod/shop: clusters/prod/apps/shop.yaml:9 namespace",
        "changed ConfigMap/tls in flux://prod/shop: clusters/prod/apps/shop.yaml:9 namespace",
      ],
    ],
    [
      "an image",
      [["clusters/prod/apps/shop.yaml", 'newTag: "2"', 'newTag: "3"']],
      [
        "changed Kustomization/shop in flux://prod/root: clusters/prod/apps/shop.yaml:16 resources",
        "changed Deployment/web in flux://prod/shop: clusters/prod/apps/shop.yaml:16 images",
      ],
    ],
    [
      "a common label",
      [["clusters/prod/apps/shop.yaml", "team: a", "team: b"]],
      [
        "changed Kustomization/shop in flux://prod/root: clusters/prod/apps/shop.yaml:13 resources",
        "changed Cluster/db in flux://prod/shop: clusters/prod/apps/shop.yaml:13 commonMetadata",
        "changed Deployment/web in flux://prod/shop: clusters/prod/apps/shop.yaml:13 commonMetadata",
        "changed ConfigMap/tls in flux://prod/shop: clusters/prod/apps/shop.yaml:13 commonMetadata",
      ],
    ],
    [
      "a patch",
      [["clusters/stage/root.yaml", "value: true", "value: false"]],
      ["changed Deployment/web in flux://stage/shop: clusters/stage/root.yaml:13 patches"],
    ],
    [
      "a component",
      [["clusters/prod/apps/shop.yaml", "components: [../tls]", "components: []"]],
      [
        "changed Kustomization/shop in flux://prod/root: clusters/prod/apps/shop.yaml:10 resources",
        "removed ConfigMap/tls in flux://prod/shop: clusters/prod/apps/shop.yaml:10 components",
      ],
    ],
    [
      "a patch that the parent patches into a child",
      [["clusters/prod/root.yaml", "retries: 2", "retries: 3"]],
      [
        "changed Kustomization/shop in flux://prod/root: clusters/prod/root.yaml:24 patches",
        "changed Cluster/db in flux://prod/shop: clusters/prod/root.yaml:24 patches",
      ],
    ],
    [
      "a variable in the Kustomization",
      [["clusters/prod/apps/shop.yaml", "LEVEL: debug", "LEVEL: warn"]],
      [
        "changed Kustomization/shop in flux://prod/root: clusters/prod/apps/shop.yaml:19 resources",
        "changed Deployment/web in flux://prod/shop: clusters/prod/apps/shop.yaml:19 postBuild",
      ],
    ],
    [
      "a variable in a ConfigMap",
      [["clusters/prod/apps/settings.yaml", 'REPLICAS: "3"', 'REPLICAS: "4"']],
      [
        "changed ConfigMap/settings in flux://prod/root: clusters/prod/apps/settings.yaml:8 resources",
        "changed Deployment/web in flux://prod/shop: clusters/prod/apps/settings.yaml:8 postBuild",
      ],
    ],
    [
      "a variable in a Secret",
      [["clusters/prod/apps/settings.yaml", "hunter2", "hunter3"]],
      [
        "changed Secret/tokens in flux://prod/root: clusters/prod/apps/settings.yaml:16 resources",
        "changed Deployment/web in flux://prod/shop: clusters/prod/apps/settings.yaml:16 postBuild",
      ],
    ],
    [
      "an expression",
      [["shop/web.yaml", "${LEVEL:=info}", "v=${LEVEL:=info}"]],
      [
        "changed Deployment/web in flux://prod/shop: shop/web.yaml:12 resources",
        "changed Deployment/web in flux://stage/shop: shop/web.yaml:12 postBuild",
      ],
    ],
    [
      "the same file of two clusters",
      [["shop/release.yaml", "1h", "2h"]],
      [
        "changed Cluster/db in flux://prod/shop: shop/release.yaml:6 resources",
        "changed Cluster/db in flux://stage/shop: shop/release.yaml:6 resources",
      ],
    ],
  ])("%s", async (_, edits, expected) => {
    const report = await reviewed(edits);
    expect(report.changes.map((change) => shown(report, change))).toEqual(expected);
    expect(report.unread?.files).toEqual([]);
    expect(JSON.stringify(report)).not.toContain("hunter");
  });
});

describe("unread is", () => {
  test.each<readonly [what: string, files: Readonly<Record<string, string>>, expected: readonly string[]]>([
    ["nothing that only the search for deployments reads", { "clusters/stage/root.yaml": ks("shop", "./tls") }, []],
    ["no rule about what a source leaves out", { ".sourceignore": "x\n" }, []],
    ["what a source leaves out", { ".sourceignore": "x\n", "shop/x/a.yaml": CONFIG_MAP }, ["shop/x/a.yaml: manifest"]],
    [
      "what Flux does not read",
      { "shop/a.json": '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {}}' },
      ["shop/a.json: manifest"],
    ],
    ["what no deployment builds", { "docs/a.yaml": CONFIG_MAP }, ["docs/a.yaml: manifest"]],
    [
      "a Kustomization that nobody renders, where it changes nothing",
      { "clusters/stage/root.yaml": `# a\n${FLUX_REPOSITORY["clusters/stage/root.yaml"]}` },
      ["clusters/stage/root.yaml: manifest"],
    ],
  ])("%s", async (_, files, expected) => {
    const { unread } = await reviewed([], files);
    expect(unread?.files.map(({ file, reason }) => `${file}: ${reason}`)).toEqual(expected);
  });

  test("of a kustomization that is no target, where a deployment is not selected", async () => {
    const { unread } = await reviewed([], { "shop/a.yaml": CONFIG_MAP }, ["tls"]);
    expect(unread?.files).toEqual([{ file: "shop/a.yaml", op: "added", reason: "unselected" }]);
  });
});
