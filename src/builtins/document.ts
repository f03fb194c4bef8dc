/** Decoders for the documents that configure built-ins (docs/specification/plugin-configs.md 2). */
import {
  type Decoded,
  type Decoder,
  exactly,
  type Fields,
  type ObjectMeta,
  objectMetaFields,
  record,
} from "../documents/index.ts";

/** The fields of every object, which are not arguments of its kind. */
const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Decodes the arguments of a built-in from its document. */
export function documentOf<F extends Readonly<Record<string, Decoder<unknown>>>>(fields: F): Decoder<Decoded<F>> {
  return record(fields as unknown as Fields<Decoded<F>>, { besides: objectFields });
}

export const metadata: Decoder<ObjectMeta> = record<ObjectMeta>(objectMetaFields, {
  besides: new Set(["creationTimestamp", "finalizers", "generateName", "ownerReferences", "uid"]),
});

/** Fields that kustomize decodes strictly even in these documents: numbers and booleans are not taken for texts. */
export function strictly<F extends Readonly<Record<string, Decoder<unknown>>>>(fields: F): F {
  return Object.fromEntries(Object.entries(fields).map(([name, decoder]) => [name, exactly(decoder)])) as unknown as F;
}

/** A decoder whose result goes through `change`. */
export function decodedAs<From, To>(decoder: Decoder<From>, change: (decoded: From) => To): Decoder<To> {
  return (node, reading) => {
    const decoded = decoder(node, reading);
    return decoded === undefined ? undefined : change(decoded);
  };
}
