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
  /** Set if kustomize reads the text of the output itself, so that the places of new objects are known. */
  readonly readAsIs?: boolean | undefined;
}

/** Reserved annotations that the function added. */
export function warnOfRefused(names: readonly string[], resource: Resource, step: Merging): void {
  if (names.length === 0) return;
  const hint = "Leave annotations of internal.config.kubernetes.io unchanged: the build keeps its state in them.";
  warnAbout(resource, step, "function-annotation", hint, (title, object) => {
    return `${title} sets ${list(names)} on ${object}, which it did not receive; this is ignored`;
  });
}

/** Requests that count only in the output of a generator. They stay in the output. */
export function warnOfRequests(names: readonly string[], resource: Resource, step: Merging): void {
  if (names.length === 0) return;
  const hint = "List the function under `generators`, or remove the annotation.";
  warnAbout(resource, step, "function-annotation", hint, (title, object) => {
    return `${title} sets ${list(names)} on ${object}, which has no effect in a transformer`;
  });
}

/** Reserved annotations that the function dropped. */
export function warnOfLost(names: readonly string[], resource: Resource, step: Merging): void {
  const short = names.map((name) => name.slice(INTERNAL.length));
  const effects = [
    short.includes("needsHashSuffix") ? "its name gets no hash" : "",
    short.includes("previousNames") ? "references to its earlier name are not updated" : "",
  ].filter((effect) => effect !== "");
  if (effects.length === 0) return;
  const hint = "Keep the annotations of internal.config.kubernetes.io in the output.";
  warnAbout(resource, step, "function-annotation", hint, (title, object) => {
    return `${title} drops annotations of ${object} that the build needs: ${effects.join(", and ")}`;
  });
}

/** A reference to an object that the function renamed. */
export function warnOfDangling(rename: Rename, referrer: Resource, path: string, step: Merging): void {
  const hint = "Let the function update the reference, or rename the object by namePrefix, nameSuffix or a patch.";
  warnAbout(referrer, step, "function-rename", hint, (title, object) => {
    return `${title} renames ${describeRename(rename)}, but ${path} of ${object} keeps the old name`;
  });
}

function warnAbout(
  resource: Resource,
  { title, location, warn }: Merging,
  code: string,
  hint: string,
  message: (title: string, object: string) => string,
): void {
  warn(() => {
    const object = resource.describe();
    return { code, severity: "warning", message: message(title, object), ...location, object, hint };
  });
}

/** Up to three names, and the number of the others. */
export function list(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}
