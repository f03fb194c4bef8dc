/** Reads what a Kustomization of Flux makes of the kustomization file (docs/specification/flux-kustomization.md 3), and the same in other objects. */
import type { Location } from "../../diagnostics.ts";
import type { Image, KustomizationEdits, Patch, PathEntry, TextEntry } from "../../documents/index.ts";
import { isMap, listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { PlaceOf } from "../objects/index.ts";
import type { CommonMetadata } from "./substitution/index.ts";

const SELECTOR_FIELDS = [
  "group",
  "version",
  "kind",
  "name",
  "namespace",
  "labelSelector",
  "annotationSelector",
] as const;
const IMAGE_FIELDS = ["name", "newName", "newTag", "digest"] as const;

/** The places of the fields that say what is done after the build, and of common labels and annotations: `labels/KEY`. */
export interface LaterPlaces {
  readonly postBuild: Location;
  readonly commonMetadata: Location;
  readonly metadata: ReadonlyMap<string, Location>;
}

/** Values of wrong types, which the API server refuses, count as absent. */
export function editsOf(object: Value, placeOf: PlaceOf): KustomizationEdits {
  const spec = valueAt(object, "spec");
  const text = (name: string): TextEntry | undefined => {
    const value = textAt(spec, name);
    // The controller leaves out empty texts, as all that is empty.
    return value === undefined || value === "" ? undefined : { text: value, location: placeOf("spec", name) };
  };
  const components = listAt(spec, "components").flatMap((path, index): PathEntry[] =>
    typeof path === "string" ? [{ path, location: placeOf("spec", "components", index) }] : [],
  );
  const buildMetadata = listAt(spec, "buildMetadata").flatMap((entry, index): TextEntry[] =>
    typeof entry === "string" ? [{ text: entry, location: placeOf("spec", "buildMetadata", index) }] : [],
  );
  return {
    location: placeOf(),
    namespace: text("targetNamespace"),
    namePrefix: text("namePrefix"),
    nameSuffix: text("nameSuffix"),
    patches: patchesAt(listAt(spec, "patches"), placeOf, ["spec", "patches"]),
    components,
    ignoresMissingComponents: valueAt(spec, "ignoreMissingComponents") === true,
    images: imagesAt(listAt(spec, "images"), placeOf, ["spec", "images"]),
    buildMetadata,
  };
}

type Path = readonly (string | number)[];

/** The patches of a list. @param path of the list in the object */
export function patchesAt(list: readonly Value[], placeOf: PlaceOf, path: Path): readonly Patch[] {
  return list.map((entry, index) => ({
    ...patchOf(entry),
    location: placeOf(...path, index, "patch"),
    ...(isMap(valueAt(entry, "target")) && {
      target: {
        ...textsOf(valueAt(entry, "target"), SELECTOR_FIELDS),
        location: placeOf(...path, index, "target"),
        // A parent often patches all of its children alike.
        maySelectNothing: placeOf(...path, index).file !== placeOf().file,
      },
    }),
  }));
}

/** The images of a list. @param path of the list in the object */
export function imagesAt(list: readonly Value[], placeOf: PlaceOf, path: Path): readonly Image[] {
  return list.map((entry, index) => ({ ...textsOf(entry, IMAGE_FIELDS), location: placeOf(...path, index) }));
}

function patchOf(entry: Value): { readonly patch?: string } {
  const patch = textAt(entry, "patch");
  return patch === undefined ? {} : { patch };
}

function textsOf<Name extends string>(
  value: Value | undefined,
  names: readonly Name[],
): { readonly [N in Name]?: string } {
  const found = names.flatMap((name) => {
    const text = textAt(value, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found) as { readonly [N in Name]?: string };
}

/** The labels and annotations that each object gets. */
export function commonMetadataOf(object: Value): CommonMetadata {
  const metadata = valueAt(object, "spec", "commonMetadata");
  return { labels: textMapOf(valueAt(metadata, "labels")), annotations: textMapOf(valueAt(metadata, "annotations")) };
}

export function laterPlaces(object: Value, placeOf: PlaceOf): LaterPlaces {
  const { labels, annotations } = commonMetadataOf(object);
  const places = (field: string, texts: ReadonlyMap<string, string>) =>
    [...texts.keys()].map((key) => [`${field}/${key}`, placeOf("spec", "commonMetadata", field, key)] as const);
  return {
    postBuild: placeOf("spec", "postBuild"),
    commonMetadata: placeOf("spec", "commonMetadata"),
    metadata: new Map([...places("labels", labels), ...places("annotations", annotations)]),
  };
}

function textMapOf(value: Value | undefined): ReadonlyMap<string, string> {
  const entries = isMap(value) ? Object.entries(value) : [];
  return new Map(entries.flatMap(([key, item]) => (typeof item === "string" ? [[key, item] as const] : [])));
}
