#!/usr/bin/env node
// @ts-check
// Writes the generated parts of the documentation: the output of --help, the inputs and outputs of action.yml, tables of rules, and
// the JSON Schemas of documents.
// With --check it writes nothing, and fails if a part is out of date.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { parse } from "yaml";
import { madeModules } from "./made-modules.mjs";
import { publishedSchemas } from "./schemas.mjs";

/** @typedef {import("../src/configuration/settings-table.ts").Setting} Setting */

const root = dirname(import.meta.dirname);
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

/** @type {Readonly<Record<string, Setting>>} */
const settings = await exported("src/configuration/settings-table.ts", "SETTINGS");
/** @type {{ outputs: Record<string, { description: string }> }} */
const action = parse(readFileSync(join(root, "action.yml"), "utf8"));

/** @type {readonly { id: string, level: string, summary: string }[]} */
const dangerRules = await exported("src/review/dangers/rules-list.ts", "RULES");
/** @type {readonly { id: string, summary: string }[]} */
const noiseRules = await exported("src/review/summary/noise/index.ts", "BUILT_IN_RULES");

const ofInputs = Object.entries(settings).filter(([, { isInput }]) => isInput);
/** Whether the file of the repository may set a setting, and of which revision. */
const FILE_SETS = { policy: "base", side: "head", restrict: "base, if stricter", job: "no", trust: "no" };

/** Who decides on a setting, by its class. */
const DECIDES = {
  policy: "the workflow, or else the file of the base",
  side: "the workflow, or else the file of the head; without secrets only, otherwise that of the base",
  restrict: "the stricter of the workflow and the file of the base",
  trust: "the workflow only: it allows code, the network or credentials",
  job: "the workflow only: it is about the job",
};

/** Generated parts by page and name. A part stands between `<!-- generated: NAME -->` and `<!-- end -->`. */
/** @type {Record<string, Record<string, string>>} */
const pages = {
  "docs/reference/action.md": {
    inputs: table(
      ["input", "default", "what it is"],
      ofInputs.map(([name, setting]) => [
        code(name),
        code(setting.expression ?? setting.default),
        `${textOf(setting)} ${modesOf(setting)}`,
      ]),
    ),
    settings: table(
      ["setting", "default", "`.krm-render.yaml`", "what it is"],
      Object.entries(settings)
        .filter(([, { isInput }]) => !isInput)
        .map(([name, setting]) => [
          code(name),
          code(setting.default),
          FILE_SETS[setting.class],
          `${textOf(setting)} ${modesOf(setting)}`,
        ]),
    ),
    outputs: table(
      ["output", "what it is"],
      Object.entries(action.outputs).map(([name, output]) => [code(name), output.description]),
    ),
  },
  "docs/internals/threat-model.md": {
    settings: table(
      ["who decides", "settings"],
      Object.entries(DECIDES).map(([owner, who]) => [
        who,
        Object.keys(settings)
          .filter((name) => settings[name]?.class === owner)
          .map(code)
          .join(", "),
      ]),
    ),
  },
  "docs/guide/dangers.md": {
    rules: table(
      ["rule", "level", "what it finds"],
      dangerRules.map(({ id, level, summary }) => [`[${code(id)}](../dangers/${id}.md)`, level, summary]),
    ),
  },
  "docs/guide/noise.md": {
    rules: table(
      ["rule", "what it folds"],
      noiseRules.map(({ id, summary }) => [code(id), summary]),
    ),
  },
  "docs/reference/command-line.md": Object.fromEntries(
    commands().map((name) => [
      name,
      `\`\`\`text
${manual(name)}\`\`\``,
    ]),
  ),
};

const ACTION = "action.yml";
const inputs = `inputs:\n${ofInputs.map(([name, setting]) => inputText(name, setting)).join("")}\n`;

const stale = Object.entries(pages)
  .filter(([page, parts]) => !update(page, parts))
  .map(([page]) => page);
const withInputs = readFileSync(join(root, ACTION), "utf8").replace(/^inputs:\n(?: .*\n|\n)+/m, () => inputs);
const files = new Map(publishedSchemas(root)).set(ACTION, withInputs);
for (const [path, text] of files) {
  if (existsSync(join(root, path)) && readFileSync(join(root, path), "utf8") === text) continue;
  if (values.check) stale.push(path);
  else writeFileSync(join(root, path), text);
}
for (const page of stale) console.error(`${page} is out of date: run \`npm run docs\``);
if (stale.length > 0) process.exitCode = 1;

/** What an input is, with how several are written. @param {Setting} setting */
function textOf({ summary, form }) {
  if (form?.kind === "patterns") return `${summary} One per line, or separated by commas.`;
  return form?.kind === "lines" ? `${summary} One per line.` : summary;
}

/** @param {Setting} setting */
function modesOf({ modes }) {
  if (modes.length === 4) return "All modes.";
  return `${modes.length === 1 ? "Mode" : "Modes"}: ${modes.join(", ")}.`;
}

/**
 * An input of action.yml. The runner would fill in any default, and what the repository sets would never count, so the description has it.
 * @param {string} name @param {Setting} setting
 */
function inputText(name, setting) {
  const { form, expression } = setting;
  const said = form === undefined || setting.default === "" ? "" : ` Default: \`${setting.default}\`.`;
  const given = expression ?? (form === undefined ? setting.default : "");
  const lines = [...wrapped(`${textOf(setting)}${said}`, 114), modesOf(setting)];
  const value = /^[\w$][^:#]*$/.test(given) && !/^(?:true|false|\d+)$/.test(given) ? given : JSON.stringify(given);
  return [
    `  ${name}:`,
    "    description: >-",
    ...lines.map((line) => `      ${line}`),
    "    required: false",
    `    default: ${value}\n`,
  ].join("\n");
}

/** @param {string} text @param {number} width */
function wrapped(text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Loads what a source exports. @param {string} source @param {string} name @returns {Promise<any>} */
async function exported(source, name) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [madeModules(root)],
    write: false,
    logLevel: "silent",
  });
  const encoded = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return (await import(`data:text/javascript;base64,${encoded}`))[name];
}

/** @param {string} page @param {Record<string, string>} parts @returns {boolean} false if the page is out of date and --check is given */
function update(page, parts) {
  const path = join(root, page);
  const before = readFileSync(path, "utf8");
  let after = before;
  for (const [name, text] of Object.entries(parts)) {
    const [start, end] = [`<!-- generated: ${name} -->\n`, "\n<!-- end -->"];
    const from = after.indexOf(start);
    const to = after.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${page} has no part "${name}"`);
    after = `${after.slice(0, from)}${start}\n${text}\n${after.slice(to)}`;
  }
  if (after === before) return true;
  if (values.check) return false;
  writeFileSync(path, after);
  return true;
}

/** The help of a command. The options that it shares with build are listed for build only. @param {string} command */
function manual(command) {
  const text = help(command);
  if (command === "build") return text;
  const shared = options(help("build")).filter((option) => !option.includes("--help"));
  const left = shared.filter((option) => !text.includes(option));
  if (left.length > shared.length / 2) return text;
  const missing = left.map((option) => /--[\w-]+/.exec(option)?.[0]).join(", ");
  const own = shared.reduce((rest, option) => rest.replace(option, ""), text);
  const reference = `  and all options of \`krm-render build\` but ${missing}\n`;
  return own.replace(options(own).at(-1) ?? "", (last) => reference + last);
}

/** The options in a help text, each with its explanation. @param {string} text @returns {string[]} */
function options(text) {
  const section = text.slice(text.indexOf("\nOptions:\n"), text.indexOf("\nExamples:\n"));
  return section.match(/^ {2}-.*\n(?: {8}.*\n)*/gm) ?? [];
}

/** All that have options of their own: a new one needs its part of the page. */
function commands() {
  const [, list = ""] = /^Commands:\n((?: {2}.*\n)+)/m.exec(help("help")) ?? [];
  return [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name = ""]) => name).filter((name) => name !== "version");
}

/** @param {string} command */
function help(command) {
  return execFileSync(process.execPath, [join(root, "dist/cli.js"), command, "--help"], { encoding: "utf8" });
}

/** @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  return lines.join("\n");
}

/** @param {string} text */
function cell(text) {
  return text.trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
}

/** @param {string} text */
function code(text) {
  return text === "" ? "" : `\`${text}\``;
}
