/** Writes the rows of changes with their diffs. */
import { type Change, type Danger, isSilenced } from "../../review/index.ts";
import { causesOfChange } from "../causes.ts";
import { crdPhrases } from "../crd-phrases.ts";
import { targetName } from "../markdown-changes/phrases.ts";
import { objectName, rowName, rowWords, summarise } from "../summary.ts";
import { plural } from "../text.ts";
import { bracedNames } from "../words/braced-names.ts";
import { prosePhrases } from "../words/prose.ts";
import { type PageContext, type PlacedRow, SECTIONS, type Section } from "./context.ts";
import { attribute, chunked, code, phrases, text } from "./markup.ts";
import { causes } from "./places.ts";

/** Targets are named in a row if there are not more of them. */
const MAX_NAMED = 2;
/** Further diffs of a row are folded. */
const MAX_DIFFS = 3;

const LEVELS = ["high", "medium", "low"] as const;

const TITLES: Readonly<Record<Section, string>> = {
  behaviour: "Behaviour",
  image: "Images",
  metadata: "Labels, annotations and descriptions",
  references: "Only references to new names",
  noise: "Folded as noise",
};

export function titleOf(section: Section): string {
  return TITLES[section];
}

/** All rows by their consequences, in parts. */
export function* changeSections(context: PageContext): Generator<string, void> {
  for (const section of SECTIONS) {
    const rows = context.rows.filter((row) => row.section === section);
    if (rows.length === 0) continue;
    const count = `<span class=n>${rows.length}</span>`;
    yield `<section class=g id=${section}><h3>${TITLES[section]} ${count}</h3>${about(section, context)}\n`;
    yield* chunked(rowTexts(rows, context), ["<div class=k>", "</div>"]);
    yield "</section>\n";
  }
}

function* rowTexts(rows: readonly PlacedRow[], context: PageContext): Generator<string, void> {
  for (const row of rows) yield [...rowOf(row, context)].join("");
}

/** Which rules fold how much. */
function about(section: Section, { report }: PageContext): string {
  if (section !== "noise") return "";
  const rules = report.noise.map(
    ({ rule, fields, changes, restarts }) =>
      `<li>${code(rule)}: ${plural(fields, "field")} in ${plural(changes, "object")}${restarts === 0 ? "" : `; restarts ${plural(restarts, "workload")}`}</li>`,
  );
  return rules.length === 0 ? "" : `\n<ul>${rules.join("")}</ul>`;
}

function* rowOf({ row, number, section, diffs, isOpen }: PlacedRow, context: PageContext): Generator<string, void> {
  const { group } = row;
  const kinds = group.kinds.flatMap(({ kind }) => context.kinds.get(kind) ?? []);
  // A danger is not of what is folded, but of the same change.
  const shown = section === "noise" ? diffs.flat() : row.changes;
  const open = shown.flatMap(({ id }) => context.dangersOf.get(id) ?? []).filter((danger) => !isSilenced(danger));
  const levels = LEVELS.filter((level) => open.some((danger) => danger.level === level));
  const set = context.sets.number(group.targets);
  const data = [
    `data-t=${set}`,
    `data-k=${attribute(kinds.join(" "))}`,
    ...(levels.length === 0 ? [] : [`data-d=${attribute(levels.join(" "))}`]),
  ];
  const [change] = row.changes;
  const words = phrases(row.changes.length === 1 && change.crd !== undefined ? crdPhrases(change.crd) : rowWords(row));
  const title = `${phrases(rowName(row))}${words === "" ? "" : `: ${words}`}`;
  const badges = levels.map((level) => ` <em class=${level}>${level}</em>`).join("");
  const where = `<small>${targets(set, context)}</small>`;
  yield `<details class=r id=g${number} ${data.join(" ")}${isOpen ? " open" : ""}><summary><span class=${classOf(group.op)}>${group.op}</span><span>${title}${badges}</span>${where}</summary>\n`;
  yield* diffsOf(diffs, set, row.changes.length > 1, context);
  yield elsewhere(row.changes, diffs.flat());
  yield "</details>\n";
}

/** Changed objects have no style of their own. */
function classOf(op: string): string {
  return op === "changed" ? "op" : `"op ${op}"`;
}

function* diffsOf(
  diffs: PlacedRow["diffs"],
  inSet: number,
  isNamed: boolean,
  context: PageContext,
): Generator<string, void> {
  for (const [index, changes] of diffs.entries()) {
    if (index === MAX_DIFFS) yield `<details><summary>${diffs.length - MAX_DIFFS} more diffs</summary>\n`;
    yield diffOf(changes, inSet, isNamed, context);
  }
  if (diffs.length > MAX_DIFFS) yield "</details>\n";
}

/** @param inSet the targets of the row @param isNamed whether the row has other objects */
function diffOf(
  [change, ...others]: PlacedRow["diffs"][number],
  inSet: number,
  isNamed: boolean,
  context: PageContext,
): string {
  const { report, links, diffs, dangersOf } = context;
  const where = ({ id }: Change): string => {
    const set = context.setOf.get(id) ?? inSet;
    return set === inSet ? "" : ` in ${targets(set, context)}`;
  };
  const made = causes(causesOfChange(change), report, links);
  const facts = [
    ...(isNamed ? [`${nameOf(change)}${where(change)}`, ...wordsOf(change)] : []),
    ...(made === "" ? [] : [`by ${made}`]),
  ];
  const lines = diffs.write(change);
  const same = others.map((each) => {
    const found = dangers(dangersOf.get(each.id), "span", dangersOf.get(change.id));
    return `<span id=${attribute(each.id)}>${nameOf(each)}${where(each)}</span>${found}`;
  });
  return [
    `<div class=o id=${attribute(change.id)}>`,
    facts.length === 0 ? "" : `<p>${facts.join(" · ")}</p>`,
    dangers(dangersOf.get(change.id), "p"),
    lines === "" ? "" : `<pre>${lines}</pre>`,
    same.length === 0 ? "" : `<p>The same diff: ${same.join(", ")}</p>`,
    "</div>\n",
  ].join("");
}

function nameOf({ object }: Change): string {
  return `${text(object.kind)} ${code(objectName(object))}`;
}

function wordsOf(change: Change): string[] {
  const words = phrases(change.crd === undefined ? summarise(change) : crdPhrases(change.crd));
  return words === "" ? [] : [words];
}

/** @param said dangers whose words stand right above: those of equal ones are not repeated */
function dangers(list: readonly Danger[] | undefined, element: string, said: readonly Danger[] = []): string {
  const known = new Set(said.map(wordsOfDanger));
  return (list ?? [])
    .map((danger) => {
      const { level, message } = danger;
      const words = known.has(wordsOfDanger(danger)) ? "" : ` ${phrases(prosePhrases(message))}`;
      const silence = isSilenced(danger) ? " (silenced)" : "";
      return `<${element} class=d><em class=${level}>${level}</em>${words}${silence}</${element}>`;
    })
    .join("");
}

function wordsOfDanger({ level, message }: Danger): string {
  return `${level} ${message}`;
}

/** Changes of the row whose diffs are in rows before. */
function elsewhere(all: readonly Change[], own: readonly Change[]): string {
  const here = new Set(own);
  const others = all.filter((change) => !here.has(change));
  if (others.length === 0) return "";
  // Targets may have an object in several forms.
  const forms = new Map<string, { readonly first: Change; count: number }>();
  for (const change of others) {
    const known = forms.get(nameOf(change));
    if (known === undefined) forms.set(nameOf(change), { first: change, count: 1 });
    else known.count++;
  }
  const links = [...forms].map(
    ([name, { first, count }]) =>
      `<a href=#${attribute(first.id)}>${name}</a>${count === 1 ? "" : ` (in ${count} forms)`}`,
  );
  return `<p class=e>${own.length === 0 ? "Its" : "Other"} diffs are above: ${links.join(", ")}</p>\n`;
}

/** The names of few targets, which the top of the page explains; the number of more, which leads to their list. */
export function targets(set: number, { sets, names }: PageContext): string {
  const size = sets.size(set);
  if (size <= MAX_NAMED) {
    const shown = sets.paths(set).map((path) => names.names.get(path) ?? path);
    return bracedNames(shown)
      .map((name) => targetName(name, code))
      .join(", ");
  }
  return `<a href=#t${set}>${plural(size, "target")}</a>`;
}
