/** The built action on GitHub Enterprise: every address that it uses or shows is that of the server of the run. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { startGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep } from "./runner.ts";
import { CHANGE, SHOP } from "./shop.ts";

jest.setTimeout(60_000);
/** Our own documentation. */
const OURS = "https://github.com/org/krm-render/";

let repository: TestRepository;
let commits: { base: string; head: string };

beforeAll(() => {
  repository = createRepository(SHOP);
  const head = repository.commit("topic", CHANGE);
  commits = { base: repository.commit("main", { "README.md": "moved on" }), head };
  repository.openPullRequest(head);
});
afterAll(() => repository.remove());

test.each([
  ["GitHub Enterprise Server", "https://ghe.example.com/", "/api/v3"],
  ["GitHub Enterprise Cloud with data residency", "https://octo.ghe.com", ""],
])("%s", async (_name, serverUrl, prefix) => {
  const server = await startGitHub({ head: commits.head, prefix });
  const workspace = repository.checkout("refs/pull/2/merge", 0);
  const payload = pullRequestEvent(commits);
  const env = { GITHUB_SERVER_URL: serverUrl };
  const step = { workspace, event: "pull_request", payload, apiUrl: `${server.url}/`, env };
  const result = await runStep(step);
  // The second run finds the comment, so it asks for the account.
  await runStep({ ...step, run: 101, with: { targets: "apps/web/overlays/prod" } });
  await server.close();
  expect(result).toMatchObject({ code: 0, commands: [] });
  expect(server.violations).toEqual([]);
  expect(server.operations()).toContain("graphql");
  expect(server.comments).toHaveLength(1);
  const html = readFileSync(result.outputs["html-path"] ?? "", "utf8");
  const shown = [server.comments[0]?.body ?? "", result.summary, html].join("\n");
  const addresses = [...new Set(shown.match(/https?:\/\/[^\s"'<>)]*/g))].filter((address) => !address.startsWith(OURS));
  expect(addresses).not.toEqual([]);
  expect(addresses.filter((address) => !address.startsWith(`${serverUrl.replace(/\/$/, "")}/`))).toEqual([]);
});
