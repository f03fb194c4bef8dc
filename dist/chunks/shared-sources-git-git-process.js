import {
  failure
} from "./shared-diagnostics.js";

// src/sources/git/git-process.ts
import { spawn } from "node:child_process";
var MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
var MAX_WORDS = 2e3;
var LOCAL_TIMEOUT_SECONDS = 300;
var VARIABLES_OF_ANOTHER_REPOSITORY = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_SHALLOW_FILE",
  "GIT_GRAFT_FILE",
  "GIT_REPLACE_REF_BASE",
  "GIT_EXTERNAL_DIFF"
];
function gitContext(directory, env = process.env) {
  const own = { ...env };
  for (const name of VARIABLES_OF_ANOTHER_REPOSITORY) delete own[name];
  return {
    directory,
    env: {
      ...own,
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      // Reading must not write: no refresh of the index, and objects are what their ids say.
      GIT_OPTIONAL_LOCKS: "0",
      GIT_NO_REPLACE_OBJECTS: "1"
    }
  };
}
function startGit(context, args) {
  const settings = [
    // A container action often runs as another user than the one who checked out.
    `safe.directory=${context.directory}`,
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.ext.allow=never",
    "maintenance.auto=false"
  ];
  const options = settings.flatMap((setting) => ["-c", setting]);
  return spawn("git", ["--no-pager", ...options, ...args], { cwd: context.directory, env: context.env });
}
function runGit(context, args, options = {}) {
  const limit = options.stopAfter ?? MAX_OUTPUT_BYTES;
  const seconds = options.timeoutSeconds ?? LOCAL_TIMEOUT_SECONDS;
  return new Promise((resolve, reject) => {
    const child = startGit(context, args);
    const output = [];
    let bytes = 0;
    let errors = "";
    const finish = (code) => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(output).toString(), words: presentable(errors) });
    };
    const abandon = (reason) => {
      child.kill();
      child.stdout.destroy();
      child.stderr.destroy();
      if (reason === void 0) return finish(0);
      clearTimeout(timer);
      reject(gitFailed(args, reason));
    };
    const timer = setTimeout(() => abandon(`gave no result within ${seconds} seconds`), seconds * 1e3);
    options.signal?.addEventListener("abort", () => abandon(String(options.signal?.reason)), { once: true });
    child.stdin.on("error", ignore).end();
    child.stdout.on("data", (chunk) => {
      output.push(chunk);
      bytes += chunk.length;
      if (bytes < limit) return;
      abandon(options.stopAfter === void 0 ? `printed more than ${limit} bytes` : void 0);
    });
    child.stderr.on("data", (chunk) => {
      if (errors.length < MAX_OUTPUT_BYTES) errors += chunk.toString();
      options.onWords?.(chunk.toString());
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(cannotStart(error));
    });
    child.on("close", (code) => finish(code ?? 128));
  });
}
async function outputOfGit(context, args, options = {}) {
  const { code, stdout, words } = await runGit(context, args, options);
  if (code !== 0) throw gitFailed(args, words === "" ? `exit code ${code}` : words);
  return stdout.replace(/\n$/, "");
}
function gitFailed(args, reason) {
  return failure("git-failed", `git ${args[0] ?? ""} failed: ${reason}`);
}
function cannotStart(error) {
  if (error.code !== "ENOENT") {
    return failure("git-failed", `git could not be started: ${error.message}`, { cause: error });
  }
  return failure("git-not-found", "git could not be started: no such program, or the directory is gone", {
    hint: "Install git and make sure that it is on the PATH.",
    cause: error
  });
}
function presentable(words) {
  const plain = maskSecrets(words.slice(-4 * MAX_WORDS)).replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
  const trimmed = plain.trim();
  return trimmed.length <= MAX_WORDS ? trimmed : `…${trimmed.slice(-MAX_WORDS)}`;
}
function maskSecrets(text) {
  return text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s]*@/gi, "$1***@").replace(/(authorization:\s*\w+\s+)\S+/gi, "$1***").replace(/\b(?:gh[a-z]_|github_pat_)\w{10,}/g, "***");
}
function ignore() {
}

// src/sources/paths.ts
function parentOf(path) {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
function nameOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
function childOf(directory, name) {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}
function relativeToTop(path) {
  return path === "/" ? "." : path.slice(1);
}
var MAX_PATH_LENGTH = 4096;
var UNNORMALISED = /^(?!\/)|\/(?:\.{0,2}\/|\.{1,2}$)|.\/$/s;
function assertNormalised(path) {
  if (UNNORMALISED.test(path)) throw new TypeError(`not a normalised absolute path: ${JSON.stringify(path)}`);
}
function compareBytewise(a, b) {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return utf8Rank(left) - utf8Rank(right);
  }
  return a.length - b.length;
}
function utf8Rank(unit) {
  if (unit < 55296) return unit;
  return unit < 57344 ? unit + 8192 : unit - 2048;
}

// src/sources/tree-problems.ts
var MAX_FILE_BYTES = 128 * 1024 * 1024;
function requireFile(tree, path, found) {
  if (found === void 0) {
    throw failure("file-not-found", `no such file in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "file") return found;
  const what = found.type === "directory" ? "a directory" : "neither a file nor a directory";
  throw failure("not-a-file", `expected a file, but this is ${what} in ${tree.label}`, { file: tree.display(path) });
}
function requireDirectory(tree, path, found) {
  if (found === void 0) {
    throw failure("directory-not-found", `no such directory in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "directory") return found;
  const what = found.type === "file" ? "a file" : "neither a file nor a directory";
  throw failure("not-a-directory", `expected a directory, but this is ${what} in ${tree.label}`, {
    file: tree.display(path)
  });
}
function unreadable(tree, path, cause) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failure("unreadable", `cannot be read: ${reason}`, { file: tree.display(path), cause });
}
function tooLarge(file, bytes) {
  return failure("file-too-large", `is ${bytes} bytes long; at most ${MAX_FILE_BYTES} are read`, { file });
}

export {
  parentOf,
  nameOf,
  childOf,
  relativeToTop,
  MAX_PATH_LENGTH,
  assertNormalised,
  compareBytewise,
  MAX_FILE_BYTES,
  requireFile,
  requireDirectory,
  unreadable,
  tooLarge,
  gitContext,
  startGit,
  runGit,
  outputOfGit,
  gitFailed,
  cannotStart,
  presentable,
  maskSecrets
};
