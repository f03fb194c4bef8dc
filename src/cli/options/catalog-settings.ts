/** Reads the options of {@link CATALOG_OPTIONS}. */
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
  /** Trust lines, as written. */
  readonly trusted: readonly string[];
  /** Trust lines of catalogs that need no reference, as written. */
  readonly defaults: readonly string[];
  readonly requirePinned: boolean;
  readonly failOnUnavailable: boolean;
  readonly allowWildcards: boolean;
  /** A path relative to the working directory. */
  readonly trustRoot: string | undefined;
}

/** @throws UsageError */
export async function readReachSettings(invocation: Invocation): Promise<ReachSettings> {
  const allowHosts = invocation.values("allow-hosts");
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
  const settings: CatalogSettings = {
    trusted: [...invocation.values("trusted-catalog"), ...invocation.values("alpha-trusted-plugin-catalog")],
    defaults: invocation.values("default-catalog"),
    requirePinned: invocation.has("require-pinned-catalogs"),
    failOnUnavailable: invocation.has("fail-on-unavailable-catalog"),
    allowWildcards: invocation.has("allow-catalog-wildcards"),
    trustRoot: invocation.value("trust-root"),
    ...(await readReachSettings(invocation)),
  };
  const { trusted, defaults, allowWildcards } = settings;
  if (trusted.length + defaults.length > 0) {
    // A mistake in a line must not depend on whether a function needs it.
    const { parseTrustLines } = await import("../../catalog/index.ts");
    for (const name of ["trusted-catalog", "alpha-trusted-plugin-catalog", "default-catalog"]) {
      const lines = invocation.values(name);
      asUsage(name, () => parseTrustLines(lines, { source: `--${name}`, allowWildcards }));
    }
  }
  return settings;
}

function asUsage(name: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    const [problem] = error instanceof KrmError ? error.diagnostics : [];
    if (problem === undefined) throw error;
    const { message, hint } = problem;
    throw new UsageError(message.includes(`--${name}`) ? message : `--${name}: ${message}`, hint);
  }
}
