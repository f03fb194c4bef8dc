/**
 * The built action on a repository of bombs beside good targets: every good one is rendered, every bomb is an error, there is
 * one comment, and the memory stays below 4 GiB. BOMBS_HEAP sets the heap of the worker in MiB; `machine` leaves it to the
 * action.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { BOMBS } from "./bombs.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep } from "./runner.ts";

jest.setTimeout(1_800_000);

/** A quarter of what the action takes on a machine with 4 GiB: the bombs are the same, and end sooner. */
const HEAP = process.env["BOMBS_HEAP"] ?? "640";
const MAX_BYTES = 4 * 1024 ** 3;
const GOOD = 20;

let repository: TestRepository;
let server: LoopbackGitHub;
let base: string;

function goodTargets(value: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 1; at <= GOOD; at++) {
    files[`good-${at}/kustomization.yaml`] =
      `configMapGenerator: [{name: c, literals: [a=${value}], options: {disableNameSuffixHash: true}}]\n`;
  }
  return files;
}

beforeAll(() => {
  repository = createRepository(goodTargets("old"));
  base = repository.commit("main", { "README.md": "words" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

/** The most memory that a program took while `work` ran, in bytes; 0 where the system does not say. */
async function peakOf<T>(program: string, work: Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(program))), 100);
  try {
    return { result: await work, peak };
  } finally {
    clearInterval(timer);
  }
}

/** The memory of all processes whose command line contains `program`. */
function memoryOf(program: string): number {
  let bytes = 0;
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, "latin1").includes(program)) continue;
      bytes += 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "latin1"))?.[1] ?? 0);
    } catch {
      // The process has ended.
    }
  }
  return bytes;
}

describe("the action", () => {
  test(`${GOOD} renderings, ${Object.keys(BOMBS).length} errors, one comment`, async () => {
    const files = goodTargets("new");
    for (const [name, bomb] of Object.entries(BOMBS)) {
      for (const [path, text] of Object.entries(bomb))
        files[`bomb-${name}/${path}`] = typeof text === "string" ? text : text();
    }
    const head = repository.commit("topic", files);
    server.setHead(head);
    const step = runStep({
      workspace: repository.checkout("refs/heads/topic", 0),
      event: "pull_request",
      payload: pullRequestEvent({ base, head }),
      apiUrl: server.url,
      with: { targets: "good-*\nbomb-*", timeout: "10s" },
      env: HEAP === "machine" ? {} : { NODE_OPTIONS: `--max-old-space-size=${HEAP}` },
    });
    const { result, peak } = await peakOf(distFile("index.js"), step);
    if (process.env["BOMBS_LOG"]) writeFileSync(process.env["BOMBS_LOG"], `${result.log}\n${peak}`);
    const problems = result.commands.filter(({ name }) => name === "error");
    const codes = Object.fromEntries(problems.map(({ properties }) => [properties["file"], properties["title"]]));
    expect(result.outputs).toMatchObject({
      targets: String(GOOD + Object.keys(BOMBS).length),
      "targets-changed": String(GOOD),
      "targets-failed": String(Object.keys(BOMBS).length),
    });
    // With all memory of the machine, the system can end the worker before its own limit does.
    const lost = Object.values(codes).filter((code) => code === "process-lost" && HEAP !== "machine");
    expect(lost).toEqual([]);
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toContain(`1 change in ${GOOD} others`);
    expect(peak).toBeLessThan(MAX_BYTES);
  });
});
