/** Reads the post-renderers of a HelmRelease; docs/specification/flux-releases.md 6. */
import { failure } from "../../../diagnostics.ts";
import type { Image, KustomizationEdits } from "../../../documents/index.ts";
import { isMap, listAt, printValue, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import { imagesAt, patchesAt } from "../edits.ts";

/** Each is a build of all objects. */
const MAX_BUILDS = 100;

/**
 * @param shown the HelmRelease, for people
 * @throws KrmError `invalid-flux-release` for more than a hundred
 */
export function postRenderersOf(object: Value, placeOf: PlaceOf, shown: string): readonly KustomizationEdits[] {
  const builds = buildsOf(object, placeOf);
  if (builds.length <= MAX_BUILDS) return builds;
  throw failure("invalid-flux-release", `${shown} has more than ${MAX_BUILDS} post-renderers, or images of one name`, {
    ...placeOf("spec", "postRenderers"),
    hint: "Join them.",
  });
}

function buildsOf(object: Value, placeOf: PlaceOf): readonly KustomizationEdits[] {
  const isBeta = /\/v2beta\d$/.test(textAt(object, "apiVersion") ?? "");
  return listAt(object, "spec", "postRenderers").flatMap((entry, index) => {
    const kustomize = valueAt(entry, "kustomize");
    if (!isMap(kustomize)) return [];
    const pathOf = (field: string) => ["spec", "postRenderers", index, "kustomize", field] as const;
    const [first = [], ...more] = runsOf(imagesAt(listAt(kustomize, "images"), placeOf, pathOf("images")));
    const location = placeOf("spec", "postRenderers", index);
    const edits: KustomizationEdits = {
      location,
      patches: patchesAt(listAt(kustomize, "patches"), placeOf, pathOf("patches")),
      images: first,
      ...(isBeta && betaPatchesOf(kustomize, placeOf, pathOf)),
    };
    return [edits, ...more.map((images) => ({ location, images }))];
  });
}

/** The fields of older versions, whose patches are no texts. */
function betaPatchesOf(
  kustomize: Value,
  placeOf: PlaceOf,
  pathOf: (field: string) => readonly (string | number)[],
): Pick<KustomizationEdits, "patchesStrategicMerge" | "patchesJson6902"> {
  const [merges, operations] = ["patchesStrategicMerge", "patchesJson6902"] as const;
  return {
    patchesStrategicMerge: listAt(kustomize, merges).map((patch, at) => ({
      text: printValue(patch),
      location: placeOf(...pathOf(merges), at),
    })),
    patchesJson6902: patchesAt(listAt(kustomize, operations).map(withTextPatch), placeOf, pathOf(operations)),
  };
}

function withTextPatch(entry: Value): Value {
  return isMap(entry) ? { ...entry, patch: printValue(valueAt(entry, "patch") ?? []) } : entry;
}

/** Parts a list of images where a name comes again: one edit has an image for each name. */
function runsOf(images: readonly Image[]): readonly (readonly Image[])[] {
  const runs: Image[][] = [];
  let names = new Set<string>();
  for (const image of images) {
    const name = image.name ?? "";
    if (runs.length === 0 || names.has(name)) {
      runs.push([]);
      names = new Set();
    }
    names.add(name);
    runs.at(-1)?.push(image);
  }
  return runs;
}
