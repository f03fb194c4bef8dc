import {
  MAX_FILE_BYTES,
  cannotStart,
  compareBytewise,
  gitFailed,
  maskSecrets,
  outputOfGit,
  presentable,
  runGit,
  startGit
} from "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";

// src/sources/git/revisions.ts
import { readFile } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
function isCommitId(text) {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
async function resolveRevision(git, revision) {
  if (!isPossibleRevision(revision)) return void 0;
  for (const name of [revision, ...namesAtOrigin(revision)]) {
    const sha = await commitOf(git, name);
    if (sha !== void 0) return { sha, label: labelOf(name, sha) };
  }
  return void 0;
}
function namesAtOrigin(revision) {
  if (isCommitId(revision) || revision === "HEAD") return [];
  if (revision.startsWith("refs/heads/")) return [`refs/remotes/origin/${revision.slice("refs/heads/".length)}`];
  return [revision.startsWith("refs/") ? `refs/remotes/${revision.slice(5)}` : `refs/remotes/origin/${revision}`];
}
async function requireRevision(git, revision) {
  const found = await resolveRevision(git, revision);
  if (found !== void 0) return found;
  throw await unknownRevision(git, revision);
}
async function unknownRevision(git, revision, origin) {
  const shown = JSON.stringify(revision);
  if (origin !== void 0) {
    return failure("unknown-revision", `there is no revision ${shown}, here or at origin: ${origin}`, {
      object: revision,
      hint: "Check the spelling; a commit that was pushed over may be gone for good."
    });
  }
  if (await commitOf(git, "HEAD") === void 0) {
    return failure("unknown-revision", `there is no revision ${shown}: nothing is committed yet`, {
      object: revision,
      hint: "Commit something first."
    });
  }
  const hint = await isShallow(git) ? "This clone is shallow; with actions/checkout, set `fetch-depth: 0` to have all revisions." : "Check the spelling, or fetch the branch first.";
  return failure("unknown-revision", `there is no revision ${shown} in this repository`, { object: revision, hint });
}
async function isShallow(git) {
  return await outputOfGit(git, ["rev-parse", "--is-shallow-repository"]) === "true";
}
async function findMergeBase(git, a, b) {
  const args = ["merge-base", a, b];
  const { code, stdout, words } = await runGit(git, args);
  if (code > 1) throw gitFailed(args, words);
  return code === 0 ? stdout.trimEnd() : void 0;
}
async function mayBeBetter(git, a, b, mergeBase) {
  const cut = await shallowCommits(git);
  const born = (await datedCommits(git, ["--max-count=1", mergeBase])).get(mergeBase) ?? 0;
  const between = await datedCommits(git, [a, b, `^${mergeBase}`]);
  return [...between].some(([sha, date]) => cut.has(sha) && date >= born);
}
function labelOf(name, sha) {
  const short = sha.slice(0, 7);
  return sha.startsWith(name) ? short : `${name.replace(/^refs\/(?:heads|tags|remotes)\//, "")} (${short})`;
}
function isPossibleRevision(revision) {
  return revision !== "" && !revision.startsWith("-") && revision.length < 1e3 && !/[\x00-\x1f\x7f]/.test(revision);
}
async function commitOf(git, name) {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const { code, stdout } = await runGit(git, args);
  const sha = stdout.trimEnd();
  return code === 0 && isCommitId(sha) ? sha : void 0;
}
async function shallowCommits(git) {
  const path = await outputOfGit(git, ["rev-parse", "--git-path", "shallow"]);
  const text = await readFile(resolvePath(git.directory, path), "utf8").catch(() => "");
  return new Set(text.split("\n").filter((line) => line !== ""));
}
async function datedCommits(git, args) {
  const lines = await outputOfGit(git, ["rev-list", "--timestamp", ...args, "--"]);
  return new Map(
    lines.split("\n").map((line) => {
      const [date = "", sha = ""] = line.split(" ");
      return [sha, Number(date)];
    })
  );
}

// src/sources/git/batch-output.ts
var HEADER = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/;
var NOT_FOUND = / (?:missing|ambiguous)$/;
var MAX_HEADER_BYTES = 8192;
var LINE_FEED = 10;
function batchOutput(limit, emit) {
  let header = "";
  let answer;
  let seen = 0;
  function readHeader(chunk, from) {
    const end = chunk.indexOf(LINE_FEED, from);
    header += chunk.toString("utf8", from, end < 0 ? chunk.length : end);
    if (header.length > MAX_HEADER_BYTES) throw new Error("a header without end");
    if (end < 0) return chunk.length;
    const match = HEADER.exec(header);
    if (match === null) {
      if (!NOT_FOUND.test(header)) throw new Error(`unexpected header ${JSON.stringify(header)}`);
      emit({ found: false });
    } else {
      const size = Number(match[3]);
      const bytes = size <= limit ? Buffer.allocUnsafe(size) : void 0;
      answer = { found: true, id: match[1], type: match[2], size, bytes };
      seen = 0;
    }
    header = "";
    return end + 1;
  }
  function readBody(chunk, from, current) {
    const taken = Math.min(current.size - seen, chunk.length - from);
    if (current.bytes !== void 0) chunk.copy(current.bytes, seen, from, from + taken);
    seen += taken;
    const next = from + taken;
    if (seen < current.size || next === chunk.length) return next;
    if (chunk[next] !== LINE_FEED) throw new Error("an object longer than announced");
    answer = void 0;
    emit(current);
    return next + 1;
  }
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) at = answer === void 0 ? readHeader(chunk, at) : readBody(chunk, at, answer);
  };
}

// src/sources/git/object-reader.ts
var NAME = /^[0-9a-f]{40,64}(?:\^\{tree\})?$/;
function objectReader(context, limit = MAX_FILE_BYTES) {
  let running;
  let closed = false;
  function start() {
    const child = startGit(context, ["cat-file", "--batch"]);
    const current = { child, questions: [], unsent: "" };
    let errors = "";
    const parse2 = batchOutput(limit, (answer) => {
      current.questions.shift()?.answered(answer);
      if (current.questions.length === 0) letNodeExit(child, true);
    });
    const fail = (error) => {
      if (running === current) running = void 0;
      for (const question of current.questions.splice(0)) question.failed(error);
    };
    child.stdout.on("data", (chunk) => {
      try {
        parse2(chunk);
      } catch (error) {
        child.kill();
        fail(died(`it printed ${error.message}`, error));
      }
    });
    child.stderr.on("data", (chunk) => {
      errors = (errors + chunk.toString()).slice(-1e4);
    });
    child.stdin.on("error", () => {
    });
    child.on("error", (error) => fail(cannotStart(error)));
    child.on("close", (code, signal) => {
      const words = presentable(errors);
      fail(died(words === "" ? signal === null ? `exit code ${code}` : `signal ${signal}` : words));
    });
    return current;
  }
  function send(to, name) {
    if (to.unsent === "") {
      queueMicrotask(() => {
        to.child.stdin.write(to.unsent);
        to.unsent = "";
      });
    }
    to.unsent += `${name}
`;
  }
  return {
    read(name) {
      if (closed) return Promise.reject(failure("git-failed", "the repository was closed before all of it was read"));
      if (!NAME.test(name)) return Promise.reject(new TypeError(`not an object id: ${JSON.stringify(name)}`));
      running ??= start();
      const current = running;
      return new Promise((answered, failed) => {
        if (current.questions.length === 0) letNodeExit(current.child, false);
        current.questions.push({ answered, failed });
        send(current, name);
      });
    },
    close() {
      closed = true;
      const current = running;
      if (current !== void 0) queueMicrotask(() => current.child.stdin.end());
    }
  };
}
function died(reason, cause) {
  return failure("git-failed", `git cat-file ended unexpectedly: ${reason}`, {
    hint: "Run `git fsck` to see whether the repository is intact.",
    cause
  });
}
function letNodeExit(child, free) {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    const { ref, unref } = handle;
    (free ? unref : ref)?.call(handle);
  }
}

// src/sources/git/tree-object.ts
var SPACE = 32;
var SUBMODULE = "160000";
function parseTreeObject(bytes, idBytes) {
  const entries = /* @__PURE__ */ new Map();
  let ordered = true;
  let previous = "";
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(SPACE, at);
    const nul = bytes.indexOf(0, space);
    const end = nul + 1 + idBytes;
    if (space < 0 || nul < 0 || end > bytes.length) throw new Error("not a tree object");
    const name = bytes.toString("utf8", space + 1, nul);
    if (isPossible(name)) {
      const mode = bytes.toString("latin1", at, space);
      const type = isUtf8(name, bytes.subarray(space + 1, nul)) ? typeOf(mode) : "other";
      const id = bytes.toString("hex", nul + 1, end);
      entries.set(name, mode === SUBMODULE ? { type: "other", id, isSubmodule: true } : { type, id });
      ordered &&= compareBytewise(previous, name) < 0;
      previous = name;
    }
    at = end;
  }
  return ordered ? entries : new Map([...entries].sort(([a], [b]) => compareBytewise(a, b)));
}
function isPossible(name) {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/") && name.toLowerCase() !== ".git";
}
function isUtf8(name, bytes) {
  return !name.includes("�") || Buffer.from(name).equals(bytes);
}
function typeOf(mode) {
  if (mode === "40000" || mode === "040000") return "directory";
  if (mode === "120000") return "link";
  return mode.startsWith("100") ? "file" : "other";
}

// src/sources/git/object-store.ts
var MAX_KEPT_BYTES = 64 * 1024 * 1024;
function objectStore(reader, maxKeptBytes = MAX_KEPT_BYTES) {
  const directories = /* @__PURE__ */ new Map();
  const blobs = /* @__PURE__ */ new Map();
  const sizes = /* @__PURE__ */ new Map();
  let kept = 0;
  async function readAs(name, type) {
    const answer = await reader.read(name);
    if (!answer.found) {
      throw failure("git-object-missing", `the repository lacks the ${type} ${name}`, {
        hint: "Run `git fsck`, or clone anew."
      });
    }
    if (answer.type !== type) throw broken(name, `expected a ${type}, found a ${answer.type}`);
    return answer;
  }
  async function readDirectory(id) {
    return parse(await readAs(id, "tree"));
  }
  async function readBlob(id) {
    const blob = await readAs(id, "blob");
    const bytes = blob.bytes?.length ?? 0;
    sizes.set(id, bytes);
    kept += bytes;
    for (const oldest of sizes.keys()) {
      if (kept <= maxKeptBytes) break;
      kept -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
      blobs.delete(oldest);
    }
    return blob;
  }
  return {
    async treeOfCommit(sha) {
      const answer = await reader.read(`${sha}^{tree}`);
      if (!answer.found) return void 0;
      const entries = parse(answer);
      directories.set(answer.id, Promise.resolve(entries));
      return { type: "directory", id: answer.id };
    },
    directory: (id) => remembered(directories, id, readDirectory),
    blob: (id) => remembered(blobs, id, readBlob),
    close: () => reader.close()
  };
}
function remembered(known, id, read) {
  const before = known.get(id);
  if (before !== void 0) return before;
  const reading = read(id);
  known.set(id, reading);
  reading.catch(() => known.delete(id));
  return reading;
}
function parse(tree) {
  if (tree.bytes === void 0) throw broken(tree.id, `a directory of ${tree.size} bytes is too large`);
  try {
    return parseTreeObject(tree.bytes, tree.id.length / 2);
  } catch (error) {
    throw broken(tree.id, error.message, error);
  }
}
function broken(name, reason, cause) {
  return failure("git-object-broken", `the object ${name} cannot be used: ${reason}`, { cause });
}

// src/sources/remote/addresses.ts
var REMOTE_PROTOCOLS = ["https", "http", "ssh", "git"];
var LOCAL_PROTOCOLS = [...REMOTE_PROTOCOLS, "file"];
var SAFE_PROTOCOLS = ["https", "ssh"];
var DEFAULT_PORTS = { https: 443, http: 80, ssh: 22, git: 9418, file: 0 };
function endpointOf(address) {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === void 0) return scpEndpoint(address);
  if (scheme === "file") return { protocol: "file", host: "", port: 0 };
  if (scheme !== "https" && scheme !== "http" && scheme !== "ssh" && scheme !== "git") return void 0;
  const url = parseUrl(address);
  if (url === void 0 || url.hostname === "") return void 0;
  const port = url.port === "" ? DEFAULT_PORTS[scheme] : Number(url.port);
  return { protocol: scheme, host: url.hostname.replace(/^\[|\]$/g, ""), port };
}
function scpEndpoint(address) {
  if (/^[a-z0-9+.-]*::/i.test(address)) return void 0;
  const host = /^(?:[^@/:]*@)?(\[[^\]/]*\]|[^:/]*):/.exec(address)?.[1];
  if (host === void 0) return { protocol: "file", host: "", port: 0 };
  return host === "" ? void 0 : { protocol: "ssh", host: host.replace(/^\[|\]$/g, ""), port: 22 };
}
function withoutCredentials(address) {
  const [, scheme, userInfo, rest] = /^(https?:\/\/)([^/?#]*)@(.*)$/is.exec(address) ?? [];
  if (scheme === void 0 || userInfo === void 0 || rest === void 0) return { address, credentials: void 0 };
  const colon = userInfo.indexOf(":");
  const user = colon < 0 ? userInfo : userInfo.slice(0, colon);
  const password = colon < 0 ? "" : userInfo.slice(colon + 1);
  return { address: scheme + rest, credentials: { user: unescapeText(user), password: unescapeText(password) } };
}
function parseUrl(address) {
  try {
    return new URL(address);
  } catch {
    return void 0;
  }
}
function shownAddress(address) {
  return maskSecrets(address).replace(/[\x00-\x1f\x7f]/g, "");
}
function unescapeText(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export {
  isCommitId,
  resolveRevision,
  requireRevision,
  unknownRevision,
  isShallow,
  findMergeBase,
  mayBeBetter,
  isPossibleRevision,
  objectReader,
  objectStore,
  REMOTE_PROTOCOLS,
  LOCAL_PROTOCOLS,
  SAFE_PROTOCOLS,
  endpointOf,
  withoutCredentials,
  parseUrl,
  shownAddress
};
