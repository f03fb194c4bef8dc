/** Scalars, keys and texts that each step of YAML reads in its own way: line breaks of Unicode, tags, empty values. */
import type { Draw } from "./draw.ts";

const NEL = "\u0085";
const LS = "\u2028";
const PS = "\u2029";

/** The breaks of a line in YAML 1.1. */
function lineBreak(draw: Draw): string {
  return draw.of(NEL, NEL, NEL, LS, PS, `${NEL}${NEL}`, ` ${NEL}`, `${NEL} `, `${LS} `, ` ${PS}`, `${NEL}${LS}`);
}

/** Behind this much indentation a scalar goes on in the next line, wherever it stands. */
const INDENT = " ".repeat(20);
const DEEP = `\n${INDENT}`;

/** A break in a text without quotes, where the rest needs indentation. */
function indentedBreak(draw: Draw): string {
  return lineBreak(draw) + (draw.once(20) ? "" : INDENT);
}

const WORDS = ["", "a", "b c", "é", "😀", "1", "true", "x:y", "x#y", "-", "k: v", "'", '"', "\\", "<&>", "#x"] as const;

/** A text with odd characters in it, as it stands in a file that a generator reads. */
export function oddText(draw: Draw): string {
  const parts = Array.from({ length: draw.count(3) + 1 }, () => draw.of<string>(...WORDS));
  const breaks = (): string =>
    draw.once(2)
      ? lineBreak(draw)
      : draw.of<string>("\n", "\r\n", "\n\n", "\t", " ", "\r", "\u00a0", "\ufeff", "\u200b", " \n");
  return (draw.once(8) ? breaks() : "") + parts.join(breaks()) + (draw.once(3) ? breaks() : "");
}

/** The escapes of double quotes that stand for odd characters. */
const ESCAPES = [
  "\\N",
  "\\L",
  "\\P",
  "\\u0085",
  "\\x85",
  "\\_",
  "\\t",
  "\\n",
  "\\r\\n",
  "\\0",
  "\\e",

  "\\ufeff",
] as const;

/** A scalar without a tag, as YAML. It fits into a block; with `inFlow`, it fits between brackets, too. */
function bareScalar(draw: Draw, inFlow: boolean): string {
  const word = (): string => draw.of("a", "b", "é", "1", "x y");
  const inside = (): string => (draw.once(2) ? lineBreak(draw) : draw.of(" ", DEEP, `\n${DEEP}`, "\t"));
  const unquoted = (): string => (draw.once(2) ? indentedBreak(draw) : draw.of(" ", DEEP, `\n${DEEP}`, "\t"));
  switch (draw.count(7)) {
    case 0:
      return word() + unquoted() + word();
    case 1:
      return `"${word()}${inside()}${word()}${draw.once(3) ? inside() : ""}"`;
    case 2:
      return `'${word()}${inside()}${word()}${draw.once(3) ? inside() : ""}'`;
    case 3:
      return `"${word()}${draw.of(...ESCAPES)}${word()}${draw.once(3) ? draw.of(...ESCAPES) : ""}"`;
    case 4:
      return word() + (draw.once(2) ? lineBreak(draw) : "");
    case 5:
      return draw.of("1", "1.0", "1e3", "0x1F", "010", "1_000", "12345678901234567890", "-0", ".5", "1.50", "+1");
    case 6:
      return draw.of("true", "null", "yes", "2001-01-01", "12:30:45", ".inf", "False", "n", "NULL", '""', "''");
    default:
      return inFlow ? '""' : draw.of("", "", "# no value", `"${"long ".repeat(30)}"`);
  }
}

const TAGS = [
  "!",
  "!!str",
  "!!str",
  "!!binary",
  "!!int",
  "!!float",
  "!!bool",
  "!!null",
  "!!timestamp",
  "!own",
  "!<x>",
] as const;

/** A scalar or a collection as the value of a key of data. */
export function oddValue(draw: Draw): string {
  if (draw.once(6)) return blockText(draw);
  if (draw.once(8)) return oddCollection(draw);
  if (!draw.once(5)) return bareScalar(draw, false);
  const tag = draw.of(...TAGS);
  if (tag === "!!binary")
    return `${tag} ${draw.of("aGVsbG8=", '"aGk="', "", "?", "aGkK", "wqk=", "4oCo", `|${DEEP}aGVs${DEEP}bG8=`)}`;
  return `${tag} ${draw.once(6) ? blockText(draw) : bareScalar(draw, false)}`;
}

/** A block scalar whose lines are indented deeply enough for any place. */
function blockText(draw: Draw): string {
  const header = draw.of("|", "|", ">") + draw.of("", "-", "+");
  const line = (): string =>
    draw.of("a", "b c", `a${indentedBreak(draw)}b`, `a${indentedBreak(draw)}`, "  x", "", "\ttab", "- a", "é");
  const lines = Array.from({ length: draw.count(3) }, line);
  if (lines.length > 0 && /^\s/.test(lines[0] as string)) lines.unshift("first");
  return header + lines.map((text) => (text === "" ? "\n" : DEEP + text)).join("") + (draw.once(6) ? "\n" : "");
}

export function oddCollection(draw: Draw): string {
  const one = (): string => bareScalar(draw, true);
  return draw.of(
    () => "{}",
    () => "[]",
    () => `[${one()}, ${one()}]`,
    () => `{a: ${one()}, b: ${one()}}`,
    () => "{a: {}, b: []}",
    () => "!!map {}",
    () => "!!seq []",
    () => "!!set {a, b}",
    () => "!!omap [a: 1]",
    () => "{a: , b}",
    () => "[{}, [], a]",
  )();
}

const ODD_KEYS = [
  '"a"',
  "'b'",
  '"1"',
  "é",
  "? a\n  ",
  "yes",
  "true",
  "1.5",
  "2001-01-01",
  '"a\\Nb"',
  "!!str a",
  "&k a",
].concat(['"<<"', "a", "b", '""', '"x y"', "Z", "_", "10", '"null"', '"k\\n"', "a10", "a2"]);

/** A key of data. */
export function oddKey(draw: Draw): string {
  if (!draw.once(3)) return draw.of("a", "b", "c", "d", "a.b-c");
  return draw.of(...ODD_KEYS);
}
