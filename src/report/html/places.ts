/** Writes revisions, causes and places in the sources, with their links. */
import type { Cause, Report, Side } from "../../review/index.ts";
import { addressOf, type CauseList, placeOf, stepOf } from "../causes.ts";
import type { Links } from "../markdown-context.ts";
import type { Place } from "../problems.ts";
import { code, link, text } from "./markup.ts";

/** `main at 1a2b3c4 (merge base)` */
export function revision({ sha, label, reason }: Side, links: Links | undefined): string {
  const why = reason === "" ? "" : ` (${text(reason)})`;
  if (sha === null) return `${code(label)}${why}`;
  const short = sha.slice(0, 7);
  const isNamed = label.includes(short);
  const commit = link(code(isNamed ? label : short), links?.commit(sha));
  return `${isNamed ? "" : `${code(label)} at `}${commit}${why}`;
}

/** The places that made a change, with what they did. */
export function causes({ shown, more }: CauseList, report: Report, links: Links | undefined): string {
  const list = shown.map((cause: Cause) => {
    const step = stepOf(cause);
    const linked = link(code(placeOf(cause)), addressOf(cause, report, links));
    return `${linked}${step === "" ? "" : ` (${text(step)})`}`;
  });
  return `${list.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

/** A place of one side of the comparison. */
export function place({ file, line }: Place, { sha }: Side, links: Links | undefined): string {
  if (file === undefined) return "";
  const label = code(line === undefined ? file : `${file}:${line}`);
  return sha === null ? label : link(label, links?.blob(sha, file, line));
}
