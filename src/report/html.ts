/** The report as one HTML file: no scripts, nothing loaded from anywhere, readable in light and dark. */
import { formatDiagnostic, visible } from "../diagnostics.ts";
import type { Change, Report, Side, TargetReport } from "../review/index.ts";
import { type Failure, gatherFailures } from "./failures.ts";
import type { Phrase } from "./field-phrases.ts";
import { figuresOf, headline, type Row, type Section, sectionsOf } from "./figures.ts";
import type { Links } from "./markdown-context.ts";
import { diffLines } from "./markdown-diffs.ts";
import { NAMES, trustHeadline } from "./markdown-trust.ts";
import { rowName, summarise } from "./summary.ts";
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

/** Writes the whole report; nothing is left out. */
export function htmlReport(report: Report, options: HtmlOptions = {}): string {
  const figures = figuresOf(report);
  const title = options.title ?? headline(figures);
  const body = [
    `<h1>${text(headline(figures))}</h1>`,
    `<p>Rendered ${side(report.base, options.links)} against ${side(report.head, options.links)}${timeOf(options)}.</p>`,
    trustBox(report, options.links),
    ...gatherFailures([...figures.broken, ...figures.incomparable]).map(failure),
    earlierFailures(figures.brokenBefore),
    figures.rows.length === 0 ? "" : table(figures.rows, report, options.links),
    ...sectionsOf(figures).map((section) => sectionHtml(section, report, options.links)),
    targetList(report),
    figures.redacted ? '<p class="soft">Values of Secrets are never shown.</p>' : "",
  ];
  return `<!doctype html>
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
${body.filter((part) => part !== "").join("\n")}
</body>
</html>
`;
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

function failure({ targets, errors }: Failure): string {
  const [{ status, failedBefore }] = targets;
  const one = targets.length === 1;
  const names = targets.map(({ path }) => `<strong>${code(path)}</strong>`).join(", ");
  const verb = one ? "fails" : "fail";
  const what = failedBefore
    ? verb
    : status === "failed-at-base"
      ? `${verb} at the base, so ${one ? "it" : "they"} cannot be compared`
      : `${verb}; ${one ? "its" : "their"} objects are not counted as removed`;
  return `<section class="failed"><p>${names} ${what}:</p>
<pre class="message">${escapeHtml(errors.map(formatDiagnostic).join("\n"))}</pre></section>`;
}

/** Folded, because the change under review did not break these targets. */
function earlierFailures(targets: readonly TargetReport[]): string {
  if (targets.length === 0) return "";
  const verb = targets.length === 1 ? "fails" : "fail";
  return `<details><summary>${plural(targets.length, "target")} ${verb}, and failed before this change too</summary>
${gatherFailures(targets).map(failure).join("\n")}
</details>`;
}

function origin({ causes: [place], op }: Change, report: Report, links: Links | undefined): string {
  if (place === undefined) return "";
  const label = code(place.line === undefined ? place.file : `${place.file}:${place.line}`);
  const { sha } = op === "removed" ? report.base : report.head;
  const address = sha === null ? undefined : links?.blob(sha, place.file, place.line);
  return address === undefined ? label : anchor(label, address);
}

function phrases(list: readonly Phrase[]): string {
  return list
    .map((phrase) => {
      if (typeof phrase === "string") return text(phrase);
      return "word" in phrase ? text(phrase.word) : code(phrase.code);
    })
    .join("");
}

function table(changed: readonly Row[], report: Report, links: Links | undefined): string {
  const rows = changed.map((row) => {
    const { change, targets } = row;
    const what = phrases(summarise(change));
    const subject = `${phrases(rowName(row))}${what === "" ? "" : `: ${what}`}`;
    const where = plural(targets.length, "target");
    return `<tr><td>${change.op}</td><td>${subject}</td><td>${where}</td><td>${origin(change, report, links)}</td></tr>`;
  });
  return `<table><thead><tr><th></th><th>change</th><th>where</th><th>file</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table>`;
}

function sectionHtml(section: Section, report: Report, links: Links | undefined): string {
  const objects = [...section.rows, ...section.references];
  return `<h2>${plural(section.targets.length, "target")}</h2>
<p>${section.targets.map(code).join(", ")}</p>
${objects.map((row) => object(row, report, links)).join("\n")}`;
}

function object(row: Row, report: Report, links: Links | undefined): string {
  const { change } = row;
  const note = change.onlyReferences ? "only references to new names" : phrases(summarise(change));
  const lines = diffLines(change).map(diffLine).join("");
  const open = change.op === "changed" && !change.onlyReferences ? " open" : "";
  const place = origin(change, report, links);
  return `<details${open}><summary>${change.op} ${phrases(rowName(row))}${note === "" ? "" : ` · ${note}`}</summary>
${place === "" ? "" : `<p class="soft">${place}</p>`}<pre>${lines}</pre></details>`;
}

function diffLine(line: string): string {
  const kind = { "+": "add", "-": "remove", "@": "hunk" }[line[0] ?? ""];
  return `<span${kind === undefined ? "" : ` class="${kind}"`}>${escapeHtml(visible(line))}</span>`;
}

function targetList(report: Report): string {
  const rows = report.targets.map(
    ({ path, status, changes }) => `<tr><td>${code(path)}</td><td>${status}</td><td>${changes.length}</td></tr>`,
  );
  return `<details><summary>All ${plural(report.targets.length, "target")}</summary>
<table><thead><tr><th>target</th><th>status</th><th>changes</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></details>`;
}
