/** Finds the names by which objects refer to others. */
import { isMap, listAt, podTemplateOf, textAt, valueAt } from "../../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../../render/rendering.ts";
import { groupOf } from "../../../differences/index.ts";
import { FIELDS, POD_FIELDS, type ReferenceField } from "./reference-fields.ts";

export interface Reference {
  readonly group: string;
  readonly kind: string;
  /** The namespace of the referring object where the reference names none. */
  readonly namespace: string;
  readonly name: string;
  /** The map that holds the name. */
  readonly map: Value;
  /** The keys and positions that lead to the name. */
  readonly path: readonly string[];
  /** The path with names in place of positions, without the name itself: equal for references that replace each other. */
  readonly slot: string;
  readonly field: ReferenceField;
}

/** Tells whether an object can have references, without reading it. */
export function mayRefer({ kind, yaml }: RenderedResource): boolean {
  return FIELDS.has(kind) || yaml.includes("ontainers");
}

/** Several rules ask for the references of one object. */
const REFERENCES = new WeakMap<RenderedResource, readonly Reference[]>();

/** The references that must lead somewhere: without those that are optional. Takes time linear in the object. */
export function referencesOf(resource: RenderedResource): readonly Reference[] {
  const known = REFERENCES.get(resource);
  if (known !== undefined) return known;
  const found = mayRefer(resource) ? referencesIn(resource) : [];
  REFERENCES.set(resource, found);
  return found;
}

function referencesIn(resource: RenderedResource): readonly Reference[] {
  const value = resource.value();
  const found: Reference[] = [];
  for (const field of FIELDS.get(resource.kind) ?? []) collect(field, value, []);
  const template = podTemplateOf(resource);
  const path = [...(template?.path ?? []), "spec"];
  if (template !== undefined) for (const field of POD_FIELDS) collect(field, template.spec, path);
  return found;

  function collect(field: ReferenceField, below: Value, start: readonly string[]): void {
    eachPlace(below, field.at, 0, { path: [...start], slot: [] }, (map, place) => {
      const reference = referenceIn(map, place, field, resource.namespace);
      if (reference !== undefined) found.push(reference);
    });
  }
}

interface Place {
  readonly path: readonly string[];
  readonly slot: readonly string[];
}

/** The place that a search has come to. It goes on with the same lists. */
interface MovingPlace {
  readonly path: string[];
  readonly slot: string[];
}

/** Gives the maps that the keys from a position on lead to. Most objects have none of them. */
function eachPlace(
  value: Value | undefined,
  keys: readonly string[],
  at: number,
  place: MovingPlace,
  found: (map: Value, place: Place) => void,
): void {
  const key = keys[at];
  if (key === undefined) {
    if (isMap(value)) found(value, place);
  } else if (key === "*") {
    const isLast = at + 1 === keys.length;
    for (const [index, item] of listAt(value).entries())
      step(item, String(index), (isLast ? undefined : nameOf(item)) ?? "*");
  } else if (isMap(value) && Object.hasOwn(value, key)) step(value[key], key, key);

  function step(next: Value | undefined, own: string, named: string): void {
    place.path.push(own);
    place.slot.push(named);
    eachPlace(next, keys, at + 1, place, found);
    place.path.pop();
    place.slot.pop();
  }
}

/** Returns the name of an element of a list: of a container or variable, a rule or path of an Ingress. */
function nameOf(item: Value): string | undefined {
  return text(item, "name") ?? text(item, "host") ?? text(item, "path");
}

function referenceIn(
  map: Value,
  { path, slot }: Place,
  field: ReferenceField,
  ownNamespace: string,
): Reference | undefined {
  const name = text(map, field.name);
  if (name === undefined || !isPlainName(name) || valueAt(map, "optional") === true) return undefined;
  const kind = field.name === "name" ? (text(map, "kind") ?? field.kind) : field.kind;
  // Such as a User among the subjects of a binding.
  if (kind === "User" || kind === "Group") return undefined;
  const apiVersion = text(map, "apiVersion");
  const named = text(map, "apiGroup") ?? text(map, "group");
  const group = apiVersion === undefined ? (named ?? field.group) : groupOf({ apiVersion, kind });
  const namespace = (field.hasNamespace ? text(map, "namespace") : undefined) ?? ownNamespace;
  const steps = [kind, ...slot, field.name];
  return { group, kind, namespace, name, map, path: [...path, field.name], slot: steps.join("\0"), field };
}

/** Returns a text that is not empty. */
function text(map: Value, key: string): string | undefined {
  return textAt(map, key) || undefined;
}

/** Not one that something else completes, such as `$(NAME)` or `${NAME}`. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9][-A-Za-z0-9._:]*$/.test(name);
}
