/** Leaves Secrets out of a release; docs/specification/releases.md 3. */
import type { RedactionRule } from "../configuration/index.ts";
import { isWithheldFrom } from "../manifests/index.ts";
import type { Rendered, RenderedResource } from "../render/index.ts";
import type { WithheldObject } from "./format.ts";

export interface Kept {
  readonly rendering: Rendered;
  readonly withheld: readonly WithheldObject[];
}

/**
 * The rendering without Secrets, and without the other objects in which a review would withhold values. They are left out whole,
 * because an object with a part left out could be applied.
 * @param rules what is withheld besides Secrets, and what annotations name
 */
export function withoutSecrets(rendering: Rendered, rules: readonly RedactionRule[]): Kept {
  const resources: RenderedResource[] = [];
  const withheld: WithheldObject[] = [];
  for (const resource of rendering.resources) {
    const { apiVersion, kind, namespace, name } = resource;
    // Also a Secret without values: users who withhold Secrets deliver all of them in another way.
    if (kind === "Secret" || isWithheldFrom(resource, rules))
      withheld.push({ target: rendering.target, apiVersion, kind, namespace, name });
    else resources.push(resource);
  }
  return { rendering: { ...rendering, resources }, withheld };
}
