/** `krm-render explain`: finds the step that set a value, and the earlier values. */
import { relative, resolve } from "node:path";
import { visible } from "../../diagnostics.ts";
import { type BuildOptions, isRemote } from "../../engine/index.ts";
import { explainBuild, explanationText, listText, type ObjectQuery } from "../../explain/index.ts";
import type { Trees } from "../../render/index.ts";
import { diskTree } from "../../sources/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { isDeployment } from "../deployments/argument.ts";
import { openReviewConfiguration } from "../open-configuration.ts";
import { readBuildSettings } from "../options/build-settings.ts";
import { type ConfigurationSettings, readConfigurationSettings } from "../options/configuration-settings.ts";
import { repositoryAround } from "../repository-directory.ts";
import { fileSystem, openBuild, withSession } from "../session.ts";
import { printDiagnostics, type Terminal } from "../terminal.ts";

export async function explain(invocation: Invocation): Promise<Task> {
  const [argument, object, path] = invocation.arguments;
  if (argument === undefined)
    throw new UsageError("explain needs a directory or an id: explain DIR|ID [KIND/NAME] [FIELD]");
  const query = object === undefined ? undefined : parseObject(object, invocation.value("namespace") ?? "");
  const isJson = invocation.value("format") === "json";
  const settings = await readBuildSettings(invocation);
  const chosen = readConfigurationSettings(invocation);

  return (terminal) =>
    withSession(terminal, async (session) => {
      const { explainer, diagnostics, notes } = isDeployment(argument)
        ? await (await import("../deployments/explain-deployment.ts")).explainDeployment(
            argument,
            chosen,
            session,
            settings,
          )
        : await explainDirectory(argument, chosen, terminal, openBuild(session, settings, "user"));
      let text: string;
      if (query === undefined) {
        const list = explainer.list();
        text = isJson ? json(list) : listText(list);
      } else {
        const explanation = explainer.explain(query, path);
        text = isJson ? json(explanation) : explanationText(explanation);
      }
      // The answer comes first, and other problems after it.
      await terminal.stdout.write(text);
      // All values are withheld where the configuration has mistakes, so these are no reason to fail.
      const problems = notes.map((note) => ({ ...note, severity: "warning" as const }));
      await printDiagnostics(terminal, [...settings.warnings, ...problems, ...diagnostics]);
      return 0;
    });
}

async function explainDirectory(
  argument: string,
  chosen: ConfigurationSettings,
  terminal: Terminal,
  options: BuildOptions,
) {
  const directory = isRemote(argument) ? argument : resolve(terminal.cwd, argument);
  const trees = treesAround(isRemote(argument) ? terminal.cwd : directory, terminal);
  const { configuration, notes } = await openReviewConfiguration(chosen, terminal.cwd, trees);
  const explained = await explainBuild(fileSystem(terminal), directory, options, configuration.redaction);
  return { ...explained, notes };
}

/** The repository around a directory, whose configuration counts as it is in the working tree; undefined outside of one. */
function treesAround(directory: string, { cwd }: Terminal): Trees | undefined {
  const top = repositoryAround(directory);
  if (top === undefined) return undefined;
  const tree = diskTree(top, { display: (path) => relative(cwd, resolve(top, `.${path}`)) || "." });
  return { base: tree, head: tree };
}

/** JSON writes a character in the same way as {@link visible}. */
function json(value: object): string {
  return `${visible(JSON.stringify(value, null, 2))}\n`;
}

/** Reviews print objects as `KIND NAMESPACE/NAME`. */
function parseObject(text: string, given: string): ObjectQuery {
  const [, kind, group = "", namespace = given, name] =
    /^([^./ ]+)(?:\.([^/ ]+))?[/ ](?:([^/]+)\/)?([^/]+)$/s.exec(text) ?? [];
  if (kind !== undefined && name !== undefined && (given === "" || namespace === given))
    return { kind, group, name, namespace };
  throw new UsageError(`illegal object "${text}": expected KIND/NAME, KIND.GROUP/NAME or KIND/NAMESPACE/NAME`);
}
