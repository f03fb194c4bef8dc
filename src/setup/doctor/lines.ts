/** Writes findings as lines. */
import { visible } from "../../diagnostics.ts";
import type { Finding } from "./finding.ts";

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
