/** Reads the options of {@link FUNCTION_OPTIONS}. */
import type { FailOn, IsolationMode, PullPolicy } from "../../functions/index.ts";
import type { Invocation } from "../command.ts";
import { readCatalogSettings } from "./catalog-settings.ts";
import { asUsage, illegal, limitedCount, limitedSeconds, positiveSeconds } from "./option-values.ts";

export type FunctionSettings = Awaited<ReturnType<typeof readFunctionSettings>>;

/** A timer cannot wait longer. */
const MAX_TIMEOUT_SECONDS = 2 ** 31 / 1000;

/** Reads times in milliseconds, and paths that are relative to the working directory. @throws UsageError */
export async function readFunctionSettings(invocation: Invocation) {
  const timeout = positiveSeconds(invocation, "function-timeout", MAX_TIMEOUT_SECONDS);
  return {
    /** If false, only functions of trusted catalogs run. */
    alphaPlugins: invocation.has("enable-alpha-plugins"),
    catalogs: await readCatalogSettings(invocation),
    exec: invocation.has("enable-exec"),
    starlark: invocation.has("enable-star"),
    inherited: invocation.values("inherit-env"),
    given: invocation.values("env"),
    network: invocation.has("network"),
    networkName: invocation.value("network-name"),
    allowMounts: invocation.has("allow-mounts"),
    /** Checked but not parsed: a relative source counts from the working directory. */
    mounts: await readMounts(invocation),
    asCurrentUser: invocation.has("as-current-user"),
    ulimits: readUlimits(invocation),
    engine: invocation.value("container-runtime"),
    pull: invocation.value("pull") as PullPolicy | undefined,
    kustomizeBinary: invocation.value("kustomize-binary"),
    /** For one function. */
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    /** For one build; 0 for no limit. */
    maxRuns: limitedCount(invocation, "max-function-runs"),
    /** For all functions of one build; 0 for no limit. */
    maxTimeMs: limitedSeconds(invocation, "max-function-time") * 1000,
    isolation: (invocation.value("isolate-functions") ?? "auto") as IsolationMode,
    verifyIdempotent: invocation.has("verify-idempotent"),
    failOn: (invocation.value("fail-on") ?? "error") as FailOn,
    resultsDirectory: invocation.value("results-dir"),
  };
}

async function readMounts(invocation: Invocation): Promise<readonly string[]> {
  const given = invocation.values("mount");
  if (given.length === 0) return given;
  const { parseMount } = await import("../../functions/index.ts");
  asUsage("mount", () => given.map((text) => parseMount(text, "/")));
  return given;
}

function readUlimits(invocation: Invocation): readonly string[] {
  const given = invocation.values("ulimit");
  const odd = given.find((limit) => !/^[a-z]+=(?:-1|\d+)(?::(?:-1|\d+))?$/.test(limit));
  if (odd === undefined) return given;
  throw illegal(odd, "ulimit", "expected a limit such as nofile=1024:1024");
}
