/**
 * What is told of objects that came back, and keeps no build from going on;
 * docs/specification/wire-format.md 5.1, 5.2, 6.2.
 */

import type { Location, Warn } from "../../diagnostics.ts";
import type { Resource } from "../../resource/index.ts";
import { INTERNAL } from "./annotations.ts";
import { describeRename, type Rename } from "./dangling.ts";

export interface Merging {
  /** What messages call the function. */
  readonly title: string;
  readonly location: Location;
  readonly warn: Warn;
  /** Functions tell objects a path, which later functions of the build see; plugins do not. */
  readonly withoutPaths?: boolean | undefined;
}

export function warnOfRefused(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  if (names.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} sets ${list(names)} on ${resource.describe()}, which it was not given; this is ignored`,
    ...location,
    object: resource.describe(),
    hint: "These annotations are the bookkeeping of the build: leave them as they are.",
  }));
}

/** What only counts from a generator stays in the output. */
export function warnOfRequests(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  if (names.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} sets ${list(names)} on ${resource.describe()}, which has no effect in a transformer`,
    ...location,
    object: resource.describe(),
    hint: "List the function under `generators`, or leave the annotation out.",
  }));
}

export function warnOfLost(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  const short = names.map((name) => name.slice(INTERNAL.length));
  const effects = [
    short.includes("needsHashSuffix") ? "its name gets no hash" : "",
    short.includes("previousNames") ? "references by its earlier name are not updated" : "",
  ].filter((effect) => effect !== "");
  if (effects.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} drops annotations of ${resource.describe()} that the build needs: ${effects.join(", and ")}`,
    ...location,
    object: resource.describe(),
    hint: "Keep the annotations of internal.config.kubernetes.io.",
  }));
}

export function warnOfDangling(
  [rename, referrer, path]: readonly [Rename, Resource, string],
  { title, location, warn }: Merging,
): void {
  warn(() => ({
    code: "function-rename",
    severity: "warning",
    message: `${title} renames ${describeRename(rename)}, and ${path} of ${referrer.describe()} keeps the old name`,
    ...location,
    object: referrer.describe(),
    hint: "Let the function change the reference, too, or rename by namePrefix, nameSuffix or a patch.",
  }));
}

/** The first of many. */
export function list(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}
