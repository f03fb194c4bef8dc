/** Makes a deployment of a Kustomization of Flux. */
import { type Diagnostic, KrmError, type Location } from "../../diagnostics.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import { deploymentId, targetOfDirectory } from "../../render/index.ts";
import type { ObjectPlaces, PatchedBy, PrintedObject } from "../objects/index.ts";
import { substitutionOf } from "./after-build.ts";
import type { ControllerRules } from "./controller-rules.ts";
import { controlsOf } from "./controls.ts";
import { commonMetadataOf, editsOf, laterPlaces } from "./edits.ts";
import { componentsOf, directoryOf, FLUX_NAMESPACE, sourceReferenceOf } from "./kustomization.ts";
import { type Deployment, isKustomize } from "./recipe.ts";
import { readRelease } from "./release/index.ts";
import { findSource, type SourceRules } from "./sources.ts";

export interface ReadInput {
  readonly cluster: string;
  /** The deployment that prints the object; undefined for a root. */
  readonly parent: Deployment | undefined;
  readonly places: ObjectPlaces;
  readonly sources: SourceRules;
  readonly rules: ControllerRules;
}

/** The patches by which a parent may have changed its children. */
function patchesOf({ recipe, origin }: Deployment): PatchedBy {
  return { patches: (isKustomize(recipe) && recipe.edits.patches) || [], location: origin.location };
}

/** Reads a HelmRelease. */
export async function readReleaseDeployment(printed: PrintedObject, input: ReadInput): Promise<Deployment> {
  const { cluster, parent, places, sources } = input;
  const by = parent && { id: parent.id, patched: patchesOf(parent) };
  return readRelease(printed, { cluster, parent: by, places, sources });
}

/** Reads a Kustomization. */
export async function readDeployment(printed: PrintedObject, input: ReadInput): Promise<Deployment> {
  const { cluster, parent, places, sources, rules } = input;
  const { value, name } = printed;
  const namespace = printed.namespace || FLUX_NAMESPACE;
  const origin: Location = printed.origin ?? { file: "." };
  const placeOf = await places.of(origin, value, parent && patchesOf(parent));
  const deployment = { system: "flux", kind: "Kustomization", namespace, name, cluster } as const;
  const about = {
    id: deploymentId(deployment),
    deployment,
    origin: { location: origin, parent: parent?.id },
    object: value,
    controls: controlsOf(value),
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
  const directory = directoryOf(value);
  const source = await findSource(sourceReferenceOf(value, namespace), sources);
  const mapped = "reason" in source ? undefined : source.map(directory);
  if ("reason" in source || mapped === undefined) {
    const shown = `Kustomization ${namespace}/${name}`;
    const problem: Diagnostic = {
      code: "flux-source-elsewhere",
      severity: "error",
      message:
        "reason" in source
          ? `${shown} is not rendered: its source, ${source.source}, ${source.reason}`
          : `${shown} builds ${directory}, which its artifact does not have`,
      ...placeOf("spec", "sourceRef"),
      hint: "reason" in source ? source.hint : "Correct spec.path, or what the ArtifactGenerator copies.",
    };
    const elsewhere = "reason" in source ? { elsewhere: source } : {};
    return { ...about, path: targetOfDirectory(directory), recipe: { problem, ...elsewhere } };
  }
  const components = componentsOf(value).flatMap((path) => source.map(path) ?? []);
  try {
    const postBuild = valueAt(value, "spec", "postBuild");
    const recipe = {
      kind: "Kustomization",
      directory: mapped,
      pathPlace: placeOf("spec", "path"),
      components,
      ignore: source.ignore,
      edits: { ...editsOf(value, placeOf), replacesImages: rules.replacesImages },
      substitution: await substitutionOf(postBuild, {
        namespace,
        isStrict: rules.isStrict,
        lookUp: sources.lookUp,
        places,
        placeOf,
      }),
      commonMetadata: commonMetadataOf(value),
      places: laterPlaces(value, placeOf),
    } as const;
    return { ...about, path: targetOfDirectory(mapped), recipe };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [problem] = thrown.diagnostics;
    return {
      ...about,
      path: targetOfDirectory(mapped),
      recipe: { problem: { ...(problem as Diagnostic), ...placeOf("spec", "postBuild") } },
    };
  }
}
