/** Makes a deployment of a Kustomization of Flux. */
import type { Diagnostic, Location } from "../../diagnostics.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import { targetOfDirectory } from "../../render/index.ts";
import type { Deployment } from "../deployment.ts";
import type { ObjectPlaces } from "../object-places.ts";
import type { PrintedObject } from "../printed-object.ts";
import { controlsOf } from "./controls.ts";
import { commonMetadataOf, editsOf } from "./edits.ts";
import { componentsOf, directoryOf, FLUX_NAMESPACE, sourceReferenceOf } from "./kustomization.ts";
import { findSource, type SourceRules } from "./sources.ts";
import { substitutionOf } from "./variables.ts";

export interface ReadInput {
  readonly cluster: string;
  /** The deployment that prints the object; undefined for a root. */
  readonly parent: Deployment | undefined;
  readonly places: ObjectPlaces;
  readonly sources: SourceRules;
  /** True if an undefined variable fails the Kustomization, as it does since kustomize-controller 1.9. */
  readonly isStrict: boolean;
}

/** The id of a deployment: no path has two slashes in a row. */
export function idOf(cluster: string, namespace: string, name: string): string {
  return `flux://${cluster}/${namespace}/${name}`;
}

export async function readDeployment(printed: PrintedObject, input: ReadInput): Promise<Deployment> {
  const { cluster, parent, places, sources, isStrict } = input;
  const { value, name } = printed;
  const namespace = printed.namespace || FLUX_NAMESPACE;
  const origin: Location = printed.origin ?? { file: "." };
  const placeOf = await places.of(origin, parent?.origin.location);
  const about = {
    id: idOf(cluster, namespace, name),
    deployment: { system: "flux", kind: "Kustomization", namespace, name, cluster } as const,
    origin: { location: origin, parent: parent?.id },
    object: value,
    controls: controlsOf(value),
    dependsOn: listAt(value, "spec", "dependsOn").map((entry, index) => ({
      id: idOf(cluster, textAt(entry, "namespace") || namespace, textAt(entry, "name") ?? ""),
      location: placeOf("spec", "dependsOn", index),
    })),
    problems: [],
  };
  const directory = directoryOf(value);
  const source = await findSource(sourceReferenceOf(value, namespace), sources);
  const mapped = "message" in source ? undefined : source.map(directory);
  if ("message" in source || mapped === undefined) {
    const shown = `Kustomization ${namespace}/${name}`;
    const problem: Diagnostic = {
      code: "flux-source-elsewhere",
      severity: "error",
      message:
        "message" in source
          ? `${shown} is not rendered: ${source.message}`
          : `${shown} builds ${directory}, which its artifact does not have`,
      ...placeOf("spec", "sourceRef"),
      hint: "message" in source ? source.hint : "Correct spec.path, or what the ArtifactGenerator copies.",
    };
    return { ...about, path: targetOfDirectory(directory), recipe: { problem } };
  }
  const components = componentsOf(value).flatMap((path) => source.map(path) ?? []);
  return {
    ...about,
    path: targetOfDirectory(mapped),
    recipe: {
      directory: mapped,
      pathPlace: placeOf("spec", "path"),
      components,
      ignore: source.ignore,
      edits: editsOf(value, placeOf),
      substitution: await substitutionOf(valueAt(value, "spec", "postBuild"), {
        namespace,
        isStrict,
        lookUp: sources.lookUp,
        placeOf,
      }),
      commonMetadata: commonMetadataOf(value),
    },
  };
}
