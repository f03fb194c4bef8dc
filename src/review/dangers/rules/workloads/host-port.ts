/** Containers that take a port of the node. */
import { listAt, valueAt } from "../../../../manifests/index.ts";
import { toPointer } from "../../../../text/index.ts";
import type { Finding, PairRule } from "../../rule.ts";
import { type Container, containerText, podsOf, shownValues } from "../objects/index.ts";

export const hostPort: PairRule = {
  id: "host-port",
  level: "medium",
  summary: "a container takes a port of the node",
  *check(pair): Iterable<Finding> {
    for (const { base, head } of podsOf(pair)?.containers ?? []) {
      const before = new Set(base === undefined ? [] : hostPortsOf(base).map(({ port }) => port));
      for (const { index, port } of hostPortsOf(head)) {
        if (before.has(port)) continue;
        yield {
          path: toPointer([...head.path, "ports", index, "hostPort"]),
          message: `${containerText(head)} takes a port of its node: it can be reached there without a Service, and no two such Pods fit on one node`,
          ...(base === undefined && { level: "low" }),
          ...shownValues(undefined, port),
        };
      }
    }
  },
};

function hostPortsOf({ value }: Container): readonly { readonly index: number; readonly port: number }[] {
  return [...listAt(value, "ports").entries()].flatMap(([index, each]) => {
    const port = Number(valueAt(each, "hostPort") ?? 0);
    return port > 0 ? [{ index, port }] : [];
  });
}
