/** From the arguments of the program to its exit status. */
import { diagnosticsOf, visible } from "../diagnostics.ts";
import { nearest } from "../documents/spelling.ts";
import { parseInvocation } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { commandPage, programPage } from "./help.ts";
import { describeLater } from "./later.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

const OK = 0;
const FAILURE = 1;
const WRONG_USAGE = 2;

/** Runs one command. Never throws: whatever goes wrong is printed to standard error and told by the status. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      const hint = error.hint === undefined ? "" : `  hint: ${error.hint}\n`;
      await terminal.stderr.write(visible(`error: ${error.message}\n${hint}`));
      return WRONG_USAGE;
    }
    await printDiagnostics(terminal, diagnosticsOf(error));
    return FAILURE;
  }
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    await terminal.stderr.write(programPage(COMMANDS));
    return WRONG_USAGE;
  }
  if (name === "--version" || name === "-v") return dispatch(["version"], terminal);
  if (name === "help" || name === "--help" || name === "-h") {
    const topic = rest.find((argument) => !argument.startsWith("-"));
    await terminal.stdout.write(topic === undefined ? programPage(COMMANDS) : commandPage(findCommand(topic)));
    return OK;
  }
  const command = findCommand(name);
  const invocation = parseInvocation(command, rest);
  if (invocation.has("help")) {
    await terminal.stdout.write(commandPage(command));
    return OK;
  }
  const execute = await command.load();
  return execute(invocation, terminal);
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const later = describeLater(name);
  if (later !== undefined) throw new UsageError(later);
  const guess = nearest(name, [...COMMANDS.map((candidate) => candidate.name), "help"]);
  throw new UsageError(
    `unknown ${name.startsWith("-") ? "option" : "command"} "${name}"`,
    guess === undefined ? "Run `krm-render help` for the list of commands." : `Did you mean ${guess}?`,
  );
}
