/** The description of `krm-render explain`. */
import type { Command } from "../command.ts";
import { configurationOptions, REVIEW_BUILD_OPTIONS } from "../options/common-options.ts";
import { optionTable } from "../options/option-table.ts";

export const explain: Command = {
  name: "explain",
  usage: ["DIR|ID [KIND/NAME] [FIELD] [OPTION...]"],
  summary: "show where an object or a value comes from",
  description: [
    "Builds DIR, or the deployment ID, and prints the history of the object KIND/NAME: where it was created and each step that changed it, with the " +
      "place, the field of the kustomization, and the value before and after. With FIELD, prints the history of that field: " +
      "the step that set it last, then all earlier values. Without KIND/NAME, lists all objects.",
    "NAME is the name in the output or an earlier one, with or without its hash, and may be written as NAMESPACE/NAME, as reviews " +
      "print it. KIND may be written as KIND.GROUP. FIELD is a path such as " +
      "spec.template.spec.containers.[name=web].image, or a JSON Pointer; containers[web] and containers[0] are also " +
      "accepted. Values of Secrets are never shown.",
    "ID is that of a deployment of the repository around the working directory, as `krm-render targets` lists it, such as " +
      "flux://prod/flux-system/apps. It is built as its controller does, so options about helm, functions and the load restrictor do not count for it; the history then has the steps of Flux, too.",
    "Of a HelmRelease, an Application or a release of helm, it tells the template in the repository that made an object, and for FIELD the values that it equals or holds: those that it is given, and those of values.yaml of a chart in the repository. For a chart from elsewhere, it tells the place that names the chart.",
  ],
  options: [
    ...optionTable({
      "-n, --namespace NAMESPACE": "The namespace of the object, in the output or an earlier one.",
      "--format FORMAT": { choices: ["text", "json"], default: "text", summary: "Format of the output." },
    }),
    ...configurationOptions({
      default: ".krm-render.yaml of the working tree",
      summary: "What is withheld besides the values of Secrets.",
    }),
    ...REVIEW_BUILD_OPTIONS,
  ],
  examples: {
    "Show the history of an object": "krm-render explain overlays/prod Deployment/web",
    "Show who set a field": "krm-render explain overlays/prod Deployment/web spec.replicas",
    "Show who set a field of what Flux applies":
      "krm-render explain flux://prod/flux-system/apps Deployment/web spec.replicas",
    "Show which values of a release make a field":
      "krm-render explain flux://prod/apps/HelmRelease/web Deployment/web spec.replicas",
  },
  exitCodes: { 0: "explained", 1: "the directory does not build, or has no such object or field" },
  maxArguments: 3,
  tooManyArguments: "explain takes a directory or an id, an object and a field at most",
  load: async () => (await import("../commands/explain.ts")).explain,
};
