/** Moves old spellings to the fields that replaced them (docs/specification/kustomization-file.md 3.2). */
import type { TextEntry } from "./decoder.ts";
import type { Kustomization, KustomizationFile } from "./kustomization.ts";
import type { ConfigMapArgs, HelmChart, HelmGlobals, OldHelmChart } from "./kustomization-parts.ts";

/** The only version of each kind. */
export function defaultApiVersion(kind: string): string {
  return `kustomize.config.k8s.io/${kind === "Component" ? "v1alpha1" : "v1beta1"}`;
}

/** Replaces the old spellings of a kustomization. @param written a file whose kind has been checked */
export function fixUp(written: KustomizationFile & Pick<Kustomization, "fieldPlaces">): Kustomization {
  const {
    bases,
    imageTags,
    configMapGenerator,
    secretGenerator,
    helmChartInflationGenerator: oldCharts,
    ...same
  } = written;
  const kind = written.kind === "Component" ? "Component" : "Kustomization";
  const helmGlobals = written.helmGlobals ?? globalsOf(oldCharts);
  return {
    ...same,
    apiVersion: written.apiVersion || defaultApiVersion(kind),
    kind,
    // An empty list counts as given under its new name only (docs/specification/kustomization-file.md 3.3).
    ...(bases?.length && { resources: [...(written.resources ?? []), ...bases] }),
    ...(imageTags?.length && { images: [...(written.images ?? []), ...imageTags] }),
    ...(oldCharts?.length && { helmCharts: [...(written.helmCharts ?? []), ...oldCharts.map(chartOf)] }),
    ...(configMapGenerator && { configMapGenerator: configMapGenerator.map(joinEnv) }),
    ...(secretGenerator && { secretGenerator: secretGenerator.map(joinEnv) }),
    ...(helmGlobals && { helmGlobals }),
  };
}

function joinEnv<Args extends ConfigMapArgs>(written: Args & { readonly env?: TextEntry }): Args {
  const { env, ...args } = written;
  if (env === undefined || env.text === "") return args as unknown as Args;
  return { ...args, envs: [...(args.envs ?? []), env] } as unknown as Args;
}

/** kustomize drops the other fields of the old form too: release namespace, extra arguments, the helm binary. */
function chartOf(old: OldHelmChart): HelmChart {
  return {
    ...(old.chartName !== undefined && { name: old.chartName }),
    ...(old.chartVersion !== undefined && { version: old.chartVersion }),
    ...(old.chartRepoUrl !== undefined && { repo: old.chartRepoUrl }),
    ...(old.values !== undefined && { valuesFile: old.values }),
    ...(old.valuesLocal !== undefined && { valuesInline: old.valuesLocal }),
    ...(old.valuesMerge !== undefined && { valuesMerge: old.valuesMerge }),
    ...(old.releaseName !== undefined && { releaseName: old.releaseName }),
    location: old.location,
  };
}

/** The last of several homes counts. */
function globalsOf(charts: readonly OldHelmChart[] | undefined): HelmGlobals | undefined {
  const configHome = charts?.findLast((chart) => chart.helmHome)?.helmHome;
  const chartHome = charts?.findLast((chart) => chart.chartHome)?.chartHome;
  const place = charts?.findLast((chart) => chart.helmHome || chart.chartHome)?.location;
  if (place === undefined) return undefined;
  return { ...(configHome && { configHome }), ...(chartHome && { chartHome }), location: place };
}
