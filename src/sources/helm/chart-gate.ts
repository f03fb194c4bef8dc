/** Decides whether a chart may be pulled, and from where. */
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "../../store/http/addresses.ts";
import { createReach, type Reach } from "../../store/index.ts";
import { openEgress } from "./egress.ts";
import type { HelmOptions } from "./helm.ts";

const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

const REFUSALS = {
  refused: "but remote sources are switched off",
  "refused-automatically": "but `remote: auto` pulls no charts",
};

/** The rules of {@link HelmOptions.pulls}. Undefined if charts may be pulled from anywhere, or from nowhere. */
export function gateOf({ pulls }: HelmOptions): Reach | undefined {
  if (pulls === undefined || typeof pulls === "string") return undefined;
  return createReach({ ...pulls, protocols: ["https"] });
}

/** The address of a chart: the value of `--repo`, or the reference itself. */
export function sourceOf([first = "", second = ""]: readonly string[]): string {
  return first === "--repo" ? second : first;
}

/**
 * Runs a pull that can connect to allowed hosts only.
 * @param work gets the variables for helm
 * @throws KrmError `remote-unsupported`, `remote-refused`, and what `work` throws
 */
export async function throughGate(
  { env, pulls }: HelmOptions,
  reach: Reach | undefined,
  source: string,
  work: (env: NodeJS.ProcessEnv) => Promise<unknown>,
): Promise<void> {
  if (typeof pulls === "string") {
    const message = `it would be pulled from ${shownAddress(source)}, ${REFUSALS[pulls]}`;
    const hint = "In the action, set `remote: public`. Or put the chart beside the kustomization, in `charts`.";
    throw failure("remote-unsupported", message, { hint });
  }
  if (reach === undefined) return void (await work(env));
  await reach.check(source.replace(/^oci:/i, "https:"));
  // If all hosts are allowed there is nothing to check, and the user's proxy has its own rules.
  if (pulls?.privateHosts || PROXIES.some((name) => env[name])) return void (await work(env));
  const egress = await openEgress(reach);
  try {
    await work({ ...env, ...egress.env });
  } catch (thrown) {
    const [refusal] = egress.refusals;
    throw refusal === undefined ? thrown : failure("remote-refused", `helm pull failed: ${refusal}`, { cause: thrown });
  } finally {
    egress.close();
  }
}
