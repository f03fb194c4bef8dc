/** Writes the table of contents, and the tools of the bar. */
import { rowName } from "../summary.ts";
import { type PageContext, SECTIONS } from "./context.ts";
import { escapeText, phrases, text } from "./markup.ts";
import { titleOf } from "./rows.ts";

/** Rows that a section of the contents lists. */
const MAX_ROWS = 1000;
/** Lists of rows are open from the start if there are not more rows. */
const MAX_OPEN = 40;

/** @param above the sections that the page has before the changes @param below those after them */
export function contents(
  context: PageContext,
  above: readonly [id: string, title: string][],
  below: typeof above,
): string {
  const item = ([id, title]: readonly [string, string]): string => `<li><a href=#${id}>${title}</a>`;
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
    const title = `${titleOf(section)} <span class=n>${list.length}</span>`;
    return [`<li><details${open}><summary>${title}</summary><ul>${links.join("\n")}</ul></details>`];
  });
}

/** What only works with the script, which shows it. */
export function tools({ report, kinds, rows }: PageContext): string {
  const present = new Set(rows.map(({ section }) => section));
  const options = (list: readonly (readonly [string | number, string])[]): string =>
    list.map(([value, label]) => `<option value=${value}>${label}`).join("");
  const select = (id: string, label: string, all: string, list: Parameters<typeof options>[0]): string =>
    `<select id=${id} aria-label="${label}"><option value="">${all}${options(list)}</select>`;
  const sections = SECTIONS.filter((section) => present.has(section)).map(
    (section) => [section, titleOf(section)] as const,
  );
  return [
    "<div id=tools role=search hidden>",
    '<input id=q type=search placeholder="Search  /" aria-label="Search names, kinds, fields and diffs" autocomplete=off>',
    select(
      "ft",
      "Target",
      "Targets",
      report.targets.flatMap(({ path, changes }, index) =>
        changes.length === 0 ? [] : [[index, text(path)] as const],
      ),
    ),
    select(
      "fk",
      "Kind",
      "Kinds",
      [...kinds].map(([kind, index]) => [index, text(kind)] as const),
    ),
    select("fd", "Danger", "Dangers", [
      ["any", "With a danger"],
      ["high", "High danger"],
      ["medium", "Medium danger"],
      ["low", "Low danger"],
    ]),
    select("fc", "Consequence", "All sorts", sections),
    "<button id=open type=button>Open all</button>",
    "<output id=at></output></div>",
  ].join("");
}

/** The keys, for those who look for them. */
export const KEYS = `<section id=keys hidden><h2>Keys</h2><p>${["/ searches", "j and k go to the next and the previous change", "Enter opens it", "o opens or closes all", "Esc ends a search"].map(escapeText).join(" · ")}</p></section>\n`;
