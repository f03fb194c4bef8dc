/** The options that several commands share. */
import type { Option } from "../command.ts";
import { CATALOG_OPTIONS } from "./catalog-options.ts";
import { FUNCTION_OPTIONS } from "./function-options.ts";
import { settingOption } from "./setting-option.ts";

export const LOAD_RESTRICTOR: Option = settingOption("load-restrictor", {
  value: "RULE",
  summary: "Whether a kustomization may read files outside its own directory.",
});

const REORDER: Option = {
  name: "reorder",
  value: "ORDER",
  choices: ["legacy", "none"],
  default: "legacy",
  summary: "Order of the output if the kustomization has no sortOptions. Deprecated: use sortOptions.",
};

const MANAGED_BY_LABEL: Option = {
  name: "enable-managedby-label",
  summary: "Add the label app.kubernetes.io/managed-by, with the same value as kustomize. Deprecated.",
};

const HELM_OPTIONS: readonly Option[] = [
  { name: "enable-helm", summary: "Inflate Helm charts by running helm. Without this option, a chart is an error." },
  { name: "helm-command", value: "PROGRAM", default: "helm", summary: "The helm to run, version 3 or 4." },
  {
    name: "helm-api-versions",
    value: "VERSION",
    repeatable: true,
    summary: "API version that charts see as available, if their entries list none.",
  },
  {
    name: "helm-kube-version",
    value: "VERSION",
    summary: "Kubernetes version that charts see, if their entries name none.",
  },
  { name: "helm-debug", summary: "Make helm print more when it fails." },
];

export const REDACT: Option = settingOption("redact", {
  value: "PATTERN",
  repeatable: true,
  summary: "Withhold more values: /PATH, KIND:/PATH or KIND/NAME:/PATH, such as ConfigMap/license-*:/data/key.",
});

/** The options about the configuration of reviews. @param text the default of the file, and what counts of it */
export function configurationOptions(text: Pick<Option, "default" | "summary">): readonly Option[] {
  return [{ name: "configuration", value: "FILE", ...text }, REDACT];
}

const TIMEOUT: Option = {
  name: "timeout",
  value: "TIME",
  default: "none",
  summary: "Time limit for the build of one directory, such as 90s or 5m.",
};

/** The options of every command that renders: those of `kustomize build`, and a time limit. */
export const BUILD_OPTIONS: readonly Option[] = [
  LOAD_RESTRICTOR,
  REORDER,
  MANAGED_BY_LABEL,
  ...HELM_OPTIONS,
  ...FUNCTION_OPTIONS,
  ...CATALOG_OPTIONS,
  TIMEOUT,
];

/** The options of {@link BUILD_OPTIONS} that commands have for themselves which print no manifests; `--build-option` sets the others. */
const OWN: ReadonlySet<string> = new Set([
  "load-restrictor",
  "enable-helm",
  "helm-command",
  "helm-kube-version",
  "enable-alpha-plugins",
  "enable-exec",
  "enable-star",
  "env",
  "network",
  "trusted-catalog",
  "allow-hosts",
  "timeout",
]);

export const REVIEW_BUILD_OPTIONS: readonly Option[] = [
  ...BUILD_OPTIONS.filter(({ name }) => OWN.has(name)),
  {
    name: "build-option",
    value: "NAME[=VALUE]",
    repeatable: true,
    others: BUILD_OPTIONS.filter(({ name }) => !OWN.has(name)),
    summary: "Any other option of `krm-render build`, such as pull=never or isolate-functions=require.",
  },
];

/** The options of the commands that write manifests or compare them. */
export const LOCK_OPTIONS: readonly Option[] = [
  {
    name: "lock-out",
    value: "FILE",
    summary: "Write a lock: everything that was used from elsewhere, with its digest.",
  },
  {
    name: "locked",
    value: "FILE",
    optional: true,
    default: "krm-render.lock at the top of the repository",
    summary: "Fail for everything from elsewhere that the lock does not have with this digest.",
  },
];

export const STRICT: Option = settingOption("strict", {
  summary:
    "Fail for problems that kustomize ignores: unknown keys, images, patches and replacements that match nothing, and " +
    "references that keep an old name. Without this option, they are warnings.",
});

export const CONCURRENCY: Option = settingOption("concurrency", {
  value: "N",
  summary: "How many targets are rendered at the same time.",
});

export const TARGETS_FROM: Option = {
  name: "targets-from",
  value: "FILE",
  summary: "Read more targets from a file, one per line, as `krm-render targets` prints them; `-` is standard input.",
};
