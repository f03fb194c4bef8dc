/** Writes dangers as Markdown: a box for high ones, a box for medium ones, lines for low ones, and a fold for silenced ones. */
import { DANGER_LEVELS, type DangerLevel } from "../../review/index.ts";
import { type DangerGroup, levelCounts } from "../danger-groups.ts";
import { ruleAddress } from "../docs-address.ts";
import { causeLinks, printPhrases } from "../markdown-changes/phrases.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import { byteLength, code, details, fence, link, plural } from "../text.ts";
import { causesOfDangers, messagePhrases, silencePhrases, subjectPhrases, wholeWords } from "../words/danger-words.ts";
import { decisiveLines } from "./decisive-lines.ts";
import { type Forms, fitForms, shortest } from "./fit.ts";
import { targetsNamed } from "./places.ts";

/** Dangers that stand open, the worst ones. More of them are folded: all together take about one screen. */
const MAX_OPEN = 12;
/** Pages of rules that a line links to. */
const MAX_RULES = 3;
/** Bytes of the markup of boxes and folds, at most. */
const FRAME_BYTES = 300;
/** Bytes of the markup of one line, at most. */
const LINE_BYTES = 12;
/** The start of the lines below a danger in a box. */
const BELOW = "\n>   ";
/** The same where there is no box. */
const OUTSIDE = "\n  ";
const BOXES: Readonly<Record<DangerLevel, string>> = { high: "[!CAUTION]", medium: "[!WARNING]", low: "" };

/**
 * Writes as many dangers as fit into `room` bytes, the highest level first, one line for each rule and message. Before one is left out,
 * others lose their links and targets, and then their messages.
 *
 * @param isBrief without links, targets and messages
 */
export function dangerBlock(context: MarkdownContext, room: number, isBrief = false): Block {
  const { dangers } = context.overview;
  const total = dangers.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const forms = dangers.map((group) => (isBrief ? shortest(lineForms(group, context)) : openForms(group, context)));
  const { texts } = fitForms(forms, room - FRAME_BYTES, LINE_BYTES, true);
  // A danger without its lines of the diff is shown nevertheless.
  const full = texts.filter((text, index) => forms[index]?.slice(0, -2).some((form) => form() === text)).length;
  const lines = dangers.flatMap((group, index) => {
    const text = texts[index];
    return text === undefined ? [] : [{ group, text }];
  });
  const open = lines.slice(0, MAX_OPEN);
  const counts = levelCounts(dangers);
  const parts = DANGER_LEVELS.flatMap((level) => {
    const ofLevel = open.filter(({ group }) => group.level === level).map(({ text }) => `- ${text}`);
    return ofLevel.length === 0 ? [] : [boxOf(level, counts[level], ofLevel)];
  });
  const folded = lines.slice(MAX_OPEN).map(({ group, text }) => `- ${group.level}: ${text.replaceAll(BELOW, OUTSIDE)}`);
  if (folded.length > 0) parts.push(details(plural(folded.length, "more danger"), folded.join("\n")));
  const text = parts.join("\n\n");
  if (lines.length > 0 && byteLength(text) <= room) return { text, count: { shown: full, total } };
  const line = countsLine(context);
  return { text: byteLength(line) <= room ? line : "", count: { shown: 0, total } };
}

/** Writes the silenced dangers: one folded line that says how many, and inside it why. */
export function silencedBlock(context: MarkdownContext, room: number): Block {
  const { silenced } = context.overview;
  const total = silenced.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const summary = `${plural(total, "danger")} ${total === 1 ? "is" : "are"} silenced`;
  const { texts, full } = fitForms(
    silenced.map((group) => lineForms(group, context)),
    room - byteLength(details(summary, "")),
    LINE_BYTES,
  );
  const lines = texts.filter((text) => text !== undefined).map((text) => `- ${text.replaceAll(BELOW, OUTSIDE)}`);
  const bare = `${summary}.`;
  const text = lines.length > 0 ? details(summary, lines.join("\n")) : byteLength(bare) <= room ? bare : "";
  return { text, count: { shown: full, total } };
}

function boxOf(level: DangerLevel, count: number, lines: readonly string[]): string {
  const title = `**${plural(count, `${level} danger`)}**`;
  if (BOXES[level] === "") return [title, "", ...lines].join("\n").replaceAll(BELOW, OUTSIDE);
  return [BOXES[level], title, "", ...lines].map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}

function countsLine({ overview }: MarkdownContext): string {
  const { high, medium, low } = levelCounts(overview.dangers);
  return `**${plural(high + medium + low, "danger")}**: ${high} high, ${medium} medium, ${low} low.`;
}

/** From a line with values, targets, causes and the page of the rule to the rule with its objects. */
function lineForms(group: DangerGroup, context: MarkdownContext): Forms {
  const isWhole = group.whole !== undefined;
  const named = (name: string): string => `**${name}**${isWhole ? "" : ":"}`;
  const name = (): string => printPhrases(subjectPhrases(group));
  const subject = (): string => named(context.page?.toDanger(name(), group) ?? name());
  const ids = [...new Set(group.parts.map(({ id }) => id))].slice(0, MAX_RULES);
  const rules = ids.map((id) => link(code(id), ruleAddress(id))).join(", ");
  const silence = (): string => {
    const phrases = silencePhrases(group);
    return phrases.length === 0 ? "" : `; ${printPhrases(phrases)}`;
  };
  const message = (): string => printPhrases(messagePhrases(group));
  const where = (): string =>
    isWhole || group.targets.length === 0 ? "" : ` · in ${targetsNamed(group.targets, context, { isShort: true })}`;
  const cause = (): string => {
    const links = causeLinks(causesOfDangers(group), context);
    return links === "" ? "" : ` · ${links}`;
  };
  const line = (): string => `${subject()} ${message()}${where()}${silence()}${cause()} · ${rules}`;
  // Each rule on whole targets has a line of its own.
  const lines = (): string => {
    const { start, items, rest } = wholeWords(group) ?? { start: [], items: [], rest: 0 };
    if (items.length < 2) return line();
    const more = rest === 0 ? [] : [`and ${plural(rest, "more danger")}`];
    const found = items.map(({ rule, phrases }) => `${printPhrases(phrases)} · ${link(code(rule), ruleAddress(rule))}`);
    const below = [...found, ...more].map((each) => `${BELOW}- ${each}`).join("");
    return `${subject()} ${printPhrases(start)}${silence()}${cause()}${below}`;
  };
  return [
    lines,
    () => `${named(name())} ${message()}${silence()} · ${ids.map((id) => code(id)).join(", ")}`,
    () => `${code(ids[0] ?? "")}: ${printPhrases(subjectPhrases(group))}`,
  ];
}

/** The forms of an open danger: first of all with the lines of the diff that show it. */
function openForms(group: DangerGroup, context: MarkdownContext): Forms {
  const forms = lineForms(group, context);
  const shown = group.whole === undefined ? group.parts.filter(({ level }) => level !== "low") : [];
  const parts = shown.map((part) => decisiveLines(part.members[0]));
  const lines = [...new Map(parts.map((each) => [each.join("\n"), each])).values()].flat();
  return lines.length === 0 ? forms : [() => [forms[0](), ...fence(lines, "diff").split("\n")].join(BELOW), ...forms];
}
