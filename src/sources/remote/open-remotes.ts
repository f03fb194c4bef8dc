/** The port {@link Remotes} over git, HTTP and the content store. */

import { failure } from "../../diagnostics.ts";
import { shownAddress, withoutCredentials } from "../../store/http/addresses.ts";
import {
  type ContentStore,
  createReach,
  digestOfBytes,
  get,
  Hosts,
  once,
  openRegistries,
  openStore,
  patientResolve,
  type ReachRules,
  type Registries,
  type RegistriesOptions,
  type Resolve,
  resolveName,
  type Sleep,
  type StoreOptions,
  sleepFor,
  withWorkplace,
} from "../../store/index.ts";
import { isCommitId } from "../../text/index.ts";
import type { RemoteChart } from "../charts/chart-wanted.ts";
import { openCharts } from "../charts/charts.ts";
import { gitNodeStore } from "../git/git-tree.ts";
import { objectReader } from "../git/object-reader.ts";
import { objectStore } from "../git/object-store.ts";
import type { TagRange } from "../git/tag-range.ts";
import { virtualTree } from "../virtual-tree.ts";
import { createBudget, type RemoteLimits } from "./budget.ts";
import {
  askForRef,
  askForTag,
  contextOf,
  fetchRemoteCommit,
  type GitFetchOptions,
  prepareRepository,
  type Wanted,
} from "./git-fetch.ts";
import type { GitUrl } from "./git-url.ts";
import type { OpenRemotes, RemoteFile, RemoteRepository } from "./remotes.ts";
import { type FetchedCommit, mountedNodeStore } from "./submodules.ts";
import { verifiedReader } from "./verified-reader.ts";

export interface RemoteOptions {
  readonly store: StoreOptions;
  readonly rules: ReachRules;
  /** True if addresses come from untrusted authors. They get a shorter time limit, and none of the headers for all hosts. */
  readonly untrusted?: boolean;
  /** True if no credentials are used: git has no configuration, and no login of a registry is read. Let the rules allow https only then. */
  readonly anonymous?: boolean;
  /** Registries that are read over http: `HOST` or `HOST:PORT` of this machine. */
  readonly insecureRegistries?: readonly string[];
  /** A configuration with logins below this directory is not read. */
  readonly workTree?: string | undefined;
  /** Gets each secret that is read, so that logs can hide it. */
  readonly onSecret?: (text: string) => void;
  /** True if each version of a chart is asked for, also one that was fetched before. */
  readonly asksAgain?: boolean;
  /** Called before a submodule is fetched. Whatever it throws keeps it from being fetched. */
  readonly onSubmodule?: (repository: string) => Promise<void>;
  /** The environment of git: proxies, certificates, credentials. */
  readonly env: NodeJS.ProcessEnv;
  /** Gets a line about fetches that take long. */
  readonly log?: (line: string) => void;
  readonly sleep?: Sleep;
  readonly resolve?: Resolve;
  readonly limits?: RemoteLimits;
}

const FILE_TIMEOUT_SECONDS = 60;

/** Opens nothing, and writes nothing, before the first fetch. */
export function openRemotes(options: RemoteOptions): OpenRemotes {
  const { env, rules, log = () => {}, sleep = sleepFor, limits = {}, untrusted = false, anonymous = false } = options;
  const budget = createBudget(limits);
  const hosts = new Hosts();
  const ending = new AbortController();
  const resolve = patientResolve(options.resolve ?? resolveName, { sleep, signal: ending.signal });
  const reach = createReach(rules, resolve);
  const { protocols } = rules;
  const { signal } = ending;
  const git: GitFetchOptions = { env, protocols, reach, sleep, log, budget, hosts, untrusted, anonymous, signal };
  // Git and kustomize refuse local paths as submodules of other repositories.
  const below = protocols.filter((protocol) => protocol !== "file");
  const reachBelow = createReach({ ...rules, protocols: below }, resolve);
  const gitBelow: GitFetchOptions = { ...git, protocols: below, reach: reachBelow };

  const repositories = new Map<string, Promise<RemoteRepository>>();
  const commits = new Map<string, Promise<FetchedCommit>>();
  const files = new Map<string, Promise<RemoteFile>>();
  /** The object databases of commits that are fetched again, which several refs may name. */
  const renewed = new Map<string, Promise<string>>();
  const loadedCharts = new Map<string, Promise<RemoteChart>>();
  const closing: (() => void)[] = [];
  let registries: Registries | undefined;
  const chart = openCharts({
    http: { reach, sleep, hosts, signal, timeoutSeconds: FILE_TIMEOUT_SECONDS },
    budget,
    store: () => open().store,
    registries: () => (registries ??= openRegistries(registryOptions)),
    log,
    asksAgain: options.asksAgain === true,
    isAnonymous: anonymous,
  });
  const registryOptions: RegistriesOptions = {
    store: () => open().store,
    rules,
    insecureRegistries: options.insecureRegistries,
    env,
    workTree: options.workTree,
    logins: anonymous ? "none" : "helm-and-docker",
    log,
    onSecret: options.onSecret,
    sleep,
    resolve: options.resolve,
  };
  let opened: { store: ContentStore; place: string } | undefined;

  /** The store, and an own repository through which it is read: the configuration of stored repositories is not trusted. */
  function open(): { store: ContentStore; place: string } {
    if (opened === undefined) {
      const store = openStore(options.store);
      const place = store.workplace();
      prepareRepository(place);
      opened = { store, place };
    }
    return opened;
  }

  async function commitOf(wanted: Wanted, using: GitFetchOptions): Promise<FetchedCommit> {
    budget.countSource(wanted.repository);
    const { store, place } = open();
    await using.reach.check(wanted.repository);
    let sha: string | undefined;
    if (isCommitId(wanted.ref.toLowerCase())) sha = wanted.ref.toLowerCase();
    else if (store.knows(wanted.repository)) sha = (await askForRef(wanted, place, using))?.sha;
    let objects = sha === undefined ? undefined : store.commit(wanted.repository, sha);
    if (sha === undefined || objects === undefined) ({ sha, objects } = await fetchInto(store, wanted, using));
    return openCommit(store, wanted, { sha, objects }, using);
  }

  /** The commit of the newest tag in a range. The server is asked for its tags in each run. */
  async function commitInRange(wanted: Wanted, range: TagRange): Promise<FetchedCommit> {
    budget.countSource(wanted.repository);
    const { store, place } = open();
    const { name, sha } = await askForTag(wanted, range, place, git);
    const named = { ...wanted, ref: name };
    const objects = store.commit(wanted.repository, sha);
    const commit = objects === undefined ? await fetchInto(store, named, git) : { sha, objects };
    return { ...(await openCommit(store, named, commit, git)), ref: name.replace(/^refs\/(?:tags|heads)\//, "") };
  }

  async function openCommit(
    store: ContentStore,
    wanted: Wanted,
    { sha, objects }: { sha: string; objects: string },
    using: GitFetchOptions,
  ): Promise<FetchedCommit> {
    const { place } = open();
    const contextFor = (directory: string) => contextOf(place, using, directory);
    const reader = verifiedReader(objectReader(contextFor(objects)), async () => {
      log(`The stored copy of ${shownAddress(wanted.repository)} (${sha.slice(0, 7)}) is damaged. Fetching it again.`);
      const key = `${wanted.repository}\0${sha}`;
      return objectReader(contextFor(await once(renewed, key, () => fetchAgain(store, wanted, sha, using))));
    });
    const found = objectStore(reader);
    closing.push(() => found.close());
    const top = await found.treeOfCommit(sha);
    const { repository, ref } = wanted;
    if (top !== undefined) return { objects: found, top, sha, git: contextOf(place, using), repository };
    throw failure("remote-failed", `${shownAddress(repository)} at ${ref} is not a commit`);
  }

  function fetchSubmodule({ timeoutSeconds }: GitUrl, repository: string, sha: string): Promise<FetchedCommit> {
    const key = `${repository}\0${sha}`;
    return once(commits, key, async () => {
      await options.onSubmodule?.(repository);
      return commitOf({ repository, ref: sha, timeoutSeconds, isSubmodule: true }, gitBelow);
    });
  }

  async function openRepository(url: GitUrl): Promise<RemoteRepository> {
    const { repository, ref: given = "HEAD", newest, timeoutSeconds } = url;
    const wanted = { repository, ref: given, timeoutSeconds };
    const key = [repository, given, ...(newest === undefined ? [] : ["", newest.prefix, newest.chosenBy ?? ""])];
    const commit = await once(commits, key.join("\0"), () =>
      newest === undefined ? commitOf(wanted, git) : commitInRange(wanted, newest),
    );
    const nodes = url.submodules
      ? await mountedNodeStore(commit, (address, id) => fetchSubmodule(url, address, id))
      : gitNodeStore(commit.objects, commit.top);
    const shown = shownAddress(withoutCredentials(repository).address);
    const ref = commit.ref ?? url.ref;
    const query = ref === undefined ? "" : `?ref=${ref}`;
    const display = (path: string): string => (path === "/" ? `${shown}${query}` : `${shown}/${path}${query}`);
    const { sha } = commit;
    const from = { repository, ref, sha };
    return { tree: virtualTree(nodes, `${shown} (${sha.slice(0, 7)})`, display, from), sha };
  }

  async function readFile(address: string): Promise<RemoteFile> {
    const [plain, digest] = splitDigest(address);
    const kept = digest === undefined ? undefined : open().store.file(digest);
    if (digest !== undefined && kept !== undefined) return { bytes: kept, digest };
    budget.countSource(plain);
    const caps = { maxBytes: budget.fileBytes, timeoutSeconds: FILE_TIMEOUT_SECONDS };
    const { bytes } = await get(plain, { reach, sleep, hosts, signal, ...caps });
    budget.countFile(plain, bytes.length);
    const found = digestOfBytes(bytes);
    if (digest === undefined) return { bytes, digest: found };
    if (found !== digest) {
      const message = `${shownAddress(plain)} has the digest sha256=${found}, not the one of its reference`;
      throw failure("remote-failed", message, { hint: "Check what has changed before you correct the digest." });
    }
    open().store.keepFile(digest, bytes);
    return { bytes, digest };
  }

  return {
    repository(url) {
      return once(repositories, keyOfRepository(url), () => openRepository(url));
    },
    file: (address) => once(files, address, () => readFile(address)),
    chart: (wanted) => once(loadedCharts, JSON.stringify(wanted), () => chart(wanted)),
    async close() {
      ending.abort();
      await registries?.close();
      for (const close of closing.splice(0)) close();
      if (opened === undefined) return;
      opened.store.discard(opened.place);
      opened.store.close();
      opened = undefined;
    },
  };
}

function keyOfRepository({ repository, ref, newest, submodules }: GitUrl): string {
  return JSON.stringify([repository, ref, newest?.prefix, newest?.chosenBy, submodules]);
}

/** Fetches a commit into a workplace, and moves it to the store when it is complete. */
async function fetchInto(
  store: ContentStore,
  wanted: Wanted,
  options: GitFetchOptions,
  isDamaged?: boolean,
): Promise<{ sha: string; objects: string }> {
  return withWorkplace(store, async (place) => {
    prepareRepository(place);
    const sha = await fetchRemoteCommit(wanted, place, options);
    const shown = shownAddress(wanted.repository);
    return { sha, objects: store.keepCommit(wanted.repository, shown, sha, `${place}/objects`, isDamaged) };
  });
}

/** Fetches a commit that the store has damaged, and returns its object database. The damaged one stays if that fails. */
async function fetchAgain(store: ContentStore, wanted: Wanted, sha: string, options: GitFetchOptions): Promise<string> {
  const byId = fetchInto(store, { ...wanted, ref: sha }, options, true);
  try {
    return (await byId).objects;
  } catch (error) {
    if (isCommitId(wanted.ref.toLowerCase())) throw error;
    // Not every server serves commits by their ids.
    const byName = await fetchInto(store, wanted, options, true).catch(() => undefined);
    if (byName?.sha === sha) return byName.objects;
    throw error;
  }
}

/**
 * Splits an address with a digest: `…#sha256=<64 hexadecimal digits>`, or a colon instead of `=`, which separates key and path
 * in generators.
 * @throws KrmError `remote-failed` for a digest of another form, since its author expects a check
 */
function splitDigest(address: string): readonly [address: string, digest?: string] {
  const [, plain, digest] = /^(.*)#sha256[=:](.*)$/s.exec(address) ?? [];
  if (plain === undefined || digest === undefined) return [address];
  if (/^[0-9a-f]{64}$/i.test(digest)) return [plain, digest.toLowerCase()];
  const hint = "Correct it, or leave it out.";
  throw failure("remote-failed", `the digest of ${shownAddress(plain)} does not have 64 hexadecimal digits`, { hint });
}
