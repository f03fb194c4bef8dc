/** Finds the CustomResourceDefinitions among objects. */
import { getOrInsert } from "../collections.ts";
import type { RenderedResource } from "../render/rendering.ts";
import { type Definition, definitionOf } from "./definitions.ts";

/** The definitions among some objects. Each is read when an object of its group is checked. */
export class DefinitionIndex {
  /** By the group, which ends the name of a definition. */
  readonly #unread = new Map<string, RenderedResource[]>();
  /** By `GROUP/KIND`. */
  readonly #read = new Map<string, Definition>();

  constructor(resources: Iterable<RenderedResource> = []) {
    for (const resource of resources) {
      const { apiVersion, kind, name } = resource;
      if (kind !== "CustomResourceDefinition" || !apiVersion.startsWith("apiextensions.k8s.io/")) continue;
      getOrInsert(this.#unread, name.slice(name.indexOf(".") + 1), (): RenderedResource[] => []).push(resource);
    }
  }

  /** The first definition of a kind. */
  find(group: string, kind: string): Definition | undefined {
    const unread = this.#unread.get(group);
    if (unread !== undefined) {
      this.#unread.delete(group);
      for (const resource of unread) {
        const definition = definitionOf(resource.value());
        const key = `${definition?.group}/${definition?.kind}`;
        if (definition !== undefined && !this.#read.has(key)) this.#read.set(key, definition);
      }
    }
    return this.#read.get(`${group}/${kind}`);
  }
}
