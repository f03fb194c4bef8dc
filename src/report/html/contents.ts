/** Writes the table of contents, and the tools of the bar. */
import { rowName } from "../summary.ts";
import { targetsText } from "../words/target-names.ts";
import type { PageSection } from "./boxes.ts";
import { type PageContext, SECTIONS } from "./context.ts";
import { escapeText, phrases, text } from "./markup.ts";
import { TITLES } from "./rows.ts";

/** Rows that a section of the contents lists. */
const MAX_ROWS = 1000;
/** Lists of rows are open from the start if there are not more rows. */
const MAX_OPEN = 40;

type Item = Pick<PageSection, "id" | "title">;

/** @param above the sections that the page has before the changes @param below those after them */
export function contents(context: PageContext, above: readonly Item[], below: readonly Item[]): string {
  const item = ({ id, title }: Item): string => `<li><a href=#${id}>${title}</a>`;
  return `<nav aria-label=Contents><details><summary>Contents</summary><ul>
${[...above.map(item), ...rowLists(context), ...below.map(item)].join("\n")}
</ul></details></nav>
`;
}

function rowLists({ rows }: PageContext): string[] {
  return SECTIONS.flatMap((section) => {
    const list = rows.filter((row) => row.section === section);
    if (list.length === 0) return [];
    const links = list
      .slice(0, MAX_ROWS)
      .map(({ row, number }) => `<li><a href=#g${number}>${phrases(rowName(row))}</a>`);
    if (list.length > MAX_ROWS) links.push(`<li>and ${list.length - MAX_ROWS} more`);
    const open = rows.length <= MAX_OPEN && section !== "noise" ? " open" : "";
    const title = `${TITLES[section]} <span class=n>${list.length}</span>`;
    return [`<li><details${open}><summary>${title}</summary><ul>${links.join("\n")}</ul></details>`];
  });
}

/** Writes the tools that only work with the script, which shows them. */
export function tools({ report, kinds, rows, names }: PageContext): string {
  const select = (
    id: string,
    label: string,
    all: string,
    list: readonly (readonly [string | number, string])[],
  ): string => {
    const options = list.map(([value, name]) => `<option value=${value}>${name}`).join("");
    return `<select id=${id} aria-label="${label}"><option value="">${all}${options}</select>`;
  };
  const sections = SECTIONS.filter((section) => rows.some((row) => row.section === section));
  const targets = report.targets.flatMap(({ id, changes }, index) =>
    changes.length === 0 ? [] : [[index, text(targetsText([id], names, 1))] as const],
  );
  return [
    "<div id=tools role=search hidden>",
    '<input id=q type=search placeholder="Search  /" aria-label="Search names, kinds, fields and diffs" autocomplete=off>',
    select("ft", "Target", "Targets", targets),
    select(
      "fk",
      "Kind",
      "Kinds",
      Array.from(kinds, ([kind, index]) => [index, text(kind)]),
    ),
    select("fd", "Danger", "Dangers", [
      ["any", "With a danger"],
      ["high", "High danger"],
      ["medium", "Medium danger"],
      ["low", "Low danger"],
    ]),
    select(
      "fc",
      "Consequence",
      "All sorts",
      sections.map((section) => [section, TITLES[section]]),
    ),
    "<button id=open type=button>Open all</button>",
    "<output id=at></output></div>",
  ].join("");
}

/** The keys, for those who look for them. */
export const KEYS = `<section id=keys hidden><h2>Keys</h2><p>${["/ searches", "j and k go to the next and the previous change", "Enter opens it", "o opens or closes all", "Esc ends a search"].map(escapeText).join(" · ")}</p></section>\n`;
