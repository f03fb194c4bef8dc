/**
 * Variables: the fields of objects that `vars` gives names to, on their way to the top of a build;
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

/** What a variable reads that does not say. */
export const DEFAULT_FIELD_PATH = "metadata.name";

/** By name; names are unique over a whole build. */
export type Variables = Map<string, Var>;

/**
 * Adds the variables of a level, and marks the object that each of them reads. An object that is not there yet may come
 * with a level further up, only to be refused at the top, since it is not looked for again.
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

/** @throws KrmError `variable-conflict` for a name that is taken, even by the same variable */
export function addVariables(into: Variables, more: Iterable<Var>): void {
  for (const variable of more) {
    const present = into.get(variable.name);
    if (present !== undefined) throw conflict(variable, present);
    into.set(variable.name, variable);
  }
}

/** Objects that are or were called what the variable says; without a namespace, in any. */
function objectsOf({ objref }: Var, resources: ResourceSet): Resource[] {
  if (objref === undefined) return [];
  const { name = "", namespace = "" } = objref;
  const { group, version, kind } = targetKind(objref);
  // The reference does not know the scope of what it looks for: with a namespace it finds no object without one.
  const isMeant = (id: ResourceId): boolean =>
    id.name === name &&
    id.kind === kind &&
    id.group === group &&
    id.version === version &&
    (namespace === "" || (id.effectiveNamespace === namespace && namespace !== CLUSTER_SCOPE));
  return resources.byAnyName(name).filter((resource) => resource.allIds().some(isMeant));
}

/** An apiVersion without a group leaves the group that is given beside it. */
export function targetKind({ apiVersion = "", group = "", version = "", kind = "" }: VarTarget): Gvk {
  const parts = apiVersion.split("/").length;
  if (apiVersion === "" || parts > 2) return { group, version, kind };
  return parts === 1 ? { group, version: apiVersion, kind } : { ...parseApiVersion(apiVersion), kind };
}

function ambiguous({ name, objref, fieldref, location }: Var, found: readonly Resource[]): Error {
  const names = found.map(({ id }) => describeId(id)).join(", ");
  const field = fieldref?.fieldPath || DEFAULT_FIELD_PATH;
  return failure("ambiguous-variable", `the variable ${name} may read ${field} of ${found.length} objects: ${names}`, {
    ...(objref?.location ?? location),
    hint: "Add the namespace to its `objref`, or declare it in the kustomization that adds the object.",
  });
}

function conflict({ name, location }: Var, present: Var): Error {
  const [here, there] = [formatLocation(location), formatLocation(present.location)];
  const problem = here === there ? "its kustomization is included more than once" : `there is one at ${there}`;
  return failure("variable-conflict", `the variable ${name} is there already: ${problem}`, {
    ...location,
    hint: "Rename one of them, or declare it once, in a kustomization that includes both.",
  });
}
