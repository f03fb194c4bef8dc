/**
 * The entry point of the action: `dist/index.js`, which the runner starts. It starts itself again as the worker, so that a
 * process is left to report when the worker is lost. docs/decisions/0014-a-process-to-lose.md
 *
 * `dist/worker.js` holds all the rest, so that only the worker takes the time to load it.
 */
import { logText } from "../diagnostics.ts";
import { superviseProgram } from "../supervision/index.ts";
import type { Fallbacks } from "./inputs/index.ts";
import { Heartbeat } from "./timing/index.ts";
import type { WorkerMessage } from "./worker-messages.ts";

/** The argument that makes the program the worker. */
const WORKER = "worker";

async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  if (process.argv[2] === WORKER) {
    const { work } = await import("./program.ts");
    return work(environment, Number(process.argv[3]));
  }
  const heartbeat = new Heartbeat((line) => void process.stdout.write(`${logText(line)}\n`));
  let settings: Fallbacks = new Map();
  const outcome = await superviseProgram<WorkerMessage>({
    args: [WORKER, String(Date.now())],
    environment,
    onStart: () => heartbeat.restart(),
    onMessage(message) {
      if (message.event === "settings") ({ settings } = message);
      heartbeat.observe(message);
    },
  });
  heartbeat.stop();
  if (outcome.kind === "done") process.exitCode = outcome.code;
  else {
    const { reportLoss } = await import("./program.ts");
    await reportLoss(outcome, settings, environment);
  }
}

void main(process.env);
