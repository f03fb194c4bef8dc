/**
 * LabelTransformer and AnnotationsTransformer: labels, commonLabels, commonAnnotations;
 * docs/specification/labels-and-annotations.md 1.
 */
import { failure } from "../diagnostics.ts";
import { createAnnotations, type FieldSpec, FieldSpecs, setField } from "../resource/index.ts";
import { checkTime } from "../time-limit.ts";
import { isNull, locate, type Node, scalar } from "../yaml/nodes/node.ts";
import type { Transformer } from "./transformer.ts";

const CREATE_MAP = { kind: "map", tag: "!!map" } as const;

export function labelTransformer(labels: ReadonlyMap<string, string>, fieldSpecs: readonly FieldSpec[]): Transformer {
  return entriesTransformer("LabelTransformer", labels, fieldSpecs);
}

export function annotationsTransformer(
  annotations: ReadonlyMap<string, string>,
  fieldSpecs: readonly FieldSpec[],
): Transformer {
  return entriesTransformer("AnnotationsTransformer", annotations, fieldSpecs);
}

/** Sets every entry in every map that the field specs lead to. */
function entriesTransformer(
  kind: string,
  entries: ReadonlyMap<string, string>,
  fieldSpecs: readonly FieldSpec[],
): Transformer {
  if (entries.size === 0) return { kind, transform() {} };
  const specs = FieldSpecs.of(fieldSpecs);
  const meetsBookkeeping = fieldSpecs.some(({ path, create }) => !create && /^\/?metadata\/annotations$/.test(path));
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind,
    transform(resources) {
      for (const resource of resources.items) {
        if (resource.node === undefined) continue;
        if (meetsBookkeeping && resource.isAnnotated) createAnnotations(resource.node);
        // One node for all places of an object: where it is new, a later write to one of them shows in the others.
        const values = sorted.map(([key, value]) => ({ key, value: scalar(value, "!!str") }));
        const set = (node: Node): void => {
          // Left over where nothing is created; the reference writes into it as well, which nobody sees.
          if (isNull(node)) return;
          if (node.kind !== "map") throw notMap(node);
          for (const { key, value } of values) {
            checkTime();
            setField(node, key, value);
          }
        };
        specs.visit(resource.node, resource.id, set, CREATE_MAP);
      }
    },
  };
}

function notMap(node: Node): Error {
  const found = node.kind === "seq" ? "a list" : "a single value";
  return failure("invalid-value", `labels or annotations are to be set where ${found} stands`, {
    ...locate(node),
    hint: "Write a map there, or correct the field that is named.",
  });
}
