/** Makes variables and objects for tests. */
import type { Variable, Variables } from "../../../../src/deployments/flux/substitution/index.ts";
import type { BuiltResource } from "../../../../src/engine/index.ts";
import { parseResources, print, readPrinted } from "../../../../src/yaml/index.ts";

/** Variables with values; a value of null is not known. */
export function variables(
  values: Readonly<Record<string, string | null>>,
  more: Partial<Variables> & { readonly secrets?: readonly string[] } = {},
): Variables {
  const { secrets = [], ...rest } = more;
  const named = new Map(
    Object.entries(values).map(([name, value]): [string, Variable] => {
      const isSecret = secrets.includes(name);
      return [name, { value: value ?? undefined, isSecret, source: isSecret ? "Secret `s`" : "ConfigMap `c`" }];
    }),
  );
  return { named, unseen: [], always: false, ...rest };
}

/** An object as the build makes it. */
export function resource(yaml: string, origin?: BuiltResource["origin"]): BuiltResource {
  const node = parseResources(yaml, "")[0];
  if (node === undefined) throw new Error("no object");
  const text = print(node);
  const { apiVersion, kind, metadata } = readPrinted(text) as {
    apiVersion: string;
    kind: string;
    metadata: { name: string; namespace?: string };
  };
  return {
    apiVersion,
    kind,
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    baseName: metadata.name,
    yaml: text,
    value: () => readPrinted(text),
    origin,
  };
}

/** A ConfigMap with this data, as lines of YAML. */
export function configMap(data: string, metadata = "name: c"): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  ${metadata}\ndata:\n${data.replace(/^/gm, "  ")}\n`;
}
