/** Finds out where a source of an Application is: in this repository, in a repository for charts, or elsewhere. */
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import { type ChartWanted, shownAddress } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { type Own, requireOwn } from "./own-repository.ts";
import type { Fields } from "./source-fields.ts";
import { type FileRules, refIn } from "./value-files.ts";

export type Place =
  | { readonly from: "tree"; readonly directory: string }
  | { readonly from: "repository"; readonly wanted: ChartWanted };

/** @throws KrmError `argocd-invalid`, `argocd-path-missing`, `argocd-source-elsewhere` */
export async function placeOfSource(source: Fields, tree: Tree, own: Own): Promise<Place> {
  const repoURL = source.text("repoURL");
  const [chart, path] = [source.text("chart"), source.text("path")];
  if (repoURL === "") throw source.wrong("`repoURL` is missing", source.placeOf(), "Write the address of the source.");
  if (/^oci:\/\//i.test(repoURL)) return { from: "repository", wanted: artifactWanted(source, repoURL) };
  if (chart !== "") return { from: "repository", wanted: chartWanted(repoURL, chart, source.text("targetRevision")) };
  if (path === "") throw pathMissing(source);
  const joined = directoryIn(source, path);
  requireOwn(source, own);
  // Paths begin here even where it is a link.
  const directory = posix.join("/", joined).replace(/(.)\/$/, "$1");
  const located = await tree.lookup(directory);
  if (located?.type === "directory") return { from: "tree", directory };
  const at = own.past === undefined ? "" : ` at ${own.past}`;
  const problem = `${located === undefined ? "is not there" : "is no directory"}${at}`;
  throw failure("argocd-path-missing", `the directory ${joined} of a source ${problem}`, {
    ...source.placeOf("path"),
    hint: "Correct the path, or create the directory.",
  });
}

/** @throws KrmError `argocd-invalid` for a source without a path, or with one that leads out of its repository */
export function requirePath(source: Fields): void {
  const path = source.text("path");
  if (path === "") throw pathMissing(source);
  directoryIn(source, path);
}

function pathMissing(source: Fields): Error {
  return source.wrong("`path` or `chart` is missing", source.placeOf(), "Write the directory of the source.");
}

/** A path of a source. @throws KrmError `argocd-invalid` */
function directoryIn(source: Fields, path: string): string {
  if (posix.isAbsolute(path))
    throw source.wrong("`path` must be relative", source.placeOf("path"), "Drop the slash in front.");
  const joined = posix.join(".", path);
  if (joined !== ".." && !joined.startsWith("../")) return joined;
  throw source.wrong("`path` leads out of the repository", source.placeOf("path"), "Name a directory in it.");
}

/** A chart that `chart` names. An address without a scheme is that of a registry. */
function chartWanted(repoURL: string, chart: string, version: string): ChartWanted {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(repoURL)) return { repo: repoURL, name: chart, version, devel: false };
  const place = `${repoURL.replace(/\/+$/, "")}/${chart}`;
  const split = place.lastIndexOf("/");
  return { repo: `oci://${place.slice(0, split)}`, name: place.slice(split + 1), version, devel: false };
}

/** An artifact of a registry, which is taken for a chart: its whole address is in `repoURL`. */
function artifactWanted(source: Fields, repoURL: string): ChartWanted {
  const place = repoURL.replace(/^oci:\/\//i, "").replace(/\/+$/, "");
  const split = place.lastIndexOf("/");
  const path = posix.join(".", source.text("path"));
  if (split < 0)
    throw source.wrong("`repoURL` names no artifact", source.placeOf("repoURL"), "Write oci://REGISTRY/NAME.");
  if (path !== "." && path !== "./")
    throw failure(
      "argocd-source-elsewhere",
      `the directory ${path} of the artifact ${shownAddress(repoURL)} is not at hand`,
      {
        ...source.placeOf("path"),
        hint: "Only artifacts that are a chart as a whole are rendered.",
      },
    );
  const version = source.text("targetRevision");
  return { repo: `oci://${place.slice(0, split)}`, name: place.slice(split + 1), version, devel: false };
}

/** The sources that have a `ref`, by what stands for them, such as `$values`. */
export type Refs = ReadonlyMap<string, Fields>;

/** @throws KrmError `argocd-invalid` for a `ref` that Argo CD refuses */
export function refsOf(sources: readonly Fields[]): Refs {
  const refs = new Map<string, Fields>();
  for (const source of sources) {
    const ref = source.text("ref");
    if (ref === "") continue;
    if (!/^[a-zA-Z0-9_-]+$/.test(ref))
      throw source.wrong(
        `the \`ref\` ${ref} has other characters than letters, digits, _ and -`,
        source.placeOf("ref"),
        "Rename it.",
      );
    if (refs.has(`$${ref}`))
      throw source.wrong(`two sources have the \`ref\` ${ref}`, source.placeOf("ref"), "Rename one.");
    refs.set(`$${ref}`, source);
  }
  return refs;
}

/** Makes `treeOfRef` of {@link FileRules}. */
export function refRule(refs: Refs, tree: Tree, own: Own): FileRules["treeOfRef"] {
  return (name) => {
    const source = refs.get(name);
    if (source === undefined) return undefined;
    requireOwn(source, own);
    return tree;
  };
}

/**
 * Checks the paths that begin with a dollar sign, where an Application has `sources`. Argo CD does so before it merges files into a source.
 * @throws KrmError `argocd-invalid`
 */
export function requireRefs(source: Fields, refs: Refs): void {
  const helm = source.map("helm");
  const parameters = helm.maps("fileParameters");
  const paths = [
    ...helm.texts("valueFiles"),
    ...parameters.map((one) => ({ text: one.text("path"), location: one.placeOf() })),
  ];
  for (const { text, location } of paths) {
    const name = refIn(text);
    if (name === "") continue;
    const found = refs.get(name);
    if (found === undefined)
      throw failure("argocd-invalid", `no source has the \`ref\` ${name.slice(1)}`, {
        ...location,
        hint: refs.size === 0 ? "Give a source that `ref`." : `Write one of ${[...refs.keys()].join(", ")}.`,
      });
    if (found.text("chart") !== "")
      throw failure(
        "argocd-invalid",
        `the source with the \`ref\` ${name.slice(1)} is a chart, whose files Argo CD does not take`,
        { ...location, hint: "Refer to a git repository." },
      );
  }
}
