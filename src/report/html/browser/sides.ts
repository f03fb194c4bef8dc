/** Shows a diff with its sides beside each other. */

/** Diffs with more lines stay as they are. */
const MAX_LINES = 3000;

interface Line {
  readonly sign: string;
  readonly text: string;
  /** A link in place of lines that are shown elsewhere. */
  readonly link?: HTMLAnchorElement;
}

/** Puts the sides in place of the diff, which is kept for {@link removeSides}. */
export function drawSides(diff: Element): void {
  if (kept.has(diff)) return;
  const lines = linesOf(diff);
  if (lines.length > MAX_LINES || lines.every(({ sign }) => sign !== "-") || lines.every(({ sign }) => sign !== "+"))
    return;
  const grid = document.createElement("div");
  grid.className = "sp";
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    if (line.sign === "@") {
      grid.append(cell("b", line));
      at++;
    } else if (line.sign === " ") {
      grid.append(cell("div", line), cell("div", line));
      at++;
    } else {
      const [removed, middle] = run(lines, at, "-");
      const [added, end] = run(lines, middle, "+");
      for (let index = 0; index < Math.max(removed.length, added.length); index++)
        grid.append(cell("del", removed[index]), cell("ins", added[index]));
      at = end;
    }
  }
  kept.set(diff, [...diff.childNodes]);
  diff.replaceChildren(grid);
}

export function removeSides(diff: Element): void {
  const nodes = kept.get(diff);
  if (nodes === undefined) return;
  kept.delete(diff);
  diff.replaceChildren(...nodes);
}

const kept = new Map<Element, readonly ChildNode[]>();

function run(lines: readonly Line[], start: number, sign: string): [Line[], number] {
  let end = start;
  while (lines[end]?.sign === sign) end++;
  return [lines.slice(start, end), end];
}

function cell(name: string, line: Line | undefined): HTMLElement {
  if (line === undefined) return document.createElement("div");
  const element = document.createElement(name);
  element.append(line.text);
  if (line.link !== undefined) element.append(line.link.cloneNode(true));
  return element;
}

/** The lines with their signs; `@` for titles. */
function linesOf(diff: Element): Line[] {
  const lines: Line[] = [];
  let text = "";
  let link: HTMLAnchorElement | undefined;
  const finish = (sign: string): void => {
    lines.push({ sign, text, ...(link === undefined ? {} : { link }) });
    text = "";
    link = undefined;
  };
  const walk = (node: Node, sign: string): void => {
    for (const child of node.childNodes) {
      if (child instanceof HTMLAnchorElement) link = child;
      else if (child instanceof HTMLElement) {
        const own = SIGNS[child.tagName] ?? sign;
        walk(child, own);
        if (child.tagName === "B") finish("@");
      } else {
        const pieces = (child.textContent ?? "").split("\n");
        for (const [index, piece] of pieces.entries()) {
          text += piece;
          if (index < pieces.length - 1) finish(sign);
        }
      }
    }
  };
  walk(diff, " ");
  return lines;
}

const SIGNS: Readonly<Record<string, string>> = { DEL: "-", INS: "+" };
