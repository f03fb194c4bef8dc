/** The kinds that Kubernetes has built in, and their fields, from one version to another. docs/specification/schemas.md 1 */
import { getOrInsert } from "../collections.ts";
import type { Field, Form, Schema } from "./schema.ts";

/** A fact, or several of which each holds for some versions: words, the last of them `since=NN` and `until=NN`. */
type Row = string | readonly string[];

interface Table {
  /** The first and the last minor version. */
  readonly versions: readonly [first: number, last: number];
  /** By `APIVERSION KIND`: the type and the scope. */
  readonly kinds: Readonly<Record<string, Row>>;
  /** By `APIVERSION KIND`: the minor versions that deprecate and remove it, and what replaces it. */
  readonly lifecycles: Readonly<Record<string, string>>;
  /** By the names of types: their fields. */
  readonly types: Readonly<Record<string, Readonly<Record<string, Row>>>>;
}

/** The fate of a kind that Kubernetes has built in, or had. */
export interface Lifecycle {
  /** Minor versions. */
  readonly deprecated: number;
  readonly removed: number;
  /** `APIVERSION KIND`. */
  readonly replacement: string | undefined;
}

/** A kind in one version of Kubernetes. */
export interface BuiltInKind {
  readonly schema: Schema;
  readonly isNamespaced: boolean;
}

const FORMS: ReadonlySet<string> = new Set<Form>([
  "any",
  "boolean",
  "byte",
  "date-time",
  "double",
  "duration",
  "int-or-string",
  "int32",
  "int64",
  "micro-time",
  "quantity",
  "string",
]);

/** The table as one version of Kubernetes has it. */
export class KubernetesTable {
  readonly #table: Table;
  readonly #minor: number;
  readonly #types = new Map<string, Schema>();
  readonly #kinds = new Map<string, BuiltInKind | undefined>();

  /**
   * @param text the table as data/kubernetes.json has it
   * @param minor the minor version; undefined for the newest. The nearest one that is known counts.
   */
  constructor(text: string, minor?: number) {
    this.#table = JSON.parse(text) as Table;
    const [first, last] = this.#table.versions;
    this.#minor = Math.min(Math.max(minor ?? last, first), last);
  }

  /** The minor version whose facts count. */
  get minor(): number {
    return this.#minor;
  }

  get versions(): readonly [first: number, last: number] {
    return this.#table.versions;
  }

  /** Undefined for what this version does not have. */
  kind(apiVersion: string, kind: string): BuiltInKind | undefined {
    const name = `${apiVersion} ${kind}`;
    const row = own(this.#table.kinds, name);
    return row === undefined ? undefined : getOrInsert(this.#kinds, name, () => this.#kindOf(row));
  }

  #kindOf(row: Row): BuiltInKind | undefined {
    const [type, scope] = this.#at(row) ?? [];
    return type === undefined ? undefined : { schema: this.type(type), isNamespaced: scope === "Namespaced" };
  }

  /** The minor versions that have the kind, the first and the last; undefined if none has it. */
  versionsWith(apiVersion: string, kind: string): readonly [first: number, last: number] | undefined {
    const row = own(this.#table.kinds, `${apiVersion} ${kind}`);
    if (row === undefined) return undefined;
    const rows = [row].flat();
    const [first, last] = this.#table.versions;
    return [numberIn(rows[0] ?? "", "since") ?? first, numberIn(rows.at(-1) ?? "", "until") ?? last];
  }

  /** The kinds of an API in this version. */
  kindsOf(apiVersion: string): readonly string[] {
    const start = `${apiVersion} `;
    return Object.keys(this.#table.kinds)
      .filter((each) => each.startsWith(start) && this.#at(this.#table.kinds[each]) !== undefined)
      .map((each) => each.slice(start.length));
  }

  lifecycle(apiVersion: string, kind: string): Lifecycle | undefined {
    const text = own(this.#table.lifecycles, `${apiVersion} ${kind}`);
    if (text === undefined) return undefined;
    const [deprecated = "", removed = "", ...replacement] = text.split(" ");
    const next = replacement.length === 0 ? undefined : replacement.join(" ");
    return { deprecated: Number(deprecated), removed: Number(removed), replacement: next && this.#lasting(next) };
  }

  /** Follows replacements that are deprecated themselves. */
  #lasting(name: string): string {
    const [deprecated = "", , ...replacement] = own(this.#table.lifecycles, name)?.split(" ") ?? [];
    if (replacement.length === 0 || Number(deprecated) > this.#minor) return name;
    return this.#lasting(replacement.join(" "));
  }

  /** A type by its name, which the table has. */
  type(name: string): Schema {
    return getOrInsert(this.#types, name, () => new TypeSchema(name, () => this.#fieldsOf(name)));
  }

  #fieldsOf(name: string): ReadonlyMap<string, Field> {
    const fields = new Map<string, Field>();
    for (const [field, row] of Object.entries(own(this.#table.types, name) ?? {})) {
      const words = this.#at(row);
      if (words !== undefined) fields.set(field, this.#fieldOf(words));
    }
    return fields;
  }

  #fieldOf([form = "any", ...marks]: readonly string[]): Field {
    const valueOf = (name: string): string | undefined =>
      marks.find((mark) => mark.startsWith(`${name}=`))?.slice(name.length + 1);
    const keys = valueOf("keys")?.split(",");
    const choices = valueOf("enum")?.split(",");
    const isFilled = marks.includes("filled");
    return {
      schema: this.#schemaOf(form, { keys, isSet: marks.includes("set"), choices }),
      presence: isFilled ? "filled" : marks.includes("required") ? "required" : "optional",
      fallback: valueOf("default"),
    };
  }

  #schemaOf(form: string, more: Pick<Schema, "keys" | "isSet" | "choices"> = {}): Schema {
    const { choices, ...list } = more;
    if (form.startsWith("[]")) return { form: "list", items: this.#schemaOf(form.slice(2), { choices }), ...list };
    if (form.startsWith("{}")) return { form: "map", items: this.#schemaOf(form.slice(2), { choices }) };
    return FORMS.has(form) ? { form: form as Form, choices } : this.type(form);
  }

  /** The words of a row that hold for this version. */
  #at(row: Row | undefined): readonly string[] | undefined {
    const found = [row ?? []].flat().find((text) => {
      const [since, until] = [numberIn(text, "since"), numberIn(text, "until")];
      return (since === undefined || since <= this.#minor) && (until === undefined || this.#minor <= until);
    });
    return found?.split(" ");
  }
}

/** A type whose fields are read when they are first asked for. */
class TypeSchema implements Schema {
  readonly form = "object";
  readonly typeName: string;
  readonly #read: () => ReadonlyMap<string, Field>;
  #fields: ReadonlyMap<string, Field> | undefined;

  constructor(typeName: string, read: () => ReadonlyMap<string, Field>) {
    this.typeName = typeName;
    this.#read = read;
  }

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= this.#read();
    return this.#fields;
  }
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function numberIn(text: string, word: string): number | undefined {
  const at = text.indexOf(` ${word}=`);
  return at < 0 ? undefined : Number.parseInt(text.slice(at + word.length + 2), 10);
}
