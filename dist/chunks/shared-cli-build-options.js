import {
  createHelm,
  defaultStoreDirectory,
  lazyRemotes
} from "./shared-sources-remote-git-url.js";
import {
  printDiagnostics
} from "./shared-cli-terminal.js";

// src/cli/build-options.ts
function buildOptions(invocation, { cwd, env }, configHome = "private") {
  const command = invocation.value("helm-command") || "helm";
  return {
    loadRestrictor: invocation.value("load-restrictor") === "LoadRestrictionsNone" ? "none" : "root-only",
    reorder: invocation.value("reorder") === "none" ? "none" : "legacy",
    managedByLabel: invocation.has("enable-managedby-label") || env["KUSTOMIZE_ENABLE_MANAGEDBY_LABEL"] === "on",
    helm: invocation.has("enable-helm") ? {
      helm: createHelm({ command, cwd, env, configHome }),
      apiVersions: invocation.values("helm-api-versions"),
      kubeVersion: invocation.value("helm-kube-version"),
      debug: invocation.has("helm-debug")
    } : void 0
  };
}
function terminalRemotes({ env, stderr }, protocols) {
  return lazyRemotes({
    store: { directory: defaultStoreDirectory(env) },
    rules: { protocols, privateHosts: true },
    env: { ...env },
    log: (line) => void stderr.write(`${line}
`)
  });
}
var DEPRECATED = [
  ["reorder", "Set sortOptions in the kustomization instead."],
  ["enable-managedby-label", "Add the label under labels in the kustomization instead."]
];
async function warnAboutOptions(invocation, terminal) {
  const given = DEPRECATED.filter(([name]) => invocation.value(name) !== void 0);
  await printDiagnostics(
    terminal,
    given.map(([name, hint]) => ({
      code: "deprecated-option",
      severity: "warning",
      message: `--${name} is deprecated`,
      hint
    }))
  );
}

export {
  buildOptions,
  terminalRemotes,
  warnAboutOptions
};
