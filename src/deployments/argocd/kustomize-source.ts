/** Reads the field `kustomize` of a source; docs/specification/argocd-sources.md 2. */
import { posix } from "node:path";
import type { Location } from "../../diagnostics.ts";
import type { Image, Patch, PathEntry, SourceEdits, TextEntry } from "../../documents/index.ts";
import { isMap, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import { type BuildEnvironment, expand, namesCommit } from "./build-environment.ts";
import type { Fields, TextItem } from "./source-fields.ts";

/** A directory that kustomize builds, with the edits of its kustomization file. Plain data. */
export interface KustomizeSource {
  readonly type: "Kustomize";
  /** Absolute within the tree. */
  readonly directory: string;
  /** The place that names the directory. */
  readonly pathPlace: Location;
  /** Undefined if the file is built as it is. */
  readonly edits: SourceEdits | undefined;
}

/** The directory of a source, and those of the components that are added to it. */
export function directoriesOfSource({ directory, edits }: KustomizeSource): readonly string[] {
  return [directory, ...(edits?.components ?? []).map(({ path }) => posix.join(directory, path))];
}

/** @param directory of the source, absolute within the tree. @throws KrmError `argocd-invalid` */
export function readKustomizeSource(
  source: Fields,
  directory: string,
  environment: BuildEnvironment,
): KustomizeSource & { readonly namesCommit: boolean } {
  const fields = source.map("kustomize");
  const given = (name: string): TextEntry | undefined => {
    const text = fields.text(name);
    return text === "" ? undefined : { text, location: fields.placeOf(name) };
  };
  const images = fields.texts("images");
  const labels = textsOf(fields, "commonLabels");
  const annotations = textsOf(fields, "commonAnnotations");
  const expanded = fields.flag("commonAnnotationsEnvsubst") ? annotations : [];
  const [withoutSelector, includeTemplates] = [
    fields.flag("labelWithoutSelector"),
    fields.flag("labelIncludeTemplates"),
  ];
  if (labels.length > 0 && includeTemplates && !withoutSelector)
    throw fields.wrong(
      "`labelIncludeTemplates` needs `labelWithoutSelector`",
      fields.placeOf("labelIncludeTemplates"),
      "Set both, or none.",
    );
  const edits: SourceEdits = {
    by: "kustomize edit",
    location: source.placeOf(),
    namespace: given("namespace"),
    namePrefix: given("namePrefix"),
    nameSuffix: given("nameSuffix"),
    images: images.map(({ text, location }) => imageOf({ text: expand(text, environment), location }, fields)),
    replicas: fields.maps("replicas").map((one) => ({
      name: one.text("name"),
      count: countOf(one),
      location: one.placeOf(),
    })),
    ...(labels.length > 0 && {
      labels: {
        pairs: new Map(labels.map(([key, value]) => [key, expand(value, environment)])),
        isForced: fields.flag("forceCommonLabels"),
        withoutSelector,
        includeTemplates,
        location: fields.placeOf("commonLabels"),
      },
    }),
    ...(annotations.length > 0 && {
      annotations: {
        pairs: new Map(
          annotations.map(([key, value]) => [key, expanded.length > 0 ? expand(value, environment) : value]),
        ),
        isForced: fields.flag("forceCommonAnnotations"),
        location: fields.placeOf("commonAnnotations"),
      },
    }),
    patches: fields.maps("patches").map(patchOf),
    components: fields.texts("components").map(({ text, location }): PathEntry => ({ path: text, location })),
    ...(fields.flag("ignoreMissingComponents") && { ignoresMissingComponents: true as const }),
  };
  const texts = [...images.map(({ text }) => text), ...[...labels, ...expanded].map(([, value]) => value)];
  return {
    type: "Kustomize",
    directory,
    pathPlace: source.placeOf("path"),
    edits: isEmpty(edits) ? undefined : edits,
    namesCommit: texts.some(namesCommit),
  };
}

function isEmpty({ by: _by, location: _at, ignoresMissingComponents: _ignores, ...edits }: SourceEdits): boolean {
  return Object.values(edits).every((edit) => edit === undefined || (Array.isArray(edit) && edit.length === 0));
}

/** The entries of a map of texts. */
function textsOf(fields: Fields, name: string): readonly (readonly [string, string])[] {
  const map = fields.map(name);
  const value = map.value;
  return isMap(value) ? Object.keys(value).map((key) => [key, map.text(key)] as const) : [];
}

/** `NAME=NEW:TAG`, `NAME=NEW@DIGEST`, or the same without `NAME=` for a tag or a digest alone. @throws KrmError `argocd-invalid` */
function imageOf({ text, location }: TextItem, fields: Fields): Image {
  const split = text.indexOf("=");
  const [name, rest] = split < 0 ? [undefined, text] : [text.slice(0, split), text.slice(split + 1)];
  const part = partOf(rest);
  if (part === undefined || (name === undefined && part.tag === undefined && part.digest === undefined))
    throw fields.wrong(
      `${text} is no image with a new name, tag or digest`,
      location,
      "Write `NAME=NEW:TAG` or `NAME:TAG`.",
    );
  return {
    name: name ?? part.name,
    ...(name !== undefined && { newName: part.name }),
    ...(part.tag !== undefined && { newTag: part.tag }),
    ...(part.digest !== undefined && { digest: part.digest }),
    location,
  };
}

interface ImagePart {
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
}

function partOf(text: string): ImagePart | undefined {
  const [name = "", digest] = text.split("@");
  if (digest !== undefined) {
    const tagged = /^(.*):([a-zA-Z0-9._-]*|\*)$/s.exec(name);
    return tagged === null ? { name, digest } : { name: tagged[1] ?? "", tag: tagged[2] ?? "", digest };
  }
  const tagged = /^(.*):([a-zA-Z0-9._-]*|\*)$/s.exec(text);
  if (tagged !== null) return { name: tagged[1] ?? "", tag: tagged[2] ?? "" };
  return text === "" ? undefined : { name: text };
}

/** @throws KrmError `argocd-invalid` for a count that is no whole number */
function countOf(replica: Fields): number {
  const value = valueAt(replica.value, "count") ?? 0;
  const count = typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : value;
  if (typeof count === "bigint" || typeof count === "number") {
    if (Number.isInteger(Number(count))) return Number(count);
  }
  throw replica.wrong("`count` must be a whole number", replica.placeOf("count"));
}

function patchOf(patch: Fields): Patch {
  const target = patch.map("target");
  const options = patch.map("options");
  const [path, text] = [patch.text("path"), patch.text("patch")];
  const isOn = (name: string): boolean => options.has(name) && options.flag(name);
  return {
    location: patch.placeOf(text === "" ? "path" : "patch"),
    ...(path !== "" && { path }),
    ...(text !== "" && { patch: text }),
    ...(patch.has("target") && { target: { ...selectorOf(target.value), location: patch.placeOf("target") } }),
    ...(patch.has("options") && {
      options: {
        allowNameChange: isOn("allowNameChange"),
        allowKindChange: isOn("allowKindChange"),
        location: options.placeOf(),
      },
    }),
  };
}

const SELECTOR = ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"] as const;

function selectorOf(value: Value | undefined): { readonly [Name in (typeof SELECTOR)[number]]?: string } {
  return Object.fromEntries(
    SELECTOR.flatMap((name) => {
      const text = textAt(value, name);
      return text === undefined || text === "" ? [] : [[name, text]];
    }),
  );
}
