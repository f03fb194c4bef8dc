/** Implements `"…".format(…)`. */
import { Fault } from "./meter.ts";
import type { Keywords, Machine, Value } from "./values.ts";
import { repr, str } from "./writer.ts";

const PARTS = /\{\{|\}\}|\{([^}]*)\}|[{}]/g;

/** Replaces `{}`, `{0}` and `{name}`, each optionally with `!r` or `!s`, by arguments. Throws faults. */
export function format(machine: Machine, template: string, args: readonly Value[], keywords: Keywords): string {
  const numbering: Numbering = { next: 0, kind: undefined };
  machine.work(template.length / 64);
  let result = "";
  let done = 0;
  for (const match of template.matchAll(PARTS)) {
    const [whole, field] = match;
    result += template.slice(done, match.index);
    done = match.index + whole.length;
    const piece = field === undefined ? brace(whole) : replacement(machine, field, args, keywords, numbering);
    result += piece;
    machine.grow(result.length, piece.length);
  }
  result += template.slice(done);
  machine.text(result.length);
  return result;
}

interface Numbering {
  next: number;
  kind: "automatic" | "manual" | undefined;
}

function brace(whole: string): string {
  if (whole.length === 2) return whole.charAt(0);
  throw new Fault(
    whole === "}" ? "format: single '}' in format" : "format: unmatched '{' in format",
    "Write {{ or }} for a brace.",
  );
}

function replacement(
  machine: Machine,
  field: string,
  args: readonly Value[],
  keywords: Keywords,
  numbering: Numbering,
): string {
  const [, name = "", , conversion, , spec = ""] = /^([^!:]*)(!([^:]*))?(:([^]*))?$/.exec(field) ?? parts(field);
  const value = valueOf(name, args, keywords, numbering);
  if (spec !== "") throw new Fault(`format spec features not supported in replacement fields: ${spec}`);
  if (conversion === undefined || conversion === "s") return str(machine, value);
  if (conversion === "r") return repr(machine, value);
  throw new Fault(`format: unknown conversion ${repr(machine, conversion)}`);
}

/** Splits a field with a colon before its exclamation mark: everything before the mark is the name. */
function parts(field: string): string[] {
  const at = field.indexOf("!");
  const [conversion = "", ...spec] = field.slice(at + 1).split(":");
  return [field, field.slice(0, at), "", conversion, "", spec.join(":")];
}

function valueOf(name: string, args: readonly Value[], keywords: Keywords, numbering: Numbering): Value {
  if (/^[0-9]*$/.test(name)) {
    const kind = name === "" ? "automatic" : "manual";
    if (numbering.kind !== undefined && numbering.kind !== kind) {
      throw new Fault("format: cannot mix {} with {0}", "Number all fields, or none.");
    }
    numbering.kind = kind;
    const value = args[name === "" ? numbering.next++ : Number(name)];
    if (value === undefined) throw new Fault("format: tuple index out of range", "Pass an argument for each field.");
    return value;
  }
  const found = keywords.find(([key]) => key === name);
  if (found !== undefined) return found[1];
  if (/[.[{]/.test(name))
    throw new Fault(`format: only names and numbers are supported in replacement fields: ${name}`);
  throw new Fault(`format: keyword ${name} not found`);
}
