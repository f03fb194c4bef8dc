import { type FormatError, thisMachine } from "./executable-format.ts";

/** Explains why a program could not be started: the reason, and a hint for the usual ones. */
export function startError(error: NodeJS.ErrnoException): { readonly detail: string; readonly hint?: string } {
  switch (error.code) {
    case "ENOENT":
      return {
        detail: "there is no such program, or the interpreter that its first line names does not exist",
        hint: "Check that its first line names an interpreter of this machine, and ends without a carriage return.",
      };
    case "EACCES":
      return {
        detail: "it is not executable",
        hint: "Run `chmod +x` on it; so that git keeps it, `git update-index --chmod=+x` as well.",
      };
    case "ENOEXEC": {
      const isKnown = (error as Partial<FormatError>).format !== undefined;
      return {
        detail: isKnown ? error.message : "this machine does not run what it is",
        hint: `Use a program that was built for ${thisMachine()}, or a script that begins with a line such as \`#!/bin/sh\`.`,
      };
    }
    case "E2BIG":
      return { detail: "its arguments and variables are too long" };
    default:
      return { detail: error.message };
  }
}
