import {
  groupChanges
} from "./shared-diff.js";
import {
  visible
} from "./shared-diagnostics.js";

// src/report/summary.ts
var MAX_PARTS = 4;
function objectName(object) {
  const name = object.baseName ?? object.name;
  return object.namespace === "" ? name : `${object.namespace}/${name}`;
}
function groupName({ change, namespaces }) {
  if (namespaces.length <= 1) return [{ word: change.kind }, " ", { code: objectName(change) }];
  const phrases = [{ word: change.kind }, " ", { code: change.baseName ?? change.name }, " in "];
  namespaces.slice(0, MAX_PARTS).forEach((namespace, index) => {
    phrases.push(index > 0 ? ", " : "", namespace === "" ? "no namespace" : { code: namespace });
  });
  if (namespaces.length > MAX_PARTS) phrases.push(` and ${namespaces.length - MAX_PARTS} more`);
  return phrases;
}
function summarise(change) {
  if (change.op !== "changed") return [];
  const parts = [];
  const { from } = change;
  if (from?.apiVersion !== void 0) {
    parts.push(["apiVersion ", { code: from.apiVersion }, " → ", { code: change.apiVersion }]);
  }
  const fields = change.fields.filter((field) => !field.reference);
  const keys = fields.filter((field) => isDataKey(change, field));
  const others = fields.filter((field) => !isDataKey(change, field));
  if (keys.length > 0) parts.push(keyPhrase(keys));
  for (const field of others) parts.push(fieldPhrase(field));
  const all = parts.slice(0, MAX_PARTS);
  const rest = parts.length - all.length + (change.moreFields ?? 0);
  const phrases = all.flatMap((part, index) => index === 0 ? part : [", ", ...part]);
  if (rest > 0) phrases.push(`, ${rest} more`);
  if (from?.name !== void 0 && phrases.length === 0) phrases.push("new name");
  if (change.referrers !== void 0) phrases.push("; ", ...referrerPhrase(change.referrers));
  return phrases;
}
function isDataKey(change, field) {
  return (change.kind === "ConfigMap" || change.kind === "Secret") && /^\/(?:data|binaryData)\/[^/]+$/.test(field.path);
}
function keyPhrase(fields) {
  const shown = fields.slice(0, MAX_PARTS);
  const phrases = [fields.length === 1 ? "key " : "keys "];
  shown.forEach((field, index) => {
    if (index > 0) phrases.push(", ");
    phrases.push({ code: unescapePointer(field.path.slice(field.path.indexOf("/", 1) + 1)) });
    if (field.op !== "changed") phrases.push(` ${field.op}`);
  });
  if (fields.length > shown.length) phrases.push(` and ${fields.length - shown.length} more`);
  return phrases;
}
function fieldPhrase(field) {
  const image = imageChange(field);
  if (image !== void 0)
    return ["image ", { code: image.repository }, " ", { code: `${image.before} → ${image.after}` }];
  const name = field.path.split("/").slice(-1).map(unescapePointer).join("");
  const label = /^\d+$/.test(name) || name === "" ? dotted(field.path) : name;
  if (field.op !== "changed") return [{ word: label }, ` ${field.op}`];
  const before = shortText(field.before);
  const after = shortText(field.after);
  return before === void 0 || after === void 0 ? [{ word: label }] : [{ word: label }, " ", { code: `${before} → ${after}` }];
}
function shortText(value) {
  if (typeof value === "string") return value !== "" && value.length <= 40 ? value : void 0;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : void 0;
}
function imageChange(field) {
  if (field.op !== "changed" || !/\/(?:initC|ephemeralC|c)ontainers\/\d+\/image$/.test(field.path)) return void 0;
  const before = splitImage(field.before);
  const after = splitImage(field.after);
  if (before === void 0 || after === void 0 || before.repository !== after.repository) return void 0;
  return { repository: before.repository, before: before.version, after: after.version };
}
function splitImage(image) {
  if (typeof image !== "string") return void 0;
  const [name = ""] = image.split("@", 1);
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const at = colon >= 0 ? colon : name.length;
  return at === 0 || at === image.length ? void 0 : { repository: image.slice(0, at), version: image.slice(at + 1) };
}
var RESTARTED = /* @__PURE__ */ new Set(["Deployment", "StatefulSet", "DaemonSet"]);
function referrerPhrase(referrers) {
  const verb = referrers.every(({ kind }) => RESTARTED.has(kind)) ? "restarts " : "referred to by ";
  const phrases = [verb];
  referrers.slice(0, MAX_PARTS).forEach((referrer, index) => {
    phrases.push(index > 0 ? ", " : "", { word: referrer.kind }, " ", { code: referrer.name });
  });
  if (referrers.length > MAX_PARTS) phrases.push(` and ${referrers.length - MAX_PARTS} more`);
  return phrases;
}
function dotted(path) {
  return path.slice(1).split("/").map(unescapePointer).join(".");
}
function unescapePointer(text) {
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

// src/report/text.ts
var MAX_LINE_LENGTH = 200;
function oneLine(text) {
  return visible(text.replace(/\s*\n\s*/g, " ").replace(/\t/g, " "));
}
function cut(text, length) {
  if (text.length <= length) return text;
  const kept = wholeCharacters(text, length);
  return `${kept}… (${text.length - kept.length} more characters)`;
}
function wholeCharacters(text, length) {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 55296 && last <= 56319 ? length - 1 : length);
}
function cutBytes(text, bytes) {
  let kept = text.slice(0, Math.max(0, bytes));
  while (byteLength(kept) > bytes) kept = wholeCharacters(kept, kept.length - 1);
  return kept;
}
function byteLength(text) {
  return Buffer.byteLength(text, "utf8");
}
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
function code(text, length = MAX_LINE_LENGTH) {
  const shown = cut(oneLine(text), length);
  if (/^[\w./:=+,()[\]@#~-](?:[\w ./:=+,()[\]@#~→-]*[\w./:=+,()[\]@#~-])?$/.test(shown)) return `\`${shown}\``;
  return `<code>${encodeAll(shown)}</code>`;
}
function word(text) {
  return isWord(text) ? text : code(text, MAX_WORD_LENGTH);
}
var MAX_WORD_LENGTH = 60;
function isWord(text) {
  return text.length <= MAX_WORD_LENGTH && /^[A-Za-z0-9][A-Za-z0-9 ]*$/.test(text);
}
function htmlWord(text) {
  return isWord(text) ? text : htmlCode(text, MAX_WORD_LENGTH);
}
function htmlCode(text, length = MAX_LINE_LENGTH) {
  return `<code>${encodeAll(cut(oneLine(text), length))}</code>`;
}
function encodeAll(text) {
  return text.replace(/[!-+.:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
function fence(lines, language = "") {
  const shown = lines.map((line) => cut(visible(line.replaceAll("\n", "\\n")), MAX_LINE_LENGTH));
  let longest = 2;
  for (const line of shown) {
    for (const run of line.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  }
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}
${shown.join("\n")}
${ticks}`;
}
function link(label, address) {
  const safe = oneLine(address).replace(
    /[^\w\-.~:/?#@!$&*+,;=%]/gu,
    (character) => encodeURIComponent(character).replace(/[()'*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  );
  return /^https?:\/\//.test(safe) ? `[${label}](${safe})` : label;
}
function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

// src/report/figures.ts
function figuresOf(report) {
  const all = groupChanges(report);
  const own = all.filter(({ change }) => !change.onlyReferences);
  const groups = own.length > 0 ? own : all;
  const { targets } = report;
  const touched = targets.filter(
    ({ status, changes }) => changes.length > 0 || status === "added" || status === "removed"
  ).length;
  return {
    groups,
    references: own.length > 0 ? all.filter(({ change }) => change.onlyReferences) : [],
    broken: targets.filter(({ status, failedBefore }) => status === "failed" && !failedBefore),
    brokenBefore: targets.filter(({ status, failedBefore }) => status === "failed" && failedBefore),
    incomparable: targets.filter(({ status }) => status === "failed-at-base"),
    touched,
    unchanged: targets.filter(({ status }) => status === "unchanged").length,
    added: targets.filter(({ status }) => status === "added").map(({ path }) => path),
    removed: targets.filter(({ status }) => status === "removed").map(({ path }) => path),
    total: targets.length,
    layoutOnly: targets.reduce((sum, { layoutOnly }) => sum + (layoutOnly ?? 0), 0),
    redacted: all.some(({ change }) => change.redacted),
    routine: targets.some(({ status }) => status !== "changed" && status !== "unchanged") ? void 0 : routineOf(all)
  };
}
function routineOf(groups) {
  let found;
  for (const { change } of groups) {
    if (change.op !== "changed" || change.from !== void 0 || change.moreFields !== void 0) return void 0;
    for (const field of change.fields) {
      const image = imageChange(field);
      if (image === void 0) return void 0;
      found ??= image;
      if (image.repository !== found.repository || image.before !== found.before || image.after !== found.after) {
        return void 0;
      }
    }
  }
  return found;
}
function headline(figures) {
  const { broken, brokenBefore, incomparable, groups, touched, total } = figures;
  if (total === 0) return "No kustomization is affected";
  const parts = [];
  if (broken.length > 0) {
    const lost = broken.some(({ resources }) => resources.base !== null);
    const verb = lost ? ["no longer builds", "no longer build"] : ["does not build", "do not build"];
    parts.push(`${broken.length} of ${plural(total, "target")} ${verb[broken.length === 1 ? 0 : 1]}`);
  }
  if (groups.length > 0) {
    const where = broken.length > 0 ? plural(touched, "other") : `${touched} of ${plural(total, "target")}`;
    parts.push(`${plural(groups.length, "change")} in ${where}`);
  } else if (touched > 0) parts.push(`${plural(touched, "target")} added or removed, without objects`);
  if (parts.length === 0 && figures.unchanged > 0)
    parts.push(`Nothing changes in ${plural(figures.unchanged, "target")}`);
  if (brokenBefore.length > 0) {
    parts.push(`${plural(brokenBefore.length, "target")} ${brokenBefore.length === 1 ? "fails" : "fail"} as before`);
  }
  if (incomparable.length > 0) {
    parts.push(`${plural(incomparable.length, "target")} cannot be compared`);
  }
  return parts.join(" · ");
}
function shortNames(report) {
  const last = (path) => path.slice(path.lastIndexOf("/") + 1);
  const counts = /* @__PURE__ */ new Map();
  for (const { path } of report.targets) counts.set(last(path), (counts.get(last(path)) ?? 0) + 1);
  return new Map(report.targets.map(({ path }) => [path, counts.get(last(path)) === 1 ? last(path) : path]));
}
function sectionsOf(figures) {
  const sections = /* @__PURE__ */ new Map();
  const sectionOf = (group) => {
    const key = group.targets.join("\0");
    const section = sections.get(key) ?? { targets: group.targets, groups: [], references: [] };
    sections.set(key, section);
    return section;
  };
  for (const group of figures.groups) sectionOf(group).groups.push(group);
  for (const group of figures.references) sectionOf(group).references.push(group);
  return [...sections.values()];
}

// src/report/markdown-table.ts
var ICONS = { removed: "➖", changed: "✏️", added: "➕" };
var MAX_TARGETS = 4;
var MAX_OPEN_ROWS = 25;
var FOLD_BYTES = 100;
var MIN_ROW_BYTES = 16;
var MAX_NAME_LENGTH = 120;
function changeTable(context, room) {
  const { groups } = context.figures;
  const total = groups.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const rows = [];
  for (const group of groups) {
    rows.push(rowOf(group, context));
    if (rows.length > room / MIN_ROW_BYTES) break;
  }
  const text = tableOf(rows, total);
  if (rows.length === total && byteLength(text) <= room) return { text, count: { shown: total, total } };
  return partOf(groups, rows, room, total);
}
function tableOf(rows, total) {
  const table = ["| | change | where | file |", "|---|---|---|---|", ...rows].join("\n");
  if (rows.length <= MAX_OPEN_ROWS) return table;
  return fold(rows.length === total ? `All ${plural(total, "change")}` : `The first ${rows.length} changes`, table);
}
function partOf(groups, rows, room, total) {
  const counts = kindTable(groups, room);
  const nothing = { text: counts, count: { shown: 0, total } };
  if (counts === "") return nothing;
  let left = room - byteLength(counts) - byteLength(tableOf(rows.slice(0, 0), total)) - FOLD_BYTES;
  let shown = 0;
  for (const row of rows) {
    left -= byteLength(row) + 1;
    if (left < 0) break;
    shown++;
  }
  if (shown === 0) return nothing;
  return { text: `${counts}

${tableOf(rows.slice(0, shown), total)}`, count: { shown, total } };
}
function fold(summary, text) {
  return `<details><summary>${summary}</summary>

${text}

</details>`;
}
function rowOf(group, context) {
  const { change } = group;
  const words = printPhrases(summarise(change));
  const subject = printPhrases(groupName(group));
  const cells = [
    ICONS[change.op],
    words === "" ? subject : `${subject}: ${words}`,
    whereOf(group, context),
    originLink(change, context)
  ];
  return `| ${cells.join(" | ")} |`;
}
function printPhrases(phrases) {
  return phrases.map((phrase) => {
    if (typeof phrase === "string") return phrase;
    return "word" in phrase ? word(phrase.word) : code(phrase.code, MAX_NAME_LENGTH);
  }).join("");
}
function whereOf({ targets }, { names }) {
  const shown = targets.slice(0, MAX_TARGETS).map((target) => code(names.get(target) ?? target, MAX_NAME_LENGTH));
  return targets.length > shown.length ? `${shown.join(", ")} and ${targets.length - shown.length} more` : shown.join(", ");
}
function originLink({ origin, op }, { report, links }) {
  if (origin === void 0) return "";
  const label = code(origin.line === void 0 ? origin.file : `${origin.file}:${origin.line}`);
  const { sha } = op === "removed" ? report.base : report.head;
  const address = sha === null ? void 0 : links?.blob(sha, origin.file, origin.line);
  return address === void 0 ? label : link(label, address);
}
function kindTable(groups, room) {
  const kinds = /* @__PURE__ */ new Map();
  for (const { change, targets } of groups) {
    const key = `${change.op}\0${change.kind}`;
    const row = kinds.get(key) ?? { change, count: 0, targets: /* @__PURE__ */ new Set() };
    row.count++;
    for (const target of targets) row.targets.add(target);
    kinds.set(key, row);
  }
  const rows = [...kinds.values()].sort((a, b) => b.count - a.count);
  const lines = ["| changes | kind | targets |", "|--:|---|--:|"];
  let left = room - byteLength(lines.join("\n")) - 60;
  if (left < 0) return "";
  let shown = 0;
  for (const { change, count, targets } of rows) {
    const line = `| ${count} | ${ICONS[change.op]} ${word(change.kind)} ${change.op} | ${targets.size} |`;
    left -= byteLength(line) + 1;
    if (left < 0) break;
    lines.push(line);
    shown++;
  }
  const rest = rows.slice(shown).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) lines.push(`| ${rest} | of other kinds | |`);
  return lines.join("\n");
}

// src/report/markdown-diffs.ts
var MAX_OPEN_LINES = 60;
var MAX_TARGETS2 = 5;
var MAX_REFERRERS = 10;
var MAX_NAME_LENGTH2 = 120;
function diffSections(context, room) {
  const plans = sectionsOf(context.figures).map((section) => ({
    section,
    diffs: section.groups.map((group) => diffOf(group, context)),
    frameBytes: frameBytes(section, context),
    chosen: /* @__PURE__ */ new Set()
  }));
  const total = context.figures.groups.length;
  choose(plans, room);
  let shown = 0;
  let lines = 0;
  for (const { chosen } of plans) {
    shown += chosen.size;
    for (const diff of chosen) lines += diff.lines;
  }
  const open = shown === total && lines <= MAX_OPEN_LINES;
  const texts = plans.filter(({ chosen }) => chosen.size > 0).map((plan) => printSection(plan, open, context));
  return { text: texts.join("\n\n"), count: { shown, total } };
}
function choose(plans, room) {
  const candidates = plans.flatMap((plan) => plan.diffs.map((diff) => ({ plan, diff })));
  candidates.sort((a, b) => a.diff.bytes - b.diff.bytes);
  let left = room;
  for (const { plan, diff } of candidates) {
    const cost = diff.bytes + 2 + (plan.chosen.size > 0 ? 0 : plan.frameBytes);
    if (cost > left) continue;
    plan.chosen.add(diff);
    left -= cost;
  }
}
function printSection(plan, open, context) {
  const { section, diffs, chosen } = plan;
  const shown = diffs.filter((diff) => chosen.has(diff)).map(({ text }) => text);
  const missing = diffs.length - shown.length;
  const parts = [
    open ? `#### ${titleOf(section, context, code)}` : `<details><summary>${summaryOf(section, context)}</summary>`,
    ...shown,
    ...missing > 0 ? [missingLine(missing)] : [],
    ...referencesOf(section),
    ...open ? [] : ["</details>"]
  ];
  return parts.join("\n\n");
}
function frameBytes(section, context) {
  const summary = `<details><summary>${summaryOf(section, context)}</summary>`;
  const frame = [summary, missingLine(section.groups.length), ...referencesOf(section), "</details>", ""].join("\n\n");
  return byteLength(frame);
}
function missingLine(count) {
  return `_Left out for size: ${count} more of these targets._`;
}
function titleOf({ targets }, { names }, format) {
  const [first] = targets;
  if (targets.length === 1 && first !== void 0) {
    const name = names.get(first) ?? first;
    const path = format(first, MAX_NAME_LENGTH2);
    return name === first ? path : `${format(name, MAX_NAME_LENGTH2)} · ${path}`;
  }
  const shown = targets.slice(0, MAX_TARGETS2).map((target) => format(names.get(target) ?? target, MAX_NAME_LENGTH2));
  return targets.length > shown.length ? `${shown.join(", ")} and ${targets.length - shown.length} more` : shown.join(", ");
}
function summaryOf(section, context) {
  const kinds = /* @__PURE__ */ new Map();
  for (const { change } of section.groups) kinds.set(change.kind, (kinds.get(change.kind) ?? 0) + 1);
  const list = [...kinds].slice(0, MAX_TARGETS2).map(([kind, count]) => `${count} ${htmlWord(kind)}`);
  if (kinds.size > MAX_TARGETS2) list.push("others");
  return [titleOf(section, context, htmlCode), ...list.length === 0 ? [] : [list.join(", ")]].join(" · ");
}
function referencesOf({ references }) {
  if (references.length === 0) return [];
  const shown = references.slice(0, MAX_REFERRERS).map(({ change }) => `${word(change.kind)} ${code(objectName(change), MAX_NAME_LENGTH2)}`);
  const rest = references.length > shown.length ? ` and ${references.length - shown.length} more` : "";
  return [`Only references to new names change in ${shown.join(", ")}${rest}.`];
}
function diffOf(group, context) {
  const { change } = group;
  const lines = diffLines(change);
  const origin = originLink(change, context);
  const words = printPhrases(summarise(change));
  const title = [
    `${ICONS[change.op]} ${printPhrases(groupName(group))}`,
    ...change.op === "changed" && words !== "" ? [words] : [],
    ...origin === "" ? [] : [origin]
  ].join(" · ");
  const text = lines.length === 0 ? title : `${title}

${fence(lines, "diff")}`;
  return { text, bytes: byteLength(text), lines: lines.length };
}
function diffLines(change) {
  const renamed = change.from?.name === void 0 ? "" : oneLine(`${change.from.name} → ${change.name}`);
  return change.hunks.flatMap((hunk) => {
    const lines = hunk.lines.map(({ op, text }) => `${op}${text}`);
    if (change.op !== "changed") return lines;
    const place = hunk.section === "" ? `line ${hunk.newStart}` : hunk.section;
    const label = renamed !== "" && hunk.section === "metadata" ? `${place} · ${renamed}` : place;
    return [`@@ ${label} @@`, ...lines];
  });
}

export {
  groupName,
  summarise,
  oneLine,
  cut,
  cutBytes,
  byteLength,
  escapeHtml,
  code,
  word,
  fence,
  link,
  plural,
  figuresOf,
  headline,
  shortNames,
  sectionsOf,
  changeTable,
  diffSections,
  diffLines
};
