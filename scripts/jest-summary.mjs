// @ts-check
// A reporter for jest. Prints the names of skipped tests, so that nobody overlooks them, and writes the counts to the file
// in SUMMARY_FILE, for .ci/run.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

export default class Summary {
  /**
   * @param {Set<unknown>} _contexts
   * @param {import("@jest/reporters").AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const skipped = results.testResults.flatMap(({ testFilePath, testResults }) =>
      testResults
        .filter(({ status }) => status === "pending" || status === "todo")
        .map(({ fullName }) => `  ${relative(process.cwd(), testFilePath)}: ${fullName}`),
    );
    if (skipped.length > 0) console.error(`\nSkipped:\n${skipped.join("\n")}`);

    const file = process.env.SUMMARY_FILE;
    if (!file) return;
    // A suite that fails to load has no tests, so it counts as a failed one.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(file, `${results.numPassedTests} ${failed} ${results.numPendingTests + results.numTodoTests}\n`);
  }
}
