/** Writes the table of contents. */
import { SECTIONS } from "../anchors/page-anchors.ts";
import { rowName } from "../summary.ts";
import type { PageSection } from "./boxes.ts";
import type { PageContext, PlacedRow } from "./context.ts";
import { phrases } from "./markup.ts";
import { levelsOfRow, TITLES } from "./rows.ts";

/** Rows that a section of the contents lists. */
const MAX_ROWS = 1000;
/** Lists of rows are open from the start if there are not more rows. */
const MAX_OPEN = 40;

type Item = Pick<PageSection, "id" | "title"> & Partial<Pick<PageSection, "count">>;

/** @param above the sections that the page has before the changes @param below those after them */
export function contents(context: PageContext, above: readonly Item[], below: readonly Item[]): string {
  const item = ({ id, title, count }: Item): string =>
    `<li><a href=#${id}>${title}${count === undefined ? "" : ` <span class=n>${count}</span>`}</a>`;
  return `<nav aria-label=Contents><details id=toc><summary>Contents</summary><ul>
${[...above.map(item), ...rowLists(context), ...below.map(item)].join("\n")}
</ul></details></nav>
`;
}

function rowLists(context: PageContext): string[] {
  const { rows } = context;
  return SECTIONS.flatMap((section) => {
    const list = rows.filter((row) => row.section === section);
    if (list.length === 0) return [];
    const links = list.slice(0, MAX_ROWS).map((row) => `<li>${rowLink(row, context)}`);
    if (list.length > MAX_ROWS) links.push(`<li>and ${list.length - MAX_ROWS} more`);
    const open = rows.length <= MAX_OPEN && section !== "noise" ? " open" : "";
    const title = `${TITLES[section]} <span class=n>${list.length}</span>`;
    return [`<li class=l><details${open}><summary>${title}</summary><ul>${links.join("\n")}</ul></details>`];
  });
}

const SIGNS = { added: "+", removed: "−", changed: "~", moved: "→" } as const;

function rowLink(placed: PlacedRow, context: PageContext): string {
  const { row, anchor } = placed;
  const { op } = row.group;
  const [level] = levelsOfRow(placed, context);
  const danger = level === undefined ? "" : `<i class=${level} role=img aria-label="${level} danger">⚠</i> `;
  return `<a href=#${anchor}><i class=${op} role=img aria-label=${op}>${SIGNS[op]}</i> ${danger}${phrases(rowName(row))}</a>`;
}
