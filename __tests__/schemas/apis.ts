/** Judges objects of tests, which are written as YAML. */
import { definitionOf, type FindDefinition, type KnownApis } from "../../src/schemas/index.ts";
import { readPrinted, type Value } from "../../src/yaml/index.ts";

export function objectOf(yaml: string): Value {
  return readPrinted(yaml);
}

export const NONE: FindDefinition = () => undefined;

/** Finds a kind in one definition. */
export function only(value: Value): FindDefinition {
  const definition = definitionOf(value);
  return (group, kind) => (definition?.group === group && definition.kind === kind ? definition : undefined);
}

/** What is found in an object, one line each: the path, and the text. */
export function found(apis: KnownApis, value: Value, find: FindDefinition = NONE): readonly string[] {
  const verdict = apis.judge(value, find);
  if (verdict.status === "unknown") return ["unknown"];
  if (verdict.status === "not-served") return [verdict.text];
  return verdict.findings.map(({ path, text }) => `${path.join("/")}: ${text}`);
}
