/** The generator `git`; docs/specification/argocd-application-sets.md 3.2 to 3.6. */
import { posix } from "node:path";
import { getOrInsert } from "../../../collections.ts";
import type { Location } from "../../../diagnostics.ts";
import { asTexts } from "../../../gotemplate/index.ts";
import { emptyMap, isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { PastTree } from "../../../sources/index.ts";
import { compareBytewise } from "../../../text/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import { pastOf, requireOwn } from "../own-repository.ts";
import { fetchedElsewhere, repositoryElsewhere } from "../remote-source.ts";
import { Fields } from "../source-fields.ts";
import { directoriesOf, type PathItem } from "./directory-paths.ts";
import type { Generation, Generator, Requested } from "./generation.ts";
import { flattened, type ParameterSet, sanitizedName } from "./parameters.ts";
import { readPathspec } from "./pathspec.ts";
import { addValues, type Renderer } from "./renderer.ts";
import { invalid } from "./set-problems.ts";
import { absolute, type TreeListing } from "./tree-listing.ts";

export const gitGenerator: Generator = async (requested, generation) => {
  const { fields, placeOf, place } = requested;
  const { renderer } = generation;
  const at = generation.treeAt(await revisionOf(asSource(requested), generation));
  const { listing } = at;
  if (listAt(fields, "directories").length > 0) {
    const items = itemsOf(fields, "directories");
    const find = () => directoriesOf(listing, items, renderer.effort);
    const directories = await getOrInsert(at.paths, JSON.stringify(["directories", items]), find);
    renderer.effort.allow(directories.length);
    return directories.map((path) => ({ values: completed(emptyMap(), path, undefined), place }));
  }
  if (listAt(fields, "files").length === 0)
    throw invalid("a git generator must have `directories` or `files`", placeOf(), "Write which paths count.");
  const found: ParameterSet[] = [];
  const items = itemsOf(fields, "files");
  const find = () => filesOf(items, requested.placeOf, listing, renderer);
  const paths = await getOrInsert(at.paths, JSON.stringify(["files", items]), find);
  await listing.tree.prefetch?.(paths.map(absolute));
  for (const path of paths) {
    const objects = await at.files.objects(path, placeOf("files"));
    renderer.effort.allow(found.length + objects.length);
    for (const object of objects) found.push({ values: completed(object, posix.dirname(path), path), place });
  }
  return found;

  function completed(object: MapValue, directory: string, file: string | undefined): MapValue {
    const prefix = textAt(fields, "pathParamPrefix") ?? "";
    const values = renderer.isGo ? Object.assign(emptyMap(), object) : flattened(object);
    renderer.effort.handle(Object.keys(values).length);
    if (renderer.isGo) addPath(values, prefix, directory, file);
    else addPathTexts(values, prefix, directory, file);
    const own = valueAt(fields, "values");
    addValues(isMap(own) ? own : undefined, values, renderer, place);
    return values;
  }
};

/** The files of another revision, or of another repository; undefined for what is reviewed. @throws KrmError */
async function revisionOf(source: Fields, { own, fetch }: Generation): Promise<PastTree | undefined> {
  const url = repositoryElsewhere(source, own);
  // As in the repository at hand, what submodules hold does not count.
  if (url !== undefined) return fetchedElsewhere(source, { ...url, submodules: false }, fetch);
  const past = await pastOf(source, own);
  if (past === undefined) requireOwn(source, own);
  return past;
}

/** The address and the revision as fields of a source have them. */
function asSource({ fields, placeOf }: Requested): Fields {
  const value: MapValue = {
    repoURL: textAt(fields, "repoURL") ?? "",
    targetRevision: textAt(fields, "revision") ?? "",
  };
  const place = (...[name]: readonly (string | number)[]): Location =>
    placeOf(name === "targetRevision" ? "revision" : "repoURL");
  return new Fields(value, place);
}

function itemsOf(fields: MapValue, name: string): readonly PathItem[] {
  return listAt(fields, name).map((item) => ({
    path: textAt(item, "path") ?? "",
    exclude: valueAt(item, "exclude") === true,
  }));
}

/** The files that some pattern matches and none with `exclude`, in the order of their paths. */
async function filesOf(
  items: readonly PathItem[],
  placeOf: PlaceOf,
  listing: TreeListing,
  renderer: Renderer,
): Promise<readonly string[]> {
  const [including, excluding] = [new Set<string>(), new Set<string>()];
  for (const [index, { path: pattern, exclude }] of items.entries()) {
    const place = () => placeOf("files", index, "path");
    const pathspec = readPathspec(pattern);
    if (pathspec === undefined)
      throw invalid(
        `a git generator cannot have the path ${JSON.stringify(pattern)}`,
        place(),
        "Write a path within the repository, without a colon or a slash in front.",
      );
    await listing.walk(pathspec.directory, ({ path, type }) => {
      if (type === "directory") renderer.effort.handle(1);
      else renderer.effort.spend(1);
      if (type === "directory" || !pathspec.matches(path, renderer.effort)) return true;
      // Argo CD reads also what is excluded.
      if (type !== "file")
        throw invalid(
          `the file ${path} of a git generator cannot be read: it is a link to no file, or a submodule`,
          place(),
          "Write a pattern that does not match it.",
        );
      (exclude ? excluding : including).add(path);
      return true;
    });
  }
  const left = [...including].filter((path) => !excluding.has(path));
  return [...(await listing.tracked(left))].sort(compareBytewise);
}

/** The parts of a path as data for templates of Go. */
function addPath(values: MapValue, prefix: string, directory: string, file: string | undefined): void {
  const path = emptyMap();
  const basename = posix.basename(directory);
  path["path"] = directory;
  path["basename"] = basename;
  path["basenameNormalized"] = sanitizedName(basename);
  path["segments"] = asTexts(directory.split("/"));
  if (file !== undefined) {
    path["filename"] = posix.basename(file);
    path["filenameNormalized"] = sanitizedName(posix.basename(file));
  }
  if (prefix === "") values["path"] = path;
  else values[prefix] = Object.assign(emptyMap(), { path });
}

/** The parts of a path as texts. */
function addPathTexts(values: MapValue, prefix: string, directory: string, file: string | undefined): void {
  const name = prefix === "" ? "path" : `${prefix}.path`;
  const basename = posix.basename(directory);
  values[name] = directory;
  values[`${name}.basename`] = basename;
  values[`${name}.basenameNormalized`] = sanitizedName(basename);
  if (file !== undefined) {
    values[`${name}.filename`] = posix.basename(file);
    values[`${name}.filenameNormalized`] = sanitizedName(posix.basename(file));
  }
  for (const [index, segment] of directory.split("/").entries())
    if (segment !== "") values[`${name}[${index}]`] = segment;
}
