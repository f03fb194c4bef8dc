/** Does to the objects of charts what Argo CD does before it applies them; docs/specification/argocd-helm-sources.md 6. */
import { type Diagnostic, failure } from "../../diagnostics.ts";
import { isMap, textAt, valueAt } from "../../manifests/index.ts";
import { builtInSchemas, isNamespaced } from "../../resource/index.ts";
import type { Value } from "../../yaml/index.ts";
import { phasesOf } from "./hooks.ts";

/** An object, and the paths of its values that are withheld, see `BuiltResource`. */
export interface TemplatedObject {
  readonly value: Value;
  readonly withheld?: readonly (readonly string[])[] | undefined;
}

export interface AfterTemplate<T> {
  readonly objects: readonly T[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Expands lists, gives the namespace of the destination to objects that have none, takes it from those of kinds without namespaces, and
 * leaves out what Argo CD never applies. Objects of kinds that nothing defines stay as they are.
 * @param objects of all sources of an Application, in their order
 * @throws KrmError `invalid-resource` for a list with an item that is no object
 */
export function afterTemplate<T extends TemplatedObject>(objects: readonly T[], namespace: string): AfterTemplate<T> {
  const all = objects.flatMap(itemsOf);
  const scopes = definedScopes(all);
  const last = new Map<string, { readonly object: T; readonly count: number }>();
  for (const [index, object] of all.entries()) {
    if (phasesOf(object.value).length === 0) continue;
    const placed = withNamespace(object, namespace, scopes);
    const key = keyOf(placed.value) ?? `${index}`;
    const count = (last.get(key)?.count ?? 0) + 1;
    // The last one is applied.
    last.delete(key);
    last.set(key, { object: placed, count });
  }
  const kept = [...last.values()];
  return { objects: kept.map(({ object }) => object), diagnostics: kept.flatMap(repeated) };
}

function repeated({
  object: { value },
  count,
}: {
  readonly object: TemplatedObject;
  readonly count: number;
}): readonly Diagnostic[] {
  if (count === 1) return [];
  const shown = `${textAt(value, "kind") ?? ""} ${[textAt(value, "metadata", "namespace"), nameOf(value)].filter(Boolean).join("/")}`;
  return [
    {
      code: "argocd-repeated-object",
      severity: "warning",
      message: `${shown} is rendered ${count} times: Argo CD applies the last one, and warns`,
      object: shown,
      hint: "Render it once.",
    },
  ];
}

function nameOf(value: Value): string | undefined {
  return textAt(value, "metadata", "name");
}

/** Any object with a list of items is one, whatever its kind. One whose items are null has none. */
function itemsOf<T extends TemplatedObject>(object: T): readonly T[] {
  const items = valueAt(object.value, "items");
  if (Array.isArray(items))
    return items.map((value, index) => {
      if (!isMap(value))
        throw failure("invalid-resource", `an item of a ${textAt(object.value, "kind") ?? "list"} is no object`);
      const withheld = object.withheld?.flatMap(([first, second, ...rest]) =>
        first === "items" && second === String(index) ? [rest] : [],
      );
      return { ...object, value, ...(withheld !== undefined && { withheld }) };
    });
  return isNullList(object.value) ? [] : [object];
}

function isNullList(value: Value): boolean {
  if (valueAt(value, "spec") !== undefined || valueAt(value, "status") !== undefined) return false;
  return valueAt(value, "items") === null;
}

type Scopes = ReadonlyMap<string, boolean>;

/** Tells of the kinds that the objects define whether they have namespaces, by group and kind. */
function definedScopes(objects: readonly TemplatedObject[]): Scopes {
  const scopes = new Map<string, boolean>();
  for (const { value } of objects) {
    if (textAt(value, "kind") !== "CustomResourceDefinition") continue;
    const spec = valueAt(value, "spec");
    const scope = textAt(spec, "scope");
    if (scope !== undefined)
      scopes.set(`${textAt(spec, "group")}/${textAt(spec, "names", "kind")}`, scope === "Namespaced");
  }
  return scopes;
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? (apiVersion.split("/", 1)[0] as string) : "";
}

function withNamespace<T extends TemplatedObject>(object: T, namespace: string, scopes: Scopes): T {
  const { value } = object;
  const [apiVersion, kind] = [textAt(value, "apiVersion") ?? "", textAt(value, "kind") ?? ""];
  const own = textAt(value, "metadata", "namespace") ?? "";
  const defined = scopes.get(`${groupOf(apiVersion)}/${kind}`);
  if (defined === false || (defined === undefined && builtInSchemas.isClusterScoped(apiVersion, kind)))
    return own === "" ? object : { ...object, value: changed(value, undefined) };
  const isKnown = defined === true || isNamespaced(apiVersion, kind);
  return own === "" && isKnown && namespace !== "" ? { ...object, value: changed(value, namespace) } : object;
}

/** The object with another namespace. */
function changed(value: Value, namespace: string | undefined): Value {
  if (!isMap(value)) return value;
  const before = isMap(value.metadata) ? value.metadata : {};
  const metadata = Object.assign(Object.create(null) as { [key: string]: Value }, before);
  if (namespace === undefined) delete metadata.namespace;
  else metadata.namespace = namespace;
  return Object.assign(Object.create(null) as { [key: string]: Value }, value, { metadata });
}

/** Undefined for an object that the API server names. */
function keyOf(value: Value): string | undefined {
  const name = nameOf(value) ?? "";
  if (name === "") return undefined;
  const group = groupOf(textAt(value, "apiVersion") ?? "");
  return JSON.stringify([group, textAt(value, "kind") ?? "", textAt(value, "metadata", "namespace") ?? "", name]);
}
