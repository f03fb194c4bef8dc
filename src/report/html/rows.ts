/** Writes the rows of changes with their diffs. */
import { groupBy } from "../../collections.ts";
import { type Change, DANGER_LEVELS, type Danger, type DangerLevel, isSilenced } from "../../review/index.ts";
import { SECTIONS, type Section } from "../anchors/page-anchors.ts";
import { listCauses } from "../causes.ts";
import { crdPhrases } from "../crd-phrases.ts";
import { linesOf } from "../overview.ts";
import { rowName, rowWords, summarise } from "../summary.ts";
import { plural } from "../text.ts";
import { reasonOf } from "../words/noise-words.ts";
import { objectName } from "../words/object-names.ts";
import { ownersPhrases } from "../words/owner-words.ts";
import { prosePhrases } from "../words/prose.ts";
import { countedTargets, targetItems } from "../words/target-names.ts";
import type { PageContext, PlacedRow } from "./context.ts";
import { attribute, chunked, code, phrases, text } from "./markup.ts";
import { causes } from "./places.ts";

/** Targets are named in a row if there are not more of them. */
const MAX_NAMED = 2;
/** Further diffs of a row are folded. */
const MAX_DIFFS = 3;

export const TITLES: Readonly<Record<Section, string>> = {
  behaviour: "Behaviour",
  image: "Image versions",
  metadata: "Labels, annotations and descriptions",
  references: "Only references to new names",
  noise: "Folded as noise",
};

/** Writes all rows by their consequences, in parts. */
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
  for (const row of rows) yield rowOf(row, context);
}

/** Says which rules fold how much. */
function about(section: Section, { report }: PageContext): string {
  if (section !== "noise") return "";
  const rules = report.noise.map(
    ({ rule, fields, changes }) =>
      `<li>${code(rule)}${text(reasonOf(rule))}: ${plural(fields, "field")} in ${plural(changes, "object")}</li>`,
  );
  return rules.length === 0 ? "" : `\n<ul>${rules.join("")}</ul>`;
}

function rowOf({ row, anchor, section, diffs, isOpen }: PlacedRow, context: PageContext): string {
  const { group } = row;
  const kinds = group.kinds.flatMap(({ kind }) => context.kinds.get(kind) ?? []);
  const levels = levelsOfRow({ row, section, diffs }, context);
  const set = context.sets.number(group.targets);
  const danger = levels.length === 0 ? "" : ` data-d=${attribute(levels.join(" "))}`;
  const owned = group.owners?.names.flatMap((name) => context.owners.get(name) ?? []) ?? [];
  const owner = owned.length === 0 ? "" : ` data-o=${attribute(owned.join(" "))}`;
  const data = `data-t=${set} data-k=${attribute(kinds.join(" "))}${danger}${owner}`;
  const [change] = row.changes;
  const words = phrases(row.changes.length === 1 && change.crd !== undefined ? crdPhrases(change.crd) : rowWords(row));
  const title = `${phrases(rowName(row))}${words === "" ? "" : `: ${words}`}`;
  const badges = levels.map((level) => ` <em class=${level}>${level}</em>`).join("");
  // Changed objects have no style of their own.
  const style = group.op === "changed" ? "op" : `"op ${group.op}"`;
  const owners = section === "noise" ? "" : phrases(ownersPhrases([row], context.overview.owners));
  // The name of a row of whole targets is theirs.
  const places = group.whole === undefined ? [targets(set, context)] : [];
  const where = [sizeOf(diffs.flat()), ...places, owners].filter((part) => part !== "").join(" · ");
  const summary = `<span class=${style}>${group.op}</span><span>${title}${badges}</span><small>${where}</small>`;
  // The name of a row of whole targets is not that of its object.
  const isNamed = row.changes.length > 1 || group.whole !== undefined;
  const texts = diffs.map((changes) => diffOf(changes, set, isNamed, context));
  const rest = diffs.length - MAX_DIFFS;
  return [
    `<details class=r id=${anchor} ${data}${isOpen ? " open" : ""}><summary>${summary}</summary>\n`,
    ...texts.slice(0, MAX_DIFFS),
    ...(rest > 0
      ? [`<details><summary>${plural(rest, "more diff")}</summary>\n`, ...texts.slice(MAX_DIFFS), "</details>\n"]
      : []),
    elsewhere(row.changes, diffs.flat()),
    "</details>\n",
  ].join("");
}

/** `+12 −7`: the sizes of all rows add up to that of the review. Empty for changes without lines. */
function sizeOf(changes: readonly Change[]): string {
  const { added, removed } = linesOf(changes);
  const parts = [
    ...(added === 0 ? [] : [`+${added.toLocaleString("en")}`]),
    ...(removed === 0 ? [] : [`−${removed.toLocaleString("en")}`]),
  ];
  return parts.join(" ");
}

/** The levels of the dangers that nobody has accepted, the highest first. */
export function levelsOfRow(
  { row, section, diffs }: Pick<PlacedRow, "row" | "section" | "diffs">,
  { dangersOf }: Pick<PageContext, "dangersOf">,
): DangerLevel[] {
  // A danger is not of what is folded, but of the same change.
  const changes = section === "noise" ? diffs.flat() : row.changes;
  const open = changes.flatMap(({ id }) => dangersOf.get(id) ?? []).filter((danger) => !isSilenced(danger));
  return DANGER_LEVELS.filter((level) => open.some((danger) => danger.level === level));
}

/** @param inSet the targets of the row @param isNamed the summary of the row does not name the object */
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
  const made = causes(listCauses(change.causes), report, links);
  const facts = [
    ...(isNamed ? [`<b>${nameOf(change)}</b>${where(change)}`, ...wordsOf(change)] : []),
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

/** @param above dangers whose words stand right above: those of equal ones are not repeated */
function dangers(list: readonly Danger[] = [], element: string, above: readonly Danger[] = []): string {
  const items = list.map((danger) => {
    const { level, message } = danger;
    const isRepeated = above.some((one) => one.level === level && one.message === message);
    const words = isRepeated ? "" : ` ${phrases(prosePhrases(message))}`;
    const silence = isSilenced(danger) ? " (silenced)" : "";
    return `<${element} class=d><em class=${level}>${level}</em>${words}${silence}</${element}>`;
  });
  return items.join("");
}

/** Changes of the row whose diffs are in rows before. */
function elsewhere(all: readonly Change[], own: readonly Change[]): string {
  const here = new Set(own);
  const others = all.filter((change) => !here.has(change));
  if (others.length === 0) return "";
  // Targets may have an object in several forms.
  const links = Array.from(groupBy(others, nameOf), ([name, { 0: first, length }]) => {
    return `<a href=#${attribute(first.id)}>${name}</a>${length === 1 ? "" : ` (in ${length} forms)`}`;
  });
  return `<p class=e>${own.length === 0 ? "Its" : "Other"} diffs are above: ${links.join(", ")}</p>\n`;
}

/** The names of few targets, which the top of the page explains; the number of more, which leads to their list. */
export function targets(set: number, { sets, names }: Pick<PageContext, "sets" | "names">): string {
  const size = sets.size(set);
  if (size <= MAX_NAMED) {
    return targetItems(sets.ids(set), names).map(phrases).join(", ");
  }
  return `<a href=#t${set}>${countedTargets(sets.ids(set))}</a>`;
}
