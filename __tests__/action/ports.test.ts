/** The parts of the content store, which must not read what others fetched with more rights. */
import { expect, test } from "@jest/globals";
import { storeOf } from "../../src/action/ports.ts";
import { readEvent } from "../../src/github/event.ts";
import type { Context } from "../../src/github/index.ts";
import { forkEvent, pullRequestEvent } from "../github/loopback/payloads.ts";

test("attack 9.35: a run has a part of its own for each repository, without secrets, and without credentials", () => {
  const commits = { base: "a".repeat(40), head: "b".repeat(40) };
  const scopes = ["app", "other"].flatMap((repository) =>
    [pullRequestEvent, forkEvent].flatMap((eventOf) =>
      [false, true].map((isAnonymous) => {
        const comparison = readEvent("pull_request", eventOf(commits), {});
        const context = { owner: "org", repository, comparison } as Context;
        return storeOf({ gitEnvironment: {} }, context, isAnonymous).scope;
      }),
    ),
  );
  expect(scopes.slice(0, 4)).toEqual(["org/app", "org/app anonymous", "org/app fork", "org/app fork anonymous"]);
  expect(new Set(scopes).size).toBe(8);
});
