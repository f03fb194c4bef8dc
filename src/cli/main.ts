/** The program: connects {@link run} to the process. */
import { processTerminal } from "./process-terminal.ts";
import { run } from "./run.ts";

const terminal = processTerminal();
void run(process.argv.slice(2), terminal).then((status) => {
  // A stream may still be draining into a pipe, which leaving would cut off. Without one, leaving saves a millisecond.
  // oxlint-disable-next-line no-restricted-properties
  if (terminal.isDrained) process.exit(status);
  process.exitCode = status;
});
