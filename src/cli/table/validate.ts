/** The description of `krm-render validate`. */
import type { Command } from "../command.ts";
import { BUILD_OPTIONS, CONCURRENCY, LOCKED, STRICT, TARGETS_FROM } from "../options/common-options.ts";
import { ofSetting, optionTable } from "../options/option-table.ts";
import { SETTINGS_PARAGRAPH } from "./settings-paragraph.ts";
import { TARGET_PARAGRAPH } from "./target-paragraph.ts";

export const validate: Command = {
  name: "validate",
  usage: ["[TARGET|GLOB...] [OPTION...]"],
  summary: "find what the API server would refuse",
  description: [
    "Renders every target, and checks its objects as the API server would: unknown fields, wrong types, missing fields, values that are not allowed, names and labels, and APIs that this version of Kubernetes does not serve. Nothing is fetched for that, and no cluster is asked. Prints one line for each problem, below the target that has it. Deprecated APIs, and references to what is missing in a target, are listed as warnings, and are no mistakes. Policies of `.krm-render.yaml` and ValidatingAdmissionPolicies judge all objects, and what its silences accept is not told.",
    "Kinds that Kubernetes has built in are known for the versions that docs/specification/schemas.md names. Custom resources are checked by the CustomResourceDefinitions among the objects of the targets, and by those of --schema. How many objects are of unknown kinds is told at the end.",
    TARGET_PARAGRAPH,
    SETTINGS_PARAGRAPH,
  ],
  options: [
    ...optionTable({
      "--kubernetes-version VERSION": ofSetting(
        "kubernetes-version",
        "Version of the cluster, such as 1.31; charts see it as well. Default: the newest version that is known.",
      ),
      "--schema DIR": {
        repeatable: true,
        summary: "Read CustomResourceDefinitions from the YAML files of a directory, or from one file.",
      },
      "--format FORMAT": { choices: ["text", "json"], default: "text", summary: "Format of the result." },
    }),
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    LOCKED,
    ...BUILD_OPTIONS,
  ],
  examples: {
    "Check everything": "krm-render validate",
    "Find out what an upgrade to Kubernetes 1.37 would break": "krm-render validate --kubernetes-version 1.37",
    "Check one overlay, with definitions from elsewhere": "krm-render validate apps/web/overlays/prod --schema crds",
  },
  exitCodes: { 0: "no mistake was found", 1: "a mistake was found, or a target failed" },
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/validate.ts")).validate,
};
