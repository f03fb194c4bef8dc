/** Warns of what deployments of Flux declare that the search could not find out. */
import type { Diagnostic } from "../diagnostics.ts";
import { unknownDeclared } from "./applications/index.ts";
import type { Found } from "./found.ts";

const WHY = "the search, which fetches nothing for Flux, cannot build it";

/** Warns of deployments of Flux of which no side tells what they declare. */
export function unknownOfFlux({ failed }: Found, other: Found | undefined): readonly Diagnostic[] {
  const isKnown = (id: string): boolean => other?.deployments.has(id) === true && !other.failed.has(id);
  const [first, ...more] = [...failed].filter(([id]) => !isKnown(id));
  if (first === undefined) return [];
  const [id, problem] = first;
  const hint =
    "The Kustomizations, HelmReleases and Applications among it are not rendered, unless another one declares them.";
  return [{ ...unknownDeclared(id, problem, more.length, WHY), code: "flux-children-unknown", hint }];
}
