/** The pages of docs/ have examples, and these do what the pages say. */
import { afterAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { documentedWorkflow } from "../action/act.ts";
import { createRepository } from "../action/repository.ts";
import { runStep } from "../action/runner.ts";
import { findEngine, importImage, type RealEngine } from "../functions/container/engines.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { startGitHub } from "../github/loopback/server.ts";
import { HELM, NO_HELM } from "../helm/tools.ts";
import { unless } from "../unless.ts";
import { type ExampleStep, exampleDirectory, exampleOf, runExample, shownRuns } from "./page-examples.ts";
import { documentationPages, readText } from "./repository.ts";

const PAGES = documentationPages();

/** The page whose example is a comment: the built action writes it on a pull request. */
const COMMENT = "docs/guide/comment.md";

/** Pages without an example: workflows, which documented-workflows.test.ts checks, what the action does, and internals. */
const WITHOUT = /^docs\/(?:guide\/workflows|reference\/action|internals\/.+)\.md$/;

const { engine: docker, lack: noDocker } = await findEngine("docker");
const made = ["example.com/set-owner:v1"];
afterAll(async () => {
  for (const image of made) if (docker?.run("images", "--quiet", image)) docker.run("rmi", "--force", image);
  await docker?.stop();
});

interface Needs {
  /** What this machine lacks that the example needs. */
  readonly lack?: string | undefined;
  readonly programs?: Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
}

/** Programs that some pages need beside git. */
function needsOf(page: string): Needs {
  if (["docs/guide/helm-charts.md", "docs/guide/flux.md", "docs/guide/argocd.md"].includes(page))
    return { lack: NO_HELM, programs: { helm: `'${HELM}'` } };
  if (page === "docs/guide/containers.md") return { lack: noDocker, ...(docker && { env: docker.env }) };
  return {};
}

describe.each(PAGES)("%s", (page) => {
  test("begins with what the reader can do after it", () => {
    expect(readText(page)).toMatch(/^# .+\n\nAfter reading this page,? you can /);
  });

  if (WITHOUT.test(page)) return;

  if (page === COMMENT) {
    test("shows the comment that the workflow of the README writes", async () => {
      const steps = exampleOf(page);
      expect(await commentOf(steps)).toBe(steps.find(({ kind }) => kind === "output")?.text);
    });
    return;
  }

  test("has an example", () => expect(shownRuns(exampleOf(page))).not.toEqual([]));

  const { lack, programs = {}, env } = needsOf(page);
  unless(lack, test)("has an example that prints what the page shows", () => {
    const steps = exampleOf(page);
    const place = exampleDirectory(programs, env);
    try {
      if (page === "docs/guide/containers.md") provideBusybox(docker as RealEngine);
      expect(runExample(place, steps)).toEqual(shownRuns(steps));
    } finally {
      place.remove();
    }
  });
});

test.each([
  ["no example", "# Page\n\nWords.\n", 'page.md has no section "## Example"'],
  ["a heading in a block", "```md\n## Example\n```\n", 'page.md has no section "## Example"'],
  ["no output", "## Example\n\n```sh\ntrue\n```\n", "page.md: the example shows no output"],
  ["a block of no language", "## Example\n\n```\nwords\n```\n", "page.md: a block of the example has no language"],
])("a page with %s is refused", (_, text, message) => {
  expect(() => exampleOf("page.md", text)).toThrow(message);
});

const BASE_IMAGE = "busybox:1.37";

/** Makes the image that the page's own image is built from, where the engine lacks it: tests pull nothing. */
function provideBusybox(engine: RealEngine): void {
  if (engine.run("images", "--quiet", BASE_IMAGE) !== "") return;
  const image = importImage(engine, "page", []);
  engine.run("tag", image, BASE_IMAGE);
  engine.run("rmi", image);
  made.push(BASE_IMAGE);
}

/** The comment that the workflow of the README writes on a pull request with the changes of the example. */
async function commentOf(steps: readonly ExampleStep[]): Promise<string> {
  const [before, after]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const step of steps) if (step.kind === "file") (step.changed ? after : before)[step.path] = step.text;
  const { on, jobs } = parse(documentedWorkflow("README.md")) as Workflow;
  const [job] = Object.values(jobs);
  const inputs = job?.steps.find(({ uses }) => uses?.startsWith("org/krm-render@"))?.with ?? {};

  const repository = createRepository(before);
  const server = await startGitHub();
  try {
    const base = repository.commit("main", {});
    const head = repository.commit("topic", after);
    server.setHead(head);
    const result = await runStep({
      workspace: repository.checkout("refs/heads/topic", 0),
      event: on,
      payload: pullRequestEvent({ base, head }),
      apiUrl: server.url,
      with: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)])),
    });
    expect(result.code).toBe(0);
    return readable(server.comments.at(-1)?.body ?? "");
  } finally {
    await server.close();
    repository.remove();
  }
}

interface Workflow {
  readonly on: string;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { uses?: string; with?: Record<string, unknown> }[] }>
  >;
}

/** A comment as a reader sees it: without HTML comments, which are its first and last lines, and with links as their texts. */
function readable(comment: string): string {
  return `${comment
    .replace(/^<!--.*-->\n/, "")
    .replace(/\n<!--.*-->\n*$/, "")
    .replace(/\[([^\]\n]+)\]\(https:[^)\s]+\)/g, "$1")
    .trimEnd()}\n`;
}
