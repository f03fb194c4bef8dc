/** The edits that kustomize-controller makes in the kustomization file that it builds; docs/specification/flux-kustomization.md 3. */
import type { Location } from "../diagnostics.ts";
import type { PathEntry, TextEntry } from "./decoder.ts";
import type { FieldPlaces, Kustomization, KustomizationFile } from "./kustomization.ts";
import type { Image, Patch } from "./kustomization-parts.ts";

/**
 * The edits that a Kustomization of Flux asks for, of the kustomization file of the directory that it builds. Each part has the place
 * where the object asks for it; that of an inline patch is the place of its text, or of the entry with it.
 */
export interface KustomizationEdits {
  /** The place of the object, and of what it asks for without saying so. */
  readonly location: Location;
  /** Takes the place of the field of the file, also if it is empty. The same holds for the prefix and the suffix. */
  readonly namespace?: TextEntry | undefined;
  readonly namePrefix?: TextEntry | undefined;
  readonly nameSuffix?: TextEntry | undefined;
  /** Come after the entries of the file, as do components and the other patches. */
  readonly patches?: readonly Patch[] | undefined;
  /** Local paths, relative to the directory that is built. */
  readonly components?: readonly PathEntry[] | undefined;
  /** True if components that do not exist are left out. */
  readonly ignoresMissingComponents?: boolean | undefined;
  readonly patchesStrategicMerge?: readonly TextEntry[] | undefined;
  readonly patchesJson6902?: readonly Patch[] | undefined;
  /** Each is merged into the first entry of the file with its name, or else comes after all. */
  readonly images?: readonly Image[] | undefined;
  /** True if an image replaces the entry of the file as a whole, as before kustomize-controller 1.9.4. */
  readonly replacesImages?: boolean | undefined;
  /** Takes the place of the field of the file unless it is empty. */
  readonly buildMetadata?: readonly TextEntry[] | undefined;
}

/** The kustomization file that the controller generates where there is none. @param file its name */
export function generatedFile(resources: readonly PathEntry[], file: string): KustomizationFile {
  return { location: { file }, ...(resources.length > 0 && { resources }) };
}

/** A kustomization file with the edits of the controller, before old spellings are replaced. @param isGenerated see {@link generatedFile} */
export function withEdits(
  written: KustomizationFile,
  edits: KustomizationEdits,
  isGenerated: boolean,
): KustomizationFile & Pick<Kustomization, "fieldPlaces"> {
  const { location } = edits;
  const isWithoutResources = !written.resources?.length;
  const [namespace, namePrefix, nameSuffix] = [
    edits.namespace ?? (isGenerated && isWithoutResources ? { text: "_placeholder", location } : undefined),
    edits.namePrefix,
    edits.nameSuffix,
  ];
  const origins = { text: "originAnnotations", location: written.location };
  const buildMetadata = edits.buildMetadata?.length
    ? edits.buildMetadata
    : !isGenerated && isWithoutResources
      ? [origins]
      : written.buildMetadata;
  const fieldPlaces: FieldPlaces = {
    ...(namespace && { namespace: namespace.location }),
    ...(namePrefix && { namePrefix: namePrefix.location }),
    ...(nameSuffix && { nameSuffix: nameSuffix.location }),
  };
  const patches = appended(written.patches, edits.patches);
  const components = appended(written.components, edits.components);
  const patchesStrategicMerge = appended(written.patchesStrategicMerge, edits.patchesStrategicMerge);
  const patchesJson6902 = appended(written.patchesJson6902, edits.patchesJson6902);
  // kustomize does not know the field.
  const { catalogs: _catalogs, ...known } = written;
  return {
    ...known,
    ...(namespace && { namespace: namespace.text }),
    ...(namePrefix && { namePrefix: namePrefix.text }),
    ...(nameSuffix && { nameSuffix: nameSuffix.text }),
    ...(patches && { patches }),
    ...(components && { components }),
    ...(patchesStrategicMerge && { patchesStrategicMerge }),
    ...(patchesJson6902 && { patchesJson6902 }),
    ...(edits.images?.length && { images: mergedImages(written.images ?? [], edits.images, edits.replacesImages) }),
    ...(buildMetadata && { buildMetadata }),
    ...(Object.keys(fieldPlaces).length > 0 && { fieldPlaces }),
  };
}

function appended<T>(written: readonly T[] = [], more: readonly T[] = []): readonly T[] | undefined {
  return more.length === 0 ? undefined : [...written, ...more];
}

function mergedImages(written: readonly Image[], edits: readonly Image[], replaces = false): readonly Image[] {
  const images = [...written];
  const positions = new Map<string, number>();
  for (const [at, { name = "" }] of images.entries()) if (!positions.has(name)) positions.set(name, at);
  for (const edit of edits) {
    const name = edit.name ?? "";
    const at = positions.get(name);
    if (at === undefined) positions.set(name, images.push(edit) - 1);
    else images[at] = replaces ? edit : merged(images[at] as Image, edit);
  }
  return images;
}

/** A tag and a digest are given together: one of them removes the other of the file. */
function merged(image: Image, { newName, newTag, digest, location }: Image): Image {
  const { newTag: _newTag, digest: _digest, ...others } = image;
  if (!newName && !newTag && !digest) return image;
  return {
    ...(newTag || digest ? { ...others, ...(newTag && { newTag }), ...(digest && { digest }) } : image),
    ...(newName && { newName }),
    location,
  };
}
