/** Makes a deployment of a HelmRelease of Flux; docs/specification/flux-releases.md. */
import { posix } from "node:path";
import { type Diagnostic, KrmError, type Location } from "../../../diagnostics.ts";
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import { type DeploymentName, deploymentId, targetOfDirectory } from "../../../render/index.ts";
import type { Value } from "../../../yaml/index.ts";
import type { ObjectPlaces, PatchedBy, PrintedObject } from "../../objects/index.ts";
import { type Controls, controlsOf } from "../controls.ts";
import { commonMetadataOf } from "../edits.ts";
import { FLUX_NAMESPACE } from "../kustomization.ts";
import type { SourceRules, Unrenderable } from "../sources.ts";
import { findChart } from "./chart-source.ts";
import { postRenderersOf } from "./post-renderers.ts";
import { releaseNameOf, releaseNamespaceOf } from "./release-name.ts";
import type { CrdPolicy, HookRules, PostRenderStrategy, ReleaseRecipe } from "./release-recipe.ts";
import { valueSourcesOf } from "./value-sources.ts";
import { composeValues } from "./values/index.ts";

export interface ReadReleaseInput {
  readonly cluster: string;
  /** The deployment that prints the object, with its patches; undefined for one that nothing renders. */
  readonly parent: { readonly id: string; readonly patched: PatchedBy } | undefined;
  readonly places: ObjectPlaces;
  readonly sources: SourceRules;
}

/** A HelmRelease, with what is needed to render it. */
export interface Release {
  readonly id: string;
  readonly deployment: DeploymentName;
  /** The directory of the chart in the tree, or that of the file that declares the release. */
  readonly path: string;
  readonly origin: { readonly location: Location; readonly parent: string | undefined };
  readonly object: Value;
  readonly controls: Controls;
  readonly dependsOn: readonly { readonly id: string; readonly location: Location }[];
  readonly problems: readonly Diagnostic[];
  readonly recipe: ReleaseRecipe | Unrenderable;
}

export function isHelmRelease({ apiVersion, kind }: Pick<PrintedObject, "apiVersion" | "kind">): boolean {
  return kind === "HelmRelease" && apiVersion.startsWith("helm.toolkit.fluxcd.io/");
}

export async function readRelease(printed: PrintedObject, input: ReadReleaseInput): Promise<Release> {
  const { cluster, parent, places, sources } = input;
  const { value, name } = printed;
  const namespace = printed.namespace || FLUX_NAMESPACE;
  const origin: Location = printed.origin ?? { file: "." };
  const placeOf = await places.of(origin, value, parent?.patched);
  const deployment = { system: "flux", kind: "HelmRelease", namespace, name, cluster } as const;
  const shown = `HelmRelease ${namespace}/${name}`;
  const about = {
    id: deploymentId(deployment),
    deployment,
    path: targetOfDirectory(posix.join("/", posix.dirname(origin.file))),
    origin: { location: origin, parent: parent?.id },
    object: value,
    controls: releaseControlsOf(value),
    dependsOn: listAt(value, "spec", "dependsOn").map((entry, index) => ({
      id: deploymentId({
        ...deployment,
        namespace: textAt(entry, "namespace") || namespace,
        name: textAt(entry, "name") ?? "",
      }),
      location: placeOf("spec", "dependsOn", index),
    })),
    problems: [],
  };
  const chart = await findChart(value, { shown, namespace, sources, places, placeOf });
  if ("problem" in chart) return { ...about, recipe: chart };
  const { source, ignore, reconcileStrategy } = chart;
  const path = source.from === "tree" ? targetOfDirectory(source.directory) : about.path;
  try {
    const given = await valueSourcesOf(value, { shown, namespace, lookUp: sources.lookUp, places, placeOf });
    const composed = composeValues(given.sources, valueAt(value, "spec", "values"), placeOf("spec", "values"));
    const withheld = printed.withheld ?? [];
    const crds = { install: policyOf(value, "install"), upgrade: policyOf(value, "upgrade") };
    const recipe: ReleaseRecipe = {
      kind: "HelmRelease",
      chart: {
        chart: source,
        releaseName: releaseNameOf(value, name),
        namespace: releaseNamespaceOf(value, namespace),
        values: [{ value: composed.value, display: `the values of ${shown}` }],
        settings: composed.settings,
        capabilities: { kubeVersion: undefined, apiVersions: [] },
        includesCrds: crds.install !== "Skip" || crds.upgrade !== "Skip",
        // Post-renderers see all hooks: those that never run are left out behind them.
        skipsTests: false,
        skipsHooks: false,
        // What stands for values that are not known need not match it.
        skipsSchema:
          given.lacksValues ||
          isSet(value, "install", "disableSchemaValidation") ||
          isSet(value, "upgrade", "disableSchemaValidation"),
      },
      ignore,
      secrets: [...composed.secrets, ...below(withheld, ["spec", "values"])],
      postRenderers: postRenderersOf(value, placeOf, shown),
      postRenderStrategy: strategyOf(value),
      commonMetadata: commonMetadataOf(value),
      writesSecrets: ["postRenderers", "commonMetadata"].some((field) => below(withheld, ["spec", field]).length > 0),
      crds,
      hooks: hooksOf(value),
      reconcileStrategy,
      places: {
        release: origin,
        valueOf: (steps) =>
          composed.originOf(steps) ??
          (valueAt(value, "spec", "values", ...steps) === undefined ? undefined : placeOf("spec", "values", ...steps)),
      },
    };
    const problems = [
      ...chart.problems,
      ...given.problems,
      ...composed.problems,
      ...preservedValues(value, shown, placeOf),
    ];
    return { ...about, path, problems, recipe };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [problem] = thrown.diagnostics;
    return { ...about, path, recipe: { problem: { ...placeOf("spec", "valuesFrom"), ...(problem as Diagnostic) } } };
  }
}

/** A release that is removed is uninstalled with all of its objects, unless it is suspended. */
function releaseControlsOf(object: Value): Controls {
  const { isSuspended, isKept } = controlsOf(object);
  const orphans = textAt(object, "spec", "uninstall", "deletionPropagation") === "orphan";
  // `upgrade.force` replaces an object, and does not delete it before.
  return { isSuspended, isKept, prunes: true, deletionPolicy: "Delete", forces: false, orphans };
}

function isSet(object: Value, action: string, field: string): boolean {
  return valueAt(object, "spec", action, field) === true;
}

function policyOf(object: Value, action: "install" | "upgrade"): CrdPolicy {
  const policy = textAt(object, "spec", action, "crds");
  return policy === "Skip" || policy === "CreateReplace" ? policy : "Create";
}

function strategyOf(object: Value): PostRenderStrategy {
  const strategy = textAt(object, "spec", "postRenderStrategy");
  return strategy === "nohooks" || strategy === "separate" ? strategy : "combined";
}

/** docs/specification/flux-releases.md 5.3, 5.4 */
function hooksOf(object: Value): HookRules {
  const events = ["install", "upgrade", "rollback"].flatMap((action) =>
    isSet(object, action, "disableHooks") ? [] : [`pre-${action}`, `post-${action}`],
  );
  if (!isSet(object, "uninstall", "disableHooks")) events.push("pre-delete", "post-delete");
  if (isSet(object, "test", "enable")) events.push("test");
  const names = (isExcluded: boolean): readonly string[] =>
    listAt(object, "spec", "test", "filters").flatMap((filter) => {
      const name = textAt(filter, "name");
      return name !== undefined && (valueAt(filter, "exclude") === true) === isExcluded ? [name] : [];
    });
  return { events, onlyTests: names(false), exceptTests: names(true) };
}

/** The rest of the paths that lead through a field, or into it from above. */
function below(paths: readonly (readonly string[])[], field: readonly string[]): readonly (readonly string[])[] {
  return paths.flatMap((path) =>
    field.every((step, index) => index >= path.length || path[index] === step) ? [path.slice(field.length)] : [],
  );
}

function preservedValues(
  object: Value,
  shown: string,
  placeOf: (...path: readonly string[]) => Location,
): readonly Diagnostic[] {
  if (!isSet(object, "upgrade", "preserveValues")) return [];
  return [
    {
      code: "flux-values-preserved",
      severity: "notice",
      message: `${shown} keeps the values of the release in the cluster where it gives no others: it is rendered without these`,
      ...placeOf("spec", "upgrade", "preserveValues"),
      hint: "Remove preserveValues, or write all values down.",
    },
  ];
}
