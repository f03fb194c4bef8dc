/** The built action when its worker is ended in the middle of the work: by a program that it runs, or by a signal. */
import type { ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(120_000);

/** Replaces helm: ends the worker, as the system does when memory is short, if the values ask for it. */
const HELM = `#!/bin/sh
if [ "$1" = version ]; then echo v3.99.0; exit; fi
if grep -q wait: "$5"; then
  sleep 60 &
  echo "$PPID $!" > "$(sed -n 's/^wait: //p' "$5")"
  wait
fi
if grep -q deadly "$5"; then
  sleep 60 &
  echo $! >> "$0.left"
  kill -ABRT $PPID
  wait
fi
printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: told}\\ndata:\\n'
sed 's/^/  /' "$5"
`;

/** Replaces git, and ends the worker before it knows any target. */
const GIT = "#!/bin/sh\nkill -KILL $PPID; sleep 1\n";

const chart = (target: string, values: string) => ({
  [`${target}/kustomization.yaml`]: "helmCharts:\n- name: web\n  releaseName: r\n",
  [`${target}/charts/web/Chart.yaml`]: "name: web\n",
  [`${target}/charts/web/values.yaml`]: values,
});
const plain = (target: string, value: string) => ({
  [`${target}/kustomization.yaml`]: `configMapGenerator:\n- {name: c, literals: [a=${value}], options: {disableNameSuffixHash: true}}\n`,
});
const all = (value: string) => Object.assign({}, ...["a", "b", "c", "d"].map((name) => plain(name, value)));

/** The state of a process: a letter, or `gone`. A zombie has ended, and waits for the init process of its container. */
function stateOf(id: number | undefined): string {
  try {
    const state = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? "";
    return state === "Z" ? "gone" : state;
  } catch {
    return "gone";
  }
}

function childrenOf(id: number | undefined): readonly number[] {
  return readFileSync(`/proc/${id}/task/${id}/children`, "utf8").trim().split(" ").map(Number);
}

let repository: TestRepository;
let server: LoopbackGitHub;
let base: string;

beforeAll(() => {
  repository = createRepository({
    ...all("old"),
    ...chart("first", "colour: red\n"),
    ...chart("second", "colour: red\n"),
  });
  base = repository.commit("main", { "README.md": "words" });
  for (const [name, text] of Object.entries({ helm: HELM, git: GIT })) {
    mkdirSync(join(repository.directory, name));
    writeFileSync(join(repository.directory, name, name), text);
    chmodSync(join(repository.directory, name, name), 0o755);
  }
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

interface Proposed {
  readonly onStart: (step: ChildProcess) => void;
  readonly apiUrl: string;
  readonly inputs: Readonly<Record<string, string>>;
}

describe("the action", () => {
  function propose(
    files: Record<string, string>,
    programs: string,
    { onStart, apiUrl = server.url, inputs = {} }: Partial<Proposed> = {},
  ): Promise<StepResult> {
    const head = repository.commit("topic", files);
    server.setHead(head);
    return runStep({
      workspace: repository.checkout("refs/heads/topic", 0),
      event: "pull_request",
      payload: pullRequestEvent({ base, head }),
      apiUrl,
      with: { "enable-helm": "true", ...inputs },
      env: { PATH: [join(repository.directory, programs), process.env["PATH"]].join(delimiter) },
      ...(onStart && { onStart }),
    });
  }

  test("targets that end the process fail, and all others are compared", async () => {
    const files = { ...all("new"), ...chart("first", "deadly: 1\n"), ...chart("second", "deadly: 2\n") };
    const result = await propose(files, "helm");
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({
      targets: "6",
      "targets-changed": "4",
      "targets-failed": "2",
      failed: "true",
    });
    const problems = result.commands.filter(({ properties }) => properties["title"] === "process-lost");
    // One cause is one annotation; the comment names both.
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("(and in 1 more place)")]);
    expect(server.comments[0]?.body).toMatch(/(?:`first`.* and .*`second`|`second`.* and .*`first`).* no longer build/);
    expect(problems[0]?.message).toMatch(/the process that rendered \w+ at head ran out of memory/);
    expect(server.comments).toHaveLength(1);
    const left = readFileSync(join(repository.directory, "helm/helm.left"), "utf8").trim().split("\n");
    expect(left.map((id) => stateOf(Number(id)))).toEqual(left.map(() => "gone"));
    for (const text of [server.comments[0]?.body, result.summary]) {
      expect(text).toContain("2 of 6 targets no longer build · 1 change in 4 others");
      expect(text).toMatch(/the process that rendered (?:first|second) at head ran out of memory/);
    }
  });

  test("a run without any result fails with a summary, a comment and outputs", async () => {
    const result = await propose({ ...all("new") }, "git");
    expect(result.code).toBe(1);
    expect(result.outputs).toMatchObject({
      targets: "0",
      failed: "true",
      "comment-id": expect.stringMatching(/^\d+$/),
    });
    expect(result.commands.map(({ name, properties }) => [name, properties["title"]])).toEqual([
      ["error", "process-lost"],
    ]);
    expect(server.comments).toHaveLength(1);
    for (const text of [server.comments[0]?.body, result.summary]) {
      expect(text).toContain("### krm-render could not compare");
      expect(text).toContain("was killed, probably because the machine ran out of memory");
      expect(text).toContain("No target was in work.");
    }
  });

  test.each([
    ["shard", { shard: `1/2@${"0".repeat(64)}` }],
    ["release", { mode: "release", "release-version": "1" }],
  ])("a %s that is lost writes no comment", async (_, inputs) => {
    const result = await propose(all("new"), "git", { inputs });
    expect(result.code).toBe(1);
    expect(result.summary).toContain("was killed");
    expect(server.requests).toEqual([]);
    expect(result.commands.map(({ properties }) => properties["title"])).toContain("process-lost");
    expect(result.log).not.toContain("no-token");
  });

  test("a run that is lost after it read the configuration obeys it", async () => {
    const main = repository.commit("main", { ".krm-render.yaml": "comment: on-change\n" });
    const [before, after] = [base, main];
    base = after;
    let step: ChildProcess | undefined;
    let isLost = false;
    // Ends the worker when it is about to write the comment, and passes on what others ask.
    const proxy = createServer((asked, answer) => {
      if (!isLost) {
        isLost = true;
        for (const id of childrenOf(step?.pid)) process.kill(id, "SIGKILL");
        return void answer.destroy();
      }
      const { method, url, headers } = asked;
      const passed = request(`${server.url}${url}`, { method, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      });
      asked.pipe(passed);
    });
    await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
    const apiUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const result = await propose(all("newer"), "helm", { onStart: (started) => void (step = started), apiUrl });
      expect(isLost).toBe(true);
      expect(result.log).toContain("process-lost");
      expect(result.log).toContain("no comment: there is nothing to report");
      expect(server.comments).toEqual([]);
    } finally {
      base = before;
      repository.commit("main", { ".krm-render.yaml": null });
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s ends the worker and what it runs, and starts no other",
    async (signal) => {
      const waiting = join(repository.directory, `waiting-${signal}`);
      const files = { ...all("new"), ...chart("first", `wait: ${waiting}\n`) };
      const onStart = (step: ChildProcess): void => {
        const timer = setInterval(() => {
          if (!existsSync(waiting)) return;
          clearInterval(timer);
          step.kill(signal);
        }, 50);
      };
      const result = await propose(files, "helm", { onStart });
      expect(result.code).toBeNull();
      expect(result.log).not.toContain("process-lost");
      expect(server.comments).toEqual([]);
      const [worker, helm] = readFileSync(waiting, "utf8").trim().split(" ").map(Number);
      expect([stateOf(worker), stateOf(helm)]).toEqual(["gone", "gone"]);
    },
  );
});
