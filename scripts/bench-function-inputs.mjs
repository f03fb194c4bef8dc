// @ts-check
// Writes the directories with functions that bench-functions.mjs times.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OBJECTS_PER_TARGET = 10;

/**
 * Writes `count` targets of ten different objects each, which pass through one function.
 * @param {string} directory @param {number} count
 * @param {object} how the value of the function's annotation: `{ exec: { path: "./fn" } }`, or an image
 * @returns {string[]} the targets
 */
export function writeFunctionTargets(directory, count, how) {
  return Array.from({ length: count }, (_, index) => {
    const names = Array.from({ length: OBJECTS_PER_TARGET }, (__, object) => `app-${index}-${object}`);
    return writeTarget(join(directory, "targets", String(index)), names, how);
  });
}

/** Writes one target of `size` objects that pass through an executable. @param {string} directory @param {number} size */
export function writeEchoed(directory, size) {
  return writeTarget(
    directory,
    Array.from({ length: size }, (_, index) => `app-${index}`),
    { exec: { path: "./fn" } },
  );
}

/** @param {string} directory @param {string[]} names of its objects @param {object} how */
function writeTarget(directory, names, how) {
  mkdirSync(directory, { recursive: true });
  const head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";
  const fields = "resources: [objects.yaml]\ntransformers: [config.yaml]\nnamePrefix: prod-\n";
  writeFileSync(join(directory, "kustomization.yaml"), head + fields);
  writeFileSync(join(directory, "objects.yaml"), names.map(configMap).join("---\n"));
  const annotation = JSON.stringify(JSON.stringify(how));
  const metadata = `metadata:\n  name: echo\n  annotations:\n    config.kubernetes.io/function: ${annotation}\n`;
  writeFileSync(join(directory, "config.yaml"), `apiVersion: example.com/v1\nkind: Echo\n${metadata}`);
  const program = join(directory, "fn");
  writeFileSync(program, "#!/bin/sh\nexec cat\n");
  chmodSync(program, 0o755);
  return directory;
}

/** @param {string} name */
function configMap(name) {
  const data = `data:\n  name: ${name}\n  level: info\n  text: |\n    some lines\n    of text\n`;
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  labels:\n    app: ${name}\n${data}`;
}
