/** Tells what the change of a CustomResourceDefinition means for those who use it. */
import type { Value } from "../../../render/rendering.ts";
import type { CrdChange, CrdProperty } from "../../report.ts";
import { compareSchemas } from "./schema-comparison.ts";
import { type Version, versionsOf } from "./versions.ts";

/** Further properties are only counted. */
const MAX_PROPERTIES = 50;

type VersionChange = CrdChange["versions"][number];

/** The weightiest first: what breaks resources that exist, then what refuses some, then the rest. */
const WEIGHTS = "removed retyped required narrowed default added optional widened".split(" ");

/**
 * Returns the changes in the versions of a definition; undefined if there are none. The schema of a new version is compared with
 * the one that base stores. Of the properties, the weightiest are listed; within equal ones, the order is that of versions and
 * paths. Takes time linear in both definitions.
 */
export function definitionChange(base: Value, head: Value): CrdChange | undefined {
  const [before, after] = [versionsOf(base), versionsOf(head)];
  const versions = versionChanges(before, after);
  const stored = [...before.values()].find(({ isStored }) => isStored);
  const properties: CrdProperty[] = [];
  let descriptions = 0;
  for (const { name, schema } of after.values()) {
    const known = before.get(name);
    const old = (known ?? stored)?.schema;
    if (old === undefined || schema === undefined) continue;
    const found = compareSchemas(old, schema);
    // A new version may document its properties in other words.
    if (known !== undefined) descriptions += found.descriptions;
    for (const property of found.properties) properties.push({ version: name, ...property });
  }
  if (versions.length === 0 && properties.length === 0 && descriptions === 0) return undefined;
  const listed = properties.sort((a, b) => weightOf(a) - weightOf(b)).slice(0, MAX_PROPERTIES);
  const more = properties.length - listed.length;
  return { versions, properties: listed, ...(more > 0 && { moreProperties: more }), descriptions };
}

function weightOf({ op }: CrdProperty): number {
  return WEIGHTS.indexOf(op);
}

function versionChanges(before: ReadonlyMap<string, Version>, after: ReadonlyMap<string, Version>): VersionChange[] {
  const changes: VersionChange[] = [];
  for (const { name } of before.values()) if (!after.has(name)) changes.push({ name, op: "removed" });
  for (const { name, isServed, isStored, isDeprecated } of after.values()) {
    const old = before.get(name);
    if (old === undefined) changes.push({ name, op: "added" });
    if (old?.isServed && !isServed) changes.push({ name, op: "not-served" });
    if (old?.isServed === false && isServed) changes.push({ name, op: "served" });
    if (old?.isStored && !isStored) changes.push({ name, op: "not-stored" });
    if (old?.isStored !== true && isStored) changes.push({ name, op: "stored" });
    if (old !== undefined && !old.isDeprecated && isDeprecated) changes.push({ name, op: "deprecated" });
  }
  return changes;
}

/** Tells whether a definition is one of Kubernetes, whatever its version. */
export function isDefinition(apiVersion: string, kind: string): boolean {
  return kind === "CustomResourceDefinition" && apiVersion.startsWith("apiextensions.k8s.io/");
}
