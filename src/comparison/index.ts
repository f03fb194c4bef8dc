/**
 * One comparison for the action and for the command line: the settings that count, both sides, the plan, the comparison itself, and the
 * files that it leaves. Its hosts read what a person or a workflow wants, open what builds may reach, and present the result.
 */
export { type Compared, type ComparisonHost, compare } from "./compare.ts";
export {
  type OpenedConfiguration,
  openConfiguration,
  readGivenConfiguration,
  settingsInForce,
  withRedaction,
} from "./configuration.ts";
export { type Locks, openLocks } from "./locks.ts";
export {
  type ComparedSide,
  type ComparisonSettings,
  type OpenedSides,
  openSides,
  type PlannedComparison,
  planComparison,
} from "./plan.ts";
export { type ManifestRules, openReportDirectory, type ReportDirectory, type ReportTexts } from "./report-directory.ts";
