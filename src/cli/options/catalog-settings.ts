/** Reads the options of {@link CATALOG_OPTIONS}. */
import type { Invocation } from "../command.ts";

/** What may be reached to fetch a catalog and what it names. */
export interface ReachSettings {
  /** `--allow-hosts` */
  readonly allowHosts: readonly string[];
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

export function readReachSettings(invocation: Invocation): ReachSettings {
  return {
    allowHosts: invocation.values("allow-hosts"),
    insecureRegistries: invocation.values("insecure-registry"),
  };
}

export function readCatalogSettings(invocation: Invocation): CatalogSettings {
  return {
    trusted: [...invocation.values("trusted-catalog"), ...invocation.values("alpha-trusted-plugin-catalog")],
    defaults: invocation.values("default-catalog"),
    requirePinned: invocation.has("require-pinned-catalogs"),
    failOnUnavailable: invocation.has("fail-on-unavailable-catalog"),
    allowWildcards: invocation.has("allow-catalog-wildcards"),
    trustRoot: invocation.value("trust-root"),
    ...readReachSettings(invocation),
  };
}
