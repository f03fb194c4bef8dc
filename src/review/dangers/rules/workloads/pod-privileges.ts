/** Containers that run as root, or may become it. */
import { valueAt } from "../../../../manifests/index.ts";
import type { Value } from "../../../../render/rendering.ts";
import { toPointer } from "../../../../text/index.ts";
import type { Finding, PairRule } from "../../rule.ts";
import { type Container, containerText, type PodSpec, podsOf } from "../objects/index.ts";

export const runsAsRoot: PairRule = {
  id: "runs-as-root",
  level: "medium",
  summary: "a container that stays runs as root, or may become root",
  *check(pair): Iterable<Finding> {
    const pods = podsOf(pair);
    if (pods?.base === undefined) return;
    for (const { base, head } of pods.containers) {
      if (base === undefined) continue;
      const [before, after] = [privilegesOf(base, pods.base), privilegesOf(head, pods.head)];
      const found = [
        ...(after.isRoot && !before.isRoot ? ["runs as root"] : []),
        ...(!after.isRoot && after.mayBeRoot && !before.mayBeRoot ? ["runs as root if its image says so"] : []),
        ...(after.mayGain && !before.mayGain ? ["can gain more privileges than it starts with"] : []),
      ];
      if (found.length === 0) continue;
      yield {
        path: toPointer([...head.path, "securityContext"]),
        message: `${containerText(head)} ${found.join(", and ")}: what breaks into it can do more, and can leave it more easily`,
        level: found.length > 1 ? "high" : "medium",
      };
    }
  },
};

interface Privileges {
  readonly isRoot: boolean;
  readonly mayBeRoot: boolean;
  readonly mayGain: boolean;
}

/** The settings of a container come before those of its Pod. */
function privilegesOf({ value }: Container, pod: PodSpec): Privileges {
  const setting = (name: string): Value | undefined =>
    valueAt(value, "securityContext", name) ?? valueAt(pod.value, "securityContext", name);
  const user = setting("runAsUser");
  const isUser = typeof user === "number" || typeof user === "bigint";
  // A container that must not be root does not start as root.
  const isRoot = isUser && Number(user) === 0 && setting("runAsNonRoot") !== true;
  return {
    isRoot,
    mayBeRoot: isRoot || (!isUser && setting("runAsNonRoot") !== true),
    mayGain: valueAt(value, "securityContext", "allowPrivilegeEscalation") !== false,
  };
}
