import type { Word } from "../syntax/nodes.ts";
import { refusal, unknown } from "../template-error.ts";
import { GoInteger, GoMap, type GoObject, type GoValue, typeName } from "../values/values.ts";
import type { ParameterType } from "./function.ts";

/** The names of types as Go's messages have them. */
const GO_NAMES: Readonly<Record<ParameterType, string>> = {
  any: "interface {}",
  value: "reflect.Value",
  string: "string",
  bool: "bool",
  float64: "float64",
  int: "int",
  map: "map[string]interface {}",
  time: "time.Time",
};

/** Checks that a value may be an argument, and gives it as the function takes it. @throws TemplateError if it may not */
export function asArgument(value: GoValue, type: ParameterType): unknown {
  if (type === "value") return value;
  if (type === "any") return value ?? null;
  if (value === undefined) {
    if (type === "map") return new GoMap(new Map(), "interface {}", true);
    throw refusal(`there is no value where ${GO_NAMES[type]} is needed`);
  }
  if (GO_NAMES[type] !== typeName(value)) throw refusal(`${typeName(value)} stands where ${GO_NAMES[type]} is needed`);
  return value instanceof GoInteger ? Number(value.value) : value;
}

/** The value of a constant where a type is asked for. @throws TemplateError if it has no value of that type */
export function constantArgument(word: Word, type: ParameterType): unknown {
  if (word.kind === "nil") {
    if (type === "map") return new GoMap(new Map(), "interface {}", true);
    if (type === "any" || type === "value") return type === "any" ? null : undefined;
    throw refusal(`nil stands where ${GO_NAMES[type]} is needed`);
  }
  if (type === "any" || type === "value") return constant(word);
  if (word.kind === "bool" && type === "bool") return word.value;
  if (word.kind === "string" && type === "string") return word.bytes;
  if (word.kind === "number" && type === "int" && word.whole !== undefined) return Number(word.whole);
  if (word.kind === "number" && type === "float64") return word.float;
  throw refusal(`a constant stands where ${GO_NAMES[type]} is needed`);
}

/** The value of a constant where nothing asks for a type. */
export function constant(word: Word): GoValue {
  switch (word.kind) {
    case "bool":
      return word.value;
    case "string":
      return word.bytes;
    case "number":
      if (word.looksFloat) return word.float;
      if (word.whole === undefined) throw refusal(`${word.text} is too large for an int`);
      return new GoInteger(word.whole);
    default:
      throw refusal("nil cannot be used like this");
  }
}

/** Calls a method of an object. */
export function callMethod(object: GoObject, name: string, args: readonly GoValue[]): GoValue {
  const method = object.method(name);
  if (method === undefined) throw unknown(`krm-render knows no method or field ${name} of ${object.type}`);
  if (args.length !== method.parameters.length)
    throw refusal(`${name} takes ${method.parameters.length} arguments, and gets ${args.length}`);
  method.parameters.forEach((parameter, index) => {
    const type = typeName(args[index]);
    const needed = parameter === "same" ? object.type : parameter;
    if (needed !== "any" && needed !== type) throw refusal(`${type} stands where ${needed} is needed`);
  });
  return method.run(args);
}
