/** Names of ports that probes and hooks of a container ask, and that the container does not have. */
import { CONTAINER_LISTS, listAt, podTemplateOf, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import { toPointer } from "../../../text/index.ts";
import type { DangerPair, Finding } from "../rule.ts";
import { oneLine } from "../rules/index.ts";

interface Asking {
  /** The fields of a container that lead to it. */
  readonly path: readonly string[];
  readonly name: string;
  readonly effect: string;
  readonly level: "high" | "medium";
}

const UNREADY = "its Pods never get ready";

/** The kubelet drops the result of a probe that it cannot make: so the container stays as it was at its start. */
const ASKING: readonly Asking[] = [
  { path: ["startupProbe"], name: "startup probe", effect: UNREADY, level: "high" },
  { path: ["readinessProbe"], name: "readiness probe", effect: UNREADY, level: "high" },
  {
    path: ["livenessProbe"],
    name: "liveness probe",
    effect: "the kubelet cannot probe it, and never restarts it for that",
    level: "medium",
  },
  {
    path: ["lifecycle", "postStart"],
    name: "hook `postStart`",
    effect: "it fails, and the kubelet ends the container",
    level: "high",
  },
  {
    path: ["lifecycle", "preStop"],
    name: "hook `preStop`",
    effect: "it fails, and the container ends without it",
    level: "medium",
  },
];

type Asked = Finding & { readonly key: string };

/** Lists what the change brings. Takes time linear in the objects. */
export function* portsOfProbes({ base, head }: DangerPair): Iterable<Finding> {
  const found = head === undefined ? [] : missingPorts(head);
  if (found.length === 0) return;
  const before = new Set(base === undefined ? [] : missingPorts(base).map(({ key }) => key));
  for (const { key, ...finding } of found) if (!before.has(key)) yield finding;
}

function missingPorts(resource: RenderedResource): readonly Asked[] {
  const template = podTemplateOf(resource);
  if (template === undefined) return [];
  return CONTAINER_LISTS.flatMap((list) =>
    listAt(template.spec, list).flatMap((container, index) =>
      missingOf(container, [...template.path, "spec", list, String(index)]),
    ),
  );
}

function missingOf(container: Value, at: readonly string[]): readonly Asked[] {
  const names = listAt(container, "ports").map((port) => textAt(port, "name"));
  // Any of them may become the one that is asked.
  if (names.some((name = "") => isUnfinished(name))) return [];
  return ASKING.flatMap(({ path, name, effect, level }) =>
    ["httpGet", "tcpSocket"].flatMap((way): Asked[] => {
      const port = valueAt(container, ...path, way, "port");
      // A number may be written as a text.
      if (typeof port !== "string" || /^\d+$/.test(port) || isUnfinished(port) || names.includes(port)) return [];
      const owner = textAt(container, "name") ?? "";
      return [
        {
          key: JSON.stringify([owner, path, port]),
          path: toPointer([...at, ...path, way, "port"]),
          level,
          message: `the ${name} of the container \`${oneLine(owner)}\` asks the port \`${oneLine(port)}\`, which the container does not name: ${effect}`,
        },
      ];
    }),
  );
}
