/** A pull request changes only the config of a trusted function: what the function gets, and what of its output is shown. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

/** Writes the text of its config into the object, and to its log. */
const SCRIPT = `
def run(items, text):
  print(text)
  for item in items:
    item["data"] = {"text": text}

run(ctx.resource_list["items"], ctx.resource_list["functionConfig"]["spec"]["text"])
`;

const CATALOG = `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
metadata:
  name: notes
spec:
  krmFunctions:
  - group: fn.example.com
    names:
      kind: Note
    versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [text]
              additionalProperties: false
              properties:
                text: {type: string, maxLength: 200}
      runtime:
        starlark:
          path: note.star
          sha256: ${createHash("sha256").update(SCRIPT).digest("hex")}
`;

const config = (spec: object): string =>
  `apiVersion: fn.example.com/v1\nkind: Note\nmetadata:\n  name: note\nspec: ${JSON.stringify(spec)}\n`;

let repository: TestRepository;
let base: string;
let server: LoopbackGitHub;
let topics = 0;

beforeAll(() => {
  repository = createRepository({
    "catalog.yaml": CATALOG,
    "note.star": SCRIPT,
    "app/kustomization.yaml": "catalogs: [../catalog.yaml]\nresources: [web.yaml]\ntransformers: [note.yaml]\n",
    "app/note.yaml": config({ text: "hello" }),
    "app/web.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n",
  });
  base = repository.commit("main", { "README.md": "words" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

/** The review of a pull request that gives the function this config. */
function review(spec: object): Promise<StepResult> {
  const branch = `topic-${++topics}`;
  const head = repository.commit(branch, { "app/note.yaml": config(spec) });
  server.setHead(head);
  return runStep({
    workspace: repository.checkout(`refs/heads/${branch}`, 0),
    event: "pull_request",
    payload: pullRequestEvent({ base, head }),
    apiUrl: server.url,
    with: { "trusted-catalogs": "catalog.yaml" },
  });
}

const comment = (): string => server.comments[0]?.body ?? "";

test("attack 9.4: a config is data for the function, and no change of what may run", async () => {
  const { code } = await review({ text: "$(exit 1) `exit 1` {{ .Env }}" });
  expect(code).toBe(0);
  expect(comment()).toContain("text: $(exit 1) `exit 1` {{ .Env }}");
  expect(comment()).not.toContain("edits what may run");
});

test.each([
  ["of another type", { text: 1 }, "spec.text"],
  ["too long", { text: "x".repeat(201) }, "spec.text"],
  ["with an unknown field", { text: "x", more: "x" }, "more"],
])("attack 9.4: a config %s does not reach the function", async (_, spec, named) => {
  const { code, commands } = await review(spec);
  expect(code).toBe(1);
  const problems = commands.filter(({ properties }) => properties["title"] === "config-schema");
  expect(problems.map(({ properties }) => properties["file"])).toEqual(["app/note.yaml"]);
  expect(problems[0]?.message).toContain(named);
});

test.each([
  ["a workflow command", "::error::forged"],
  ["a command of another form", "x ##[error]forged"],
  ["a carriage return", "x\r::error::forged"],
  ["a line", "x\n::error::forged"],
])("attack 9.16: a function prints %s, and the runner obeys nothing", async (_, text) => {
  const { code, commands, log } = await review({ text });
  expect(code).toBe(0);
  expect(commands.filter(({ message, name }) => name === "error" || message.includes("forged"))).toEqual([]);
  expect(log).toContain("forged");
});

test("attack 9.17: what a function writes cannot leave its block in the comment", async () => {
  await review({ text: "a\n```\n</details> @octocat ![x](https://evil.example/x.png)\n````\n" });
  const [, fence = "", block = ""] = /^(`{3,})diff\n([^]*?)^\1$/m.exec(comment()) ?? [];
  expect(fence.length).toBeGreaterThan(4);
  expect(block).toContain("@octocat");
  const outside = comment().replace(block, "");
  for (const text of ["@octocat", "evil.example", "</details> @"]) {
    // In a code span or fence, nothing of it has an effect.
    const bare = outside.replace(/(`+)[^`](?:[^]*?[^`])?\1(?!`)|<code>[^<]*<\/code>/g, "");
    expect(bare).not.toContain(text);
  }
});
