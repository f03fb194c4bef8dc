/** `krm-render build`: prints one directory or deployment, or writes it to files. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { createBuilder, isRemote } from "../../engine/index.ts";
import type { Invocation, Task } from "../command.ts";
import { isDeployment } from "../deployments/argument.ts";
import { readBuildSettings, wantsLock } from "../options/build-settings.ts";
import { fileSystem, openBuild, withSession } from "../session.ts";
import { printDiagnostics } from "../terminal.ts";

export async function build(invocation: Invocation): Promise<Task> {
  const settings = await readBuildSettings(invocation);
  const argument = invocation.arguments[0] ?? ".";
  const output = invocation.value("output");

  return async (terminal) => {
    await printDiagnostics(terminal, settings.warnings);
    const directory = isRemote(argument) ? argument : resolve(terminal.cwd, argument);
    const path = output === undefined ? undefined : resolve(terminal.cwd, output);
    const ownFiles = path !== undefined && isDirectory(path);
    // Closing writes the results of functions. It can fail, so nothing is printed before it.
    const { resources, diagnostics } = await withSession(terminal, async (session) => {
      if (isDeployment(argument)) {
        const { buildDeployment } = await import("../deployments/build-deployment.ts");
        return buildDeployment(argument, session, invocation, settings);
      }
      const tree = fileSystem(terminal);
      const lock = wantsLock(invocation)
        ? await (await import("../lock.ts")).openBuildLock(session, invocation)
        : undefined;
      const options = { ...openBuild(session, settings, "user"), ownFiles, uses: lock?.uses };
      const built = await createBuilder(terminal.tuneBuild?.(tree) ?? tree, options).build(directory);
      return lock === undefined ? built : { ...built, diagnostics: [...built.diagnostics, ...lock.finish()] };
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
  };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
