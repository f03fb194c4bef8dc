/** Makes deployments of the charts that `deployments.charts` lists: no object of the repository says how helm installs them. */
import { posix } from "node:path";
import type { ChartRecipe } from "../../charts/index.ts";
import type { InstalledChart } from "../../configuration/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { deploymentId } from "../../render/index.ts";
import type { Tree } from "../../sources/tree.ts";
import type { Deployment } from "../flux/index.ts";
import type { PlaceOf } from "../objects/index.ts";

/** A release that `helm upgrade --install` makes. Plain data. */
export interface InstalledRecipe {
  readonly kind: "Release";
  /** The chart. */
  readonly charts: readonly [ChartRecipe];
  /** The place of all that the configuration says of it. */
  readonly places: readonly [PlaceOf];
  readonly namespace: string;
}

export interface InstalledCharts {
  readonly deployments: ReadonlyMap<string, Deployment<InstalledRecipe>>;
  /** The entries whose directories hold no chart in the tree. */
  readonly missing: readonly InstalledChart[];
}

/** A chart that the tree does not have is no deployment of it: a change may add it. */
export async function installedCharts(entries: readonly InstalledChart[], tree: Tree): Promise<InstalledCharts> {
  const deployments = new Map<string, Deployment<InstalledRecipe>>();
  const missing: InstalledChart[] = [];
  for (const entry of entries) {
    const isThere = (await tree.lookup(posix.join("/", entry.path, "Chart.yaml")))?.type === "file";
    if (!isThere) {
      missing.push(entry);
      continue;
    }
    const deployment = deploymentOf(entry);
    deployments.set(deployment.id, deployment);
  }
  return { deployments, missing };
}

/** Warns of an entry whose chart neither side has. */
export function missingChart({ path, place }: InstalledChart): Diagnostic {
  return {
    code: "helm-chart-missing",
    severity: "warning",
    message: `${path} holds no Chart.yaml, so no release of it is rendered`,
    ...place,
    hint: "Correct the path in deployments.charts, or remove the entry.",
  };
}

function deploymentOf({
  path,
  release,
  namespace,
  cluster,
  values,
  place,
}: InstalledChart): Deployment<InstalledRecipe> {
  const deployment = { system: "helm", kind: "Release", namespace, name: release, cluster } as const;
  const chart: ChartRecipe = {
    chart: { from: "tree", directory: posix.join("/", path), location: place, packagedBy: "helm" },
    releaseName: release,
    namespace,
    values: values.map((file) => ({ path: posix.join("/", file.path), location: file.place })),
    settings: [],
    capabilities: { kubeVersion: undefined, apiVersions: [] },
    includesCrds: true,
    skipsTests: true,
    skipsHooks: false,
    skipsSchema: false,
    readBy: "kubectl",
  };
  return {
    id: deploymentId(deployment),
    path,
    deployment,
    origin: { location: place, parent: undefined },
    object: null,
    controls: { prunes: true, deletionPolicy: "Delete", isSuspended: false, forces: false, isKept: false },
    dependsOn: [],
    problems: [],
    recipe: { kind: "Release", charts: [chart], places: [() => place], namespace },
  };
}
