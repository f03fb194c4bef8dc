/** `dist/program.js`: the whole command line. */
import { run } from "../cli/index.ts";
import { endWith, processTerminal } from "./process-terminal.ts";

const terminal = processTerminal();
void run(process.argv.slice(2), terminal).then((status) => endWith(terminal, status));
