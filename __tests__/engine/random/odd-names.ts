/** Names, namespaces, keys and values that YAML reads as something else than a text, spelled in all ways. */
import type { Draw } from "./draw.ts";
import type { Yaml } from "./yaml-text.ts";

/** Texts that one of the dialects of YAML reads as a number, a bool, null, a date or a merge. */
export const ODD_TEXTS = [
  "9",
  "1e3",
  "1e",
  "e3",
  "true",
  "null",
  "2001-01-01",
  "0x1F",
  "0x",
  "~",
  ".inf",
  "yes",
  "on",
  "010",
  "0o17",
  "1_000",
  "1.0",
  "-0",
  ".5",
  "12345678901234567890",
  "12:30",
  "y",
] as const;

const PLAIN_TEXTS = ["web", "db", "shop", "default"] as const;

/** The few names and namespaces that one tree is made of. */
export interface Pool {
  readonly names: readonly string[];
  readonly namespaces: readonly string[];
}

export function pool(draw: Draw): Pool {
  const odd = (): string => draw.of(...ODD_TEXTS);
  const either = (): string => (draw.once(3) ? draw.of(...PLAIN_TEXTS) : odd());
  return { names: [either(), either(), "web"], namespaces: [either(), odd(), "shop"] };
}

/** A text as a token of YAML: mostly in quotes, which keep it a text, or bare. */
export function spelled(draw: Draw, text: string): string {
  return draw.of(`"${text}"`, `"${text}"`, `'${text}'`, text, text, draw.once(6) ? `!!str ${text}` : `"${text}"`);
}

/** A text where a bare null would leave nothing. */
export function spelledSafely(draw: Draw, text: string): string {
  const token = spelled(draw, text);
  return token === "null" || token === "~" ? `"${text}"` : token;
}

/** Any value that a patch or a replacement may write into a text. */
export function oddValue(draw: Draw): Yaml {
  if (draw.once(12))
    return draw.of<Yaml>('!!null ""', "[!!null '']", "{}", "[]", "{a: ~}", "[~, .inf]", '{!!null "": 1}');
  if (draw.once(12)) return draw.of('!!int "9"', '!!float "1"', '!!bool "true"', "!!binary aGk=", "! 9", '""', "");
  return spelled(draw, draw.of(...ODD_TEXTS));
}

/** A key of a map: mostly a text, otherwise anything that YAML allows, which often fails. */
export function oddKey(draw: Draw): string {
  if (draw.once(30)) return draw.of("[a]", "{a: b}", '!!null ""', "!!str 1", '""');
  if (draw.once(12)) return spelled(draw, draw.of(...ODD_TEXTS));
  return draw.once(2) ? draw.of("a", "name", "key") : `"${draw.of(...ODD_TEXTS)}"`;
}
