/** The built action and hostile names and values: the outputs, the smallest comment, and the page of a change of many megabytes. */
import { readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { attributeOf, parsePage, textOf } from "../report/html/parsed.ts";
import { scanMarkdown } from "../report/markdown-scan.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { action, runStep, type StepResult } from "./runner.ts";
import { configMap } from "./shop.ts";

jest.setTimeout(120_000);

/** Names of targets that would be outputs, workflow commands, ends of a text, or markup. */
const NAMES = [
  "lines\nchanged=false\nfailed=false\ndangers=0",
  "heredoc\ndanger-ids<<E\n[]\nE",
  "::set-output name=changed::false",
  "\r\n::warning::told by a stranger",
  '"],"x":["',
  "</code><script>alert(1)</script>",
  "``` ~~~ ```",
  "%0Achanged=false",
  "$(id) `id` ${{ github.token }}",
];
const CLAIM = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\n";
const BOTH = "resources: [config.yaml, claim.yaml]\n";

const filesOf = (name: string, kustomization: string, text: string): Files => ({
  [`apps/${name}/kustomization.yaml`]: kustomization,
  [`apps/${name}/config.yaml`]: configMap("web", text),
  [`apps/${name}/claim.yaml`]: CLAIM,
});
const all = (kustomization: string, text: string): Files =>
  Object.assign({}, ...NAMES.map((name) => filesOf(name, kustomization, text)));
const BROKEN = { [`apps/${NAMES[0]}/kustomization.yaml`]: "resources: [absent.yaml]\n" };

let repository: TestRepository;
let base: string;
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository({ "README.md": "words" });
  base = repository.commit("main", { ...all(BOTH, "key: old"), "page/kustomization.yaml": "resources: []\n" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

function propose(branch: string, files: Files, inputs: Readonly<Record<string, string>> = {}): Promise<StepResult> {
  const head = repository.commit(branch, files);
  server.setHead(head);
  const payload = pullRequestEvent({ base, head });
  const workspace = repository.checkout(`refs/heads/${branch}`, 0);
  return runStep({ workspace, event: "pull_request", payload, apiUrl: server.url, with: inputs });
}

/** Every name and value of a file of outputs, in its order, as actions/runner reads it: `NAME=VALUE`, or `NAME<<END`. */
function entriesOf(text: string): [name: string, value: string][] {
  const entries: [string, string][] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const [equals, heredoc] = [line.indexOf("="), line.indexOf("<<")];
    if (heredoc < 0 || (equals >= 0 && equals < heredoc)) {
      entries.push([line.slice(0, equals), line.slice(equals + 1)]);
      continue;
    }
    const end = lines.indexOf(line.slice(heredoc + 2), at + 1);
    expect(end).toBeGreaterThan(at);
    entries.push([line.slice(0, heredoc), lines.slice(at + 1, end).join("\n")]);
    at = end;
  }
  return entries;
}

const FLAG = /^(?:true|false)$/;
const COUNT = /^\d{1,6}$/;
const COMMIT = /^[0-9a-f]{40}$/;
const PATH = /^\/[\w./-]+$/;
/** What each output of action.yml looks like. None has a line break. */
const NOTHING = /^$/;
const FORMS: Readonly<Record<string, RegExp>> = {
  changed: FLAG,
  failed: FLAG,
  truncated: FLAG,
  targets: COUNT,
  "targets-changed": COUNT,
  "targets-failed": COUNT,
  "resources-added": COUNT,
  "resources-removed": COUNT,
  "resources-changed": COUNT,
  dangers: COUNT,
  "warnings-new": COUNT,
  "base-sha": COMMIT,
  "head-sha": COMMIT,
  "report-dir": PATH,
  "markdown-path": PATH,
  "html-path": PATH,
  "json-path": PATH,
  "sarif-path": PATH,
  "diff-path": PATH,
  "manifests-dir": PATH,
  "comment-id": COUNT,
  "comment-url": /^https:\/\/[\w./#-]+$/,
  "danger-level": /^(?:high|medium|low)$/,
  "danger-ids": /^\[(?:"[a-z-]+:[0-9a-f]{12}",?){1,100}\]$/,
  "catalog-digests": /^\{\}$/,
  // Of `mode: release` only.
  "archive-path": NOTHING,
  "archive-digest": NOTHING,
  "statement-path": NOTHING,
  "predicate-path": NOTHING,
  "checksums-path": NOTHING,
  "oci-reference": NOTHING,
};

describe("with targets of hostile names", () => {
  const change = { ...all("resources: [config.yaml]\n", "key: new"), ...BROKEN };

  test("each output is written once, and is what its name says", async () => {
    const result = await propose("outputs", change, { "fail-on": "never" });
    expect(result.code).toBe(0);
    const entries = entriesOf(result.outputFile);
    expect(entries.map(([name]) => name).sort()).toEqual(Object.keys(action.outputs).sort());
    expect(entries.filter(([name, value]) => !FORMS[name]?.test(value))).toEqual([]);
    expect(Object.fromEntries(entries)).toMatchObject({
      changed: "true",
      failed: "true",
      "targets-failed": "1",
      "targets-changed": String(NAMES.length - 1),
      dangers: expect.stringMatching(/^[1-9]/),
    });
    // What a name says is no command of the workflow.
    const told = result.commands.filter(({ message }) => /^told by|^false$/.test(message));
    expect(told).toEqual([]);
  });

  test("the comment of 2,000 bytes is whole, and holds the failure and a danger", async () => {
    await propose("comment", change, { "comment-max-bytes": "2000", "fail-on": "never" });
    const body = server.comments[0]?.body ?? "";
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(2000);
    expect(Buffer.byteLength(body)).toBeGreaterThan(1000);
    const { unbalanced, live } = scanMarkdown(body);
    expect([unbalanced, live]).toEqual([[], expect.not.stringContaining("<script")]);
    expect(body).toContain(`1 of ${NAMES.length + 1} targets no longer builds`);
    expect(body).toContain("absent.yaml");
    expect(body).toContain("PersistentVolumeClaim");
  });
});

test("a hostile value of many megabytes is text of the page, and costs no comment", async () => {
  const line = `</script></pre><script>fetch("https://evil.example")</script><img src=x onerror=alert(1)><!-- ]]>`;
  const lines = Array.from({ length: 40_000 }, (_, at) => `    ${at} ${line}`);
  const files = {
    "page/kustomization.yaml": "resources: [config.yaml]\n",
    "page/config.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: page}\ndata:\n  page: |\n${lines.join("\n")}\n`,
  };
  const result = await propose("page", files);
  expect([result.code, result.outputs["resources-added"]]).toEqual([0, "1"]);
  const path = result.outputs["html-path"] ?? "";
  expect(statSync(path).size).toBeLessThan(20 * 1024 ** 2);
  const page = parsePage(readFileSync(path, "utf8"));
  expect(page.errors).toEqual([]);
  expect(page.elements.filter(({ tagName }) => ["img", "iframe", "link"].includes(tagName))).toEqual([]);
  expect(page.elements.filter((element) => attributeOf(element, "onerror") !== undefined)).toEqual([]);
  expect(textOf(page.root)).toContain(`1 ${line}`);
  const [body = ""] = server.comments.map((comment) => comment.body);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000);
  expect(scanMarkdown(body)).toMatchObject({ unbalanced: [], live: expect.not.stringContaining("<script") });
});
