/** From the options of `kustomize build` to those of the engine. */
import type { BuildOptions } from "../engine/context/built.ts";
import {
  createHelm,
  defaultStoreDirectory,
  type HelmOptions,
  lazyRemotes,
  type OpenRemotes,
  type Protocol,
} from "../sources/index.ts";
import { parseDuration } from "../text/index.ts";
import { type Invocation, UsageError } from "./command.ts";
import { terminalFunctions } from "./functions.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

/** @param configHome whether kustomizations are the user's own, see {@link HelmOptions.configHome} */
export function buildOptions(
  invocation: Invocation,
  terminal: Terminal,
  configHome: HelmOptions["configHome"] = "private",
): BuildOptions {
  const { cwd, env } = terminal;
  const command = invocation.value("helm-command") || "helm";
  return {
    loadRestrictor: invocation.value("load-restrictor") === "LoadRestrictionsNone" ? "none" : "root-only",
    reorder: invocation.value("reorder") === "none" ? "none" : "legacy",
    strict: invocation.has("strict"),
    managedByLabel: invocation.has("enable-managedby-label") || env["KUSTOMIZE_ENABLE_MANAGEDBY_LABEL"] === "on",
    timeoutSeconds: timeout(invocation),
    helm: invocation.has("enable-helm")
      ? {
          helm: createHelm({ command, cwd, env, configHome }),
          apiVersions: invocation.values("helm-api-versions"),
          kubeVersion: invocation.value("helm-kube-version"),
          debug: invocation.has("helm-debug"),
        }
      : undefined,
    functions: terminalFunctions(invocation, terminal),
  };
}

function timeout(invocation: Invocation): number | undefined {
  const text = invocation.value("timeout");
  if (text === undefined || text === "none") return undefined;
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new UsageError(`illegal value "${text}" for --timeout: expected a time such as 90s or 5m`);
}

/** Sources on other machines, kept in the user's cache. Close it when done. */
export function terminalRemotes({ env, stderr }: Terminal, protocols: readonly Protocol[]): OpenRemotes {
  return lazyRemotes({
    store: { directory: defaultStoreDirectory(env) },
    rules: { protocols, privateHosts: true },
    env: { ...env },
    log: (line) => void stderr.write(`${line}\n`),
  });
}

/** Options that kustomize will drop, and what to do instead. */
const DEPRECATED: readonly (readonly [name: string, hint: string])[] = [
  ["reorder", "Set sortOptions in the kustomization instead."],
  ["enable-managedby-label", "Add the label under labels in the kustomization instead."],
];

export async function warnAboutOptions(invocation: Invocation, terminal: Terminal): Promise<void> {
  const given = DEPRECATED.filter(([name]) => invocation.value(name) !== undefined);
  await printDiagnostics(
    terminal,
    given.map(([name, hint]) => ({
      code: "deprecated-option",
      severity: "warning",
      message: `--${name} is deprecated`,
      hint,
    })),
  );
}
