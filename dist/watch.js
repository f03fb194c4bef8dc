"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// src/text/shorten.ts
function shorten(text, length = DEFAULT_LENGTH) {
  return text.length <= length ? text : `${wholeCharacters(text, length)}\u2026`;
}
function wholeCharacters(text, length) {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 55296 && last <= 56319 ? length - 1 : length);
}
var DEFAULT_LENGTH;
var init_shorten = __esm({
  "src/text/shorten.ts"() {
    "use strict";
    DEFAULT_LENGTH = 100;
  }
});

// src/text/index.ts
var init_text = __esm({
  "src/text/index.ts"() {
    "use strict";
    init_shorten();
  }
});

// src/diagnostics.ts
function bounded(diagnostic) {
  const { message, hint } = diagnostic;
  if (message.length <= MAX_MESSAGE && (hint?.length ?? 0) <= MAX_MESSAGE) return diagnostic;
  return { ...diagnostic, message: shorten(message, MAX_MESSAGE), hint: hint && shorten(hint, MAX_MESSAGE) };
}
function formatLocation(place) {
  if (place.file === void 0) return "";
  if (place.line === void 0) return place.file;
  return place.column === void 0 ? `${place.file}:${place.line}` : `${place.file}:${place.line}:${place.column}`;
}
function formatDiagnostic(diagnostic) {
  const place = formatLocation(diagnostic);
  const { message, hint } = bounded(diagnostic);
  const head = place === "" ? message : `${place}: ${message}`;
  return visible(hint === void 0 ? head : `${head}
  hint: ${hint}`);
}
function visible(text) {
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function logText(text) {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map(logLine).join("\n");
}
function logLine(line) {
  const inert = visible(line).replaceAll("##[", "## [");
  return /^\s*::/.test(inert) ? `| ${inert}` : inert;
}
var MAX_MESSAGE, INVISIBLE;
var init_diagnostics = __esm({
  "src/diagnostics.ts"() {
    "use strict";
    init_text();
    MAX_MESSAGE = 1e4;
    INVISIBLE = // biome-ignore lint: these are the very characters to be found
    new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}", "gu");
  }
});

// node:node:child_process
var require_node_child_process = __commonJS({
  "node:node:child_process"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:child_process")[name] }));
  }
});

// node:node:fs
var require_node_fs = __commonJS({
  "node:node:fs"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:fs"));
  }
});

// node:node:os
var require_node_os = __commonJS({
  "node:node:os"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:os")[name] }));
  }
});

// node:node:path
var require_node_path = __commonJS({
  "node:node:path"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:path"));
  }
});

// src/processes/at-exit.ts
var SIGNALS;
var init_at_exit = __esm({
  "src/processes/at-exit.ts"() {
    "use strict";
    SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
  }
});

// node:node:crypto
var require_node_crypto = __commonJS({
  "node:node:crypto"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:crypto")[name] }));
  }
});

// src/processes/memory-limit.ts
function machineMemory() {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, (0, import_node_os.totalmem)()) : (0, import_node_os.totalmem)();
}
var import_node_fs, import_node_os, import_node_path, MIB, SHARE;
var init_memory_limit = __esm({
  "src/processes/memory-limit.ts"() {
    "use strict";
    import_node_fs = __toESM(require_node_fs(), 1);
    import_node_os = __toESM(require_node_os(), 1);
    import_node_path = __toESM(require_node_path(), 1);
    MIB = 1024 * 1024;
    SHARE = 1 / 8;
  }
});

// src/processes/pause.ts
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
var init_pause = __esm({
  "src/processes/pause.ts"() {
    "use strict";
  }
});

// src/processes/process-numbers.ts
function readIfPossible(path, read = readLatin1) {
  try {
    return read(path);
  } catch {
    return "";
  }
}
function readLatin1(path) {
  return (0, import_node_fs2.readFileSync)(path, "latin1");
}
function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
  }
}
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === "EPERM";
  }
}
function isRunning(pid) {
  if (process.platform === "win32") return isAlive(pid);
  if (process.platform === "linux") {
    const status = readIfPossible(`/proc/${pid}/stat`);
    return status !== "" && !status.includes(") Z ");
  }
  const { stdout } = (0, import_node_child_process.spawnSync)("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return /^\s*[^Z\s]/.test(stdout);
}
var import_node_child_process, import_node_crypto, import_node_fs2, import_node_os2;
var init_process_numbers = __esm({
  "src/processes/process-numbers.ts"() {
    "use strict";
    import_node_child_process = __toESM(require_node_child_process(), 1);
    import_node_crypto = __toESM(require_node_crypto(), 1);
    import_node_fs2 = __toESM(require_node_fs(), 1);
    import_node_os2 = __toESM(require_node_os(), 1);
  }
});

// src/processes/escaped-processes.ts
function markOf(home) {
  return 1 + Number.parseInt((0, import_node_crypto2.createHash)("sha256").update(home).digest("hex").slice(0, 12), 16);
}
function endEscaped(home) {
  if (process.platform !== "linux") return;
  let empty = 0;
  for (let lists = 0; empty < EMPTY_LISTS && lists < MAX_LISTS; lists++) {
    const found = escaped(home);
    empty = found.length === 0 ? empty + 1 : 0;
    for (const pid of found) sendSignal(pid, "SIGKILL");
    if (found.length > 0) pause(BETWEEN_LISTS_MS);
  }
}
function escaped(home) {
  const variables = [`TMPDIR=${home}\0`, `TMPDIR=${home}/`];
  const limit = new RegExp(`^Max file locks +${markOf(home)} `, "m");
  const found = [];
  for (const name of (0, import_node_fs3.readdirSync)("/proc")) {
    if (!/^\d+$/.test(name) || name === String(process.pid)) continue;
    const environment = readIfPossible(`/proc/${name}/environ`);
    const isFound = variables.some((variable) => environment.includes(variable)) || limit.test(readIfPossible(`/proc/${name}/limits`));
    if (isFound && isRunning(Number(name))) found.push(Number(name));
  }
  return found;
}
var import_node_crypto2, import_node_fs3, EMPTY_LISTS, MAX_LISTS, BETWEEN_LISTS_MS;
var init_escaped_processes = __esm({
  "src/processes/escaped-processes.ts"() {
    "use strict";
    import_node_crypto2 = __toESM(require_node_crypto(), 1);
    import_node_fs3 = __toESM(require_node_fs(), 1);
    init_pause();
    init_process_numbers();
    EMPTY_LISTS = 2;
    MAX_LISTS = 200;
    BETWEEN_LISTS_MS = 2;
  }
});

// src/processes/index.ts
var init_processes = __esm({
  "src/processes/index.ts"() {
    "use strict";
    init_at_exit();
    init_escaped_processes();
    init_memory_limit();
  }
});

// src/start/watch.ts
init_diagnostics();

// src/supervision/loss.ts
var MAX_LISTED = 100;
function lossDiagnostic({ reason, inWork }, doing) {
  const targets = inWork.length === 0 ? "" : `; in work: ${inWork.slice(0, MAX_LISTED).join(", ")}`;
  return {
    code: "process-lost",
    severity: "error",
    message: `the process that ${doing} ${reason}${targets}`,
    hint: "Look for content that multiplies itself or for very large files. If the content is right, use a machine with more memory."
  };
}

// src/supervision/program.ts
var import_node_child_process2 = __toESM(require_node_child_process(), 1);
var import_node_fs4 = __toESM(require_node_fs(), 1);
var import_node_os3 = __toESM(require_node_os(), 1);
var import_node_path3 = __toESM(require_node_path(), 1);
init_processes();

// src/render/target.ts
var import_node_path2 = __toESM(require_node_path(), 1);
var SCHEMES = ["flux", "argocd", "helm"];
var RELEASE = "HelmRelease";
function deploymentOf(id) {
  const system = systemOf(id);
  if (system === void 0) return void 0;
  const parts = partsOf(id).map((part) => part.replace(/%2F/g, "/").replace(/%25/g, "%"));
  const isRelease = parts.length === 4 && system === "flux" && parts[2] === RELEASE;
  if (parts.length !== 3 && !isRelease) return void 0;
  const [cluster = "", namespace = "", name = ""] = isRelease ? parts.toSpliced(2, 1) : parts;
  if (system === "argocd") return { system, kind: "Application", namespace, name, cluster };
  if (system === "helm") return { system, kind: "Release", namespace, name, cluster };
  return { system, kind: isRelease ? RELEASE : "Kustomization", namespace, name, cluster };
}
function isDeploymentId(id) {
  return systemOf(id) !== void 0;
}
function systemOf(id) {
  return SCHEMES.find((scheme) => id.startsWith(`${scheme}://`));
}
function partsOf(id) {
  return id.slice(id.indexOf("://") + "://".length).split("/");
}
function targetText(id) {
  const deployment = deploymentOf(id);
  if (deployment === void 0) return id;
  const { kind, namespace, name, cluster } = deployment;
  return `${kind} ${namespace}/${name} of ${cluster}`;
}
function placeOfTarget(id) {
  return isDeploymentId(id) ? { object: targetText(id) } : { file: id };
}

// src/supervision/supervisor.ts
var MAX_PROCESSES = 100;
var MAX_SILENCE = 30;
async function supervise(start, stop) {
  const setbacks = newSetbacks();
  for (let processes = 1; ; processes++) {
    const attempt = await runWorker(start, setbacks);
    if (attempt.done) return { kind: "done", code: attempt.exit.code ?? 1 };
    if (stop.aborted) return { kind: "stopped" };
    const { inWork } = attempt;
    const reason = reasonOf(attempt);
    const [only] = inWork;
    if (only === void 0 || processes === MAX_PROCESSES) {
      return { kind: "lost", reason, inWork: inWork.map(nameOf), finished: attempt.finished.map(nameOf) };
    }
    if (inWork.length === 1) setbacks[only.stage].lost.set(only.target, lostTarget(only, reason));
    else for (const { stage, target } of inWork) setbacks[stage].first.add(target);
  }
}
function newSetbacks() {
  const entry = () => ({ lost: /* @__PURE__ */ new Map(), first: /* @__PURE__ */ new Set() });
  return { head: entry(), base: entry(), review: entry(), causes: entry(), render: entry() };
}
async function runWorker(start, setbacks) {
  const inWork = /* @__PURE__ */ new Map();
  const finished = [];
  let done = false;
  let patience;
  let deadline = Infinity;
  let silentFor;
  let timer;
  const watch2 = () => {
    clearTimeout(timer);
    if (done) return;
    const isBuilding = [...inWork.values()].some(({ stage }) => stage !== "review");
    const late = Math.max(Math.ceil((deadline - performance.now()) / 1e3), MAX_SILENCE);
    const seconds = Math.min(late, isBuilding ? patience ?? Infinity : Infinity);
    if (seconds === Infinity) return;
    timer = setTimeout(() => {
      silentFor = seconds;
      worker.kill();
    }, seconds * 1e3);
  };
  const worker = start(setbacks, (message) => {
    if (message.event === "done") done = true;
    else if (message.event === "patience") patience = message.seconds;
    else if (message.event === "deadline") deadline = performance.now() + message.seconds * 1e3;
    else if (message.event === "start" || message.event === "end") {
      const { stage, target } = message;
      if (message.event === "start") inWork.set(`${stage} ${target}`, { stage, target });
      else if (inWork.delete(`${stage} ${target}`)) finished.push({ stage, target });
    }
    watch2();
  });
  const exit = await worker.exit;
  clearTimeout(timer);
  return { exit, done, silentFor, inWork: [...inWork.values()], finished };
}
function reasonOf({ exit, silentFor }) {
  if (exit.error !== void 0) return `could not be started: ${exit.error.message}`;
  if (silentFor !== void 0) return `did not answer for ${silentFor} seconds and was ended`;
  if (exit.signal === "SIGABRT" || exit.code === 134) return "ran out of memory";
  if (exit.signal === "SIGKILL") return "was killed, probably because the machine ran out of memory";
  return exit.signal === null ? `ended with the status ${exit.code} and no result` : `was ended by ${exit.signal}`;
}
function lostTarget({ stage, target }, reason) {
  return {
    code: "process-lost",
    severity: "error",
    message: `the process that ${IN_WORK[stage][0](targetText(target))} ${reason}`,
    ...placeOfTarget(target),
    hint: "Look for content that multiplies itself, such as bases that each include two others or very large files. If the content is right, use a machine with more memory."
  };
}
var IN_WORK = {
  head: [(target) => `rendered ${target} at head`, " at head"],
  base: [(target) => `rendered ${target} at base`, " at base"],
  review: [(target) => `compared ${target}`, " (comparison)"],
  causes: [(target) => `looked for the causes of changes in ${target}`, " (causes)"],
  render: [(target) => `rendered ${target}`, ""]
};
function nameOf({ stage, target }) {
  return `${targetText(target)}${IN_WORK[stage][1]}`;
}

// src/supervision/program.ts
async function superviseProgram({
  args,
  environment,
  onStart,
  onMessage
}) {
  const stop = new AbortController();
  let worker;
  const forward = (signal) => {
    stop.abort(signal);
    worker?.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const start = (setbacks, observe) => {
    onStart?.();
    const home = makeHome();
    const execArgv = [...process.execArgv, ...heapOptions(environment)];
    const env = home === void 0 ? environment : { ...environment, TMPDIR: home };
    const child = (0, import_node_child_process2.fork)(process.argv[1] ?? "", args, { execArgv, env, serialization: "advanced" });
    worker = child;
    child.on("message", (message) => {
      observe(message);
      onMessage?.(message);
    });
    child.send(setbacks, () => void 0);
    const exit = new Promise((resolve2) => {
      child.once("error", (error) => resolve2({ code: null, signal: null, error }));
      child.once("exit", (code, signal) => {
        if (home !== void 0) {
          if (signal !== null) endEscaped(home);
          (0, import_node_fs4.rmSync)(home, { recursive: true, force: true });
        }
        resolve2({ code, signal });
      });
    });
    return { exit, kill: () => void child.kill("SIGKILL") };
  };
  const outcome = await supervise(start, stop.signal);
  for (const signal of SIGNALS) process.off(signal, forward);
  if (outcome.kind !== "stopped") return outcome;
  process.kill(process.pid, stop.signal.reason);
  return new Promise(() => void 0);
}
function makeHome() {
  try {
    return (0, import_node_fs4.mkdtempSync)((0, import_node_path3.join)((0, import_node_os3.tmpdir)(), "krm-render-worker-"));
  } catch {
    return void 0;
  }
}
var SHARE_OF_MEMORY = 0.6;
var MAX_HEAP = 4096;
function heapOptions(environment) {
  const given = [...process.execArgv, environment.NODE_OPTIONS ?? ""].join(" ");
  if (/max[-_]old[-_]space[-_]size/.test(given)) return [];
  const share = Math.floor(machineMemory() * SHARE_OF_MEMORY / 1024 ** 2);
  return [`--max-old-space-size=${Math.min(MAX_HEAP, share)}`];
}

// src/start/worker-argument.ts
var WORKER = "worker";

// src/start/watch.ts
async function watch() {
  const outcome = await superviseProgram({ args: [WORKER, ...process.argv.slice(2)], environment: process.env });
  if (outcome.kind === "done") return outcome.code;
  process.stderr.write(`error: ${logText(formatDiagnostic(lossDiagnostic(outcome, "does the work")))}
`);
  return 1;
}
void watch().then((status) => process.exitCode = status);
