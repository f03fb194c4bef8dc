/** What the definitions that `crds` lists say of the fields of custom resources; engine.md 6.5. */
import { type Configuration, mergeConfigurations } from "../documents/configuration.ts";
import { decodeCrdDefinitions } from "../documents/crd-definitions.ts";
import { emptyConfiguration } from "../documents/default-field-specs.ts";
import type { Level } from "./context.ts";

/** Undefined where the level lists none. @throws KrmError */
export async function crdConfiguration({ kustomization, root, context }: Level): Promise<Configuration | undefined> {
  const { crds = [] } = kustomization;
  if (crds.length === 0) return undefined;
  const files = [];
  for (const { path, location } of crds) {
    const file = await root.read(path, location);
    files.push(decodeCrdDefinitions(context.files.config(file), file.display));
  }
  return mergeConfigurations(emptyConfiguration, files);
}
