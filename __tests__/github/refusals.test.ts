import { expect, test } from "@jest/globals";
import { explainRefusal } from "../../src/github/refusals.ts";

const integration = "GitHub answered 403 (Resource not accessible by integration)";

test.each([
  ["github-forbidden", integration, "fork", "the token of a pull request from a fork is read-only (403)"],
  ["github-forbidden", integration, "dependabot", "the token of a run that Dependabot started is read-only (403)"],
  ["github-forbidden", integration, undefined, "the token lacks the permission `pull-requests: write` (403)"],
  [
    "github-forbidden",
    "GitHub answered 403 (Repository was archived so is read-only.)",
    "fork",
    "the repository is archived, so it is read-only (403)",
  ],
  [
    "github-forbidden",
    "GitHub answered 403 (Unable to create comment because issue is locked)",
    undefined,
    "the conversation is locked (403)",
  ],
  [
    "github-forbidden",
    "GitHub answered 403 (Sorry. Your account was suspended)",
    undefined,
    "GitHub answered 403 (Sorry. Your account was suspended)",
  ],
  [
    "github-not-found",
    "GitHub answered 410 (This issue was deleted)",
    undefined,
    "the pull request does not exist any more, or the token may not see it: GitHub answered 410 (This issue was deleted)",
  ],
] as const)("%s, %s, %s: one sentence, and no failed step", (code, answer, untrusted, reason) => {
  const message = `could not create the comment on #2: ${answer}`;
  const explained = explainRefusal({ code, severity: "error", message, hint: "old" }, untrusted);
  expect(explained).toMatchObject({ code, severity: "warning", message: `the comment is not written: ${reason}` });
  expect(explained.hint).toContain("The job summary holds the report.");
});

test("other problems keep their words", () => {
  const problem = { code: "github-unavailable", severity: "error", message: "no answer" } as const;
  expect(explainRefusal(problem, "fork")).toBe(problem);
});
