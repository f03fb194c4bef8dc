/** The edits that Argo CD makes by `kustomize edit` in the kustomization file of a source; docs/specification/argocd-sources.md 2. */
import { failure, type Location } from "../diagnostics.ts";
import { compareBytewise } from "../text/index.ts";
import type { PathEntry, StringMap, TextEntry } from "./decoder.ts";
import type { FieldPlaces, Kustomization, KustomizationFile } from "./kustomization.ts";
import type { Image, Label, Patch, Replica } from "./kustomization-parts.ts";

/** The edits that the field `kustomize` of a source asks for. Each part has the place where the source asks for it. */
export interface SourceEdits {
  readonly by: "kustomize edit";
  /** The place of the source. */
  readonly location: Location;
  /** Takes the place of the field of the file. The same holds for the prefix and the suffix. */
  readonly namespace?: TextEntry | undefined;
  readonly namePrefix?: TextEntry | undefined;
  readonly nameSuffix?: TextEntry | undefined;
  /** Each takes the place of the entry of the file with its name. The part `*` is that of this entry. */
  readonly images: readonly Image[];
  /** Each takes the place of the entry of the file with its name. */
  readonly replicas: readonly Replica[];
  readonly labels?: AddedLabels | undefined;
  readonly annotations?: AddedTexts | undefined;
  /** Come after those of the file, as do components. */
  readonly patches: readonly Patch[];
  /** Local paths, relative to the directory that is built. */
  readonly components: readonly PathEntry[];
  /** True if components that do not exist are left out. */
  readonly ignoresMissingComponents?: true | undefined;
}

/** Labels or annotations, by their keys. */
interface AddedTexts {
  readonly pairs: ReadonlyMap<string, string>;
  /** True if they may take the place of those of the file. */
  readonly isForced: boolean;
  readonly location: Location;
}

interface AddedLabels extends AddedTexts {
  /** True for an entry of `labels` without selectors, false for `commonLabels`. */
  readonly withoutSelector: boolean;
  readonly includeTemplates: boolean;
}

/** Stands for the part of an image that the file has. */
const KEPT = "*";

/** A kustomization file with the edits, before old spellings are replaced. @throws KrmError `argocd-invalid` for a key that the file has, too */
export function withSourceEdits(
  written: KustomizationFile,
  edits: SourceEdits,
): KustomizationFile & Pick<Kustomization, "fieldPlaces"> {
  const { namespace, namePrefix, nameSuffix, images, replicas, labels, annotations, patches, components } = edits;
  const { imageTags, ...file } = written;
  const fieldPlaces: FieldPlaces = {
    ...(namespace && { namespace: namespace.location }),
    ...(namePrefix && { namePrefix: namePrefix.location }),
    ...(nameSuffix && { nameSuffix: nameSuffix.location }),
  };
  const named = new Set(written.components?.map(({ path }) => path));
  const added = components.filter(({ path }) => !named.has(path));
  return {
    ...file,
    ...(images.length === 0
      ? imageTags && { imageTags }
      : { images: editedImages([...(file.images ?? []), ...(imageTags ?? [])], images) }),
    ...(namespace && { namespace: namespace.text }),
    ...(namePrefix && { namePrefix: namePrefix.text }),
    ...(nameSuffix && { nameSuffix: nameSuffix.text }),
    ...(replicas.length > 0 && { replicas: editedReplicas(file.replicas ?? [], replicas) }),
    ...(labels && labelled(file, labels)),
    ...(annotations && { commonAnnotations: joined(file.commonAnnotations, annotations, "annotation") }),
    ...(patches.length > 0 && { patches: [...(file.patches ?? []), ...patches] }),
    ...(added.length > 0 && { components: [...(file.components ?? []), ...added] }),
    ...(Object.keys(fieldPlaces).length > 0 && { fieldPlaces }),
  };
}

function editedImages(written: readonly Image[], edits: readonly Image[]): readonly Image[] {
  const asked = new Map(edits.map((edit) => [edit.name ?? "", edit]));
  const known = new Map<string, Image>();
  for (const image of [...written, ...asked.values()]) {
    const name = image.name ?? "";
    const edit = asked.get(name);
    known.set(name, edit === undefined ? image : merged(known.get(name) ?? image, edit));
  }
  return [...known.values()].map(withoutKept).sort(byName);
}

/** An edit with the parts of an image for those that are kept. */
function merged(image: Image, edit: Image): Image {
  return {
    ...edit,
    ...(edit.newName === KEPT && { newName: image.newName ?? "" }),
    ...(edit.newTag === KEPT && { newTag: image.newTag ?? "" }),
    ...(edit.digest === KEPT && { digest: image.digest ?? "" }),
  };
}

function withoutKept({ newName, newTag, digest, ...image }: Image): Image {
  const isGiven = (text: string | undefined): boolean => text !== undefined && text !== "" && text !== KEPT;
  return {
    ...image,
    ...(isGiven(newName) && { newName }),
    ...(isGiven(newTag) && { newTag }),
    ...(isGiven(digest) && { digest }),
  };
}

function editedReplicas(written: readonly Replica[], edits: readonly Replica[]): readonly Replica[] {
  const known = new Map([...written, ...edits].map((each) => [each.name, each]));
  return [...known.values()].sort(byName);
}

function byName(a: { readonly name?: string }, b: { readonly name?: string }): number {
  return compareBytewise(a.name ?? "", b.name ?? "");
}

/** Labels without selectors join the first entry of `labels` that is like them. */
function labelled(file: KustomizationFile, edit: AddedLabels): Pick<KustomizationFile, "labels" | "commonLabels"> {
  const { withoutSelector, includeTemplates, location } = edit;
  if (!withoutSelector) return { commonLabels: joined(file.commonLabels, edit, "label") };
  const labels: readonly Label[] = file.labels ?? [];
  const at = labels.findIndex(
    (each) => !each.includeSelectors && (each.includeTemplates ?? false) === includeTemplates,
  );
  const before = labels[at];
  if (before === undefined)
    return { labels: [...labels, { pairs: joined(undefined, edit, "label"), includeTemplates, location }] };
  return { labels: labels.with(at, { ...before, pairs: joined(before.pairs, edit, "label") }) };
}

function joined(
  written: StringMap | undefined,
  { pairs, isForced, location }: AddedTexts,
  sort: "label" | "annotation",
): StringMap {
  const before: StringMap = written ?? new Map();
  for (const key of pairs.keys())
    if (before.has(key) && !isForced)
      throw failure("argocd-invalid", `the kustomization file has the ${sort} ${key} already`, {
        ...location,
        hint: `Remove one, or set \`${sort === "label" ? "forceCommonLabels" : "forceCommonAnnotations"}\`.`,
      });
  return new Map([...before, ...pairs]);
}
