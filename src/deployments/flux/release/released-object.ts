/** An object of a chart on its way from helm to the cluster, and facts about it. */
import type { Location } from "../../../diagnostics.ts";
import { resourceId, scalarText } from "../../../resource/index.ts";
import { get, isNull, type MapNode } from "../../../yaml/nodes/node.ts";
import type { ReleaseRecipe } from "./release-recipe.ts";

export interface ReleasedObject {
  readonly node: MapNode;
  /** The file of the chart that it comes from; undefined if that is not known. */
  readonly template: string | undefined;
  readonly hook: { readonly events: readonly string[] } | undefined;
  /** The paths of values that come from Secrets. */
  readonly withheld: readonly (readonly string[])[];
}

/** The hook that an object is, by its annotation: helm looks again behind post-renderers. */
export function hookOf(node: MapNode): ReleasedObject["hook"] {
  const events = get(get(get(node, "metadata"), "annotations"), "helm.sh/hook");
  if (events?.kind !== "scalar" || isNull(events)) return undefined;
  return { events: events.value.split(",").map((event) => event.trim().toLowerCase()) };
}

export function identityOf(node: MapNode): ReturnType<typeof resourceId> {
  const metadata = get(node, "metadata");
  const [apiVersion, kind] = [scalarText(get(node, "apiVersion")), scalarText(get(node, "kind"))];
  return resourceId(apiVersion, kind, scalarText(get(metadata, "name")), scalarText(get(metadata, "namespace")));
}

export function nameOf(node: MapNode): string {
  return scalarText(get(get(node, "metadata"), "name"));
}

/** The place of a template in the tree, or else of the HelmRelease. The files of subcharts may be packed. */
export function originOf(template: string | undefined, { chart: { chart }, places }: ReleaseRecipe): Location {
  const path = template?.replace(/^[^/]*\//, "");
  if (
    chart.from !== "tree" ||
    path === undefined ||
    /^charts\/|\.t(ar\.)?gz$/.test(path) ||
    /\.t(ar\.)?gz$/.test(chart.directory)
  )
    return places.release;
  return { file: `${chart.directory === "/" ? "" : chart.directory.slice(1)}/${path}`.replace(/^\//, "") };
}
