/** Requests to registries, with the credentials and tokens that they ask for; docs/specification/oci.md 2. */

import { KrmError } from "../../diagnostics.ts";
import type { Environment } from "../../processes/index.ts";
import { DOCKER_HUB } from "../../text/index.ts";
import { parseUrl } from "../http/addresses.ts";
import { discard, type Followed } from "../http/follow.ts";
import { once } from "../once.ts";
import { type Challenge, parseChallenges } from "./challenge.ts";
import { type Call, type Connection, send } from "./connection.ts";
import type { Credential, Logins } from "./credential.ts";
import { credentialFor } from "./credentials.ts";
import { type OciReference } from "./reference.ts";
import { pullLimitNotice } from "./registry-errors.ts";
import { type Access, basicHeader, fetchToken, mayReceiveCredentials } from "./tokens.ts";

interface ClientOptions {
  readonly env: Environment;
  readonly workTree?: string | undefined;
  readonly logins?: Logins | undefined;
  /** `REGISTRY=HOST`: token servers that may receive the registry's credentials although they have another host. */
  readonly tokenServers: readonly string[];
  /** The rights that tokens are asked for. */
  readonly access: Access;
}

/** The way to ask a repository: with the user's credentials first, and without them if these do not help. */
type Mode = "credentials" | "anonymous";

interface Grant {
  readonly authorization: string;
  readonly mode: Mode;
  readonly challenges: readonly Challenge[];
  readonly expires: number;
}

export class RegistryClient {
  readonly #connection: Connection;
  readonly #options: ClientOptions;
  /** The last grant of each repository. */
  readonly #grants = new Map<string, Grant>();
  /** The grants that are being asked for, by repository and mode. */
  readonly #asking = new Map<string, Promise<Grant | undefined>>();
  readonly #credentials = new Map<string, Promise<Credential | undefined>>();
  readonly #warned = new Set<string>();

  constructor(connection: Connection, options: ClientOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /**
   * Sends a request to a repository; the answer may be a refusal.
   * @param path below the repository, such as `blobs/sha256:…`; or the address that the registry gave for an upload. Another
   *   server than the registry gets no credentials
   */
  async request(
    ref: OciReference,
    path: string,
    call: Omit<Call, "authorization">,
    signal: AbortSignal,
  ): Promise<Followed> {
    const base = this.#base(ref);
    const given = /^\/|^https?:/i.test(path) ? parseUrl(path, `${base}/`) : undefined;
    const address = given?.href ?? `${base}/${path}`;
    if (given !== undefined && given.origin !== new URL(base).origin) {
      return send(this.#connection, address, call, signal);
    }
    const ask = async (authorization?: string): Promise<Followed> => {
      const answer = await send(this.#connection, address, { ...call, authorization }, signal);
      const notice = pullLimitNotice(ref.registry, answer.headers);
      if (notice !== undefined) this.#warnOnce(notice, ref.registry);
      return answer;
    };
    const key = `${ref.registry}/${ref.repository}`;
    const kept = this.#grants.get(key);
    const known = kept !== undefined && kept.expires > Date.now() ? kept : undefined;
    let answer = await ask(known?.authorization);
    if (!isDenied(answer, known)) return answer;
    const sent = parseChallenges(answer.headers["www-authenticate"]);
    const challenges = sent.length > 0 ? sent : (known?.challenges ?? []);
    // Credentials that were of no use are not sent a second time.
    const modes: Mode[] =
      known?.mode === "credentials" && answer.status === 403 ? ["anonymous"] : ["credentials", "anonymous"];
    this.#grants.delete(key);
    let unreadable: KrmError | undefined;
    for (const mode of modes) {
      const grant = await this.#grant(ref, mode, challenges).catch((error: unknown) => {
        // What is public can be read without the credential.
        if (!(error instanceof KrmError) || error.code !== "credential-failed") throw error;
        unreadable = error;
        return undefined;
      });
      if (grant === undefined) continue;
      discard(answer);
      answer = await ask(grant.authorization);
      if (isDenied(answer, grant)) continue;
      if (answer.status < 400) this.#grants.set(key, grant);
      break;
    }
    if (unreadable === undefined) return answer;
    if (answer.status === 401 || answer.status === 403) {
      discard(answer);
      throw unreadable;
    }
    this.#warnOnce(unreadable.message);
    return answer;
  }

  /** The address of a repository in the API. */
  #base({ registry, repository }: OciReference): string {
    const scheme = this.#connection.isInsecure(registry) ? "http" : "https";
    return `${scheme}://${registry === DOCKER_HUB ? "registry-1.docker.io" : registry}/v2/${repository}`;
  }

  /** Requests at the same time share the token that they ask for. */
  #grant(ref: OciReference, mode: Mode, challenges: readonly Challenge[]): Promise<Grant | undefined> {
    const key = `${mode} ${ref.registry}/${ref.repository}`;
    const asking = this.#asking.get(key) ?? this.#ask(ref, mode, challenges).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #ask(ref: OciReference, mode: Mode, challenges: readonly Challenge[]): Promise<Grant | undefined> {
    const found = mode === "credentials" ? await this.#credential(ref) : undefined;
    if (mode === "credentials" && found === undefined) return undefined;
    const forever = { mode, challenges, expires: Number.POSITIVE_INFINITY };
    if (found?.kind === "registry") return { ...forever, authorization: `Bearer ${found.token}` };
    const bearer = challenges.find(({ scheme }) => scheme === "bearer");
    if (bearer === undefined) {
      const isBasic = challenges.some(({ scheme }) => scheme === "basic");
      return isBasic && found?.kind === "password" ? { ...forever, authorization: basicHeader(found) } : undefined;
    }
    const realm = bearer.parameters.get("realm") ?? "";
    if (found !== undefined && !mayReceiveCredentials(realm, ref.registry, this.#options.tokenServers)) {
      const host = parseUrl(realm)?.hostname ?? "";
      this.#warnOnce(
        `The credentials for ${ref.registry} are not sent to its token server: it has another host. If it may get them, add ${ref.registry}=${host} to --token-server, or in the action to the setting token-servers.`,
      );
      return undefined;
    }
    const token = await fetchToken(this.#connection, ref, bearer, found, this.#options.access);
    return token && { authorization: `Bearer ${token.text}`, mode, challenges, expires: token.expires };
  }

  #credential({ registry, repository }: OciReference): Promise<Credential | undefined> {
    const { log, secrets } = this.#connection;
    return once(this.#credentials, `${registry}/${repository}`, () =>
      credentialFor(registry, repository, { ...this.#options, log, secrets }),
    );
  }

  #warnOnce(line: string, key = line): void {
    if (!this.#warned.has(key)) this.#connection.log(line);
    this.#warned.add(key);
  }
}

/** Tells whether another authorization may help. The challenge of another server is not answered. */
function isDenied({ status, isSameOrigin }: Followed, grant: Grant | undefined): boolean {
  return isSameOrigin && (status === 401 || (status === 403 && grant?.mode === "credentials"));
}

/** The path below the repository that a header Link names as the next page of a list. @param list such as `referrers/` */
export function nextPath(
  header: string | string[] | undefined,
  { repository }: OciReference,
  list: string,
): string | undefined {
  const link = /^\s*<([^<>]{1,4000})>\s*;\s*rel="?next"?/.exec(String(header ?? ""))?.[1];
  const url = link === undefined ? undefined : parseUrl(link, "https://registry.invalid");
  const base = `/v2/${repository}/`;
  // The host of the address has no effect: the next page is asked of the same registry.
  return url?.pathname.startsWith(base + list) ? url.pathname.slice(base.length) + url.search : undefined;
}
