/** Runs the program: from its arguments to its exit status. */
import { nearest } from "../text/index.ts";
import { parseInvocation } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { commandPage, programPage } from "./help.ts";
import { statusOf } from "./outcome.ts";
import type { Terminal } from "./terminal.ts";

const OK = 0;
const WRONG_USAGE = 2;
/** The options without a command. */
const PROGRAM_OPTIONS: readonly string[] = ["--help", "--version"];

/** Runs one command. Never throws. */
export function run(args: readonly string[], terminal: Terminal): Promise<number> {
  return statusOf(terminal, () => dispatch(args, terminal));
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
    const isWhole = topic === undefined || topic === "help";
    await terminal.stdout.write(isWhole ? programPage(COMMANDS) : commandPage(findCommand(topic)));
    return OK;
  }
  const command = findCommand(name);
  const invocation = parseInvocation(command, rest);
  if (invocation.has("help")) {
    await terminal.stdout.write(commandPage(command));
    return OK;
  }
  const read = await command.load();
  const task = await read(invocation);
  return task(terminal);
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const isOption = name.startsWith("-");
  const names = isOption ? PROGRAM_OPTIONS : [...COMMANDS.map((candidate) => candidate.name), "help"];
  const guess = nearest(name, names);
  throw new UsageError(
    `unknown ${isOption ? "option" : "command"} "${name}"`,
    guess === undefined ? "Run `krm-render help` for the list of commands." : `Did you mean ${guess}?`,
  );
}
