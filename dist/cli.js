#!/usr/bin/env node
"use strict";

// src/cli/launch.ts
function launch() {
  const { XDG_CACHE_HOME, HOME } = process.env;
  const caches = XDG_CACHE_HOME || HOME && `${HOME}/.cache`;
  if (caches?.startsWith("/")) {
    const { enableCompileCache } = process.getBuiltinModule("node:module");
    enableCompileCache?.(`${caches}/krm-render/code`);
  }
  const [command, directory, ...more] = process.argv.slice(2);
  const isPlainBuild = command === "build" && more.length === 0 && !directory?.startsWith("-");
  isPlainBuild ? require("./quick.js") : require("./program.js");
}
if (typeof process.getBuiltinModule === "function") launch();
else {
  process.stderr.write(`error: krm-render needs Node 20.16 or newer, and this is ${process.version}
`);
  process.exitCode = 2;
}
