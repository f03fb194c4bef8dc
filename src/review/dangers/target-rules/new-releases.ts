/** Objects that go while a HelmRelease of their name comes, whose chart probably makes them again. */
import { textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Excuse } from "../rule.ts";

/** An object of which a HelmRelease that the change brings installs a release of its name into its namespace. What charts make, nobody sees here. */
export const RELEASED_AGAIN: readonly Excuse[] = ["removed-workload", "removed-route"].map((rule) => ({
  rule,
  onlyLowers: true,
  ending: ", unless the chart of the new HelmRelease of its name makes it again",
  *excused({ pairs }, found) {
    const releases = new Set(pairs.flatMap(({ base, head }) => (base === undefined && head ? releasesOf(head) : [])));
    if (releases.size === 0) return;
    for (const pair of found) if (isOneOf(releases, pair)) yield pair;
  },
}));

function isOneOf(releases: ReadonlySet<string>, { base, head }: DangerPair): boolean {
  return base !== undefined && head === undefined && releases.has(keyOf(base.namespace, base.name));
}

/** The names of the release that an object installs, with its namespace; none for one that is suspended, or for another cluster. */
function releasesOf(resource: RenderedResource): readonly string[] {
  if (resource.kind !== "HelmRelease" || groupOf(resource) !== "helm.toolkit.fluxcd.io") return [];
  const spec = valueAt(resource.value(), "spec");
  if (valueAt(spec, "suspend") === true || valueAt(spec, "kubeConfig") !== undefined) return [];
  const namespace = textAt(spec, "targetNamespace") ?? resource.namespace;
  return [resource.name, textAt(spec, "releaseName") ?? resource.name].map((name) => keyOf(namespace, name));
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}\0${name}`;
}
