/** The side of the process that does the work. */
import type { Setbacks } from "./messages.ts";

/** Milliseconds between two signs of life. */
const PULSE = 500;

/** Tells whether {@link superviseProgram} started this process. */
export function isSupervised(): boolean {
  return process.send !== undefined;
}

/** Receives the setbacks of earlier workers. From then on, this process gives signs of life, and ends with the supervisor. */
export async function joinSupervisor(): Promise<Setbacks> {
  const setbacks = await new Promise<Setbacks>((resolve) => process.once("message", resolve));
  process.channel?.unref();
  // Without the supervisor, nobody waits for the result. The handlers of the signal end programs and containers.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  setInterval(() => void process.send?.({ event: "alive" }), PULSE).unref();
  return setbacks;
}
