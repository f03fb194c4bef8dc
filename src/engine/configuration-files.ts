/** The files that the field `configurations` lists; docs/specification/field-specs.md 3. */
import { defaultConfiguration } from "../builtins/index.ts";
import {
  type Configuration,
  type ConfigurationFile,
  decodeConfiguration,
  mergeConfigurations,
  type PathEntry,
} from "../documents/index.ts";
import type { Level } from "./context/index.ts";

/** Adds the listed files to the default tables. @throws KrmError */
export async function ownConfiguration(
  entries: readonly PathEntry[],
  { root, context }: Pick<Level, "root" | "context">,
): Promise<Configuration> {
  const files: ConfigurationFile[] = [];
  for (const entry of entries) {
    const file = await root.read(entry.path, entry.location);
    root.claim();
    files.push(decodeConfiguration(context.files.config(file, { duplicateKeys: "error" }), file.display));
  }
  return mergeConfigurations(defaultConfiguration, files);
}
