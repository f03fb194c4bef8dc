import {
  endpointOf,
  isCommitId,
  parseUrl,
  shownAddress,
  withoutCredentials
} from "./shared-sources-git-revisions.js";
import {
  gitContext,
  runGit
} from "./shared-sources-git-git-process.js";
import {
  KrmError,
  failure
} from "./shared-diagnostics.js";

// src/sources/remote/content-store.ts
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
var STORE_LAYOUT = "v1";
function openStore({ directory, scope = "" }) {
  const { top, lasting } = writableTop(directory);
  const key = (text) => createHash("sha256").update(`${scope}\0${text}`).digest("hex").slice(0, 40);
  const repositoryDirectory = (repository) => join(top, "git", key(repository));
  const filePath = (digest) => join(top, "files", `${key("files").slice(0, 12)}-${digest}`);
  const fresh = () => join(top, "tmp", randomBytes(12).toString("hex"));
  return {
    commit(repository, sha) {
      if (!isCommitId(sha)) return void 0;
      const path = join(repositoryDirectory(repository), sha);
      if (!existsSync(path)) return void 0;
      touch(path);
      return path;
    },
    knows: (repository) => entriesOf(repositoryDirectory(repository)).some(isCommitId),
    workplace() {
      const path = fresh();
      mkdirSync(path, { recursive: true });
      return path;
    },
    keepCommit(repository, shown, sha, objects) {
      const home = repositoryDirectory(repository);
      const path = join(home, sha);
      mkdirSync(home, { recursive: true });
      if (!existsSync(join(home, "source"))) writeWhole(join(home, "source"), `${shown}
`, fresh());
      try {
        renameSync(objects, path);
      } catch (error) {
        if (!existsSync(path)) throw error;
      }
      return path;
    },
    dropCommit(repository, sha) {
      const aside = fresh();
      quietly(() => renameSync(join(repositoryDirectory(repository), sha), aside));
      rmSync(aside, { recursive: true, force: true });
    },
    discard: (path) => rmSync(path, { recursive: true, force: true }),
    file(digest) {
      const path = filePath(digest);
      const bytes = quietly(() => readFileSync(path));
      if (bytes === void 0) return void 0;
      if (createHash("sha256").update(bytes).digest("hex") !== digest) {
        rmSync(path, { force: true });
        return void 0;
      }
      touch(path);
      return bytes;
    },
    keepFile(digest, bytes) {
      quietly(() => writeWhole(filePath(digest), bytes, fresh()));
    },
    close() {
      if (!lasting) rmSync(top, { recursive: true, force: true });
    }
  };
}
function writableTop(directory) {
  const top = join(directory, STORE_LAYOUT);
  const made = quietly(() => {
    for (const part of ["git", "files", "tmp"]) mkdirSync(join(top, part), { recursive: true, mode: 448 });
    rmSync(mkdtempSync(join(top, "tmp", "probe-")), { recursive: true });
    return true;
  });
  if (made) return { top, lasting: true };
  const temporary = mkdtempSync(join(tmpdir(), "krm-render-"));
  for (const part of ["git", "files", "tmp"]) mkdirSync(join(temporary, part));
  return { top: temporary, lasting: false };
}
function writeWhole(path, content, temporary) {
  writeFileSync(temporary, content, { flag: "wx" });
  renameSync(temporary, path);
}
function touch(path) {
  const now = /* @__PURE__ */ new Date();
  quietly(() => utimesSync(path, now, now));
}
function entriesOf(directory) {
  return quietly(() => readdirSync(directory)) ?? [];
}
function quietly(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}

// src/sources/remote/retry.ts
var MAX_TRIES = 3;
var FIRST_PAUSE = 500;
var LONGEST_WAIT = 3e4;
async function retrying(attempt2, sleep) {
  for (let tries = 1; ; tries++) {
    const { outcome, retryAfter } = await attempt2();
    if (!(outcome instanceof Error)) return outcome;
    if (retryAfter === void 0 || retryAfter > LONGEST_WAIT || tries === MAX_TRIES) throw outcome;
    await sleep(Math.max(retryAfter, FIRST_PAUSE * 4 ** (tries - 1)));
  }
}
var sleepFor = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
function isTransientStatus(status) {
  return status === 429 || status >= 500 && status !== 501 && status !== 505;
}
function retryAfterOf(header, now = Date.now()) {
  if (header === void 0) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1e3;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

// src/sources/remote/http-client.ts
import http from "node:http";
import https from "node:https";
import { isIPv6 } from "node:net";
import { gunzipSync } from "node:zlib";
var MAX_REDIRECTS = 10;
var REDIRECTS = /* @__PURE__ */ new Set([301, 302, 303, 307, 308]);
function get(address, options) {
  return retrying(() => attempt(address, options), options.sleep);
}
async function attempt(address, options) {
  try {
    return await follow(address, options);
  } catch (error) {
    if (error instanceof KrmError) return { outcome: error };
    const { message } = error;
    const final = ["ERR_INVALID_URL", "ERR_UNESCAPED_CHARACTERS", "ECONNREFUSED"].includes(
      error.code ?? ""
    );
    const outcome = failure("remote-failed", `${shownAddress(address)} cannot be read: ${message}`, { cause: error });
    return { outcome, retryAfter: final ? void 0 : 0 };
  }
}
async function follow(start, options) {
  const { address: first, credentials } = withoutCredentials(start);
  const origin = parseUrl(first)?.origin;
  const shown = shownAddress(start);
  let address = first;
  let secret = credentials;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const checked = await options.reach.check(address);
    if (checked.protocol !== "http" && checked.protocol !== "https") {
      return { outcome: failure("remote-refused", `${shown} leads to ${shownAddress(address)}, which is not HTTP`) };
    }
    if (new URL(address).origin !== origin) secret = void 0;
    const headers = {
      "accept-encoding": "identity",
      "user-agent": "krm-render",
      ...secret === void 0 ? void 0 : { authorization: `Basic ${Buffer.from(`${secret.user}:${secret.password}`).toString("base64")}` }
    };
    const { status, reason, response, bytes } = await request(address, checked, headers, options);
    const { location } = response.headers;
    if (REDIRECTS.has(status) && location !== void 0) {
      address = withoutCredentials(new URL(location, address).href).address;
      continue;
    }
    if (status >= 200 && status < 300) return { outcome: { bytes, address } };
    const code = status === 404 || status === 410 ? "remote-not-found" : "remote-failed";
    const outcome = failure(code, `${shown} cannot be read: the server answers ${status} (${reason})`, {
      hint: hintFor(status)
    });
    const retryAfter = isTransientStatus(status) ? retryAfterOf(response.headers["retry-after"]) : void 0;
    return { outcome, retryAfter };
  }
  return { outcome: failure("remote-failed", `${shown} cannot be read: more than ${MAX_REDIRECTS} redirects`) };
}
function hintFor(status) {
  if (status === 404 || status === 410) return "Check the address; the file may have been moved.";
  if (status === 401 || status === 403) return "The server wants credentials; none are sent but those in the address.";
  return void 0;
}
async function request(address, { addresses }, headers, { maxBytes, timeoutSeconds }) {
  const client = address.slice(0, "https:".length).toLowerCase() === "https:" ? https : http;
  const signal = AbortSignal.timeout(timeoutSeconds * 1e3);
  const { response, body } = await new Promise((resolve, reject) => {
    const fail = (error) => {
      reject(signal.aborted ? new Error(`no answer within ${timeoutSeconds} seconds`, { cause: error }) : error);
    };
    const pinned = addresses === void 0 ? {} : { lookup: answeringWith(addresses) };
    const sent = client.get(address, { headers, signal, ...pinned }, (answer) => {
      const chunks = [];
      let size = 0;
      answer.on("data", (chunk) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= maxBytes) return;
        reject(tooLarge(address, maxBytes));
        sent.destroy();
      });
      answer.on("error", fail);
      answer.on("end", () => resolve({ response: answer, body: Buffer.concat(chunks) }));
    });
    sent.on("error", fail);
  });
  const { statusCode: status = 0, statusMessage: reason = "" } = response;
  return { status, reason, response, bytes: decoded(address, response, body, maxBytes) };
}
function decoded(address, { headers }, bytes, maxOutputLength) {
  if (headers["content-encoding"] !== "gzip") return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (cause) {
    if (cause.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(address, maxOutputLength);
    const message = `${shownAddress(address)} cannot be read: the server says that it is compressed, and it is not`;
    throw failure("remote-failed", message, { cause });
  }
}
function tooLarge(address, maxBytes) {
  return failure(
    "remote-failed",
    `${shownAddress(address)} is larger than ${maxBytes} bytes, which is the most that is read`
  );
}
function answeringWith(addresses) {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) return callback(null, all);
    const [first] = all;
    if (first === void 0) return callback(new Error("no address"), "");
    return callback(null, first.address, first.family);
  };
}

// src/sources/remote/git-fetch.ts
import { mkdirSync as mkdirSync2, readdirSync as readdirSync2, statSync, writeFileSync as writeFileSync2 } from "node:fs";
import { join as join2 } from "node:path";
var PLACES = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];
var IMPOSSIBLE_REF = /^[-+^]|[\s~^:?*[\\]|\.\.|@\{|[\x00-\x1f\x7f]/;
var TRANSIENT = /early EOF|hung up|Connection (?:reset|timed out)|Could not resolve host|Temporary failure|RPC failed; curl|error: (?:429|50[0234])\b/i;
var REDIRECTED = /error: 30[12378]\b/;
var WATCH_MS = 500;
var QUIET_MS = 3e3;
var BETWEEN_MS = 5e3;
async function askForCommit(wanted, place, options) {
  requirePossible(wanted);
  const args = wanted.ref === "HEAD" ? [] : ["--heads", "--tags"];
  const { stdout } = await runRemotely(wanted, place, options, (address) => ["ls-remote", ...args, "--", address]);
  const ids = /* @__PURE__ */ new Map();
  for (const line of stdout.split("\n")) {
    const [id = "", name2 = ""] = line.split("	");
    if (isCommitId(id)) ids.set(name2, id);
  }
  const name = PLACES.map((prefix) => prefix + wanted.ref).find((candidate) => ids.has(candidate));
  return name === void 0 ? void 0 : ids.get(`${name}^{}`) ?? ids.get(name);
}
async function fetchRemoteCommit(wanted, place, options) {
  requirePossible(wanted);
  await runRemotely(wanted, place, options, (address) => [
    "fetch",
    "--depth=1",
    "--no-tags",
    "--no-recurse-submodules",
    "--progress",
    "--",
    address,
    wanted.ref
  ]);
  const { code, stdout, words } = await runGit(contextOf(place, options), [
    "rev-parse",
    "--verify",
    "FETCH_HEAD^{commit}"
  ]);
  if (code === 0) return stdout.trimEnd();
  throw failure("remote-failed", `${shownAddress(wanted.repository)} at ${wanted.ref} is no commit: ${words}`);
}
function prepareRepository(place) {
  mkdirSync2(join2(place, "objects"));
  mkdirSync2(join2(place, "refs"));
  writeFileSync2(join2(place, "HEAD"), "ref: refs/heads/main\n");
}
function contextOf(place, { env }, objects) {
  const context = gitContext(place, env);
  const own = { GIT_DIR: place, ...objects === void 0 ? {} : { GIT_OBJECT_DIRECTORY: objects } };
  return { directory: place, env: { ...context.env, ...own, GIT_NO_LAZY_FETCH: "1" } };
}
function requirePossible({ repository, ref }) {
  if (ref.length < 1e3 && !IMPOSSIBLE_REF.test(ref)) return;
  throw failure("remote-failed", `${shownAddress(repository)}: ${JSON.stringify(ref)} is no branch, tag or commit`, {
    hint: "Correct the ref of the address."
  });
}
function runRemotely(wanted, place, options, argsFor) {
  const { credentials } = withoutCredentials(wanted.repository);
  let { address } = withoutCredentials(wanted.repository);
  let redirected = false;
  async function attempt2() {
    const checked = await options.reach.check(address);
    const args = [...settingsFor(address, checked, credentials), ...argsFor(address)];
    const context = contextOf(place, options);
    const env = { ...context.env, ...environmentFor(address, credentials, options, context.env) };
    const output = await watched(
      wanted,
      place,
      options,
      (watch) => runGit({ ...context, env }, args, { timeoutSeconds: wanted.timeoutSeconds, ...watch })
    );
    if (output instanceof Error) return { outcome: output };
    if (output.code === 0) return { outcome: output };
    if (checked.addresses !== void 0 && !redirected && REDIRECTED.test(output.words)) {
      redirected = true;
      address = await redirectedAddress(address, wanted, options);
      return attempt2();
    }
    return {
      outcome: fetchFailed(wanted, output.words),
      retryAfter: TRANSIENT.test(output.words) ? 0 : void 0
    };
  }
  return retrying(attempt2, options.sleep);
}
function settingsFor(address, checked, credentials) {
  const settings = ["fetch.unpackLimit=1"];
  const { addresses, protocol, host, port } = checked;
  if (addresses !== void 0 && (protocol === "https" || protocol === "http")) {
    settings.push("http.followRedirects=false", `http.curloptResolve=${host}:${port}:${addresses.join(",")}`);
  }
  if (credentials?.password) {
    settings.push("credential.helper=", `credential.${new URL(address).origin}.helper=${CREDENTIAL_HELPER}`);
  }
  return settings.flatMap((setting) => ["-c", setting]);
}
var CREDENTIAL_HELPER = '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$KRM_RENDER_GIT_USER" "$KRM_RENDER_GIT_PASSWORD"; }; f';
function environmentFor(address, credentials, { protocols }, env) {
  const isSsh = endpointOf(address)?.protocol === "ssh";
  const asksNothing = isSsh && !env["GIT_SSH_COMMAND"] && !env["GIT_SSH"];
  return {
    GIT_ALLOW_PROTOCOL: protocols.join(":"),
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    GCM_INTERACTIVE: "never",
    ...asksNothing ? { GIT_SSH_COMMAND: "ssh -o BatchMode=yes" } : {},
    ...credentials === void 0 ? {} : credentialVariables(address, credentials, env)
  };
}
function credentialVariables(address, { user, password }, env) {
  if (password !== "") return { KRM_RENDER_GIT_USER: user, KRM_RENDER_GIT_PASSWORD: password };
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  return {
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `credential.${new URL(address).origin}.username`,
    [`GIT_CONFIG_VALUE_${count}`]: user
  };
}
async function redirectedAddress(address, wanted, options) {
  const suffix = "/info/refs?service=git-upload-pack";
  const { reach, sleep, maxBytes } = options;
  const answer = await get(address + suffix, { reach, sleep, maxBytes, timeoutSeconds: wanted.timeoutSeconds });
  if (answer.address.endsWith(suffix)) return answer.address.slice(0, -suffix.length);
  throw fetchFailed(wanted, `the server leads to ${shownAddress(answer.address)}, which is no repository`);
}
async function watched(wanted, place, { log, maxBytes }, run) {
  const started = performance.now();
  const abort = new AbortController();
  const tooLarge2 = `it is larger than ${maxBytes} bytes`;
  let told = started + QUIET_MS - BETWEEN_MS;
  let progress = "waiting for the server";
  const watch = setInterval(() => {
    const now = performance.now();
    if (sizeOf(join2(place, "objects", "pack")) > maxBytes) abort.abort(tooLarge2);
    if (now < told + BETWEEN_MS) return;
    told = now;
    log(
      `Fetching ${shownAddress(wanted.repository)} (${wanted.ref}): ${progress}, ${Math.round((now - started) / 1e3)} s`
    );
  }, WATCH_MS);
  const onWords = (words) => {
    progress = /(?:Receiving objects|Resolving deltas): +\d+%/.exec(words)?.[0] ?? progress;
  };
  try {
    const output = await run({ onWords, signal: abort.signal });
    return sizeOf(join2(place, "objects", "pack")) > maxBytes ? fetchFailed(wanted, tooLarge2) : output;
  } catch (error) {
    if (!(error instanceof KrmError) || error.code !== "git-failed") throw error;
    return fetchFailed(wanted, (error.diagnostics[0]?.message ?? "").replace(/^git [\w-]+ failed: /, ""));
  } finally {
    clearInterval(watch);
  }
}
function sizeOf(directory) {
  try {
    return readdirSync2(directory).reduce((sum, name) => sum + statSync(join2(directory, name)).size, 0);
  } catch {
    return 0;
  }
}
function fetchFailed({ repository, ref }, words) {
  return failure("remote-failed", `${shownAddress(repository)} at ${ref} cannot be fetched: ${words}`, {
    hint: hintFor2(words)
  });
}
function hintFor2(words) {
  if (/no result within/.test(words)) return "Allow it more time by a query in its address: ?timeout=120.";
  if (/couldn't find remote ref|not our ref|unadvertised object/i.test(words)) return "Check the ref of the address.";
  if (/could not read (?:Username|Password)|Authentication failed|Permission denied|error: 40[13]/i.test(words)) {
    return "Git needs credentials for it that it does not have here; it is never asked for them.";
  }
  return "Check the address.";
}

// src/sources/remote/verified-reader.ts
import { createHash as createHash2 } from "node:crypto";
var ROOT = "^{tree}";
function verifiedReader(first, renew) {
  let reader = first;
  let renewing;
  let closed = false;
  async function renewed() {
    reader.close();
    reader = await renew();
    if (closed) reader.close();
  }
  async function readObject(id) {
    const answer = await reader.read(id).catch(() => void 0);
    if (answer !== void 0 && isIntact(answer, id)) return answer;
    renewing ??= renewed();
    await renewing;
    const again = await reader.read(id);
    if (isIntact(again, id)) return again;
    throw failure("git-object-broken", `what was fetched as the object ${id} is another one, or incomplete`);
  }
  return {
    async read(name) {
      if (!name.endsWith(ROOT)) return readObject(name);
      const commit = await readObject(name.slice(0, -ROOT.length));
      const tree = commit.found ? /^tree ([0-9a-f]{40,64})\n/.exec(commit.bytes?.toString("latin1") ?? "")?.[1] : void 0;
      return tree === void 0 ? { found: false } : readObject(tree);
    },
    close() {
      closed = true;
      reader.close();
    }
  };
}
function isIntact(answer, id) {
  if (!answer.found || answer.id !== id) return false;
  if (answer.bytes === void 0) return true;
  const hash = createHash2(id.length === 64 ? "sha256" : "sha1");
  return hash.update(`${answer.type} ${answer.size}\0`).update(answer.bytes).digest("hex") === id;
}

export {
  STORE_LAYOUT,
  openStore,
  sleepFor,
  get,
  askForCommit,
  fetchRemoteCommit,
  prepareRepository,
  contextOf,
  verifiedReader
};
