import {
  readDirectory,
  writeDirectory
} from "./shared-sources-helm-directory.js";
import {
  diskTree
} from "./shared-sources-disk-tree.js";
import {
  presentable
} from "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/sources/helm/helm-process.ts
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join as join2, resolve } from "node:path";

// src/sources/helm/private-directory.ts
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
var SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
async function withPrivateDirectory(work) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `krm-render-${process.pid}-`)));
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  const onSignal = (signal) => {
    remove();
    for (const name of SIGNALS) process.off(name, onSignal);
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(directory);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
    remove();
  }
}

// src/sources/helm/helm-process.ts
var MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
var MAX_ERROR_CHARACTERS = 1024 * 1024;
var TIMEOUT_SECONDS = 300;
var MAX_KEPT_CHARACTERS = 128 * 1024 * 1024;
function helmProcess(options) {
  const digests = /* @__PURE__ */ new WeakMap();
  const outputs = /* @__PURE__ */ new Map();
  const pulled = /* @__PURE__ */ new Map();
  let kept = 0;
  function keyOf(args, call) {
    const hash = createHash("sha256").update(JSON.stringify([call.configHome ?? null]));
    for (const arg of args) {
      if (typeof arg === "string") hash.update(JSON.stringify(arg));
      else if ("file" in arg) hash.update(`file ${arg.file.length}
`).update(arg.file);
      else hash.update(`directory ${digestOf(arg.directory)}
`);
    }
    return hash.digest("hex");
  }
  function digestOf(directory) {
    let digest = digests.get(directory);
    if (digest === void 0) {
      const hash = createHash("sha256");
      for (const [name, bytes] of directory) hash.update(`${JSON.stringify(name)} ${bytes.length}
`).update(bytes);
      digest = hash.digest("hex");
      digests.set(directory, digest);
    }
    return digest;
  }
  function forget(incoming) {
    kept += incoming;
    if (kept <= MAX_KEPT_CHARACTERS) return;
    outputs.clear();
    kept = 0;
  }
  return {
    run(args, call = {}) {
      return remembered(outputs, keyOf(args, call), async () => {
        const output = await withPrivateDirectory(
          (directory) => execute(options, directory, prepare(args, directory), call)
        );
        forget(output.length);
        return output;
      });
    },
    pull(args, chart, call = {}) {
      return remembered(
        pulled,
        JSON.stringify([args, chart, call.configHome]),
        () => withPrivateDirectory(async (directory) => {
          const target = join2(directory, "pulled");
          const words = ["pull", "--untar", "--untardir", target, ...args];
          await execute(options, directory, { words, displays: /* @__PURE__ */ new Map([[target, "the chart directory"]]) }, call);
          mkdirSync(target, { recursive: true });
          const tree = diskTree(target, { label: "what helm pulled" });
          const located = await tree.lookup(`/${chart}`);
          if (located?.type === "directory") return readDirectory(tree, located.path);
          throw failure("helm-failed", `helm pull unpacked no directory named ${chart}`, {
            hint: "Name the chart as its Chart.yaml does."
          });
        })
      );
    }
  };
}
function remembered(known, key, make) {
  const before = known.get(key);
  if (before !== void 0) return before;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
function prepare(args, directory) {
  const displays = /* @__PURE__ */ new Map();
  const words = args.map((arg, index) => {
    if (typeof arg === "string") return arg;
    const path = join2(directory, `${index}.input`);
    if ("file" in arg) writeFileSync(path, arg.file);
    else writeDirectory(arg.directory, path);
    displays.set(path, arg.display);
    return path;
  });
  return { words, displays };
}
function execute(options, directory, prepared, call) {
  const { command, cwd, timeoutSeconds = TIMEOUT_SECONDS } = options;
  const program = /[/\\]/.test(command) ? resolve(cwd, command) : command;
  const subcommand = prepared.words[0] ?? "";
  const env = environment(options, directory, call);
  return new Promise((fulfil, reject) => {
    const child = spawn(program, prepared.words, { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    let bytes = 0;
    let errors = "";
    const abandon = (reason) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      child.stdout.destroy();
      child.stderr.destroy();
      reject(failure("helm-failed", `helm ${subcommand} ${reason}`));
    };
    const timer = setTimeout(() => abandon(`gave no result within ${timeoutSeconds} seconds`), timeoutSeconds * 1e3);
    child.stdout.on("data", (chunk) => {
      output.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) abandon(`printed more than ${MAX_OUTPUT_BYTES} bytes`);
    });
    child.stderr.on("data", (chunk) => {
      if (errors.length < MAX_ERROR_CHARACTERS) errors += chunk.toString();
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(cannotStart(command, error));
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return fulfil(Buffer.concat(output).toString());
      const words = presentable(renamed(essence(errors), prepared.displays, directory));
      reject(failure("helm-failed", `helm ${subcommand} failed: ${words || `exit status ${code ?? signal}`}`));
    });
  });
}
var NOT_FOR_HELM = /^(?:INPUT|ACTIONS|GITHUB|RUNNER)_|^(?:GH|NPM|NODE_AUTH)_TOKEN$/;
function environment(options, directory, call) {
  const trusted = options.configHome === "as-given" ? call.configHome : void 0;
  const home = trusted ? resolve(options.cwd, trusted) : join2(directory, "helm");
  const inherited = Object.entries(options.env).filter(([name]) => !NOT_FOR_HELM.test(name));
  return {
    ...Object.fromEntries(inherited),
    HELM_CONFIG_HOME: home,
    HELM_CACHE_HOME: `${home}/.cache`,
    HELM_DATA_HOME: `${home}/.data`
  };
}
function essence(errors) {
  const at = errors.search(/^Error: /m);
  return at < 0 ? errors : errors.slice(at + "Error: ".length);
}
function renamed(words, displays, directory) {
  let text = words;
  for (const [path, display] of displays) text = text.replaceAll(path, display);
  return text.replaceAll(directory, "");
}
function cannotStart(command, cause) {
  const reason = cause.code === "ENOENT" ? "there is no such program" : cause.message;
  return failure("helm-not-found", `${command} cannot be started: ${reason}`, {
    hint: "Install helm 3 or 4, or name the program: --helm-command PATH.",
    cause
  });
}
export {
  helmProcess
};
