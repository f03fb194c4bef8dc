/** The built action and `.krm-render.yaml`: silences of the base, the gate, what is withheld, and the link to the artifact. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type Files, git, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { configMap } from "./shop.ts";

jest.setTimeout(60_000);

const FILE = ".krm-render.yaml";
const PVC = `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 1Gi}}
`;
const SHOP: Files = {
  "apps/shop/kustomization.yaml": "resources:\n- data.yaml\n- config.yaml\n",
  "apps/shop/data.yaml": PVC,
  "apps/shop/config.yaml": configMap("shop", "license: of-old"),
};
/** Removes the volume claim, and edits a value. */
const CHANGE: Files = {
  "apps/shop/kustomization.yaml": "resources:\n- config.yaml\n",
  "apps/shop/config.yaml": configMap("shop", "license: of-new"),
};
const silence = (more = "") => `dangers:\n  silence:\n  - rule: removed-pvc\n    reason: copied before\n${more}`;

let repository: TestRepository;
let start: string;
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository(SHOP);
  start = repository.commit("main", { "README.md": "words" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

let count = 0;

/** Runs the action on a pull request, whose base branch got `onBase` before, or after the branch began. */
async function propose(
  files: Files,
  { onBase, after, ...more }: Partial<Step> & { onBase?: Files; after?: Files } = {},
): Promise<StepResult & { comment: string; report: Report }> {
  const branch = `topic-${++count}`;
  const begin = onBase === undefined ? start : repository.commit(`base-${count}`, onBase);
  git(join(repository.directory, "origin"), "branch", branch, begin);
  const head = repository.commit(branch, files);
  const base = after === undefined ? begin : repository.commit(`base-${count}`, after);
  server.setHead(head);
  const payload = pullRequestEvent({ base, head });
  const workspace = repository.checkout(`refs/heads/${branch}`, 0);
  const result = await runStep({ workspace, event: "pull_request", payload, apiUrl: server.url, ...more });
  const path = result.outputs["json-path"] ?? "";
  const report = JSON.parse(path === "" ? "{}" : readFileSync(path, "utf8")) as Report;
  return { ...result, comment: server.comments.at(-1)?.body ?? "", report };
}

interface Report {
  targets: { path: string }[];
  dangers: { id: string; key: string; silenced?: { by: string; reason: string } }[];
  trust?: { kind: string; op: string; subject: string; line?: number }[];
  notes?: { code: string; severity: string }[];
}

const HIGH = { with: { "fail-on-danger": "high" } };

describe("the gate", () => {
  test("fails the step, and names the danger and how to accept it; the comment and the outputs are there", async () => {
    const result = await propose(CHANGE, HIGH);
    expect(result.code).toBe(1);
    const [key] = result.report.dangers.map((danger) => danger.key);
    expect(result.outputs).toMatchObject({
      dangers: "1",
      "danger-level": "high",
      "danger-ids": JSON.stringify([key]),
      failed: "false",
    });
    const errors = result.commands.filter(({ name }) => name === "error");
    expect(errors.map(({ properties, message }) => [properties["title"], message.split("\n")[0]])).toEqual([
      ["dangerous-change", "this change brings 1 danger of the level high:"],
    ]);
    expect(errors[0]?.message).toContain(`- ${key} (high): PersistentVolumeClaim data in apps/shop: `);
    expect(errors[0]?.message).toContain(".krm-render.yaml on the base branch");
    expect(result.comment).toContain("PersistentVolumeClaim");
  });

  test("is not there without the input, nor for other levels", async () => {
    expect((await propose(CHANGE)).code).toBe(0);
    const quiet = { onBase: { [FILE]: "dangers: {levels: {removed-pvc: medium}}\n" } };
    expect((await propose(CHANGE, { ...quiet, ...HIGH })).code).toBe(0);
    const low = await propose(CHANGE, { ...quiet, with: { "fail-on-danger": "low", "fail-on": "never" } });
    expect([low.code, low.outputs["danger-level"]]).toEqual([1, "medium"]);
  });

  test("lets a danger pass that the base silences", async () => {
    const result = await propose(CHANGE, { onBase: { [FILE]: silence() }, ...HIGH });
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ dangers: "0", "danger-level": "", "danger-ids": "[]" });
    expect(result.report.dangers.map(({ id, silenced }) => [id, silenced])).toEqual([
      ["removed-pvc", { by: "configuration", reason: "copied before" }],
    ]);
  });

  test("attack 9.27: does not let a change accept its own danger", async () => {
    const result = await propose({ ...CHANGE, [FILE]: silence() }, HIGH);
    expect(result.code).toBe(1);
    expect(result.outputs["dangers"]).toBe("1");
    expect(result.report.trust).toMatchObject([{ kind: "silence", op: "added", subject: "removed-pvc", line: 3 }]);
    expect(result.comment).toContain("edits the rules of reviews");
    expect(result.comment).toContain("copied before");
  });

  test("attack 9.27: does not let a branch choose a former configuration: the tip of the base branch counts", async () => {
    const result = await propose(CHANGE, {
      onBase: { [FILE]: silence() },
      after: { [FILE]: "# nothing is accepted\n" },
      ...HIGH,
    });
    expect([result.code, result.outputs["dangers"]]).toEqual([1, "1"]);
  });
});

describe("an edit of the file", () => {
  test("is in the comment also where no object changes", async () => {
    const { code, comment, outputs } = await propose({ [FILE]: "redaction: [{paths: /data/license}]\n" });
    expect([code, outputs["changed"]]).toEqual([0, "false"]);
    expect(comment).toContain("edits the rules of reviews");
    expect(comment).toContain("/data/license");
  });

  test("with a mistake is an error at its line, and the rest is reviewed", async () => {
    const files = { ...CHANGE, [FILE]: `${silence()}    target: apps\n` };
    const { code, commands, comment } = await propose(files);
    expect(code).toBe(1);
    expect(commands.filter(({ name }) => name === "error")).toMatchObject([
      { properties: { title: "unknown-field", file: FILE, line: "5" } },
    ]);
    expect(comment).toContain("unknown field");
    expect(comment).toContain("PersistentVolumeClaim");
    expect((await propose(files, { with: { "fail-on": "never" } })).code).toBe(0);
  });
});

describe("values to withhold", () => {
  const everything = (result: StepResult & { comment: string }): string => {
    const paths = ["markdown-path", "html-path", "json-path", "diff-path", "sarif-path"] as const;
    const files = paths.map((name) => readFileSync(result.outputs[name] ?? "", "utf8"));
    const manifest = readFileSync(join(result.outputs["manifests-dir"] ?? "", "apps/shop.yaml"), "utf8");
    return [result.log, result.summary, result.comment, JSON.stringify(result.outputs), manifest, ...files].join("\n");
  };

  test("are shown without a rule", async () => {
    expect(everything(await propose(CHANGE))).toContain("of-new");
  });

  test.each<[string, Parameters<typeof propose>[1]]>([
    ["of the base", { onBase: { [FILE]: "redaction: [{kinds: ConfigMap, paths: /data/license}]\n" } }],
    ["of the input", { with: { redact: "# licences\nConfigMap/shop:/data/license" } }],
    [
      "of a base with mistakes, whose rules nobody knows",
      { onBase: { [FILE]: "redaction: [{path: /data/license}]\n" } },
    ],
  ])("%s are nowhere", async (_, more) => {
    const text = everything(await propose(CHANGE, more));
    expect(text).toContain("ConfigMap");
    expect(text).not.toMatch(/of-old|of-new/);
  });

  test("attack 9.27: a head that removes the annotation does not count", async () => {
    const annotated = configMap("shop\n  annotations: {krm-render.dev/redact: /data/license}", "license: of-old");
    const result = await propose(CHANGE, { onBase: { "apps/shop/config.yaml": annotated } });
    expect(everything(result)).not.toMatch(/of-old|of-new/);
    expect(result.comment).toContain("krm-render.dev/redact");
  });

  test("attack 9.27: a head that removes the rule does not count", async () => {
    const onBase = { [FILE]: "redaction: [{paths: /data/license}]\n" };
    const result = await propose({ ...CHANGE, [FILE]: "" }, { onBase });
    expect(everything(result)).not.toMatch(/of-old|of-new/);
    expect(result.comment).toContain("/data/license");
  });
});

describe("a base with mistakes", () => {
  const onBase = { [FILE]: "danger: {}\n" };

  test("fails other changes, which are reviewed without values", async () => {
    const { code, commands, comment, outputs } = await propose(CHANGE, { onBase });
    expect([code, outputs["resources-changed"], outputs["resources-removed"]]).toEqual([1, "1", "1"]);
    expect(commands.filter(({ name }) => name === "error").map(({ properties }) => properties["title"])).toEqual([
      "configuration-broken",
      "unknown-field",
    ]);
    expect(comment).toContain("all values are withheld");
  });

  test("does not fail the change that mends it", async () => {
    const { code, commands, comment } = await propose({ ...CHANGE, [FILE]: silence() }, { onBase });
    expect(code).toBe(0);
    expect(commands.map(({ name, properties }) => [name, properties["title"]])).toContainEqual([
      "warning",
      "configuration-broken",
    ]);
    expect(comment).toContain("This change mends the file.");
  });
});

describe("what the reader can reach", () => {
  const many: Files = {
    "apps/shop/kustomization.yaml": `resources:\n${Array.from({ length: 60 }, (_, at) => `- c${at}.yaml\n`).join("")}`,
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `apps/shop/c${at}.yaml`,
        configMap(`c${at}`, `key${at}: ${"v".repeat(90)}${at}`),
      ]),
    ),
  };

  test("the summary, where it left nothing out, of this attempt", async () => {
    const { comment, outputs } = await propose(many, {
      with: { "comment-max-bytes": "2000" },
      env: { GITHUB_RUN_ATTEMPT: "3" },
    });
    expect(outputs["truncated"]).toBe("true");
    expect(comment).toContain("/Codertocat/Hello-World/actions/runs/100/attempts/3)");
    expect(comment).not.toContain("artifact");
  });

  test("the artifact that the workflow names, where the summary is not complete", async () => {
    // A summary has no room left where earlier steps filled it.
    const { comment } = await propose(many, {
      with: { "comment-max-bytes": "2000", "artifact-name": "krm-render" },
      env: { GITHUB_STEP_SUMMARY: "" },
    });
    expect(comment).toContain("/actions/runs/100/attempts/1#artifacts");
  });
});

describe("settings", () => {
  const TWO: Files = {
    "apps/other/kustomization.yaml": "resources: [map.yaml]\n",
    "apps/other/map.yaml": configMap("other", "a: b"),
  };
  const pathsIn = (result: { report: Report }) => result.report.targets.map(({ path }) => path);

  test("of the head say what is rendered, and the comment says that the change edits them", async () => {
    const result = await propose({ ...CHANGE, ...TWO, [FILE]: "targets: apps/other\n" });
    expect(pathsIn(result)).toEqual(["apps/other"]);
    expect(result.report.trust).toMatchObject([{ kind: "setting", op: "added", subject: "targets", line: 1 }]);
    expect(result.comment).toContain("This change edits how it is reviewed: 1 setting in its own configuration.");
    expect(result.log).toMatch(/\.krm-render\.yaml:1:10 of .*: targets apps\/other, unless the workflow sets it/);
  });

  test("attack 9.27: do not let a change hide its comment, or lower what fails", async () => {
    const files = { ...CHANGE, "apps/broken/kustomization.yaml": "resources: [absent.yaml]\n" };
    const result = await propose({
      ...files,
      [FILE]: "comment: never\nfail-on: never\nfail-on-danger: never\nstrict: false\n",
    });
    expect([result.code, result.comment.includes("apps/broken")]).toEqual([1, true]);
  });

  test("attack 9.27: do not let a change shorten its comment", async () => {
    const broken = Array.from({ length: 30 }, (_, at) => [
      `apps/broken-${at}/kustomization.yaml`,
      `resources: [absent-${at}.yaml]\n`,
    ]);
    const result = await propose({ ...CHANGE, ...Object.fromEntries(broken), [FILE]: "comment-max-bytes: 2000\n" });
    expect(result.comment).toContain("absent-29.yaml");
  });

  test("of the base do so", async () => {
    const result = await propose(CHANGE, { onBase: { [FILE]: "comment: never\nfail-on-danger: high\n" } });
    expect([result.code, result.outputs["comment-id"]]).toEqual([1, ""]);
  });

  test("of the workflow take precedence", async () => {
    const onBase = { ...TWO, [FILE]: "fail-on-danger: high\n" };
    const given = { with: { targets: "apps/shop", "fail-on-danger": "never" } };
    const result = await propose({ ...CHANGE, [FILE]: "targets: apps/other\n" }, { onBase, ...given });
    expect([result.code, pathsIn(result)]).toEqual([0, ["apps/shop"]]);
  });

  test("all come from the base on privileged events", async () => {
    const onBase = { ...TWO, [FILE]: "targets: apps/shop\n" };
    const result = await propose(
      { ...CHANGE, [FILE]: "targets: apps/other\n" },
      { onBase, event: "pull_request_target" },
    );
    expect(pathsIn(result)).toEqual(["apps/shop"]);
  });

  test("attack 9.27: of trust are refused", async () => {
    const result = await propose({
      "apps/shop/kustomization.yaml": "resources:\n- https://127.0.0.1:1/x.yaml\n",
      [FILE]: "remote: true\n",
    });
    expect(result.code).toBe(1);
    const errors = result.commands.filter(({ name }) => name === "error");
    expect(errors.map(({ properties }) => properties["title"])).toEqual(
      expect.arrayContaining(["setting-refused", "remote-unsupported"]),
    );
  });
});
