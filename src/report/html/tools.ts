/** Writes the tools of the bar, which only work with the script: it shows them. */
import { SECTIONS } from "../anchors/page-anchors.ts";
import { targetsText } from "../words/target-names.ts";
import type { PageContext } from "./context.ts";
import { escapeText, text } from "./markup.ts";
import { TITLES } from "./rows.ts";

type Option = readonly [string | number, string];

export function tools({ report, kinds, owners, rows, names }: PageContext): string {
  const sections = SECTIONS.filter((section) => rows.some((row) => row.section === section));
  const targets = report.targets.flatMap(({ id, changes }, index) =>
    changes.length === 0 ? [] : [[index, text(targetsText([id], names, 1))] as const],
  );
  const hasOwners = owners.size > 0;
  return [
    "<div id=tools role=search hidden>",
    "<div id=find>",
    '<input id=q type=search placeholder="Search  /" aria-label="Search the changes" aria-describedby=help autocomplete=off>',
    `<p id=help>${HELP}${hasOwners ? " <code>owner:</code>" : ""} look in one field, <code>"…"</code> for all of it</p>`,
    "</div>",
    "<button id=more type=button aria-expanded=false aria-controls=panel>View</button>",
    "<div id=panel>",
    select("by", "Order of the changes", "By change", [
      ["target", "By target"],
      ["danger", "By danger"],
      ["kind", "By kind"],
      ...(hasOwners ? [["owner", "By owner"] as const] : []),
    ]),
    select("ft", "Target", "Targets", targets),
    select("fk", "Kind", "Kinds", numbered(kinds)),
    select("fd", "Danger", "Dangers", [
      ["any", "With a danger"],
      ["high", "High danger"],
      ["medium", "Medium danger"],
      ["low", "Low danger"],
    ]),
    ...(hasOwners ? [select("fo", "Owner", "Owners", numbered(owners))] : []),
    select(
      "fc",
      "Effect",
      "Effects",
      sections.map((section) => [section, TITLES[section]]),
    ),
    "<button id=open type=button>Open all</button>",
    "<button id=hide type=button aria-pressed=false>Hide seen</button>",
    "</div>",
    "<span id=steps><button id=previous type=button aria-label='Previous change'>‹</button><button id=next type=button aria-label='Next change'>›</button></span>",
    "<output id=seen></output><output id=at></output></div>",
  ].join("");
}

const HELP = ["kind", "name", "namespace", "cluster", "target", "danger"]
  .map((key) => `<code>${key}:</code>`)
  .join(" ");

function numbered(names: ReadonlyMap<string, number>): Option[] {
  return Array.from(names, ([name, index]) => [index, text(name)]);
}

function select(id: string, label: string, all: string, list: readonly Option[]): string {
  const options = list.map(([value, name]) => `<option value=${value}>${name}`).join("");
  return `<select id=${id} aria-label="${label}"><option value="">${all}${options}</select>`;
}

/** The keys, for those who look for them. */
export const KEYS = `<section id=keys hidden><h2>Keys</h2><p>${["/ searches", "j and k go to the next and the previous change", "Enter opens it", "x marks it as seen", "o opens or closes all", "Esc ends a search", "? leads here"].map(escapeText).join(" · ")}</p></section>\n`;
