/** Leaves Secrets out of a release; docs/specification/releases.md 3. */
import { redact } from "../manifests/index.ts";
import type { Rendered, RenderedResource } from "../render/index.ts";
import type { WithheldObject } from "./format.ts";

export interface Kept {
  readonly rendering: Rendered;
  readonly withheld: readonly WithheldObject[];
}

/**
 * The rendering without Secrets, and without objects that hold copies of them: those in which a review would withhold values.
 * They are left out whole, because an object with a part left out could be applied.
 */
export function withoutSecrets(rendering: Rendered): Kept {
  const resources: RenderedResource[] = [];
  const withheld: WithheldObject[] = [];
  for (const resource of rendering.resources) {
    const { apiVersion, kind, namespace, name } = resource;
    // Also a Secret without values: whoever withholds Secrets brings all of them along in another way.
    const isSecret = kind === "Secret" || redact(undefined, resource.value()).withheld;
    if (isSecret) withheld.push({ target: rendering.target, apiVersion, kind, namespace, name });
    else resources.push(resource);
  }
  return { rendering: { ...rendering, resources }, withheld };
}
