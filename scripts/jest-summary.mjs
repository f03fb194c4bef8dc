// @ts-check
// A reporter for jest: names what was skipped, since a skip nobody sees is a hole, and leaves the counts in the file
// that SUMMARY_FILE names, for .ci/run.
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
    // A suite that does not even load has no failed test to count.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(file, `${results.numPassedTests} ${failed} ${results.numPendingTests + results.numTodoTests}\n`);
  }
}
