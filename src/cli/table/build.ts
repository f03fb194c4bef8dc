/** The description of `krm-render build`. */
import type { Command } from "../command.ts";
import { BUILD_OPTIONS, LOCK_OPTIONS, STRICT } from "../options/common-options.ts";
import { optionTable } from "../options/option-table.ts";

export const build: Command = {
  name: "build",
  usage: [
    "[DIR] [OPTION...]",
    "flux://CLUSTER/NAMESPACE/[HelmRelease/]NAME [OPTION...]",
    "{argocd|helm}://CLUSTER/NAMESPACE/NAME [OPTION...]",
  ],
  summary: "print the manifests of one directory or deployment",
  description: [
    "Builds DIR (default: the working directory) and prints its manifests to standard output, byte for byte as " +
      "`kustomize build` does. Problems go to standard error. If there is an error, no manifest is printed.",
    "With the id of a Kustomization of Flux, which `krm-render targets` lists, prints what its controller applies: patches and other fields of the Kustomization count, and variables are substituted, also those with values of Secrets that are readable in the repository. The labels that name the owner are left out. It reads the working tree of the repository around the working directory, runs no helm and no functions, and lets files be anywhere in the repository, as the controller does.",
    "With the id of a HelmRelease, of an Application of Argo CD, or of a release that .krm-render.yaml lists, runs helm on its charts, with its values, and prints what helm-controller, Argo CD or helm applies. This takes no --enable-helm; without that option, helm gets nothing of the machine. The options --helm-command, --helm-kube-version and --helm-api-versions count. A chart that is not in the repository is fetched.",
  ],
  options: [
    ...optionTable({
      "-o, --output PATH":
        "Write to this file instead of standard output. If it is an existing directory, write one file for each object into it.",
    }),
    STRICT,
    ...LOCK_OPTIONS,
    ...BUILD_OPTIONS,
  ],
  examples: {
    "Print the manifests of production": "krm-render build overlays/prod",
    "Print what Flux applies": "krm-render build flux://prod/flux-system/apps",
    "Print what a HelmRelease installs": "krm-render build flux://prod/monitoring/HelmRelease/grafana",
    "Print what helm installs": "krm-render build helm://prod/shop/web",
    "Apply them": "krm-render build overlays/prod | kubectl apply -f -",
  },
  exitCodes: { 0: "built", 1: "it does not build" },
  maxArguments: 1,
  tooManyArguments: "build takes one target; `krm-render render` takes many",
  load: async () => (await import("../commands/build.ts")).build,
};
