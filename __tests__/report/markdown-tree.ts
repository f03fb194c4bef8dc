/** Reads Markdown as GitHub does, with a parser of CommonMark and tables: finds markup that is not closed, or not ours. */
import MarkdownIt from "markdown-it";

const parser = new MarkdownIt({ html: true });

export interface Tree {
  /** What is unclosed, closed without being open, no markup of this writer, or a row without its columns. */
  readonly problems: readonly string[];
  /** The text outside of code, without addresses of links. */
  readonly live: string;
  readonly addresses: readonly string[];
  /** The languages of fenced blocks. */
  readonly fences: readonly string[];
}

const OURS = /^<(?:\/?(?:details|summary|sub|code)|br)>$/;

export function readMarkdown(text: string): Tree {
  const problems: string[] = [];
  const open: string[] = [];
  const addresses: string[] = [];
  const fences: string[] = [];
  const lines = text.split("\n");
  let live = "";
  let isInCode = false;

  for (const token of parser.parse(text, {})) {
    if (token.type === "fence") {
      fences.push(token.info);
      const last = (lines[(token.map?.[1] ?? 0) - 1] ?? "").replace(/^> ?/, "").trim();
      if (last !== token.markup) problems.push("a fence is not closed");
    } else if (token.type === "code_block") problems.push("an indented block");
    else if (token.type === "html_block") readHtml(token.content);
    else if (token.type === "tr_open") checkRow(lines[token.map?.[0] ?? 0] ?? "", lines, token.map?.[0] ?? 0);
    for (const child of token.children ?? []) {
      if (child.type === "html_inline") readHtml(child.content);
      else if (child.type === "text" && !isInCode) live += child.content;
      else if (child.type === "image") problems.push("an image");
      else if (child.type === "link_open") addresses.push(String(child.attrGet("href")));
      else if (child.type === "softbreak" || child.type === "hardbreak") live += "\n";
    }
    if (token.type === "inline") live += "\n";
  }
  return { problems: [...problems, ...open.map((name) => `<${name}> is not closed`)], live, addresses, fences };

  function readHtml(html: string): void {
    for (const [part] of html.matchAll(/<!--[^]*?-->|<[^>]*>?|[^<]+/g)) {
      if (part.startsWith("<!-- krm-render ")) continue;
      if (!part.startsWith("<")) {
        if (!isInCode) live += part;
        continue;
      }
      if (!OURS.test(part)) problems.push(`foreign markup: ${part}`);
      const name = part.replace(/[</>]/g, "");
      if (name === "code") isInCode = !part.startsWith("</");
      if (name === "br") live += "\n";
      else if (!part.startsWith("</")) open.push(name);
      else if (open.pop() !== name) problems.push(`${part} closes nothing`);
    }
  }

  function checkRow(line: string, all: readonly string[], at: number): void {
    let head = at;
    while (all[head - 1]?.startsWith("|")) head--;
    const columns = (row: string): number => row.split("|").length;
    if (columns(line) !== columns(all[head] ?? "")) problems.push(`a row without its columns: ${line}`);
  }
}
