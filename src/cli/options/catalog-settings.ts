/** Reads the options of {@link CATALOG_OPTIONS}. */
import type { TrustLine } from "../../catalog/index.ts";
import type { Invocation } from "../command.ts";
import { asUsage, illegal } from "./option-values.ts";

/** The hosts from which a catalog, and the files that it names, may be fetched. */
export type ReachSettings = Awaited<ReturnType<typeof readReachSettings>>;

/** @throws UsageError */
export async function readReachSettings(invocation: Invocation) {
  const allowHosts: readonly string[] = invocation
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
export async function readCatalogSettings(invocation: Invocation) {
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
    /** Catalogs that need no reference. */
    defaults: await linesOf("default-catalog"),
    /** All lines, as written. */
    trustLines,
    requirePinned: invocation.has("require-pinned-catalogs"),
    failOnUnavailable: invocation.has("fail-on-unavailable-catalog"),
    /** A path relative to the working directory. */
    trustRoot: invocation.value("trust-root"),
    ...(await readReachSettings(invocation)),
  };
}
