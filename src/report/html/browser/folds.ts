/** Opens what is folded: what a link leads to, and lines that are shown elsewhere. */

const TAB_WIDTH = 8;

/** Opens everything around the element with an id, goes there, and marks it. */
export function reveal(id: string): void {
  for (const marked of document.querySelectorAll(".to")) marked.classList.remove("to");
  const element = id === "" ? null : document.getElementById(id);
  if (element === null) return;
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  element.classList.add("to");
  element.scrollIntoView({ block: "start" });
}

/** Puts the lines in place of a link to them. Returns whether there are any. */
export function expandFold(link: HTMLAnchorElement): boolean {
  const source = document.getElementById(link.hash.slice(1));
  if (source === null || source.tagName !== "I") return false;
  const line = link.previousSibling?.textContent ?? "";
  const lead = line.slice(line.lastIndexOf("\n") + 1);
  // The line break after the link belongs to it.
  const next = link.nextSibling;
  if (source.querySelector("del, ins") !== null || lead === "") {
    const copy = source.cloneNode(true) as HTMLElement;
    copy.removeAttribute("id");
    for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
    link.replaceWith(copy);
  } else {
    const lines = linesBelow(source);
    const shift = columnOf(lead) - columnOf(lines[0] ?? "");
    const text = lines.map((each) => shifted(each, shift)).join("\n");
    (link.previousSibling as Text).textContent = line.slice(0, line.length - lead.length);
    link.replaceWith(`${text}\n`);
  }
  if (next?.nodeType === Node.TEXT_NODE && next.textContent?.startsWith("\n"))
    next.textContent = next.textContent.slice(1);
  return true;
}

/** The lines of a part, with those that it leads to. */
function linesBelow(part: Node): string[] {
  const lines: string[] = [];
  let unfinished = "";
  let isAfterLink = false;
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child instanceof HTMLAnchorElement) {
        const source = document.getElementById(child.hash.slice(1));
        const below = source === null ? [] : linesBelow(source);
        const shift = columnOf(unfinished) - columnOf(below[0] ?? "");
        for (const line of below) lines.push(shifted(line, shift));
        unfinished = "";
        isAfterLink = true;
      } else if (child.nodeType === Node.TEXT_NODE) {
        const text = child.textContent ?? "";
        const pieces = `${unfinished}${isAfterLink ? text.replace(/^\n/, "") : text}`.split("\n");
        isAfterLink = false;
        unfinished = pieces.pop() ?? "";
        for (const piece of pieces) lines.push(piece);
      } else walk(child);
    }
  };
  walk(part);
  return unfinished === "" ? lines : [...lines, unfinished];
}

/** The column at which a line begins after its sign. */
export function columnOf(line: string): number {
  return (/^[-+ ]?[\t ]*/.exec(line)?.[0] ?? "")
    .replace(/[-+]/, " ")
    .split("")
    .reduce(
      (column, character) => (character === "\t" ? (Math.floor(column / TAB_WIDTH) + 1) * TAB_WIDTH : column + 1),
      0,
    );
}

export function shifted(line: string, by: number): string {
  const sign = /^[-+]/.test(line) ? (line[0] as string) : " ";
  return `${sign}${" ".repeat(Math.max(0, columnOf(line) + by - 1))}${line.replace(/^[-+ ]?[\t ]*/, "")}`;
}

/** Returns the selected text of a diff, with spaces where the page has tabs; undefined outside of diffs. */
export function copiedText(): string | undefined {
  const selection = getSelection();
  const node = selection?.anchorNode;
  const element = node instanceof Element ? node : node?.parentElement;
  if (selection === null || selection.isCollapsed || !element?.closest(".o > pre")) return undefined;
  return selection
    .toString()
    .split("\n")
    .map((line) => (/^[-+ ]?[\t ]*\t/.test(line) ? shifted(line, 0) : line))
    .join("\n");
}
