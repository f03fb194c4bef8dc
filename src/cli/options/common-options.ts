/** The options that several commands take. */
import type { Option } from "../command.ts";
import { FUNCTION_OPTIONS } from "./function-options.ts";

const LOAD_RESTRICTOR: Option = {
  name: "load-restrictor",
  value: "RULE",
  choices: ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"],
  default: "LoadRestrictionsRootOnly",
  summary: "Whether a kustomization may read files outside of its own directory.",
};

const REORDER: Option = {
  name: "reorder",
  value: "ORDER",
  choices: ["legacy", "none"],
  default: "legacy",
  summary: "Order of the output where the kustomization has no sortOptions. Deprecated: prefer sortOptions.",
};

const MANAGED_BY_LABEL: Option = {
  name: "enable-managedby-label",
  summary: "Add the label app.kubernetes.io/managed-by with the value that kustomize gives it. Deprecated.",
};

const HELM_OPTIONS: readonly Option[] = [
  { name: "enable-helm", summary: "Inflate Helm charts, by running helm. Without it, a chart is an error." },
  { name: "helm-command", value: "PROGRAM", default: "helm", summary: "The helm to run, version 3 or 4." },
  {
    name: "helm-api-versions",
    value: "VERSION",
    repeatable: true,
    summary: "API version that charts find available, where a chart's entry does not list any.",
  },
  {
    name: "helm-kube-version",
    value: "VERSION",
    summary: "Kubernetes version that charts are told, where a chart's entry does not say any.",
  },
  { name: "helm-debug", summary: "Have helm say more when it fails." },
];

const TIMEOUT: Option = {
  name: "timeout",
  value: "TIME",
  default: "none",
  summary: "How long the build of one directory may take, such as 90s or 5m, before it fails.",
};

/** The options of `kustomize build`, and a limit, which every command that renders takes. */
export const BUILD_OPTIONS: readonly Option[] = [
  LOAD_RESTRICTOR,
  REORDER,
  MANAGED_BY_LABEL,
  ...HELM_OPTIONS,
  ...FUNCTION_OPTIONS,
  TIMEOUT,
];

export const STRICT: Option = {
  name: "strict",
  summary:
    "Fail where kustomize says nothing: keys that it does not know, images, patches and replacements that match nothing, " +
    "references that keep an old name. Without it, these are warnings.",
};

export const CONCURRENCY: Option = {
  name: "concurrency",
  value: "N",
  default: "8",
  summary: "How many targets are in work at a time.",
};

export const TARGETS_FROM: Option = {
  name: "targets-from",
  value: "FILE",
  summary: "Read further targets from a file, one a line, as `krm-render targets` prints them; `-` is standard input.",
};
