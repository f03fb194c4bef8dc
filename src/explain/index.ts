/** Explains where the values of an object come from: records the steps of a build, and answers questions about them. */
import type { RedactionRule } from "../configuration/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { BuildOptions } from "../engine/index.ts";
import type { Tree } from "../sources/index.ts";
import { Explainer } from "./explanation.ts";
import { type Controlled, recordBuild, TracedBuild } from "./traced-build.ts";
import { type AskedObject, wantedFor } from "./wanted.ts";

export type { Explanation } from "./explanation-schema.ts";
export type { Reason } from "./reasons.ts";
export { explainReleased, type GivenValue } from "./released.ts";
export type { ObjectQuery } from "./selection.ts";
export { explanationText, listText } from "./text.ts";
export type { OutputName, TracedBuild, TracedObject } from "./traced-build.ts";
export type { AskedObject } from "./wanted.ts";

export interface Explained {
  readonly explainer: Explainer;
  /** Warnings and notices of the build. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds a directory of a tree, and records the changes of each step.
 * @param directory absolute within the tree, as `Builder.build` takes it
 * @param rules what to withhold besides Secrets, and what annotations name
 * @param deployment what makes it the build of a deployment
 * @throws KrmError for a directory that does not build
 */
export async function explainBuild(
  tree: Tree,
  directory: string,
  options: BuildOptions,
  rules: readonly RedactionRule[] = [],
  deployment?: Controlled,
): Promise<Explained> {
  const { tracer, places, resources, diagnostics } = await recordBuild(tree, directory, options, { deployment });
  const explainer = new Explainer(tracer, places, resources, rules);
  return { explainer, diagnostics: explainer.masked(diagnostics) };
}

export interface TraceOptions {
  /** The files at or below a path that are worth naming as reasons. */
  readonly filesAt: (path: string) => readonly string[];
  /** The objects that are asked for; all of them if absent. */
  readonly asked?: readonly AskedObject[] | undefined;
  /** In place of that of the build options. */
  readonly timeoutSeconds?: number | undefined;
  /** Makes it the build of a deployment. */
  readonly deployment?: Controlled | undefined;
}

/**
 * Builds a directory of a tree, to ask for the reasons of its objects and fields.
 * @throws KrmError for a directory that does not build
 */
export async function traceBuild(
  tree: Tree,
  directory: string,
  options: BuildOptions,
  { filesAt, asked, timeoutSeconds, deployment }: TraceOptions,
): Promise<TracedBuild> {
  const extentOf = asked && wantedFor(asked);
  return new TracedBuild(
    await recordBuild(tree, directory, options, { extentOf, timeoutSeconds, deployment }),
    filesAt,
  );
}
