/** The report as one HTML file: no scripts, nothing loaded from anywhere, readable in light and dark. */
import { formatDiagnostic, visible } from "../diagnostics.ts";
import type { Change, Report, Side, TargetReport } from "../review/index.ts";
import { addressOf, type CauseList, causesOfChange, causesOfRow, placeOf, stepOf } from "./causes.ts";
import type { Phrase } from "./edit-phrases.ts";
import type { Failure } from "./failures.ts";
import { affectedPhrase, headline, targetCount } from "./headline.ts";
import type { Links } from "./markdown-context.ts";
import { diffLines } from "./markdown-diffs.ts";
import { NAMES, trustHeadline } from "./markdown-trust.ts";
import { overviewOf, type Row, type TargetSet, targetSetsOf } from "./overview.ts";
import { objectName, rowName, rowWords, summarise } from "./summary.ts";
import { escapeHtml, oneLine, plural } from "./text.ts";

export interface HtmlOptions {
  readonly links?: Links;
  readonly title?: string;
  readonly durationMs?: number;
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --add: #2da44e26; --remove: #cf222e26; --soft: #888; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .5rem 0; margin: .5rem 0; }
pre span { display: block; padding: 0 .75rem; min-height: 1.45em; }
pre .add { background: var(--add); } pre .remove { background: var(--remove); } pre .hunk { color: var(--soft); }
pre.message { padding: .5rem .75rem; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; } .soft { color: var(--soft); } .failed { border-left: 4px solid #cf222e; padding-left: 1rem; }
`;

/** Writes the whole report in parts; nothing is left out, and each distinct change stands once. */
export function* htmlChunks(report: Report, options: HtmlOptions = {}): Generator<string, void> {
  const overview = overviewOf(report);
  const { links, title = headline(overview) } = options;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${text(headline(overview))}</h1>
<p>Rendered ${side(report.base, links)} against ${side(report.head, links)}${timeOf(options)}.${affected(affectedPhrase(overview))}</p>
`;
  yield block(trustBox(report, links));
  for (const each of overview.failures) yield block(failure(each));
  yield block(repaired(overview.repaired));
  yield block(earlierFailures(overview.earlier));
  yield* table(overview.rows, report, links);
  for (const set of targetSetsOf(report)) yield* targetSet(set, report, links);
  yield block(targetList(report));
  if (overview.figures.redacted) yield '<p class="soft">Values of Secrets are never shown.</p>\n';
  yield "</body>\n</html>\n";
}

function block(part: string): string {
  return part === "" ? "" : `${part}\n`;
}

function affected(phrase: string): string {
  return phrase === "" ? "" : ` ${text(phrase)}.`;
}

function text(value: string): string {
  return escapeHtml(oneLine(value));
}

function code(value: string): string {
  return `<code>${text(value)}</code>`;
}

function anchor(label: string, address: string): string {
  return /^https?:\/\//.test(address) ? `<a href="${text(address)}">${label}</a>` : label;
}

function timeOf({ durationMs }: HtmlOptions): string {
  return durationMs === undefined ? "" : ` in ${(durationMs / 1000).toFixed(1)} s`;
}

function side({ sha, label, reason }: Side, links: Links | undefined): string {
  const why = reason === "" ? "" : ` (${text(reason)})`;
  if (sha === null) return `${code(label)}${why}`;
  const short = sha.slice(0, 7);
  const named = label.includes(short) ? "" : `${code(label)} at `;
  const commit = code(named === "" ? label : short);
  return `${named}${links === undefined ? commit : anchor(commit, links.commit(sha))}${why}`;
}

function trustBox({ trust = [], base, head }: Report, links: Links | undefined): string {
  if (trust.length === 0) return "";
  const items = trust.map(({ kind, op, subject, file, line, fields }) => {
    const sha = (op === "removed" ? base : head).sha;
    const place = code(line === undefined ? file : `${file}:${line}`);
    const address = sha === null ? undefined : links?.blob(sha, file, line);
    const value = (each: string | undefined): string => (each === undefined ? "none" : code(each));
    const shown = fields.map(({ name, before, after }) => `${code(name)} ${value(before)} → ${value(after)}`);
    const what = `${NAMES[kind]} ${code(subject)} ${op}, ${address === undefined ? place : anchor(place, address)}`;
    return `<li>${what}${shown.length === 0 ? "" : `: ${shown.join(", ")}`}</li>`;
  });
  return `<section class="failed"><h2>${text(trustHeadline(trust))}</h2>\n<ul>${items.join("")}</ul></section>`;
}

function failure({ sort, targets, problems }: Failure): string {
  const one = targets.length === 1;
  const names = targets.map(({ path }) => `<strong>${code(path)}</strong>`).join(", ");
  const verb = one ? "fails" : "fail";
  const what = sort === "regression" ? `${verb}; ${one ? "its" : "their"} objects are not counted as removed` : verb;
  return `<section class="failed"><p>${names} ${what}:</p>
<pre class="message">${escapeHtml(problems.map(({ diagnostic }) => formatDiagnostic(diagnostic)).join("\n"))}</pre></section>`;
}

function repaired(targets: readonly TargetReport[]): string {
  if (targets.length === 0) return "";
  const one = targets.length === 1;
  const names = targets.map(({ path }) => code(path)).join(", ");
  return `<p>${names} ${one ? "builds" : "build"} again, so there is nothing to compare ${one ? "it" : "them"} with.</p>`;
}

/** Folded, because the change under review did not break these targets. */
function earlierFailures(failures: readonly Failure[]): string {
  if (failures.length === 0) return "";
  const count = targetCount(failures);
  return `<details><summary>${plural(count, "target")} ${count === 1 ? "fails" : "fail"}, and failed before this change too</summary>
${failures.map(failure).join("\n")}
</details>`;
}

function causes({ shown, more }: CauseList, report: Report, links: Links | undefined): string {
  const list = shown.map((cause) => {
    const label = code(placeOf(cause));
    const address = addressOf(cause, report, links);
    const step = stepOf(cause);
    return `${address === undefined ? label : anchor(label, address)}${step === "" ? "" : ` ${text(step)}`}`;
  });
  return `${list.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

function phrases(list: readonly Phrase[]): string {
  return list
    .map((phrase) => {
      if (typeof phrase === "string") return text(phrase);
      return "word" in phrase ? text(phrase.word) : code(phrase.code);
    })
    .join("");
}

function* table(rows: readonly Row[], report: Report, links: Links | undefined): Generator<string, void> {
  if (rows.length === 0) return;
  yield `<table><thead><tr><th></th><th>change</th><th>where</th><th>cause</th></tr></thead>
<tbody>
`;
  for (const row of rows) {
    const what = phrases(rowWords(row));
    const subject = `${phrases(rowName(row))}${what === "" ? "" : `: ${what}`}`;
    const where = plural(row.group.targets.length, "target");
    const place = causes(causesOfRow(row), report, links);
    yield `<tr><td>${row.group.op}</td><td>${subject}</td><td>${where}</td><td>${place}</td></tr>\n`;
  }
  yield "</tbody></table>\n";
}

function* targetSet(
  { targets, changes }: TargetSet,
  report: Report,
  links: Links | undefined,
): Generator<string, void> {
  yield `<h2>${plural(targets.length, "target")}</h2>
<p>${targets.map(code).join(", ")}</p>
`;
  for (const change of changes) yield block(object(change, report, links));
}

function object(change: Change, report: Report, links: Links | undefined): string {
  const note = change.onlyReferences ? "only references to new names" : phrases(summarise(change));
  const lines = diffLines(change).map(diffLine).join("");
  const open = change.op === "changed" && !change.onlyReferences ? " open" : "";
  const place = causes(causesOfChange(change), report, links);
  const name = `${text(change.object.kind)} ${code(objectName(change.object))}`;
  return `<details${open}><summary>${change.op} ${name}${note === "" ? "" : ` · ${note}`}</summary>
${place === "" ? "" : `<p class="soft">${place}</p>`}<pre>${lines}</pre></details>`;
}

function diffLine(each: string): string {
  const kind = { "+": "add", "-": "remove", "@": "hunk" }[each[0] ?? ""];
  return `<span${kind === undefined ? "" : ` class="${kind}"`}>${escapeHtml(visible(each))}</span>`;
}

function targetList(report: Report): string {
  const rows = report.targets.map(
    ({ path, from, status, changes }) =>
      `<tr><td>${code(path)}${from === undefined ? "" : `, at the base ${code(from)}`}</td><td>${status}</td><td>${changes.length}</td></tr>`,
  );
  return `<details><summary>All ${plural(report.targets.length, "target")}</summary>
<table><thead><tr><th>target</th><th>status</th><th>changes</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></details>`;
}
