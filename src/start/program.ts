/** `dist/program.js`: the whole command line. */
import { run, type Supervisor } from "../cli/index.ts";
import { isSupervised, joinSupervisor } from "../supervision/index.ts";
import { endWith, processTerminal } from "./process-terminal.ts";
import { WORKER } from "./worker-argument.ts";

const [first, ...rest] = process.argv.slice(2);
if (first === WORKER && isSupervised()) void work();
else {
  const terminal = processTerminal();
  void run(process.argv.slice(2), terminal).then((status) => endWith(terminal, status));
}

async function work(): Promise<void> {
  const supervisor: Supervisor = {
    setbacks: await joinSupervisor(),
    tell: (message) => void process.send?.(message),
  };
  const terminal = processTerminal(supervisor);
  const status = await run(rest, terminal);
  process.send?.({ event: "done" }, () => endWith(terminal, status));
}
