/** The side of the process that does the work. */
import type { Setbacks } from "./messages.ts";

/** Milliseconds between two signs of life. */
const PULSE = 500;

/** Whether this process was started by {@link superviseProgram}. */
export function isSupervised(): boolean {
  return process.send !== undefined;
}

/** Receives what earlier workers were lost with. From then on, this process gives signs of life, and ends with the supervisor. */
export async function joinSupervisor(): Promise<Setbacks> {
  const setbacks = await new Promise<Setbacks>((resolve) => process.once("message", resolve));
  process.channel?.unref();
  // Without the supervisor, nobody waits for the result. The handlers of the signal end programs and containers.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  setInterval(() => void process.send?.({ event: "alive" }), PULSE).unref();
  return setbacks;
}
