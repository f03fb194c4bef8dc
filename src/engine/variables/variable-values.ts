/** The values of the variables of a build, after all names are final; docs/specification/variables.md 2. */
import { lookUpNullable } from "../../builtins/index.ts";
import { type Diagnostic, failure, KrmError } from "../../diagnostics.ts";
import type { Var } from "../../documents/index.ts";
import { apiVersionOf, type Resource, splitFieldPath } from "../../resource/index.ts";
import { formatFloat64 } from "../../yaml/index.ts";
import type { Node, ScalarNode } from "../../yaml/nodes/node.ts";
import { DEFAULT_FIELD_PATH, targetKind, type Variables } from "./variables.ts";

export interface VariableValue {
  /** The type of a field that consists of the variable only. */
  readonly tag: "!!str" | "!!int" | "!!float" | "!!bool";
  /** The text of such a field. */
  readonly text: string;
  /** The text as a part of a longer text. */
  readonly spliced: string;
}

/**
 * Resolves variables. Returns their values by name; undefined for maps and lists, which are not substituted.
 * @throws KrmError with every variable whose object or field is missing: `variable-without-object`,
 *   `variable-without-field`
 */
export function resolveVariables(
  variables: Variables,
  resources: readonly Resource[],
): ReadonlyMap<string, VariableValue | undefined> {
  const objects = new Map<string, Resource>();
  for (const resource of resources) {
    for (const name of resource.variables) if (!objects.has(name)) objects.set(name, resource);
  }
  const values = new Map<string, VariableValue | undefined>();
  const problems: Diagnostic[] = [];
  for (const variable of variables.values()) {
    try {
      const object = objects.get(variable.name);
      if (object === undefined) throw withoutObject(variable);
      values.set(variable.name, valueOf(variable, object));
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      problems.push(...thrown.diagnostics);
    }
  }
  if (problems.length > 0) throw new KrmError(problems);
  return values;
}

function withoutObject({ name, objref, location }: Var): Error {
  const kind = targetKind(objref ?? { location });
  const target = [apiVersionOf(kind), kind.kind, objref?.name ?? ""].filter((part) => part !== "").join(" ");
  return failure(
    "variable-without-object",
    `the variable ${name} reads ${target || "no object"}, which does not exist`,
    {
      ...(objref?.location ?? location),
      hint: "Name an object of this kustomization or of an included one, with apiVersion, kind and name as in its file.",
    },
  );
}

function valueOf(variable: Var, object: Resource): VariableValue | undefined {
  const path = variable.fieldref?.fieldPath || DEFAULT_FIELD_PATH;
  const node = fieldAt(object, path);
  if (node !== undefined && node.kind !== "scalar") return undefined;
  const value = node && scalarValue(node);
  if (value !== undefined) return value;
  const problem = node === undefined ? "which has no such field" : "which is not a decimal number";
  throw failure(
    "variable-without-field",
    `the variable ${variable.name} reads ${path} of ${object.describe()}, ${problem}`,
    {
      ...(variable.fieldref?.location ?? variable.location),
      object: object.describe(),
      hint: "Correct the `fieldPath`, or the field.",
    },
  );
}

function fieldAt({ node }: Resource, path: string): Node | undefined {
  try {
    return node && lookUpNullable(node, splitFieldPath(path).flatMap(splitIndex));
  } catch (thrown) {
    if (thrown instanceof KrmError) return undefined;
    throw thrown;
  }
}

/** `ports[0]` is the first element of `ports`. */
function splitIndex(segment: string): string[] {
  const [, name = "", index] = /^(.*)\[(\d+)\]$/s.exec(segment) ?? [];
  if (index === undefined) return [segment];
  return name === "" ? [index] : [name, index];
}

/** The value of a scalar. Numbers must be decimal; undefined for others. */
function scalarValue({ tag, value }: ScalarNode): VariableValue | undefined {
  if (tag === "!!int") return integerValue(value);
  if (tag === "!!bool") return same(tag, value.toLowerCase());
  if (tag !== "!!float") return same("!!str", value);
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  return { tag, text: plainDecimal(number), spliced: formatFloat64(number) };
}

function integerValue(value: string): VariableValue | undefined {
  const [, sign, digits] = /^([+-]?)0*(\d{1,19})$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const number = sign === "-" ? -BigInt(digits) : BigInt(digits);
  return BigInt.asIntN(64, number) === number ? same("!!int", String(number)) : undefined;
}

function same(tag: VariableValue["tag"], text: string): VariableValue {
  return { tag, text, spliced: text };
}

/** Formats a number with all digits and without an exponent. */
function plainDecimal(value: number): string {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", power = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  if (power === "0") return sign + mantissa;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${whole}${fraction}`;
  return sign + (whole + fraction).padEnd(point, "0");
}
