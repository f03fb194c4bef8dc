/** Prints explanations for a terminal: one line for each change, with control characters escaped. */
import { formatLocation, visible } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";
import { resolveTag, type Value } from "../yaml/index.ts";
import type { ExplainedChange, ExplainedObject, Explanation, ObjectList } from "./explanation-schema.ts";

/** Longer values are cut. */
const MAX_VALUE_LENGTH = 100;

const STATUS_NOTES = {
  "in-output": "",
  deleted: " (deleted: it is not in the output)",
  "build-only": " (annotated config.kubernetes.io/local-config: it is not in the output)",
} as const;

/** One line for each object: its name in the form that the command `explain` accepts, its namespace and its place. */
export function listText({ objects }: ObjectList): string {
  return table(objects.map((object) => [shownName(object), object.namespace || "-", formatLocation(object)]));
}

function shownName({ apiVersion, kind, name }: ExplainedObject): string {
  const [group] = apiVersion.includes("/") ? apiVersion.split("/") : [""];
  return `${kind}${group === "" ? "" : `.${group}`}/${name}`;
}

/** The object or field on the first line, and then one line for each change. */
export function explanationText({ object, status, field, value, changes }: Explanation): string {
  const { kind, namespace, name } = object;
  const described = `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}${STATUS_NOTES[status]}`;
  const head =
    field === undefined ? described : `${field} of ${described}: ${value === undefined ? "not there" : shown(value)}`;
  return `${line(head)}\n${table(changes.map((change) => cells(change, field)))}`;
}

function cells(change: ExplainedChange, field: string | undefined): string[] {
  const { step, plugin, path, entry, imports, overrides, follows, variables, values } = change;
  const place = formatLocation(change) || "-";
  const isField = path === field;
  const whole = change.op === "removed" ? "deletes the object" : "the object";
  const what = [path === "" ? whole : `${isField ? "" : `${path}: `}${transition(change)}`];
  if (follows !== undefined) what.push(`(follows ${follows.join(", ")})`);
  if (entry !== undefined) what.push(`(by ${formatLocation(entry)})`);
  if (imports !== undefined) what.push(`(imported by ${imports.map(formatLocation).join(", ")})`);
  if (overrides !== undefined) what.push(`(overridden by ${overrides.map(formatLocation).join(", ")})`);
  if (variables !== undefined)
    what.push(`(substituted: ${variables.map((one) => variableText(one, place)).join(", ")})`);
  if (values !== undefined) what.push(`(${valuesText(values)})`);
  return [place, plugin === undefined ? step : `${step} (${plugin})`, what.join(" ")];
}

/** @param place that of the change, which is not repeated */
function variableText(
  { name, source, ...at }: NonNullable<ExplainedChange["variables"]>[number],
  place: string,
): string {
  const shownPlace = formatLocation(at);
  return `\${${name}} from ${source}${shownPlace === "" || shownPlace === place ? "" : `, ${shownPlace}`}`;
}

/** All of them match in the same way. */
function valuesText(values: NonNullable<ExplainedChange["values"]>): string {
  const lead = {
    equal: "equals the value",
    part: "holds the value",
    given: "equals none of the values",
  };
  const named = values.map(({ path, file, line: at, column }) => {
    const place = formatLocation({ file, line: at, column });
    return place === "" ? path : `${path} at ${place}`;
  });
  return `${lead[values[0]?.match ?? "given"]} ${named.join(", ")}`;
}

function transition({ op, before, after }: ExplainedChange): string {
  if (op === "added" || before === undefined) return after === undefined ? "" : shown(after);
  return `${shown(before)} → ${op === "removed" || after === undefined ? "(removed)" : shown(after)}`;
}

/** A string without quotes if it is unambiguous, every other value as JSON. */
function shown(value: Value): string {
  const text = typeof value === "string" ? value : "";
  const isPlain = /^\S(?:[^\n\r\t]*\S)?$/.test(text) && !/^["'{[(]/.test(text) && resolveTag(text) === "!!str";
  return shorten(isPlain ? text : JSON.stringify(value), MAX_VALUE_LENGTH);
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(line));
  const width = (column: number): number => Math.max(0, ...lines.map((row) => (row[column] as string).length));
  const [first, second] = [width(0), width(1)];
  return lines
    .map(([a = "", b = "", c = ""]) => `${`  ${a.padEnd(first)}  ${b.padEnd(second)}  ${c}`.trimEnd()}\n`)
    .join("");
}

function line(text: string): string {
  return visible(text).replaceAll("\n", "\\u000a").replaceAll("\t", "\\u0009");
}
