/** Warns about annotations that should withhold values, but cannot be read. */
import type { Diagnostic } from "../diagnostics.ts";
import { annotationPatterns, REDACT_ANNOTATION } from "../manifests/index.ts";
import type { RenderedResource } from "../render/rendering.ts";

/** One warning for each object whose annotation cannot be read. The text of the annotation may be a value, and is not quoted. */
export function redactionProblems(resources: readonly RenderedResource[]): Diagnostic[] {
  return resources
    .filter((one) => one.yaml.includes(REDACT_ANNOTATION) && annotationPatterns(one.value()) === "invalid")
    .map(({ kind, namespace, name, origin }) => ({
      ...origin,
      code: "invalid-redaction",
      severity: "warning",
      message: `the annotation ${REDACT_ANNOTATION} of ${kind} ${name} is not a list of paths, so all values of the object are withheld`,
      object: `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`,
      hint: "Write JSON Pointers, separated by line breaks or commas: /data/license, /spec/template/spec/containers/*/env/*/value.",
    }));
}
