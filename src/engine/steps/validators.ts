/**
 * The validators of a level: transformers that must not change anything; docs/specification/build-order.md 1.8 and
 * docs/specification/wire-format.md 7.
 */
import type { Transformer } from "../../builtins/index.ts";
import { failure } from "../../diagnostics.ts";
import type { FunctionStep, Phase } from "../../functions/index.ts";
import { firstDifference, Resource, ResourceSet, setField } from "../../resource/index.ts";
import { get, type MapNode, map, scalar } from "../../yaml/nodes/node.ts";
import type { Accumulator, Level } from "../context/index.ts";
import { builtinContext } from "./builtin-context.ts";
import { isBuiltin } from "./builtin-documents.ts";
import { prepareFunction } from "./function-steps.ts";
import type { Listed, ListedComposition } from "./listed.ts";
import { configuredTransformers } from "./transformers.ts";

/** The only label that a validator may add. */
const VALIDATED_BY = "validated-by";
const IGNORED = new Set([`metadata.labels.${VALIDATED_BY}`]);

/**
 * Configures all validators, then runs each on a copy of the objects.
 * @throws KrmError `validator-modifies`, and the problems that validators find
 */
export async function runValidators(level: Level, configs: readonly Listed[], into: Accumulator): Promise<void> {
  const validators: (ListedComposition | [config: Resource, validator: readonly Transformer[] | FunctionStep])[] = [];
  const { resources: set } = into;
  if (configs.length === 0) return;
  const context = builtinContext(level);
  const phase: Phase = { role: "validator" };
  const joint = new Set<FunctionStep>();
  for (const config of configs) {
    if (!(config instanceof Resource)) validators.push(config);
    else if (isBuiltin(config)) validators.push([config, await configuredTransformers(config, context)]);
    else {
      const step = await prepareFunction(level, config, phase);
      if (!joint.has(step)) validators.push([config, step]);
      joint.add(step);
    }
  }
  const resources = set.items;
  for (const each of validators) {
    if ("run" in each) {
      await each.run(into);
      continue;
    }
    const [config, validator] = each;
    if ("validate" in validator) {
      await validator.validate(set);
      continue;
    }
    const copies = resources.map((resource) => resource.clone());
    const copy = ResourceSet.of(copies, level.context.schemas);
    for (const transformer of validator) transformer.transform(copy, () => {});
    for (const [index, resource] of resources.entries()) conclude(config, resource, copies[index] as Resource);
  }
}

/** Compares an object with the copy of the validator, and takes over its label. */
function conclude(config: Resource, resource: Resource, copy: Resource): void {
  const difference = firstDifference(resource.node, copy.node, IGNORED);
  if (difference !== undefined) {
    const object = resource.describe();
    const change = copy.node === undefined ? `deletes ${object}` : `changes ${difference} of ${object}`;
    throw failure("validator-modifies", `a validator must not change objects, but ${config.describe()} ${change}`, {
      ...config.origin,
      object,
      hint: "If it should change objects, list it under `transformers`.",
    });
  }
  const mark = get(get(get(copy.node, "metadata"), "labels"), VALIDATED_BY);
  const metadata = get(resource.node, "metadata");
  if (mark?.kind !== "scalar" || metadata?.kind !== "map") return;
  if (get(metadata, "labels") === undefined) setField(metadata, "labels", map());
  setField(get(metadata, "labels") as MapNode, VALIDATED_BY, scalar(mark.value, mark.tag));
}
