/** The digest by which helm tells whether Chart.lock belongs to the dependencies of a chart; docs/specification/helm-charts.md 10.4. */
import { createHash } from "node:crypto";
import { stableJson } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";
import type { ChartMetadata, Dependency } from "./chart-metadata.ts";

/** The fields of a dependency in the order of helm. All but the first and the repository are left out where they are empty. */
const FIELDS = ["name", "version", "repository", "condition", "tags", "enabled", "import-values", "alias"] as const;

/** Tells whether the lock has the digest of helm 3 and 4, or of an old chart that of helm 2. True without a lock. */
export function isLockInSync({ apiVersion, dependencies, lock }: ChartMetadata): boolean {
  if (lock === undefined) return true;
  const wanted = listJson(dependencies);
  if (lock.digest === digestOf(`[${wanted},${listJson(lock.dependencies)}]`)) return true;
  return apiVersion === "v1" && lock.digest === digestOf(`{"dependencies":${wanted}}`);
}

function digestOf(json: string): string {
  // Go escapes what could end a script in HTML.
  const escaped = json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `sha256:${createHash("sha256").update(escaped).digest("hex")}`;
}

function listJson(dependencies: readonly Dependency[]): string {
  return dependencies.length === 0 ? "null" : `[${dependencies.map(entryJson).join(",")}]`;
}

function entryJson(dependency: Dependency): string {
  const { fields } = dependency;
  const written = FIELDS.flatMap((field) => {
    const value = valueOf(dependency, fields, field);
    const isEmpty = value === "" || value === false || value === null || (Array.isArray(value) && value.length === 0);
    if (isEmpty && field !== "name" && field !== "repository") return [];
    return [`${JSON.stringify(field)}:${stableJson(value)}`];
  });
  return `{${written.join(",")}}`;
}

function valueOf(dependency: Dependency, fields: Value, field: (typeof FIELDS)[number]): Value {
  if (field === "name" || field === "version" || field === "repository" || field === "alias") return dependency[field];
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return null;
  return fields[field] ?? null;
}
