/** Builds the targets of a repository once, with no consent of a workflow, to find out what each lacks. */
import type { FoundDeployments } from "../../deployments/index.ts";
import type { BuildOptions } from "../../engine/index.ts";
import { deploymentOf, directoryTarget, isDeploymentId, type Rendering, renderSides } from "../../render/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { parseResources } from "../../yaml/index.ts";
import { type Documents, isDeploying } from "../survey/index.ts";
import { type Coverage, elsewhere, UnknownValues } from "./coverage.ts";
import { type FailedTarget, failuresOf, type TrialFailure } from "./failures.ts";
import { releaseCoverage, rendersCharts } from "./release-coverage.ts";

export interface Trial {
  /** The numbers of directories. */
  readonly built: number;
  readonly total: number;
  /** The directories that do not build. In the order of `OBSTACLES`, without obstacles that none has. */
  readonly failures: readonly TrialFailure[];
  /** The part of the deployments that is rendered; undefined if there are none. Those that render charts are not tried. */
  readonly coverage: Coverage | undefined;
  /** The objects that deploy directories, as the targets print them. */
  readonly deploying: Documents;
}

/** The seconds for all builds of targets. The targets that are left are not tried. */
const MAX_SECONDS = 120;
/** The most characters of objects that deploy directories. Equal ones count once. */
const MAX_DEPLOYING = 16 * 1024 * 1024;

export interface TrialOptions {
  readonly loadRestrictor: NonNullable<BuildOptions["loadRestrictor"]>;
  /** The deployments of the tree; without them, all targets are directories. */
  readonly deployments?: FoundDeployments | undefined;
  readonly onProgress?: ((done: number, total: number, target: string) => void) | undefined;
}

/** Builds targets but those that render charts, without programs and connections: the builds have no ports for them. @param ids of the targets */
export async function tryTargets(tree: Tree, ids: readonly string[], options: TrialOptions): Promise<Trial> {
  const { loadRestrictor, deployments, onProgress } = options;
  const failed: FailedTarget[] = [];
  const deploying = new Set<string>();
  const unknown = new UnknownValues();
  let room = MAX_DEPLOYING;
  let [built, builtDeployments] = [0, 0];
  const others = ids.filter((id) => !rendersCharts(id, deployments));
  const left = elsewhere(others, deployments);
  const tried = others.filter((id) => !left.ids.has(id));
  const note = (id: string, head: Rendering): void => {
    if (head.status === "failed") {
      const example = head.diagnostics.find(({ severity }) => severity === "error");
      if (example !== undefined) failed.push({ target: id, example });
    }
    if (head.status !== "rendered") return;
    if (isDeploymentId(id)) builtDeployments++;
    else built++;
    unknown.note(id, head.diagnostics);
    for (const { apiVersion, kind, yaml } of head.resources) {
      if (!isDeploying(apiVersion, kind) || deploying.has(yaml) || yaml.length > room) continue;
      deploying.add(yaml);
      room -= yaml.length;
    }
  };
  const builder = deployments?.builder({ loadRestrictor });
  const deadline = { at: performance.now() + MAX_SECONDS * 1000, totalSeconds: MAX_SECONDS };
  await renderSides(
    { base: tree, head: tree },
    tried.map((id) => deployments?.get(id) ?? directoryTarget(id)),
    { build: { loadRestrictor }, deployments: builder && { base: builder, head: builder }, deadline, onProgress },
    ({ target: { id } }, _base, head) => {
      note(id, head);
      return true;
    },
  );
  const total = others.filter(isDeploymentId).length;
  const releases = releaseCoverage(ids, deployments);
  return {
    built,
    total: others.length - total,
    failures: failuresOf(failed.filter(({ target }) => !isDeploymentId(target))),
    coverage:
      total === 0 && releases === undefined
        ? undefined
        : {
            total,
            kinds: [...new Set(others.flatMap((id) => deploymentOf(id)?.kind ?? []))].sort(),
            exact: builtDeployments - unknown.deployments.size,
            unknown: unknown.sources(),
            elsewhere: left.reasons,
            failures: failuresOf(failed.filter(({ target }) => isDeploymentId(target))),
            releases,
          },
    deploying: [...deploying].flatMap((yaml) => parseResources(yaml, "").filter((node) => node.kind === "map")),
  };
}
