/** Writes a configuration for the runs that join the results of others. Their files hold no value of a Secret. */
import { get, type Node } from "../yaml/nodes/node.ts";
import type { DeploymentSettings } from "./deployments.ts";

/**
 * Returns the text as it is, or one that says the same with empty values of Secrets, if it holds some.
 * @param node the text, read
 */
export function textToHandOn(text: string, node: Node, { values }: DeploymentSettings): string {
  if (!values.some(({ kind, data }) => kind === "Secret" && data.size > 0)) return text;
  const listed = get(get(node, "deployments"), "values");
  const secrets = listed?.kind === "seq" ? listed.items.filter((_, index) => values[index]?.kind === "Secret") : [];
  return json(node, new Set(secrets.flatMap((each) => get(each, "data") ?? [])));
}

/** JSON is YAML: comments, which may hold values too, are gone. @param withheld mappings whose values are left empty */
function json(node: Node, withheld: ReadonlySet<Node>): string {
  if (node.kind === "seq") return `[${node.items.map((item) => json(item, withheld)).join()}]`;
  if (node.kind === "scalar") {
    return /^!!(?:null|bool|int|float)$/.test(node.tag) ? node.value || "null" : jsonString(node.value);
  }
  const isWithheld = withheld.has(node);
  const entries = node.entries.map(({ key, value }) => {
    return `${json(key, withheld)}: ${isWithheld ? '""' : json(value, withheld)}`;
  });
  return `{${entries.join()}}`;
}

/** YAML reads some characters only as escapes. */
function jsonString(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
