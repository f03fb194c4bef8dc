/** `krm-render explain`: which step set a value, and what it was before. */
import { resolve } from "node:path";
import { visible } from "../diagnostics.ts";
import { isRemote } from "../engine/index.ts";
import { explainBuild, explanationText, listText, type ObjectQuery } from "../explain/index.ts";
import { diskTree, LOCAL_PROTOCOLS } from "../sources/index.ts";
import { buildOptions, terminalRemotes, warnAboutOptions } from "./build-options.ts";
import { type Invocation, UsageError } from "./command.ts";
import { displayFrom } from "./paths.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

export async function explain(invocation: Invocation, terminal: Terminal): Promise<number> {
  const [argument, object, path] = invocation.arguments;
  if (argument === undefined) throw new UsageError("explain needs a directory: explain DIR [KIND/NAME] [FIELD]");
  const query = object === undefined ? undefined : parseObject(object, invocation.value("namespace") ?? "");
  await warnAboutOptions(invocation, terminal);
  const directory = isRemote(argument) ? argument : resolve(terminal.cwd, argument);
  const tree = diskTree("/", { label: "the file system", display: displayFrom(terminal.cwd) });
  const remotes = terminalRemotes(terminal, LOCAL_PROTOCOLS);
  const options = { ...buildOptions(invocation, terminal, "as-given"), remotes };
  try {
    const { explainer, diagnostics } = await explainBuild(tree, directory, options);
    const isJson = invocation.value("format") === "json";
    let text: string;
    if (query === undefined) {
      const list = explainer.list();
      text = isJson ? json(list) : listText(list);
    } else {
      const explanation = explainer.explain(query, path);
      text = isJson ? json(explanation) : explanationText(explanation);
    }
    await printDiagnostics(terminal, diagnostics);
    await terminal.stdout.write(text);
    return 0;
  } finally {
    options.helm?.helm.close();
    await remotes.close();
    await options.functions?.close();
  }
}

/** What {@link visible} writes for a character is what JSON has for it. */
function json(value: object): string {
  return `${visible(JSON.stringify(value, null, 2))}\n`;
}

function parseObject(text: string, namespace: string): ObjectQuery {
  const [, kind, group = "", name] = /^([^./]+)(?:\.([^/]+))?\/(.+)$/s.exec(text) ?? [];
  if (kind !== undefined && name !== undefined) return { kind, group, name, namespace };
  throw new UsageError(`illegal object "${text}": expected KIND/NAME or KIND.GROUP/NAME`);
}
