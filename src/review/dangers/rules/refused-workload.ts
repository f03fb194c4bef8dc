/** Workloads whose parts do not fit together, so that the API server refuses them. */
import { CONTAINER_LISTS, isMap, listAt, podTemplateOf, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { listed, oneLine } from "./objects/index.ts";

/** The kinds whose template the API server checks, with whether it also checks the Pods in it. */
const KINDS: ReadonlyMap<string, boolean> = new Map([
  ["/ReplicationController", true],
  ["apps/DaemonSet", true],
  ["apps/Deployment", true],
  ["apps/ReplicaSet", true],
  ["apps/StatefulSet", false],
  ["batch/CronJob", true],
  ["batch/Job", true],
]);

export const refusedWorkload: PairRule = {
  id: "refused-workload",
  level: "high",
  summary: "the selector or the volumes of a workload do not fit its Pods",
  kinds: new Set([...KINDS.keys()].map((kind) => kind.slice(kind.indexOf("/") + 1))),
  *check({ base, head }) {
    if (head === undefined) return;
    const found = misfits(head);
    if (found.length === 0) return;
    // The same kind of text at base: what was wrong before is not what the change brings.
    const before = new Set(base === undefined ? [] : misfits(base).map(({ message }) => message));
    yield* found.filter(({ message }) => !before.has(message));
  },
};

function misfits(resource: RenderedResource): readonly Finding[] {
  const checksPods = KINDS.get(`${groupOf(resource)}/${resource.kind}`);
  if (checksPods === undefined) return [];
  return [...selectorMisfits(resource), ...volumeMisfits(resource, checksPods)];
}

/** The labels of the selector that the template does not have. The selector of a Job is made by its controller. */
function* selectorMisfits(resource: RenderedResource): Iterable<Finding> {
  const template = podTemplateOf(resource);
  const selector = valueAt(resource.value(), "spec", "selector");
  if (template === undefined || groupOf(resource) === "batch") return;
  const isPlain = resource.kind === "ReplicationController";
  const wanted = isPlain ? selector : valueAt(selector, "matchLabels");
  const labels = valueAt(template.value, "metadata", "labels");
  if (!isMap(wanted)) return;
  const missing = Object.keys(wanted).filter((key) => {
    const [value = null, has = null] = [wanted[key], valueAt(labels, key)];
    return value !== has && !isUnfinished(key) && !isUnfinished(value) && !isUnfinished(has);
  });
  if (missing.length === 0) return;
  yield {
    path: `/spec/selector${isPlain ? "" : "/matchLabels"}`,
    message: `the selector does not match the labels of the Pods (${listed(missing)}): the API server refuses the object`,
    outcome: "refused",
  };
}

/** Volumes that containers mount, and that the Pods do not have. */
function* volumeMisfits(resource: RenderedResource, checksPods: boolean): Iterable<Finding> {
  const template = podTemplateOf(resource);
  if (template === undefined) return;
  const { spec, path } = template;
  const claims = resource.kind === "StatefulSet" ? listAt(resource.value(), "spec", "volumeClaimTemplates") : [];
  const volumes = new Set([
    ...listAt(spec, "volumes").map((volume) => textAt(volume, "name")),
    ...claims.map((claim) => textAt(claim, "metadata", "name")),
  ]);
  // Any of them may become the one that is mounted.
  if ([...volumes].some((name = "") => isUnfinished(name))) return;
  for (const list of CONTAINER_LISTS)
    for (const [index, container] of listAt(spec, list).entries())
      for (const field of ["volumeMounts", "volumeDevices"])
        for (const [at, mount] of listAt(container, field).entries()) {
          const name = textAt(mount, "name");
          if (name === undefined || volumes.has(name) || isUnfinished(name)) continue;
          const effect = checksPods ? "the API server refuses the object" : "the API server refuses its Pods";
          yield {
            path: toPointer([...path, "spec", list, String(index), field, String(at), "name"]),
            message: `the container \`${oneLine(textAt(container, "name") ?? "")}\` mounts the volume \`${oneLine(name)}\`, which the Pods do not have: ${effect}`,
            ...(checksPods && { outcome: "refused" }),
          };
        }
}
