/** The result of a check, and its text. */
import { visible } from "../../diagnostics.ts";

export interface Finding {
  /** A `problem` keeps a run from working, a `warning` from doing all that it could. */
  readonly status: "ok" | "warning" | "problem";
  /** One sentence without a full stop. */
  readonly message: string;
  /** An instruction; absent if the status is ok. */
  readonly remedy?: string;
}

export function ok(message: string): Finding {
  return { status: "ok", message };
}

export function warning(message: string, remedy: string): Finding {
  return { status: "warning", message, remedy };
}

export function problem(message: string, remedy: string): Finding {
  return { status: "problem", message, remedy };
}

const WIDTH = "problem".length;

/** One line for each finding, and one for its remedy. Names in them may hold any character. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ status, message, remedy }) => [
    `${status.padEnd(WIDTH)}  ${one(message)}`,
    ...(remedy === undefined ? [] : [`${" ".repeat(WIDTH)}  ${one(remedy)}`]),
  ]);
}

function one(text: string): string {
  return visible(text.replaceAll(/\s+/g, " "));
}
