/** Writes the files of `build --output`: one, or one for each object (docs/specification/command-line.md 2.1, 2.2). */
import { join } from "node:path";
import { type Diagnostic, diagnosticsOf, failure, KrmError } from "../../diagnostics.ts";
import type { BuiltResource } from "../../engine/context/built.ts";
import { type CreateFile, writeFileAtomically } from "../../render/index.ts";
import { CLUSTER_SCOPE, resourceId } from "../../resource/index.ts";
import { writeOrReplace } from "./output-file.ts";

export function writeSingleFile(resources: readonly BuiltResource[], path: string): void {
  writeOrReplace(path, resources.map((resource) => resource.yaml).join("---\n"));
}

/**
 * Writes `<group>_<version>_<kind>_<name>.yaml` in lower case. The namespace is put in front where the objects are in more
 * than one. Where two objects have the same file, the last one is written, as with kustomize. What lies there is replaced, and
 * never written through, as by {@link writeFileAtomically}. A file that cannot be written does not prevent the others.
 * @throws KrmError `output-unsafe` before anything is written, `output-unwritable` for all files that cannot be written
 */
export function writeResourceFiles(resources: readonly BuiltResource[], directory: string, create?: CreateFile): void {
  const ids = resources.map(({ apiVersion, kind, name, namespace }) => resourceId(apiVersion, kind, name, namespace));
  const namespaces = new Set(ids.map((id) => id.effectiveNamespace));
  namespaces.delete(CLUSTER_SCOPE);

  const files = new Map<string, string>();
  for (const [index, { group, version, kind, name, effectiveNamespace }] of ids.entries()) {
    const prefixed = namespaces.size > 1 && effectiveNamespace !== CLUSTER_SCOPE;
    const parts = [prefixed ? effectiveNamespace : "", group, version, kind, name];
    const file = `${parts
      .filter((part) => part !== "")
      .join("_")
      .toLowerCase()}.yaml`;
    if (/[/\\\0]/.test(file)) {
      throw failure("output-unsafe", `the name of ${kind} "${name}" cannot be part of a file name`, {
        hint: "Write to a single file: --output FILE.",
      });
    }
    files.set(file, (resources[index] as BuiltResource).yaml);
  }

  const problems: Diagnostic[] = [];
  for (const [file, text] of files) {
    try {
      writeFileAtomically(join(directory, file), text, create);
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown));
    }
  }
  if (problems.length > 0) throw new KrmError(problems);
}
