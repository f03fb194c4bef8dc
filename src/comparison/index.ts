/**
 * One comparison for the action and for the command line: the settings that count, both sides, the plan, the comparison itself, and the
 * files that it leaves. Its hosts read the options or inputs, open the ports of builds, and present the result.
 */
export { compare } from "./compare.ts";
export {
  type OpenedConfiguration,
  openConfiguration,
  readGivenConfiguration,
  settingsInForce,
  withRedaction,
} from "./configuration.ts";
export { dividedSearch } from "./divided-search.ts";
export { earlierTrees } from "./earlier-trees.ts";
export { apisOf } from "./known-apis.ts";
export { openLocks } from "./locks.ts";
export { type ComparisonSettings, openSides, type PlannedComparison, planComparison } from "./plan.ts";
export { manifestRules, openReportDirectory, type ReportDirectory } from "./report-directory.ts";
