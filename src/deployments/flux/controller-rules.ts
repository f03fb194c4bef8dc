/** Which rules of kustomize-controller hold in a cluster: they follow the version that the repository installs. */
import { listAt, textAt } from "../../manifests/index.ts";
import type { PrintedObject } from "../objects/index.ts";
import { isFluxInstance } from "./kustomization.ts";

export interface ControllerRules {
  /** True if an undefined variable fails the Kustomization, as it does since 1.9.0. */
  readonly isStrict: boolean;
  /** True if an image replaces the entry of the file as a whole, as before 1.9.4. */
  readonly replacesImages: boolean;
}

/** The rules where the repository says nothing of the version. */
export const NEWEST_RULES: ControllerRules = { isStrict: true, replacesImages: false };

const GATE = "StrictPostBuildSubstitutions";

/** The rules that an object says hold: the Deployment of the controller, or a FluxInstance. Undefined for all others. */
export function rulesOf(object: PrintedObject): ControllerRules | undefined {
  if (isFluxInstance(object)) {
    // Flux 2.N has kustomize-controller 1.N. What is no exact version takes the newest one.
    const version = /^v?2\.(\d+)(?:\.(\d+))?$/.exec(textAt(object.value, "spec", "distribution", "version") ?? "");
    if (version === null) return undefined;
    return withVersion(Number(version[1]), version[2] === undefined ? undefined : Number(version[2]), undefined);
  }
  if (object.kind !== "Deployment" || object.name !== "kustomize-controller") return undefined;
  for (const container of listAt(object.value, "spec", "template", "spec", "containers")) {
    const image = textAt(container, "image") ?? "";
    const version = /kustomize-controller:v1\.(\d+)\.(\d+)/.exec(image);
    const gate = listAt(container, "args").flatMap((arg) =>
      typeof arg === "string" ? (new RegExp(`\\b${GATE}=(true|false)\\b`).exec(arg)?.[1] ?? []) : [],
    )[0];
    if (version !== null || gate !== undefined)
      return withVersion(Number(version?.[1] ?? Number.NaN), Number(version?.[2] ?? Number.NaN), gate);
  }
  return undefined;
}

function withVersion(minor: number, patch: number | undefined, gate: string | undefined): ControllerRules {
  const isBefore = (otherMinor: number, otherPatch: number): boolean =>
    minor < otherMinor || (minor === otherMinor && patch !== undefined && patch < otherPatch);
  return {
    isStrict: gate === undefined ? !isBefore(9, 0) : gate === "true",
    replacesImages: isBefore(9, 4),
  };
}
