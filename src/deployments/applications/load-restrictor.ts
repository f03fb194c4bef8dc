/** Finds the rule of Argo CD for the files that kustomizations name, where a file of the repository sets it. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import type { Tree } from "../../sources/tree.ts";
import { type LoadRestrictor, loadRestrictorIn } from "../argocd/index.ts";

/** The fields of argocd-cm, which values of a chart have too, and of the ArgoCD objects of an operator. */
export const OPTION_FIELDS = ["kustomize.buildOptions", "kustomizeBuildOptions"] as const;
/** The field, in a map or in a text that holds one, on one line or with its text on the next one; not in a comment. */
const SETTING =
  /(?:^|[{,])[^\S\n]*["']?(?:kustomize\.buildOptions|kustomizeBuildOptions)["']?[^\S\n]*[:=][^\S\n]*(?:[|>][-+]?[^\S\n]*\n[^\S\n]*)?(?:"([^"\n]*)"|'([^'\n]*)'|([^\n#]*))/gm;

/** Gives that of the Argo CD whose objects a directory declares; undefined where it is not known. */
export type RestrictorOf = (directory: string) => LoadRestrictor | undefined;

/** Few files set the options; each is compared with each directory. */
const MAX_FILES = 200;

/**
 * The nearest file counts: that which has most directories in common. None does of several that say different things.
 * @param paths of the files that may set options
 */
export async function argoRestrictor(tree: Tree, paths: readonly string[]): Promise<RestrictorOf> {
  const found: { readonly directory: string; readonly restrictor: LoadRestrictor }[] = [];
  for (const path of paths.slice(0, MAX_FILES)) {
    const text = Buffer.from(await tree.read(path)).toString("utf8");
    for (const [, double, single, plain] of text.matchAll(SETTING)) {
      const line = double ?? single ?? plain ?? "";
      if (line.startsWith("--")) found.push({ directory: posix.dirname(path), restrictor: loadRestrictorIn(line) });
    }
  }
  const known = new Map<string, LoadRestrictor | undefined>();
  return (directory) => getOrInsert(known, directory, () => nearest(directory, found));
}

function nearest(
  directory: string,
  found: readonly { readonly directory: string; readonly restrictor: LoadRestrictor }[],
): LoadRestrictor | undefined {
  const shared = found.map((each) => commonSteps(each.directory, directory));
  const most = Math.max(...shared);
  const best = found.filter((_, index) => shared[index] === most).map(({ restrictor }) => restrictor);
  return new Set(best).size === 1 ? best[0] : undefined;
}

function commonSteps(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  const differing = a.findIndex((step, index) => step !== b[index]);
  return differing < 0 ? a.length : differing;
}
