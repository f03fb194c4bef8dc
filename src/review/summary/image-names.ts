/** Finds the images and sources whose versions Flux objects keep apart from their names. */
import { isMap, type MapValue, valueAt } from "../../manifests/index.ts";
import { pointerSteps } from "../../text/index.ts";
import type { FieldChange } from "../report.ts";
import { OF_SOURCE, OF_VALUES, splitImage } from "./images.ts";
import type { NoisyObject } from "./noise/index.ts";

const MAX_NAME = 500;
const SOURCES = new Set(["OCIRepository", "GitRepository"]);

/**
 * The fields, of which those that are the version of something have its name: `image.tag` and `image.digest` in the values of a
 * HelmRelease, beside `image.repository`, and `spec.ref` of an OCIRepository or GitRepository. Only where the name stays the same.
 * Takes time linear in the fields.
 */
export function withImageNames(
  fields: readonly FieldChange[],
  sides: NoisyObject,
  mask: (text: string) => string,
): readonly FieldChange[] {
  const { apiVersion, kind } = sides.object;
  const isRelease = kind === "HelmRelease" && apiVersion.startsWith("helm.toolkit.fluxcd.io/");
  const isSource = SOURCES.has(kind) && apiVersion.startsWith("source.toolkit.fluxcd.io/");
  if (!isRelease && !isSource) return fields;
  const [pattern, nameOf] = isRelease ? [OF_VALUES, imageOf] : [OF_SOURCE, addressOf];
  return fields.map((field) => {
    const name = pattern.test(field.path) ? nameOn(sides, field, isRelease ? 1 : 2, nameOf) : undefined;
    return name === undefined || name.length > MAX_NAME ? field : { ...field, image: mask(name) };
  });
}

/** The name, if both sides have it, and both versions are known. */
function nameOn(
  { base, head }: NoisyObject,
  { path, op, before, after }: FieldChange,
  above: number,
  nameOf: (holder: MapValue, version: string, isDigest: boolean) => string | undefined,
): string | undefined {
  if (op !== "changed" || typeof before !== "string" || typeof after !== "string" || !before || !after)
    return undefined;
  const steps = pointerSteps(path);
  const isDigest = steps.at(-1) === "digest";
  const [old, now] = [[base, before] as const, [head, after] as const].map(([side, version]) => {
    // An element of a list can have another position at base.
    if (valueAt(side, ...steps) !== version) return undefined;
    const holder = valueAt(side, ...steps.slice(0, -above));
    return isMap(holder) ? nameOf(holder, version, isDigest) : undefined;
  });
  return old === now ? now : undefined;
}

function imageOf(holder: MapValue, version: string, isDigest: boolean): string | undefined {
  const [registry, repository] = [valueAt(holder, "registry"), valueAt(holder, "repository")];
  if (typeof repository !== "string" || (registry !== undefined && typeof registry !== "string")) return undefined;
  const name = registry ? `${registry}/${repository}` : repository;
  const split = splitImage(`${name}${isDigest ? "@" : ":"}${version}`);
  return split?.repository === name ? name : undefined;
}

/** The address without its scheme and user. */
function addressOf(holder: MapValue): string | undefined {
  const url = valueAt(holder, "url");
  if (typeof url !== "string") return undefined;
  return /^(?:oci|https?|ssh):\/\/(?:[^/@\s]*@)?([\w.:~/-]+)$/.exec(url)?.[1];
}
