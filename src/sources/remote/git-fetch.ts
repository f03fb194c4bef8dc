/**
 * Fetches one commit of a repository elsewhere, by git and without a checkout; docs/specification/remote-sources.md 3.
 */
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failure, KrmError } from "../../diagnostics.ts";
import { parseUrl, shownAddress, withoutCredentials } from "../../store/http/addresses.ts";
import { type Attempt, get, type Hosts, hostKey, type Reach, retrying, type Sleep } from "../../store/index.ts";
import { sizeText } from "../../text/index.ts";
import { type GitContext, type GitOutput, gitContext, type RunOptions, runGit } from "../git/git-process.ts";
import { remoteFailure } from "../git/remote-failures.ts";
import type { TagRange } from "../git/tag-range.ts";
import { anonymousEnvironment } from "./anonymous.ts";
import type { Budget } from "./budget.ts";
import { environmentFor, type FetchRules, secondsFor, settingsFor } from "./fetch-settings.ts";
import { requirePinning } from "./pinning.ts";
import { type RemoteRef, remoteRef } from "./remote-refs.ts";

export interface GitFetchOptions extends FetchRules {
  readonly env: NodeJS.ProcessEnv;
  readonly reach: Reach;
  readonly sleep: Sleep;
  readonly log: (line: string) => void;
  readonly budget: Budget;
  /** The hosts that cannot be reached. */
  readonly hosts: Hosts;
  /** Ends all fetches. */
  readonly signal?: AbortSignal;
}

export interface Wanted {
  readonly repository: string;
  /** A branch, a tag, a commit or `HEAD`. */
  readonly ref: string;
  readonly timeoutSeconds: number;
  /** Set if a repository names this one as its submodule. */
  readonly isSubmodule?: true;
}

/** Matches names that no branch or tag can have, most of which mean something else to git, such as `a:b` or `^a`. */
const IMPOSSIBLE_REF = /^[-+^]|[\s~^:?*[\\]|\.\.|@\{|[\x00-\x1f\x7f]/;

const REDIRECTED = /error: 30[12378]\b/;

const SILENT =
  "Check whether this machine can reach the host, or allow more time by a query in the address: ?timeout=120.";
const SLOW = "Allow it more time by a query in its address: ?timeout=120.";
const TOO_LARGE = "Vendor what is needed into the repository.";
const WRONG_SUBMODULE =
  "Correct its entry in .gitmodules of that repository, or leave submodules out by a query in the address: ?submodules=false.";

const UNABLE = /^fatal: unable to access '[^'\n]*': /m;

const WATCH_MS = 500;
const QUIET_MS = 3000;
const BETWEEN_MS = 5000;
const ENDED = "the build that needs it has ended";

/**
 * Asks the server for a ref and its commit. Undefined if only a fetch can find it.
 * @throws KrmError `remote-failed` or `remote-refused`
 */
export async function askForRef(
  wanted: Wanted,
  place: string,
  options: GitFetchOptions,
): Promise<RemoteRef | undefined> {
  requirePossible(wanted);
  return remoteRef(await askForRefs(wanted, place, options), wanted.ref);
}

/**
 * Asks the server for the newest tag in a range of versions, or else for a ref with that name.
 * @throws KrmError `remote-failed` or `remote-refused`
 */
export async function askForTag(
  wanted: Wanted,
  range: TagRange,
  place: string,
  options: GitFetchOptions,
): Promise<RemoteRef> {
  const found = remoteRef(await askForRefs(wanted, place, options), wanted.ref, range);
  if (found !== undefined) return found;
  const tags = range.prefix === "" ? "no tag" : `no tag that begins with ${range.prefix}`;
  throw fetchFailed(wanted, `${tags} is in this range of versions`, "Check the range, and the tags of the repository.");
}

async function askForRefs(wanted: Wanted, place: string, options: GitFetchOptions): Promise<string> {
  const args = wanted.ref === "HEAD" ? [] : ["--heads", "--tags"];
  return (await runRemotely(wanted, place, options, (address) => ["ls-remote", ...args, "--", address])).stdout;
}

/**
 * Fetches into a workplace, and returns the commit.
 * @throws KrmError `remote-failed` or `remote-refused`
 */
export async function fetchRemoteCommit(wanted: Wanted, place: string, options: GitFetchOptions): Promise<string> {
  requirePossible(wanted);
  const args = ["fetch", "--depth=1", "--no-tags", "--no-recurse-submodules", "--progress", "--"];
  await runRemotely(wanted, place, options, (address) => [...args, address, wanted.ref]);
  const asking = ["rev-parse", "--verify", "FETCH_HEAD^{commit}"];
  const { code, stdout, message } = await runGit(contextOf(place, options), asking);
  if (code === 0) return stdout.trimEnd();
  throw failure("remote-failed", `${shownAddress(wanted.repository)} at ${wanted.ref} is not a commit: ${message}`);
}

/** Makes a directory a repository, without git, which would add the user's templates. */
export function prepareRepository(place: string): void {
  mkdirSync(join(place, "objects"));
  mkdirSync(join(place, "refs"));
  writeFileSync(join(place, "HEAD"), "ref: refs/heads/main\n");
}

/**
 * The context of a repository that {@link prepareRepository} made.
 * @param objects another object database to read from
 */
export function contextOf(
  place: string,
  { env, anonymous }: Pick<GitFetchOptions, "env"> & Partial<FetchRules>,
  objects?: string,
): GitContext {
  const context = gitContext(place, anonymous ? anonymousEnvironment(env, join(place, "home")) : env);
  const own = { GIT_DIR: place, ...(objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: objects }) };
  return { directory: place, env: { ...context.env, ...own, GIT_NO_LAZY_FETCH: "1" } };
}

function requirePossible({ repository, ref }: Wanted): void {
  if (ref.length < 1000 && !IMPOSSIBLE_REF.test(ref)) return;
  throw failure("remote-failed", `${shownAddress(repository)}: ${JSON.stringify(ref)} is not a branch, tag or commit`, {
    hint: "Correct the ref of the address.",
  });
}

/** Runs a git command against a server, and again after transient failures. */
function runRemotely(
  wanted: Wanted,
  place: string,
  options: GitFetchOptions,
  argsFor: (address: string) => readonly string[],
): Promise<GitOutput> {
  const given = withoutCredentials(wanted.repository);
  let { address, credentials } = given;
  let redirected = false;

  async function attempt(): Promise<Attempt<GitOutput>> {
    const checked = await options.reach.check(address);
    const host = hostKey(checked);
    const seconds = secondsFor(wanted, options);
    const known = options.hosts.failureOf(host, seconds);
    if (known !== undefined) return { outcome: fetchFailed(wanted, known.reason, known.hint) };
    const args = [...settingsFor(address, checked, credentials, options), ...argsFor(checked.address)];
    const context = contextOf(place, options);
    if (checked.addresses !== undefined && checked.protocol !== "ssh") await requirePinning(context, options);
    const env = { ...context.env, ...environmentFor(address, credentials, options, context.env) };
    const output = await watched(wanted, place, options, (watch) =>
      runGit({ ...context, env }, args, { timeoutSeconds: seconds, group: true, ...watch }),
    );
    if ("failed" in output) {
      const { failed, hint = "Check the address.", isSilent } = output;
      return {
        outcome: fetchFailed(wanted, failed, hint),
        ...(isSilent && { unreachable: { host, reason: failed, hint, seconds } }),
      };
    }
    if (output.code === 0) return { outcome: output };
    if (checked.addresses !== undefined && !redirected && REDIRECTED.test(output.message)) {
      redirected = true;
      address = await redirectedAddress(address, wanted, options);
      if (parseUrl(address)?.origin !== parseUrl(given.address)?.origin) credentials = undefined;
      return attempt();
    }
    // The message names the address already, and a remembered reason also concerns others.
    const reason = output.message.replace(UNABLE, "") || `git ended with status ${output.code}`;
    const { hint, isTransient, isOfHost, isMissing, needsCredentials } = remoteFailure(reason);
    if (options.anonymous && needsCredentials) return { outcome: needsInput(wanted, reason) };
    return {
      outcome: fetchFailed(wanted, reason, wanted.isSubmodule && isMissing ? WRONG_SUBMODULE : hint),
      retryAfter: isTransient ? 0 : undefined,
      ...(isOfHost && checked.protocol !== "file" && { unreachable: { host, reason, hint } }),
    };
  }
  return retrying(attempt, options);
}

/** The address that a server redirects git to. Each redirect is checked. */
async function redirectedAddress(address: string, wanted: Wanted, options: GitFetchOptions): Promise<string> {
  const suffix = "/info/refs?service=git-upload-pack";
  const limits = { maxBytes: options.budget.fileBytes, timeoutSeconds: secondsFor(wanted, options) };
  const answer = await get(address + suffix, { ...options, ...limits });
  if (answer.address.endsWith(suffix)) return answer.address.slice(0, -suffix.length);
  throw fetchFailed(wanted, `the server redirects to ${shownAddress(answer.address)}, which is not a repository`);
}

/** A command that was ended. */
interface Ended {
  readonly failed: string;
  readonly hint?: string;
  /** True if the server did not answer at all. */
  readonly isSilent?: boolean;
}

const NO_ANSWER = "waiting for the server";

/** Runs a fetch. Logs its progress if it takes long, and ends it if it grows too large. */
async function watched(
  wanted: Wanted,
  place: string,
  { log, budget, signal }: GitFetchOptions,
  run: (watch: Pick<RunOptions, "onStderr" | "signal">) => Promise<GitOutput>,
): Promise<GitOutput | Ended> {
  const started = performance.now();
  const maxBytes = budget.commitBytes();
  const abort = new AbortController();
  const stop = (): void => abort.abort(ENDED);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const tooLarge = `it is larger than ${sizeText(maxBytes)}`;
  let loggedAt = started + QUIET_MS - BETWEEN_MS;
  let progress = NO_ANSWER;
  const watch = setInterval(() => {
    const now = performance.now();
    if (sizeOf(join(place, "objects", "pack")) > maxBytes) abort.abort(tooLarge);
    if (now < loggedAt + BETWEEN_MS) return;
    loggedAt = now;
    const seconds = Math.round((now - started) / 1000);
    log(`Fetching ${shownAddress(wanted.repository)} (${wanted.ref}): ${progress}, ${seconds} s`);
  }, WATCH_MS);
  const onStderr = (text: string): void => {
    if (/^remote: /m.test(text) && progress === NO_ANSWER) progress = "the server prepares the answer";
    progress = /(?:Receiving objects|Resolving deltas): +\d+%/.exec(text)?.[0] ?? progress;
  };
  try {
    const output = await run({ onStderr, signal: abort.signal });
    const size = sizeOf(join(place, "objects", "pack"));
    budget.countCommit(size);
    return size > maxBytes ? { failed: tooLarge, hint: TOO_LARGE } : output;
  } catch (error) {
    // A missing git is not an error of the address.
    if (!(error instanceof KrmError) || error.code !== "git-failed") throw error;
    const failed = (error.diagnostics[0]?.message ?? "").replace(/^git [\w-]+ failed: /, "");
    if (failed === tooLarge) return { failed, hint: TOO_LARGE };
    if (!failed.startsWith("gave no result within ")) return { failed };
    const isSilent = progress === NO_ANSWER;
    return { failed, hint: isSilent ? SILENT : SLOW, isSilent };
  } finally {
    clearInterval(watch);
    signal?.removeEventListener("abort", stop);
  }
}

function sizeOf(directory: string): number {
  try {
    return readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
  } catch {
    return 0;
  }
}

/** The server hides what is not public: whether it is there, nobody can tell. */
function needsInput({ repository, ref }: Wanted, reason: string): KrmError {
  const message = `${shownAddress(repository)} at ${ref} is not fetched: it does not exist, or needs credentials, and \`remote: auto\` uses none (${reason})`;
  const hint = "Check the address. To fetch it with the credentials of the job, name its host in the input remote.";
  return failure("remote-unsupported", message, { hint });
}

function fetchFailed({ repository, ref }: Wanted, reason: string, hint = "Check the address."): KrmError {
  return failure("remote-failed", `${shownAddress(repository)} at ${ref} cannot be fetched: ${reason}`, { hint });
}
