/** Knows which objects of a target refer to new names. */
import { getOrInsert } from "../collections.ts";
import type { RenderedResource } from "../render/rendering.ts";
import type { ObjectName } from "./report.ts";
import type { TargetNames } from "./target-names.ts";

/** An object that refers to a name, and its place among all that were noted. */
interface Noted {
  readonly order: number;
  readonly referrer: ObjectName;
}

export class Referrers {
  /** By the name, then by the namespace of those that refer to it. Names are masked, as they are in the changes. */
  readonly #noted = new Map<string, Map<string, Noted[]>>();
  #count = 0;

  /** @param references the new names that the object refers to */
  note(resource: RenderedResource, references: ReadonlySet<string>, { masks }: TargetNames): void {
    const { apiVersion, kind, namespace, name } = resource;
    for (const reference of references) {
      const key = masks.head(reference);
      const spaces = getOrInsert(this.#noted, key, () => new Map<string, Noted[]>());
      const noted = { order: this.#count++, referrer: { apiVersion, kind, namespace, name: masks.head(name) } };
      getOrInsert(spaces, namespace, (): Noted[] => []).push(noted);
    }
  }

  /**
   * The other objects that may mean this one, in the order in which they were noted; undefined for none. Objects of two namespaces do
   * not mean each other.
   */
  of({ kind, namespace, name }: Omit<ObjectName, "apiVersion">): ObjectName[] | undefined {
    const spaces = this.#noted.get(name);
    if (spaces === undefined) return undefined;
    const lists = namespace === "" ? [...spaces.values()] : [spaces.get(namespace) ?? [], spaces.get("") ?? []];
    const others = lists
      .flat()
      .filter(({ referrer: one }) => one.kind !== kind || one.namespace !== namespace || one.name !== name)
      .sort((a, b) => a.order - b.order);
    return others.length === 0 ? undefined : others.map(({ referrer }) => referrer);
  }
}
