/** Scans Markdown for code blocks and HTML as GitHub reads them: finds unclosed ones, and the text outside code. */

export interface Scan {
  /** Elements and fences that are unclosed, or closed without being open. */
  readonly unbalanced: string[];
  /** The text outside code, without the addresses of links. */
  readonly live: string;
}

const TAGS = /<(\/?)(details|summary|sub|code)>/g;

export function scanMarkdown(text: string): Scan {
  const unbalanced: string[] = [];
  const open: string[] = [];
  let fence: { ticks: number; quoted: boolean } | undefined;
  let live = "";
  for (const raw of text.split("\n")) {
    const quoted = raw.startsWith("> ");
    const line = quoted ? raw.slice(2) : raw;
    // A quotation ends at the first line outside it, and so does everything open in it.
    if (fence?.quoted && !quoted) {
      unbalanced.push("fence in a quotation");
      fence = undefined;
    }
    if (fence !== undefined) {
      const closing = /^ {0,3}(`+)\s*$/.exec(line);
      if (closing !== null && (closing[1] as string).length >= fence.ticks) fence = undefined;
      continue;
    }
    const opening = /^ {0,3}(`{3,})[a-z]*$/.exec(line);
    if (opening !== null) {
      fence = { ticks: (opening[1] as string).length, quoted };
      continue;
    }
    const outside = withoutCodeSpans(line);
    for (const [, slash, name = ""] of outside.matchAll(TAGS)) {
      if (slash === "") open.push(name);
      else if (open.pop() !== name) unbalanced.push(`</${name}>`);
    }
    live += `${outside.replace(/<code>.*?<\/code>/g, "").replace(TAGS, "")}\n`;
  }
  if (fence !== undefined) unbalanced.push("fence");
  return { unbalanced: [...unbalanced, ...open], live: live.replace(/\]\(https:\/\/[^()\s]*\)/g, "]") };
}

/** A run of backticks opens a span that ends at the next run of the same length, if there is one. */
function withoutCodeSpans(line: string): string {
  return line.replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, "");
}
