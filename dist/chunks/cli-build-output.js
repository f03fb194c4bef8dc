import {
  CLUSTER_SCOPE,
  resourceId
} from "./shared-resource-merge-schema-data.js";
import {
  failure
} from "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/cli/build-output.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
function writeSingleFile(resources, path) {
  write(path, resources.map((resource) => resource.yaml).join("---\n"));
}
function writeResourceFiles(resources, directory) {
  const ids = resources.map(({ apiVersion, kind, name, namespace }) => resourceId(apiVersion, kind, name, namespace));
  const namespaces = new Set(ids.map((id) => id.effectiveNamespace));
  namespaces.delete(CLUSTER_SCOPE);
  for (const [index, { group, version, kind, name, effectiveNamespace }] of ids.entries()) {
    const prefixed = namespaces.size > 1 && effectiveNamespace !== CLUSTER_SCOPE;
    const parts = [prefixed ? effectiveNamespace : "", group, version, kind, name];
    const file = `${parts.filter((part) => part !== "").join("_").toLowerCase()}.yaml`;
    if (/[/\\\0]/.test(file)) {
      throw failure("output-unsafe", `the name of ${kind} "${name}" cannot be part of a file name`, {
        hint: "Write to a single file: --output FILE."
      });
    }
    write(join(directory, file), resources[index].yaml);
  }
}
function write(path, text) {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const reason = error.message;
    throw failure("output-unwritable", `cannot be written: ${reason}`, { file: path, cause: error });
  }
}
export {
  writeResourceFiles,
  writeSingleFile
};
