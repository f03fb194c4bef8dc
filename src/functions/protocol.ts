/** The protocols of functions and plugins: how input is written and output is merged. */
import type { ResourceSet } from "../resource/index.ts";
import { print } from "../yaml/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { ProgramOutcome } from "./program.ts";
import type { FunctionRun } from "./results-file.ts";
import { reservedFields } from "./specification/read-specification.ts";
import type { FunctionRequest } from "./step.ts";
import { type Changes, type Merging, mergeBack } from "./wire/merge-output.ts";
import type { OutputRules } from "./wire/output.ts";
import { functionConfig, resourceList } from "./wire/resource-list.ts";
import { annotatedConfig, type Sent } from "./wire/sent.ts";

export interface Protocol extends OutputRules {
  /** The type in the results file. */
  readonly type: FunctionRun["type"];
  /** See {@link Merging.withoutPaths}. */
  readonly withoutPaths?: true;
  /** See {@link Merging.readAsIs}. */
  readonly readAsIs?: true;
  /** The whole standard input for these objects; generators get none of them. */
  input(sent: readonly Sent[]): string;
  /** Filters the returned objects. @throws KrmError for changes that the protocol forbids */
  returned?(items: readonly MapNode[], sent: readonly Sent[]): readonly MapNode[];
  /** See {@link mergeBack}. */
  merge(resources: ResourceSet, sent: readonly Sent[], items: readonly MapNode[], merging: Merging): Changes;
  /** Explains a failure: `skip` if the program has nothing to do, a hint if one is known. */
  refusal?(outcome: ProgramOutcome): "skip" | { readonly hint: string } | undefined;
}

/** The protocol of KRM functions: a ResourceList as input and as output. */
export function functionProtocol(type: FunctionRun["type"], { config, origins, phase }: FunctionRequest): Protocol {
  return {
    type,
    input(sent) {
      const nodes = sent.map(({ node }) => node);
      const sentConfig = functionConfig(annotatedConfig(config, origins), reservedFields(config.node as MapNode));
      return resourceList(nodes, sentConfig, phase.sendsEmpty);
    },
    merge: mergeBack,
  };
}

/** The protocol of plugins: YAML documents as input and as output, and the config in a file or variable. */
export const PLUGIN_PROTOCOL: Protocol = {
  type: "exec",
  skipsEmpty: true,
  withoutPaths: true,
  readAsIs: true,
  input: (sent) => documents(sent.map(({ node }) => node)),
  merge: mergeBack,
};

/** Prints objects as one stream of YAML documents. */
export function documents(nodes: readonly MapNode[]): string {
  return nodes.map(print).join("---\n");
}
