/** The addresses of GitHub that a run uses: github.com, GitHub Enterprise Cloud with data residency, or a server of one's own. */
import type { Environment } from "./event.ts";

export interface Addresses {
  /** Such as `https://github.com`, without a trailing slash. */
  readonly serverUrl: string;
  /** Such as `https://api.github.com`, without a trailing slash. */
  readonly apiUrl: string;
}

const DEFAULT_SERVER = "https://github.com";

/**
 * Reads GITHUB_SERVER_URL and GITHUB_API_URL, which runners set. Without the second, the API follows from the server: the token must
 * not reach the API of another one.
 */
export function readAddresses(environment: Environment): Addresses {
  const serverUrl = trimmed(environment.GITHUB_SERVER_URL) || DEFAULT_SERVER;
  return { serverUrl, apiUrl: trimmed(environment.GITHUB_API_URL) || apiOf(serverUrl) };
}

/** `api.` before the name for GitHub's own hosts, a path on other servers. */
function apiOf(serverUrl: string): string {
  const [, scheme = "", host = ""] = /^(https?:\/\/)([^/]+)/i.exec(serverUrl) ?? [];
  return /^(?:github\.com|[^/]+\.ghe\.com)$/i.test(host) ? `${scheme}api.${host}` : `${serverUrl}/api/v3`;
}

function trimmed(url: string | undefined): string {
  return (url ?? "").replace(/\/+$/, "");
}
