/** `krm-render build [DIR]` without options, for the small program that runs most builds (src/start). */
import type { Invocation } from "../command.ts";
import { statusOf } from "../outcome.ts";
import type { Terminal } from "../terminal.ts";
import { build } from "./build.ts";

/** Builds one directory and returns the exit status. Never throws. */
export function runPlainBuild(directory: string | undefined, terminal: Terminal): Promise<number> {
  const invocation: Invocation = {
    arguments: directory === undefined ? [] : [directory],
    value: () => undefined,
    values: () => [],
    has: () => false,
  };
  return statusOf(terminal, async () => (await build(invocation))(terminal));
}
