/** `krm-render version`. */
import { VERSION } from "../version.ts";
import type { Invocation } from "./command.ts";
import type { Terminal } from "./terminal.ts";

export async function version(_invocation: Invocation, terminal: Terminal): Promise<number> {
  await terminal.stdout.write(`${VERSION}\n`);
  return 0;
}
