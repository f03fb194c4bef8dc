/** PrefixTransformer and SuffixTransformer: namePrefix and nameSuffix; docs/specification/names.md. */
import {
  type FieldSpec,
  FieldSpecs,
  type GvkPattern,
  type Resource,
  requireScalar,
  selectedBy,
  setScalar,
} from "../resource/index.ts";
import { type Node, scalar } from "../yaml/nodes/node.ts";
import type { Transformer } from "./transformer.ts";

/** Objects whose names mean something outside the manifests, and are never changed. */
const NEVER_RENAMED: readonly GvkPattern[] = [
  { kind: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", kind: "APIService" },
  { kind: "Namespace" },
];

const CREATE_NAME = { kind: "scalar", tag: "!!str" } as const;

export function prefixTransformer(prefix: string, fieldSpecs: readonly FieldSpec[]): Transformer {
  return affixTransformer("PrefixTransformer", prefix, fieldSpecs);
}

export function suffixTransformer(suffix: string, fieldSpecs: readonly FieldSpec[]): Transformer {
  return affixTransformer("SuffixTransformer", suffix, fieldSpecs);
}

type AffixKind = "PrefixTransformer" | "SuffixTransformer";

function affixTransformer(kind: AffixKind, affix: string, fieldSpecs: readonly FieldSpec[]): Transformer {
  const specs = FieldSpecs.of(fieldSpecs);
  return {
    kind,
    transform(resources) {
      if (affix === "") return;
      for (const resource of resources.items) {
        const original = resource.originalId;
        if (resource.node === undefined || NEVER_RENAMED.some((pattern) => selectedBy(original, pattern))) continue;
        specs.visit(
          resource.node,
          resource.id,
          (node, spec) => {
            if (!selectedBy(original, spec)) return;
            if (spec.path === "metadata/name") remember(resource, kind, affix);
            attach(node, kind, affix);
          },
          CREATE_NAME,
        );
        resources.changed(resource);
      }
    },
  };
}

function remember(resource: Resource, kind: AffixKind, affix: string): void {
  (kind === "PrefixTransformer" ? resource.prefixes : resource.suffixes).push(affix);
  resource.note(kind === "PrefixTransformer" ? "prefixes" : "suffixes");
  resource.pushPreviousId();
}

function attach(node: Node, kind: AffixKind, affix: string): void {
  const field = requireScalar(node, "a name");
  setScalar(field, scalar(kind === "PrefixTransformer" ? affix + field.value : field.value + affix));
}
