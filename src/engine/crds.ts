/** The files of `crds`: fields of custom resources that hold names or labels; docs/specification/crds.md. */
import { parseJson } from "../budget/index.ts";
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

/** Reads the tables of the listed files; undefined if there are none. @throws KrmError */
export async function crdConfiguration(
  crds: readonly PathEntry[],
  { root, context }: Pick<Level, "root" | "context">,
): Promise<Configuration | undefined> {
  if (crds.length === 0) return undefined;
  const files = [];
  for (const { path, location } of crds) {
    const file = await root.read(path, location);
    root.claim();
    checkJson(file);
    const definitions = context.files.config(file);
    // kustomize accepts a file with only comments, and fails for an empty file.
    const isEmpty = definitions === undefined || isNull(definitions);
    if (isEmpty && file.bytes.length > 0) continue;
    files.push(decodeCrdDefinitions(definitions, file.display));
  }
  return mergeConfigurations(emptyConfiguration, files);
}

const BRACE = 0x7b;

/** Checks that a file that begins with a brace is JSON. */
function checkJson(file: ReadFile): void {
  if (file.bytes[0] !== BRACE) return;
  try {
    parseJson(textOf(file));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw failure(
      "invalid-crd-definitions",
      `unable to read OpenAPI definitions from ${file.display}: it is not valid JSON`,
      {
        file: file.display,
        hint: "Write one JSON value, or begin the file with a comment so that it is read as YAML.",
        cause,
      },
    );
  }
}
