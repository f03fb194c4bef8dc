/** `krm-render build`: one directory to standard output or to files. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Builder, type Built, createBuilder, isRemote } from "../engine/index.ts";
import type { Functions } from "../functions/index.ts";
import { diskTree, LOCAL_PROTOCOLS, type OpenRemotes } from "../sources/index.ts";
import { buildOptions, terminalRemotes, warnAboutOptions } from "./build-options.ts";
import type { Invocation } from "./command.ts";
import { displayFrom } from "./paths.ts";
import { forOneBuild } from "./short-runs.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

export async function build(invocation: Invocation, terminal: Terminal): Promise<number> {
  await warnAboutOptions(invocation, terminal);
  const argument = invocation.arguments[0] ?? ".";
  const directory = isRemote(argument) ? argument : resolve(terminal.cwd, argument);
  // The top is that of the machine, since a kustomization may include directories anywhere above it.
  const tree = forOneBuild(diskTree("/", { label: "the file system", display: displayFrom(terminal.cwd) }));
  const remotes = terminalRemotes(terminal, LOCAL_PROTOCOLS);
  const output = invocation.value("output");
  const path = output === undefined ? undefined : resolve(terminal.cwd, output);
  const ownFiles = path !== undefined && isDirectory(path);
  const options = { ...buildOptions(invocation, terminal, "as-given"), remotes, ownFiles };
  const { resources, diagnostics } = await buildOnce(createBuilder(tree, options), directory, () => {
    options.helm?.helm.close();
    return closeAll(remotes, options.functions);
  });
  await printDiagnostics(terminal, diagnostics);

  if (path === undefined) {
    await terminal.stdout.write(resources.map((resource) => resource.yaml).join("---\n"));
    return 0;
  }
  const { writeResourceFiles, writeSingleFile } = await import("./build-output.ts");
  if (ownFiles) writeResourceFiles(resources, path);
  else writeSingleFile(resources, path);
  return 0;
}

async function closeAll(remotes: OpenRemotes, functions: Functions | undefined): Promise<void> {
  await remotes.close();
  await functions?.close();
}

async function buildOnce(builder: Builder, directory: string, close: () => Promise<void>): Promise<Built> {
  try {
    return await builder.build(directory);
  } finally {
    await close();
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
