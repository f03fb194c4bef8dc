/** Reads from the payload of an event which commits to compare. Never looks at the repository. */
import { propertyAt } from "../collections.ts";
import { type Diagnostic, failure } from "../diagnostics.ts";
import { isCommitId } from "../text/index.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A revision that an event names. */
export interface Revision {
  readonly sha: string;
  /** The name that people use: a branch, a tag, `#7`. */
  readonly label: string;
  /** Why it was chosen, in a few words. */
  readonly reason: string;
}

/** The base to compare with: a commit, or a merge base with the head. */
export type Base =
  | ({ readonly rule: "commit" } & Revision)
  /** The merge base with a commit of a branch, which may have to be fetched. */
  | { readonly rule: "merge-base"; readonly sha: string; readonly label: string }
  /** The merge base with the tip of a branch of the remote repository, whose commit is not in the event. */
  | { readonly rule: "merge-base-with-branch"; readonly branch: string };

/** The comparison that an event asks for. */
export type Comparison =
  | {
      readonly kind: "pull-request";
      readonly number: number;
      readonly head: Revision;
      readonly base: Base;
      /** True if the head comes from another repository, or from an unknown one. */
      readonly fromFork: boolean;
      /** Why the token of this run is read-only; undefined where it may write. */
      readonly readOnly: "fork" | "dependabot" | undefined;
      readonly notes: readonly Diagnostic[];
    }
  /** A comparison without a pull request, hence without a comment. `base` is undefined where the event names none. */
  | {
      readonly kind: "commits";
      readonly head: Revision;
      readonly base: Base | undefined;
      readonly notes: readonly Diagnostic[];
    }
  | { readonly kind: "nothing"; readonly notes: readonly Diagnostic[] };

/** Stands for "no commit" in push events. */
const ZERO_SHA = /^0+$/;

/**
 * Reads the payload of an event.
 * @throws KrmError `invalid-event` for a payload that lacks a required field
 */
export function readEvent(event: string, payload: unknown, environment: Environment): Comparison {
  switch (event) {
    case "pull_request":
    case "pull_request_review":
    case "pull_request_review_comment":
      return pullRequest(event, payload, environment, []);
    case "pull_request_target":
      return pullRequest(event, payload, environment, [PULL_REQUEST_TARGET]);
    case "push":
      return push(payload);
    case "merge_group":
      return mergeGroup(payload);
    default:
      return otherEvent(event, payload, environment);
  }
}

function pullRequest(
  event: string,
  payload: unknown,
  environment: Environment,
  notes: readonly Diagnostic[],
): Comparison {
  const number = propertyAt(payload, "pull_request", "number");
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1) {
    throw failure("invalid-event", `the ${event} event has no pull request number`);
  }
  // The payload has no repository for a deleted fork. A head whose repository is unknown counts as a stranger's.
  const home = propertyAt(payload, "repository", "id");
  const isFork = home === undefined || propertyAt(payload, "pull_request", "head", "repo", "id") !== home;
  const isDependabot = environment.GITHUB_ACTOR === "dependabot[bot]";
  const untrusted = isDependabot ? "dependabot" : isFork ? "fork" : undefined;
  return {
    kind: "pull-request",
    number,
    // Not GITHUB_SHA: that is a merge with the base branch, and would mix in the changes of others.
    head: { sha: sha(event, payload, "pull_request", "head", "sha"), label: `#${number}`, reason: "pull request head" },
    base: {
      rule: "merge-base",
      sha: sha(event, payload, "pull_request", "base", "sha"),
      label: text(propertyAt(payload, "pull_request", "base", "ref")) ?? "the base branch",
    },
    fromFork: isFork,
    readOnly: event === "pull_request_target" ? undefined : untrusted,
    notes,
  };
}

function push(payload: unknown): Comparison {
  const ref = text(propertyAt(payload, "ref")) ?? "";
  const label = ref.replace(/^refs\/(?:heads|tags)\//, "");
  const after = text(propertyAt(payload, "after")) ?? "";
  if (propertyAt(payload, "deleted") === true || ZERO_SHA.test(after)) {
    return { kind: "nothing", notes: [notice("ref-deleted", `${label || "the ref"} was deleted: nothing to render`)] };
  }
  // Not `after`, which may be an annotated tag.
  const headSha = text(propertyAt(payload, "head_commit", "id")) ?? after;
  if (!isCommitId(headSha)) throw failure("invalid-event", "the push event names no commit after the push");
  const head = { sha: headSha, label, reason: "pushed commit" };
  const before = text(propertyAt(payload, "before")) ?? "";
  const isKnown = isCommitId(before) && !ZERO_SHA.test(before);
  const pushed: Base = { rule: "commit", sha: before, label, reason: "before the push" };
  return { kind: "commits", head, base: isKnown ? pushed : defaultBranch(payload), notes: [] };
}

function mergeGroup(payload: unknown): Comparison {
  const head = text(propertyAt(payload, "merge_group", "head_ref"))?.replace(/^refs\/heads\//, "") ?? "merge group";
  const base =
    text(propertyAt(payload, "merge_group", "base_ref"))?.replace(/^refs\/heads\//, "") ?? "merge group base";
  const event = "merge_group";
  return {
    kind: "commits",
    head: { sha: sha(event, payload, "merge_group", "head_sha"), label: head, reason: "merge group head" },
    base: {
      rule: "commit",
      sha: sha(event, payload, "merge_group", "base_sha"),
      label: base,
      reason: "merge group base",
    },
    notes: [],
  };
}

function otherEvent(event: string, payload: unknown, environment: Environment): Comparison {
  const head = environment.GITHUB_SHA ?? "";
  if (!isCommitId(head)) throw failure("invalid-event", `GITHUB_SHA of the ${event} event is not a commit`);
  const label = (environment.GITHUB_REF ?? "").replace(/^refs\/(?:heads|tags)\//, "") || "the checked-out commit";
  const note = notice(
    "event-without-pull-request",
    `the event ${event} names no commit of a pull request: there will be no comment`,
    "The job summary and the report files hold the result.",
  );
  return {
    kind: "commits",
    head: { sha: head, label, reason: `commit of the ${event} event` },
    base: defaultBranch(payload),
    notes: event === "workflow_dispatch" ? [] : [note],
  };
}

function defaultBranch(payload: unknown): Base | undefined {
  const branch = text(propertyAt(payload, "repository", "default_branch"));
  return branch === undefined ? undefined : { rule: "merge-base-with-branch", branch };
}

const PULL_REQUEST_TARGET: Diagnostic = {
  code: "privileged-event",
  severity: "warning",
  message:
    "pull_request_target gives this job a token that can write, while the files come from the pull request. They are read " +
    "from git as data: nothing of them is checked out or executed here",
  hint: "Use the event pull_request where you can, and keep steps that run code of the pull request out of this job.",
};

function notice(code: string, message: string, hint?: string): Diagnostic {
  return { code, severity: "notice", message, hint };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function sha(event: string, payload: unknown, ...path: readonly string[]): string {
  const value = propertyAt(payload, ...path);
  if (typeof value === "string" && isCommitId(value)) return value;
  throw failure("invalid-event", `the ${event} event has no commit at ${path.join(".")}`, {
    hint: "Check GITHUB_EVENT_NAME and GITHUB_EVENT_PATH: the event file does not belong to this event.",
  });
}
