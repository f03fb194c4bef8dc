/** The results of the built action: outputs, files, annotations; and the secrets that none of them holds. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { OUTPUT_DEFAULTS } from "../../src/action/outputs.ts";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, TOKEN } from "../github/loopback/server.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { CHANGE, configMap, PROD, SECRETS, SHOP } from "./shop.ts";

jest.setTimeout(60_000);
const BROKEN: Files = { [`${PROD}/kustomization.yaml`]: "resources:\n- ../../base\n- missing.yaml\n" };

let repository: TestRepository;
let start: string;
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository(SHOP);
  start = repository.commit("main", { "README.md": "words" });
});
afterAll(() => repository.remove());

useGitHub((started) => (server = started));

/** Every text that the action wrote, by its destination. */
function everything(result: StepResult): Map<string, string> {
  const texts = new Map([
    ["the log", result.log],
    ["the summary", result.summary],
    ["the outputs", JSON.stringify(result.outputs)],
    ["the requests", JSON.stringify(server.requests)],
  ]);
  const directory = result.outputs["report-dir"] ?? "";
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) texts.set(path, readFileSync(path, "utf8"));
  }
  return texts;
}

/** A value itself, its base64 at each of the three alignments, its hexadecimal and percent-encoded forms. */
function spellings(value: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.from("x".repeat(offset) + value).toString("base64");
    return whole.slice(offset === 0 ? 0 : 4, -4);
  });
  return [value, ...inBase64, Buffer.from(value).toString("hex"), encodeURIComponent(value)];
}

/** Of `mode: release` only. */
const RELEASE: ReadonlySet<string> = new Set(["archive-path", "statement-path", "predicate-path", "checksums-path"]);

describe("the action", () => {
  /** Runs the action on a pull request with these changes to `main` or to the given base. */
  function propose(branch: string, files: Files, more: Partial<Step> & { base?: string } = {}): Promise<StepResult> {
    const { base = start, ...rest } = more;
    const head = repository.commit(branch, files);
    server.setHead(head);
    const payload = pullRequestEvent({ base, head });
    const workspace = more.workspace ?? repository.checkout(`refs/heads/${branch}`, 0);
    return runStep({ workspace, event: "pull_request", payload, apiUrl: server.url, ...rest });
  }

  test("sets every output, and each path is that of a file", async () => {
    const result = await propose("topic", CHANGE);
    expect(Object.keys(result.outputs).sort()).toEqual(Object.keys(OUTPUT_DEFAULTS).sort());
    const paths = Object.entries(result.outputs).filter(([name]) => /-(?:path|dir)$/.test(name) && !RELEASE.has(name));
    expect(paths.filter(([, path]) => !existsSync(path))).toEqual([]);
    expect(result.outputs["resources-changed"]).toBe("6");
    expect(JSON.parse(readFileSync(result.outputs["json-path"] ?? "", "utf8"))).toMatchObject({ version: 2 });
    expect(readFileSync(result.outputs["html-path"] ?? "", "utf8")).toMatch(/^<!doctype html>/i);
    expect(readFileSync(result.outputs["diff-path"] ?? "", "utf8")).toContain(
      "+        image: registry.example/web:1.5.0",
    );
  });

  test("notices a pointer of Git LFS that a build uses, at its file", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;
    const kustomization = "resources:\n- config.yaml\nconfigMapGenerator:\n- name: data\n  files: [big.bin]\n";
    const result = await propose("pointer", {
      "apps/legacy/big.bin": pointer,
      "apps/legacy/kustomization.yaml": kustomization,
    });
    expect(result.code).toBe(0);
    const noticed = result.commands.filter(({ properties }) => properties["title"] === "lfs-pointer");
    expect(noticed.map(({ name, properties }) => [name, properties["file"]])).toEqual([
      ["notice", "apps/legacy/big.bin"],
    ]);
    const report = JSON.parse(readFileSync(result.outputs["json-path"] ?? "", "utf8"));
    expect(report.notes.map(({ code }: { code: string }) => code)).toEqual(["lfs-pointer"]);
  });

  test("writes neither a value of a Secret nor the token anywhere", async () => {
    const result = await propose("topic", CHANGE);
    expect(result.code).toBe(0);
    const texts = everything(result);
    expect(texts.size).toBeGreaterThan(8);
    const found = [...texts].flatMap(([where, text]) =>
      [...SECRETS.flatMap(spellings), TOKEN]
        .filter((spelling) => text.includes(spelling))
        .map((value) => [where, value]),
    );
    expect(found).toEqual([]);
    const manifest = readFileSync(join(result.outputs["manifests-dir"] ?? "", `${PROD}.yaml`), "utf8");
    expect(manifest).toContain("kind: Secret");
    expect(manifest).toContain("image: registry.example/web:1.5.0");
    expect(manifest).not.toMatch(/name: prod-db-[a-z0-9]{10}/);
  });

  test("hands no token to git", async () => {
    const programs = join(repository.directory, "programs");
    const seen = join(repository.directory, "seen-by-git");
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, "git"), `#!/bin/sh\nenv >> "${seen}"\nPATH="${process.env.PATH}" exec git "$@"\n`, {
      mode: 0o755,
    });
    const env = { PATH: `${programs}:${process.env.PATH}`, ACTIONS_RUNTIME_TOKEN: "runtime-token" };
    expect(await propose("topic", CHANGE, { env })).toMatchObject({ code: 0 });
    const environment = readFileSync(seen, "utf8");
    expect(environment).toContain("GITHUB_WORKSPACE=");
    expect(environment).not.toMatch(/runtime-token|INPUT_/);
    expect(environment).not.toContain(TOKEN);
  });

  test("fails for a target that no longer renders, and reports the others", async () => {
    const result = await propose("broken", { ...CHANGE, ...BROKEN });
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ failed: "true", "targets-failed": "1", "targets-changed": "1" });
    expect(result.outputs["resources-removed"]).toBe("0");
    const [error] = result.commands;
    expect(error).toMatchObject({ name: "error", properties: { file: `${PROD}/kustomization.yaml`, line: "3" } });
    expect(error?.message).toContain("missing.yaml");
    expect(server.comments[0]?.body).toContain("missing.yaml");
    const manifests = result.outputs["manifests-dir"] ?? "";
    expect(existsSync(join(manifests, `${PROD}.yaml`))).toBe(false);
    expect(existsSync(join(manifests, "apps/web/overlays/staging.yaml"))).toBe(true);
  });

  test("fails when there is no time for any target, and says so in the comment", async () => {
    const result = await propose("late", CHANGE, { with: { "total-timeout": "1ms", "affected-only": "false" } });
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({ failed: "true", "targets-failed": "3", "targets-changed": "0" });
    expect(result.commands.map(({ name }) => name)).toEqual(["error"]);
    expect(server.comments[0]?.body).toContain("the time for all targets is over, 0.001 seconds for the whole run");
  });

  test("does not fail for a target that did not render before either", async () => {
    const base = repository.commit("broken-before", BROKEN);
    // The branch has the changes of earlier runs.
    const result = await propose("broken-before", CHANGE, { base });
    expect(result.code).toBe(0);
    expect(result.commands.map(({ name }) => name)).toEqual(["warning"]);
    expect(result.outputs).toMatchObject({ failed: "true", "targets-failed": "1" });
    const strict = await propose(
      "broken-before",
      {},
      { base, with: { "fail-on": "warning", "affected-only": "false" } },
    );
    expect(strict.code).toBe(1);
  });

  test("renders only what the change can affect, unless all targets are wanted", async () => {
    const change = { [`${PROD}/kustomization.yaml`]: "resources:\n- ../../base\nnamePrefix: new-\n" };
    const affected = await propose("prefix", change);
    expect(affected.log).toContain("1 of 3 targets is affected");
    expect(affected.outputs).toMatchObject({ changed: "true", targets: "3", "targets-changed": "1" });
    const report = JSON.parse(readFileSync(affected.outputs["json-path"] ?? "", "utf8"));
    expect(report.figures.targets).toMatchObject({ total: 3, affected: 1, unaffected: 2, changed: 1 });
    const manifests = ({ outputs }: StepResult, target: string) =>
      existsSync(join(outputs["manifests-dir"] ?? "", `${target}.yaml`));
    const staging = "apps/web/overlays/staging";
    expect([manifests(affected, PROD), manifests(affected, staging)]).toEqual([true, false]);
    const all = await propose("prefix", {}, { with: { "affected-only": "false" } });
    expect(all.outputs).toMatchObject({ changed: "true", targets: "3", "targets-changed": "1" });
    expect([manifests(all, PROD), manifests(all, staging)]).toEqual([true, true]);
  });

  test("with strict, fails for a mistake that kustomize ignores, unless the base has the same one", async () => {
    const unused: Files = {
      [`${PROD}/kustomization.yaml`]: "resources:\n- ../../base\nimages:\n- name: web\n  newTag: x\n",
    };
    const lenient = await propose("swallowed", unused);
    expect([lenient.code, lenient.commands.map(({ name }) => name)]).toEqual([0, ["warning"]]);
    const strict = await propose("swallowed", unused, { with: { strict: "true" } });
    expect([strict.code, strict.outputs["targets-failed"]]).toEqual([1, "1"]);
    expect(strict.commands).toMatchObject([
      { name: "error", properties: { file: `${PROD}/kustomization.yaml`, line: "4", title: "unused-image" } },
    ]);
    const base = repository.commit("swallowed-before", unused);
    const before = await propose("swallowed-before", CHANGE, { base, with: { strict: "true" } });
    expect([before.code, before.outputs["targets-failed"]]).toEqual([0, "1"]);
    expect(before.commands.map(({ name }) => name)).toEqual(["warning"]);
  });

  test("counts nothing as added when the base did not render, and compares with the commit before", async () => {
    const base = repository.commit("mended", BROKEN);
    const result = await propose("mended", { [`${PROD}/kustomization.yaml`]: "resources:\n- ../../base\n" }, { base });
    expect(result.code).toBe(0);
    expect(result.commands).toMatchObject([{ name: "notice", properties: { title: "failed-at-base" } }]);
    expect(result.outputs).toMatchObject({ failed: "false", "resources-added": "0", "resources-changed": "3" });
    expect(server.comments).toMatchObject([
      { body: expect.stringContaining("an earlier commit of the base that builds it. The base fails: ") },
    ]);
  });

  test("attack 9.16: prints no workflow command from a pull request", async () => {
    const order = "::error title=pwned::boo";
    const result = await propose("hostile", {
      [`apps/a\n${order}\n/kustomization.yaml`]: `resources:\n- "x\\n${order}\\n##[add-mask]y"\n`,
      "apps/b/kustomization.yaml": `resources:\n- c.yaml\n"${order}": 1\n`,
      "apps/b/c.yaml": configMap("c", `${order.replace(":", "")}: "##[error]"`),
      "apps/c/kustomization.yaml": `resources:\n- ${order}\n`,
      "apps/d/kustomization.yaml": `resources:\n- c.yaml\n`,
      "apps/d/c.yaml": configMap("d", `text: |\n    \r${order}\n    ##[error]x`),
    });
    expect(result.code).toBe(1);
    expect(result.commands.filter(({ name }) => name !== "error" && name !== "warning")).toEqual([]);
    expect(result.commands.map(({ properties }) => properties.title)).not.toContain("pwned");
    expect(Object.keys(result.outputs).sort()).toEqual(Object.keys(OUTPUT_DEFAULTS).sort());
  });

  test("refuses an output directory that is a link in the pull request", async () => {
    const workspace = repository.checkout("refs/heads/main", 0);
    const outside = join(repository.directory, "outside");
    mkdirSync(outside, { recursive: true });
    symlinkSync(outside, join(workspace, "krm-render-report"));
    const result = await propose("topic", {}, { workspace });
    expect(result.code).toBe(1);
    expect(result.commands).toMatchObject([{ name: "error", properties: { title: "output-unsafe" } }]);
    expect(readdirSync(outside)).toEqual([]);
  });

  test("writes the comment, the summary and the other files when a report file cannot be written", async () => {
    const workspace = repository.checkout("refs/heads/main", 0);
    mkdirSync(join(workspace, "krm-render-report", "report.html", "in the way"), { recursive: true });
    const result = await propose("topic", CHANGE, { workspace });
    expect(result.code).toBe(1);
    expect(result.commands).toMatchObject([{ name: "error", properties: { title: "output-unwritable" } }]);
    expect(server.comments).toHaveLength(1);
    expect(result.summary).toContain("registry.example/web");
    const directory = join(workspace, "krm-render-report");
    expect(result.outputs).toMatchObject({
      changed: "true",
      "report-dir": directory,
      "html-path": "",
      "json-path": join(directory, "report.json"),
      "diff-path": join(directory, "changes.patch"),
      "manifests-dir": join(directory, "manifests"),
    });
    expect(existsSync(join(directory, "changes.patch"))).toBe(true);
  });

  test("writes the reports when the manifests of two targets collide", async () => {
    const result = await propose("colliding", {
      "kustomization.yaml": "resources: [c.yaml]\n",
      "c.yaml": configMap("c", "a: b"),
      "root/kustomization.yaml": "resources: [c.yaml]\n",
      "root/c.yaml": configMap("c", "a: b"),
    });
    expect(result.code).toBe(1);
    expect(result.commands).toMatchObject([{ name: "error", properties: { title: "output-collision" } }]);
    expect(existsSync(result.outputs["markdown-path"] ?? "")).toBe(true);
    expect(readdirSync(result.outputs["manifests-dir"] ?? "")).toEqual(["root.yaml"]);
  });

  test("removes manifests that it did not write", async () => {
    const workspace = repository.checkout("refs/heads/main", 0);
    const manifests = join(workspace, "krm-render-report", "manifests");
    mkdirSync(manifests, { recursive: true });
    writeFileSync(join(manifests, "planted.yaml"), "kind: Namespace\n");
    const result = await propose("topic", {}, { workspace });
    expect(result.code).toBe(0);
    expect(existsSync(join(manifests, "planted.yaml"))).toBe(false);
    expect(existsSync(join(manifests, `${PROD}.yaml`))).toBe(true);
  });

  test("reports all wrong inputs at once, and unknown ones with the nearest name", async () => {
    const result = await propose("topic", {}, { with: { comment: "allways", concurrency: "0" } });
    expect(result.code).toBe(1);
    expect(result.commands.map(({ message }) => message)).toEqual([
      'input comment: "allways" is not one of auto, always, on-change, on-failure, never; did you mean "always"?',
      'setting concurrency: "0" is not a whole number from 1 to 64',
    ]);
    expect(result.outputs.failed).toBe("true");
    const unknown = await propose("topic", {}, { with: { target: PROD } });
    expect(unknown.code).toBe(0);
    expect(unknown.commands).toMatchObject([{ name: "warning", properties: { title: "unknown-input" } }]);
    expect(unknown.commands[0]?.message).toContain("Did you mean targets?");
  });

  test("a pattern that matches nothing is an error, a repository without kustomizations is not", async () => {
    const nothing = await propose("topic", {}, { with: { targets: "apps/wep/**" } });
    expect(nothing.code).toBe(1);
    expect(nothing.commands[0]?.message).toContain("apps/wep/**");
    const removed = Object.fromEntries(Object.keys(SHOP).map((path) => [path, null]));
    const base = repository.commit("empty", removed);
    const empty = await propose("empty", {}, { base });
    expect(empty).toMatchObject({ code: 0, commands: [] });
    expect(empty.outputs).toMatchObject({ targets: "0", changed: "false", failed: "false" });
    expect(server.comments).toEqual([]);
  });
});
