/** ReplicaCountTransformer: an entry of the field `replicas`; docs/specification/replicas.md. */
import { failure, type Location } from "../diagnostics.ts";
import { type FieldSpec, FieldSpecs, gvkText, requireScalar, selectedBy, setScalar } from "../resource/index.ts";
import { type Node, scalar } from "../yaml/nodes/node.ts";
import type { Transformer } from "./transformer.ts";

export interface ReplicaCount {
  readonly name: string;
  readonly count: number;
  readonly location?: Location;
}

const CREATE_COUNT = { kind: "scalar", tag: "!!int" } as const;

export function replicaCountTransformer(replica: ReplicaCount, fieldSpecs: readonly FieldSpec[]): Transformer {
  const steps = fieldSpecs.map((spec) => ({ spec, compiled: new FieldSpecs([spec]) }));
  const set = (node: Node): void =>
    setScalar(requireScalar(node, "a replica count"), scalar(String(replica.count), "!!int"));
  return {
    kind: "ReplicaCountTransformer",
    transform(resources) {
      // Kinds are few and specs fewer: one pass that looks at names first.
      const named = resources.byAnyName(replica.name);
      let found = false;
      for (const { spec, compiled } of steps) {
        for (const resource of named) {
          if (resource.node === undefined) continue;
          if (!resource.allIds().some((id) => id.name === replica.name && selectedBy(id, spec))) continue;
          found = true;
          compiled.visit(resource.node, resource.id, set, CREATE_COUNT);
        }
      }
      if (found) return;
      throw failure("target-not-found", `no object named ${replica.name} has a replica count to set`, {
        ...replica.location,
        hint: `Name one of the kinds ${fieldSpecs.map((spec) => gvkText(spec)).join(", ")}, or remove the entry.`,
      });
    },
  };
}
