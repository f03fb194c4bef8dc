/** The program: connects {@link run} to the process. */
import { endWith, processTerminal } from "./process-terminal.ts";
import { run } from "./run.ts";

const terminal = processTerminal();
void run(process.argv.slice(2), terminal).then((status) => endWith(terminal, status));
