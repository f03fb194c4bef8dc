/** Documents of `apiVersion: builtin` to the arguments of their built-ins (docs/specification/plugin-configs.md 2). */
import { failure, type Location, type Warn } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";
import { toConfigValue, toValue } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";
import type {
  AnnotationsArgs,
  BuiltinConfig,
  IamPolicyArgs,
  ImageTagArgs,
  LabelArgs,
  NamespaceArgs,
  PatchJson6902Args,
  PatchStrategicMergeArgs,
  PrefixArgs,
  ReplacementArgs,
  ReplicaCountArgs,
  SuffixArgs,
  ValueAddArgs,
  ValueAddTarget,
} from "./builtin-config.ts";
import { bool, type Decoder, exactly, type Fields, int, list, record, text, textEntry, textMap } from "./decoder.ts";
import type {
  ConfigMapArgs,
  HelmChart,
  HelmGlobals,
  ObjectMeta,
  Patch,
  Replacement,
  SecretArgs,
} from "./kustomization.ts";
import {
  configMapFields,
  fieldSpecs,
  helmChartFields,
  helmGlobalsFields,
  image,
  objectMetaFields,
  patchFields,
  replacementFields,
  replica,
  secretFields,
  selector,
} from "./kustomization-fields.ts";
import { type Dialect, quote, Reading } from "./reading.ts";

/** `Args` as the document has them, with the metadata that some of them are taken from. */
type Document<Args> = Args & { readonly metadata?: ObjectMeta };

/** What every object has beside the arguments of its kind. */
const besides: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

const metadata = record<ObjectMeta>(objectMetaFields, {
  besides: new Set(["creationTimestamp", "finalizers", "generateName", "ownerReferences", "uid"]),
});

/** The arguments of a built-in, in a document of its own. */
function document<T extends { readonly location?: Location }>(fields: Fields<T>): Decoder<T> {
  return record<T>(fields, { besides });
}

function embedded<F extends Readonly<Record<string, Decoder<unknown>>>>(fields: F): F {
  return Object.fromEntries(Object.entries(fields).map(([name, decoder]) => [name, exactly(decoder)])) as unknown as F;
}

/** Only the path of a file is beside what is embedded. */
const embeddedReplacement = record<Replacement>({ ...embedded(replacementFields), path: text });

const valueAddTargets: Decoder<readonly ValueAddTarget[]> = list(
  record<ValueAddTarget>({ selector, fieldPath: text, filePathPosition: int }),
);

const kubernetesService = record<NonNullable<IamPolicyArgs["kubernetesService"]>>({ name: text, namespace: text });
const serviceAccount = record<NonNullable<IamPolicyArgs["serviceAccount"]>>({ name: text, projectId: text });

const builtins: { readonly [K in BuiltinConfig["kind"]]: Decoder<Omit<Extract<BuiltinConfig, { kind: K }>, "kind">> } =
  {
    AnnotationsTransformer: document<AnnotationsArgs>({ annotations: textMap, fieldSpecs }),
    ConfigMapGenerator: named(document<Document<ConfigMapArgs>>({ ...embedded(configMapFields), metadata })),
    HashTransformer: document<{ readonly location: Location }>({}),
    HelmChartInflationGenerator: document<HelmChart & HelmGlobals>(
      embedded({ ...helmChartFields, ...helmGlobalsFields }),
    ),
    IAMPolicyGenerator: document<IamPolicyArgs>(embedded({ cloud: text, kubernetesService, serviceAccount })),
    ImageTagTransformer: document<ImageTagArgs>({ imageTag: image, fieldSpecs }),
    LabelTransformer: document<LabelArgs>({ labels: textMap, fieldSpecs }),
    NamespaceTransformer: namespaced(
      document<Document<Omit<NamespaceArgs, "namespace">>>({
        metadata,
        fieldSpecs,
        unsetOnly: bool,
        setRoleBindingSubjects: text,
      }),
    ),
    PatchJson6902Transformer: document<PatchJson6902Args>({ target: selector, path: text, jsonOp: text }),
    PatchStrategicMergeTransformer: document<PatchStrategicMergeArgs>({ paths: list(textEntry), patches: text }),
    PatchTransformer: document<Patch>(patchFields),
    PrefixSuffixTransformer: document<PrefixArgs & SuffixArgs>({ prefix: text, suffix: text, fieldSpecs }),
    PrefixTransformer: document<PrefixArgs>({ prefix: text, fieldSpecs }),
    ReplacementTransformer: document<ReplacementArgs>({ replacements: list(embeddedReplacement) }),
    ReplicaCountTransformer: document<ReplicaCountArgs>({ replica, fieldSpecs }),
    SecretGenerator: named(document<Document<SecretArgs>>({ ...embedded(secretFields), metadata })),
    SuffixTransformer: document<SuffixArgs>({ suffix: text, fieldSpecs }),
    ValueAddTransformer: document<ValueAddArgs>({ value: text, targets: valueAddTargets, targetFilePath: text }),
  };

const lenient: Dialect = {
  unknownFields: "warning",
  duplicateFields: "error",
  coercesToText: true,
  value: toValue,
};

/**
 * Decodes the configuration of a built-in from its document, a resource. Fields it does not know are passed over, as
 * the reference does, but with a warning.
 *
 * @param file how the user would name the file, for documents that were not read from one
 * @throws KrmError with every problem of the document: `unknown-builtin`, `wrong-type`,
 *   `duplicate-field`, `invalid-key`
 */
export function decodeBuiltinConfig(kind: string, node: Node, file: string, warn: Warn): BuiltinConfig {
  const reading = new Reading(lenient, file, `this ${kind}`);
  if (!Object.hasOwn(builtins, kind)) {
    const near = nearest(kind, Object.keys(builtins));
    const hint = near === undefined ? "Check the document's kind." : `Did you mean ${near}?`;
    throw failure("unknown-builtin", `there is no built-in ${quote(kind)}`, { ...reading.place(node), hint });
  }
  const decoded = builtins[kind as BuiltinConfig["kind"]](node, reading);
  reading.finish(warn);
  return { ...decoded, kind } as BuiltinConfig;
}

const targetFile = record<{ readonly targets?: readonly ValueAddTarget[]; readonly location: Location }>({
  targets: valueAddTargets,
});

/**
 * Decodes the file that `targetFilePath` of a ValueAddTransformer names (docs/specification/value-add.md 1.1).
 *
 * @throws KrmError with every problem of the file: `wrong-type`, `duplicate-field`, `invalid-key`
 */
export function decodeValueAddTargets(node: Node | undefined, file: string, warn: Warn): readonly ValueAddTarget[] {
  if (node === undefined) return [];
  const reading = new Reading({ ...lenient, duplicateFields: "warning", value: toConfigValue }, file, "this file");
  const decoded = targetFile(node, reading);
  reading.finish(warn);
  return decoded?.targets ?? [];
}

/** Takes the name and namespace from the metadata where the arguments do not give them; `env` is not among the arguments. */
function named<Args extends ConfigMapArgs>(decoder: Decoder<Document<Args>>): Decoder<Args> {
  return function decodeNamed(node, reading) {
    const decoded = decoder(node, reading);
    if (decoded === undefined) return undefined;
    const { metadata: own, ...args } = decoded;
    const name = args.name || own?.name;
    const namespace = args.namespace || own?.namespace;
    return { ...args, ...(name && { name }), ...(namespace && { namespace }) } as unknown as Args;
  };
}

/** The namespace to set is the one that the document itself would live in. */
function namespaced(decoder: Decoder<Document<Omit<NamespaceArgs, "namespace">>>): Decoder<NamespaceArgs> {
  return function decodeNamespaced(node, reading) {
    const decoded = decoder(node, reading);
    if (decoded === undefined) return undefined;
    const { metadata: own, ...args } = decoded;
    return own?.namespace === undefined ? args : { ...args, namespace: own.namespace };
  };
}
