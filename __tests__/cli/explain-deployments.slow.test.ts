/** `krm-render explain ID`: the history of what Flux applies. */
import { afterAll, describe, expect, test } from "@jest/globals";
import { FLUX_REPOSITORY, ks } from "./deployments.ts";
import { krmRender, temporaryDirectory } from "./terminal.ts";

const directory = temporaryDirectory(FLUX_REPOSITORY);
directory.git("init", "--quiet");
const cwd = directory.path;
afterAll(() => directory.remove());

const explained = (...args: string[]) => krmRender(["explain", ...args], { cwd });
const shown = (stdout: string) => ({ status: 0, stdout, stderr: "" });

describe("explain ID", () => {
  test("shows what Flux changes, each with its line, and no values of Secrets", async () => {
    expect(await explained("flux://prod/flux-system/shop", "Deployment/web")).toEqual(
      shown(`Deployment shop/web
  shop/web.yaml:1:1                       resources       the object (by clusters/prod/apps/shop.yaml:1:1)
  clusters/prod/apps/shop.yaml:9:20       namespace       metadata.namespace: shop
  clusters/prod/apps/shop.yaml:16:13      images          spec.template.spec.containers.[name=web].image: shop:1 → shop:2 (by clusters/prod/apps/shop.yaml:15:5)
  clusters/prod/apps/settings.yaml:8:13   postBuild       spec.replicas: \${REPLICAS} → 3 (substituted: \${REPLICAS} from ConfigMap \`settings\`)
  clusters/prod/apps/shop.yaml:19:14      postBuild       spec.template.spec.containers.[name=web].args.0: \${LEVEL:=info} → debug (substituted: \${LEVEL} from spec.postBuild.substitute)
  clusters/prod/apps/settings.yaml:16:10  postBuild       spec.template.spec.containers.[name=web].args.1: \${TOKEN:=none} → <redacted> (substituted: \${TOKEN} from Secret \`tokens\`)
  clusters/prod/apps/shop.yaml:13:13      commonMetadata  metadata.labels: {"team":"a"}
`),
    );
  });

  test.each([
    ["spec.template.spec.containers[web].args", '["debug","<redacted>"]'],
    ["spec.template.spec.containers[web].args[1]", "<redacted>"],
  ])("withholds in %s what comes from a Secret", async (field, value) => {
    for (const format of ["text", "json"]) {
      const { status, stdout } = await explained(
        "flux://prod/flux-system/shop",
        "Deployment/web",
        field,
        `--format=${format}`,
      );
      expect(status).toBe(0);
      expect(stdout).toContain(format === "text" ? `: ${value}\n` : '"redacted": true');
      expect(stdout).not.toContain("hunter2");
    }
  });

  test("shows the line of a patch that the parent gave to the Kustomization", async () => {
    expect(await explained("flux://prod/flux-system/shop", "Cluster/db", "spec.upgrade.retries")).toEqual(
      shown(`spec.upgrade.retries of Cluster shop/db: 2
  clusters/prod/root.yaml:24:26  patches  2 (by clusters/prod/root.yaml:17:18)
`),
    );
  });

  test("shows what another cluster makes of the same files", async () => {
    expect(await explained("flux://stage/flux-system/shop", "Deployment/web")).toEqual(
      shown(`Deployment web
  shop/web.yaml:1:1               resources  the object (by clusters/stage/root.yaml:1:1)
  clusters/stage/root.yaml:13:16  patches    spec.paused: true (by clusters/stage/root.yaml:10:12)
  clusters/stage/root.yaml:18:17  postBuild  spec.replicas: \${REPLICAS} → 1 (substituted: \${REPLICAS} from spec.postBuild.substitute)
  shop/web.yaml:12:16             postBuild  spec.template.spec.containers.[name=web].args.0: \${LEVEL:=info} → info (by clusters/stage/root.yaml:17:5)
  shop/web.yaml:12:34             postBuild  spec.template.spec.containers.[name=web].args.1: \${TOKEN:=none} → none (by clusters/stage/root.yaml:17:5)
`),
    );
  });

  test("names the variables as data", async () => {
    const args = ["flux://prod/flux-system/shop", "Deployment/web", "spec.replicas", "--format=json"];
    expect(JSON.parse((await explained(...args)).stdout).changes[0]).toEqual({
      step: "postBuild",
      path: "spec.replicas",
      op: "changed",
      before: "${REPLICAS}",
      after: 3,
      file: "clusters/prod/apps/settings.yaml",
      line: 8,
      column: 13,
      variables: [
        {
          name: "REPLICAS",
          source: "ConfigMap `settings`",
          file: "clusters/prod/apps/settings.yaml",
          line: 8,
          column: 13,
        },
      ],
    });
  });

  test.each([
    ["flux://prod/flux-system/shops", "Did you mean flux://prod/flux-system/shop?"],
    ["flux://nowhere/at/all", "krm-render targets 'flux://**'"],
  ])("does not know %s", async (id, hint) => {
    const { status, stderr } = await explained(id);
    expect(status).toBe(1);
    expect(stderr).toContain(`no Kustomization or HelmRelease of Flux has the id ${id}\n`);
    expect(stderr).toContain(hint);
  });

  test("needs a repository", async () => {
    const { status, stderr } = await krmRender(["explain", "flux://prod/flux-system/shop"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("not a git repository")]);
  });

  test("knows an object that Flux leaves out, and those after it", async () => {
    const own = temporaryDirectory({
      "root.yaml": ks("a", "./a", 'postBuild: {substitute: {NUMBER: "1", B: c}}\n'),
      "a/a.yaml": 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${NUMBER}"}\n',
      "a/b.yaml": 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${B}"}\n',
    });
    own.git("init", "--quiet");
    const of = (...args: string[]) =>
      krmRender(["explain", "flux://cluster/flux-system/a", ...args], { cwd: own.path });
    expect((await of()).stdout).toBe("  ConfigMap/c  -  a/b.yaml:1:1\n");
    expect((await of("ConfigMap/c")).stdout).toContain("  postBuild  metadata.name: ${B} → c (");
    expect((await of("ConfigMap/${NUMBER}")).stdout).toBe(`ConfigMap \${NUMBER} (deleted: it is not in the output)
  a/a.yaml:1:1    resources  the object (by root.yaml:1:1)
  root.yaml:9:14  postBuild  deletes the object
`);
    own.remove();
  });
});
