import { toBytes } from "../../text/index.ts";
import type { TemplateEffort } from "../effort.ts";
import { charactersOf, isPrintable } from "../values/characters.ts";

const HTML: Readonly<Record<string, string>> = {
  "\0": toBytes("\ufffd"),
  '"': "&#34;",
  "'": "&#39;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};

/** Escapes a text for HTML. */
export function htmlEscape(bytes: string, effort: TemplateEffort): string {
  effort.spend(bytes.length * 2);
  return bytes.replace(/[\0"'&<>]/g, (one) => HTML[one] as string);
}

const JS: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
  "<": "\\u003C",
  ">": "\\u003E",
  "&": "\\u0026",
  "=": "\\u003D",
};

/** Escapes a text for a string of JavaScript. */
export function jsEscape(bytes: string, effort: TemplateEffort): string {
  effort.spend(bytes.length * 2);
  return charactersOf(bytes).map(jsCharacter).join("");
}

function jsCharacter(one: string): string {
  const escape = Object.hasOwn(JS, one) ? JS[one] : undefined;
  if (escape !== undefined) return escape;
  const code = (one.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  if (one < " ") return `\\u${code}`;
  return one < "\x80" || isPrintable(one) ? toBytes(one) : `\\u${code}`;
}

/** Escapes a text for the query of a URL, where a space is a plus. */
export function queryEscape(bytes: string, effort: TemplateEffort): string {
  effort.spend(bytes.length * 3);
  return bytes.replace(/[^A-Za-z0-9\-_.~]/g, (one) => (one === " " ? "+" : percent(one)));
}

/** `%` and the two digits of a byte. */
export function percent(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
