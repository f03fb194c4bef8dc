/** Finds the rule of Argo CD for the files that kustomizations name, where a file of the repository sets it. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { KrmError } from "../../diagnostics.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { parseResources, toValue, type Value } from "../../yaml/index.ts";
import { type LoadRestrictor, loadRestrictorIn } from "../argocd/index.ts";

/** The fields of argocd-cm, which values of a chart have too, and of the ArgoCD objects of an operator. */
export const OPTION_FIELDS = ["kustomize.buildOptions", "kustomizeBuildOptions"] as const;
/** The name of the ConfigMap that has the options of an Argo CD. */
const CONFIG_MAP = "argocd-cm";
/** Texts of kustomizations that may generate it, out of files of any name. */
export const OPTIONS_GENERATOR = ["configMapGenerator", CONFIG_MAP] as const;
/** The field, in a map, a list or a text that holds one, on one line or with its text on the next one; not in a comment. */
const SETTING =
  /(?:^|[[{,])[^\S\n]*(?:-[^\S\n]+)?["']?(?:kustomize\.buildOptions|kustomizeBuildOptions)["']?[^\S\n]*[:=][^\S\n]*(?:[|>][-+]?[^\S\n]*\n[^\S\n]*)?(?:"([^"\n]*)"|'([^'\n]*)'|([^\n#]*))/gm;

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
    const text = await textOf(tree, path);
    const lines = [...linesIn(text), ...(await generatedLines(tree, path, text))];
    for (const line of lines.filter((each) => each.startsWith("--")))
      found.push({ directory: posix.dirname(path), restrictor: loadRestrictorIn(line) });
  }
  const known = new Map<string, LoadRestrictor | undefined>();
  return (directory) => getOrInsert(known, directory, () => nearest(directory, found));
}

function linesIn(text: string): readonly string[] {
  return [...text.matchAll(SETTING)].map(
    ([, double, single, plain]) => double ?? single ?? plain?.replace(/["'\]},\s]+$/, "") ?? "",
  );
}

/** The options in the files of which a kustomization generates the ConfigMap: lines of env files, or a file with the name of the field. */
async function generatedLines(tree: Tree, path: string, text: string): Promise<readonly string[]> {
  if (!OPTIONS_GENERATOR.every((part) => text.includes(part))) return [];
  const lines: string[] = [];
  for (const document of documentsIn(text, tree.display(path)))
    for (const generator of listAt(document, "configMapGenerator")) {
      if (textAt(generator, "name") !== CONFIG_MAP) continue;
      const envs = [...listAt(generator, "envs"), valueAt(generator, "env")];
      for (const name of envs) lines.push(...linesIn(await fileBeside(tree, path, name)));
      for (const entry of listAt(generator, "files")) {
        const [, key, name = key] = /^([^=]*)(?:=(.*))?$/.exec(typeof entry === "string" ? entry : "") ?? [];
        if (posix.basename(key ?? "") === OPTION_FIELDS[0]) lines.push(await fileBeside(tree, path, name));
      }
    }
  return lines;
}

/** None of a file that is no YAML: its build says so. */
function documentsIn(text: string, display: string): readonly Value[] {
  try {
    return parseResources(text, display).map(toValue);
  } catch (thrown) {
    if (thrown instanceof KrmError) return [];
    throw thrown;
  }
}

/** Empty for what is no file of the tree. */
async function fileBeside(tree: Tree, path: string, name: unknown): Promise<string> {
  if (typeof name !== "string" || /^[a-z]+:\/\//i.test(name)) return "";
  const beside = posix.join(posix.dirname(path), name);
  return (await tree.lookup(beside))?.type === "file" ? textOf(tree, beside) : "";
}

async function textOf(tree: Tree, path: string): Promise<string> {
  return Buffer.from(await tree.read(path)).toString("utf8");
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
