/**
 * The inputs that let files reach other machines or run programs, `remote`, `enable-helm` and `enable-jsonnet`, are consents. They hold for
 * files whose authors may write to the repository, and are refused for everyone else's in a run that has secrets.
 */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import { type FunctionInputs, type Inputs, NO_PLUGINS, titleOf } from "./inputs/index.ts";

/**
 * Events that only people with write access, or GitHub itself, can cause. A stranger can cause any other event, such as
 * `check_run` by a pull request, and its run has secrets and a token that can write.
 */
const TRUSTED_EVENTS: ReadonlySet<string> = new Set([
  "push",
  "merge_group",
  "workflow_dispatch",
  "repository_dispatch",
  "schedule",
  "release",
  "create",
  "delete",
]);

/**
 * Switches `remote` and `enable-helm`, unless they are `auto`, and `enable-jsonnet` off where a stranger may have written the files: the run
 * would fetch what the files name with its own credentials, and print it. Each input that was on yields one `input-refused` error. The rest of the
 * run goes on.
 */
export function refuseUntrusted(
  inputs: Inputs,
  context: Context,
): { inputs: Inputs; diagnostics: readonly Diagnostic[] } {
  if (!mayBeUntrusted(inputs, context)) return { inputs, diagnostics: [] };
  // On these events, `auto` has no effect.
  const remote = inputs.remote === "auto" ? inputs.remote : undefined;
  const enableHelm = inputs.enableHelm === "auto" ? inputs.enableHelm : false;
  const refused = (
    [
      ["remote", inputs.remote !== remote, "reach other machines"],
      ["enable-helm", inputs.enableHelm !== enableHelm, "reach other machines"],
      ["enable-jsonnet", inputs.enableJsonnet, "run as programs"],
    ] as const
  ).filter(([, isRefused]) => isRefused);
  return {
    inputs: { ...inputs, remote, enableHelm, enableJsonnet: false },
    diagnostics: refused.map(([name, , danger]) => ({
      code: "input-refused",
      severity: "error",
      message: `the ${titleOf(name)} is refused: on ${context.event}, files that a stranger wrote could ${danger} with the secrets of this run`,
      hint: `Use the event pull_request, or set ${name} to false for pull requests from forks.`,
    })),
  };
}

/**
 * Tells whether a stranger may have written files in a run with secrets. Among the events of pull requests,
 * `pull_request_target` and comments give the pull request of a fork secrets and a token that can write. For any other event, the
 * author of a commit given by the input `head` is unknown.
 */
function mayBeUntrusted({ head }: Inputs, { event, comparison }: Context): boolean {
  if (comparison.kind === "pull-request") return !REVIEW_EVENTS.has(event) && comparison.fromFork;
  return head !== undefined && !TRUSTED_EVENTS.has(event);
}

/** Events on which the workflow file comes from the same commit as the rest. Their runs have no secrets, or authors who may write. */
const REVIEW_EVENTS: ReadonlySet<string> = new Set([
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
]);

/** Tells whether strangers can cause the event, and its runs have secrets. */
export function isPrivileged({ event }: Pick<Context, "event">): boolean {
  return !TRUSTED_EVENTS.has(event) && !REVIEW_EVENTS.has(event);
}

/** Tells whether strangers may have written the rendered files: such a run saves nothing for others. */
export function mayBeByStrangers(context: Context): boolean {
  const { comparison } = context;
  if (comparison.kind === "pull-request") return comparison.fromFork || comparison.readOnly !== undefined;
  return isPrivileged(context);
}

/** The functions that may run, and the revision whose catalogs in the repository count. */
export interface FunctionConsent {
  readonly functions: FunctionInputs;
  /** The reason why no function runs; undefined where functions run. */
  readonly refusal: { readonly message: string; readonly hint: string } | undefined;
  /**
   * A catalog that is trusted by its path is read from this side: an edit in a pull request is not trusted yet. `tip` is the branch
   * that the base is on: a stranger chooses by the start of a branch which former commit is the base, and its catalogs may name
   * programs that nobody would run today.
   */
  readonly trustedSide: "base" | "head" | "tip";
  /** True if strangers can cause the event, and its runs have secrets. */
  readonly isPrivileged: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * On events that have secrets although a stranger can cause them, no function runs unless the workflow allows it. If it does,
 * only functions of pinned catalogs run (docs/specification/catalogs.md 7).
 */
export function functionConsent({ functions }: Inputs, { event }: Context): FunctionConsent {
  const trustedSide = TRUSTED_EVENTS.has(event) ? "head" : "base";
  if (!isPrivileged({ event })) {
    return { functions, refusal: undefined, trustedSide, isPrivileged: false, diagnostics: [] };
  }
  const refusedPlugins: Diagnostic = {
    code: "input-refused",
    severity: "error",
    message: `the input plugins is refused: on ${event}, a stranger's files could name programs that run with the secrets of this run`,
    hint: "Use the event pull_request, or set plugins to catalog-only.",
  };
  const refusal = functions.onPrivilegedEvents
    ? undefined
    : {
        message: `no function runs on ${event}, whose runs have secrets although a stranger can cause them`,
        hint: "Use the event pull_request, or set the input functions-on-privileged-events to true and pin the trusted catalogs.",
      };
  return {
    functions: { ...functions, plugins: NO_PLUGINS, requirePinned: true },
    refusal,
    trustedSide: "tip",
    isPrivileged: true,
    diagnostics: functions.plugins.alpha ? [refusedPlugins] : [],
  };
}
