/** The rendering of a target: the input of reviews and of the writers of manifests. Plain data. */
import type { Diagnostic } from "../diagnostics.ts";
import type { BuiltResource } from "../engine/context/built.ts";

export type { Value } from "../yaml/index.ts";

/** One object of a rendering. */
export type RenderedResource = BuiltResource;

export interface Rendered {
  readonly status: "rendered";
  /** The id of the target. */
  readonly target: string;
  /** In output order. */
  readonly resources: readonly RenderedResource[];
  /** Warnings and notices, and errors of a controller that refuses the objects. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Failed {
  readonly status: "failed";
  readonly target: string;
  /** At least one of severity `error`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The target does not exist in this tree: it is not a directory, or has no kustomization file. */
export interface Absent {
  readonly status: "absent";
  readonly target: string;
}

export type Rendering = Rendered | Failed | Absent;

/** The manifests of a rendering as `build` prints them: documents joined by `---`. */
export function manifest(rendering: Rendered): string {
  return [...documents(rendering)].join("");
}

/** The parts of {@link manifest}, which may be longer than a text can be. */
export function* documents({ resources }: Rendered): Iterable<string> {
  for (const [index, { yaml }] of resources.entries()) {
    if (index > 0) yield "---\n";
    yield yaml;
  }
}
