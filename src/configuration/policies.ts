/** Reads the section `policies`: rules of the team on changed objects, in CEL. */
import { quote } from "../documents/index.ts";
import { get, locate, type Node } from "../yaml/nodes/node.ts";
import type { DangerLevel, PolicyRule } from "./configuration.ts";
import type { ObjectPattern } from "./patterns.ts";

/** Stands before the name of a policy in the id of its dangers. No built-in rule begins like this. */
export const POLICY_PREFIX = "policy-";

/** The id of the dangers of a policy. */
export function ruleOfPolicy(id: string): string {
  return `${POLICY_PREFIX}${id}`;
}

type Report = (message: string, node: Node, hint: string) => void;

/**
 * @param items of a valid shape
 * @param objectsOf reads the fields that choose objects
 */
export function readPolicies(
  items: readonly Node[],
  file: string,
  objectsOf: (node: Node) => ObjectPattern,
  report: Report,
): readonly PolicyRule[] {
  const ids = new Set<string>();
  const textOf = (node: Node | undefined): string => (node?.kind === "scalar" ? node.value : "");
  return items.map((item) => {
    const id = textOf(get(item, "id"));
    if (ids.has(id)) report(`the id ${quote(id)} is given to two policies`, item, "Choose another id.");
    ids.add(id);
    const place = locate(item) ?? { file };
    const expression = get(item, "expression");
    return {
      id,
      ...objectsOf(item),
      expression: textOf(expression).trim(),
      level: (textOf(get(item, "level")) || "high") as DangerLevel,
      message: textOf(get(item, "message")).trim().replace(/\.$/, ""),
      place,
      expressionPlace: (expression && locate(expression)) ?? place,
    };
  });
}
