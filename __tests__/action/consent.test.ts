/** The events and authors for which `remote` and `enable-helm` are refused. */
import { expect, test } from "@jest/globals";
import { functionConsent, refuseUntrusted } from "../../src/action/consent.ts";
import { readInputs } from "../../src/action/inputs/index.ts";
import { readEvent } from "../../src/github/event.ts";
import type { Context } from "../../src/github/index.ts";
import { forkEvent, pullRequestEvent } from "../github/loopback/payloads.ts";

const [base, head] = ["a".repeat(40), "b".repeat(40)];
const environment = { GITHUB_SHA: base, GITHUB_REF: "refs/heads/main" };
const own = pullRequestEvent({ base, head });
const fork = forkEvent({ base, head });
const other = { repository: { default_branch: "main" } };

const deleted = forkEvent({ base, head });
deleted.pull_request.head.repo = null;
const nobody = { ...deleted, repository: undefined };

test.each<[event: string, whose: string, payload: unknown, given: Record<string, string>, refused: string[]]>([
  ["pull_request", "of a fork", fork, { INPUT_REMOTE: "true" }, []],
  ["pull_request_target", "of a fork", fork, { INPUT_REMOTE: "true" }, ["remote"]],
  ["pull_request_target", "of a fork", fork, { "INPUT_ENABLE-HELM": "true" }, ["enable-helm"]],
  [
    "pull_request_target",
    "of a fork",
    fork,
    { INPUT_REMOTE: "true", "INPUT_ENABLE-HELM": "true" },
    ["remote", "enable-helm"],
  ],
  ["pull_request_target", "of a fork", fork, {}, []],
  ["pull_request_target", "of a deleted fork", deleted, { INPUT_REMOTE: "true" }, ["remote"]],
  ["pull_request_target", "of an unknown author", nobody, { INPUT_REMOTE: "true" }, ["remote"]],
  ["pull_request_target", "of a branch", own, { INPUT_REMOTE: "true" }, []],
  ["check_run", "of the input head", other, { INPUT_REMOTE: "true", INPUT_HEAD: head }, ["remote"]],
  ["schedule", "of the input head", other, { INPUT_REMOTE: "true", INPUT_HEAD: head }, []],
  ["workflow_run", "of the input head", other, { INPUT_REMOTE: "true", INPUT_HEAD: head }, ["remote"]],
  ["issue_comment", "of the input head", other, { INPUT_REMOTE: "true", INPUT_HEAD: head }, ["remote"]],
  ["workflow_run", "of the default branch", other, { INPUT_REMOTE: "true" }, []],
  ["workflow_dispatch", "of the input head", other, { INPUT_REMOTE: "true", INPUT_HEAD: head }, []],
])("attack 9.5: on %s, files %s", (event, _, payload, given, refused) => {
  const { inputs } = readInputs(given);
  const context = { event, comparison: readEvent(event, payload, environment) } as Context;
  const outcome = refuseUntrusted(inputs, context);
  expect(
    outcome.diagnostics.map(({ code, severity, message }) => [
      code,
      severity,
      /input (\S+) is refused/.exec(message)?.[1],
    ]),
  ).toEqual(refused.map((name) => ["input-refused", "error", name]));
  const off = refused.length > 0;
  expect(outcome.inputs).toEqual(off ? { ...inputs, remote: false, enableHelm: false } : inputs);
});

test.each<[event: string, given: Record<string, string>, expected: object]>([
  ["pull_request", {}, { refused: false, trustedSide: "base", pinned: false, errors: 0 }],
  ["pull_request", { INPUT_PLUGINS: "alpha" }, { refused: false, trustedSide: "base", pinned: false, errors: 0 }],
  ["push", {}, { refused: false, trustedSide: "head", pinned: false, errors: 0 }],
  ["merge_group", {}, { refused: false, trustedSide: "head", pinned: false, errors: 0 }],
  ["pull_request_target", {}, { refused: true, trustedSide: "tip", pinned: true, errors: 0 }],
  ["workflow_run", {}, { refused: true, trustedSide: "tip", pinned: true, errors: 0 }],
  ["an_event_of_next_year", {}, { refused: true, trustedSide: "tip", pinned: true, errors: 0 }],
  [
    "issue_comment",
    { "INPUT_FUNCTIONS-ON-PRIVILEGED-EVENTS": "true" },
    { refused: false, trustedSide: "tip", pinned: true, errors: 0 },
  ],
  [
    "pull_request_target",
    { "INPUT_FUNCTIONS-ON-PRIVILEGED-EVENTS": "true", INPUT_PLUGINS: "alpha" },
    { refused: false, trustedSide: "tip", pinned: true, errors: 1 },
  ],
])("functions on %s with %j", (event, given, expected) => {
  const { inputs } = readInputs(given);
  const { functions, refusal, trustedSide, diagnostics } = functionConsent(inputs, { event } as Context);
  const found = {
    refused: refusal !== undefined,
    trustedSide,
    pinned: functions.requirePinned,
    errors: diagnostics.length,
  };
  expect(found).toEqual(expected);
  expect(functions.plugins === "alpha").toBe(event === "pull_request" && given["INPUT_PLUGINS"] === "alpha");
});
