/** `diff --fail-on-danger`. */
import type { DangerLevel, Report } from "../../review/index.ts";
import { printDiagnostics, type Terminal } from "../terminal.ts";

/**
 * Prints the dangers of the level, and of higher ones.
 * @param lowest undefined for no gate, as `never`
 * @returns whether the command fails because of them
 */
export async function failsOnDanger(report: Report, lowest: string | undefined, terminal: Terminal): Promise<boolean> {
  if (lowest === undefined || lowest === "never") return false;
  const { dangerGate } = await import("../../report/danger-gate.ts");
  const gate = dangerGate(report, lowest as DangerLevel);
  if (gate !== undefined) await printDiagnostics(terminal, [gate]);
  return gate !== undefined;
}
