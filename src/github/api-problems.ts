/** Turns GitHub's refusals into diagnostics with hints. */
import { failure, type KrmError } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";
import { type Clock, isNetworkFailure, isRateLimit, MAX_WAIT_MS, type RequestFailure, rateLimitWait } from "./retry.ts";

/**
 * The error for a request that failed for good. Codes: `github-forbidden`, `github-unauthorized`, `github-not-found`,
 * `github-body-too-long`, `github-rate-limited`, `github-unavailable` and, for everything else, `github-refused`.
 *
 * @param action what the request was for, as it reads after "could not": `create the comment on #7`
 */
export function apiProblem(action: string, thrown: unknown, clock: Clock): KrmError {
  const failed = thrown as RequestFailure;
  // No cause: it would carry the request's headers, and add nothing to the message.
  const problem = (code: string, why: string, hint: string) => failure(code, `could not ${action}: ${why}`, { hint });
  if (isNetworkFailure(failed)) {
    return problem("github-unavailable", `no answer from GitHub (${oneLine(failed.message)})`, RETRY_LATER);
  }
  if (isRateLimit(failed)) return problem("github-rate-limited", rateLimitReason(failed, clock), RETRY_LATER);
  const status = failed.status ?? 0;
  const answered = status === 0 ? "GitHub's answer cannot be used" : `GitHub answered ${status}`;
  const answer = `${answered}${failed.message ? ` (${oneLine(failed.message)})` : ""}`;
  const [code, hint] = refusalOf(status, answer, failed);
  return problem(code, answer, hint);
}

/** The code and the hint for the status of an answer. */
function refusalOf(status: number, answer: string, failed: RequestFailure): readonly [code: string, hint: string] {
  if (status === 401)
    return ["github-unauthorized", "Check the input github-token: the token is wrong, expired or revoked."];
  if (status === 403) {
    const locked = /\blocked\b/i.test(answer);
    return ["github-forbidden", locked ? "Unlock the conversation of the pull request." : forbiddenHint(failed)];
  }
  if (status === 404 || status === 410)
    return ["github-not-found", "Check that the pull request exists and that the token may see this repository."];
  if (status === 422 && isTooLong(failed)) return ["github-body-too-long", "Lower the setting comment-max-bytes."];
  return status >= 500 ? ["github-unavailable", RETRY_LATER] : ["github-refused", "The job summary holds the report."];
}

/** True if trying again later may help. */
export function isTransient(problem: KrmError): boolean {
  return problem.code === "github-unavailable" || problem.code === "github-rate-limited";
}

const RETRY_LATER = "Re-run the job later; the job summary and the report files hold the result of this run.";

/** Names the permission that the answer asks for; that of comments where it names none. */
function forbiddenHint(failed: RequestFailure): string {
  const accepted = String(failed.response?.headers?.["x-accepted-github-permissions"] ?? "");
  // Alternatives such as `issues=write; pull_requests=write`.
  const named = accepted
    .split(/[;,]\s*/)
    .flatMap((one) => /^([a-z_]{1,40})=(read|write)$/.exec(one.trim())?.slice(1, 3).join(": ") ?? []);
  const chosen = named.find((one) => one.startsWith("pull_requests")) ?? named[0] ?? "pull-requests: write";
  return (
    `Give the job \`permissions: ${chosen.replaceAll("_", "-")}\`. For a pull request from a fork or by Dependabot the token is read-only ` +
    "whatever the workflow says; the job summary then holds the report."
  );
}

function rateLimitReason(failed: RequestFailure, clock: Clock): string {
  const wait = rateLimitWait(failed, clock);
  const limit = `GitHub's rate limit is reached (${failed.status})`;
  if (wait <= MAX_WAIT_MS) return limit;
  return `${limit} and lasts another ${Math.ceil(wait / 60_000)} minutes`;
}

function isTooLong(failed: RequestFailure): boolean {
  return /too long|maximum is \d+ characters/i.test(`${failed.message} ${JSON.stringify(failed.response?.data ?? "")}`);
}

/** A message of GitHub or of a proxy on one line, cut at 300 characters. */
function oneLine(text: string | undefined): string {
  return shorten((text ?? "unknown").replace(/\s+/g, " ").trim(), 300);
}
