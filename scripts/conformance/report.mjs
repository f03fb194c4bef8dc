// @ts-check
// Formats the results of a run: the number of cases that pass, by suite, and the differences of one case.

/** @typedef {import("./cases.mjs").Case} Case */
/** @typedef {{ build: number, builds: number, error: number, errors: number }} Row */

/**
 * Makes a table by suite, with the totals.
 *
 * @param {readonly { id: string, isError: boolean, passed: boolean }[]} results
 */
export function table(results) {
  /** @type {Map<string, Row>} */
  const suites = new Map();
  const total = emptyRow();
  for (const { id, isError, passed } of results) {
    const name = id.split("/")[0] ?? "";
    const suite = suites.get(name) ?? emptyRow();
    suites.set(name, suite);
    for (const row of [suite, total]) {
      row[isError ? "errors" : "builds"]++;
      if (passed) row[isError ? "error" : "build"]++;
    }
  }
  const rows = [...suites].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [`${"suite".padEnd(44)}${"build".padStart(10)}${"error".padStart(10)}`];
  for (const [name, row] of [...rows, /** @type {const} */ (["all", total])]) lines.push(lineOf(name, row));
  return { total, text: lines.join("\n") };
}

/** @returns {Row} */
const emptyRow = () => ({ build: 0, builds: 0, error: 0, errors: 0 });

/** @param {string} name @param {Row} row */
function lineOf(name, { build, builds, error, errors }) {
  const cells = [builds === 0 ? "" : `${build}/${builds}`, errors === 0 ? "" : `${error}/${errors}`];
  return name.padEnd(44) + cells.map((cell) => cell.padStart(10)).join("");
}

/**
 * Describes one case with its files and differences.
 *
 * @param {Case} wanted
 * @param {{ status: number | null, stdout: string, stderr: string }} outcome
 */
export function description(wanted, outcome) {
  const lines = Object.entries(wanted.files).map(([path, text]) => `--- ${path}\n${text}`);
  lines.push(`=== build ${wanted.path} ${wanted.flags.join(" ")}: status ${outcome.status}`);
  if (wanted.stdout !== undefined) lines.push(...difference(wanted.stdout, outcome.stdout));
  else lines.push(`expected the error: ${wanted.error}`);
  if (outcome.stderr !== "") lines.push(`=== standard error\n${outcome.stderr}`);
  return lines.join("\n");
}

/** Both texts around their first difference. @param {string} expected @param {string} actual @returns {string[]} */
function difference(expected, actual) {
  const left = expected.split("\n");
  const right = actual.split("\n");
  const first = left.findIndex((line, index) => line !== right[index]);
  if (first < 0 && left.length === right.length) return [];
  const at = first < 0 ? left.length : first;
  return [
    `=== line ${at + 1} differs`,
    ...left.slice(Math.max(0, at - 5), at).map((line) => `  ${line}`),
    ...left.slice(at, at + 12).map((line) => `- ${line}`),
    ...right.slice(at, at + 12).map((line) => `+ ${line}`),
  ];
}
