/** The configuration of a repository, which its own file `.krm-render.yaml` holds. Pure: a text in, data out. */
export { type ConfigurationChange, type ConfigurationRule, compareConfigurations, rulesOf } from "./changes.ts";
export {
  type Configuration,
  type DangerLevel,
  type DangerSettings,
  EMPTY_CONFIGURATION,
  type NoiseRule,
  type NoiseSettings,
  type PolicyRule,
  type RedactionRule,
  type SilenceRule,
  WITHHOLDING_CONFIGURATION,
} from "./configuration.ts";
export {
  type ArgoCluster,
  type ClusterValues,
  type DeploymentRoot,
  type DeploymentSettings,
  type DeploymentSource,
  FOUND_DEPLOYMENTS,
  type IgnoredDeployments,
  type InstalledChart,
} from "./deployments.ts";
export {
  coverMatcher,
  globMatcher,
  matchesName,
  matchesObject,
  nameMatcher,
  type ObjectPattern,
  PathPattern,
} from "./patterns.ts";
export { POLICY_PREFIX, ruleOfPolicy } from "./policies.ts";
export {
  CONFIGURATION_FILE,
  type KnownRules,
  type ReadConfiguration,
  readConfiguration,
} from "./read.ts";
export { parseRedactionLines } from "./redaction-lines.ts";
export {
  FILE_SETTINGS,
  type FileSettingName,
  formerInput,
  isInput,
  isReadIn,
  isSetting,
  KUBERNETES_VERSION,
  MAX_DURATION,
  type SettingInForce,
  type SettingName,
  type Settings,
  type SettingsInForce,
  type SettingValue,
  stricter,
} from "./settings.ts";
export { MODES, type Mode, SETTINGS, type SettingClass } from "./settings-table.ts";
export { readSettingsText, readWorkflowTexts, type Variables } from "./settings-text.ts";
