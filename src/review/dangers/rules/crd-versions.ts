/** Versions of custom resources that the API server serves no longer. */

import { toPointer } from "../../../text/index.ts";
import { versionsOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { oneLine, updated } from "./objects/index.ts";

export const removedCrdVersion: PairRule = {
  id: "removed-crd-version",
  level: "high",
  summary: "a version of a custom resource is served no longer",
  kinds: new Set(["CustomResourceDefinition"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair?.base.kind !== "CustomResourceDefinition") return;
    const [before, after] = [versionsOf(pair.base.value()), versionsOf(pair.head.value())];
    for (const [name, { index, isServed, isStored }] of before) {
      const now = after.get(name);
      const text = `version ${oneLine(name, 40)}`;
      const path = index === undefined ? "/spec/version" : toPointer(["spec", "versions", index]);
      if (now !== undefined) {
        if (!isServed || now.isServed) continue;
        const message = `${text} is served no longer: the API server answers its clients with \`not found\`; their manifests need another version`;
        yield { path: toPointer(["spec", "versions", now.index ?? 0, "served"]), message };
      } else if (isStored) {
        yield {
          path,
          message: `${text}, which objects are stored in, is removed: the API server refuses that while \`status.storedVersions\` names it; migrate the objects first`,
        };
      } else if (isServed) {
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
