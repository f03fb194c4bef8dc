/** What the definitions that `crds` lists say of the fields of custom resources; docs/specification/crds.md. */
import { failure } from "../diagnostics.ts";
import {
  type Configuration,
  decodeCrdDefinitions,
  emptyConfiguration,
  mergeConfigurations,
  type PathEntry,
} from "../documents/index.ts";
import { isNull } from "../yaml/nodes/node.ts";
import type { Level } from "./context/index.ts";
import { type ReadFile, textOf } from "./loading/index.ts";

/** The tables that the files of `crds` give; undefined without any files. @throws KrmError */
export async function crdConfiguration(
  crds: readonly PathEntry[],
  { root, context }: Pick<Level, "root" | "context">,
): Promise<Configuration | undefined> {
  if (crds.length === 0) return undefined;
  const files = [];
  for (const { path, location } of crds) {
    const file = await root.read(path, location);
    checkJson(file);
    const definitions = context.files.config(file);
    // The reference reads a file of comments as no definitions, and breaks on one without a byte.
    const isEmpty = definitions === undefined || isNull(definitions);
    if (isEmpty && file.bytes.length > 0) continue;
    files.push(decodeCrdDefinitions(definitions, file.display));
  }
  return mergeConfigurations(emptyConfiguration, files);
}

const BRACE = 0x7b;

/** What begins with a brace is read as JSON, and must be that to its end. */
function checkJson(file: ReadFile): void {
  if (file.bytes[0] !== BRACE) return;
  try {
    JSON.parse(textOf(file));
  } catch (cause) {
    throw failure("invalid-crd-definitions", `unable to read OpenAPI definitions from ${file.display}: it is no JSON`, {
      file: file.display,
      hint: "Write one JSON value, or begin the file with a comment to have it read as YAML.",
      cause,
    });
  }
}
