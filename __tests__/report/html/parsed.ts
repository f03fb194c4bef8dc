/** Reads a page as a browser does, with a parser that follows the HTML standard. */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from "parse5";
import { type HtmlOptions, htmlChunks } from "../../../src/report/index.ts";
import type { Report } from "../../../src/review/index.ts";

type Node = DefaultTreeAdapterMap["node"];
export type Element = DefaultTreeAdapterMap["element"];

export interface ParsedPage {
  readonly html: string;
  readonly root: Node;
  /** Where the text is not what the standard allows. */
  readonly errors: readonly string[];
  readonly elements: readonly Element[];
}

export function pageOf(report: Report, options?: HtmlOptions): ParsedPage {
  return parsePage([...htmlChunks(report, options)].join(""));
}

export function parsePage(html: string): ParsedPage {
  const errors: string[] = [];
  const root = parse(html, {
    onParseError: ({ code, startLine, startCol }) => {
      // Such characters are harmless.
      if (code !== "noncharacter-in-input-stream") errors.push(`${startLine}:${startCol}: ${code}`);
    },
  });
  return { html, root, errors, elements: elementsBelow(root) };
}

export function elementsBelow(node: Node): Element[] {
  const children = "childNodes" in node ? node.childNodes : [];
  return children.flatMap((child) => (defaultTreeAdapter.isElementNode(child) ? [child, ...elementsBelow(child)] : []));
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** The text that a reader sees, without styles and scripts. */
export function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  if (!("childNodes" in node) || ["style", "script"].includes(node.nodeName)) return "";
  return node.childNodes.map(textOf).join("");
}
