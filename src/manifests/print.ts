/** YAML for reading: of objects from which values were withheld, whose own text may not be shown. */
import type { Value } from "../render/rendering.ts";

/** Block style, two spaces, keys in the order they have. Not the bytes that `build` would print. */
export function printValue(value: Value): string {
  const lines: string[] = [];
  append(value, "", "", lines);
  return `${lines.join("\n")}\n`;
}

/** `lead` is what stands before the value on its first line, such as `name:` or `-`, with its indentation. */
function append(value: Value, lead: string, indent: string, lines: string[]): void {
  if (Array.isArray(value) && value.length > 0) {
    if (lead !== "") lines.push(lead);
    for (const item of value) appendItem(item, indent, lines);
    return;
  }
  const keys = isMap(value) ? Object.keys(value) : [];
  if (keys.length > 0) {
    if (lead !== "") lines.push(lead);
    for (const key of keys) {
      const child = (value as { [key: string]: Value })[key] as Value;
      // Elements of a list stand under their key without further indentation, as kustomize prints them.
      const childIndent = Array.isArray(child) ? indent : `${indent}  `;
      append(child, `${indent}${printString(key)}:`, childIndent, lines);
    }
    return;
  }
  const separator = lead === "" ? "" : " ";
  if (typeof value === "string" && value.includes("\n")) appendText(value, `${lead}${separator}`, indent, lines);
  else lines.push(`${lead}${separator}${printScalar(value)}`);
}

/** The element's first line follows the dash. */
function appendItem(item: Value, indent: string, lines: string[]): void {
  const at = lines.length;
  append(item, "", `${indent}  `, lines);
  const first = lines[at] ?? "";
  const own = first.startsWith(`${indent}  `) ? first.slice(indent.length + 2) : first;
  lines[at] = `${indent}- ${own}`;
}

/** A literal block where it can hold the text as it is. */
function appendText(text: string, lead: string, indent: string, lines: string[]): void {
  if (
    !/^[^\s]/.test(text) ||
    /[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]|[ \t]\n/.test(text) ||
    !/[^\n]\n?$/.test(text)
  ) {
    lines.push(`${lead}${JSON.stringify(text)}`);
    return;
  }
  lines.push(`${lead}${text.endsWith("\n") ? "|" : "|-"}`);
  for (const line of text.replace(/\n$/, "").split("\n")) lines.push(line === "" ? "" : `${indent}${line}`);
}

function printScalar(value: Value): string {
  if (typeof value === "string") return printString(value);
  if (Array.isArray(value)) return "[]";
  return isMap(value) ? "{}" : String(value);
}

/** Plain where every reader takes it for the same text. */
function printString(text: string): string {
  if (/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)) return JSON.stringify(text);
  return /^[A-Za-z_/<][\w./<>,()=+@ -]*$/.test(text) && !text.endsWith(" ") ? text : JSON.stringify(text);
}

function isMap(value: Value): value is { [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
