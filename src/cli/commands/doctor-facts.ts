/** Collects what `krm-render doctor` looks at: the machine, the clone, and the run. */
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { CONFIGURATION_FILE, type Configuration, readConfiguration } from "../../configuration/index.ts";
import { type Diagnostic, diagnosticsOf, KrmError } from "../../diagnostics.ts";
import type { Comparison } from "../../github/index.ts";
import { checkedPolicies } from "../../policies/index.ts";
import { readConfigurationFile } from "../../render/index.ts";
import { KNOWN_RULES } from "../../review/index.ts";
import {
  type Facts,
  type RepositoryFacts,
  type RunFacts,
  type StoreFacts,
  type Survey,
  surveyRepository,
  tryTargets,
} from "../../setup/index.ts";
import { defaultStoreDirectory, type Repository } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { explainTargets } from "../../targets/index.ts";
import { restrictorOf } from "../options/build-settings.ts";
import { addressOf, gitSetting } from "../own-address.ts";
import { openOwnRepository, openProgress, openSearchWithin, openWorkspace, type Session } from "../session.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { defaultBranch } from "./diff-sides.ts";
import { engineFacts, sandboxProblem, versionOf } from "./doctor-programs.ts";

export async function collectFacts(session: Session): Promise<Facts> {
  const { terminal } = session;
  const { tree, top } = await openWorkspace(session);
  const git = await versionOf("git", ["--version"], /git version (\S+)/, terminal);
  const run = await runFacts(terminal);
  const comparison = run?.comparison;
  const repository = await openOwnRepository(session).catch(() => undefined);
  const [helm, engines, noSandbox] = await Promise.all([
    versionOf("helm", ["version", "--short"], /^(v?\d\S*)/, terminal),
    engineFacts(terminal),
    sandboxProblem(),
  ]);
  const configured = await readOwnConfiguration(tree);
  const settings = configured?.configuration?.deployments;
  const survey = await addressOf(top, terminal.env)
    .then((own) => surveyRepository(tree, own, { settings, search: openSearchWithin(session) }))
    .catch(unlessProblem);
  return {
    node: process.versions.node,
    git,
    repository: repository && (await repositoryFacts(repository, comparison, terminal)),
    run: run?.facts,
    helm,
    engines,
    noSandbox,
    store: storeFacts(defaultStoreDirectory(terminal.env), await storedBytes(terminal)),
    configuration: configured?.problems,
    survey,
    targets: await triedTargets(tree, survey, session),
  };
}

function unlessProblem(thrown: unknown): undefined {
  if (!(thrown instanceof KrmError)) throw thrown;
}

async function runFacts({
  env,
}: Terminal): Promise<
  { readonly facts: RunFacts | readonly Diagnostic[]; readonly comparison?: Comparison } | undefined
> {
  if (env["GITHUB_ACTIONS"] !== "true") return undefined;
  const { readContext } = await import("../../github/context.ts");
  try {
    const { event, comparison } = await readContext(env);
    const isPullRequest = comparison.kind === "pull-request";
    const facts = {
      event,
      pullRequest: isPullRequest ? comparison.number : undefined,
      readOnly: isPullRequest ? comparison.readOnly : undefined,
      hasToken: Boolean(env["GITHUB_TOKEN"] || env["GH_TOKEN"] || env["INPUT_GITHUB-TOKEN"]),
      hasCache: Boolean(env["ACTIONS_RESULTS_URL"] && env["ACTIONS_RUNTIME_TOKEN"]),
    };
    return { facts, comparison };
  } catch (thrown) {
    return { facts: diagnosticsOf(thrown) };
  }
}

async function repositoryFacts(
  repository: Repository,
  comparison: Comparison | undefined,
  { cwd, env }: Terminal,
): Promise<RepositoryFacts> {
  const head = await repository.headSha();
  const origin = await gitSetting("^remote\\.origin\\.url$", cwd, env);
  const header = await gitSetting("^http\\..*\\.extraheader$", cwd, env);
  const helper = await gitSetting("^credential\\.(.*\\.)?helper$", cwd, env);
  return {
    isShallow: await repository.isShallow(),
    hasCommit: head !== undefined,
    hasOrigin: origin !== undefined,
    hasCredentials: !/^https?:/.test(origin ?? "") || header !== undefined || helper !== undefined,
    base: await baseFact(repository, comparison, head),
  };
}

/** The base that an event names; otherwise the default branch. Fetches nothing. */
async function baseFact(
  repository: Repository,
  comparison: Comparison | undefined,
  head: string | undefined,
): Promise<RepositoryFacts["base"]> {
  const named = comparison === undefined || comparison.kind === "nothing" ? undefined : comparison.base;
  const branch = named?.rule === "merge-base-with-branch" ? named.branch : undefined;
  const commit = named === undefined || named.rule === "merge-base-with-branch" ? undefined : named;
  const revision = commit?.sha ?? branch ?? (await usualBase(repository));
  if (revision === undefined) return undefined;
  const label = commit === undefined ? revision : `${commit.label} (${revision.slice(0, 7)})`;
  const wanted = comparison !== undefined && comparison.kind !== "nothing" ? comparison.head.sha : head;
  try {
    const { sha } = await repository.resolve(revision);
    const other = wanted && (await repository.resolve(wanted)).sha;
    const isHere =
      named?.rule === "commit" ||
      (other !== undefined && other !== "" && (await repository.mergeBase(sha, other)) !== undefined);
    return { label, isHere };
  } catch (thrown) {
    if (thrown instanceof KrmError) return { label, isHere: false };
    throw thrown;
  }
}

/** The branch that `diff` compares with; undefined where it finds none. */
async function usualBase(repository: Repository): Promise<string | undefined> {
  try {
    return (await defaultBranch(repository)).label;
  } catch (thrown) {
    // The default branch of origin is known, and not in the clone.
    if (thrown instanceof KrmError) return repository.defaultBranch();
    throw thrown;
  }
}

async function storedBytes({ env }: Terminal): Promise<number> {
  const { storeEntries } = await import("../../store/entries.ts");
  return storeEntries(defaultStoreDirectory(env)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A directory that does not exist is made below the nearest one that does. */
function storeFacts(directory: string, bytes: number): StoreFacts {
  for (let path = directory; ; path = dirname(path)) {
    try {
      accessSync(path, constants.W_OK | constants.X_OK);
      return { directory, bytes, problem: undefined };
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code !== "ENOENT" || path === dirname(path)) return { directory, bytes, problem: `${path}: ${code}` };
    }
  }
}

interface OwnConfiguration {
  readonly problems: readonly Diagnostic[];
  /** Undefined for one with mistakes. */
  readonly configuration?: Configuration;
}

/** Undefined if there is no configuration. */
async function readOwnConfiguration(tree: Tree): Promise<OwnConfiguration | undefined> {
  try {
    const bytes = await readConfigurationFile(tree);
    if (bytes === undefined) return undefined;
    const read = readConfiguration(bytes, tree.display(`/${CONFIGURATION_FILE}`), KNOWN_RULES);
    const { configuration, warnings } = await checkedPolicies(read);
    return { configuration, problems: warnings };
  } catch (thrown) {
    return { problems: diagnosticsOf(thrown) };
  }
}

/** Builds the targets that the configuration names, or all that are found. Mistakes in the configuration are facts of their own. */
async function triedTargets(tree: Tree, survey: Survey | undefined, session: Session): Promise<Facts["targets"]> {
  const settings = (await settingsOf(tree).catch(unlessProblem)) ?? new Map();
  const patterns = settings.get("targets")?.values;
  const deployments = survey?.flux;
  let targets: readonly string[];
  try {
    const selected = await explainTargets({ head: tree }, patterns ?? [], undefined, { head: deployments });
    targets = selected.map(({ id }) => id);
  } catch (thrown) {
    return diagnosticsOf(thrown);
  }
  const progress = openProgress(session);
  const loadRestrictor = restrictorOf(settings.get("load-restrictor")?.values.at(-1));
  const trial = await tryTargets(tree, targets, { loadRestrictor, deployments, onProgress: progress.update });
  progress.finish();
  return trial;
}
