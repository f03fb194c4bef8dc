/** Names objects and kinds. */
import { groupBy } from "../../collections.ts";
import type { ObjectName } from "../../review/index.ts";
import type { Phrase } from "../edit-phrases.ts";

/** Further objects are only counted. */
const MAX_NAMED = 4;

/** `shop/web`: the namespace and the name. A generated object has its name without the hash. */
export function objectName(object: Omit<ObjectName, "apiVersion"> & { readonly baseName?: string }): string {
  const name = object.baseName ?? object.name;
  return object.namespace === "" ? name : `${object.namespace}/${name}`;
}

/** `Deployments a, b, Service c and 2 more` */
export function kindPhrases(objects: readonly Pick<ObjectName, "kind" | "name">[]): Phrase[] {
  const more = objects.length - MAX_NAMED;
  const named = [...groupBy(objects.slice(0, MAX_NAMED), ({ kind }) => kind)].flatMap(
    ([kind, list], index): Phrase[] => [
      index === 0 ? "" : ", ",
      { word: list.length === 1 ? kind : pluralOf(kind) },
      ...list.flatMap(({ name }, at): Phrase[] => [at === 0 ? " " : ", ", { code: name }]),
    ],
  );
  return more > 0 ? [...named, ` and ${more} more`] : named;
}

export function pluralOf(kind: string): string {
  if (/(?:s|x|ch|sh)$/.test(kind)) return `${kind}es`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
