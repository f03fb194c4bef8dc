import {
  buildOptions,
  terminalRemotes,
  warnAboutOptions
} from "./shared-cli-build-options.js";
import {
  createBuilder
} from "./shared-resource-re2-parser.js";
import {
  isRemote
} from "./shared-yaml-composer.js";
import "./shared-sources-remote-git-url.js";
import "./shared-sources-helm-directory.js";
import "./shared-sources-virtual-tree.js";
import {
  LOCAL_PROTOCOLS
} from "./shared-sources-git-revisions.js";
import {
  diskTree
} from "./shared-sources-disk-tree.js";
import "./shared-sources-git-git-process.js";
import "./shared-resource-merge-schema-data.js";
import {
  printDiagnostics
} from "./shared-cli-terminal.js";
import "./shared-documents-spelling.js";
import "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/cli/build.ts
import { statSync } from "node:fs";
import { resolve } from "node:path";

// src/cli/paths.ts
import { relative } from "node:path";
function displayFrom(cwd) {
  return (path) => relative(cwd, path) || ".";
}

// src/cli/build.ts
async function build(invocation, terminal) {
  await warnAboutOptions(invocation, terminal);
  const argument = invocation.arguments[0] ?? ".";
  const directory = isRemote(argument) ? argument : resolve(terminal.cwd, argument);
  const tree = diskTree("/", { label: "the file system", display: displayFrom(terminal.cwd) });
  const remotes = terminalRemotes(terminal, LOCAL_PROTOCOLS);
  const options = { ...buildOptions(invocation, terminal, "as-given"), remotes };
  const { resources, diagnostics } = await buildOnce(createBuilder(tree, options), directory, remotes);
  await printDiagnostics(terminal, diagnostics);
  const output = invocation.value("output");
  if (output === void 0) {
    await terminal.stdout.write(resources.map((resource) => resource.yaml).join("---\n"));
    return 0;
  }
  const path = resolve(terminal.cwd, output);
  const { writeResourceFiles, writeSingleFile } = await import("./cli-build-output.js");
  if (isDirectory(path)) writeResourceFiles(resources, path);
  else writeSingleFile(resources, path);
  return 0;
}
async function buildOnce(builder, directory, remotes) {
  try {
    return await builder.build(directory);
  } finally {
    await remotes.close();
  }
}
function isDirectory(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
export {
  build
};
