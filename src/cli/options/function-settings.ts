/** Reads the options of {@link FUNCTION_OPTIONS}. */
import { KrmError } from "../../diagnostics.ts";
import type { FailOn, IsolationMode, PullPolicy } from "../../functions/index.ts";
import { type Invocation, UsageError } from "../command.ts";
import { type CatalogSettings, readCatalogSettings } from "./catalog-settings.ts";
import { illegal, limitedCount, limitedSeconds, positiveSeconds } from "./values.ts";

export interface FunctionSettings {
  /** `--enable-alpha-plugins`: without it, only functions of trusted catalogs run. */
  readonly alphaPlugins: boolean;
  readonly catalogs: CatalogSettings;
  readonly exec: boolean;
  readonly starlark: boolean;
  /** `--inherit-env` */
  readonly inherited: readonly string[];
  /** `--env` */
  readonly given: readonly string[];
  readonly network: boolean;
  readonly networkName: string | undefined;
  readonly allowMounts: boolean;
  /** `--mount`, checked but not parsed: a relative source counts from the working directory. */
  readonly mounts: readonly string[];
  readonly asCurrentUser: boolean;
  readonly ulimits: readonly string[];
  /** `--container-runtime` */
  readonly engine: string | undefined;
  readonly pull: PullPolicy | undefined;
  /** A path relative to the working directory. */
  readonly kustomizeBinary: string | undefined;
  /** For one function, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** For one build; 0 for no limit. */
  readonly maxRuns: number;
  /** For all functions of one build, in milliseconds; 0 for no limit. */
  readonly maxTimeMs: number;
  /** `--isolate-functions` */
  readonly isolation: IsolationMode;
  readonly verifyIdempotent: boolean;
  readonly failOn: FailOn;
  /** A path relative to the working directory. */
  readonly resultsDirectory: string | undefined;
}

/** A timer cannot wait longer. */
const MAX_TIMEOUT_SECONDS = 2 ** 31 / 1000;

/** @throws UsageError */
export async function readFunctionSettings(invocation: Invocation): Promise<FunctionSettings> {
  const timeout = positiveSeconds(invocation, "function-timeout", MAX_TIMEOUT_SECONDS);
  return {
    alphaPlugins: invocation.has("enable-alpha-plugins"),
    catalogs: await readCatalogSettings(invocation),
    exec: invocation.has("enable-exec"),
    starlark: invocation.has("enable-star"),
    inherited: invocation.values("inherit-env"),
    given: invocation.values("env"),
    network: invocation.has("network"),
    networkName: invocation.value("network-name"),
    allowMounts: invocation.has("allow-mounts"),
    mounts: await readMounts(invocation),
    asCurrentUser: invocation.has("as-current-user"),
    ulimits: readUlimits(invocation),
    engine: invocation.value("container-runtime"),
    pull: invocation.value("pull") as PullPolicy | undefined,
    kustomizeBinary: invocation.value("kustomize-binary"),
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    maxRuns: limitedCount(invocation, "max-function-runs"),
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
  try {
    for (const text of given) parseMount(text, "/");
  } catch (error) {
    const [problem] = error instanceof KrmError ? error.diagnostics : [];
    throw problem === undefined ? error : new UsageError(problem.message, problem.hint);
  }
  return given;
}

function readUlimits(invocation: Invocation): readonly string[] {
  const given = invocation.values("ulimit");
  const odd = given.find((limit) => !/^[a-z]+=(?:-1|\d+)(?::(?:-1|\d+))?$/.test(limit));
  if (odd === undefined) return given;
  throw illegal(odd, "ulimit", "expected a limit such as nofile=1024:1024");
}
