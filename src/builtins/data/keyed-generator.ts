/** ConfigMapGenerator and SecretGenerator, which differ in the object that they make (docs/specification/generators.md 1). */
import type { ConfigMapArgs, Decoder, Fields, GeneratorOptions, SecretArgs } from "../../documents/index.ts";
import type { BuiltinContext, GeneratorKind } from "../builtin.ts";
import { decodedAs, documentOf, metadata, strictly } from "../document.ts";
import { type Field, generatedObject } from "./generated-object.ts";
import { type DataValue, type KeySource, loadKeyValues } from "./key-values.ts";

/** The entries of each field. */
interface Entries {
  readonly configMapGenerator: ConfigMapArgs;
  readonly secretGenerator: SecretArgs;
}

type Lists = { readonly [Name in keyof Entries]?: readonly Entries[Name][] };

type KeyedArgs<Name extends keyof Entries> = Entries[Name] & {
  /** The `generatorOptions` of the kustomization. They do not apply to documents. */
  readonly commonOptions?: GeneratorOptions;
};

interface KeyedKind<Name extends keyof Entries> {
  /** The kind of the generated object. */
  readonly kind: "ConfigMap" | "Secret";
  readonly fieldName: Name;
  readonly fields: Fields<Entries[Name]>;
  /** Makes the fields besides apiVersion, kind, metadata and immutable. */
  readonly content: (data: ReadonlyMap<string, DataValue>, args: Entries[Name]) => readonly Field[];
}

/** The built-in whose entries have data from literals, files and env files. */
export function keyedGenerator<Name extends keyof Entries>(keyed: KeyedKind<Name>): GeneratorKind<KeyedArgs<Name>> {
  const { kind, fieldName, fields, content } = keyed;
  return {
    kind: `${kind}Generator`,
    role: "generator",
    decode: documentDecoder(fields),
    field: {
      name: fieldName,
      args(kustomization) {
        const { [fieldName]: entries = [] }: Lists = kustomization;
        const { generatorOptions: commonOptions } = kustomization;
        return commonOptions === undefined ? entries : entries.map((entry) => ({ ...entry, commonOptions }));
      },
    },
    async generate(args, context, sources) {
      const data = await loadData(kind, args, context, sources);
      return [generatedObject(kind, args, args.commonOptions, content(data, args))];
    },
  };
}

/** Decodes a document. Its metadata gives name and namespace where the arguments do not. It has no field `env`. */
function documentDecoder<Args extends ConfigMapArgs>(fields: Fields<Args>): Decoder<Args> {
  const decoder = documentOf({ ...strictly(fields), metadata });
  return decodedAs(decoder, ({ metadata: own, ...args }) => {
    const name = args.name || own?.name;
    const namespace = args.namespace || own?.namespace;
    return { ...args, ...(name && { name }), ...(namespace && { namespace }) } as unknown as Args;
  });
}

/** Reads the sources of an entry. @throws KrmError with every problem of the entry */
async function loadData(
  kind: "ConfigMap" | "Secret",
  args: ConfigMapArgs,
  context: BuiltinContext,
  sources: Map<string, KeySource> | undefined,
): Promise<ReadonlyMap<string, DataValue>> {
  const readFile = async (path: string): Promise<Uint8Array> => (await context.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, readFile, {
    claim: () => context.budget.claim(),
    origins: sources,
    secrets: kind === "Secret" ? context.secrets : undefined,
  });
  for (const diagnostic of diagnostics) context.warn(diagnostic);
  return data;
}
