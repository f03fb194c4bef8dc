/** Finds what can follow in a command line, from the table of commands. */
import type { Command, Option } from "../command.ts";

type Texts = Readonly<Record<"directories" | "files" | "revisions" | "nothing", string>>;

/** The possible words at one place: a list, or a kind of paths or names that the shell finds. */
export type Candidates = { readonly words: readonly string[] } | keyof Texts;

/** Writes candidates in the language of a shell. @param words writes a list, separated by spaces */
export function candidatesText(candidates: Candidates, texts: Texts, words: (list: string) => string): string {
  return typeof candidates === "string" ? texts[candidates] : words(candidates.words.join(" "));
}

/** The candidates for the value of an option; undefined for a switch. */
export function valuesOf({ value, choices }: Option): Candidates | undefined {
  if (value === undefined) return undefined;
  if (choices !== undefined) return { words: choices };
  if (value === "DIR" || value === "OUT") return "directories";
  if (value === "FILE" || value === "PATH") return "files";
  return value === "REV" ? "revisions" : "nothing";
}

/** The candidates for the arguments of a command. */
export function argumentsOf({ usage, maxArguments }: Command): Candidates {
  if (maxArguments === 0) return "nothing";
  const firsts = usage.map((form) => form.split(" ", 1)[0] ?? "");
  const words = firsts.flatMap((first) => (/^[a-z]+(?:\|[a-z]+)*$/.test(first) ? first.split("|") : []));
  if (words.length > 0) return { words };
  return firsts.some((first) => first.includes("FILE")) ? "files" : "directories";
}
