/** Checks the configuration of a function against the schema of its catalog entry; docs/specification/catalogs.md 7. */
import { type Diagnostic, diagnosticsOf, failure, KrmError, type Location } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { nearest, shorten } from "../text/index.ts";
import { locate, type MapNode, type Node } from "../yaml/nodes/node.ts";
import { type ConfigSchema, type Limit, readSchema } from "./config-schema.ts";
import { numberOf, typeOf, valueText } from "./node-values.ts";

/** The most problems that are reported. */
const MAX_PROBLEMS = 100;
/** The most pairs of a value and a schema that are compared. They take less than a second. */
const MAX_STEPS = 2_000_000;
/** The most values of an `enum` that a message lists. */
const MAX_VALUES = 10;

/** The most names that a misspelt one is compared with. */
const MAX_COMPARED = 200;

/** The fields that every object may have. */
const OBJECT_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

export interface ConfigToCheck {
  readonly config: MapNode;
  /** The fields at the top that are no part of the configuration, such as `runtime`. */
  readonly reserved: Iterable<string>;
  /** The place of values without one of their own. */
  readonly location: Location;
}

/**
 * Checks a configuration. Nothing is removed and no default is set.
 * @throws KrmError with all problems, at most 100: `config-schema`; `catalog-schema` for a schema that cannot be used;
 *   `regex-too-costly`; `config-schema-costly`
 */
export function checkConfig(schema: MapNode, { config, reserved, location }: ConfigToCheck): void {
  const check = new Check(location, new Set([...OBJECT_FIELDS, ...reserved]));
  check.value(config, readSchema(schema));
  const { problems } = check;
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  if (problems.length > 0) throw new KrmError(problems);
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["array", "a list"],
  ["boolean", "a boolean"],
  ["integer", "a whole number"],
  ["number", "a number"],
  ["null", "null"],
  ["object", "a mapping"],
  ["string", "a string"],
]);

/** A problem of a form that is only tried out. Nobody reads it. */
const TRIED: Diagnostic = { code: "config-schema", severity: "error", message: "" };

class Check {
  problems: Diagnostic[] = [];
  #steps = 0;
  /** 1 for a form that is only tried out: its first problem says enough. */
  #most = MAX_PROBLEMS;
  readonly #texts = new Map<Node, string>();
  readonly #location: Location;
  readonly #path: (string | number)[] = [];
  /** The fields of the top that no schema refuses. */
  readonly #free: ReadonlySet<string>;

  constructor(location: Location, free: ReadonlySet<string>) {
    this.#location = location;
    this.#free = free;
  }

  value(node: Node, schema: ConfigSchema): void {
    this.#charge(node);
    const type = typeOf(node);
    if (type === "null") {
      const isAllowed = schema.nullable === true || (schema.type === undefined && schema.intOrString !== true);
      if (!isAllowed) this.#report(node, `must not be null`, "Write a value, or remove the field.");
      if (!isAllowed || schema.nullable === true) return;
    } else if (!this.#hasType(node, type, schema)) return;
    this.#enum(node, schema);
    if (node.kind === "map") this.#object(node, schema);
    else if (node.kind === "seq") this.#array(node.items, node, schema);
    else this.#scalar(node.value, node, type, schema);
    this.#combined(node, schema);
  }

  #hasType(node: Node, type: string, schema: ConfigSchema): boolean {
    if (schema.intOrString === true) {
      if (type === "integer" || type === "string") return true;
      this.#report(node, `must be a whole number or a string, not ${NAMES.get(type)}`);
      return false;
    }
    const expected = schema.type;
    if (expected === undefined || expected === type || (expected === "number" && type === "integer")) return true;
    const hint = expected === "string" && node.kind === "scalar" ? `Quote the value: ${quote(node.value)}.` : undefined;
    this.#report(node, `must be ${NAMES.get(expected)}, not ${NAMES.get(type)}`, hint);
    return false;
  }

  #enum(node: Node, { enum: values }: ConfigSchema): void {
    if (values === undefined || values.has(this.#textOf(node))) return;
    const shown = [...values.values()].slice(0, MAX_VALUES).map(shownValue).join(", ");
    const more = values.size > MAX_VALUES ? ` and ${values.size - MAX_VALUES} more` : "";
    this.#report(node, `must not be ${shownValue(node)}`, `Allowed are ${shown}${more}.`);
  }

  #object(node: MapNode, schema: ConfigSchema): void {
    const { properties, additionalProperties = true, required = [] } = schema;
    const isObject = this.#path.length === 0 || schema.embeddedResource === true;
    const names = new Set<string>();
    for (const { key, value } of node.entries) {
      const name = key.kind === "scalar" ? key.value : "";
      names.add(name);
      this.#charge(key);
      const own = properties?.get(name);
      if (own !== undefined) this.#within(name, () => this.value(value, own));
      else if (isObject && (this.#path.length === 0 ? this.#free : OBJECT_FIELDS).has(name)) continue;
      else if (additionalProperties === false) this.#unknown(name, key, [...(properties?.keys() ?? [])]);
      else if (additionalProperties !== true) this.#within(name, () => this.value(value, additionalProperties));
    }
    for (const name of required) {
      this.#charge(node);
      if (!names.has(name)) this.#report(node, `has no \`${shorten(name)}\`, which is required`, "Add it.");
    }
    this.#limits(node, schema, "properties", names.size);
  }

  #unknown(name: string, key: Node, known: readonly string[]): void {
    if (this.problems.length >= this.#most || this.#most === 1) return this.#report(key, "");
    const near = nearest(name, known.slice(0, MAX_COMPARED));
    const all = known.slice(0, MAX_VALUES * 2).map((each) => `\`${shorten(each)}\``);
    const list = all.length === 0 ? "It has none." : `Its fields are ${all.join(", ")}.`;
    this.#report(key, `has the unknown field ${quote(name)}`, near === undefined ? list : `Did you mean \`${near}\`?`);
  }

  #array(items: readonly Node[], node: Node, schema: ConfigSchema): void {
    const { items: element } = schema;
    if (element !== undefined) {
      for (const [index, item] of items.entries()) this.#within(index, () => this.value(item, element));
    }
    if (schema.uniqueItems === true && new Set(items.map((item) => this.#textOf(item))).size !== items.length) {
      this.#report(node, "has a value twice", "Keep one of them.");
    }
    this.#limits(node, schema, "items", items.length);
  }

  #scalar(text: string, node: Node, type: string, schema: ConfigSchema): void {
    if (type === "string") {
      // A long text takes longer, for each schema that looks at it.
      this.#charge(node, text.length >> 4);
      const { pattern } = schema;
      if (pattern !== undefined && !this.#matches(text, node, pattern.matches)) {
        this.#report(node, `must match the pattern ${quote(pattern.text)}, and is ${quote(text)}`);
      }
      this.#limits(node, schema, "characters", characters(text));
    } else if ((type === "integer" || type === "number") && node.kind === "scalar") {
      const value = numberOf(node);
      const { multipleOf } = schema;
      if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
        this.#report(node, `must be a multiple of ${multipleOf}, and is ${shownValue(node)}`);
      }
      this.#limits(node, schema, "value", value);
    }
  }

  /** @throws KrmError `regex-too-costly` with the place of the text */
  #matches(text: string, node: Node, matches: (text: string) => boolean): boolean {
    try {
      return matches(text);
    } catch (thrown) {
      throw new KrmError(diagnosticsOf(thrown).map((one) => ({ ...one, ...this.#place(node) })));
    }
  }

  #limits(node: Node, { limits }: ConfigSchema, of: Limit["of"], size: number): void {
    for (const limit of limits) {
      if (limit.of !== of) continue;
      const { bound, isUpper, isExclusive } = limit;
      const isWithin = isUpper
        ? size < bound || (size === bound && !isExclusive)
        : size > bound || (size === bound && !isExclusive);
      if (isWithin) continue;
      const side = isUpper ? (isExclusive ? "less than" : "at most") : isExclusive ? "more than" : "at least";
      if (of === "value") this.#report(node, `must be ${side} ${bound}, and is ${size}`);
      else this.#report(node, `must have ${side} ${bound} ${of}, and has ${size}`);
    }
  }

  #combined(node: Node, { allOf, anyOf, oneOf, not }: ConfigSchema): void {
    for (const each of allOf ?? []) this.value(node, each);
    if (anyOf !== undefined) {
      const fits = anyOf.some((each) => this.#accepts(node, each));
      if (!fits) this.#reportForms(node, anyOf);
    }
    if (oneOf !== undefined) {
      const fitting = oneOf.filter((each) => this.#accepts(node, each)).length;
      if (fitting === 0) this.#reportForms(node, oneOf);
      else if (fitting > 1) this.#report(node, `fits ${fitting} of the forms in \`oneOf\`, and only one may fit`);
    }
    if (not !== undefined && this.#accepts(node, not))
      this.#report(node, "has a form that the schema forbids with `not`");
  }

  /** If there is one form only, its problems say more. */
  #reportForms(node: Node, forms: readonly ConfigSchema[]): void {
    const [only] = forms;
    if (forms.length === 1 && only !== undefined) this.value(node, only);
    else this.#report(node, `fits none of the ${forms.length} forms that the schema allows`);
  }

  #accepts(node: Node, schema: ConfigSchema): boolean {
    const [before, most] = [this.problems, this.#most];
    [this.problems, this.#most] = [[], 1];
    this.value(node, schema);
    const accepts = this.problems.length === 0;
    [this.problems, this.#most] = [before, most];
    return accepts;
  }

  #within(segment: string | number, run: () => void): void {
    this.#path.push(segment);
    run();
    this.#path.pop();
  }

  #textOf(node: Node): string {
    let text = this.#texts.get(node);
    if (text === undefined) this.#texts.set(node, (text = valueText(node)));
    return text;
  }

  #charge(node: Node, steps = 1): void {
    this.#steps += steps;
    if (this.#steps <= MAX_STEPS) return;
    const message = "checking this configuration against the schema of its catalog takes too long";
    const hint = "Simplify the schema: `anyOf` in lists of lists multiplies.";
    throw failure("config-schema-costly", message, { ...this.#place(node), hint });
  }

  #place(node: Node): Location {
    return locate(node) ?? this.#location;
  }

  #report(node: Node, problem: string, hint?: string): void {
    if (this.problems.length >= this.#most) return;
    if (this.#most === 1) {
      this.problems.push(TRIED);
      return;
    }
    const subject = this.#path.length === 0 ? "the configuration" : `\`${pathText(this.#path)}\``;
    const message = `${subject} ${problem}`;
    const diagnostic = { code: "config-schema", severity: "error", message, ...this.#place(node) } as const;
    this.problems.push(hint === undefined ? diagnostic : { ...diagnostic, hint });
  }
}

function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio));
}

function shownValue(node: Node): string {
  if (node.kind === "map") return "a mapping";
  if (node.kind === "seq") return "a list";
  return typeOf(node) === "string" ? quote(node.value) : shorten(node.value);
}

function pathText(path: readonly (string | number)[]): string {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else if (!/^[\w-]+$/.test(segment)) text += `[${quote(segment)}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
}

/** The number of Unicode characters. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
