/** What is proposed for a repository, and that it is what the rest of the program accepts. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import { readConfiguration, SETTINGS } from "../../src/configuration/index.ts";
import { newFilesPatch, type Present, propose, surveyRepository, WORKFLOW_FILE } from "../../src/setup/index.ts";
import { globsOf } from "../../src/setup/proposal/target-globs.ts";
import { CHECKOUT, OWN, UPLOAD } from "../../src/setup/proposal/workflow-text.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { selectTargets } from "../../src/targets/index.ts";
import { action } from "../action/runner.ts";
import { readText, repositoryFiles } from "../repository/repository.ts";

const K = "resources: [x.yaml]\n";
const ABSENT = { configuration: undefined, targets: undefined, hasWorkflowFile: false };

const survey = (files: Record<string, string>) => surveyRepository(memoryTree(files), "acme/platform");

const workflow = (
  with_: string,
  permissions = "permissions: {contents: read, pull-requests: write}\n",
  on = "pull_request",
) =>
  `on: ${on}\n${permissions}jobs:\n  a:\n    steps:\n    - uses: org/krm-render@v1\n      with: {${with_}}\n    - uses: actions/upload-artifact@v7\n      with: {name: x}\n`;

describe("the workflow", () => {
  const NEEDS = {
    "a/kustomization.yaml": "helmCharts: [{name: c}]\nresources: ['git@github.com:a/b']\n",
    "f.yaml": "metadata:\n  annotations:\n    config.kubernetes.io/function: 'container: {image: a}'\n",
  };

  test("is what the README shows, with pinned actions", async () => {
    const { files } = propose(await survey({ "a/kustomization.yaml": K }), ABSENT);
    expect(files.map(({ path }) => path)).toEqual([WORKFLOW_FILE]);
    const readme = /^```yaml\n(name: Preview\n[\s\S]*?)^```$/m.exec(readText("README.md"))?.[1] ?? "";
    const versions = (text: string): string => text.replaceAll(/@[0-9a-f]{40}/g, "@v7");
    const [written, shown] = [parse(versions(files[0]?.text ?? "")), parse(readme)];
    expect(written.jobs.render.steps).toEqual(shown.jobs.render.steps);
    expect([written.on, written.permissions]).toEqual([shown.on, shown.permissions]);
  });

  test("pins the commits of our own workflows", () => {
    const own = repositoryFiles()
      .filter((path) => path.startsWith(".github/workflows/"))
      .map(readText)
      .join("\n");
    for (const pin of [CHECKOUT, UPLOAD]) expect(own).toContain(`uses: ${pin}\n`);
    expect(readText("README.md")).toContain(`uses: ${OWN}\n`);
  });

  test("takes longer than the action itself", async () => {
    const { files } = propose(await survey({ "a/kustomization.yaml": K }), ABSENT);
    expect(SETTINGS["total-timeout"].default).toBe("1h");
    expect(parse(files[0]?.text ?? "").jobs.render["timeout-minutes"]).toBeGreaterThan(60);
  });

  test("names inputs that let files run programs in comments only", async () => {
    const { files } = propose(await survey(NEEDS), ABSENT);
    const text = files[0]?.text ?? "";
    for (const name of ["remote", "trusted-catalogs"]) {
      expect(text).toMatch(new RegExp(`^ +# ${name}: `, "m"));
      expect(Object.keys(action.inputs)).toContain(name);
    }
    expect(Object.keys(parse(text).jobs.render.steps[1].with)).toEqual(["artifact-name"]);
    const uncommented = parse(text.replaceAll(/# (remote|trusted-catalogs):/g, "$1:"));
    expect(Object.keys(uncommented.jobs.render.steps[1].with)).toHaveLength(3);
  });

  test("holds nothing that others wrote", async () => {
    const name = "a\n    - run: evil # ${{ github.token }}";
    const { files } = propose(await survey({ [`${name}/kustomization.yaml`]: "helmCharts: [{name: c}]\n" }), ABSENT);
    expect(files[0]?.text).not.toContain("evil");
  });

  test("names the catalogs of the repository that kustomizations use, if their paths are plain", async () => {
    const named = (list: string): Record<string, string> => ({
      "apps/a/kustomization.yaml": `transformers: [t.yaml]\ncatalogs: [${list}]\n`,
      "apps/a/t.yaml": "apiVersion: example.com/v1\nkind: T\nmetadata: {name: t}\n",
      "catalogs/one.yaml": "a: b\n",
      "catalogs/two.yaml": "a: b\n",
      "catalogs/${{ x }}.yaml": "a: b\n",
    });
    const about = async (list: string): Promise<string> =>
      propose(await survey(named(list)), ABSENT).files[0]?.text ?? "";
    const one = await about(
      '../../catalogs/one.yaml, ../../absent.yaml, "oci://a.example/b", "../../catalogs/${{ x }}.yaml"',
    );
    expect(one).toMatch(/^ +# trusted-catalogs: catalogs\/one\.yaml$/m);
    expect(one).not.toContain("{{ x }}");
    const text = await about("../../catalogs/two.yaml, ../../catalogs/one.yaml");
    const { steps } = parse(text.replaceAll(/^( +)# (trusted-catalogs: \||  catalogs)/gm, "$1$2")).jobs.render;
    expect(steps[1].with["trusted-catalogs"]).toBe("catalogs/one.yaml\ncatalogs/two.yaml\n");
    expect(await about("")).toMatch(/^ +# trusted-catalogs: catalogs\/catalog\.yaml$/m);
  });

  test("is not proposed beside a file with its name", async () => {
    const { files, advice } = propose(await survey({ "a/kustomization.yaml": K }), {
      ...ABSENT,
      hasWorkflowFile: true,
    });
    expect(files).toEqual([]);
    expect(advice.map(({ place }) => place)).toEqual([WORKFLOW_FILE]);
  });
});

describe("a workflow that exists", () => {
  const cases: [title: string, text: string, messages: RegExp[]][] = [
    ["complete", workflow("artifact-name: x"), []],
    ["no permissions", workflow("artifact-name: x", ""), [/names permissions/]],
    ["all permissions", workflow("artifact-name: x", "permissions: write-all\n"), [/may do everything/]],
    ["may only read", workflow("artifact-name: x", "permissions: read-all\n"), [/may not comment/]],
    [
      "may not read",
      workflow("artifact-name: x", "permissions: {pull-requests: write}\n"),
      [/may not read the repository/],
    ],
    ["never comments", workflow("artifact-name: x, comment: never", "permissions: {contents: read}\n"), []],
    ["no permissions at all", workflow("artifact-name: x", "permissions: {}\n"), [/may not read/, /may not comment/]],
    ["an unknown input", workflow("artifact-name: x, fail-onn: never"), [/no input "fail-onn", so this has no effect/]],
    ["an input in capitals", workflow("artifact-name: x, FAIL-ON: never"), []],
    ["another artifact", workflow("artifact-name: y"), [/not the name/]],
    ["no artifact", workflow(""), [/not kept/]],
    ["a branch", workflow("artifact-name: x").replace("@v1", "@main"), [/can change at any time/]],
    ["a commit", workflow("artifact-name: x").replace("@v1", `@${"a".repeat(40)}`), []],
    ["only pushes", workflow("artifact-name: x", undefined, "push"), [/no pull request starts/]],
    ["on request", workflow("artifact-name: x", undefined, "issue_comment"), []],
    ["pull_request_target", workflow("artifact-name: x", undefined, "pull_request_target"), [/strangers/]],
    ["mode: comment", workflow("mode: comment", undefined, "workflow_run"), [/may not find the run/]],
    [
      "mode: comment, of its own run",
      workflow("mode: comment, reports: x", "permissions: {pull-requests: write}\n"),
      [],
    ],
    ["no artifact, and no comment", workflow("comment: never"), []],
    ["a check", workflow("artifact-name: x, check: true"), [/may not write check runs/]],
  ];

  test.each(cases)("%s", async (_, text, messages) => {
    const found = await survey({ "a/kustomization.yaml": K, ".github/workflows/ci.yml": text });
    const { files, advice, settled } = propose(found, ABSENT);
    expect(files).toEqual([]);
    expect(advice.map(({ message }) => message)).toEqual(messages.map((pattern) => expect.stringMatching(pattern)));
    expect(advice.every(({ remedy }) => remedy.endsWith("."))).toBe(true);
    expect(settled.some((line) => line.includes("ci.yml"))).toBe(messages.length === 0);
  });

  test("lacks what the repository needs", async () => {
    const found = await survey({
      "a/kustomization.yaml": "helmCharts: [{name: c}]\n",
      "b/kustomization.yaml": "resources: ['https://github.com/a/b', 'git@github.com:a/b']\n",
      ".github/workflows/ci.yml": workflow("artifact-name: x, enable-helm: false, remote: false"),
      ".github/workflows/default.yml": workflow("artifact-name: x"),
      ".github/workflows/helm.yml": workflow("artifact-name: x, enable-helm: true, remote: public"),
    });
    expect(propose(found, ABSENT).advice.map(({ place, message }) => `${place} ${message}`)).toEqual([
      ".github/workflows/ci.yml:6 Helm charts are not inflated, and one file uses them",
      ".github/workflows/ci.yml:6 sources of other repositories are not fetched, and kustomizations use some",
      ".github/workflows/default.yml:6 kustomizations use sources by ssh, over http or with a user, which are not fetched",
    ]);
  });
});

describe("the configuration", () => {
  const FILES = {
    "apps/a/base/kustomization.yaml": K,
    "apps/a/prod/kustomization.yaml": "resources: [../base]\n",
    "apps/b/kustomization.yaml": K,
  };
  const deploying = (path: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {source: {path: ${JSON.stringify(path)}}}\n`;

  test("is proposed if a deployed directory is no target by itself", async () => {
    const files = { ...FILES, "a.yaml": deploying("apps/a/base") };
    const proposal = propose(await survey(files), ABSENT);
    expect(proposal.files.map(({ path }) => path)).toEqual([WORKFLOW_FILE, ".krm-render.yaml"]);
    const { targets } = parse(proposal.files[1]?.text ?? "");
    expect(await selectTargets({ head: memoryTree(files) }, targets)).toEqual(["apps/a/base", "apps/a/prod", "apps/b"]);
  });

  test.each<[title: string, present: Partial<Present>, places: string[]]>([
    ["that selects all", { configuration: "valid", targets: ["apps/a/base", "apps/b"] }, []],
    ["that lacks a deployed directory", { configuration: "valid", targets: ["apps/b"] }, [".krm-render.yaml"]],
    ["without targets", { configuration: "valid" }, [".krm-render.yaml"]],
    ["with mistakes", { configuration: "broken" }, [".krm-render.yaml"]],
  ])("is never overwritten: one %s", async (_, present, places) => {
    const found = await survey({ ...FILES, "a.yaml": deploying("apps/a/base") });
    const { files, advice } = propose(found, { ...ABSENT, ...present });
    expect(files.map(({ path }) => path)).toEqual([WORKFLOW_FILE]);
    expect(advice.map(({ place }) => place)).toEqual(places);
  });

  test.each([
    ["a name of two lines", ["a\nb", "c d"], 1, 1],
    ["only such names", ["a\nb", "a\u2028b"], 0, 2],
    ["more directories than a file lists", Array.from({ length: 1003 }, (_, index) => `d ${index}`), 1000, 3],
  ])("holds only what its reader takes: %s", async (_, names, listed, left) => {
    const files = Object.fromEntries(names.map((name) => [`${name}/kustomization.yaml`, K]));
    const found = await survey({
      ...files,
      "all/kustomization.yaml": `resources: ${JSON.stringify(names.map((name) => `../${name}`))}\n`,
      "a.yaml": names.map(deploying).join("---\n"),
    });
    const proposal = propose(found, ABSENT);
    const text = proposal.files.find((file) => file.path === ".krm-render.yaml")?.text ?? "";
    const { settings } = readConfiguration(Buffer.from(text), "x", { dangers: [], noise: [] }).configuration;
    expect(settings.get("targets")?.values.length ?? 0).toBe(listed);
    expect(proposal.advice.map(({ message }) => message)).toEqual([
      `${left} of the deployed directories cannot be listed: there are too many, or their names are no single line`,
    ]);
  });

  test("is not proposed for what Flux deploys, even if Argo CD deploys it as well", async () => {
    const flux = `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec:\n  path: ./apps/a/base\n  sourceRef: {kind: GitRepository, name: flux-system}\n`;
    const found = await survey({ ...FILES, "c/flux.yaml": flux, "argo.yaml": deploying("apps/a/base") });
    expect(propose(found, ABSENT).files.map(({ path }) => path)).toEqual([WORKFLOW_FILE]);
  });

  test("is not proposed otherwise", async () => {
    const { files, settled } = propose(await survey({ ...FILES, "a.yaml": deploying("apps/a/prod") }), ABSENT);
    expect(files.map(({ path }) => path)).toEqual([WORKFLOW_FILE]);
    expect(settled).toEqual([expect.stringMatching(/^No \.krm-render\.yaml is needed/)]);
  });

  test.each(["!x", "+x", "a: b", "# c", "- d", "true", "with space", "é", "*", "{{a", '"'])(
    "quotes a directory called %j",
    async (name) => {
      const path = `apps/${name}/base`;
      const files = {
        [`${path}/kustomization.yaml`]: K,
        "apps/z/kustomization.yaml": `resources: [${JSON.stringify(`../${name}/base`)}]\n`,
        "a.yaml": deploying(path),
      };
      const found = await survey(files);
      const text = propose(found, ABSENT).files.find((file) => file.path === ".krm-render.yaml")?.text ?? "";
      expect(await selectTargets({ head: memoryTree(files) }, parse(text).targets)).toEqual(["apps/z", path].sort());
    },
  );
});

test("globs match all that is wanted, and nothing else", () => {
  const path = fc
    .array(fc.constantFrom("a", "b", "c", "base"), { minLength: 1, maxLength: 4 })
    .map((steps) => steps.join("/"));
  const lists = fc.uniqueArray(path, { maxLength: 30 }).chain((all) => fc.tuple(fc.constant(all), fc.subarray(all)));
  fc.assert(
    fc.property(lists, ([all, wanted]) => {
      const others = all.filter((each) => !wanted.includes(each));
      const globs = globsOf(wanted, others).map((glob) => new RegExp(`^${glob.replaceAll("*", "[^/]+")}$`));
      const matched = all.filter((each) => globs.some((glob) => glob.test(each)));
      expect(matched).toEqual(all.filter((each) => wanted.includes(each)));
    }),
  );
});

test("many directories with a common form are one glob", () => {
  const wanted = Array.from({ length: 500 }, (_, index) => `components/c${index}/staging/base`);
  expect(globsOf([...wanted, "x/y"], ["components/c1/base"])).toEqual(["*/*/staging/base", "x/y"]);
});

test("a patch adds each line", () => {
  expect(newFilesPatch([{ path: "a/b.yaml", text: "x: 1\n\ny: 2\n", reason: "" }])).toBe(
    "diff --git a/a/b.yaml b/a/b.yaml\nnew file mode 100644\n--- /dev/null\n+++ b/a/b.yaml\n@@ -0,0 +1,3 @@\n+x: 1\n+\n+y: 2\n",
  );
});
