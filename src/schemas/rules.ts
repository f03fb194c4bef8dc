/** The rules in CEL of definitions, `x-kubernetes-validations`. docs/specification/schemas.md 6 */
import { type Cel, loadedCel, type Program } from "../cel/index.ts";
import { getOrInsert } from "../collections.ts";
import { isMap, listAt, type MapValue, textAt, valueAt } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import { keyOf } from "./limits.ts";
import { typedValue, Unfinished, withDefaults } from "./typed-values.ts";

const KEYWORD = "x-kubernetes-validations";
const VARIABLES = ["self", "oldSelf"];
/** The most units of all rules for one object. */
const MAX_UNITS = 2_000_000;
/** Schemas and values deeper than this are not looked at. */
const MAX_DEPTH = 100;

type Path = readonly (string | number)[];

/** The places of an object at which rules are false, and how many rules nobody evaluated. */
export interface RuleResults {
  readonly broken: readonly { readonly path: Path; readonly text: string }[];
  /** Rules that cannot be read, have no value, take too much work, or look at what something completes later. */
  readonly unchecked: number;
}

const NONE: RuleResults = { broken: [], unchecked: 0 };

const holding = new WeakMap<MapValue, boolean>();

/** Tells whether a schema, or a part of it, has rules. Takes time linear in it, once. */
export function hasRules(schema: Value | undefined, depth = 0): boolean {
  if (!isMap(schema) || depth > MAX_DEPTH) return false;
  const known = holding.get(schema);
  if (known !== undefined) return known;
  const parts = [schema["items"], schema["additionalProperties"], ...listAt(schema, "allOf")];
  const { properties } = schema;
  if (isMap(properties)) parts.push(...Object.values(properties));
  const has = listAt(schema, KEYWORD).length > 0 || parts.some((part) => hasRules(part, depth + 1));
  holding.set(schema, has);
  return has;
}

/**
 * Evaluates the rules of a definition for an object without other mistakes.
 * @param value the object with its defaults
 * @param old the object before; undefined for a new one
 */
export function ruleResults(value: Value, old: Value | undefined, schema: MapValue | undefined): RuleResults {
  if (schema === undefined || !hasRules(schema)) return NONE;
  const cel = loadedCel();
  if (cel === undefined) return { broken: [], unchecked: 1 };
  const evaluation = new Evaluation(cel);
  const before = old === undefined ? undefined : withDefaults(old, schema);
  evaluation.visit({
    validation: schema,
    schema,
    value,
    old: before,
    path: [],
    isObject: true,
  });
  return evaluation;
}

/** A value at a place of an object. */
interface Place {
  /** The schema that has the rules: that of the value, or a part of its `allOf`. */
  readonly validation: MapValue;
  readonly schema: MapValue;
  readonly value: Value;
  readonly old: Value | undefined;
  readonly path: Path;
  readonly isObject: boolean;
}

interface Rule {
  readonly program: Program | undefined;
  readonly message: string;
  readonly field: Path;
  readonly isOptional: boolean;
}

const rules = new WeakMap<MapValue, Rule>();

class Evaluation implements RuleResults {
  readonly broken: { readonly path: Path; readonly text: string }[] = [];
  unchecked = 0;
  readonly #cel: Cel;
  readonly #meter: InstanceType<Cel["Meter"]>;

  constructor(cel: Cel) {
    this.#cel = cel;
    this.#meter = new cel.Meter(MAX_UNITS);
  }

  visit(place: Place): void {
    const { validation, schema, value, old, path } = place;
    if (value === null || path.length > MAX_DEPTH || !hasRules(validation)) return;
    this.#evaluate(place);
    for (const part of listAt(validation, "allOf")) if (isMap(part)) this.visit({ ...place, validation: part });
    if (Array.isArray(value)) this.#elements(value, place);
    else if (isMap(value)) {
      for (const [name, each] of Object.entries(value)) {
        const [own, of] = [partOf(validation, name), partOf(schema, name)];
        if (own === undefined || of === undefined) continue;
        this.#part(own, of, each, isMap(old) && Object.hasOwn(old, name) ? old[name] : undefined, [...path, name]);
      }
    }
  }

  #part(validation: MapValue, schema: MapValue, value: Value, old: Value | undefined, path: Path): void {
    const isObject = schema["x-kubernetes-embedded-resource"] === true;
    this.visit({ validation, schema, value, old: old === null ? undefined : old, path, isObject });
  }

  /** Only elements with keys have partners before. */
  #elements(list: readonly Value[], { validation, schema, old, path }: Place): void {
    const [own, of] = [validation["items"], schema["items"]];
    if (!isMap(own) || !isMap(of)) return;
    const keys = listAt(schema, "x-kubernetes-list-map-keys").filter((key) => typeof key === "string");
    const isKeyed = textAt(schema, "x-kubernetes-list-type") === "map" && keys.length > 0;
    const textOf = (each: Value): string => keys.map((key) => keyOf(valueAt(each, key) ?? null)).join();
    const before = new Map(isKeyed && Array.isArray(old) ? old.map((each) => [textOf(each), each]) : []);
    for (const [index, each] of list.entries())
      this.#part(own, of, each, isKeyed ? before.get(textOf(each)) : undefined, [...path, index]);
  }

  #evaluate({ validation, schema, value, old, path, isObject }: Place): void {
    const list = listAt(validation, KEYWORD).filter(isMap);
    if (list.length === 0) return;
    let self: unknown;
    let oldSelf: unknown;
    try {
      self = typedValue(this.#cel, value, schema, isObject);
      oldSelf = old === undefined ? undefined : typedValue(this.#cel, old, schema, isObject);
    } catch (thrown) {
      if (!(thrown instanceof Unfinished)) throw thrown;
      this.unchecked += list.length;
      return;
    }
    for (const each of list) {
      const rule = getOrInsert(rules, each, () => compiledRule(this.#cel, each));
      const isTransition = rule.program?.uses.has("oldSelf") === true;
      if (isTransition && old === undefined && !rule.isOptional) continue;
      const before = rule.isOptional ? this.#cel.optionalOf(oldSelf) : oldSelf;
      const outcome = rule.program?.evaluate({ self, oldSelf: before }, this.#meter);
      if (outcome?.status !== "value" || typeof outcome.value !== "boolean") this.unchecked++;
      else if (!outcome.value) this.broken.push({ path: [...path, ...rule.field], text: rule.message });
    }
  }
}

function compiledRule(cel: Cel, rule: MapValue): Rule {
  const expression = textAt(rule, "rule")?.trim() ?? "";
  const compiled = cel.compile(expression, VARIABLES);
  const message = textAt(rule, "message")?.trim().replace(/\.$/, "");
  return {
    program: cel.isProgram(compiled) ? compiled : undefined,
    message: message || `the rule \`${expression}\` of its definition is false`,
    field: fieldSteps(textAt(rule, "fieldPath") ?? ""),
    isOptional: rule["optionalOldSelf"] === true,
  };
}

/** The steps of a path such as `.spec.ports['a.b']`. */
function fieldSteps(path: string): Path {
  return [...path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)].map(
    ([, name, quoted = ""]) => name ?? quoted.replace(/\\(.)/g, "$1"),
  );
}

/** The schema of a field or of a key of a map. */
function partOf(schema: MapValue, name: string): MapValue | undefined {
  const { properties, additionalProperties: others } = schema;
  const own = isMap(properties) && Object.hasOwn(properties, name) ? properties[name] : others;
  return isMap(own) ? own : undefined;
}
