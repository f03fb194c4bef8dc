/** The schemas of objects, in one form for the kinds that Kubernetes has built in and for custom resources. */
import type { MapValue, Value } from "../yaml/index.ts";

/** The sort of values that a place takes. */
export type Form =
  | "any"
  | "boolean"
  | "byte"
  | "date-time"
  | "double"
  | "duration"
  | "int-or-string"
  | "int32"
  | "int64"
  | "int64-or-string"
  | "integer"
  | "list"
  | "map"
  | "micro-time"
  | "number"
  | "object"
  | "quantity"
  | "string";

/** The values that the API server takes at one place. Parts are made when they are first asked for, so that circles are harmless. */
export interface Schema {
  readonly form: Form;
  /** The type of a kind that is built in, such as `meta.v1.ObjectMeta`. */
  readonly typeName?: string | undefined;
  /** Set for custom resources: null counts as a value there. */
  readonly isNullable?: boolean | undefined;
  /** The fields of an `object`, by name. */
  readonly fields?: ReadonlyMap<string, Field> | undefined;
  /** An object may have other fields, too. */
  readonly isOpen?: boolean | undefined;
  /** The schema of the elements of a list, or of the values of a map. */
  readonly items?: Schema | undefined;
  /** The fields that tell the elements of a list apart. */
  readonly keys?: readonly string[] | undefined;
  /** No two elements of a list may be equal. */
  readonly isSet?: boolean | undefined;
  /** The values of which one must stand there. */
  readonly choices?: readonly Value[] | undefined;
  /** The keywords of a custom resource's schema that limit values, as its definition has them. */
  readonly limits?: MapValue | undefined;
  /** Set for what holds a whole object of any kind. */
  readonly isEmbedded?: boolean | undefined;
}

export interface Field {
  readonly schema: Schema;
  /** The API server reads a `filled` field that is absent as one without fields. */
  readonly presence: "optional" | "required" | "filled";
  /** The value that the API server puts in where the field is absent. */
  readonly fallback?: Value | undefined;
}

/** The sort of a mistake in an object. */
export type FindingSort = "unknown-field" | "type" | "missing" | "choice" | "syntax" | "limit" | "duplicate" | "rule";

/** A mistake in an object. */
export interface SchemaFinding {
  readonly sort: FindingSort;
  /** Keys of maps and positions in lists. */
  readonly path: readonly (string | number)[];
  /** The mistake in words that quote no value of the object: `integer expected, not a string`. */
  readonly text: string;
  /** The name that was probably meant by an unknown field. */
  readonly near?: string | undefined;
}
