/** ReplicaCountTransformer: an entry of the field `replicas`; docs/specification/replicas.md. */
import { failure } from "../diagnostics.ts";
import {
  type Decoded,
  type FieldSpec,
  fieldSpecs,
  fields,
  owner,
  type Replica,
  replica,
  words,
} from "../documents/index.ts";
import { FieldSpecs, gvkText, requireScalar, selectedBy, setScalar } from "../resource/index.ts";
import { type Node, scalar } from "../yaml/nodes/node.ts";
import type { TransformerKind, WithDefaults } from "./builtin.ts";
import { documentOf } from "./document.ts";
import type { Transformer } from "./transformer.ts";

const documentFields = { replica, fieldSpecs };
type ReplicaCountArgs = Decoded<typeof documentFields>;

export const replicaCountTransformer: TransformerKind<ReplicaCountArgs> & WithDefaults<"replicas"> = {
  kind: "ReplicaCountTransformer",
  role: "transformer",
  defaults: {
    replicas: words("Deployment StatefulSet ReplicaSet ReplicationController").flatMap((kind) =>
      fields(owner(kind), ["spec/replicas"], "create"),
    ),
  },
  decode: documentOf(documentFields),
  fields: [
    {
      name: "replicas",
      args: ({ replicas = [] }, configuration) =>
        replicas.map((entry) => ({
          replica: entry,
          fieldSpecs: configuration.replicas,
          location: entry.location,
        })),
    },
  ],
  withFieldSpecs: (args, { replicas }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? replicas }),
  create: ({ replica: entry, fieldSpecs: specs = [], location }) => [
    setReplicaCount(entry ?? { name: "", count: 0, location }, specs),
  ],
};

const CREATE_COUNT = { kind: "scalar", tag: "!!int" } as const;

function setReplicaCount({ name, count, location }: Replica, specs: readonly FieldSpec[]): Transformer {
  const steps = specs.map((spec) => ({ spec, compiled: new FieldSpecs([spec]) }));
  const set = (node: Node): void => setScalar(requireScalar(node, "a replica count"), scalar(String(count), "!!int"));
  return {
    kind: "ReplicaCountTransformer",
    transform(resources) {
      const named = resources.byAnyName(name);
      let found = false;
      for (const { spec, compiled } of steps) {
        for (const resource of named) {
          if (resource.node === undefined) continue;
          if (!resource.allIds().some((id) => id.name === name && selectedBy(id, spec))) continue;
          found = true;
          compiled.visit(resource.node, resource.id, set, CREATE_COUNT);
        }
      }
      if (found) return;
      throw failure("target-not-found", `no object named ${name} has a replica count to set`, {
        ...location,
        hint: `Name one of the kinds ${specs.map((spec) => gvkText(spec)).join(", ")}, or remove the entry.`,
      });
    },
  };
}
