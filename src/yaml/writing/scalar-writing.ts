/** Scalars as go-yaml v3's emitter writes them, from nodes that know their style and tag. */

import { resolveTag } from "../nodes/index.ts";
import type { MapNode, ScalarNode, SeqNode, Style } from "../nodes/node.ts";
import { allowsFlowPlain, analyze } from "./scalar-style.ts";
import { writeDouble, writeLiteral, writeSingle } from "./scalar-text.ts";

/**
 * The style a scalar is written in: its own, or the nearest one that can hold its text. Quotes tell a string from what it
 * looks like, unless its tag is written too: `isTagged`.
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

/** The text in that style; continued lines get `indent`. */
export function writeScalar(value: string, style: Style, indent: number): string {
  if (style === "single") return writeSingle(value, 0, indent, false);
  if (style === "double") return writeDouble(value, 0, indent, false);
  if (style === "literal") return writeLiteral(value, indent);
  return style === "folded" ? writeFolded(value, indent) : value;
}

/** The tag as far as kind and text do not imply it, or `""`. */
export function writtenTag(node: ScalarNode | MapNode | SeqNode): string {
  const { tag } = node;
  if (node.kind !== "scalar") return tag === `!!${node.kind}` ? "" : tag;
  return tag === "" || tag === "!!str" || resolveTag(node.value) === tag ? "" : tag;
}

/** A folded scalar without a limit on the width, extra line breaks between lines as the reference adds them. */
function writeFolded(text: string, indent: number): string {
  const literal = writeLiteral(text, indent);
  const head = literal.slice(0, literal.indexOf("\n"));
  const pad = " ".repeat(indent);
  let out = `>${head.slice(1)}\n`;
  let leadingBlank = true;
  const widened = !/^\n*[ \t]/.test(text);
  for (const part of text.split(/(\n+)/)) {
    if (part === "") continue;
    if (part.startsWith("\n")) out += part + (leadingBlank || !widened ? "" : "\n");
    else {
      out += pad + part;
      leadingBlank = part.startsWith(" ") || part.startsWith("\t");
    }
  }
  return out;
}
