/** Replaces `$(NAME)` by the values of variables; docs/specification/variables.md 3. */
import { GrowingText } from "../../budget/index.ts";
import { type Diagnostic, failure } from "../../diagnostics.ts";
import type { FieldSpec, Var } from "../../documents/index.ts";
import { apiVersionOf, FieldTrie, type Resource, type ResourceSet, selectedBy } from "../../resource/index.ts";
import { isNull, locate, type Node, type ScalarNode } from "../../yaml/nodes/node.ts";
import { parseVariableText, type TextPart } from "./variable-text.ts";
import { resolveVariables, type VariableValue } from "./variable-values.ts";
import type { Variables } from "./variables.ts";

/**
 * Resolves the variables and substitutes them in all fields that can hold them.
 * @param fieldSpecs the table `varReference`
 * @returns diagnostics about variables that were not substituted anywhere
 * @throws KrmError as `resolveVariables`, and `invalid-variable-field`
 */
export function substituteVariables(
  variables: Variables,
  resources: ResourceSet,
  fieldSpecs: readonly FieldSpec[],
): Diagnostic[] {
  if (variables.size === 0) return [];
  const values = resolveVariables(variables, resources.items);
  const substitution = new Substitution(values);
  const tries = new Map<string, FieldTrie<undefined>>();
  for (const resource of resources.items) {
    if (resource.node === undefined) continue;
    const fields = triesOf(tries, resource, fieldSpecs).find(resource.node);
    if (fields.length === 0) continue;
    for (const { node } of fields) substitution.substituteField(node, resource);
    resources.changed(resource);
  }
  const unused = [...variables.values()].filter(({ name }) => !substitution.used.has(name));
  return unused.map((variable) => (values.get(variable.name) === undefined ? unusable : neverUsed)(variable));
}

/** The fields of a kind of object that can hold variables. */
function triesOf(
  tries: Map<string, FieldTrie<undefined>>,
  { id }: Resource,
  fieldSpecs: readonly FieldSpec[],
): FieldTrie<undefined> {
  const key = `${apiVersionOf(id)} ${id.kind}`;
  let trie = tries.get(key);
  if (trie === undefined) {
    trie = new FieldTrie();
    for (const spec of fieldSpecs) if (selectedBy(id, spec)) trie.add(spec.path, undefined);
    tries.set(key, trie);
  }
  return trie;
}

function neverUsed({ name, location }: Var): Diagnostic {
  const message = `the variable ${name} is not used in any field that can hold variables`;
  const hint = "Remove it, or list the field under varReference in a file of `configurations`.";
  return { code: "unused-variable", severity: "notice", message, ...location, hint };
}

function unusable({ name, location }: Var): Diagnostic {
  const message = `the variable ${name} is not substituted: its value is a map or a list`;
  const hint = "Name a field with a single value in its `fieldref`.";
  return { code: "unused-variable", severity: "warning", message, ...location, hint };
}

class Substitution {
  readonly used = new Set<string>();
  readonly #values: ReadonlyMap<string, VariableValue | undefined>;

  constructor(values: ReadonlyMap<string, VariableValue | undefined>) {
    this.#values = values;
  }

  /** Substitutes in a text, the texts of a map, or a list of texts. All these texts lose their quotes. */
  substituteField(node: Node, resource: Resource): void {
    if (isNull(node)) return;
    if (node.kind === "scalar") {
      if (isText(node)) this.#substitute(node);
      return;
    }
    if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        if (!isText(key)) throw notText(key, "a key", resource);
        if (isText(value)) this.#substitute(value);
      }
      return;
    }
    for (const item of node.items) {
      if (!isText(item)) throw notText(item, "an element", resource);
      this.#substitute(item);
    }
  }

  #substitute(node: ScalarNode): void {
    const parts = parseVariableText(node.value);
    const [first] = parts;
    const whole = parts.length === 1 && first !== undefined && "name" in first ? this.#value(first.name) : undefined;
    node.value = whole?.text ?? this.#joined(parts);
    node.tag = whole?.tag ?? "!!str";
    node.style = "";
  }

  /** Every part is charged before it is added: a text can name a long value thousands of times. */
  #joined(parts: readonly TextPart[]): string {
    const joined = new GrowingText("");
    for (const part of parts) {
      const text = "text" in part ? part.text : (this.#value(part.name)?.spliced ?? `$(${part.name})`);
      joined.add(text);
    }
    return joined.text;
  }

  #value(name: string): VariableValue | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.used.add(name);
    return value;
  }
}

function isText(node: Node): node is ScalarNode {
  return node.kind === "scalar" && (node.tag === "!!str" || node.tag === "");
}

function notText(node: Node, what: string, resource: Resource): Error {
  return failure("invalid-variable-field", `${what} is not a string in a field that can hold variables`, {
    ...(locate(node) ?? resource.origin),
    object: resource.describe(),
    hint: "Quote it.",
  });
}
