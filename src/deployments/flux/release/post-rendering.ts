/** Runs the post-renderers of a HelmRelease over objects that helm made; docs/specification/flux-releases.md 6. */
import { type Diagnostic, KrmError, type Location } from "../../../diagnostics.ts";
import { type BuildOptions, createBuilder, type KustomizationEdits, type OneBuild } from "../../../engine/index.ts";
import { setField } from "../../../resource/index.ts";
import { memoryTree } from "../../../sources/index.ts";
import { parseResources, print, toValue, type Value } from "../../../yaml/index.ts";
import { clone, get, type MapNode, map, scalar } from "../../../yaml/nodes/node.ts";
import { hookOf, type ReleasedObject } from "./released-object.ts";
import { textsAt, withheldAfter } from "./withheld-paths.ts";

export interface PostRenderOptions {
  readonly builder: BuildOptions;
  readonly build: Pick<OneBuild, "builds" | "timeoutSeconds">;
  readonly writesSecrets: boolean;
  /** The place of the HelmRelease. */
  readonly location: Location;
}

/** Helm has this annotation on the objects while post-renderers see them, with the name of a file. */
const MARK = "postrenderer.helm.sh/postrender-filename";
const FILE = "helm-output.yaml";

/** @throws KrmError for a patch that cannot be applied */
export async function postRender(
  objects: readonly ReleasedObject[],
  renderers: readonly KustomizationEdits[],
  options: PostRenderOptions,
): Promise<{ readonly objects: readonly ReleasedObject[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (renderers.length === 0 || objects.length === 0) return { objects, diagnostics: [] };
  const before = objects.map(({ node }, index) => print(marked(node, index)));
  const diagnostics: Diagnostic[] = [];
  let texts = before;
  for (const edits of renderers) {
    const tree = memoryTree({ "/kustomization.yaml": `resources: [${FILE}]\n`, [`/${FILE}`]: texts.join("---\n") });
    const builder = createBuilder(tree, { ...options.builder, loadRestrictor: "none", reorder: "none" });
    const built = await atRelease(options.location, () => builder.build("/", { ...options.build, edits }));
    diagnostics.push(...built.diagnostics.map((each) => placed(each, options.location)));
    texts = built.resources.map(({ yaml }) => yaml);
    if (texts.length === 0) break;
  }
  const indexes = new Map(before.map((text, index) => [text, index]));
  const secrets = new Set<string>();
  for (const { node, withheld } of objects)
    if (withheld.length > 0) for (const text of textsAt(toValue(node), withheld)) secrets.add(text);
  return { objects: texts.map(rendered), diagnostics };

  function rendered(text: string): ReleasedObject {
    const unchanged = indexes.get(text);
    if (unchanged !== undefined) return objects[unchanged] as ReleasedObject;
    const node = parseResources(text, FILE)[0] as MapNode;
    const index = unmarked(node);
    const own = index === undefined ? undefined : objects[index];
    const was: Value = own === undefined ? {} : toValue(own.node);
    const withheld = withheldAfter(was, toValue(node), own?.withheld ?? [], secrets, options.writesSecrets);
    return { node, template: own?.template, hook: hookOf(node), withheld };
  }
}

function marked(node: MapNode, index: number): MapNode {
  const copy = clone(node);
  const metadata = get(copy, "metadata") as MapNode;
  if (get(metadata, "annotations")?.kind !== "map") setField(metadata, "annotations", map());
  setField(get(metadata, "annotations") as MapNode, MARK, scalar(String(index), "!!str"));
  return copy;
}

/** Removes the mark. @returns its number; undefined if a patch has removed or replaced it */
function unmarked(node: MapNode): number | undefined {
  const metadata = get(node, "metadata") as MapNode;
  const annotations = get(metadata, "annotations");
  const mark = get(annotations, MARK);
  if (annotations?.kind !== "map" || mark?.kind !== "scalar") return undefined;
  setField(annotations, MARK, undefined);
  if (annotations.entries.length === 0) setField(metadata, "annotations", undefined);
  return /^\d+$/.test(mark.value) ? Number(mark.value) : undefined;
}

/** Moves problems of what helm printed to the HelmRelease: no file has that. */
function placed(problem: Diagnostic, location: Location): Diagnostic {
  return problem.file === undefined || problem.file === FILE
    ? { ...problem, line: undefined, column: undefined, ...location }
    : problem;
}

async function atRelease<T>(location: Location, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    throw new KrmError(
      thrown.diagnostics.map((each) => placed(each, location)),
      { cause: thrown },
    );
  }
}
