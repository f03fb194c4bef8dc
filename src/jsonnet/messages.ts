/** Reads what jsonnet prints about errors: the message, and the place in a file of the repository. */
import { posix } from "node:path";
import type { Location } from "../diagnostics.ts";
import { presentable } from "../processes/index.ts";
import { TOP } from "./import-closure.ts";

/** Longer messages quote values. */
const MAX_MESSAGE = 1000;

/** A line and a column behind a path, or those of the first line of a range in parentheses. */
const PLACE = new RegExp(`${TOP}(/[^\\n\\t]*?):\\(?(\\d+):(\\d+)`);
const PREFIX = /^(?:RUNTIME|STATIC) ERROR: /;
/** The whole place in front of a message, with the space behind it. */
const PLACE_IN_FRONT = new RegExp(`^${TOP}/[^\\n\\t]*?:(?:\\d+:\\d+(?:-\\d+)?|\\(\\d+:\\d+\\)-\\(\\d+:\\d+\\)):?\\s+`);
const PATHS = new RegExp(`${TOP}(/[^\\s:"']*)`, "g");

/** @param display shows a path of the tree. @returns no location for an error in code that no file has */
export function messageOf(
  stderr: string,
  display: (path: string) => string,
): { readonly message: string; readonly location: Location | undefined } {
  // The jsonnet in C++ leaves `..` in paths.
  const shown = (path: string): string => display(posix.normalize(path));
  const found = PLACE.exec(stderr);
  const location = found && {
    file: shown(found[1] as string),
    line: Number(found[2]),
    column: Number(found[3]),
  };
  // Behind the message follow the frames of the stack, or the line with the mistake.
  const end = stderr.search(/\n(?:\t|\n)/);
  const own = (end < 0 ? stderr : stderr.slice(0, end)).replace(PREFIX, "").replace(PLACE_IN_FRONT, "");
  const message = own.slice(0, MAX_MESSAGE).replaceAll(PATHS, (_, path: string) => shown(path));
  return { message: presentable(message), location: location ?? undefined };
}
