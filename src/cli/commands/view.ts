/** `krm-render view composition`: what a Composition is consolidated into. */
import { resolve } from "node:path";
import { viewJson, viewYaml } from "../../composition/index.ts";
import { createBuilder, isRemote } from "../../engine/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { readBuildSettings } from "../options/build-settings.ts";
import { fileSystem, openBuild, withSession } from "../session.ts";
import { printDiagnostics } from "../terminal.ts";

export async function view(invocation: Invocation): Promise<Task> {
  const settings = await readBuildSettings(invocation);
  const [subject, argument = "."] = invocation.arguments;
  if (subject !== "composition") {
    const given = subject === undefined ? "" : `, not "${subject}"`;
    throw new UsageError(`view needs the word composition${given}: view composition [DIR]`);
  }
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
