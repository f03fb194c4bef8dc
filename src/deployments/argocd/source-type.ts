/** Finds out which tool makes the objects of a source; docs/specification/argocd-helm-sources.md 2. */
import { failure } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import { EXTENSION } from "./directory-source.ts";
import type { Fields } from "./source-fields.ts";

export type SourceType = "Helm" | "Kustomize" | "Directory" | "Plugin";

const FIELDS = { kustomize: "Kustomize", helm: "Helm", directory: "Directory", plugin: "Plugin" } as const;

const KUSTOMIZATION_NAMES: ReadonlySet<string> = new Set(["kustomization.yaml", "kustomization.yml", "Kustomization"]);

/** The tool that a source names, also as `{}`; undefined for none. @throws KrmError `argocd-invalid` for several */
export function explicitType(source: Fields): SourceType | undefined {
  const named = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((field) => source.has(field));
  if (named.length > 1)
    throw source.wrong(
      `a source has \`${named.join("` and `")}\`: Argo CD refuses more than one`,
      source.placeOf(named[1] as string),
      "Keep the one that is meant.",
    );
  return named[0] === undefined ? undefined : FIELDS[named[0]];
}

/** The tool that the files of a directory stand for: the last name that stands for one counts. */
export async function discoveredType(tree: Tree, directory: string): Promise<SourceType> {
  let found: SourceType = "Directory";
  for (const { name, type } of await tree.list(directory)) {
    if (type === "directory") continue;
    if (name.endsWith("Chart.yaml")) found = "Helm";
    if (KUSTOMIZATION_NAMES.has(name)) found = "Kustomize";
  }
  return found;
}

/** Files that only people read, and hidden ones, which are settings of tools. */
const DOCUMENT =
  /^\.|\.(?:md|markdown|txt|rst|adoc|pdf|png|jpe?g|gif|svg)$|^(?:readme|licen[cs]e|notice|owners|owners_aliases|codeowners|changelog|maintainers|authors|contributing)(?:\.|$)/i;

/**
 * Refuses a directory whose files are none that Argo CD reads by itself, and no documents: a plugin may discover them.
 * @throws KrmError `argocd-plugin-perhaps`
 */
export async function requireManifests(source: Fields, tree: Tree, directory: string): Promise<void> {
  const files = (await tree.list(directory)).filter(({ type }) => type === "file").map(({ name }) => name);
  const other = files.find((name) => !DOCUMENT.test(name));
  if (other === undefined || files.some((name) => EXTENSION.test(name))) return;
  throw failure(
    "argocd-plugin-perhaps",
    `the directory ${tree.display(directory)} has no manifest, but files such as ${other}: perhaps a plugin of Argo CD discovers and renders them`,
    {
      ...source.placeOf("path"),
      hint: "What a plugin makes is not known here. If none renders it, the Application deploys nothing: write `directory: {}` in its source.",
    },
  );
}
