/** Explains where the values of an object come from: records the steps of a build, and answers questions about them. */
import type { Diagnostic } from "../diagnostics.ts";
import { type BuildOptions, createBuilder } from "../engine/index.ts";
import type { Tree } from "../sources/index.ts";
import { Explainer } from "./explanation.ts";
import { Tracer } from "./history.ts";
import { Places } from "./places.ts";
import { ReadFiles } from "./read-files.ts";

export type { ExplainedChange, ExplainedObject, Explainer, Explanation, ObjectList } from "./explanation.ts";
export type { ObjectQuery } from "./selection.ts";
export { explanationText, listText } from "./text.ts";

export interface Explained {
  readonly explainer: Explainer;
  /** Warnings and notices of the build. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds a directory of a tree, and records the changes of each step.
 * @param directory absolute within the tree, as `Builder.build` takes it
 * @throws KrmError for a directory that does not build
 */
export async function explainBuild(tree: Tree, directory: string, options: BuildOptions): Promise<Explained> {
  const [tracer, files] = [new Tracer(), new ReadFiles()];
  const builder = createBuilder(files.watch(tree), { ...options, trace: tracer });
  const { resources, diagnostics } = await builder.build(directory);
  const explainer = new Explainer(tracer, new Places(files), resources);
  return { explainer, diagnostics: explainer.masked(diagnostics) };
}
