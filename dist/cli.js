#!/usr/bin/env node
"use strict";

// src/start/kept-code.ts
var import_node_fs = require("node:fs");
var import_node_vm = require("node:vm");
var DAY = 24 * 60 * 60 * 1e3;
var KEPT_FOR = 30 * DAY;
var RENEWALS = 2;
var WRONG_USAGE = 2;
function keptScript(file, parameters, key) {
  const place = placeOf(key);
  const kept = place && keptIn(place);
  const source = Buffer.concat([
    Buffer.from(`(function (${parameters.join(", ")}) {`),
    (0, import_node_fs.readFileSync)(file),
    Buffer.from("\n})")
  ]).toString("latin1");
  const script = new import_node_vm.Script(source, { filename: file, ...kept && { cachedData: kept.code } });
  const isKept = kept !== void 0 && !script.cachedDataRejected;
  if (place !== void 0 && !(isKept && kept.isSettled)) {
    process.once("exit", (status) => {
      if (status === WRONG_USAGE) return;
      const code = script.createCachedData();
      if (isKept) keep(place, code.length > kept.code.length ? code : kept.code, kept.renewals + 1);
      else keep(place, code, 0);
    });
  }
  return script;
}
function placeOf(key) {
  const { XDG_CACHE_HOME, HOME, NODE_DISABLE_COMPILE_CACHE } = process.env;
  const caches = XDG_CACHE_HOME || HOME && `${HOME}/.cache`;
  if (!caches?.startsWith("/") || NODE_DISABLE_COMPILE_CACHE) return void 0;
  const directory = `${caches}/krm-render/code/${process.version}-${process.arch}`;
  return { directory, file: `${directory}/${key}` };
}
function keptIn({ file }) {
  try {
    const descriptor = (0, import_node_fs.openSync)(file, import_node_fs.constants.O_RDONLY | import_node_fs.constants.O_NONBLOCK);
    try {
      const { uid, mode, mtimeMs } = (0, import_node_fs.fstatSync)(descriptor);
      if (uid !== process.getuid?.() || (mode & 18) !== 0) return void 0;
      const content = (0, import_node_fs.readFileSync)(descriptor);
      const half = content.length >> 1;
      const code = content.subarray(0, half);
      const renewals = content[half + half];
      if (renewals === void 0 || !code.equals(content.subarray(half, half + half))) return void 0;
      return { code, renewals, isSettled: renewals >= RENEWALS && mtimeMs > Date.now() - DAY };
    } finally {
      (0, import_node_fs.closeSync)(descriptor);
    }
  } catch {
    return void 0;
  }
}
function keep({ directory, file }, code, renewals) {
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  try {
    makeDirectories(directory);
    removeOld(directory);
    const content = Buffer.concat([code, code, Buffer.of(Math.min(renewals, RENEWALS))]);
    (0, import_node_fs.writeFileSync)(temporary, content, { flag: "wx", mode: 384 });
    (0, import_node_fs.renameSync)(temporary, file);
  } catch {
    try {
      (0, import_node_fs.rmSync)(temporary, { force: true });
    } catch {
    }
  }
}
function makeDirectories(directory) {
  for (let end = 0; end >= 0; ) {
    end = directory.indexOf("/", end + 1);
    const part = end < 0 ? directory : directory.slice(0, end);
    if (!(0, import_node_fs.existsSync)(part)) (0, import_node_fs.mkdirSync)(part, { mode: 448 });
  }
}
function removeOld(directory) {
  for (const name of (0, import_node_fs.readdirSync)(directory)) {
    const path = `${directory}/${name}`;
    if ((0, import_node_fs.statSync)(path).mtimeMs < Date.now() - KEPT_FOR) (0, import_node_fs.rmSync)(path, { force: true });
  }
}

// src/start/worker-argument.ts
var WORKER = "worker";

// src/start/launch.ts
var WATCHED = ["render", "diff"];
function launch() {
  const [command, argument, ...more] = process.argv.slice(2);
  const isPlainBuild = command === "build" && more.length === 0 && !argument?.startsWith("-");
  if (command === WORKER) start("program", argument);
  else if (WATCHED.includes(command)) start("watch", command);
  else start(isPlainBuild ? "quick" : "program", command);
}
function start(name, command) {
  const key = `${"fa842c735c949467"}-${name}-${command !== void 0 && /^[a-z]{1,20}$/.test(command) ? command : "other"}`;
  const run = keptScript(`${__dirname}/${name}.js`, ["require", "__dirname"], key).runInThisContext();
  run((id) => id === "./program.js" ? start("program", command) : require(id), __dirname);
}
if (typeof process.getBuiltinModule === "function") launch();
else {
  process.stderr.write(`error: krm-render needs Node 20.16, 22.3 or newer, and this is ${process.version}
`);
  process.exitCode = 2;
}
