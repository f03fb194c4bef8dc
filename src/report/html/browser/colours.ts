/** Finds keys, quoted texts and comments of YAML in a diff: enough to read it faster, and far from a parser. */

export const COLOURS = ["key", "quoted", "comment"] as const;
export type Colour = (typeof COLOURS)[number];

/** A sign and an indent, then a key, then a comment or a quoted value. Each character is looked at a few times at most. */
const LINE =
  /^([-+ ]?[\t ]*(?:- )*)(?:([\w./$-]+|"[^"\n]*"|'[^'\n]*'):(?= |$))?( *)(?:(#.*)|("[^"\n]*"|'[^'\n]*')(?= *$))?/gm;

/** A span of a text, with its colour. */
export interface ColouredSpan {
  readonly colour: Colour;
  readonly from: number;
  readonly to: number;
}

/** The spans of whole lines. */
export function* colouredSpans(text: string): Generator<ColouredSpan, void> {
  for (const { index, 1: lead = "", 2: key, 3: space = "", 4: comment, 5: quoted } of text.matchAll(LINE)) {
    const from = index + lead.length;
    if (key !== undefined) yield { colour: "key", from, to: from + key.length };
    const value = comment ?? quoted;
    const at = from + (key === undefined ? 0 : key.length + 1) + space.length;
    if (value !== undefined)
      yield { colour: comment === undefined ? "quoted" : "comment", from: at, to: at + value.length };
  }
}
