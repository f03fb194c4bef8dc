/** Writes scalar nodes in their own style and tag, as go-yaml v3's emitter does. */
import { GrowingText } from "../../budget/index.ts";
import { resolveTag } from "../nodes/index.ts";
import type { MapNode, ScalarNode, SeqNode, Style } from "../nodes/node.ts";
import { allowsFlowPlain, analyze } from "./scalar-style.ts";
import { writeDouble, writeLiteral, writeSingle } from "./scalar-text.ts";

/**
 * The style in which a scalar is written: its own, or the nearest one that can hold its text. A string that looks like
 * another type gets quotes, unless its tag is written too (`isTagged`).
 */
export function writtenStyle(node: ScalarNode, inFlow: boolean, asKey: boolean, isTagged: boolean): Style {
  const { value, tag } = node;
  const analysis = analyze(value);
  let style = node.style === "" && value.includes("\n") ? "literal" : node.style;
  if (style === "" && tag === "!!str" && !isTagged && resolveTag(value) !== "!!str") style = "double";
  if (asKey && analysis.multiline) style = "double";
  if (style === "") {
    const fits = inFlow ? allowsFlowPlain(value, analysis) : analysis.plain;
    if (fits && !(value === "" && (inFlow || asKey))) return "";
    style = "single";
  }
  if (style === "single" && !analysis.single) style = "double";
  if ((style === "literal" || style === "folded") && (!analysis.block || inFlow || asKey)) style = "double";
  return style;
}

/** Writes a text in that style. Continued lines are indented by `indent`. */
export function writeScalar(value: string, style: Style, indent: number): string {
  if (style === "single") return writeSingle(value, 0, indent, false);
  if (style === "double") return writeDouble(value, 0, indent, false);
  if (style === "literal") return writeLiteral(value, indent);
  return style === "folded" ? writeFolded(value, indent) : value;
}

/** The tag that has to be written, or `""` if the kind and the text of the node imply its tag. */
export function writtenTag(node: ScalarNode | MapNode | SeqNode): string {
  const { tag } = node;
  if (node.kind !== "scalar") return tag === `!!${node.kind}` ? "" : tag;
  return tag === "" || tag === "!!str" || resolveTag(node.value) === tag ? "" : tag;
}

/** Writes a `>` scalar without a limit on the width, with the extra line breaks that go-yaml adds. */
function writeFolded(text: string, indent: number): string {
  const literal = writeLiteral(text, indent);
  const head = literal.slice(0, literal.indexOf("\n"));
  const pad = " ".repeat(indent);
  const out = new GrowingText(`>${head.slice(1)}\n`);
  let leadingBlank = true;
  const isWidened = !/^\n*[ \t]/.test(text);
  // One piece after the other: an array of all of them can take more memory than there is.
  for (const [part] of text.matchAll(/\n+|[^\n]+/g)) {
    if (part.startsWith("\n")) out.add(part + (leadingBlank || !isWidened ? "" : "\n"));
    else {
      out.add(pad + part);
      leadingBlank = part.startsWith(" ") || part.startsWith("\t");
    }
  }
  return out.text;
}
