import {
  byteLength,
  changeTable,
  code,
  cut,
  cutBytes,
  diffSections,
  fence,
  figuresOf,
  headline,
  link,
  plural,
  shortNames,
  word
} from "./shared-report-summary.js";
import {
  formatDiagnostic
} from "./shared-diagnostics.js";

// src/report/markdown-failures.ts
var MAX_MESSAGES = 10;
var MAX_MESSAGE_LENGTH = 2e3;
var MAX_BRIEF_LENGTH = 150;
function failureBlocks(context, room) {
  const { broken, incomparable, brokenBefore } = context.figures;
  const all = [...broken, ...incomparable, ...brokenBefore];
  const blocks = [];
  let shown = 0;
  let left = room;
  for (const target of all) {
    const messages = messagesOf(target);
    for (const lines of [messages, [cut(messages[0] ?? "", MAX_BRIEF_LENGTH), "…"]]) {
      const block = failureBlock(target, lines, context);
      const size = byteLength(block) + 2;
      if (size > left) continue;
      blocks.push(block);
      left -= size;
      if (lines === messages) shown++;
      break;
    }
  }
  return { text: blocks.join("\n\n"), count: { shown, total: all.length } };
}
function errorsOf(target) {
  return target.diagnostics.filter(({ severity }) => severity === "error");
}
function messagesOf(target) {
  const errors = errorsOf(target);
  const shown = errors.slice(0, MAX_MESSAGES);
  const lines = shown.flatMap((error) => cut(formatDiagnostic(error), MAX_MESSAGE_LENGTH).split("\n"));
  if (errors.length > shown.length) lines.push(`and ${errors.length - shown.length} more`);
  return lines;
}
function failureBlock(target, lines, context) {
  const alert = target.status === "failed" && !target.failedBefore ? "WARNING" : "NOTE";
  const message = lines.length === 0 ? [] : fence(lines).split("\n");
  const body = [`${titleOf(target, context)}${linksTo(target, context)}`, ...message, ...endingOf(target)];
  return [`[!${alert}]`, ...body].map((line) => `> ${line}`).join("\n");
}
function titleOf(target, { report }) {
  const name = `**${code(target.path)}**`;
  const at = report.head.sha === null ? word(report.head.label) : code(report.head.sha.slice(0, 7));
  if (target.status === "failed-at-base")
    return `${name} builds at ${at} and fails at the base, so it cannot be compared:`;
  if (target.failedBefore) return `${name} fails, and failed before this change too:`;
  return target.resources.base === null ? `${name} is new and fails at ${at}:` : `${name} built at the base and fails at ${at}:`;
}
function endingOf(target) {
  return target.status === "failed" && target.resources.base !== null ? ["Its objects are not counted as removed."] : [];
}
function linksTo(target, { report, links }) {
  const { sha } = target.status === "failed-at-base" ? report.base : report.head;
  if (links === void 0 || sha === null) return "";
  const places = /* @__PURE__ */ new Map();
  for (const { file, line } of errorsOf(target)) {
    if (file === void 0 || file === target.path) continue;
    const label = line === void 0 ? file : `${file}:${line}`;
    const address = links.blob(sha, file, line);
    if (address !== void 0) places.set(label, link(code(label), address));
  }
  const list = [...places.values()].slice(0, 3);
  return list.length === 0 ? "" : ` ${list.join(", ")}`;
}

// src/report/markdown.ts
var DEFAULT_MAX_BYTES = 6e4;
var SEPARATOR_BYTES = 2;
function markdownReport(report, options = {}) {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const figures = figuresOf(report);
  const context = { report, figures, names: shortNames(report), links: options.links };
  const title = `### ${figures.routine === void 0 ? headline(figures) : routineHeadline(figures)}`;
  const opening = [...options.marker === void 0 ? [] : [options.marker], title];
  const lead = leadLine(context, options.durationMs);
  const footer = footerLine(figures, options.footer);
  const noteRoom = byteLength(leftOutNote(longestShown(figures), options));
  let room = maxBytes - byteLength([...opening, lead, footer].join("\n\n")) - noteRoom - 2 * SEPARATOR_BYTES;
  const nothing = {
    failures: { shown: 0, total: failureCount(figures) },
    changes: { shown: 0, total: figures.groups.length },
    diffs: { shown: 0, total: figures.groups.length }
  };
  if (room < 0) return smallest(opening, figures, nothing, options, maxBytes);
  const take = (block) => {
    if (block.text !== "") room -= byteLength(block.text) + SEPARATOR_BYTES;
    return block;
  };
  const failures = take(failureBlocks(context, Math.floor(room * 0.6) - SEPARATOR_BYTES));
  const table = take(changeTable(context, Math.floor(room * 0.6) - SEPARATOR_BYTES));
  const listed = table.count.shown === table.count.total;
  const diffs = listed ? take(diffSections(context, room - SEPARATOR_BYTES)) : { text: "", count: nothing.diffs };
  const shown = { failures: failures.count, changes: table.count, diffs: diffs.count };
  const note = isComplete(shown) ? "" : leftOutNote(shown, options);
  const parts = [...opening, lead, note, failures.text, table.text, diffs.text, footer];
  return { text: join(parts), truncated: !isComplete(shown), shown };
}
function join(parts) {
  return `${parts.filter((part) => part !== "").join("\n\n")}
`;
}
function smallest(opening, figures, shown, options, maxBytes) {
  const truncated = !isComplete(shown);
  const note = truncated ? leftOutNote(shown, options) : "";
  const plain = [...opening.slice(0, -1), `### ${headline(figures)}`];
  for (const parts of [[...opening, note], opening, [...plain, note], plain]) {
    const text = join(parts);
    if (byteLength(text) <= maxBytes) return { text, truncated, shown };
  }
  return { text: cutBytes(headline(figures), maxBytes), truncated: true, shown };
}
function routineHeadline({ routine, groups, touched }) {
  if (routine === void 0 || groups.length === 0) return "";
  const version = (text) => code(text, 80);
  const change = `image ${code(routine.repository)} ${version(routine.before)} → ${version(routine.after)}`;
  return `Routine: ${change} in ${plural(touched, "target")}`;
}
function leadLine({ report, figures, links }, durationMs) {
  const { base, head } = report;
  const commit = (sha, label) => {
    if (sha === null) return code(label);
    const short = code(sha.slice(0, 7));
    return links === void 0 ? short : link(short, links.commit(sha));
  };
  const named = base.sha === null || base.label.includes(base.sha.slice(0, 7));
  const from = named ? "" : `${code(base.label)} at `;
  const reason = base.reason === "" ? "" : ` (${word(base.reason)})`;
  const time = durationMs === void 0 ? "" : ` · ${(durationMs / 1e3).toFixed(1)} s`;
  const only = figures.routine === void 0 ? "" : " Nothing else changes in the rendered manifests.";
  return `Rendered ${from}${commit(base.sha, base.label)}${reason} against ${commit(head.sha, head.label)}${time}.${only}${targetsComeAndGone(figures)}`;
}
function targetsComeAndGone({ added, removed }) {
  const list = (paths) => {
    const shown = paths.slice(0, 5).map((path) => code(path, 120));
    return paths.length > shown.length ? `${shown.join(", ")} and ${paths.length - shown.length} more` : shown.join(", ");
  };
  const sentences = [
    ...added.length > 0 ? [`New ${added.length === 1 ? "target" : "targets"}: ${list(added)}.`] : [],
    ...removed.length > 0 ? [`Gone: ${list(removed)}.`] : []
  ];
  return sentences.map((sentence) => ` ${sentence}`).join("");
}
function footerLine(figures, footer) {
  const parts = [];
  if (figures.unchanged > 0 && figures.unchanged < figures.total)
    parts.push(`${plural(figures.unchanged, "target")} unchanged`);
  if (figures.layoutOnly > 0) parts.push(`${plural(figures.layoutOnly, "object")} changed in layout only`);
  if (figures.redacted) parts.push("values of Secrets are never shown");
  if (footer !== void 0) parts.push(footer);
  return parts.length === 0 ? "" : `<sub>${parts.join(" · ")}</sub>`;
}
function failureCount({ broken, brokenBefore, incomparable }) {
  return broken.length + brokenBefore.length + incomparable.length;
}
function isComplete(shown) {
  return Object.values(shown).every((count) => count.shown === count.total);
}
function longestShown(figures) {
  const changes = { shown: 0, total: figures.groups.length };
  const failures = failureCount(figures);
  return { failures: { shown: 0, total: failures }, changes, diffs: changes };
}
function leftOutNote(shown, options) {
  const missing = [
    leftOut(shown.failures, "message"),
    leftOut(shown.changes, "change"),
    leftOut(shown.diffs, "diff")
  ].filter((part) => part !== "");
  const run = options.links?.run;
  const where = options.elsewhere ?? (run === void 0 ? void 0 : link("this run", run));
  const rest = where === void 0 ? "" : ` The full report is in ${where}.`;
  return `Left out for size: ${missing.join(", ")}.${rest}`;
}
function leftOut({ shown, total }, what) {
  return shown === total ? "" : `${total - shown} of ${plural(total, what)}`;
}

export {
  DEFAULT_MAX_BYTES,
  markdownReport
};
