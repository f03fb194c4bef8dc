/** What the definitions that `crds` lists say of the fields of custom resources; engine.md 6.5. */
import { type Configuration, mergeConfigurations } from "../documents/configuration.ts";
import { decodeCrdDefinitions } from "../documents/crd-definitions.ts";
import { emptyConfiguration } from "../documents/default-field-specs.ts";
import { isNull } from "../yaml/node.ts";
import type { Level } from "./context.ts";

/** Undefined where the level lists none. @throws KrmError */
export async function crdConfiguration({ kustomization, root, context }: Level): Promise<Configuration | undefined> {
  const { crds = [] } = kustomization;
  if (crds.length === 0) return undefined;
  const files = [];
  for (const { path, location } of crds) {
    const file = await root.read(path, location);
    const definitions = context.files.config(file);
    // The reference reads a file of comments as no definitions, and breaks on one without a byte.
    const isEmpty = definitions === undefined || isNull(definitions);
    if (isEmpty && file.bytes.length > 0) continue;
    files.push(decodeCrdDefinitions(definitions, file.display));
  }
  return mergeConfigurations(emptyConfiguration, files);
}
