/** Nodes to YAML as kyaml writes them: go-yaml v3's emitter, styles and comments kept (engine.md 5.12, 8.2 A). */
import { isBreak } from "./characters.ts";
import type { MapNode, Node, ScalarNode, SeqNode } from "./node.ts";
import { resolveTag } from "./resolution.ts";
import { allowsFlowPlain, analyze } from "./scalar-style.ts";
import { writeDouble, writeLiteral, writeSingle } from "./scalar-text.ts";

/** The node as a document that ends in a newline. */
export function encode(node: Node): string {
  return endLine(document(node));
}

function document(node: Node): string {
  if (node.kind === "scalar") return scalar(node, 2, false, false) + comment(node.comment);
  if (isFlow(node)) return flow(node);
  return node.kind === "map" ? blockMap(node, 0, false) : blockSeq(node, 0, false);
}

function isFlow(node: MapNode | SeqNode): boolean {
  return node.style === "flow" || (node.kind === "map" ? node.entries : node.items).length === 0;
}

function blockMap(node: MapNode, indent: number, inline: boolean): string {
  const lines = node.entries.map(({ key, value }) => {
    if (isSimpleKey(key)) {
      const name = key.kind === "scalar" ? scalar(key, indent, false, true) : flow(key);
      return `${name}:${child(value, indent, key.comment, true)}`;
    }
    const name = endLine(`?${child(key, indent, undefined, false)}`);
    return `${name}${" ".repeat(indent)}:${child(value, indent, key.comment, false)}`;
  });
  return joinLines(lines, indent, inline);
}

function blockSeq(node: SeqNode, indent: number, inline: boolean): string {
  const lines = node.items.map((item) => `-${child(item, indent, undefined, false)}`);
  return joinLines(lines, indent, inline);
}

/** Entries or items, each on lines of its own at `indent`; the first continues a line if `inline`. */
function joinLines(lines: readonly string[], indent: number, inline: boolean): string {
  const pad = " ".repeat(indent);
  const body = lines.map((line, at) => (at < lines.length - 1 ? endLine(line) : line)).join(pad);
  return inline ? body : pad + body;
}

function endLine(text: string): string {
  return isBreak(text.charCodeAt(text.length - 1)) ? text : `${text}\n`;
}

/** What stands behind a dash or a colon; behind a key's colon (`below`) collections begin on the next line. */
function child(node: Node, indent: number, keyComment: string | undefined, below: boolean): string {
  if (node.kind === "scalar") {
    const note = comment(node.comment ?? keyComment);
    const text = scalar(node, indent + 2, false, false);
    if (node.style === "literal" || node.style === "folded" || text.startsWith("|")) {
      const line = text.indexOf("\n");
      if (/^[|>]/.test(text) && line >= 0) return ` ${text.slice(0, line)}${note}${text.slice(line)}`;
    }
    return `${text === "" ? "" : " "}${text}${note}`;
  }
  if (isFlow(node)) return ` ${flow(node)}${comment(node.comment ?? keyComment)}`;
  const tag = collectionTag(node).trimEnd();
  const head = (tag === "" ? "" : ` ${tag}`) + comment(keyComment);
  if (below || tag !== "") {
    const body = node.kind === "map" ? blockMap(node, indent + 2, false) : blockSeq(node, indent, false);
    return `${head}\n${body}`;
  }
  return ` ${node.kind === "map" ? blockMap(node, indent + 2, true) : blockSeq(node, indent + 2, true)}`;
}

function comment(text: string | undefined): string {
  if (text === undefined) return "";
  return text === "" ? " #" : ` # ${text}`;
}

function flow(node: Node): string {
  if (node.kind === "scalar") return scalar(node, 0, true, false);
  const tag = collectionTag(node);
  if (node.kind === "seq") return `${tag}[${node.items.map(flow).join(", ")}]`;
  return `${tag}{${node.entries.map(flowEntry).join(", ")}}`;
}

function flowEntry({ key, value }: { key: Node; value: Node }): string {
  const simple = isSimpleKey(key);
  const name = key.kind === "scalar" ? scalar(key, 0, true, simple) : flow(key);
  return simple ? `${name}: ${flow(value)}` : `? ${name} : ${flow(value)}`;
}

/** The tag of a collection, if it is another than that of its kind. */
function collectionTag({ kind, tag }: MapNode | SeqNode): string {
  return tag === "" || tag === `!!${kind}` ? "" : `${tag} `;
}

/** Keys longer than this, in bytes, are written in the `? key` form. */
const LONGEST_KEY = 128;

function isSimpleKey(key: Node): boolean {
  if (key.kind !== "scalar") return (key.kind === "map" ? key.entries : key.items).length === 0;
  return !analyze(key.value).multiline && Buffer.byteLength(key.value) <= LONGEST_KEY;
}

/** A scalar in its own style, or in the nearest one that can hold it. */
function scalar(node: ScalarNode, indent: number, inFlow: boolean, asKey: boolean): string {
  const { value, tag } = node;
  const written = writtenTag(node);
  const prefix = written === "" ? "" : `${written} `;
  const analysis = analyze(value);
  let style = node.style === "" && value.includes("\n") ? "literal" : node.style;
  if (style === "" && tag === "!!str" && resolveTag(value) !== "!!str") style = "double";
  if (asKey && analysis.multiline) style = "double";
  if (style === "") {
    const fits = inFlow ? allowsFlowPlain(value, analysis) : analysis.plain;
    if (fits && !(value === "" && (inFlow || asKey))) return value === "" ? written : prefix + value;
    style = "single";
  }
  if (style === "single" && !analysis.single) style = "double";
  if ((style === "literal" || style === "folded") && (!analysis.block || inFlow || asKey)) style = "double";
  if (style === "single") return prefix + writeSingle(value, 0, indent, false);
  if (style === "literal") return prefix + writeLiteral(value, indent);
  if (style === "folded") return prefix + writeFolded(value, indent);
  return prefix + writeDouble(value, 0, indent, false);
}

/** The tag as far as the text does not imply it. */
function writtenTag({ tag, value }: ScalarNode): string {
  if (tag === "" || tag === "!!str") return "";
  if (resolveTag(value) === tag) return "";
  return tag;
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
