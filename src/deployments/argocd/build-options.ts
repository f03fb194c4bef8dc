/** Reads the options that Argo CD gives to `kustomize build`: `kustomize.buildOptions` of argocd-cm. */

/** The rule for files that a kustomization names: `root-only` if they have to be below it. */
export type LoadRestrictor = "root-only" | "none";

const RESTRICTORS: ReadonlyMap<string, LoadRestrictor> = new Map([
  ["LoadRestrictionsNone", "none"],
  ["none", "none"],
  ["LoadRestrictionsRootOnly", "root-only"],
  ["rootOnly", "root-only"],
]);

/** Returns the restrictor that a line of options names; that of kustomize by default. Charts are inflated in any case. */
export function loadRestrictorIn(line: string): LoadRestrictor {
  const words = line.split(/[\s=]+/);
  const option = words.lastIndexOf("--load-restrictor");
  return (option < 0 ? undefined : RESTRICTORS.get(words[option + 1] ?? "")) ?? "root-only";
}
