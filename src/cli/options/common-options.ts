/** The options that several commands share. */
import type { Option } from "../command.ts";
import { CATALOG_OPTIONS } from "./catalog-options.ts";
import { FUNCTION_OPTIONS } from "./function-options.ts";
import { ofSetting, option, optionTable } from "./option-table.ts";

export const LOAD_RESTRICTOR = option(
  "--load-restrictor RULE",
  ofSetting("load-restrictor", "Whether a kustomization may read files outside its own directory."),
);

export const REDACT = option("--redact PATTERN", {
  ...ofSetting(
    "redact",
    "Withhold more values: /PATH, KIND:/PATH or KIND/NAME:/PATH, such as ConfigMap/license-*:/data/key.",
  ),
  repeatable: true,
});

/** The options about the configuration of reviews. @param text the default of the file, and what counts of it */
export function configurationOptions(text: Pick<Option, "default" | "summary">): readonly Option[] {
  return [option("--configuration FILE", text), REDACT];
}

export const ENABLE_JSONNET = option(
  "--enable-jsonnet",
  "Render the files of jsonnet that Applications of Argo CD deploy, by running jsonnet on them and on what they import. Without this option, such a file is an error.",
);

/** The options of every command that renders: those of `kustomize build`, and a time limit. */
export const BUILD_OPTIONS: readonly Option[] = [
  LOAD_RESTRICTOR,
  ...optionTable({
    "--reorder ORDER": {
      choices: ["legacy", "none"],
      default: "legacy",
      summary: "Order of the output if the kustomization has no sortOptions. Deprecated: use sortOptions.",
    },
    "--enable-managedby-label":
      "Add the label app.kubernetes.io/managed-by, with the same value as kustomize. Deprecated.",
    "--enable-helm":
      "Inflate Helm charts of kustomizations by running helm. Without this option, such a chart is an error. Charts of HelmReleases are rendered in any case, but without this option helm gets nothing of the machine.",
    "--helm-command PROGRAM": { default: "helm", summary: "The helm to run, version 3 or 4." },
    "--helm-api-versions VERSION": {
      repeatable: true,
      summary: "API version that charts see as available, if their entries list none. Those of HelmReleases list none.",
    },
    "--helm-kube-version VERSION":
      "Kubernetes version that charts see, if their entries name none. Those of HelmReleases name none; for them, it counts over kubernetes-version in .krm-render.yaml.",
    "--helm-debug": "Make helm print more when it fails.",
  }),
  ENABLE_JSONNET,
  ...FUNCTION_OPTIONS,
  ...CATALOG_OPTIONS,
  option("--timeout TIME", {
    default: "none",
    summary: "Time limit for the build of one directory, such as 90s or 5m.",
  }),
];

/** The options of {@link BUILD_OPTIONS} that commands have for themselves which print no manifests; `--build-option` sets the others. */
const OWN: ReadonlySet<string> = new Set([
  "load-restrictor",
  "enable-helm",
  "helm-command",
  "helm-kube-version",
  "enable-jsonnet",
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
  option("--build-option NAME[=VALUE]", {
    repeatable: true,
    others: BUILD_OPTIONS.filter(({ name }) => !OWN.has(name)),
    summary: "Any other option of `krm-render build`, such as pull=never or isolate-functions=require.",
  }),
];

/** The options of the commands that write manifests or compare them. */
export const LOCKED = option("--locked[=FILE]", {
  default: "krm-render.lock at the top of the repository",
  summary: "Fail for everything from elsewhere that the lock does not have with this digest.",
});

export const LOCK_OPTIONS = [
  option("--lock-out FILE", "Write a lock: everything that was used from elsewhere, with its digest."),
  LOCKED,
];

export const STRICT = option(
  "--strict",
  ofSetting(
    "strict",
    "Fail for problems that kustomize ignores: unknown keys, images, patches and replacements that match nothing, and " +
      "references that keep an old name. Without this option, they are warnings.",
  ),
);

export const CONCURRENCY = option(
  "--concurrency N",
  ofSetting("concurrency", "How many targets are rendered at the same time."),
);

export const TARGETS_FROM = option(
  "--targets-from FILE",
  "Read more targets from a file, one per line, as `krm-render targets` prints them; `-` is standard input.",
);
