/** Which rules of kustomize-controller hold in a cluster: they follow the version that the repository installs. */
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { PrintedObject } from "../objects/index.ts";
import { isFluxInstance, isHelmRelease } from "./kustomization.ts";

export interface ControllerRules {
  /** True if an undefined variable fails the Kustomization, as it does since 1.9.0. */
  readonly isStrict: boolean;
  /** True if an image replaces the entry of the file as a whole, as before 1.9.4. */
  readonly replacesImages: boolean;
}

/** The rules where the repository says nothing of the version. */
export const NEWEST_RULES: ControllerRules = { isStrict: true, replacesImages: false };

const GATE = "StrictPostBuildSubstitutions";

/**
 * The rules that an object says hold: the Deployment of the controller, a FluxInstance, or the HelmRelease of a chart that makes one.
 * Undefined for all others.
 */
export function rulesOf(object: PrintedObject): ControllerRules | undefined {
  if (isFluxInstance(object)) return rulesOfDistribution(valueAt(object.value, "spec", "distribution"));
  if (isHelmRelease(object))
    return rulesOfDistribution(valueAt(object.value, "spec", "values", "instance", "distribution"));
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

/** The first versions of flux-operator whose manifests have Flux 2.9.0, and 2.9.4. */
const OPERATORS = [
  { minor: 53, flux: [9, 0] },
  { minor: 58, flux: [9, 4] },
] as const;

/** A version of Flux, or the newest one of the manifests of an operator. Flux 2.N has kustomize-controller 1.N. */
function rulesOfDistribution(distribution: Value | undefined): ControllerRules | undefined {
  const exact = /^v?2\.(\d+)(?:\.(\d+|x|\*))?$/.exec(textAt(distribution, "version") ?? "");
  if (exact !== null) return withVersion(Number(exact[1]), Number(exact[2]), undefined);
  const operator = /flux-operator-manifests:v0\.(\d+)\.\d+(?:@.*)?$/.exec(textAt(distribution, "artifact") ?? "");
  if (operator === null) return undefined;
  const has = OPERATORS.filter(({ minor }) => minor <= Number(operator[1])).at(-1);
  const [minor, patch] = has?.flux ?? [8, 0];
  return withVersion(minor, patch, undefined);
}

/** @param patch not a number where it is not known: the newest one counts */
function withVersion(minor: number, patch: number, gate: string | undefined): ControllerRules {
  const isBefore = (otherMinor: number, otherPatch: number): boolean =>
    minor < otherMinor || (minor === otherMinor && patch < otherPatch);
  return {
    isStrict: gate === undefined ? !isBefore(9, 0) : gate === "true",
    replacesImages: isBefore(9, 4),
  };
}

export function haveSameRules(a: ControllerRules, b: ControllerRules): boolean {
  return a.isStrict === b.isStrict && a.replacesImages === b.replacesImages;
}
