/** PrefixTransformer, SuffixTransformer and both in one: `namePrefix` and `nameSuffix`; docs/specification/names.md. */
import { failure } from "../diagnostics.ts";
import { type Decoded, everything, type FieldSpec, fieldPlace, fieldSpecs, fields, text } from "../documents/index.ts";
import { FieldSpecs, type GvkPattern, type Resource, requireScalar, selectedBy, setScalar } from "../resource/index.ts";
import { get, type Node, scalar } from "../yaml/nodes/node.ts";
import type { TransformerKind, WithDefaults } from "./builtin.ts";
import { documentOf } from "./document.ts";
import type { Transformer } from "./transformer.ts";

const prefixFields = { prefix: text, fieldSpecs };
const suffixFields = { suffix: text, fieldSpecs };
type PrefixArgs = Decoded<typeof prefixFields>;
type SuffixArgs = Decoded<typeof suffixFields>;

export const prefixTransformer: TransformerKind<PrefixArgs> & WithDefaults<"namePrefix"> = {
  kind: "PrefixTransformer",
  role: "transformer",
  defaults: { namePrefix: fields(everything, ["metadata/name"]) },
  decode: documentOf(prefixFields),
  fields: [
    {
      name: "namePrefix",
      args: (kustomization, { namePrefix }) =>
        kustomization.namePrefix
          ? [
              {
                prefix: kustomization.namePrefix,
                fieldSpecs: namePrefix,
                location: fieldPlace(kustomization, "namePrefix"),
              },
            ]
          : [],
    },
  ],
  withFieldSpecs: (args, { namePrefix }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? namePrefix }),
  create: (args) => [affixTransformer("PrefixTransformer", args.prefix, requireFieldSpecs("PrefixTransformer", args))],
};

export const suffixTransformer: TransformerKind<SuffixArgs> & WithDefaults<"nameSuffix"> = {
  kind: "SuffixTransformer",
  role: "transformer",
  defaults: { nameSuffix: fields(everything, ["metadata/name"]) },
  decode: documentOf(suffixFields),
  fields: [
    {
      name: "nameSuffix",
      args: (kustomization, { nameSuffix }) =>
        kustomization.nameSuffix
          ? [
              {
                suffix: kustomization.nameSuffix,
                fieldSpecs: nameSuffix,
                location: fieldPlace(kustomization, "nameSuffix"),
              },
            ]
          : [],
    },
  ],
  withFieldSpecs: (args, { nameSuffix }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? nameSuffix }),
  create: (args) => [affixTransformer("SuffixTransformer", args.suffix, requireFieldSpecs("SuffixTransformer", args))],
};

interface BothArgs extends PrefixArgs, SuffixArgs {
  /** The fields of the suffix, if they are not those of the prefix. */
  readonly suffixSpecs?: readonly FieldSpec[];
}

export const prefixSuffixTransformer: TransformerKind<BothArgs> = {
  kind: "PrefixSuffixTransformer",
  role: "transformer",
  decode: documentOf({ ...prefixFields, ...suffixFields }),
  withFieldSpecs: (args, { namePrefix, nameSuffix }) =>
    args.fieldSpecs === undefined ? { ...args, fieldSpecs: namePrefix, suffixSpecs: nameSuffix } : args,
  create(args) {
    const specs = requireFieldSpecs("PrefixSuffixTransformer", args);
    return [
      affixTransformer("PrefixTransformer", args.prefix, specs),
      affixTransformer("SuffixTransformer", args.suffix, args.suffixSpecs ?? specs),
    ];
  },
};

/** @throws KrmError `missing-field-specs` for a document without them: these kinds have no defaults there */
function requireFieldSpecs(
  kind: string,
  { fieldSpecs: specs, location }: Pick<PrefixArgs, "fieldSpecs" | "location">,
): readonly FieldSpec[] {
  if (specs !== undefined) return specs;
  throw failure("missing-field-specs", `fieldSpecs is not expected to be nil: this ${kind} has none`, {
    ...location,
    hint: "Add `fieldSpecs: [{path: metadata/name}]`.",
  });
}

/** Kinds whose names are never changed, since they have a meaning outside of the manifests. */
const NEVER_RENAMED: readonly GvkPattern[] = [
  { kind: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", kind: "APIService" },
  { kind: "Namespace" },
];

const CREATE_NAME = { kind: "scalar", tag: "!!str" } as const;

type AffixKind = "PrefixTransformer" | "SuffixTransformer";

function affixTransformer(kind: AffixKind, affix = "", reached: readonly FieldSpec[]): Transformer {
  const specs = FieldSpecs.of(reached);
  return {
    kind,
    transform(resources) {
      if (affix === "") return;
      for (const resource of resources.items) {
        const original = resource.originalId;
        if (resource.node === undefined || NEVER_RENAMED.some((pattern) => selectedBy(original, pattern))) continue;
        if (get(get(resource.node, "metadata"), "name") === undefined) {
          // Nothing is written, but the identity is recorded all the same.
          for (const spec of reached) {
            const isName = spec.path === "metadata/name" && selectedBy(original, spec) && selectedBy(resource.id, spec);
            if (isName) remember(resource, kind, affix);
          }
        }
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
