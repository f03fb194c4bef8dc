/** Finds the sync windows of an AppProject that are about an Application; docs/specification/argocd-projects.md 6. */
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import { isPlainPattern, wildcards } from "./patterns/index.ts";

/** When Argo CD syncs an Application, or does not. */
export interface SyncWindow {
  /** `deny 0 22 * * * for 1h (Europe/Berlin)` */
  readonly text: string;
  /** Somebody may sync all the same. */
  readonly allowsManual: boolean;
}

/** The most windows of a project, and the most patterns of one. */
const MAX_WINDOWS = 100;
/** The longest pattern, and the longest name that is compared. */
const MAX_LENGTH = 300;

/** @param project the object @param application the object */
export function syncWindowsOf(project: Value, application: Value): readonly SyncWindow[] {
  const windows = listAt(project, "spec", "syncWindows").slice(0, MAX_WINDOWS);
  return windows.flatMap((window) => {
    const text = textOf(window);
    if (text === undefined || !isAbout(window, application)) return [];
    return [{ text, allowsManual: valueAt(window, "manualSync") === true }];
  });
}

/** Undefined for one with a field that Argo CD refuses. */
function textOf(window: Value): string | undefined {
  const [kind = "", schedule = "", duration = ""] = ["kind", "schedule", "duration"].map((key) => textAt(window, key));
  const zone = textAt(window, "timeZone") ?? "";
  const isKnown =
    /^(?:allow|deny)$/.test(kind) && /^[\w*,/@?# -]{1,60}$/.test(schedule) && /^[\d.hmsuµn]{1,20}$/.test(duration);
  if (!isKnown || !/^[\w+/-]{0,40}$/.test(zone)) return undefined;
  return `${kind} ${schedule} for ${duration}${zone === "" ? "" : ` (${zone})`}`;
}

/** One of the lists has to match, or each that is not empty. */
function isAbout(window: Value, application: Value): boolean {
  const destination = valueAt(application, "spec", "destination");
  const given: readonly (readonly [list: string, texts: readonly (string | undefined)[]])[] = [
    ["applications", [textAt(application, "metadata", "name")]],
    ["clusters", [textAt(destination, "name"), textAt(destination, "server")].filter((text) => text !== "")],
    ["namespaces", [textAt(destination, "namespace") ?? ""]],
  ];
  const answers = given.flatMap(([field, texts]) => {
    const patterns = listAt(window, field).slice(0, MAX_WINDOWS);
    return patterns.length === 0 ? [] : [patterns.some((pattern) => texts.some((text) => matches(pattern, text)))];
  });
  const isAll = valueAt(window, "andOperator") === true;
  return answers.length > 0 && (isAll ? answers.every(Boolean) : answers.some(Boolean));
}

function matches(pattern: Value, text: string | undefined): boolean {
  if (typeof pattern !== "string" || text === undefined) return false;
  if (pattern === "*") return true;
  if (pattern.length > MAX_LENGTH || text.length > MAX_LENGTH || !isPlainPattern(pattern)) return false;
  return wildcards(pattern)(text);
}
