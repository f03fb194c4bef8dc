import { afterEach, describe, expect, test } from "@jest/globals";
import {
  type Check,
  checkName,
  connectGitHub,
  type GitHub,
  MAX_CHECK_ANNOTATIONS,
  postCheck,
} from "../../src/github/index.ts";
import { type LoopbackGitHub, type LoopbackOptions, startGitHub, TOKEN } from "./loopback/server.ts";

const head = "c".repeat(40);
let server: LoopbackGitHub;

async function connect(options: LoopbackOptions = {}): Promise<GitHub> {
  server = await startGitHub(options);
  const clock = { now: () => 0, sleep: async () => {}, random: () => 0 };
  return connectGitHub({ token: TOKEN, apiUrl: server.url, owner: "o", repository: "r", clock });
}

afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});

function annotation(line: number) {
  return { path: "a.yaml", line, level: "warning", title: "danger", message: `line ${line}` } as const;
}

function check(changes: Partial<Check> = {}): Check {
  return {
    name: "krm-render",
    head,
    conclusion: "success",
    title: "Nothing changes in 3 targets",
    summary: "### Nothing changes",
    annotations: [],
    detailsUrl: "https://github.com/o/r/actions/runs/1",
    readOnly: undefined,
    ...changes,
  };
}

const annotations = (count: number) => Array.from({ length: count }, (_, index) => annotation(index + 1));

describe("a check run", () => {
  test("is created, and updated by a re-run, which adds only the annotations that are missing", async () => {
    const github = await connect({ pageSize: 2 });
    const first = await postCheck(github, check({ conclusion: "failure", annotations: annotations(3) }));
    expect(first).toMatchObject({ outcome: "created", url: expect.stringContaining("/runs/"), notes: [] });
    expect(server.checks[0]?.content).toMatchObject({
      external_id: "krm-render/krm-render",
      conclusion: "failure",
      head_sha: head,
    });
    const second = await postCheck(github, check({ annotations: annotations(4) }));
    expect(second.outcome).toBe("updated");
    expect(server.checks).toHaveLength(1);
    expect(server.checks[0]?.content.conclusion).toBe("success");
    expect(server.checks[0]?.annotations.map(({ start_line }) => start_line)).toEqual([1, 2, 3, 4]);
  });

  test("is replaced when it has an annotation that no longer holds", async () => {
    const github = await connect();
    await postCheck(github, check({ annotations: annotations(2) }));
    expect(await postCheck(github, check({ annotations: [annotation(2)] }))).toMatchObject({ outcome: "created" });
    expect(server.checks.map((one) => one.annotations.length)).toEqual([2, 1]);
    expect(await postCheck(github, check({ annotations: [annotation(2)] }))).toMatchObject({ outcome: "updated" });
    expect(server.checks.map((one) => one.annotations.length)).toEqual([2, 1]);
  });

  test("of another commit, another name, or another program stays", async () => {
    const github = await connect();
    const foreign = {
      name: "krm-render",
      externalId: "theirs",
      conclusion: "neutral",
      title: "t",
      summary: "s",
    } as const;
    await github.createCheckRun(head, { ...foreign, annotations: [] });
    await postCheck(github, check({ head: "d".repeat(40) }));
    await postCheck(github, check({ name: "another" }));
    expect(await postCheck(github, check())).toMatchObject({ outcome: "created" });
    expect(server.checks).toHaveLength(4);
    expect(server.checks[0]?.content.external_id).toBe("theirs");
  });

  test("gets its annotations in batches of 50, with the verdict from the first request on", async () => {
    const github = await connect();
    await postCheck(github, check({ conclusion: "failure", annotations: annotations(120) }));
    expect(server.operations()).toEqual(["checks/list-for-ref", "checks/create", "checks/update", "checks/update"]);
    const bodies = server.requests.slice(1).map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ output }) => output.annotations.length)).toEqual([50, 50, 20]);
    expect(new Set(bodies.map(({ conclusion, status }) => `${status} ${conclusion}`))).toEqual(
      new Set(["completed failure"]),
    );
    expect(server.checks[0]?.annotations).toHaveLength(120);
  });

  test("gets no more annotations than a reader can use", async () => {
    const github = await connect();
    await postCheck(github, check({ annotations: annotations(MAX_CHECK_ANNOTATIONS + 1) }));
    expect(server.checks[0]?.annotations).toHaveLength(MAX_CHECK_ANNOTATIONS);
  });

  test("is cut to the lengths that GitHub takes, and never inside of a character", async () => {
    const github = await connect();
    const long = `${"x".repeat(254)}\u{1f600}`;
    const [one] = annotations(1);
    const title = `${long}y`;
    await postCheck(
      github,
      check({
        title,
        summary: "s".repeat(70_000),
        text: "t".repeat(70_000),
        annotations: one ? [{ ...one, title, message: "m".repeat(9_999) }] : [],
      }),
    );
    const { output } = server.checks[0]?.content ?? {};
    expect(output.title).toBe(`${"x".repeat(254)}…`);
    expect([output.summary.length, output.text.length]).toEqual([65_535, 65_535]);
    expect(output.annotations[0].title).toBe(output.title);
    expect(output.annotations[0].message).toHaveLength(4096);
  });
});

test("the name of a check is one line with the key of the comment", () => {
  expect(checkName("Preview/render (eu)")).toBe("krm-render (Preview/render (eu))");
  expect(checkName("a\n\tb\u202e")).toBe("krm-render (a b\\u202e)");
  expect(checkName("x".repeat(300))).toHaveLength(213);
});

describe("where check runs cannot be written", () => {
  test.each(["checks/list-for-ref", "checks/create"])("a commit status takes its place: %s", async (operation) => {
    const github = await connect();
    server.fail({ operation, status: 403, message: "Resource not accessible by integration" });
    const posted = await postCheck(github, check({ conclusion: "neutral", title: "y".repeat(200) }));
    expect(posted).toMatchObject({
      outcome: "status",
      notes: [
        {
          code: "check-as-status",
          severity: "notice",
          message:
            "the check krm-render is a commit status instead of a check run: the token lacks the permission `checks: write` (403)",
          hint: expect.stringContaining("checks: write"),
        },
      ],
    });
    expect(server.statuses).toEqual([
      {
        sha: head,
        content: {
          context: "krm-render",
          state: "success",
          description: `${"y".repeat(139)}…`,
          target_url: "https://github.com/o/r/actions/runs/1",
        },
      },
    ]);
  });

  test("a failure stays one", async () => {
    const github = await connect();
    server.fail({ operation: "checks/create", status: 403, message: "Resource not accessible by integration" });
    await postCheck(github, check({ conclusion: "failure" }));
    expect(server.statuses[0]?.content.state).toBe("failure");
  });

  test("and no status either, one notice says so", async () => {
    const github = await connect({ readOnly: true });
    const { outcome, notes } = await postCheck(github, check({ readOnly: "fork" }));
    expect(outcome).toBe("skipped");
    expect(notes.map(({ message }) => message)).toEqual([
      "no check was written, neither as a check run nor as a commit status: the token of a pull request from a fork is read-only (403)",
    ]);
  });

  test("an outage is an error", async () => {
    const github = await connect();
    server.fail({ operation: "checks/create", status: 502, times: 3 });
    await expect(postCheck(github, check())).rejects.toMatchObject({ code: "github-unavailable" });
    expect(server.statuses).toEqual([]);
  });
});
