/** The version of helm: which ones are used; docs/specification/helm-charts.md 2.1. */
import { failure } from "../diagnostics.ts";
import type { Helm } from "../sources/index.ts";

const NUMBERS = /v?(\d+)\.(\d+)(?:\.(\d+))?/;

/**
 * The version as helm says it, such as `v3.22.0+g835b733`. Helm is asked once in a process.
 * @throws KrmError as {@link Helm.run} and {@link checkHelmVersion} do
 */
export async function helmVersion(helm: Helm, signal?: AbortSignal): Promise<string> {
  const output = await helm.run(["version", "--short"], { signal });
  checkHelmVersion(output, helm.isIsolated);
  return output.trim();
}

/**
 * @param output of `helm version --short`
 * @param isIsolated true if templates must not make helm resolve names, which could tell others what is in the values
 * @throws KrmError `helm-version`, or `helm-unusable` for a version that is only too old to be isolated
 */
export function checkHelmVersion(output: string, isIsolated = false): void {
  const { shown, major, minor, patch } = numbersOf(output);
  if (isIsolated && major === 3 && (minor < 11 || (minor === 11 && patch < 1))) {
    const hint = "Install helm 3.11.1 or newer in an earlier step, or set `enable-helm: true`.";
    const problem = `it is not inflated: helm ${shown} resolves names for templates, so \`enable-helm: auto\` does not use it`;
    throw failure("helm-unusable", problem, { hint });
  }
  if (major === 3 || major === 4) return;
  const quoted = JSON.stringify(output.trim().slice(0, 100));
  const problem =
    shown === undefined ? `cannot find version string in ${quoted}` : `helm 3 or 4 is needed, not ${quoted}`;
  throw failure("helm-version", problem, { hint: "Install helm 3 or 4, or name it: --helm-command PATH." });
}

/** Tells whether helm can leave out the schemas of values, as it does since 3.16. */
export function canSkipSchemas(version: string): boolean {
  const { major, minor } = numbersOf(version);
  return major > 3 || minor >= 16;
}

interface Numbers {
  /** The text that they stand in. */
  readonly shown: string | undefined;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

function numbersOf(output: string): Numbers {
  const found = NUMBERS.exec(output);
  const [major = 0, minor = 0, patch = 0] = (found?.slice(1) ?? []).map((part) => Number(part ?? 0));
  return { shown: found?.[0], major, minor, patch };
}
