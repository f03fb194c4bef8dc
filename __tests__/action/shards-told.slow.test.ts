/** What one job tells beside the report, and what the job that joins shards tells. */
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { LockRecorder, printLock } from "../../src/lock/index.ts";
import { krmRender } from "../cli/terminal.ts";
import { forkEvent, pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { SHOP as CATALOG_SHOP, SHA256 } from "./catalog-shop.ts";
import { createRepository, type Files, git } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";
import { CHANGE, SHOP } from "./shop.ts";

jest.setTimeout(120_000);

let server: LoopbackGitHub;
beforeAll(async () => {
  server = await startGitHub({});
});
afterAll(() => server.close());

const web = (level: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  LEVEL: ${level}\n`;
const EDITS = { "owned/web.yaml": web("debug"), "kept/web.yaml": web("trace") };
const SILENCE = "dangers:\n  silence: [{rule: no-such-rule, targets: nowhere, reason: old}]\n";

interface Told {
  readonly event?: "pull_request_target";
  readonly files?: Files;
  readonly changes?: Files;
  /** Of all jobs that render. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The beginnings of the first annotations. */
  readonly annotations?: readonly string[];
  readonly digests?: Readonly<Record<string, string>>;
  /** What is in the log. */
  readonly logged?: string;
}

test.each<[what: string, told: Told]>([
  [
    "the catalogs that were used",
    {
      files: CATALOG_SHOP,
      changes: EDITS,
      inputs: { "trusted-catalogs": "catalog/functions.yaml" },
      digests: { "catalog/functions.yaml": `sha256:${SHA256}` },
    },
  ],
  [
    "inputs that are refused",
    {
      event: "pull_request_target",
      inputs: { remote: "public", plugins: "alpha" },
      annotations: ["error input-refused: the input remote", "error input-refused: the input plugins"],
    },
  ],
  [
    "a base without a lock",
    {
      changes: { ...CHANGE, "krm-render.lock": printLock(new LockRecorder().lock) },
      inputs: { locked: "krm-render.lock" },
      annotations: ["notice lock-absent: "],
    },
  ],
  [
    "what has no effect in the configuration",
    { files: { ...SHOP, ".krm-render.yaml": SILENCE }, logged: "no-such-rule" },
  ],
])("%s", async (_, { event = "pull_request", files = SHOP, changes = CHANGE, inputs = {}, ...told }) => {
  const repository = createRepository(files);
  try {
    const head = repository.commit("topic", changes);
    repository.openPullRequest(head);
    const workspace = repository.checkout("refs/pull/2/merge", 0);
    const base = git(workspace, "rev-parse", "HEAD^1");
    server.setHead(head);
    server.comments.splice(0);
    const payload = event === "pull_request" ? pullRequestEvent({ base, head }) : forkEvent({ base, head });
    const step = (given: Readonly<Record<string, string>>): Promise<StepResult> =>
      runStep({ workspace, event, payload, apiUrl: server.url, with: given });

    const one = await step({ ...inputs, "output-dir": "one" });
    const [comment] = server.comments.splice(0);
    const args = ["targets", "--changed-since", base, "--head", head, "--shards", "2"];
    const { shard } = JSON.parse((await krmRender(args, { cwd: workspace })).stdout) as { shard: string[] };
    expect(shard).toHaveLength(2);
    for (const [at, name] of shard.entries()) {
      const leg = await step({ ...inputs, shard: name, "output-dir": `shards/${at}` });
      expect([annotations(leg), leg.code]).toEqual([[], 0]);
    }
    const joined = await step({ mode: "merge", reports: "shards", "output-dir": "joined" });

    expect(annotations(one).slice(0, told.annotations?.length ?? 0)).toEqual(
      (told.annotations ?? []).map((start) => expect.stringContaining(start)),
    );
    expect([joined.code, annotations(joined)]).toEqual([one.code, annotations(one)]);
    expect(one.outputs["catalog-digests"]).toBe(JSON.stringify(told.digests ?? {}));
    expect(joined.outputs["catalog-digests"]).toBe(one.outputs["catalog-digests"]);
    expect(server.comments.map(({ body }) => body)).toEqual([comment?.body]);
    expect([one.log, joined.log]).toEqual([0, 1].map(() => expect.stringContaining(told.logged ?? "")));
  } finally {
    repository.remove();
  }
});

function annotations({ commands }: StepResult): string[] {
  return commands.map(({ name, properties, message }) => `${name} ${properties["title"]}: ${message.split("\n")[0]}`);
}
