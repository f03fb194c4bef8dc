/** Reads the options of {@link CATALOG_OPTIONS}. */
import type { TrustLine } from "../../catalog/index.ts";
import { KrmError } from "../../diagnostics.ts";
import { type Invocation, UsageError } from "../command.ts";
import { illegal } from "./values.ts";

/** What may be reached to fetch a catalog and what it names. */
export interface ReachSettings {
  /** `--allow-hosts` */
  readonly allowHosts: readonly string[];
  /** `--token-server`: pairs `REGISTRY=HOST`. */
  readonly tokenServers: readonly string[];
  /** `--insecure-registry` */
  readonly insecureRegistries: readonly string[];
}

export interface CatalogSettings extends ReachSettings {
  readonly trusted: readonly TrustLine[];
  /** Those of catalogs that need no reference. */
  readonly defaults: readonly TrustLine[];
  /** All of them, as written. */
  readonly trustLines: readonly string[];
  readonly requirePinned: boolean;
  readonly failOnUnavailable: boolean;
  /** A path relative to the working directory. */
  readonly trustRoot: string | undefined;
}

/** @throws UsageError */
export async function readReachSettings(invocation: Invocation): Promise<ReachSettings> {
  const allowHosts = invocation
    .values("allow-hosts")
    .flatMap((value) => value.split(/[\s,]+/).filter((host) => host !== ""));
  if (allowHosts.length > 0) {
    const { hostMatcher } = await import("../../store/index.ts");
    asUsage("allow-hosts", () => hostMatcher(allowHosts));
  }
  const tokenServers = invocation.values("token-server");
  const odd = tokenServers.find((pair) => !/^[^=\s/]+=[^=\s/:]+$/.test(pair));
  if (odd !== undefined)
    throw illegal(odd, "token-server", "expected REGISTRY=HOST, such as registry.example.com=gitlab.example.com");
  return { allowHosts, tokenServers, insecureRegistries: invocation.values("insecure-registry") };
}

/** @throws UsageError */
export async function readCatalogSettings(invocation: Invocation): Promise<CatalogSettings> {
  const allowWildcards = invocation.has("allow-catalog-wildcards");
  const trustLines: string[] = [];
  // A mistake in a line must not depend on whether a function needs it.
  const linesOf = async (name: string): Promise<readonly TrustLine[]> => {
    const lines = invocation.values(name);
    if (lines.length === 0) return [];
    trustLines.push(...lines);
    const { parseTrustLines } = await import("../../catalog/index.ts");
    return asUsage(name, () => parseTrustLines(lines, { source: `--${name}`, allowWildcards }));
  };
  return {
    trusted: [...(await linesOf("trusted-catalog")), ...(await linesOf("alpha-trusted-plugin-catalog"))],
    defaults: await linesOf("default-catalog"),
    trustLines,
    requirePinned: invocation.has("require-pinned-catalogs"),
    failOnUnavailable: invocation.has("fail-on-unavailable-catalog"),
    trustRoot: invocation.value("trust-root"),
    ...(await readReachSettings(invocation)),
  };
}

function asUsage<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [problem] = error instanceof KrmError ? error.diagnostics : [];
    if (problem === undefined) throw error;
    const { message, hint } = problem;
    throw new UsageError(message.includes(`--${name}`) ? message : `--${name}: ${message}`, hint);
  }
}
