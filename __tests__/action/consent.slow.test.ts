/** The events and authors for which `remote` and `enable-helm` are refused. */
import { expect, test } from "@jest/globals";
import { functionConsent, mayBeByStrangers, refuseUntrusted } from "../../src/action/consent.ts";
import { readInputs } from "../../src/action/inputs/index.ts";
import { SETTINGS } from "../../src/configuration/index.ts";
import { readEvent } from "../../src/github/event.ts";
import type { Context } from "../../src/github/index.ts";
import { forkEvent, pullRequestEvent } from "../github/loopback/payloads.ts";
import { variablesOf } from "./variables.ts";

const [base, head] = ["a".repeat(40), "b".repeat(40)];
const environment = { GITHUB_SHA: base, GITHUB_REF: "refs/heads/main" };
const own = pullRequestEvent({ base, head });
const fork = forkEvent({ base, head });
const other = { repository: { default_branch: "main" } };

const deleted = forkEvent({ base, head });
deleted.pull_request.head.repo = null;
const nobody = { ...deleted, repository: undefined };

test.each<[event: string, whose: string, payload: unknown, given: Record<string, string>, refused: string[]]>([
  ["pull_request", "of a fork", fork, { INPUT_REMOTE: "public" }, []],
  ["pull_request_target", "of a fork", fork, { INPUT_REMOTE: "public" }, ["remote"]],
  ["pull_request_target", "of a fork", fork, { "INPUT_ENABLE-HELM": "true" }, ["enable-helm"]],
  [
    "pull_request_target",
    "of a fork",
    fork,
    { INPUT_REMOTE: "public", "INPUT_ENABLE-HELM": "true" },
    ["remote", "enable-helm"],
  ],
  ["pull_request_target", "of a fork", fork, { INPUT_SETTINGS: "enable-jsonnet: true" }, ["enable-jsonnet"]],
  ["pull_request_target", "of a branch", own, { INPUT_SETTINGS: "enable-jsonnet: true" }, []],
  ["pull_request", "of a fork", fork, { INPUT_SETTINGS: "enable-jsonnet: true" }, []],
  ["pull_request_target", "of a fork", fork, {}, []],
  ["pull_request_target", "of a deleted fork", deleted, { INPUT_REMOTE: "public" }, ["remote"]],
  ["pull_request_target", "of an unknown author", nobody, { INPUT_REMOTE: "public" }, ["remote"]],
  ["pull_request_target", "of a branch", own, { INPUT_REMOTE: "public" }, []],
  ["check_run", "of the input head", other, { INPUT_REMOTE: "public", INPUT_HEAD: head }, ["remote"]],
  ["schedule", "of the input head", other, { INPUT_REMOTE: "public", INPUT_HEAD: head }, []],
  ["workflow_run", "of the input head", other, { INPUT_REMOTE: "public", INPUT_HEAD: head }, ["remote"]],
  ["issue_comment", "of the input head", other, { INPUT_REMOTE: "public", INPUT_HEAD: head }, ["remote"]],
  ["workflow_run", "of the default branch", other, { INPUT_REMOTE: "public" }, []],
  ["workflow_dispatch", "of the input head", other, { INPUT_REMOTE: "public", INPUT_HEAD: head }, []],
])("attack 9.5: on %s, files %s", (event, _, payload, given, refused) => {
  const { inputs } = readInputs(given);
  const context = { event, comparison: readEvent(event, payload, environment) } as Context;
  const outcome = refuseUntrusted(inputs, context);
  expect(
    outcome.diagnostics.map(({ code, severity, message }) => [
      code,
      severity,
      /^the (?:input|setting) (\S+) is refused/.exec(message)?.[1],
    ]),
  ).toEqual(refused.map((name) => ["input-refused", "error", name]));
  const off = (name: string): boolean => refused.includes(name);
  expect(outcome.inputs).toEqual({
    ...inputs,
    remote: off("remote") ? undefined : inputs.remote,
    enableHelm: off("enable-helm") ? false : inputs.enableHelm,
    enableJsonnet: off("enable-jsonnet") ? false : inputs.enableJsonnet,
  });
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
  expect(functions.plugins.alpha).toBe(event === "pull_request" && given["INPUT_PLUGINS"] === "alpha");
});

/** What keeps each input that lets files execute something, or reach other machines, from doing so on privileged events. */
const REACHING: Readonly<Record<string, string>> = {
  remote: "refused",
  "enable-helm": "refused",
  "enable-jsonnet": "refused",
  "auto-branches": "`auto` is off",
  "trusted-catalogs": "no function runs",
  "default-catalogs": "no function runs",
  "require-pinned-catalogs": "always on",
  "allow-catalog-wildcards": "no function runs",
  plugins: "refused",
  "function-network": "no function runs",
  "function-mounts": "no function runs",
  "container-runtime": "no function runs",
  "isolate-functions": "no function runs",
  "token-servers": "no function runs",
  "functions-on-privileged-events": "the name by which a workflow says so",
  oci: "pushes, and is no input of a review",
  "cache-save": "saves nothing for others",
};

/** The values of settings that are no switches. */
const TEXTS: Readonly<Record<string, string>> = {
  remote: "public, 10.0.0.7",
  "auto-branches": "main",
  "trusted-catalogs": "catalogs/catalog.yaml",
  "default-catalogs": "catalogs/catalog.yaml",
  "token-servers": "registry.example=token.example",
  "cache-save": "always",
};

/** All others, none of which lets a file reach out. */
const INERT = new Set(
  `mode targets base head working-directory shard reports comment comment-key comment-max-bytes check github-token matrix
  output-dir load-restrictor timeout total-timeout strict affected-only concurrency fail-on fail-on-danger redact artifact-name page-url
  fail-on-unavailable-catalog trust-root locked lock-out function-timeout release-name release-version withhold-secrets settings
  kubernetes-version`.split(/\s+/),
);

test("every input is known to reach out, or not to", () => {
  const unknown = Object.keys(SETTINGS).filter((name) => !INERT.has(name) && REACHING[name] === undefined);
  expect(unknown).toEqual([]);
});

test.each(["pull_request_target", "issue_comment", "workflow_run", "check_run", "pull_request_comment_of_next_year"])(
  "with every input that reaches out, a stranger's files reach nothing on %s",
  (event) => {
    const on = Object.keys(REACHING).filter((name) => REACHING[name] !== "the name by which a workflow says so");
    const values: Record<string, string> = {
      plugins: "alpha, exec, starlark",
      "container-runtime": "podman",
      "isolate-functions": "never",
    };
    const given = Object.fromEntries(on.map((name) => [name, values[name] ?? TEXTS[name] ?? "true"]));
    const { inputs } = readInputs(variablesOf({ ...given, head }));
    const context = {
      event,
      comparison: readEvent(event, event === "pull_request_target" ? fork : other, environment),
    };
    const refused = refuseUntrusted(inputs, context as Context);
    const { functions, refusal } = functionConsent(refused.inputs, context as Context);
    expect([refused.inputs.remote, refused.inputs.enableHelm, functions.plugins, functions.requirePinned]).toEqual([
      undefined,
      false,
      { alpha: false, exec: false, starlark: false },
      true,
    ]);
    expect(refusal?.message).toContain("no function runs");
    expect(mayBeByStrangers(context as Context)).toBe(true);
  },
);
