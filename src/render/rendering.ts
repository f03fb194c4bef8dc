/** What rendering a target yields: the input of review and of the writers of manifests. Plain data. */
import type { Diagnostic, Location } from "../diagnostics.ts";

/** JSON-like value of a resource as printed. Integers beyond 2^53 are BigInt; nothing else deviates from JSON. */
export type Value = null | boolean | number | bigint | string | Value[] | { [key: string]: Value };

/** One object of a rendering. */
export interface RenderedResource {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty when the object names none. */
  readonly namespace: string;
  /** The name in the output. */
  readonly name: string;
  /** The name without the content hash that a generator appended; equal to `name` for all others. */
  readonly baseName: string;
  /** The document as `build` prints it, ending in a newline, without separators. */
  readonly yaml: string;
  /** The same document as a value; computed on first use and kept. */
  value(): Value;
  /** The file that the object came from, or the kustomization whose generator made it. */
  readonly origin?: Location | undefined;
}

export interface Rendered {
  readonly status: "rendered";
  /** The target's path, relative to the tree's top, `.` for the top itself. */
  readonly target: string;
  readonly resources: readonly RenderedResource[];
  /** Warnings and notices. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Failed {
  readonly status: "failed";
  readonly target: string;
  /** At least one of severity `error`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The target does not exist in this tree: it is not a directory there, or has no kustomization file. */
export interface Absent {
  readonly status: "absent";
  readonly target: string;
}

export type Rendering = Rendered | Failed | Absent;

/** The manifests of a rendering as `build` prints them: documents joined by `---`. */
export function manifest(rendering: Rendered): string {
  return rendering.resources.map((resource) => resource.yaml).join("---\n");
}
