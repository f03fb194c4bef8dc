/** Renders one target of one tree. */
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import type { Builder } from "../engine/index.ts";
import type { RecordedTree } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { DeploymentBuilder } from "./deployment-builder.ts";
import type { Rendering } from "./rendering.ts";
import { type Deadline, timeIsUp } from "./shared-time.ts";
import { directoryOfTarget, holdsKustomization, isDeploymentId } from "./target.ts";
import type { Turn } from "./turns.ts";

export interface TreeRenderer {
  readonly builder: Builder;
  readonly tree: Tree;
  /** Builds the targets that are no directories; without it, the tree has none. */
  readonly deployments: DeploymentBuilder | undefined;
  /** Targets that are not rendered: the work on them ended the process. They fail with this diagnostic. */
  readonly lost: ReadonlyMap<string, Diagnostic> | undefined;
  readonly deadline: Deadline | undefined;
}

/**
 * A failure is a rendering.
 * @param seconds the limit of the build, undefined for none; 0 if the time is over
 * @param recorded the tree, if its record is to hold what the rendering depends on
 */
export async function renderTarget(
  { builder, tree, deployments, lost, deadline }: TreeRenderer,
  { target, builds }: Pick<Turn, "target" | "builds">,
  seconds: number | undefined,
  recorded?: RecordedTree,
): Promise<Rendering> {
  const reason =
    seconds === 0 && deadline !== undefined ? timeIsUp("was not rendered", target, deadline) : lost?.get(target);
  if (reason !== undefined) return { status: "failed", target, diagnostics: [reason] };
  try {
    if (isDeploymentId(target)) {
      const built = await deployments?.build(target, { builds, timeoutSeconds: seconds, recorded });
      if (built === undefined) return { status: "absent", target };
      return { status: "rendered", target, resources: built.resources, diagnostics: built.diagnostics };
    }
    const directory = directoryOfTarget(target);
    if (!(await holdsKustomization(recorded ?? tree, directory))) return { status: "absent", target };
    const { resources, diagnostics } = await builder.build(directory, { builds, timeoutSeconds: seconds, recorded });
    return { status: "rendered", target, resources, diagnostics };
  } catch (error) {
    return { status: "failed", target, diagnostics: diagnosticsOf(error) };
  }
}
