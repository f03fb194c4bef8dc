/** Versions of custom resources that the API server serves no longer. */

import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { updated } from "./identity.ts";
import { oneLine } from "./values.ts";

interface Version {
  /** Undefined where the name is the only one, in a field of its own. */
  readonly index: number | undefined;
  readonly served: boolean;
  readonly stored: boolean;
}

export const removedCrdVersion: PairRule = {
  id: "removed-crd-version",
  level: "high",
  summary: "a version of a custom resource is served no longer",
  kinds: new Set(["CustomResourceDefinition"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair?.base.kind !== "CustomResourceDefinition") return;
    const [before, after] = [versionsOf(pair.base.value()), versionsOf(pair.head.value())];
    for (const [name, { index, served, stored }] of before) {
      const now = after.get(name);
      const text = `version ${oneLine(name, 40)}`;
      const path = index === undefined ? "/spec/version" : toPointer(["spec", "versions", index]);
      if (now !== undefined) {
        if (!served || now.served) continue;
        const message = `${text} is served no longer: the API server answers its clients with \`not found\`; their manifests need another version`;
        yield { path: toPointer(["spec", "versions", now.index ?? 0, "served"]), message };
      } else if (stored) {
        yield {
          path,
          message: `${text}, which objects are stored in, is removed: the API server refuses that while \`status.storedVersions\` names it; migrate the objects first`,
        };
      } else if (served) {
        const message = `${text} is removed: the API server answers its clients with \`not found\`; their manifests need another version`;
        yield { path, message };
      } else {
        yield {
          path,
          message: `${text}, which was not served, is removed: the API server refuses that while \`status.storedVersions\` names it`,
          level: "low",
        };
      }
    }
  },
};

function versionsOf(object: Value): ReadonlyMap<string, Version> {
  const versions = new Map<string, Version>();
  for (const [index, version] of listAt(object, "spec", "versions").entries()) {
    const name = textAt(version, "name");
    if (name === undefined) continue;
    versions.set(name, {
      index,
      served: valueAt(version, "served") !== false,
      stored: valueAt(version, "storage") === true,
    });
  }
  const only = textAt(object, "spec", "version");
  if (only !== undefined && !versions.has(only)) versions.set(only, { index: undefined, served: true, stored: true });
  return versions;
}
