/** Objects that only a cluster has, as the configuration gives them. */
import type { ClusterValues } from "../configuration/index.ts";
import type { Reference } from "./flux/index.ts";
import type { PrintedObject } from "./objects/index.ts";

/** The object of a reference that the configuration gives. One for this cluster counts over one for all. */
export function givenObject(
  all: readonly ClusterValues[],
  cluster: string,
  { kind, namespace, name }: Reference,
): PrintedObject | undefined {
  const isMeant = (values: ClusterValues): boolean =>
    values.kind === kind && values.namespace === namespace && values.name === name;
  const meant = all.filter(isMeant);
  const values = meant.find((each) => each.cluster === cluster) ?? meant.find((each) => each.cluster === undefined);
  if (values === undefined) return undefined;
  const data = Object.assign(Object.create(null), Object.fromEntries(values.data));
  const value = {
    apiVersion: "v1",
    kind,
    metadata: { namespace, name },
    [kind === "Secret" ? "stringData" : "data"]: data,
  };
  return { apiVersion: "v1", kind, namespace, name, value, origin: values.place };
}
