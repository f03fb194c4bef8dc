/** Silences dangers by an annotation of the object: `krm-render.dev/silence: "RULE: reason"`, one rule on each line. */
import { valueAt } from "../../manifests/index.ts";
import type { RenderedResource, Value } from "../../render/rendering.ts";
import { nearest } from "../../text/index.ts";
import type { Silence } from "../report.ts";
import type { Redactor } from "./redactor.ts";
import type { DangerPair } from "./rule.ts";

export const SILENCE_ANNOTATION = "krm-render.dev/silence";
const PATH = `/metadata/annotations/${SILENCE_ANNOTATION.replace("/", "~1")}`;

/** Further lines of one annotation are not read. */
const MAX_LINES = 50;
/** In UTF-16 code units. */
const MAX_REASON = 200;
const MAX_QUOTED = 60;
/** For one object. */
const MAX_PROBLEMS = 5;

export interface AnnotationSilences {
  /** By the ids of rules. */
  readonly silences: ReadonlyMap<string, Silence>;
  /** Mistakes in the annotation at head that base does not have. */
  readonly problems: readonly string[];
}

const NONE: AnnotationSilences = { silences: new Map(), problems: [] };

/**
 * Reads the annotation of both sides. A line of the base counts if head has it too, or has no object; the reason is that of the
 * base. A line that only head has is one of this change, and silences nothing.
 */
export function annotationSilences(
  pair: DangerPair,
  known: ReadonlySet<string>,
  redactor: Redactor,
): AnnotationSilences {
  const [before, after] = [annotationOf(pair.base), annotationOf(pair.head)];
  if (before === undefined && after === undefined) return NONE;
  const [base, head] = [linesOf(before, known), linesOf(after, known)];
  const silences = new Map<string, Silence>();
  const reasonOf = (side: "before" | "after", reason: string): string =>
    redactor.shows(side, PATH) ? redactor.line(reason, MAX_REASON) : "withheld";
  for (const [rule, reason] of base.reasons) {
    if (pair.head === undefined || head.reasons.has(rule))
      silences.set(rule, { by: "annotation", reason: reasonOf("before", reason) });
  }
  for (const [rule, reason] of head.reasons) {
    if (!silences.has(rule)) silences.set(rule, { by: "this-change", reason: reasonOf("after", reason) });
  }
  const old = new Set(base.problems);
  const problems = head.problems.filter((problem) => !old.has(problem)).slice(0, MAX_PROBLEMS);
  return { silences, problems: redactor.shows("after", PATH) ? problems.map((each) => redactor.line(each)) : [] };
}

/** The rules whose findings an object accepts, with a reason, whatever changed. @param known the ids of all rules */
export function acceptedBy(resource: RenderedResource, known: ReadonlySet<string>): Iterable<string> {
  const annotation = annotationOf(resource);
  return annotation === undefined ? [] : linesOf(annotation, known).reasons.keys();
}

function annotationOf(resource: RenderedResource | undefined): Value | undefined {
  // Most objects have no such annotation: it is not worth to read their values.
  if (!resource?.yaml.includes(SILENCE_ANNOTATION)) return undefined;
  return valueAt(resource.value(), "metadata", "annotations", SILENCE_ANNOTATION);
}

interface Lines {
  readonly reasons: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

function linesOf(value: Value | undefined, known: ReadonlySet<string>): Lines {
  const reasons = new Map<string, string>();
  const problems: string[] = [];
  if (typeof value !== "string") return { reasons, problems };
  const lines = value.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  for (const line of lines.slice(0, MAX_LINES)) {
    const colon = line.indexOf(":");
    const rule = (colon < 0 ? line : line.slice(0, colon)).trim();
    const reason = colon < 0 ? "" : line.slice(colon + 1).trim();
    if (!known.has(rule))
      problems.push(`names the rule ${quoted(rule)}, which does not exist${suggestion(rule, known)}`);
    else if (reason === "") problems.push(`gives no reason for ${rule}`);
    else if (!reasons.has(rule)) reasons.set(rule, reason);
  }
  if (lines.length > MAX_LINES) problems.push(`has more than ${MAX_LINES} lines, and only the first ones count`);
  return { reasons, problems };
}

function quoted(rule: string): string {
  return JSON.stringify(rule.slice(0, MAX_QUOTED));
}

function suggestion(rule: string, known: ReadonlySet<string>): string {
  const name = nearest(rule, known);
  return name === undefined ? "" : `; the nearest is ${name}`;
}
