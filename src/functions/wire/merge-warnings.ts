/** Warnings about returned objects; docs/specification/wire-format.md 5.1, 5.2, 6.2. */
import type { Location, Warn } from "../../diagnostics.ts";
import type { Resource } from "../../resource/index.ts";
import { INTERNAL } from "./annotations.ts";
import { describeRename, type Rename } from "./dangling-references.ts";

export interface Merging {
  /** The name of the function in messages. */
  readonly title: string;
  readonly location: Location;
  readonly warn: Warn;
  /** Set for plugins: unlike functions, they give objects no path annotations. */
  readonly withoutPaths?: boolean | undefined;
  /** Whether kustomize reads the text of the output itself, so that the places of new objects are known. */
  readonly readAsIs?: boolean | undefined;
}

/** Reserved annotations that the function added. */
export function warnOfRefused(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  if (names.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} sets ${list(names)} on ${resource.describe()}, which it did not receive; this is ignored`,
    ...location,
    object: resource.describe(),
    hint: "Leave annotations of internal.config.kubernetes.io unchanged: the build keeps its state in them.",
  }));
}

/** Requests that count only in the output of a generator. They stay in the output. */
export function warnOfRequests(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  if (names.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} sets ${list(names)} on ${resource.describe()}, which has no effect in a transformer`,
    ...location,
    object: resource.describe(),
    hint: "List the function under `generators`, or remove the annotation.",
  }));
}

/** Reserved annotations that the function dropped. */
export function warnOfLost(names: readonly string[], resource: Resource, { title, location, warn }: Merging): void {
  const short = names.map((name) => name.slice(INTERNAL.length));
  const effects = [
    short.includes("needsHashSuffix") ? "its name gets no hash" : "",
    short.includes("previousNames") ? "references to its earlier name are not updated" : "",
  ].filter((effect) => effect !== "");
  if (effects.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} drops annotations of ${resource.describe()} that the build needs: ${effects.join(", and ")}`,
    ...location,
    object: resource.describe(),
    hint: "Keep the annotations of internal.config.kubernetes.io in the output.",
  }));
}

/** A reference to an object that the function renamed. */
export function warnOfDangling(
  [rename, referrer, path]: readonly [Rename, Resource, string],
  { title, location, warn }: Merging,
): void {
  warn(() => ({
    code: "function-rename",
    severity: "warning",
    message: `${title} renames ${describeRename(rename)}, but ${path} of ${referrer.describe()} keeps the old name`,
    ...location,
    object: referrer.describe(),
    hint: "Let the function update the reference, or rename the object by namePrefix, nameSuffix or a patch.",
  }));
}

/** Up to three names, and the number of the others. */
export function list(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}
