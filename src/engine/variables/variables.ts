/**
 * Variables: names for fields of objects. They are collected up to the top of a build;
 * docs/specification/variables.md 1.
 */
import { failure, formatLocation } from "../../diagnostics.ts";
import type { Var, VarTarget } from "../../documents/index.ts";
import {
  CLUSTER_SCOPE,
  describeId,
  type Gvk,
  parseApiVersion,
  type Resource,
  type ResourceId,
  type ResourceSet,
} from "../../resource/index.ts";

/** The default field of a variable. */
export const DEFAULT_FIELD_PATH = "metadata.name";

/** Variables by name. Names are unique in a build. */
export type Variables = Map<string, Var>;

/**
 * Adds the variables of a level, and marks the object that each of them reads. An object that a higher level adds is not
 * marked, so the variable fails at the end of the build.
 * @throws KrmError `ambiguous-variable` or `variable-conflict`
 */
export function declareVariables(declared: readonly Var[], into: Variables, resources: ResourceSet): void {
  for (const variable of declared) {
    const found = objectsOf(variable, resources);
    if (found.length > 1) throw ambiguous(variable, found);
    found[0]?.variables.push(variable.name);
  }
  addVariables(into, declared);
}

/** Adds variables. @throws KrmError `variable-conflict` for a name that exists, even for the same variable */
export function addVariables(into: Variables, more: Iterable<Var>): void {
  for (const variable of more) {
    const present = into.get(variable.name);
    if (present !== undefined) throw conflict(variable, present);
    into.set(variable.name, variable);
  }
}

/** Finds the objects of a variable by current and earlier identities; without a namespace, in all namespaces. */
function objectsOf({ objref }: Var, resources: ResourceSet): Resource[] {
  if (objref === undefined) return [];
  const { name = "", namespace = "" } = objref;
  const { group, version, kind } = targetKind(objref);
  // kustomize does not know the scope of the kind here: with a namespace, it finds no cluster-scoped objects.
  const isMeant = (id: ResourceId): boolean =>
    id.name === name &&
    id.kind === kind &&
    id.group === group &&
    id.version === version &&
    (namespace === "" || (id.effectiveNamespace === namespace && namespace !== CLUSTER_SCOPE));
  return resources.byAnyName(name).filter((resource) => resource.allIds().some(isMeant));
}

/** The kind of an objref. An apiVersion without a group does not override the field `group`. */
export function targetKind({ apiVersion = "", group = "", version = "", kind = "" }: VarTarget): Gvk {
  const parts = apiVersion.split("/").length;
  if (apiVersion === "" || parts > 2) return { group, version, kind };
  return parts === 1 ? { group, version: apiVersion, kind } : { ...parseApiVersion(apiVersion), kind };
}

function ambiguous({ name, objref, fieldref, location }: Var, found: readonly Resource[]): Error {
  const names = found.map(({ id }) => describeId(id)).join(", ");
  const field = fieldref?.fieldPath || DEFAULT_FIELD_PATH;
  return failure(
    "ambiguous-variable",
    `the variable ${name} is ambiguous: it can read ${field} of ${found.length} objects: ${names}`,
    {
      ...(objref?.location ?? location),
      hint: "Add the namespace to its `objref`, or declare it in the kustomization that adds the object.",
    },
  );
}

function conflict({ name, location }: Var, present: Var): Error {
  const [here, there] = [formatLocation(location), formatLocation(present.location)];
  const problem = here === there ? "its kustomization is included more than once" : `it is also declared at ${there}`;
  return failure("variable-conflict", `the variable ${name} already exists: ${problem}`, {
    ...location,
    hint: "Rename one of them, or declare it once in a kustomization that includes both.",
  });
}
