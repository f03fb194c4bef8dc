/** `krm-render explain`: which step set a value, and what it was before. */
import { relative, resolve } from "node:path";
import type { RedactionRule } from "../../configuration/index.ts";
import { type Diagnostic, visible } from "../../diagnostics.ts";
import { isRemote } from "../../engine/index.ts";
import { explainBuild, explanationText, listText, type ObjectQuery } from "../../explain/index.ts";
import { openConfiguration } from "../../review/index.ts";
import { diskTree } from "../../sources/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { readBuildSettings } from "../options/build-settings.ts";
import { repositoryAround } from "../repository-directory.ts";
import { fileSystem, openBuild, withSession } from "../session.ts";
import { printDiagnostics, type Terminal } from "../terminal.ts";

export async function explain(invocation: Invocation): Promise<Task> {
  const [argument, object, path] = invocation.arguments;
  if (argument === undefined) throw new UsageError("explain needs a directory: explain DIR [KIND/NAME] [FIELD]");
  const query = object === undefined ? undefined : parseObject(object, invocation.value("namespace") ?? "");
  const isJson = invocation.value("format") === "json";
  const settings = await readBuildSettings(invocation);

  return (terminal) =>
    withSession(terminal, async (session) => {
      const directory = isRemote(argument) ? argument : resolve(terminal.cwd, argument);
      const options = openBuild(session, settings, "user");
      const { rules, problems } = await readRedaction(isRemote(argument) ? terminal.cwd : directory, terminal);
      const { explainer, diagnostics } = await explainBuild(fileSystem(terminal), directory, options, rules);
      let text: string;
      if (query === undefined) {
        const list = explainer.list();
        text = isJson ? json(list) : listText(list);
      } else {
        const explanation = explainer.explain(query, path);
        text = isJson ? json(explanation) : explanationText(explanation);
      }
      // The answer first: what is wrong besides was not asked for.
      await terminal.stdout.write(text);
      await printDiagnostics(terminal, [...settings.warnings, ...problems, ...diagnostics]);
      return 0;
    });
}

/**
 * What the configuration of the repository withholds, as its file is in the working tree.
 * @returns as problems, what is wrong with the file: then everything is withheld
 */
async function readRedaction(
  directory: string,
  { cwd }: Terminal,
): Promise<{ readonly rules: readonly RedactionRule[]; readonly problems: readonly Diagnostic[] }> {
  const top = repositoryAround(directory);
  if (top === undefined) return { rules: [], problems: [] };
  const tree = diskTree(top, { display: (path) => relative(cwd, resolve(top, `.${path}`)) || "." });
  const { configuration, notes } = await openConfiguration({ base: tree, head: tree });
  return { rules: configuration.redaction, problems: notes.map((note) => ({ ...note, severity: "warning" })) };
}

/** JSON writes a character in the same way as {@link visible}. */
function json(value: object): string {
  return `${visible(JSON.stringify(value, null, 2))}\n`;
}

function parseObject(text: string, namespace: string): ObjectQuery {
  const [, kind, group = "", name] = /^([^./]+)(?:\.([^/]+))?\/(.+)$/s.exec(text) ?? [];
  if (kind !== undefined && name !== undefined) return { kind, group, name, namespace };
  throw new UsageError(`illegal object "${text}": expected KIND/NAME or KIND.GROUP/NAME`);
}
