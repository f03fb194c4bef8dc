#!/usr/bin/env node
// @ts-check
// Reads the rules of docs/specification/ and their citations in the code and the tests. As a program, lists the rules that
// no test cites.
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ readonly number: string, readonly line: number, readonly text: string }} Rule */
/**
 * `name` is the file of the page. `sections` and `rules` are in the order of the page.
 *
 * @typedef {{
 *   readonly name: string,
 *   readonly title: string | undefined,
 *   readonly sections: readonly Rule[],
 *   readonly rules: readonly Rule[],
 * }} Page
 */
/**
 * `numbers` are those of rules (`2.1`) and sections (`2`), each on its own; none cites the whole page.
 *
 * @typedef {{ readonly file: string, readonly line: number, readonly page: string, readonly numbers: readonly string[] }} Citation
 */

const DIRECTORY = "docs/specification";
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const NUMBER = String.raw`\d+(?:\.\d+)?`;
/** A list of numbers, each with an optional lettered step of the rule. */
const NUMBERS = String.raw`${NUMBER}(?: ?\([a-z]\))?(?:(?:, (?:and )?| and | to )${NUMBER}(?: ?\([a-z]\))?)*`;
/** The characters between two words of a comment, which may be on different lines. */
const GAP = String.raw`(?: |\n[ \t]*(?:\*|//|#)?[ \t]*)`;

/** @param {string} [root] @returns {Page[]} the pages, by name; without README.md, which has no rules */
export function pages(root = ROOT) {
  const names = readdirSync(join(root, DIRECTORY)).filter((name) => name.endsWith(".md") && name !== "README.md");
  return names.sort().map((name) => parsePage(name, readFileSync(join(root, DIRECTORY, name), "utf8")));
}

/** @param {string} name @param {string} text @returns {Page} */
export function parsePage(name, text) {
  const lines = text.split("\n");
  /** @param {RegExp} pattern @returns {Rule[]} */
  const all = (pattern) =>
    lines.flatMap((line, index) => {
      const [, number, rest] = pattern.exec(line) ?? [];
      return number === undefined ? [] : [{ number, line: index + 1, text: rest?.trim() ?? "" }];
    });
  return {
    name,
    title: /^# (.+)$/.exec(lines[0] ?? "")?.[1],
    sections: all(/^## (\d+) (.+)$/),
    rules: all(/^\*\*(\d+\.\d+)\*\*(.*)$/),
  };
}

/** @param {string} [root] @returns {Citation[]} the citations in src/, __tests__/ and scripts/ */
export function citations(root = ROOT) {
  return codeFiles(root).flatMap(({ file, text }) => citationsIn(file, text));
}

/** @param {string} file @param {string} text @returns {Citation[]} the citations by the full path of a page */
export function citationsIn(file, text) {
  return find(file, text, String.raw`${DIRECTORY}/([a-z\d-]+\.md)`);
}

/** @param {string} name @param {string} text @returns {Citation[]} the links of a page to rules of itself and of other pages */
export function linksIn(name, text) {
  return find(`${DIRECTORY}/${name}`, text, String.raw`\[(?:[a-z\d-]+\.md)\]\(([a-z\d-]+\.md)\)`);
}

/** @param {string} file @param {string} text @param {string} page a pattern whose group is the page @returns {Citation[]} */
function find(file, text, page) {
  const pattern = new RegExp(`${page}(?:${GAP}(${NUMBERS.replaceAll(" ", GAP)})(?![\\d.]*\\d))?`, "g");
  return [...text.matchAll(pattern)].map((match) => ({
    file,
    line: text.slice(0, match.index).split("\n").length,
    page: /** @type {string} */ (match[1]),
    numbers: match[2] === undefined ? [] : expand(match[2]),
  }));
}

/** @param {string} text such as `2.1, 2.4 to 2.6` @returns {string[]} all numbers, including those in ranges */
function expand(text) {
  /** @type {string[]} */
  const numbers = [];
  let isRange = false;
  for (const [word] of text.matchAll(new RegExp(`to|${NUMBER}`, "g"))) {
    if (isRange) numbers.push(...between(numbers.at(-1) ?? "", word));
    isRange = word === "to";
    if (!isRange) numbers.push(word);
  }
  return numbers;
}

/** @param {string} from @param {string} to @returns {string[]} the numbers from one rule of a section to another, or from one section to another */
function between(from, to) {
  const split = (/** @type {string} */ number) => /^(.*?)(\d+)$/.exec(number) ?? [];
  const [[, head, first], [, other, last]] = [split(from), split(to)];
  if (head !== other) return [];
  const count = Math.max(0, Number(last) - Number(first) - 1);
  return Array.from({ length: count }, (_, index) => `${head}${Number(first) + 1 + index}`);
}

/** @param {string} [root] @returns {{ file: string, text: string }[]} all texts of src/, __tests__/ and scripts/ */
export function codeFiles(root = ROOT) {
  return ["src", "__tests__", "scripts"].flatMap((directory) => filesBelow(root, directory));
}

/** @param {string} root @param {string} directory @returns {{ file: string, text: string }[]} */
function filesBelow(root, directory) {
  const entries = readdirSync(join(root, directory), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const file = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, file);
    return /\.(?:ts|mjs|txt|md)$/.test(file) ? [{ file, text: readFileSync(join(root, file), "utf8") }] : [];
  });
}

/** @param {readonly Page[]} all @param {Citation} citation @returns {string[]} the numbers of a citation that do not exist */
export function unresolved(all, { page: name, numbers }) {
  const page = all.find((one) => one.name === name);
  if (page === undefined) return name === "README.md" && numbers.length === 0 ? [] : [name];
  const known = new Set([...page.sections, ...page.rules].map(({ number }) => number));
  return numbers.filter((number) => !known.has(number)).map((number) => `${name} ${number}`);
}

/**
 * The citation of a section counts for all rules of the section, and that of a page for all rules of the page.
 *
 * @param {readonly Page[]} all @param {readonly Citation[]} cited
 * @returns {{ page: Page, rules: Rule[] }[]} the rules that no test cites, by page
 */
export function untested(all, cited) {
  const tested = cited.filter(({ file }) => file.startsWith("__tests__/"));
  return all.map((page) => {
    const own = tested.filter((citation) => citation.page === page.name);
    if (own.some(({ numbers }) => numbers.length === 0)) return { page, rules: [] };
    const numbers = new Set(own.flatMap((citation) => citation.numbers));
    const isCited = (/** @type {Rule} */ { number }) => numbers.has(number) || numbers.has(number.split(".")[0] ?? "");
    return { page, rules: page.rules.filter((rule) => !isCited(rule)) };
  });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const { page, rules } of untested(pages(), citations())) {
    for (const { number, text } of rules) console.log(`${DIRECTORY}/${page.name} ${number}  ${text.slice(0, 80)}`);
  }
}
