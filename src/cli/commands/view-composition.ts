/** `krm-render view composition`: prints a consolidated Composition. */
import { resolve } from "node:path";
import { viewJson, viewYaml } from "../../composition/index.ts";
import { createBuilder, isRemote } from "../../engine/index.ts";
import type { Invocation, Task } from "../command.ts";
import { readBuildSettings } from "../options/build-settings.ts";
import { fileSystem, openBuild, withSession } from "../session.ts";
import { printDiagnostics } from "../terminal.ts";

export async function viewComposition(invocation: Invocation): Promise<Task> {
  const settings = await readBuildSettings(invocation);
  const [, argument = "."] = invocation.arguments;
  const print = invocation.value("output") === "json" ? viewJson : viewYaml;

  return async (terminal) => {
    await printDiagnostics(terminal, settings.warnings);
    const directory = isRemote(argument) ? argument : resolve(terminal.cwd, argument);
    const consolidated = await withSession(terminal, (session) =>
      createBuilder(fileSystem(terminal), openBuild(session, settings, "user")).consolidate(directory),
    );
    await printDiagnostics(terminal, consolidated.diagnostics);
    await terminal.stdout.write(print(consolidated));
    return 0;
  };
}
