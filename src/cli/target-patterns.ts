/** Reads the patterns that choose targets. */
import { readFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import { failure } from "../diagnostics.ts";
import { isDeploymentId } from "../render/index.ts";
import type { Invocation } from "./command.ts";
import type { Place } from "./session.ts";

/**
 * Reads the patterns, relative to the top. Arguments are relative to the working directory; the lines of `--targets-from` are
 * relative to the top, as `targets` prints them.
 * @param invocation with the settings of the repository, whose `targets` count if neither is given
 * @returns undefined to select every target
 */
export function targetPatterns(invocation: Invocation, { top, cwd }: Place): readonly string[] | undefined {
  const file = invocation.value("targets-from");
  const configured = invocation.values("targets");
  const listed = file === undefined ? [] : readList(file === "-" ? 0 : resolve(cwd, file), file);
  const given = invocation.arguments.map((argument) => fromTop(argument, top, cwd));
  if (file !== undefined || given.length > 0) return [...given, ...listed];
  return configured.length > 0 ? configured : undefined;
}

function fromTop(pattern: string, top: string, cwd: string): string {
  const [, sign = "", body = ""] = /^([!+](?!\())?(.*)$/s.exec(pattern) ?? [];
  // No directory is meant.
  if (isDeploymentId(body)) return pattern;
  return sign + (posix.relative(top, posix.resolve(cwd, body)) || ".");
}

/** Each line is a target; `targets` prints a tab and the reason after it. */
function readList(file: string | number, name: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    return lines.map((line) => line.split("\t", 1)[0]?.trim() ?? "").filter((line) => line !== "");
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("unreadable", `the list of targets cannot be read: ${reason}`, { file: name, cause: error });
  }
}
