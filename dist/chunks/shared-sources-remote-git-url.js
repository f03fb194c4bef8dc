import {
  findMergeBase,
  isCommitId,
  isPossibleRevision,
  isShallow,
  mayBeBetter,
  objectReader,
  objectStore,
  requireRevision,
  resolveRevision,
  unknownRevision
} from "./shared-sources-git-revisions.js";
import {
  gitContext,
  gitFailed,
  runGit
} from "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";

// src/sources/remote/store-directory.ts
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
function defaultStoreDirectory(env) {
  const given = env["XDG_CACHE_HOME"];
  const caches = given !== void 0 && isAbsolute(given) ? given : join(env["HOME"] || homedir(), ".cache");
  return join(caches, "krm-render");
}

// src/sources/git/repository.ts
import { realpathSync } from "node:fs";

// src/sources/git/fetching.ts
var FETCH = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
var TIMEOUT_SECONDS = 600;
var DEEPENINGS = ["--deepen=50", "--deepen=200", "--deepen=1000", "--unshallow"];
var REF_NAME = /^(?!.*(?:\.\.|@\{|\/\/|\.lock(?:\/|$)))[^\s~^:?*[\\/.][^\s~^:?*[\\]*(?<![/.])$/;
async function fetchCommit(git, revision, log) {
  const here = await resolveRevision(git, revision);
  if (here !== void 0) return here;
  const refspecs = refspecsFor(revision);
  if (refspecs.length === 0 || !await hasOrigin(git)) throw await unknownRevision(git, revision);
  log(`Fetching ${revision} from origin, as this clone does not have it.`);
  const depth = await isShallow(git) ? ["--depth=1"] : [];
  let words = "";
  for (const [refspec, local] of refspecs) {
    const result = await fetchFromOrigin(git, [...depth, "origin", refspec]);
    if (result.code !== 0 && !isAbsent(result)) throw fetchFailed(revision, result);
    const found = result.code === 0 ? await resolveRevision(git, local) : void 0;
    if (found !== void 0) return found;
    words = result.words;
  }
  throw await unknownRevision(git, revision, words);
}
async function fetchMergeBase(git, a, b, log) {
  for (const deepening of [...DEEPENINGS, void 0]) {
    const found = await findMergeBase(git, a, b);
    const complete = !await isShallow(git);
    const final = complete || deepening === void 0;
    if (found !== void 0 && (final || !await mayBeBetter(git, a, b, found))) return found;
    if (final) break;
    log(
      `Fetching more history (${deepening.slice(2)}) to find the merge base of ${a.slice(0, 7)} and ${b.slice(0, 7)}.`
    );
    await deepen(git, deepening, a, b);
  }
  throw failure("no-merge-base", `${a.slice(0, 7)} and ${b.slice(0, 7)} have no common ancestor`, {
    hint: "Name the base commit to compare with instead."
  });
}
async function deepen(git, how, a, b) {
  let result = await fetchFromOrigin(git, [how, "origin", a, b]);
  if (result.code !== 0 && isAbsent(result)) result = await fetchFromOrigin(git, [how, "origin"]);
  if (result.code !== 0) throw fetchFailed("more history", result);
}
function refspecsFor(revision) {
  if (isCommitId(revision)) return [[revision, revision]];
  if (!isPossibleRevision(revision) || !REF_NAME.test(revision) || revision === "HEAD") return [];
  const into = (remote, local) => [`+${remote}:${local}`, local];
  const branch = (name) => into(`refs/heads/${name}`, `refs/remotes/origin/${name}`);
  if (revision.startsWith("refs/heads/")) return [branch(revision.slice("refs/heads/".length))];
  if (revision.startsWith("refs/tags/")) return [into(revision, revision)];
  if (revision.startsWith("refs/")) return [into(revision, `refs/remotes/${revision.slice("refs/".length)}`)];
  if (revision.startsWith("origin/")) return [branch(revision.slice("origin/".length))];
  return [branch(revision), into(`refs/tags/${revision}`, `refs/tags/${revision}`)];
}
async function fetchFromOrigin(git, args) {
  const run = () => runGit(git, [...FETCH, ...args], { timeoutSeconds: TIMEOUT_SECONDS });
  const first = await run();
  return first.code !== 0 && isTransient(first) ? run() : first;
}
function isTransient({ words }) {
  return /early EOF|hung up|Connection (?:reset|timed out)|Could not resolve|error: (?:429|50[0234])\b/i.test(words);
}
function isAbsent({ words }) {
  return /couldn't find remote ref|not our ref|unadvertised object/i.test(words);
}
async function hasOrigin(git) {
  return (await runGit(git, ["config", "--get", "remote.origin.url"])).code === 0;
}
function fetchFailed(what, { words }) {
  return failure("fetch-failed", `${what} could not be fetched from origin: ${words}`, {
    object: what,
    hint: "With actions/checkout, set `fetch-depth: 0` so that nothing has to be fetched, and keep `persist-credentials`."
  });
}

// src/sources/git/filters.ts
async function withoutFilters(git) {
  const pattern = "^filter\\..*\\.(clean|process|required)$";
  const { stdout } = await runGit(git, ["config", "--null", "--name-only", "--get-regexp", pattern]);
  const keys = [...new Set(stdout.split("\0").filter((key) => key !== ""))];
  if (keys.length === 0) return git;
  const present = Number(git.env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const env = { ...git.env, GIT_CONFIG_COUNT: String(present + keys.length) };
  for (const [index, key] of keys.entries()) {
    Object.assign(env, {
      [`GIT_CONFIG_KEY_${present + index}`]: key,
      [`GIT_CONFIG_VALUE_${present + index}`]: key.endsWith(".required") ? "false" : ""
    });
  }
  return { ...git, env };
}

// src/sources/git/repository.ts
async function openRepository(directory, options = {}) {
  const git = gitContext(realDirectory(directory), options.env);
  const top = await topOf(git, directory);
  const objects = objectStore(objectReader(git));
  const log = options.log ?? (() => {
  });
  let fetching = Promise.resolve();
  function oneByOne(work) {
    const result = fetching.then(work);
    fetching = result.catch(() => {
    });
    return result;
  }
  async function symbolic(ref) {
    const { code, stdout } = await runGit(git, ["symbolic-ref", "--quiet", "--short", ref]);
    return code === 0 ? stdout.trimEnd() : void 0;
  }
  return {
    top,
    objects,
    resolve: (revision) => requireRevision(git, revision),
    async ensureCommit(revision) {
      const here = await resolveRevision(git, revision);
      return here ?? oneByOne(() => fetchCommit(git, revision, log));
    },
    mergeBase: async (a, b) => findMergeBase(git, commitId(a), commitId(b)),
    ensureMergeBase: async (a, b) => oneByOne(() => fetchMergeBase(git, commitId(a), commitId(b), log)),
    async headSha() {
      return (await resolveRevision(git, "HEAD"))?.sha;
    },
    currentBranch: () => symbolic("HEAD"),
    defaultBranch: () => symbolic("refs/remotes/origin/HEAD"),
    isShallow: () => isShallow(git),
    async isClean() {
      const args = ["status", "--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=dirty"];
      const { code, stdout, words } = await runGit(await withoutFilters(git), args, { stopAfter: 1 });
      if (code !== 0) throw gitFailed(args, words);
      return stdout === "";
    },
    close: () => objects.close()
  };
}
function commitId(text) {
  if (isCommitId(text)) return text;
  throw new TypeError(`not a commit id: ${JSON.stringify(text)}`);
}
function realDirectory(directory) {
  try {
    return realpathSync.native(directory);
  } catch (cause) {
    throw failure("not-a-repository", "no such directory", { file: directory, cause });
  }
}
async function topOf(git, shown) {
  const { code, stdout, words } = await runGit(git, ["rev-parse", "--is-bare-repository", "--show-toplevel"]);
  const [bare, ...top] = stdout.replace(/\n$/, "").split("\n");
  if (bare === "true") return void 0;
  if (code === 0) return top.join("\n");
  throw failure("not-a-repository", `git finds no repository here: ${words}`, {
    file: shown,
    hint: "Run this inside a git repository; in a workflow, use actions/checkout before it."
  });
}

// src/sources/helm/create-helm.ts
function createHelm(options) {
  const loading = once(async () => (await import("./sources-helm-helm-process.js")).helmProcess(options));
  return {
    honoursConfigHome: options.configHome === "as-given",
    run: async (args, call) => (await loading()).run(args, call),
    pull: async (args, chart, call) => (await loading()).pull(args, chart, call)
  };
}
function once(make) {
  let made;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

// src/sources/remote/git-url.ts
import { posix } from "node:path";

// src/sources/remote/duration.ts
var UNITS = /* @__PURE__ */ new Map([
  ["ns", 1e-9],
  ["us", 1e-6],
  ["µs", 1e-6],
  ["μs", 1e-6],
  ["ms", 1e-3],
  ["s", 1],
  ["m", 60],
  ["h", 3600]
]);
function parseDuration(text) {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  const body = text.slice(sign.length);
  if (body === "0") return 0;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)[^\d.]+)+$/.test(body)) return void 0;
  let seconds = 0;
  for (const [, number = "", name = ""] of body.matchAll(/([\d.]+)([^\d.]+)/g)) {
    const unit = UNITS.get(name);
    if (unit === void 0) return void 0;
    seconds += Number(number) * unit;
  }
  return sign === "-" ? -seconds : seconds;
}

// src/sources/remote/git-url.ts
var DEFAULT_TIMEOUT_SECONDS = 27;
var SCHEMES = ["ssh://", "https://", "http://", "file://"];
function parseGitUrl(text) {
  if (text.startsWith("/")) return void 0;
  const question = text.indexOf("?");
  const address = question < 0 ? text : text.slice(0, question);
  const host = splitHost(address);
  if (host === void 0) return void 0;
  const parts = splitPath(host.rest, host.prefix === "file://");
  if (parts === void 0 || parts.repository === "" || leavesRepository(parts.path)) return void 0;
  return {
    repository: host.prefix + parts.repository,
    path: withoutSlash(parts.path),
    ...parseQuery(question < 0 ? "" : text.slice(question + 1)),
    marked: parts.marked
  };
}
function splitHost(address) {
  const forced = /^git::/i.exec(address)?.[0] ?? "";
  const unforced = address.slice(forced.length);
  const scheme = SCHEMES.find((candidate) => unforced.slice(0, candidate.length).toLowerCase() === candidate) ?? "";
  const unschemed = unforced.slice(scheme.length);
  if (scheme === "file://") return { prefix: scheme, rest: unschemed };
  const user = /^[a-zA-Z][a-zA-Z0-9-]*@/.exec(unschemed)?.[0] ?? "";
  const located = unschemed.slice(user.length);
  const isGitHub = /^github\.com[/:]/i.test(located);
  const isScp = scheme === "" && (user !== "" || isGitHub);
  if (scheme === "" && !isScp) return void 0;
  const end = endOfHost(located, isScp);
  const host = end < 0 ? located : located.slice(0, end + 1);
  const rest = end < 0 ? "" : located.slice(end + 1);
  if (isGitHub) return { prefix: gitHubPrefix(scheme, user), rest };
  return host === "" ? void 0 : { prefix: scheme + user + host, rest };
}
function endOfHost(located, isScp) {
  const slash = located.indexOf("/");
  if (!isScp) return slash;
  const colon = located.indexOf(":");
  return slash < 0 || colon > 0 && colon < slash ? colon : slash;
}
function gitHubPrefix(scheme, user) {
  return scheme === "ssh://" || user !== "" ? `${user}github.com:` : "https://github.com/";
}
function splitPath(rest, isFile) {
  const azure = rest.indexOf("_git/");
  if (azure >= 0) {
    const slash = rest.indexOf("/", azure + "_git/".length);
    return slash < 0 ? { repository: rest, path: "", marked: true } : { repository: rest.slice(0, slash), path: rest.slice(slash + 1), marked: true };
  }
  const slashes = rest.indexOf("//");
  if (slashes >= 0) return { repository: rest.slice(0, slashes), path: rest.slice(slashes + 2), marked: true };
  const suffix = rest.indexOf(".git");
  if (suffix >= 0) {
    const end = suffix + ".git".length;
    return { repository: rest.slice(0, end), path: rest.slice(end), marked: true };
  }
  if (isFile) return { repository: rest, path: "", marked: false };
  const segments = rest.split("/");
  if (segments.length < 2) return void 0;
  return { repository: segments.slice(0, 2).join("/"), path: segments.slice(2).join("/"), marked: false };
}
function leavesRepository(path) {
  const [first] = posix.normalize(withoutSlash(path)).split("/");
  return first === "..";
}
function withoutSlash(path) {
  return path.startsWith("/") ? path.slice(1) : path;
}
function parseQuery(query) {
  const values = parseForm(query);
  return {
    ref: values?.get("ref") || values?.get("version") || void 0,
    timeoutSeconds: timeoutOf(values?.get("timeout") ?? ""),
    submodules: !FALSE.has(values?.get("submodules") ?? "")
  };
}
var FALSE = /* @__PURE__ */ new Set(["0", "f", "F", "false", "FALSE", "False"]);
function parseForm(query) {
  const values = /* @__PURE__ */ new Map();
  for (const pair of query.split("&")) {
    if (pair.includes(";")) return void 0;
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = unescapeForm(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeForm(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === void 0 || value === void 0) return void 0;
    if (!values.has(name)) values.set(name, value);
  }
  return values;
}
function unescapeForm(text) {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return void 0;
  const plain = text.replaceAll("+", " ");
  return plain.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString());
}
function timeoutOf(text) {
  const seconds = /^[+-]?\d+$/.test(text) ? Number(text) : parseDuration(text);
  return seconds !== void 0 && seconds > 0 && Number.isFinite(seconds) ? seconds : DEFAULT_TIMEOUT_SECONDS;
}

// src/sources/remote/lazy-remotes.ts
function lazyRemotes(options) {
  let opening;
  const open = () => {
    opening ??= import("./sources-remote-open-remotes.js").then(({ openRemotes }) => openRemotes(options));
    return opening;
  };
  return {
    repository: async (url) => (await open()).repository(url),
    file: async (address) => (await open()).file(address),
    async close() {
      await (await opening)?.close();
    }
  };
}

export {
  openRepository,
  createHelm,
  parseGitUrl,
  lazyRemotes,
  defaultStoreDirectory
};
