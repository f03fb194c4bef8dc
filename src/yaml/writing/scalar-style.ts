/** Chooses the quotes that go-yaml's emitters put around a string (docs/specification/yaml-writing.md 6). */
import { isBlank, isBlankOrEnd, isBreak, resolveTag11 } from "../nodes/index.ts";

/** The style in which a string is written. */
export type StringStyle = "plain" | "single" | "double" | "literal";

/** 1 for characters that never affect the style, whatever is next to them. */
const INERT = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./\\$^;<=+()-~*&!|>'\"%@`") {
  INERT[char.charCodeAt(0)] = 1;
}
for (const char of ",[]{}?") INERT[char.charCodeAt(0)] = 1;

const INDICATORS = new Set(Array.from("#,[]{}&*!|>'\"%@`", (char) => char.charCodeAt(0)));

/** The styles that can hold a string, in block context. */
export interface Analysis {
  multiline: boolean;
  plain: boolean;
  single: boolean;
  block: boolean;
  /** True if the string contains tabs, which go-yaml v2 does not write into block scalars. */
  tabs: boolean;
}

const EMPTY: Analysis = { multiline: false, plain: true, single: true, block: false, tabs: false };
const FREE: Analysis = { multiline: false, plain: true, single: true, block: true, tabs: false };
const QUOTED: Analysis = { multiline: false, plain: false, single: true, block: true, tabs: false };

/** Finds out which styles can hold a text. */
export function analyze(text: string): Analysis {
  if (text === "") return EMPTY;
  const first = text.charCodeAt(0);
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code >= 128 || INERT[code] === 0) break;
    at++;
  }
  if (at < text.length) return analyzeFully(text);
  return startsPlain(text, first) ? FREE : QUOTED;
}

/** Tells whether a plain scalar may begin like the text. */
function startsPlain(text: string, first: number): boolean {
  if (INDICATORS.has(first) || text.startsWith("---") || text.startsWith("...")) return false;
  if (first === 45 || first === 63 || first === 58) return text.length > 1 && !isBlank(text.charCodeAt(1));
  return true;
}

function analyzeFully(text: string): Analysis {
  let plain = startsPlain(text, text.charCodeAt(0));
  let special = false;
  let tabs = false;
  let multiline = false;
  let breakSpace = false;
  let spaceBreak = false;
  let previous = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > 58 && code < 127) {
      // Letters and most other characters have no effect.
    } else if (code === 32) {
      if (isBreak(previous)) breakSpace = true;
    } else if (isBreak(code)) {
      multiline = true;
      if (code === 13 || code === 0x85) special = true;
      if (previous === 32) spaceBreak = true;
    } else if (code === 58) {
      if (at > 0 && (at + 1 >= length || isBlank(text.charCodeAt(at + 1)))) plain = false;
    } else if (code === 35) {
      if (at > 0 && isBlankOrEnd(previous)) plain = false;
    } else if (code === 9) tabs = true;
    else if (code < 32 || (code >= 127 && !isPrintable(code))) special = true;
    previous = code;
  }
  const last = text.charCodeAt(length - 1);
  const edges = text.charCodeAt(0) === 32 || last === 32;
  return {
    multiline,
    plain: plain && !edges && !multiline && !special && !tabs,
    single: !breakSpace && !spaceBreak && !special && !tabs,
    block: last !== 32 && !spaceBreak && !special,
    tabs,
  };
}

/** Tells whether the emitter writes a character of U+007F and above without an escape. It escapes all beyond U+FFFF. */
export function isPrintable(code: number): boolean {
  return code >= 0xa0 && (code < 0xd800 || (code >= 0xe000 && code !== 0xfeff && code < 0xfffe));
}

const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Tells whether a plain text would not be read back as a string. */
export function looksTyped(text: string): boolean {
  if (resolveTag11(text) !== "!!str") return true;
  const first = text.charCodeAt(0);
  if (first > 57 || first < 43 || !text.includes(":")) return false;
  return BASE_60.test(text);
}

/** Chooses the style of a string. `asKey`: it is a key on one line with its value. */
export function styleOf(text: string, analysis: Analysis, asKey: boolean): StringStyle {
  if (text.includes("\n")) return !asKey && analysis.block && !analysis.tabs ? "literal" : "double";
  if (asKey && analysis.multiline) return "double";
  if (looksTyped(text)) return "double";
  if (analysis.plain) return "plain";
  return analysis.single ? "single" : "double";
}

/** Tells whether a text that is plain in block context may also be plain between brackets, for go-yaml v3. */
export function allowsFlowPlain(text: string, analysis: Analysis): boolean {
  return analysis.plain && text !== "" && !/[,?[\]{}:]/.test(text);
}
