/** Prints objects whose values were withheld, and whose own YAML must not be shown. */
import type { Value } from "../render/rendering.ts";
import { isMap } from "./map-values.ts";

/** YAML in block style with two spaces of indentation and keys in their own order. Not the bytes that `build` prints. */
export function printValue(value: Value): string {
  const lines: string[] = [];
  append(value, "", "", lines);
  return `${lines.join("\n")}\n`;
}

/** `lead` is the text before the value on its first line, such as `name:` or `-`, with its indentation. */
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
      // List elements have the indentation of their key, as in kustomize's output.
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

/** A literal block where it can hold the text unchanged, else a quoted string. */
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

/** A plain scalar where every YAML reader reads it as this text, else a quoted string. */
function printString(text: string): string {
  if (/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)) return JSON.stringify(text);
  return /^[A-Za-z_/<][\w./<>,()=+@ -]*$/.test(text) && !text.endsWith(" ") ? text : JSON.stringify(text);
}
