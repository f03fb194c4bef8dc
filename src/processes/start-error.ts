import { type FormatError, thisMachine } from "./executable-format.ts";

/** Explains why a program could not be started: the reason, and a hint for the usual ones. */
export function startError(error: NodeJS.ErrnoException): { readonly detail: string; readonly hint?: string } {
  const { code = "", message } = error;
  if (code !== "ENOEXEC") return EXPLANATIONS[code] ?? { detail: message };
  const isKnown = (error as Partial<FormatError>).format !== undefined;
  return {
    detail: isKnown ? message : "this machine does not run what it is",
    hint: `Use a program that was built for ${thisMachine()}, or a script that begins with a line such as \`#!/bin/sh\`.`,
  };
}

const EXPLANATIONS: Readonly<Record<string, ReturnType<typeof startError>>> = {
  ENOENT: {
    detail: "there is no such program, or the interpreter that its first line names does not exist",
    hint: "Check that its first line names an interpreter of this machine, and ends without a carriage return.",
  },
  EACCES: {
    detail: "it is not executable",
    hint: "Run `chmod +x` on it; so that git keeps it, `git update-index --chmod=+x` as well.",
  },
  E2BIG: { detail: "its arguments and variables are too long" },
};
