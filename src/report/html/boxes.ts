/** Writes the sections around the changes: failures, dangers, trust, new warnings, notes and images. */
import { formatDiagnostic, visible } from "../../diagnostics.ts";
import type { TargetReport } from "../../review/index.ts";
import type { DangerGroup, DangerMember } from "../danger-groups.ts";
import { ruleAddress } from "../docs-address.ts";
import type { Failure } from "../failures.ts";
import { targetCount } from "../headline/headline.ts";
import { VERBS } from "../markdown-problems/failures.ts";
import { type NewWarning, sortedWarnings } from "../overview.ts";
import { countOf, gatherProblems, type Problem } from "../problems.ts";
import { shortDigests } from "../short-values.ts";
import { bothNames } from "../summary.ts";
import { plural } from "../text.ts";
import { causesOfDangers, messagePhrases, silencePhrases, subjectPhrases, wholeWords } from "../words/danger-words.ts";
import { localCommand } from "../words/local-command.ts";
import {
  alikePhrases,
  comparedPhrases,
  isMended,
  lostPhrases,
  needsPhrases,
  repairedSorts,
  repairedVerb,
  untouchedPhrases,
} from "../words/needs-words.ts";
import { countedTargets, targetItems } from "../words/target-names.ts";
import { hasDangers } from "../words/target-news.ts";
import { trustFields, trustHeadline, trustTitle, trustTitlePhrases } from "../words/trust-words.ts";
import type { PageContext } from "./context.ts";
import { attribute, chunked, code, escapeText, link, phrases, text } from "./markup.ts";
import { causes, place } from "./places.ts";
import { targets } from "./rows.ts";

/** Further places and objects are folded. */
const MAX_LISTED = 10;
/** Further dangers are folded: the worst stand first. */
const MAX_OPEN = 12;
/** Further images are folded. */
const MAX_IMAGES = 50;

/** A part of the page that is listed in its contents. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly html: string;
}

/** Returns the sections that are read before the changes. Those without content are left out. */
export function sectionsAbove(context: PageContext): PageSection[] {
  const { failures, repaired, unknown, earlier } = context.overview;
  const edited = earlier.filter((failure) => failure.edited.length > 0);
  const repairs = [...repairedSorts(repaired), ...repairedSorts(unknown)].map((each) => repairLine(each, context));
  return [
    ...section("failures", "Failures", targetCount(failures), [...failureBoxes(failures, context), ...repairs]),
    ...dangers(context),
    ...trustSection(context),
    ...warnings("warnings", warningTitle(context), sortedWarnings(context.overview).urgent, context),
    ...section("earlier", "Not compared", targetCount(edited), failureBoxes(edited, context)),
    ...notes(context),
    ...imageSection(context),
  ];
}

/** Returns the sections that are read after the changes. */
export function sectionsBelow(context: PageContext): PageSection[] {
  const { deprecations } = sortedWarnings(context.overview);
  return [
    ...warnings("deprecations", "New warnings of deprecated fields", deprecations, context),
    ...untouchedFailures(context),
  ];
}

function untouchedFailures(context: PageContext): PageSection[] {
  const found = context.overview.earlier.filter(({ edited }) => edited.length === 0);
  if (found.length === 0) return [];
  const count = targetCount(found);
  const summary = phrases(untouchedPhrases(found));
  return section("untouched", "Failing on both sides", count, [details(summary, lazily(failureBoxes(found, context)))]);
}

function failureBoxes(failures: readonly Failure[], context: PageContext): string[] {
  return failures.map((failure) => failureBox(failure, context));
}

function failureBox(failure: Failure, context: PageContext): string {
  const { sort, edited, needs, lost } = failure;
  const problems = needs.length > 0 ? failure.problems.slice(0, 1) : failure.problems;
  const ids = failure.targets.map(({ id }) => id);
  const which = edited.length < ids.length ? `${edited.length} of them` : ids.length === 1 ? "it" : "them";
  // What is new, or fails since this change, is affected for certain.
  const isCertain = sort === "new" || sort === "regression";
  const edits = edited.length === 0 || isCertain ? "" : `; this change may affect ${which}`;
  const level = sort === "earlier" ? "low" : needs.length > 0 && lost.length === 0 ? "medium" : "high";
  const what = needs.length > 0 ? phrases(needsPhrases(failure)) : VERBS[sort][ids.length === 1 ? 0 : 1];
  const unknown = phrases(lostPhrases(failure));
  const alike = phrases(alikePhrases(failure));
  const removed = `${ids.length === 1 ? "Its" : "Their"} objects are not counted as removed.`;
  const command = localCommand(failure);
  const tail = [
    ...(unknown === "" ? [] : [`${unknown}.`]),
    ...(alike === "" ? [] : [`${alike}.`]),
    ...(sort === "regression" ? [removed] : []),
    ...(command === undefined ? [] : [`Try it: ${code(command)}`]),
  ];
  return `<div class="box ${level}" id=${context.failureAnchors.get(failure)}><h3>${named(ids, context)} ${what}${edits}</h3>\n${problems.map((each) => problem(each, context)).join("\n")}${tail.length === 0 ? "" : `<p>${tail.join(" ")}</p>`}</div>`;
}

function repairLine(repaired: readonly TargetReport[], context: PageContext): string {
  const ids = repaired.map(({ id }) => id);
  const news = hasDangers(repaired) ? `, and all of ${ids.length === 1 ? "its" : "their"} dangers count as new` : "";
  const problems = gatherProblems(repaired, ({ severity, isNew }) => severity === "error" && !isNew);
  const list = problems.map((each) => problem(each, context, context.report.base)).join("\n");
  const why = problems.length === 0 ? "" : `\n${details("Why the base fails", list)}`;
  const because = `${phrases(comparedPhrases(repaired)).replace(/^./, (first) => first.toUpperCase())}.`;
  const level = repaired.every(isMended) ? "good" : "medium";
  return `<div class="box ${level}">${named(ids, context)} ${repairedVerb(repaired)}${news}. ${because}${why}</div>`;
}

function named(ids: readonly string[], { sets, names }: PageContext): string {
  if (ids.length <= 3) return targetItems(ids, names, false).map(phrases).join(", ");
  return `<a href=#t${sets.number(ids)}>${countedTargets(ids)}</a>`;
}

/** Writes all places of a problem, and its words once. */
function problem({ diagnostic, places }: Problem, { report, links }: PageContext, side = report.head): string {
  const { message, hint } = diagnostic;
  const isEach = places.length > 1 && places.every(({ inChange }) => inChange);
  const linked = places.map(
    (each) => `${place(each, side, links)}${each.inChange && !isEach ? " (edited by this change)" : ""}`,
  );
  const edited = isEach ? " (all edited by this change)" : "";
  const words = visible(hint === undefined ? message : `${message}\nHint: ${hint}`);
  return `${linked.length === 0 ? "" : `<p>${folded(linked)}${edited}</p>\n`}<pre class=m>${escapeText(words)}</pre>`;
}

function dangers(context: PageContext): PageSection[] {
  const { dangers: open, silenced } = context.overview;
  const boxes = (groups: readonly DangerGroup[]): string[] => groups.map((group) => dangerBox(group, context));
  const parts = boxes(open.slice(0, MAX_OPEN));
  if (open.length > MAX_OPEN)
    parts.push(details(`${open.length - MAX_OPEN} more`, lazily(boxes(open.slice(MAX_OPEN)))));
  if (silenced.length > 0) parts.push(details(plural(silenced.length, "silenced danger"), lazily(boxes(silenced))));
  return section("dangers", "Dangers", open.length, parts);
}

function dangerBox(group: DangerGroup, context: PageContext): string {
  const { parts, level, members, targets: ids, whole } = group;
  const rules = [...new Set(parts.map(({ id }) => id))];
  const silence = phrases(silencePhrases(group));
  const made = causes(causesOfDangers(group), context.report, context.links);
  // Several dangers of one object are one link.
  const objects = [...new Set(members.map(dangerMember))];
  const shown = objects.slice(0, MAX_LISTED);
  const rest = objects.slice(MAX_LISTED);
  const facts = [
    `${shown.join(", ")}${rest.length === 0 ? "" : ` and ${rest.length} more`} in ${targets(context.sets.number(ids), context)}`,
    ...(made === "" ? [] : [`by ${made}`]),
    rules.map((id) => link(code(id), ruleAddress(id))).join(", "),
  ];
  const subject = whole === undefined ? "" : `${phrases(subjectPhrases(group))} `;
  // Each rule on whole targets has a line of its own.
  const { start, items, rest: left } = wholeWords(group) ?? { start: [], items: [], rest: 0 };
  const lines = items.map((item) => `<li>${phrases(item.phrases)}`);
  if (left > 0) lines.push(`<li>and ${plural(left, "more danger")}`);
  const words =
    items.length < 2
      ? `${phrases(messagePhrases(group))}</h3>`
      : `${phrases(start)}</h3>\n<ul>${lines.join("\n")}</ul>`;
  const title = `<h3><em class=${level}>${level}</em> ${subject}${words}`;
  return `<div class="box ${level}" id=${context.dangerAnchors.get(group)} data-r=${attribute(rules.join(" "))}>${title}\n<p>${facts.join(" · ")}</p>${rest.length === 0 ? "" : details(plural(rest.length, "more object"), `<p>${rest.join(", ")}</p>`)}${silence === "" ? "" : `<p>${silence}</p>`}</div>`;
}

function dangerMember({ change }: DangerMember): string {
  if (change === undefined) return "an object that the report does not hold";
  return `<a href=#${attribute(change.id)}>${text(change.object.kind)} ${code(bothNames(change))}</a>`;
}

/** Writes the changes of the trust in functions, which reviewers must see before they approve them. */
function trustSection({ overview: { trust }, report, links }: PageContext): PageSection[] {
  if (trust.length === 0) return [];
  const items = trust.map((row) => {
    const fields = trustFields(row).map(phrases).join(", ");
    const side = row.op === "removed" ? report.base : report.head;
    const where = folded(row.places.map((each) => place(each, side, links)));
    return `<li>${phrases(trustTitlePhrases(row))}${fields === "" ? "" : `: ${fields}`} · ${where}</li>`;
  });
  const box = `<div class="box high"><h3>${text(trustHeadline(trust))}</h3><ul>${items.join("")}</ul></div>`;
  return section("trust", trustTitle(trust), items.length, [box]);
}

function warningTitle({ overview }: PageContext): string {
  return countOf(overview.warnings, "error") > 0 ? "New errors and warnings" : "New warnings";
}

function warnings(id: string, title: string, list: readonly NewWarning[], context: PageContext): PageSection[] {
  const boxes = list.map((each) => {
    const ids = each.targets.map((target) => target.id);
    return `<div class="box ${each.diagnostic.severity === "error" ? "high" : "medium"}" id=${context.warningAnchors.get(each)}><h3>New in ${named(ids, context)}</h3>\n${problem(each, context)}</div>`;
  });
  return section(id, title, boxes.length, boxes);
}

/** The notes on the comparison as a whole. */
function notes({ report: { notes: list = [] } }: PageContext): PageSection[] {
  const boxes = list.map((each) => `<pre class=m>${escapeText(formatDiagnostic(each))}</pre>`);
  return section("notes", "Notes", boxes.length, boxes, "Notes on the comparison");
}

function imageSection(context: PageContext): PageSection[] {
  const { images: list } = context.report;
  if (list.length === 0) return [];
  const rows = list.map(({ repository, version, containers, targets: ids, changes: [first] }) => {
    const name = [...new Set([repository.before, repository.after])].map(code).join(" → ");
    const linked = first === undefined ? name : `<a href=#${attribute(first)}>${name}</a>`;
    const shown = new Set(shortDigests(version.before, version.after));
    const versions = [...shown].map((each) => (each === "" ? "no tag" : code(each)));
    const holders = containers === 0 ? "" : `${plural(containers, "container")} in `;
    const where = `${holders}${targets(context.sets.number(ids), context)}`;
    return `<tr><td>${linked}<td>${versions.join(" → ")}<td>${where}\n`;
  });
  const what = list.every(({ containers }) => containers > 0) ? "image" : "image or source";
  const start = `<table><thead><tr><th scope=col>${what}<th scope=col>version<th scope=col>where\n<tbody>`;
  const parts = [`${start}${rows.slice(0, MAX_IMAGES).join("")}</table>`];
  if (rows.length > MAX_IMAGES) {
    const rest = [...chunked(rows.slice(MAX_IMAGES), [`<div class=c>${start}`, "</table></div>"])].join("");
    parts.push(details(`${rows.length - MAX_IMAGES} more`, rest));
  }
  return section("images", "Images", list.length, parts);
}

/** Returns boxes of which a browser lays out only those near its window. */
function lazily(boxes: readonly string[]): string {
  return [...chunked(boxes, ["<div class=c>", "</div>"])].join("");
}

function folded(items: readonly string[]): string {
  if (items.length <= MAX_LISTED) return items.join(", ");
  const rest = items.slice(MAX_LISTED);
  return `${items.slice(0, MAX_LISTED).join(", ")}<details><summary>${rest.length} more</summary>${rest.join(", ")}</details>`;
}

/** Returns the section; none without parts. @param heading that of the contents if absent */
function section(id: string, title: string, count: number, parts: readonly string[], heading = title): PageSection[] {
  const html = `<section id=${id}><h2>${heading} <span class=n>${count}</span></h2>\n${parts.join("\n")}\n</section>\n`;
  return parts.length === 0 ? [] : [{ id, title, count, html }];
}

function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n${content}\n</details>`;
}
