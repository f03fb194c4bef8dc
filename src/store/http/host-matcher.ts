/** Lists of hosts in options. */
import { isIPv6 } from "node:net";
import { failure } from "../../diagnostics.ts";
import type { Endpoint } from "./addresses.ts";

const LABEL = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?";
const ENTRY = new RegExp(`^(\\*\\.)?(${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]+\\])(?::([0-9]{1,5}))?$`);

/**
 * Reads a list of hosts: `git.corp.example`, `10.1.2.3:8443`, `[::1]:5000`, and `*.corp.example` for all names below a
 * domain, at any depth, but not the domain itself. An entry without a port covers all ports.
 * @throws KrmError `invalid-host`
 */
export function hostMatcher(entries: readonly string[]): (endpoint: Pick<Endpoint, "host" | "port">) => boolean {
  const exact = new Set<string>();
  const suffixes: { readonly suffix: string; readonly port: string | undefined }[] = [];
  for (const entry of entries) {
    const [, wildcard, bracketed, port] = ENTRY.exec(entry.toLowerCase()) ?? [];
    const host = bracketed?.replace(/^\[|\]$/g, "");
    // A pattern below a top-level domain would cover half of the internet, one above an address nothing.
    const isTooWide = wildcard !== undefined && (!host?.includes(".") || /^[0-9.]+$/.test(host) || isIPv6(host));
    const isNoAddress = bracketed?.startsWith("[") && !isIPv6(host ?? "");
    if (host === undefined || isTooWide || isNoAddress || Number(port ?? 1) > 65_535) {
      const message = `${JSON.stringify(entry)} is not a host: it must be a name or an address`;
      const hint = "Write HOST, HOST:PORT or *.DOMAIN, without a scheme and without a path.";
      throw failure("invalid-host", message, { hint });
    }
    if (wildcard !== undefined) suffixes.push({ suffix: `.${host}`, port });
    else exact.add(port === undefined ? canonical(host) : `${canonical(host)} ${Number(port)}`);
  }
  return (endpoint) => {
    const host = canonical(endpoint.host.toLowerCase());
    if (exact.has(host) || exact.has(`${host} ${endpoint.port}`)) return true;
    return suffixes.some(
      ({ suffix, port }) => host.endsWith(suffix) && (port === undefined || Number(port) === endpoint.port),
    );
  };
}

/** Addresses of IPv6 have several spellings. */
function canonical(host: string): string {
  return isIPv6(host) ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;
}
