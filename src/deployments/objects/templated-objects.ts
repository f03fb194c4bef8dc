/** Objects of charts as the cluster takes them: without lists, and with namespaces where their kinds have some. */
import { failure } from "../../diagnostics.ts";
import { isMap, textAt, valueAt } from "../../manifests/index.ts";
import { builtInSchemas, isNamespaced } from "../../resource/index.ts";
import type { Value } from "../../yaml/index.ts";

/** An object, and the paths of its values that are withheld, see `BuiltResource`. */
export interface TemplatedObject {
  readonly value: Value;
  readonly withheld?: readonly (readonly string[])[] | undefined;
}

/**
 * The items of a list, or the object itself. Any object with a list of items is one, whatever its kind. One whose items are null has none.
 * @throws KrmError `invalid-resource` for an item that is no object
 */
export function expanded<T extends TemplatedObject>(object: T): readonly T[] {
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

/** Kinds with namespaces that each cluster has to which Argo CD deploys them. */
const OF_ARGOCD = ["Application", "ApplicationSet", "AppProject"].map((kind) => `argoproj.io/${kind}`);

/** Knows which kinds have namespaces: those that are built in, those of Argo CD, and those that some of the objects define. */
export class ScopedKinds {
  /** True for kinds with namespaces, by group and kind. */
  readonly #defined = new Map<string, boolean>(OF_ARGOCD.map((kind) => [kind, true]));

  constructor(objects: readonly TemplatedObject[]) {
    for (const { value } of objects) {
      if (textAt(value, "kind") !== "CustomResourceDefinition") continue;
      const spec = valueAt(value, "spec");
      const scope = textAt(spec, "scope");
      if (scope !== undefined)
        this.#defined.set(`${textAt(spec, "group")}/${textAt(spec, "names", "kind")}`, scope === "Namespaced");
    }
  }

  /** Undefined for a kind that nothing defines. */
  scopeOf(value: Value): "cluster" | "namespaced" | undefined {
    const [apiVersion, kind] = [textAt(value, "apiVersion") ?? "", textAt(value, "kind") ?? ""];
    const defined = this.#defined.get(`${apiGroupOf(value)}/${kind}`);
    if (defined ?? isNamespaced(apiVersion, kind)) return "namespaced";
    return defined === false || builtInSchemas.isClusterScoped(apiVersion, kind) ? "cluster" : undefined;
  }

  isClusterScoped(value: Value): boolean {
    return this.scopeOf(value) === "cluster";
  }

  /** Gives the namespace to an object that has none, if its kind is known to have namespaces. @param namespace empty for none */
  withNamespace(value: Value, namespace: string): Value {
    if ((textAt(value, "metadata", "namespace") ?? "") !== "" || namespace === "") return value;
    return this.scopeOf(value) === "namespaced" ? inNamespace(value, namespace) : value;
  }
}

/** An object, and how often it was made. */
export interface Repeated<T> {
  readonly object: T;
  readonly count: number;
}

/** The last one of objects with one identity, at its place. Those without a name, which the API server gives them, all count. */
export function lastOfEach<T extends TemplatedObject>(objects: readonly T[]): readonly Repeated<T>[] {
  const last = new Map<string, Repeated<T>>();
  for (const [index, object] of objects.entries()) {
    const key = keyOf(object.value) ?? `${index}`;
    const count = (last.get(key)?.count ?? 0) + 1;
    last.delete(key);
    last.set(key, { object, count });
  }
  return [...last.values()];
}

/** Undefined for an object without a name. */
function keyOf(value: Value): string | undefined {
  const name = textAt(value, "metadata", "name") ?? "";
  if (name === "") return undefined;
  const kind = textAt(value, "kind") ?? "";
  return JSON.stringify([apiGroupOf(value), kind, textAt(value, "metadata", "namespace") ?? "", name]);
}

/** `Deployment shop/web` */
export function shownObject(value: Value): string {
  const [namespace, name] = [textAt(value, "metadata", "namespace"), textAt(value, "metadata", "name")];
  return `${textAt(value, "kind") ?? ""} ${[namespace, name].filter(Boolean).join("/")}`;
}

/** The group of an object; empty for the core group. */
export function apiGroupOf(value: Value): string {
  const apiVersion = textAt(value, "apiVersion") ?? "";
  return apiVersion.includes("/") ? (apiVersion.split("/", 1)[0] as string) : "";
}

/** The object with another namespace, or with none. */
export function inNamespace(value: Value, namespace: string | undefined): Value {
  if (!isMap(value)) return value;
  const before = isMap(value.metadata) ? value.metadata : {};
  const metadata = Object.assign(Object.create(null) as { [key: string]: Value }, before);
  if (namespace === undefined) delete metadata.namespace;
  else metadata.namespace = namespace;
  return Object.assign(Object.create(null) as { [key: string]: Value }, value, { metadata });
}
