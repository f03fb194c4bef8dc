/** Checks an object against its schema. docs/specification/schemas.md 2 and 3 */
import { charge, checkTime } from "../budget/index.ts";
import { nearest } from "../text/index.ts";
import { isMap, type MapValue, type Value } from "../yaml/index.ts";
import { type Effort, keyOf, limitFaults } from "./limits.ts";
import { LABEL_TYPES, labelFindings } from "./metadata.ts";
import { isUnfinished, scalarFault } from "./scalars.ts";
import type { Field, FindingSort, Schema, SchemaFinding } from "./schema.ts";

type Path = readonly (string | number)[];
/** The place that is looked at now: what is below it adds its step, and takes it back. */
type Place = (string | number)[];

/** The findings of one object that are told; what is found after them is not looked for. */
const MAX_FINDINGS = 100;
/** Steps of rules within rules of one object. A definition decides their number. */
const MAX_STEPS = 1_000_000;
/** Places deeper than this are not looked at. */
const MAX_DEPTH = 200;
const NOT_LISTED = "only the first problems of the object are listed";
const NOT_CHECKED = `what is nested deeper than ${MAX_DEPTH} levels is not checked`;
/** The names that are offered in place of an unknown one are looked for among so many. */
const MAX_KNOWN = 500;
const FINDING_BYTES = 500;
/**
 * The sorts of mistakes that are told of a status. That of kinds of Kubernetes is read before it is dropped, that of custom resources is not,
 * and that of those whose status is no resource of its own is a field as others.
 */
const IN_STATUS: Readonly<Record<"read" | "dropped", ReadonlySet<FindingSort>>> = {
  read: new Set(["unknown-field", "type", "syntax"]),
  dropped: new Set(["unknown-field"]),
};

type Fields = ReadonlyMap<string, Field>;

const NO_FIELDS: Fields = new Map();

/** Most fields of most types are optional. */
const DEMANDED = new WeakMap<Fields, readonly (readonly [string, Field])[]>();

/** The fields that are not optional. */
function demandedOf(fields: Fields): readonly (readonly [string, Field])[] {
  const known = DEMANDED.get(fields);
  if (known !== undefined) return known;
  const demanded = [...fields].filter(([, { presence }]) => presence !== "optional");
  DEMANDED.set(fields, demanded);
  return demanded;
}

/** One check of one object. Takes time linear in the object, and stops after {@link MAX_FINDINGS}. */
export class Check implements Effort {
  readonly findings: SchemaFinding[] = [];
  /** The type of the metadata of objects. */
  readonly #metadata: Schema;
  readonly minor: number;
  #inStatus: ReadonlySet<FindingSort> | undefined;
  #isDeep = false;
  #steps = 0;

  /** @param minor the minor version of Kubernetes */
  constructor(metadata: Schema, minor: number) {
    this.#metadata = metadata;
    this.minor = minor;
  }

  spend(): boolean {
    if ((this.#steps & 1023) === 0) checkTime();
    return this.#steps++ < MAX_STEPS;
  }

  get isFull(): boolean {
    return this.findings.length >= MAX_FINDINGS;
  }

  /** Says what was not looked at; undefined if all was. */
  get rest(): string | undefined {
    if (this.isFull) return NOT_LISTED;
    return this.#isDeep ? NOT_CHECKED : undefined;
  }

  add(sort: FindingSort, path: Path, text: string, near?: string): void {
    if (this.isFull || (path[0] === "status" && this.#inStatus?.has(sort) === false)) return;
    charge(FINDING_BYTES);
    const found = { sort, path: [...path], text };
    this.findings.push(near === undefined ? found : { ...found, near });
  }

  /** Checks a whole object. @param status what the API server does with the status that is applied */
  object(value: MapValue, schema: Schema, status: keyof typeof IN_STATUS | "kept"): void {
    this.#inStatus = status === "kept" ? undefined : IN_STATUS[status];
    // What SOPS adds goes when it decrypts the object.
    this.#fields(isEncrypted(value) ? withoutSops(value) : value, schema, [], { isWhole: true });
  }

  #below(step: string | number, value: Value, schema: Schema, path: Place): void {
    path.push(step);
    this.#value(value, schema, path);
    path.pop();
  }

  #value(value: Value, schema: Schema, path: Place): void {
    if (path.length > MAX_DEPTH) this.#isDeep = true;
    if (this.isFull || path.length > MAX_DEPTH) return;
    if (value === null) {
      // Null in a list. Elsewhere, null is read as absent before this. Kubernetes itself reads an element without fields.
      if (schema.typeName !== undefined) this.#fields({}, schema, path, { isWhole: false });
      else if (schema.isNullable === false && schema.form !== "any") this.add("type", path, "null is not allowed here");
      else if (schema.isNullable === undefined && schema.choices !== undefined)
        this.#choice("", schema.choices, path, false);
      return;
    }
    const fault = scalarFault(value, schema.form);
    if (fault !== undefined) {
      this.add(fault[0], path, fault[1]);
      return;
    }
    if (schema.choices !== undefined) this.#choice(value, schema.choices, path, schema.isNullable !== undefined);
    if (schema.limits !== undefined)
      for (const text of limitFaults(value, schema.limits, this)) this.add("limit", path, text);
    if (Array.isArray(value)) this.#elements(value, schema, path);
    else if (isMap(value)) {
      if (schema.isEmbedded) this.#fields(value, schema, path, { isWhole: true });
      else if (schema.form === "object") this.#fields(value, schema, path, { isWhole: false });
      else if (schema.items !== undefined) this.#entries(value, schema.items, path);
    }
  }

  /** Kubernetes takes an empty text where it takes no value, and null in a list for an empty text. */
  #choice(value: Value, choices: readonly Value[], path: Path, isCustom: boolean): void {
    const isElement = typeof path.at(-1) === "number";
    if (isUnfinished(value) || (value === "" && !isCustom && !isElement)) return;
    const key = keyOf(value);
    if (choices.some((each) => keyOf(each) === key)) return;
    const names = choices.filter((each) => each !== "").map((each) => (typeof each === "string" ? each : keyOf(each)));
    const shown =
      names.length > 12 ? `${names.slice(0, 11).join(", ")} and ${names.length - 11} more` : names.join(", ");
    this.add("choice", path, names.length === 1 ? `only ${shown} is allowed` : `one of these is expected: ${shown}`);
  }

  #elements(list: readonly Value[], schema: Schema, path: Place): void {
    const { items, keys, isSet } = schema;
    if (items !== undefined)
      for (const [index, each] of list.entries()) {
        if (this.isFull) return;
        this.#below(index, each, items, path);
      }
    if (list.length > 1 && (keys !== undefined || isSet === true)) this.#duplicates(list, keys, items, path);
  }

  #duplicates(
    list: readonly Value[],
    keys: readonly string[] | undefined,
    items: Schema | undefined,
    path: Path,
  ): void {
    const seen = new Set<string>();
    for (const [index, each] of list.entries()) {
      const key = keys === undefined ? keyOf(each) : keyText(each, keys, items);
      if (key === undefined) continue;
      const words = keys === undefined ? "value" : keys.map((name) => `\`${name}\``).join(" and ");
      if (seen.has(key))
        this.add("duplicate", [...path, index], `an earlier element of the list has the same ${words}`);
      seen.add(key);
    }
  }

  #entries(map: MapValue, items: Schema, path: Place): void {
    for (const [key, each] of Object.entries(map)) {
      if (this.isFull) return;
      if (each !== null || items.isNullable === true) this.#below(key, each, items, path);
    }
  }

  #fields(map: MapValue, schema: Schema, path: Place, { isWhole }: { readonly isWhole: boolean }): void {
    const fields = schema.fields ?? NO_FIELDS;
    const isCustom = isWhole && schema.typeName === undefined;
    // Without the pairs of entries: this is called for each map of each object.
    for (const name of Object.keys(map)) {
      if (this.isFull) return;
      const value = map[name] as Value;
      const field = isCustom ? (this.#common(name) ?? fields.get(name)) : fields.get(name);
      if (field === undefined) {
        if (schema.isOpen !== true && !isUnfinished(name)) this.#unknown(name, fields, path);
      } else if (value !== null || field.schema.isNullable === true) this.#below(name, value, field.schema, path);
    }
    for (const [name, { schema: part, presence, fallback }] of demandedOf(fields)) {
      if (isThere(map, name, part)) continue;
      if (name === "status" && path.length === 0 && this.#inStatus !== undefined) continue;
      if (presence === "required") {
        const what = Object.hasOwn(map, name) && map[name] !== null ? "empty" : "missing";
        if (fallback === undefined) this.add("missing", path, `the field \`${name}\` is ${what}`);
      } else this.#below(name, {}, part, path);
    }
    if (isWhole && schema.isEmbedded)
      for (const name of ["apiVersion", "kind"])
        if (typeof map[name] !== "string") this.add("missing", path, `the field \`${name}\` is missing`);
    const { typeName } = schema;
    if (typeName !== undefined && LABEL_TYPES.has(typeName)) labelFindings(this, typeName, map, path);
  }

  /** The fields that every object has, whatever its definition says. */
  #common(name: string): Field | undefined {
    if (name === "metadata") return { schema: this.#metadata, presence: "optional" };
    if (name === "apiVersion" || name === "kind") return { schema: { form: "string" }, presence: "optional" };
    return undefined;
  }

  #unknown(name: string, fields: ReadonlyMap<string, Field>, path: Path): void {
    const near = fields.size > MAX_KNOWN ? undefined : nearest(name, fields.keys());
    const hint = near === undefined ? "" : `; did you mean \`${near}\`?`;
    this.add("unknown-field", [...path, name], `unknown field${hint}`, near);
  }
}

function isEncrypted({ sops }: MapValue): boolean {
  return isMap(sops) && Object.hasOwn(sops, "mac");
}

function withoutSops(value: MapValue): MapValue {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "sops"));
}

/**
 * Null counts as absent, but for fields of custom resources that may be null. Kubernetes itself does not tell an empty text, an empty list and
 * zero from what is absent.
 */
function isThere(map: MapValue, name: string, schema: Schema): boolean {
  if (!Object.hasOwn(map, name)) return false;
  const value = map[name];
  if (value === null || schema.isNullable !== undefined) return value !== null || schema.isNullable === true;
  return value !== "" && value !== 0 && !(Array.isArray(value) && value.length === 0);
}

/** The key fields of an element; undefined for one that has none of them, or that is completed later. */
function keyText(element: Value, keys: readonly string[], items: Schema | undefined): string | undefined {
  if (!isMap(element)) return undefined;
  const values = keys.map((key) => element[key] ?? items?.fields?.get(key)?.fallback ?? null);
  if (values.every((value) => value === null) || values.some(isUnfinished)) return undefined;
  return keyOf(values);
}
