/** Names the elements of a list whose elements have no keys, by what is in them, for people. */
import { groupBy } from "../../../collections.ts";
import { type GeneratedNames, isEncrypted, isMap, isRedacted } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";

/** The keys whose values name an element, the best first. Lists of texts, such as the resources of a role, name it as well. */
const KEYS = ["name", "id", "host", "key", "path", "url", "type", "kind", "resources", "nonResourceURLs"];
/** Texts of a list that are named. */
const MAX_TEXTS = 3;
const MAX_LENGTH = 60;

/**
 * The title of each element that no other element of the list has; undefined for the others. Takes time linear in the list.
 * @param names generated names, which titles have without their hashes
 */
export function titlesOf(list: readonly Value[], names: GeneratedNames): readonly (string | undefined)[] {
  const titles = list.map((element) => titleOf(element, names));
  const same = groupBy(titles, (title) => title);
  return titles.map((title) => (same.get(title)?.length === 1 ? title : undefined));
}

function titleOf(element: Value, names: GeneratedNames): string | undefined {
  if (!isMap(element)) return undefined;
  for (const key of KEYS) {
    const title = Object.hasOwn(element, key) ? textOf(element[key] as Value) : undefined;
    if (title !== undefined && title.length <= MAX_LENGTH) return title;
  }
  // One of several kinds of things, such as `configMapRef` with its name.
  const [[key, only] = [], ...others] = Object.entries(element);
  if (key === undefined || others.length > 0 || !isMap(only)) return undefined;
  const name = typeof only["name"] === "string" ? textOf(names.get(only["name"]) ?? only["name"]) : undefined;
  const title = name === undefined ? key : `${key} ${name}`;
  return title.length <= MAX_LENGTH ? title : undefined;
}

function textOf(value: Value): string | undefined {
  if (typeof value === "string") return isRedacted(value) || isEncrypted(value) || value === "" ? undefined : value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts = value.slice(0, MAX_TEXTS).map((each) => (typeof each === "string" ? textOf(each) : undefined));
  const more = value.length > MAX_TEXTS ? ", …" : "";
  return texts.every((text) => text !== undefined) ? `${texts.join(", ")}${more}` : undefined;
}
