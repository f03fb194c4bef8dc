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
  require("./program.js");
}
if (typeof process.getBuiltinModule === "function") launch();
else {
  process.stderr.write(`error: krm-render needs Node 20.16 or newer, and this is ${process.version}
`);
  process.exitCode = 2;
}
