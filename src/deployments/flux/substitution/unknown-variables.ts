/** Tells of the variables whose values are not known: their expressions stay as written. */
import type { Diagnostic } from "../../../diagnostics.ts";
import type { BuiltResource } from "../../../engine/context/built.ts";
import { describeId } from "../../../resource/index.ts";
import { compareBytewise } from "../../../text/index.ts";
import { type Variables, variableOf } from "./variables.ts";

const CODE = "unknown-variable";
const ORIGIN = "it comes from ";

/** The variables that are not known, with the objects that use them. */
export class UnknownVariables {
  readonly #variables: Variables;
  readonly #objects = new Map<string, { count: number; readonly first: BuiltResource }>();

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  note(resource: BuiltResource, names: readonly string[]): void {
    for (const name of names) {
      const found = this.#objects.get(name);
      if (found === undefined) this.#objects.set(name, { count: 1, first: resource });
      else found.count++;
    }
  }

  diagnostics(): Diagnostic[] {
    const sorted = [...this.#objects].sort(([a], [b]) => compareBytewise(a, b));
    return sorted.map(([name, { count, first }]) => {
      const where = count === 1 ? describeId(first) : `${describeId(first)} and ${count - 1} more`;
      const source = variableOf(this.#variables, name)?.source ?? "";
      return {
        code: CODE,
        severity: "notice",
        message: `the value of \`${name}\` is not known, so its expressions stay as written in ${where}: ${ORIGIN}${source}`,
        ...first.origin,
        object: describeId(first),
      };
    });
  }
}

/** The variable that a diagnostic of {@link UnknownVariables} is about, with what it comes from; undefined for another diagnostic. */
export function unknownVariableOf({
  code,
  message,
}: Diagnostic): { readonly name: string; readonly source: string } | undefined {
  const at = message.lastIndexOf(ORIGIN);
  const [, name] = /`([^`]*)`/.exec(message) ?? [];
  if (code !== CODE || at < 0 || name === undefined) return undefined;
  return { name, source: message.slice(at + ORIGIN.length) };
}
