/** Every page of docs/ has an example, and it does what the page says. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { createRepository, type Files } from "../action/repository.ts";
import { action, runStep } from "../action/runner.ts";
import { importImage, type RealEngine, realEngines } from "../functions/container/engines.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { startGitHub } from "../github/loopback/server.ts";
import { type ExampleStep, exampleDirectory, exampleOf } from "./page-examples.ts";
import { readText, repositoryFiles } from "./repository.ts";

const PAGES = repositoryFiles().filter((path) => /^docs\/[^/]+\.md$/.test(path));

/** Pages whose example is a workflow: the built action runs it on a pull request. */
const WORKFLOWS = new Set(["docs/action.md"]);

const engines = await realEngines();
const docker = engines.find(({ name }) => name === "docker");
const made = ["example.com/set-owner:v1"];
afterAll(async () => {
  if (docker !== undefined) for (const image of made) docker.run("rmi", "--force", image);
  for (const engine of engines) await engine.stop();
});

const helm = process.env["HELM_BIN"];

interface Needs {
  /** What the example cannot run without, where this machine lacks it. */
  readonly missing?: string;
  readonly programs?: Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
}

/** Programs that some pages need beside git. */
function needsOf(page: string): Needs {
  if (page === "docs/helm-charts.md") {
    return helm === undefined ? { missing: "HELM_BIN names no helm" } : { programs: { helm: `'${helm}'` } };
  }
  if (page === "docs/containers.md") {
    return docker === undefined ? { missing: "there is no docker here" } : { env: docker.env };
  }
  return {};
}

describe.each(PAGES)("%s", (page) => {
  test("begins with what the reader can do after it", () => {
    expect(readText(page)).toMatch(/^# .+\n\nAfter reading this page,? you can /);
  });

  if (WORKFLOWS.has(page)) {
    test("has a workflow that writes the comment that the page shows", () => runWorkflow(exampleOf(page)));
    return;
  }

  const { missing, programs = {}, env } = needsOf(page);
  if (missing !== undefined) {
    process.stderr.write(`skipped: the example of ${page}, since ${missing}\n`);
    test("has an example", () => expect(exampleOf(page).some(({ kind }) => kind === "commands")).toBe(true));
    return;
  }
  test("has an example that prints what the page shows", () => {
    const place = exampleDirectory(programs, env);
    try {
      const steps = exampleOf(page);
      expect(steps.map(({ kind }) => kind)).toContain("commands");
      if (page === "docs/containers.md") provideBusybox(docker as RealEngine);
      const written = steps.map((step, index) => {
        if (step.kind === "file" && step.changed) place.commit();
        if (step.kind === "file") place.write(step.path, step.text);
        if (step.kind !== "commands") return step;
        place.commit();
        const { output, status } = place.run(step.text);
        const next = steps[index + 1];
        const shown = next?.kind === "output" ? next.text : "";
        expect({ commands: step.text, output, status }).toEqual({ commands: step.text, output: shown, status: 0 });
        return step;
      });
      expect(written).toHaveLength(steps.length);
    } finally {
      place.remove();
    }
  });
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

/** Runs a workflow on a pull request of the files that the page gives first, and the changes that it gives then. */
async function runWorkflow(steps: readonly ExampleStep[]): Promise<void> {
  const [before, after]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const step of steps) if (step.kind === "file") (step.changed ? after : before)[step.path] = step.text;
  const path = Object.keys(before).find((each) => each.startsWith(".github/workflows/")) ?? "";
  const workflow = parse(before[path] ?? "") as Workflow;
  const [job] = Object.values(workflow.jobs);
  const inputs = job?.steps.find(({ uses }) => uses?.startsWith("org/krm-render@"))?.with ?? {};
  expect(Object.keys(inputs).filter((name) => !(name in action.inputs))).toEqual([]);

  const repository = createRepository(before as Files);
  const server = await startGitHub();
  try {
    const base = repository.commit("main", {});
    const head = repository.commit("topic", after);
    server.setHead(head);
    const result = await runStep({
      workspace: repository.checkout("refs/heads/topic", 0),
      event: Object.keys(workflow.on)[0] ?? "",
      payload: pullRequestEvent({ base, head }),
      apiUrl: server.url,
      with: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)])),
    });
    expect(result.code).toBe(0);
    const comment = server.comments.at(-1)?.body ?? "";
    const shown = steps.find(({ kind }) => kind === "output")?.text;
    expect(readable(comment)).toBe(shown);
    expect(existsSync(result.outputs["html-path"] ?? "")).toBe(true);
  } finally {
    await server.close();
    repository.remove();
  }
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { uses?: string; with?: Record<string, unknown> }[] }>>;
}

/** A comment as a reader sees it: without its marker, and with links as their texts. */
function readable(comment: string): string {
  return `${comment
    .replace(/^<!--.*-->\n/, "")
    .replace(/\[([^\]\n]+)\]\(https:[^)\s]+\)/g, "$1")
    .trimEnd()}\n`;
}
