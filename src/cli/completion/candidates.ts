/** Finds what can follow in a command line, from the table of commands. */
import { HELP_OPTION } from "../arguments.ts";
import type { Command, Option } from "../command.ts";

/** What a word can be: one of some words, a path, a revision of git, or something that cannot be listed. */
export type Candidates = { readonly words: readonly string[] } | "directories" | "files" | "revisions" | "nothing";

/** What the value of an option can be; undefined for a switch. */
export function valuesOf({ value, choices }: Option): Candidates | undefined {
  if (value === undefined) return undefined;
  if (choices !== undefined) return { words: choices };
  if (value === "DIR" || value === "OUT") return "directories";
  if (value === "FILE" || value === "PATH") return "files";
  return value === "REV" ? "revisions" : "nothing";
}

/** What the arguments of a command can be. */
export function argumentsOf({ usage, maxArguments }: Command): Candidates {
  if (maxArguments === 0) return "nothing";
  const firsts = usage.map((form) => form.split(" ", 1)[0] ?? "");
  const words = firsts.flatMap((first) => (/^[a-z]+(?:\|[a-z]+)*$/.test(first) ? first.split("|") : []));
  if (words.length > 0) return { words };
  return firsts.some((first) => first.includes("FILE")) ? "files" : "directories";
}

export function optionsOf(command: Command): readonly Option[] {
  return [...command.options, HELP_OPTION];
}
