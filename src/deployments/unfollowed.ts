/** Warns of Applications that a deployment renders and the search has not come to. */
import type { Diagnostic } from "../diagnostics.ts";
import type { BuiltResource } from "../engine/index.ts";
import type { Walked } from "./applications/index.ts";
import { ARGOCD_NAMESPACE, isApplication, isApplicationSet } from "./argocd/index.ts";
import type { Deployment } from "./builds/index.ts";

type Named = Pick<BuiltResource, "kind" | "namespace" | "name">;

/** The names of all Applications and sets that the search has come to. */
export function followedNames(walked: Iterable<Walked>): ReadonlySet<string> {
  return new Set([...walked].map(({ declared }) => nameOf(declared.object)));
}

/** @param followed see {@link followedNames} */
export function unfollowed(
  { origin }: Deployment,
  resources: readonly BuiltResource[],
  followed: () => ReadonlySet<string>,
): readonly Diagnostic[] {
  const declaring = resources.filter((each) => isApplication(each) || isApplicationSet(each));
  const [first, ...more] = declaring.map(nameOf).filter((name) => !followed().has(name));
  if (first === undefined) return [];
  const others = more.length === 0 ? "" : `; neither is what ${more.length} more deploy`;
  return [
    {
      code: "argocd-children-unknown",
      severity: "warning",
      message: `it is not known what ${first} deploys, because the search does not see that it is rendered here${others}`,
      ...origin.location,
      hint: "What it deploys is not rendered. To have it rendered, copy what declares it into the repository.",
    },
  ];
}

function nameOf({ kind, namespace, name }: Named): string {
  return `${kind} ${namespace || ARGOCD_NAMESPACE}/${name}`;
}
