/** The name of the release that a HelmRelease installs; docs/specification/flux-releases.md 2. */
import { createHash } from "node:crypto";
import { textAt } from "../../../manifests/index.ts";
import type { Value } from "../../../yaml/index.ts";

/** Helm accepts no longer name. */
const MAX_NAME = 53;
const DIGITS = 12;

/** @param name of the HelmRelease */
export function releaseNameOf(object: Value, name: string): string {
  const given = textAt(object, "spec", "releaseName");
  const target = textAt(object, "spec", "targetNamespace");
  return shortened(given || (target ? `${target}-${name}` : name));
}

/** @param own the namespace of the HelmRelease */
export function releaseNamespaceOf(object: Value, own: string): string {
  return textAt(object, "spec", "targetNamespace") || own;
}

function shortened(name: string): string {
  if (name.length <= MAX_NAME) return name;
  const digest = createHash("sha256").update(name).digest("hex");
  return `${name.slice(0, MAX_NAME - DIGITS - 1)}-${digest.slice(0, DIGITS)}`;
}
