/** Writes what stands above the changes: failures, dangers, trust, new warnings and images. */
import { formatDiagnostic, visible } from "../../diagnostics.ts";
import type { TargetReport } from "../../review/index.ts";
import type { DangerGroup, DangerMember } from "../danger-groups.ts";
import { docsAddress } from "../docs-address.ts";
import type { Failure } from "../failures.ts";
import { targetCount } from "../headline.ts";
import { targetName } from "../markdown-changes/phrases.ts";
import { VERBS } from "../markdown-problems/failures.ts";
import { type NewWarning, sortedWarnings } from "../overview.ts";
import { gatherProblems, type Problem } from "../problems.ts";
import { shortDigests } from "../short-values.ts";
import { bothNames } from "../summary.ts";
import { plural } from "../text.ts";
import { causesOfDangers, messagePhrases, silencePhrases } from "../words/danger-words.ts";
import { localCommand } from "../words/local-command.ts";
import {
  isMended,
  lostPhrases,
  needsPhrases,
  repairedReason,
  repairedSorts,
  repairedVerb,
  unknownOf,
} from "../words/needs-words.ts";
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

export function failures(context: PageContext): string {
  const { failures: list, repaired, unknown } = context.overview;
  if (list.length + repaired.length + unknown.length === 0) return "";
  return section("failures", "Failures", targetCount(list), [
    ...list.map((failure) => failureBox(failure, context)),
    ...[...repairedSorts(repaired), ...repairedSorts(unknown)].map((each) => repairLine(each, context)),
  ]);
}

/** Targets that fail on both sides, and whose files the change edits. */
export function editedFailures(context: PageContext): string {
  const found = context.overview.earlier.filter(({ edited }) => edited.length > 0);
  if (found.length === 0) return "";
  const boxes = found.map((failure) => failureBox(failure, context));
  return section("earlier", "Not compared", targetCount(found), boxes);
}

/** The others, folded. */
export function untouchedFailures(context: PageContext): string {
  const found = context.overview.earlier.filter(({ edited }) => edited.length === 0);
  if (found.length === 0) return "";
  const count = targetCount(found);
  const boxes = lazily(found.map((failure) => failureBox(failure, context)));
  const summary = `${plural(count, "target")} ${count === 1 ? "is" : "are"} rendered on neither side`;
  return section("untouched", NEITHER, count, [`<details><summary>${summary}</summary>\n${boxes}\n</details>`]);
}

export const NEITHER = "Rendered on neither side";

function failureBox(failure: Failure, context: PageContext): string {
  const { sort, edited, needs, lost } = failure;
  const problems = needs.length > 0 ? failure.problems.slice(0, 1) : failure.problems;
  const paths = failure.targets.map(({ path }) => path);
  const which = edited.length < paths.length ? `${edited.length} of them` : paths.length === 1 ? "it" : "them";
  const edits = edited.length === 0 ? "" : `; this change may affect ${which}`;
  const level = sort === "earlier" ? "low" : needs.length > 0 && lost.length === 0 ? "medium" : "high";
  const what = needs.length > 0 ? phrases(needsPhrases(failure)) : VERBS[sort][paths.length === 1 ? 0 : 1];
  const unknown = phrases(lostPhrases(failure));
  const removed = `${paths.length === 1 ? "Its" : "Their"} objects are not counted as removed.`;
  const command = localCommand(failure);
  const tail = [
    ...(unknown === "" ? [] : [`${unknown}.`]),
    ...(sort === "regression" ? [removed] : []),
    ...(command === undefined ? [] : [`Try it: ${code(command)}`]),
  ];
  return `<div class="box ${level}"><h3>${named(paths, context)} ${what}${edits}</h3>\n${problems.map((each) => problem(each, context)).join("\n")}${tail.length === 0 ? "" : `<p>${tail.join(" ")}</p>`}</div>`;
}

function repairLine(repaired: readonly TargetReport[], context: PageContext): string {
  const paths = repaired.map(({ path }) => path);
  const news = hasDangers(repaired) ? `, and all of ${paths.length === 1 ? "its" : "their"} dangers count as new` : "";
  const problems = gatherProblems(repaired, ({ severity, isNew }) => severity === "error" && !isNew);
  const list = problems.map((each) => problem(each, context, context.report.base)).join("\n");
  const why = problems.length === 0 ? "" : `\n<details><summary>Why the base fails</summary>\n${list}\n</details>`;
  const nothing = repaired.every(({ status }) => status === "removed")
    ? unknownOf(repaired)
    : "there is nothing to compare with";
  const because = `${nothing.replace(/^./, (first) => first.toUpperCase())}, because ${phrases(repairedReason(repaired))}.`;
  const level = repaired.every(isMended) ? "good" : "medium";
  return `<div class="box ${level}">${named(paths, context)} ${repairedVerb(repaired)}${news}. ${because}${why}</div>`;
}

function named(paths: readonly string[], { sets }: PageContext): string {
  if (paths.length <= 3) return paths.map((path) => targetName(path, code)).join(", ");
  return `<a href=#t${sets.number(paths)}>${plural(paths.length, "target")}</a>`;
}

/** All places of a problem, and its words once. */
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

export function dangers(context: PageContext): string {
  const { dangers: open, silenced } = context.overview;
  if (open.length + silenced.length === 0) return "";
  const parts = open.slice(0, MAX_OPEN).map((group) => dangerBox(group, context));
  if (open.length > MAX_OPEN) {
    const boxes = open.slice(MAX_OPEN).map((group) => dangerBox(group, context));
    parts.push(`<details><summary>${open.length - MAX_OPEN} more</summary>\n${lazily(boxes)}\n</details>`);
  }
  if (silenced.length > 0) {
    const boxes = lazily(silenced.map((group) => dangerBox(group, context)));
    const count = silenced.reduce((sum, { members }) => sum + members.length, 0);
    parts.push(`<details><summary>${plural(count, "silenced danger")}</summary>\n${boxes}\n</details>`);
  }
  return section(
    "dangers",
    "Dangers",
    open.reduce((sum, { members }) => sum + members.length, 0),
    parts,
  );
}

function dangerBox(group: DangerGroup, context: PageContext): string {
  const { id, level, members, targets: paths } = group;
  const said = phrases(silencePhrases(group));
  const made = causes(causesOfDangers(group), context.report, context.links);
  const facts = [
    `${folded(members.map(dangerMember))} in ${targets(context.sets.number(paths), context)}`,
    ...(made === "" ? [] : [`by ${made}`]),
    link(code(id), docsAddress(`dangers/${id}.md`)),
  ];
  const title = `<h3><em class=${level}>${level}</em> ${phrases(messagePhrases(group))}</h3>`;
  return `<div class="box ${level}">${title}\n<p>${facts.join(" · ")}</p>${said === "" ? "" : `<p>${said}</p>`}</div>`;
}

function dangerMember({ change }: DangerMember): string {
  if (change === undefined) return "an object that the report does not hold";
  return `<a href=#${attribute(change.id)}>${text(change.object.kind)} ${code(bothNames(change))}</a>`;
}

/** Whoever approves a change of what may run must see it. */
export function trust({ overview, report, links }: PageContext): string {
  if (overview.trust.length === 0) return "";
  const items = overview.trust.map((row) => {
    const fields = trustFields(row).map(phrases).join(", ");
    const side = row.op === "removed" ? report.base : report.head;
    const where = folded(row.places.map((each) => place(each, side, links)));
    return `<li>${phrases(trustTitlePhrases(row))}${fields === "" ? "" : `: ${fields}`} · ${where}</li>`;
  });
  const box = `<div class="box high"><h3>${text(trustHeadline(overview.trust))}</h3><ul>${items.join("")}</ul></div>`;
  return section("trust", trustTitle(overview.trust), items.length, [box]);
}

/** Those that are read before the changes. */
export function warnings(context: PageContext): string {
  return warningSection("warnings", "New warnings", sortedWarnings(context.overview).urgent, context);
}

/** Those that are read after the changes. */
export function deprecations(context: PageContext): string {
  return warningSection("deprecations", DEPRECATIONS, sortedWarnings(context.overview).deprecations, context);
}

export const DEPRECATIONS = "New warnings of deprecated fields";

function warningSection(id: string, title: string, list: readonly NewWarning[], context: PageContext): string {
  const boxes = list.map((each) => {
    const paths = each.targets.map(({ path }) => path);
    return `<div class="box medium"><h3>New in ${named(paths, context)}</h3>\n${problem(each, context)}</div>`;
  });
  return boxes.length === 0 ? "" : section(id, title, boxes.length, boxes);
}

/** What the report says of the comparison as a whole. */
export function notes({ report: { notes: list = [] } }: PageContext): string {
  const boxes = list.map((each) => `<pre class=m>${escapeText(formatDiagnostic(each))}</pre>`);
  return boxes.length === 0 ? "" : section("notes", "Notes on the comparison", boxes.length, boxes);
}

export function images(context: PageContext): string {
  const { images: list } = context.report;
  if (list.length === 0) return "";
  const rows = list.map(({ repository, version, containers, targets: paths, changes: [first] }) => {
    const name =
      repository.before === repository.after
        ? code(repository.after)
        : `${code(repository.before)} → ${code(repository.after)}`;
    const linked = first === undefined ? name : `<a href=#${attribute(first)}>${name}</a>`;
    const shown = new Set(shortDigests(version.before, version.after));
    const versions = [...shown].map((each) => (each === "" ? "no tag" : code(each)));
    const holders = containers === 0 ? "" : `${plural(containers, "container")} in `;
    const where = `${holders}${targets(context.sets.number(paths), context)}`;
    return `<tr><td>${linked}<td>${versions.join(" → ")}<td>${where}\n`;
  });
  const what = list.every(({ containers }) => containers > 0) ? "image" : "image or source";
  const start = `<table><thead><tr><th scope=col>${what}<th scope=col>version<th scope=col>where\n<tbody>`;
  const parts = [`${start}${rows.slice(0, MAX_IMAGES).join("")}</table>`];
  if (rows.length > MAX_IMAGES) {
    const rest = [...chunked(rows.slice(MAX_IMAGES), [`<div class=c>${start}`, "</table></div>"])].join("");
    parts.push(`<details><summary>${rows.length - MAX_IMAGES} more</summary>\n${rest}\n</details>`);
  }
  return section("images", "Images", list.length, parts);
}

/** Boxes of which a browser lays out those near its window only. */
function lazily(boxes: readonly string[]): string {
  return [...chunked(boxes, ["<div class=c>", "</div>"])].join("");
}

function folded(items: readonly string[]): string {
  if (items.length <= MAX_LISTED) return items.join(", ");
  const rest = items.slice(MAX_LISTED);
  return `${items.slice(0, MAX_LISTED).join(", ")}<details><summary>${rest.length} more</summary>${rest.join(", ")}</details>`;
}

export function section(id: string, title: string, count: number, parts: readonly string[]): string {
  return `<section id=${id}><h2>${title} <span class=n>${count}</span></h2>\n${parts.join("\n")}\n</section>\n`;
}
