/** The program: connects {@link run} to the process. */
import { processTerminal } from "./process-terminal.ts";
import { run } from "./run.ts";

void run(process.argv.slice(2), processTerminal()).then((status) => {
  // Set, not exited with: standard output may still be draining into a pipe.
  process.exitCode = status;
});
