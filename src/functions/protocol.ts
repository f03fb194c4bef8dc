/** How kinds of functions are spoken to: what they read, and how what they print is taken back. */
import type { ResourceSet } from "../resource/index.ts";
import { print } from "../yaml/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { ProgramOutcome } from "./program.ts";
import type { FunctionRun } from "./results-file.ts";
import { reservedFields } from "./specification/read-specification.ts";
import type { FunctionRequest } from "./step.ts";
import { type Changes, type Merging, mergeBack } from "./wire/merge.ts";
import type { OutputRules } from "./wire/output.ts";
import { functionConfig, resourceList } from "./wire/resource-list.ts";
import { annotatedConfig, type Sent } from "./wire/sent.ts";

export interface Protocol extends OutputRules {
  /** What a file of results lists it as. */
  readonly type: FunctionRun["type"];
  /** See {@link Merging.withoutPaths}. */
  readonly withoutPaths?: true;
  /** The whole input for these objects, none for generators. */
  input(sent: readonly Sent[]): string;
  /** What counts of the objects that came back. @throws KrmError for what the protocol forbids */
  returned?(items: readonly MapNode[], sent: readonly Sent[]): readonly MapNode[];
  merge(resources: ResourceSet, sent: readonly Sent[], items: readonly MapNode[], merging: Merging): Changes;
  /** `skip` where it said that there is nothing for it to do; else a hint about how it failed, if there is one. */
  refusal?(outcome: ProgramOutcome): "skip" | { readonly hint: string } | undefined;
}

/** KRM functions of all kinds: a ResourceList both ways. */
export function functionProtocol(type: FunctionRun["type"], { config, origins }: FunctionRequest): Protocol {
  return {
    type,
    input(sent) {
      const seen = functionConfig(annotatedConfig(config, origins), reservedFields(config.node as MapNode));
      return resourceList(
        sent.map(({ node }) => node),
        seen,
      );
    },
    merge: mergeBack,
  };
}

/** Plugins: documents both ways, the config beside them. */
export const PLUGIN_PROTOCOL: Protocol = {
  type: "exec",
  skipsEmpty: true,
  withoutPaths: true,
  input: (sent) => documents(sent.map(({ node }) => node)),
  merge: mergeBack,
};

export function documents(nodes: readonly MapNode[]): string {
  return nodes.map(print).join("---\n");
}
