/** The time of a run is divided among its targets. */
import { describe, expect, test } from "@jest/globals";
import { type Deadline, type Rendering, renderTargets, shareOf } from "../../src/render/index.ts";
import { memoryTree, type Tree } from "../../src/sources/index.ts";

/** So many seconds from now. Large numbers, so that the time which a test takes does not show. */
function inSeconds(seconds: number): Deadline {
  return { at: performance.now() + seconds * 1000, totalSeconds: seconds };
}

describe("the share of a target", () => {
  test.each<
    [title: string, deadline: Deadline | undefined, pending: number, timeout: number | undefined, share: unknown]
  >([
    ["is its own limit without a deadline", undefined, 10, 300, 300],
    ["is unlimited without both", undefined, 10, undefined, undefined],
    ["is its own limit while there is more", inSeconds(100_000), 10, 300, 300],
    ["is a fair part of what is left", inSeconds(100_000), 1000, 300, expect.closeTo(100, 0)],
    ["is a fair part without a limit of its own", inSeconds(100_000), 1000, undefined, expect.closeTo(100, 0)],
    ["is five seconds at least", inSeconds(1000), 100_000, 300, 5],
    ["is what is left at most", inSeconds(3), 100_000, 300, expect.closeTo(3, 0)],
    ["is nothing when the time is over", inSeconds(-1), 1, 300, 0],
  ])("%s", (_, deadline, pending, timeout, share) => {
    expect(shareOf(deadline, pending, timeout)).toEqual(share);
  });
});

const files = Object.fromEntries(
  ["a", "b", "slow", "z"].map((name) => [
    `/${name}/kustomization.yaml`,
    `configMapGenerator: [{name: ${name}, literals: [a=b]}]\n`,
  ]),
);

/** A tree whose file in the directory `slow` is never read. */
function slowTree(): Tree {
  const tree = memoryTree(files);
  return {
    ...tree,
    read: (path) => (path.startsWith("/slow/") ? new Promise(() => undefined) : tree.read(path)),
  };
}

function statuses(renderings: readonly Rendering[]): readonly string[] {
  return renderings.map((one) => (one.status === "failed" ? (one.diagnostics[0]?.code ?? "") : one.status));
}

test("a slow target is tried again after the others, as long as there is time", async () => {
  const started: string[] = [];
  const renderings = await renderTargets(slowTree(), ["slow", "a", "b", "z"], {
    concurrency: 1,
    deadline: inSeconds(8),
    timeoutSeconds: 300,
    onWork: (event, target) => void (event === "start" && started.push(target)),
  });
  expect(started).toEqual(["slow", "a", "b", "z", "slow"]);
  expect(statuses(renderings)).toEqual(["build-timeout", "rendered", "rendered", "rendered"]);
}, 60_000);

test("targets whose turn comes too late fail, and say why", async () => {
  const renderings = await renderTargets(memoryTree(files), ["a", "b"], { deadline: inSeconds(-1) });
  expect(statuses(renderings)).toEqual(["run-timeout", "run-timeout"]);
  expect(renderings[0]).toMatchObject({
    diagnostics: [
      { file: "a", message: "a was not rendered: the time for all targets is over, -1 seconds for the whole run" },
    ],
  });
});
