/** The documents, entries and data of ConfigMapGenerator and SecretGenerator (docs/specification/generators.md 1). */
import type { ConfigMapArgs, Decoder, Fields, GeneratorOptions } from "../../documents/index.ts";
import type { BuiltinContext } from "../builtin.ts";
import { decodedAs, documentOf, metadata, strictly, type WithMetadata } from "../document.ts";
import { type KeySource, type KeyValues, loadKeyValues } from "./key-values.ts";

export type KeyedArgs<Args extends ConfigMapArgs> = Args & {
  /** The `generatorOptions` of the kustomization. They do not apply to documents. */
  readonly commonOptions?: GeneratorOptions;
};

/** The entries of a field. */
export function keyedEntries<Args extends ConfigMapArgs>(
  entries: readonly Args[],
  commonOptions: GeneratorOptions | undefined,
): readonly KeyedArgs<Args>[] {
  return commonOptions === undefined ? entries : entries.map((entry) => ({ ...entry, commonOptions }));
}

/** Decodes a document. Its metadata gives name and namespace where the arguments do not. It has no field `env`. */
export function decodeKeyed<Args extends ConfigMapArgs>(fields: Fields<Args>): Decoder<Args> {
  const decoder = documentOf({ ...strictly(fields), metadata } as unknown as Fields<WithMetadata<Args>>);
  return decodedAs(decoder, ({ metadata: own, ...args }) => {
    const name = args.name || own?.name;
    const namespace = args.namespace || own?.namespace;
    return { ...args, ...(name && { name }), ...(namespace && { namespace }) } as unknown as Args;
  });
}

/** Reads the sources of an entry. @throws KrmError with every problem of the entry */
export async function loadData(
  kind: "ConfigMap" | "Secret",
  args: ConfigMapArgs,
  context: BuiltinContext,
  sources: Map<string, KeySource> | undefined,
): Promise<KeyValues["data"]> {
  const readFile = async (path: string): Promise<Uint8Array> => (await context.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, readFile, sources);
  for (const diagnostic of diagnostics) context.warn(diagnostic);
  return data;
}
