/**
 * LabelTransformer and AnnotationsTransformer: the fields `labels`, `commonLabels` and `commonAnnotations`;
 * docs/specification/labels-and-annotations.md 1.
 */
import { type Diagnostic, failure, type Location } from "../diagnostics.ts";
import {
  type Configuration,
  type Decoded,
  type FieldSpec,
  fieldSpecs,
  type Label,
  mergeFieldSpecs,
  type StringMap,
  textMap,
} from "../documents/index.ts";
import { createAnnotations, FieldSpecs, setField } from "../resource/index.ts";
import { isNull, locate, type Node, scalar } from "../yaml/nodes/node.ts";
import type { TransformerKind, WithDefaults } from "./builtin.ts";
import { documentOf } from "./document.ts";
import { annotationFields, claimTemplateLabels, commonLabels, templateLabels } from "./label-fields.ts";
import type { Transformer } from "./transformer.ts";

const labelFields = { labels: textMap, fieldSpecs };
const annotationsFields = { annotations: textMap, fieldSpecs };

type LabelTables = "commonLabels" | "labels" | "templateLabels" | "volumeClaimTemplateLabels";

export const labelTransformer: TransformerKind<Decoded<typeof labelFields>> & WithDefaults<LabelTables> = {
  kind: "LabelTransformer",
  role: "transformer",
  defaults: { commonLabels, labels: [], templateLabels, volumeClaimTemplateLabels: claimTemplateLabels },
  decode: documentOf(labelFields),
  fields: [
    {
      name: "labels",
      args: ({ labels = [] }, configuration) =>
        labels.map((label) => ({
          labels: label.pairs ?? new Map(),
          fieldSpecs: fieldSpecsOf(label, configuration),
          location: label.location,
        })),
    },
    {
      name: "commonLabels",
      /** kustomize runs this step after the entries of `labels` too, even without any commonLabels. */
      args({ labels = [], commonLabels: common = new Map(), location }, configuration) {
        if (labels.length === 0 && common.size === 0) return [];
        return [{ labels: common, fieldSpecs: configuration.commonLabels, location }];
      },
    },
  ],
  withFieldSpecs: (args, { commonLabels: specs }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? specs }),
  create({ labels = new Map(), fieldSpecs: specs, location }, { warn }) {
    if (specs === undefined && labels.size > 0) {
      warn(noFieldSpecs("LabelTransformer", "metadata/labels", "labels", location));
    }
    return [setLabels(labels, specs ?? [])];
  },
};

export const annotationsTransformer: TransformerKind<Decoded<typeof annotationsFields>> &
  WithDefaults<"commonAnnotations"> = {
  kind: "AnnotationsTransformer",
  role: "transformer",
  defaults: { commonAnnotations: annotationFields },
  decode: documentOf(annotationsFields),
  fields: [
    {
      name: "commonAnnotations",
      args: ({ commonAnnotations: annotations, location }, configuration) =>
        annotations?.size ? [{ annotations, fieldSpecs: configuration.commonAnnotations, location }] : [],
    },
  ],
  withFieldSpecs: (args, { commonAnnotations }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? commonAnnotations }),
  create({ annotations = new Map(), fieldSpecs: specs, location }, { warn }) {
    if (specs === undefined && annotations.size > 0) {
      warn(noFieldSpecs("AnnotationsTransformer", "metadata/annotations", "commonAnnotations", location));
    }
    return [entriesTransformer("AnnotationsTransformer", annotations, specs ?? [])];
  },
};

/** The warning about a document that kustomize accepts and that changes nothing. */
function noFieldSpecs(kind: string, path: string, field: string, location: Location): Diagnostic {
  return {
    code: "no-field-specs",
    severity: "warning",
    message: `this ${kind} changes nothing: it has no fieldSpecs`,
    ...location,
    hint: `Add \`fieldSpecs: [{path: ${path}, create: true}]\`, use the field \`${field}\` of the kustomization, or remove the document.`,
  };
}

const fieldSpecsByOptions = new WeakMap<Configuration, Map<string, readonly FieldSpec[]>>();

/** The fields that an entry of `labels` reaches. Entries with the same options and no `fields` share one list. */
function fieldSpecsOf(label: Label, configuration: Configuration): readonly FieldSpec[] {
  if (label.fields?.length) return mergedFieldSpecs(label, configuration);
  let known = fieldSpecsByOptions.get(configuration);
  if (known === undefined) fieldSpecsByOptions.set(configuration, (known = new Map()));
  const { includeSelectors, includeTemplates, includeVolumeClaimTemplates } = label;
  const key = [includeSelectors, includeTemplates, includeVolumeClaimTemplates].map(Boolean).join();
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = mergedFieldSpecs(label, configuration)));
  return found;
}

/** @throws KrmError `conflicting-field-specs` */
function mergedFieldSpecs(label: Label, configuration: Configuration): readonly FieldSpec[] {
  const merge = (specs: readonly FieldSpec[], more: readonly FieldSpec[]): FieldSpec[] =>
    mergeFieldSpecs("labels", specs, more);
  const own = merge(label.fields ?? [], configuration.labels);
  if (label.includeSelectors) return merge(own, configuration.commonLabels);
  const withTemplates = label.includeTemplates ? merge(own, configuration.templateLabels) : own;
  const withClaims = label.includeVolumeClaimTemplates
    ? merge(withTemplates, configuration.volumeClaimTemplateLabels)
    : withTemplates;
  return merge(withClaims, [{ path: "metadata/labels", create: true }]);
}

const CREATE_MAP = { kind: "map", tag: "!!map" } as const;

export function setLabels(labels: StringMap, specs: readonly FieldSpec[]): Transformer {
  return entriesTransformer("LabelTransformer", labels, specs);
}

/** Sets all entries in each map that the field specs select. */
function entriesTransformer(kind: string, entries: StringMap, reached: readonly FieldSpec[]): Transformer {
  if (entries.size === 0) return { kind, transform() {} };
  const specs = FieldSpecs.of(reached);
  const meetsBookkeeping = reached.some(({ path, create }) => !create && /^\/?metadata\/annotations$/.test(path));
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind,
    transform(resources) {
      for (const resource of resources.items) {
        if (resource.node === undefined) continue;
        if (meetsBookkeeping && resource.isAnnotated) createAnnotations(resource.node);
        // kustomize adds the same node to all maps of an object: a later write to one shows in the others.
        const values = sorted.map(([key, value]) => ({ key, value: scalar(value, "!!str") }));
        const set = (node: Node): void => {
          // kustomize writes into the null, without effect.
          if (isNull(node)) return;
          if (node.kind !== "map") throw notMap(node);
          for (const { key, value } of values) setField(node, key, value);
        };
        specs.visit(resource.node, resource.id, set, CREATE_MAP);
      }
    },
  };
}

function notMap(node: Node): Error {
  const found = node.kind === "seq" ? "a list" : "a single value";
  return failure("invalid-value", `labels or annotations cannot be set in ${found}`, {
    ...locate(node),
    hint: "Make it a map, or correct the field spec.",
  });
}
