/**
 * `krm-render build [DIR]` and nothing else, which is what most builds are: a program of its own, so that it can be loaded
 * faster. What it would import dynamically is not in it: the bundler puts the whole program in its place, which then
 * starts over. Nothing has been printed by then.
 */
import { build } from "./build.ts";
import type { Invocation } from "./command.ts";
import { statusOf } from "./outcome.ts";
import { endWith, processTerminal } from "./process-terminal.ts";

const [, directory] = process.argv.slice(2);
const invocation: Invocation = {
  arguments: directory === undefined ? [] : [directory],
  value: () => undefined,
  values: () => [],
  has: () => false,
};
const terminal = processTerminal();
void statusOf(terminal, () => build(invocation, terminal)).then((status) => endWith(terminal, status));
