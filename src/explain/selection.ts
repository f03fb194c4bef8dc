/** Finds the object and the field that a question is about. */
import { failure } from "../diagnostics.ts";
import { type HashMask, withoutHash } from "../manifests/index.ts";
import { parseApiVersion, splitFieldPath } from "../resource/index.ts";
import { nearest, pointerSteps } from "../text/index.ts";
import { type Field, textsOf } from "./field.ts";
import type { History, Tracer } from "./history.ts";
import { formatPath } from "./path.ts";

/** Describes an object by names that it has now or had before a step. Empty parts match everything. */
export interface ObjectQuery {
  /** In upper or lower case. */
  readonly kind: string;
  readonly group: string;
  readonly name: string;
  readonly namespace: string;
}

/**
 * The object that a query describes. Prefers objects of the output by their present names, then by earlier names, then
 * objects that are not in the output, and exact names to those with another hash.
 * @param mask hides the hashes of Secrets; a query may use masked names
 * @throws KrmError `object-not-found` or `ambiguous-object`
 */
export function selectObject(tracer: Tracer, query: ObjectQuery, mask: HashMask): History {
  const candidates = (hide: HashMask): readonly (readonly History[])[] => {
    const isMatch = (history: History): boolean => matches(history, query, hide);
    const isNamed = ({ name, kind }: History): boolean =>
      isSameWord(kind, query.kind) && hide(name) === hide(query.name);
    const inOutput = tracer.output.filter(isMatch);
    return [inOutput.filter(isNamed), inOutput, tracer.missing.filter(isMatch)];
  };
  const found = [...candidates(mask), ...candidates(withoutHash)];
  const [first, ...others] = found.find((list) => list.length > 0) ?? [];
  if (first === undefined) throw objectNotFound(tracer, query);
  if (others.length > 0) throw ambiguous([first, ...others], query);
  return first;
}

function matches(history: History, { kind, group, name, namespace }: ObjectQuery, mask: HashMask): boolean {
  const groups = history.texts("apiVersion").map((text) => parseApiVersion(text).group);
  const namespaces = history.texts("metadata", "namespace");
  return (
    history.texts("metadata", "name").some((one) => mask(one) === mask(name)) &&
    history.texts("kind").some((one) => isSameWord(one, kind)) &&
    (group === "" || groups.some((one) => isSameWord(one, group))) &&
    (namespace === "" || namespaces.includes(namespace) || (namespace === "default" && namespaces.length === 0))
  );
}

function isSameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function shown({ kind, group, name, namespace }: ObjectQuery, preposition = "in"): string {
  return `${kind}${group === "" ? "" : `.${group}`}/${name}${namespace === "" ? "" : ` ${preposition} ${namespace}`}`;
}

const MAX_LISTED = 10;

function ambiguous(found: readonly History[], query: ObjectQuery): Error {
  const names = found.slice(0, MAX_LISTED).map((one) => shown(one));
  const more = found.length > MAX_LISTED ? `, and ${found.length - MAX_LISTED} more` : "";
  return failure(
    "ambiguous-object",
    `${shown(query, "in namespace")} is or was the name of ${found.length} objects: ${names.join(", ")}${more}`,
    { hint: "Choose one by its name in the output, with --namespace, or as KIND.GROUP/NAME." },
  );
}

function objectNotFound({ output }: Tracer, query: ObjectQuery): Error {
  const sameKind = output.filter(({ kind }) => isSameWord(kind, query.kind));
  const sameName = output.filter((history) => history.texts("metadata", "name").includes(query.name));
  const both = sameName.find((history) => sameKind.includes(history));
  const guess = both ?? sameName[0] ?? closest(sameKind, query.name) ?? closest(output, query.name);
  const list = "`krm-render explain DIR` lists the objects.";
  return failure("object-not-found", `there is no ${shown(query, "in namespace")}`, {
    hint: guess === undefined ? `Correct the name; ${list}` : `Did you mean ${shown(guess)}? ${list}`,
  });
}

function closest(histories: readonly History[], name: string): History | undefined {
  const guess = nearest(
    name,
    histories.map((history) => history.name),
  );
  return histories.find((history) => history.name === guess);
}

/**
 * The field at a path, which may be a removed one. The path has the syntax of replacements, with `containers[web]` and
 * `containers[0]` as further ways to name list elements, or is a JSON Pointer, as in reports.
 * @param mask hides the hashes of Secrets; a path may use masked names
 * @throws KrmError `field-not-found`
 */
export function selectField(history: History, path: string, mask: HashMask): Field {
  let field = history.root;
  for (const segment of parsePath(path)) {
    const next = childAt(field, segment, mask);
    if (next === undefined) throw fieldNotFound(history, field, segment, path);
    field = next;
  }
  return field;
}

export function parsePath(path: string): string[] {
  return path.startsWith("/") ? pointerSteps(path) : splitFieldPath(path.replace(/([^.\\[])\[/g, "$1.["));
}

/** The field at the segments of a path from another field; undefined if there is none. */
export function descend(root: Field, segments: readonly string[]): Field | undefined {
  let field: Field | undefined = root;
  for (const segment of segments) field = field && childAt(field, segment);
  return field;
}

/** The field or element that a segment of a path names. */
export function childAt(field: Field, segment: string, mask: HashMask = (text) => text): Field | undefined {
  const inner = /^\[(.*)\]$/s.exec(segment)?.[1] ?? segment;
  const child = field.fields.get(segment) ?? field.fields.get(inner);
  if (child !== undefined) return child;
  const elements = [...field.items, ...field.removedItems];
  if (/^\d+$/.test(inner)) return elements[Number(inner)];
  if (segment === "-") return field.items.at(-1);
  const [, key, value] = inner === segment ? [] : (/^([^=]*)=(.*)$/s.exec(inner) ?? []);
  const named = elements.find(
    (item) => mask(item.segment) === mask(segment) || mask(item.segment).endsWith(mask(`=${inner}]`)),
  );
  if (named !== undefined || key === undefined) return named;
  const texts = elements.map((item) => textsOf(key === "" ? item : item.fields.get(key)));
  const index = texts.findIndex((all) => all.at(-1) === value);
  return elements[index < 0 ? texts.findIndex((all) => all.includes(value as string)) : index];
}

function fieldNotFound(history: History, parent: Field, segment: string, path: string): Error {
  const names = [...parent.fields.keys(), ...parent.items.map((item) => item.segment)];
  const guess = nearest(segment, names);
  const where = parent.parent === undefined ? "the object" : formatPath(parent.segments);
  const list = names.slice(0, MAX_LISTED).join(", ");
  const fields = names.length === 0 ? `${where} holds no fields` : `${where} has ${list}`;
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return failure("field-not-found", `${history.description} has no field ${path}, and never had one`, {
    object: history.description,
    hint: guess === undefined ? `${fields}${more}.` : `Did you mean ${formatPath([...parent.segments, guess])}?`,
  });
}
