#!/usr/bin/env node
"use strict";

// src/cli/launch.ts
var { XDG_CACHE_HOME, HOME } = process.env;
var caches = XDG_CACHE_HOME || HOME && `${HOME}/.cache`;
if (caches?.startsWith("/")) {
  const { enableCompileCache } = process.getBuiltinModule("node:module");
  enableCompileCache?.(`${caches}/krm-render/code`);
}
require("./program.js");
