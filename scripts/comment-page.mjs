#!/usr/bin/env node
// @ts-check
// Writes a comment as a page with the measures of GitHub, for people who look at it, and for scripts/screenshots.mjs.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import MarkdownIt from "markdown-it";

const HELP = `Usage: node scripts/comment-page.mjs [--open] FILE.md...

Writes FILE.html beside each file: a column of 780 pixels, or the width of a phone. Code in tables does not wrap.

  --open   with all folds open
`;

const CSS = `
:root{color-scheme:light dark;--text:#1f2328;--page:#fff;--line:#d1d9e0;--quiet:#59636e;--code:#818b981f;--block:#f6f8fa;--link:#0969da;
--added:#dafbe1;--added-text:#116329;--removed:#ffebe9;--removed-text:#82071e;--hunk:#0550ae}
@media(prefers-color-scheme:dark){:root{--text:#f0f6fc;--page:#0d1117;--line:#3d444d;--quiet:#9198a1;--code:#656c7633;--block:#151b23;--link:#4493f8;
--added:#033a16;--added-text:#aff5b4;--removed:#67060c;--removed-text:#ffdcd7;--hunk:#79c0ff}}
body{margin:0;padding:12px 16px;background:var(--page);color:var(--text);font:14px/1.5 "Noto Sans",Helvetica,"DejaVu Sans",sans-serif}
main{max-width:780px;margin:auto;border:1px solid var(--line);border-radius:6px;padding:16px;box-sizing:border-box;overflow-wrap:break-word}
a{color:var(--link);text-decoration:none}h3{font-size:1.25em;margin:0 0 16px}h4{font-size:1em;margin:24px 0 16px}
p,ul,blockquote,table,pre,details{margin:0 0 16px}ul{padding-left:2em}li+li{margin-top:.25em}
code{padding:.2em .4em;font:85% "DejaVu Sans Mono",monospace;white-space:break-spaces;background:var(--code);border-radius:6px}
td code,th code{white-space:nowrap}pre{padding:16px;overflow:auto;font-size:85%;line-height:1.45;background:var(--block);border-radius:6px}
pre code{padding:0;background:none;font-size:100%;white-space:pre}pre span{display:block}
table{display:block;width:max-content;max-width:100%;overflow:auto;border-collapse:collapse}
th,td{padding:6px 13px;border:1px solid var(--line);text-align:left}th{font-weight:600}
blockquote{padding:0 1em;color:var(--quiet);border-left:.25em solid var(--line)}.alert{color:inherit;padding:8px 16px}
.alert>:first-child{font-weight:600;margin-bottom:8px}.CAUTION{border-color:#cf222e}.WARNING{border-color:#9a6700}.NOTE{border-color:#0969da}
sub{font-size:75%}summary{cursor:pointer}
.added{background:var(--added);color:var(--added-text)}.removed{background:var(--removed);color:var(--removed-text)}.hunk{color:var(--hunk)}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { open: { type: "boolean", default: false } },
});
if (positionals.length === 0) process.stderr.write(HELP);
for (const file of positionals) {
  const page = pageOf(readFileSync(file, "utf8"));
  writeFileSync(file.replace(/\.md$/, ".html"), values.open ? page.replaceAll("<details>", "<details open>") : page);
}

/** @param {string} markdown */
function pageOf(markdown) {
  const body = new MarkdownIt({ html: true })
    .render(markdown)
    .replaceAll(
      /<blockquote>\s*<p>\[!(\w)(\w+)\]\n/g,
      (_all, first, rest) => `<blockquote class="alert ${first}${rest}"><p>${first}${rest.toLowerCase()}</p><p>`,
    )
    .replaceAll(/<code class="language-diff">([^]*?)\n<\/code>/g, (_all, lines) => `<code>${diffOf(lines)}</code>`);
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A comment</title>';
  return `<!doctype html><html lang="en">${head}<style>${CSS}</style><main>${body}</main></html>\n`;
}

/** @param {string} lines */
function diffOf(lines) {
  /** @type {Readonly<Record<string, string>>} */
  const classes = { "+": "added", "-": "removed", "@": "hunk" };
  return lines
    .split("\n")
    .map((line) => `<span class="${classes[line[0] ?? ""] ?? ""}">${line === "" ? " " : line}</span>`)
    .join("");
}
