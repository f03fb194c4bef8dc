/** `mode: comment` of the built action: a run of a fork renders without rights, and a second workflow posts what it left. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import MarkdownIt from "markdown-it";
import { formatMarker } from "../../src/github/marker.ts";
import type { Report } from "../../src/review/index.ts";
import { figuresOf } from "../../src/review/summary/grouping/index.ts";
import { zip } from "../bundle/zip.ts";
import { type BlobServer, startBlobs } from "../github/loopback/blobs.ts";
import { forkEvent, type Payload, workflowRunEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { CHANGE, SHOP } from "./shop.ts";

jest.setTimeout(60_000);
const FORK = "stranger/fork";
const RUN = 100;
const CHANGES = { number: 7, state: "open", branch: "changes" } as const;
/** The small print below a report that a fork could have made up. */
const OF_STRANGER =
  "made by a run whose workflow the fork can edit: look for changes below <code>.github/</code></sub>";

let repository: TestRepository;
let commits: { base: string; head: string };
let rendered: StepResult;
let files: ReadonlyMap<string, Buffer>;
let blobs: BlobServer;
let server: LoopbackGitHub;

/** What the run of the pull request uploads. */
beforeAll(async () => {
  repository = createRepository(SHOP);
  const head = repository.commit("topic", CHANGE);
  commits = { base: repository.commit("main", { "README.md": "moved on" }), head };
  repository.openPullRequest(head);
  const api = await startGitHub({ head, readOnly: true });
  const workspace = repository.checkout("refs/pull/2/merge", 0);
  const payload = forkEvent(commits);
  const inputs = { "artifact-name": "krm-render-report" };
  rendered = await runStep({ workspace, event: "pull_request", payload, apiUrl: api.url, run: RUN, with: inputs });
  await api.close();
  files = filesOf(rendered.outputs["report-dir"] ?? "");
  blobs = await startBlobs((id) => server.artifacts.find((artifact) => artifact.id === id)?.bytes);
});
afterAll(async () => {
  await blobs.close();
  repository.remove();
});

beforeEach(async () => {
  server = await startGitHub({ head: commits.head, blobUrl: blobs.url });
  server.pulls.push({ ...CHANGES, sha: commits.head, repository: FORK, base: commits.base });
  server.mergeBases.set(`${commits.base}...${commits.head}`, rendered.outputs["base-sha"] ?? "");
});
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});

function filesOf(directory: string): Map<string, Buffer> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(directory, path))]));
}

function upload(held: ReadonlyMap<string, Buffer> = files, more: Partial<LoopbackGitHub["artifacts"][number]> = {}) {
  const bytes = zip([...held].map(([name, contents]) => ({ name, contents, streamed: true })));
  server.artifacts.push({ id: 501 + server.artifacts.length, run: RUN, name: "krm-render-report", bytes, ...more });
}

/** The files with another bundle.json. */
function withManifest(change: (manifest: Payload) => void): Map<string, Buffer> {
  const manifest = JSON.parse(String(files.get("bundle.json"))) as Payload;
  change(manifest);
  return new Map([...files, ["bundle.json", Buffer.from(JSON.stringify(manifest))]]);
}

/** A whole bundle with another report, as somebody could make it who wants to mislead. */
function withReport(change: (report: Payload) => void): Map<string, Buffer> {
  const report = JSON.parse(String(files.get("report.json"))) as Payload;
  change(report);
  const contents = Buffer.from(JSON.stringify(report));
  const sha256 = createHash("sha256").update(contents).digest("hex");
  const held = withManifest((manifest) => {
    const listed = manifest["files"].find(({ path }: Payload) => path === "report.json");
    Object.assign(listed, { bytes: contents.length, sha256 });
  });
  return held.set("report.json", contents);
}

function annotations(result: StepResult): string[] {
  return result.commands.map(({ name, properties, message }) => `${name} ${properties["title"]}: ${message}`);
}

describe("the action", () => {
  function step(event: Partial<Parameters<typeof workflowRunEvent>[0]> = {}, more: Partial<Step> = {}) {
    const payload = workflowRunEvent({ run: RUN, head: commits.head, branch: "changes", repository: FORK, ...event });
    return runStep({
      workspace: repository.directory,
      event: "workflow_run",
      payload,
      apiUrl: server.url,
      ref: "refs/heads/main",
      sha: commits.base,
      run: 900,
      env: { GITHUB_WORKFLOW: "Post previews" },
      ...more,
      with: { mode: "comment", ...more.with },
    });
  }

  test("posts what the run would have posted, and links to that run", async () => {
    upload();
    const result = await step();
    expect(annotations(result)).toEqual([]);
    expect(result.code).toBe(0);
    const stamp = { run: RUN, attempt: 1, head: commits.head };
    const [comment, ...others] = server.comments;
    expect(others).toEqual([]);
    expect(comment).toMatchObject({ issue: 7, author: "github-actions[bot]" });
    expect(comment?.body.split("\n")[0]).toBe(formatMarker("Preview/render", stamp));
    expect(comment?.body).toContain("registry.example/web");
    // As the run itself wrote it, which had no right to post it, but for whose word it is.
    expect(comment?.body.split("\n").slice(1, -1).join("\n").trim()).toBe(
      rendered.summary.trim().replace(/<\/sub>$/, ` · ${OF_STRANGER}`),
    );
    expect(comment?.body).not.toContain("/actions/runs/900");
    expect(result.outputs).toMatchObject({ changed: "true", "head-sha": commits.head, "json-path": "" });
    expect(result.summary).toContain("registry.example/web");
    // The token goes to the API only.
    expect(blobs.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    const again = await step();
    expect(annotations(again)).toEqual([]);
    expect(server.comments).toHaveLength(1);
  });

  test("says what is new since the comment of an earlier commit", async () => {
    upload();
    await step();
    const [own] = server.comments;
    if (own === undefined) throw new Error("there is no comment");
    const first = own.body;
    expect(first).not.toContain("Since");
    own.body = first.replace(commits.head, "a".repeat(40));
    await step();
    expect(own.body).toContain(`Since [\`aaaaaaa\`](`);
    expect(own.body).toContain(`/commit/${"a".repeat(40)}): no new change or danger.\n`);
    // A stranger's copy of a comment is compared with nothing.
    Object.assign(own, { author: "mallory" });
    await step();
    expect(server.comments.map(({ body }) => body.includes("Since"))).toEqual([true, false]);
  });

  test("finds the pull request of a branch of this repository, also among several with one commit", async () => {
    const own = { sha: commits.head, branch: "topic", repository: "Codertocat/Hello-World", base: commits.base };
    server.pulls.push(
      { ...own, number: 8, state: "open" },
      { ...own, number: 9, state: "open" },
      { ...own, number: 10, state: "closed" },
    );
    upload();
    const result = await step({ branch: "topic", repository: "Codertocat/Hello-World", pullRequests: [9] });
    expect(annotations(result)).toEqual([]);
    expect(server.comments.map(({ issue }) => issue)).toEqual([9]);
    // Whoever can push to the repository can have the bot write anything.
    expect(server.comments[0]?.body).not.toContain(OF_STRANGER);
    const unknown = await step({ branch: "topic", repository: "Codertocat/Hello-World" });
    expect(annotations(unknown)).toEqual([expect.stringContaining("has several pull requests, #8, #9, and GitHub")]);
  });

  test("leads to the page that the run uploaded, unless a fork did, or to the page that the workflow names", async () => {
    const own = { sha: commits.head, branch: "topic", repository: "Codertocat/Hello-World", base: commits.base };
    server.pulls.push({ ...own, number: 8, state: "open" });
    upload();
    for (const id of [600, 601]) upload(new Map(), { id, name: "report.html" });
    const pageOf = (number: number): string[] => {
      const body = server.comments.find(({ issue }) => issue === number)?.body ?? "";
      return [...new Set([...body.matchAll(/\]\((https:[^)]*)#[gd]?[0-9a-f]{12,16}\)/g)].map(([, page = ""]) => page))];
    };
    await step({ branch: "topic", repository: "Codertocat/Hello-World" });
    expect(pageOf(8)).toEqual(["https://github.com/Codertocat/Hello-World/actions/runs/100/artifacts/601"]);
    await step();
    expect(pageOf(7)).toEqual([]);
    const named = { with: { "page-url": "https://previews.example/7/report.html" } };
    await step({}, named);
    expect(pageOf(7)).toEqual([named.with["page-url"]]);
  });

  test("takes the newest artifact of the run, also of an earlier attempt", async () => {
    upload(new Map(), { id: 400 });
    upload(files, { id: 700 });
    upload(new Map(), { id: 800, run: 99 });
    upload(new Map(), { id: 801, name: "other" });
    const result = await step({ attempt: 3 });
    expect(annotations(result)).toEqual([]);
    expect(server.comments[0]?.body.split("\n")[0]).toContain(` run=${RUN}.3 `);
  });

  describe("writes nothing, and passes,", () => {
    test.each<[string, object, RegExp]>([
      ["after a push", { event: "push" }, /triggered by push, so it has no pull request/],
      ["if the fork is gone", { repository: null }, /the repository of the branch does not exist any more/],
      ["if the branch moved on", { head: "e".repeat(40) }, /no open pull request has the commit eeeeeee any more/],
      ["if the branch has the commit elsewhere", { repository: "stranger/other" }, /no open pull request/],
    ])("%s", async (_, event, message) => {
      upload();
      const result = await step(event);
      expect(annotations(result)).toEqual([expect.stringMatching(message)]);
      expect(annotations(result)[0]).toMatch(/^notice no-pull-request: comment not written: /);
      expect([result.code, server.comments]).toEqual([0, []]);
    });
  });

  describe("attack 9.28: refuses a bundle, and posts nothing,", () => {
    const other = "f".repeat(40);
    test.each<[string, () => ReadonlyMap<string, Buffer>, RegExp]>([
      [
        "of another repository",
        () => withManifest((of) => (of["repository"] = "stranger/fork")),
        /bundle-mismatch: .*of the repository stranger\/fork, not of Codertocat\/Hello-World/,
      ],
      ["of another run", () => withManifest((of) => (of["run"] = 99)), /bundle-mismatch: .*is of the run 99/],
      [
        "of an attempt to come",
        () => withManifest((of) => (of["attempt"] = 2)),
        /bundle-mismatch: .*attempt 2, and the run has made 1/,
      ],
      [
        "of another event",
        () => withManifest((of) => (of["event"] = "push")),
        /bundle-mismatch: .*event push, not of pull_request/,
      ],
      [
        "of another commit",
        () => withManifest((of) => (of["head"] = other)),
        /bundle-mismatch: .*of the commit f{40}, not of/,
      ],
      [
        "of one shard",
        () =>
          withManifest((of) =>
            Object.assign(of, { kind: "shard", shard: { index: 1, count: 2, plan: "0".repeat(64) } }),
          ),
        /bundle-mismatch: .*of one shard/,
      ],
      [
        "whose report is of another commit",
        () => withReport((of) => (of["head"].sha = other)),
        /bundle-mismatch: .*report is of other commits/,
      ],
      [
        "whose report is of another base",
        () => withReport((of) => (of["base"].sha = other)),
        /bundle-mismatch: .*report is of other commits/,
      ],
      ["whose report is none", () => withReport((of) => delete of["targets"]), /report-invalid: /],
      ["whose report is of another version", () => withReport((of) => (of["version"] = 99)), /report-invalid: /],
      [
        "whose report was changed",
        () =>
          new Map([...files, ["report.json", Buffer.from(String(files.get("report.json")).replace("1.5.0", "1.5.1"))]]),
        /bundle-invalid: .*"report\.json" has another digest/,
      ],
      [
        "with another file",
        () => new Map([...files, ["evil.md", Buffer.from("@everyone")]]),
        /bundle-invalid: .*"evil\.md" is not in bundle\.json/,
      ],
      [
        "with a path that leaves it",
        () => new Map([...files, ["../evil.md", Buffer.from("")]]),
        /bundle-invalid: .*"\.\.\/evil\.md" leaves the bundle/,
      ],
      [
        "without its list",
        () => new Map([...files].filter(([name]) => name !== "bundle.json")),
        /bundle-invalid: .*no bundle\.json at its top/,
      ],
      ["that is empty", () => new Map(), /bundle-invalid: .*no bundle\.json at its top/],
    ])("%s", async (_, held, message) => {
      upload(held());
      const result = await step();
      expect(annotations(result)).toEqual([expect.stringMatching(message)]);
      expect([result.code, server.comments]).toEqual([1, []]);
      expect(result.outputs).toMatchObject({ failed: "true", changed: "false" });
    });

    test("whose zip file is none, or not what GitHub says", async () => {
      upload(files, { bytes: Buffer.from("no zip") });
      expect(annotations(await step())).toEqual([expect.stringMatching(/error bundle-invalid: .*it is no zip file/)]);
      upload(files, { digest: `sha256:${"0".repeat(64)}` });
      expect(annotations(await step())).toEqual([expect.stringMatching(/^error [a-z-]+: /)]);
      expect(server.comments).toEqual([]);
    });
  });

  test("attack 9.28: texts of the bundle cannot leave their places in the comment", async () => {
    const evil = "`@everyone` <img src=x onerror=alert(1)> [x](https://evil.example) ``` </details> -->";
    upload(
      withReport((report) => {
        report["base"].label = evil;
        for (const change of report["changes"]) change.object.name = evil;
        for (const { workloads } of report["podEffects"]) for (const workload of workloads) workload.name = evil;
      }),
    );
    const result = await step();
    expect([annotations(result), server.comments.length]).toEqual([[], 1]);
    const body = server.comments[0]?.body;
    const html = new MarkdownIt({ html: true, linkify: true }).render(body ?? "");
    // As text only, never as an element or a link.
    expect(html).toContain("evil.example");
    expect(html).not.toMatch(/<img|href="[^"]*evil|<\/details>/);
  });

  describe("the base of the report", () => {
    const OLD = "0".repeat(40);

    test("attack 9.28: that is not the merge base stands above a report that claims that nothing changes", async () => {
      const held = withReport((report) => {
        report["base"].sha = OLD;
        const { targets } = report;
        for (const target of targets) Object.assign(target, { status: "unchanged", changes: [], diagnostics: [] });
        for (const [name, value] of Object.entries(report)) if (Array.isArray(value)) report[name] = [];
        Object.assign(report, { targets });
        report["figures"] = figuresOf(report as Report);
      });
      const manifest = JSON.parse(String(held.get("bundle.json"))) as Payload;
      manifest["base"] = OLD;
      upload(held.set("bundle.json", Buffer.from(JSON.stringify(manifest))));
      const result = await step();
      expect(annotations(result)).toEqual([
        expect.stringMatching(/^warning base-differs: the report compares with 0{40}, but/),
      ]);
      expect(result.code).toBe(0);
      const expected = rendered.outputs["base-sha"];
      const box = `> [!WARNING]\n> **This report is of another base.** It compares with ${OLD}, but the merge base of the pull request is ${expected}.`;
      for (const text of [server.comments[0]?.body.split("\n").slice(1).join("\n"), result.summary]) {
        expect(text?.startsWith(box)).toBe(true);
      }
    });

    test("stays right when the base branch moves on", async () => {
      upload();
      const later = repository.commit("main", { "README.md": "later" });
      server.pulls.unshift({ ...CHANGES, sha: commits.head, repository: FORK, base: later });
      server.pulls.pop();
      server.mergeBases.set(`${later}...${commits.head}`, rendered.outputs["base-sha"] ?? "");
      expect(annotations(await step())).toEqual([]);
      expect(server.comments[0]?.body).not.toContain("another base");
    });

    test("that GitHub does not tell is not checked, and the comment says so", async () => {
      upload();
      server.mergeBases.clear();
      const result = await step();
      expect(annotations(result)).toEqual([
        expect.stringMatching(/^warning base-unchecked: .*GitHub answered 404 .*\n {2}hint: .*contents: read/),
      ]);
      expect([result.code, server.comments.length]).toEqual([0, 1]);
      expect(server.comments[0]?.body).toContain(" · the base of this report is not checked</sub>");
    });
  });

  test("on pull_request_target, the workflow is not that of the fork", async () => {
    upload(withManifest((of) => (of["event"] = "pull_request_target")));
    expect(annotations(await step({ event: "pull_request_target" }))).toEqual([]);
    expect(server.comments[0]?.body).not.toContain(OF_STRANGER);
  });

  test.each<[string, () => void, RegExp]>([
    ["a bundle that is refused", () => upload(new Map()), /^error bundle-invalid: /],
    ["an artifact that has expired", () => upload(files, { expired: true }), /^error artifact-expired: /],
    ["a run that passed without a bundle", () => {}, /^error no-bundle: /],
  ])("after %s, the comment of an earlier commit is marked as outdated", async (_, arrange, message) => {
    const stamp = { run: 90, attempt: 1, head: "a".repeat(40) };
    server.addComment("github-actions[bot]", `${formatMarker("Preview/render", stamp)}\nold`, 7);
    arrange();
    const result = await step();
    expect(annotations(result)).toEqual([expect.stringMatching(message)]);
    expect(server.comments).toHaveLength(1);
    // The page of the run that could not post it, not of the one that rendered.
    const page = "https://github.com/Codertocat/Hello-World/actions/runs/900/attempts/1";
    expect(server.comments[0]?.body).toContain(`is at ${commits.head} now, and [the review of that](${page}) failed.`);
  });

  test("a run that failed without a bundle marks the comment of an earlier commit as outdated", async () => {
    const stamp = { run: 90, attempt: 1, head: "a".repeat(40) };
    server.addComment("github-actions[bot]", `${formatMarker("Preview/render", stamp)}\nold`, 7);
    const result = await step({ conclusion: "failure" });
    expect(annotations(result)).toEqual([expect.stringMatching(/^warning no-bundle: .*ended with failure/)]);
    expect(result.code).toBe(0);
    expect(server.comments.map(({ body }) => body.includes("This review is outdated."))).toEqual([true]);
  });

  test.each(["cancelled", "timed_out", "skipped", "action_required"])(
    "a run that ended with %s is no mistake",
    async (conclusion) => {
      const result = await step({ conclusion });
      expect(annotations(result)).toEqual([
        expect.stringContaining(`warning no-bundle: the run ${RUN} has no artifact`),
      ]);
      expect([result.code, server.comments]).toEqual([0, []]);
    },
  );

  test("a run that has not ended yet is a mistake of the workflow", async () => {
    const payload = workflowRunEvent({ run: RUN, head: commits.head, branch: "changes", repository: FORK });
    payload["workflow_run"].conclusion = null;
    const result = await step({}, { payload });
    expect(annotations(result)).toEqual([
      expect.stringMatching(/^error no-bundle: .*not ended yet\n {2}hint: .*completed/),
    ]);
    expect(result.code).toBe(1);
  });

  test("a run that passed without a bundle is a mistake of the workflow", async () => {
    const result = await step();
    expect(annotations(result)).toEqual([
      expect.stringMatching(/^error no-bundle: .*has no artifact "krm-render-report"/),
    ]);
    expect([result.code, server.comments]).toEqual([1, []]);
  });

  test.each<[string, Partial<Step>, RegExp]>([
    ["another event", { event: "schedule" }, /^error wrong-event: mode comment cannot run on schedule/],
    ["a payload without a run", { payload: {} }, /^error invalid-event: the workflow_run event does not name the run/],
    ["no token", { with: { "github-token": "" } }, /^warning no-token: /],
  ])("%s", async (_, more, message) => {
    const result = await step({}, more);
    expect(annotations(result)).toEqual([expect.stringMatching(message)]);
    expect(server.comments).toEqual([]);
  });
});

describe("with reports of its own run", () => {
  const workspace = (): string => dirname(rendered.outputs["report-dir"] ?? "");

  function step(more: Partial<Step> = {}) {
    const payload = forkEvent(commits);
    const inputs = {
      mode: "comment",
      reports: "krm-render-report",
      "artifact-name": "krm-render-report",
      ...more.with,
    };
    const event = "pull_request";
    return runStep({ workspace: workspace(), event, payload, apiUrl: server.url, run: RUN, ...more, with: inputs });
  }

  test("posts what the step that renders would have posted, with links to the page", async () => {
    const plain = await step();
    expect([annotations(plain), plain.code, plain.summary]).toEqual([[], 0, ""]);
    const written = (): string => server.comments[0]?.body.split("\n").slice(0, -1).join("\n").trim() ?? "";
    const marker = formatMarker("Preview/render", { run: RUN, attempt: 1, head: commits.head });
    expect(written()).toBe(`${marker}\n${rendered.summary.trim()}`);
    const linked = await step({ with: { "page-url": "https://previews.example/7/report.html" } });
    expect(linked.outputs).toMatchObject({ changed: "true", truncated: "false", "json-path": "" });
    const links = /\[([^[\]]*)\]\(https:\/\/previews\.example\/7\/report\.html#[gd]?[0-9a-f]{12,16}\)/g;
    expect(written().match(links)?.length).toBeGreaterThan(1);
    expect(written().replace(links, "$1")).toBe(`${marker}\n${rendered.summary.trim()}`);
    expect(server.comments).toHaveLength(1);
  });

  test.each<[string, Partial<Step>, RegExp]>([
    [
      "a directory without a report",
      { with: { reports: "nothing" } },
      /^error no-bundle: input reports: "nothing" has no report to post/,
    ],
    [
      "the report of another run",
      { run: 99 },
      /^error bundle-mismatch: the bundle of the run 99 is not used: it is of the run 100/,
    ],
  ])("%s is refused, and the comment of an earlier commit is marked", async (_, more, message) => {
    await step();
    const [own] = server.comments;
    if (own === undefined) throw new Error("there is no comment");
    own.body = own.body.replace(commits.head, "a".repeat(40));
    const result = await step(more);
    expect(annotations(result).filter((each) => each.startsWith("error"))).toEqual([expect.stringMatching(message)]);
    expect([result.code, own.body]).toEqual([1, expect.stringContaining("<!-- krm-render outdated head=")]);
  });
});

test("the output directory is a bundle, written after all that it lists", () => {
  const manifest = JSON.parse(String(files.get("bundle.json"))) as Payload;
  expect(manifest).toMatchObject({
    version: 1,
    kind: "review",
    repository: "Codertocat/Hello-World",
    run: RUN,
    attempt: 1,
    event: "pull_request",
    base: rendered.outputs["base-sha"],
    head: commits.head,
  });
  expect(manifest["files"].map(({ path }: Payload) => path)).toEqual(
    [...files.keys()].filter((path) => path !== "bundle.json"),
  );
  expect([...files.keys()]).toContain("manifests/apps/web/overlays/prod.yaml");
  const times = JSON.parse(String(files.get("times.json"))) as Payload;
  expect(times).toEqual({
    version: 1,
    targets: ["apps/web/overlays/prod", "apps/web/overlays/staging"].map((path) => ({
      id: path,
      path,
      seconds: expect.any(Number),
    })),
  });
});
