/** Tokens of a registry's token server; docs/specification/oci.md 2.3 to 2.7. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { DOCKER_HUB } from "../../text/index.ts";
import { parseUrl, shownAddress, withoutCredentials } from "../http/addresses.ts";
import { patiently } from "../http/clock.ts";
import { retryAfterStatus } from "../http/failures.ts";
import { discard } from "../http/follow.ts";
import { bodyOf } from "../http/http-client.ts";
import type { Challenge } from "./challenge.ts";
import { type Call, type Connection, send } from "./connection.ts";
import type { Credential } from "./credential.ts";
import { parseJson, readObject } from "./manifest.ts";
import { type OciReference } from "./reference.ts";

export interface Token {
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly expires: number;
}

/** Registries whose token server has another host. */
const KNOWN_PAIRS: ReadonlyMap<string, string> = new Map([
  [DOCKER_HUB, "auth.docker.io"],
  ["registry.gitlab.com", "gitlab.com"],
]);

const MAX_TOKEN_BYTES = 256 * 1024;
const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 3600;
/** A token is not used in the last seconds of its life. */
const MARGIN_SECONDS = 10;

/**
 * Tells whether a registry's credentials may be sent to the token server that it names; docs/specification/oci.md 2.5.
 * @param pairs `REGISTRY=HOST`, in addition to the known ones
 */
export function mayReceiveCredentials(realm: string, registry: string, pairs: readonly string[]): boolean {
  const host = parseUrl(realm)?.hostname;
  if (host === undefined || host === "") return false;
  return (
    host === parseUrl(`https://${registry}`)?.hostname ||
    host === KNOWN_PAIRS.get(registry) ||
    pairs.some((pair) => pair.toLowerCase() === `${registry}=${host}`)
  );
}

/** The rights of a token: to read a repository, or also to write to it. */
export type Access = "pull" | "pull,push";

/**
 * Asks for a token for one repository.
 * @param credential undefined asks without one
 * @returns undefined if the token server refuses
 * @throws KrmError `registry-failed`, `remote-failed`, `remote-refused`
 */
export async function fetchToken(
  connection: Connection,
  ref: OciReference,
  { parameters }: Challenge,
  credential: Credential | undefined,
  access: Access,
): Promise<Token | undefined> {
  const realm = withoutCredentials(parameters.get("realm") ?? "").address;
  const url = parseUrl(realm);
  if (url === undefined) {
    const shown = JSON.stringify(shownAddress(realm));
    throw failure("registry-failed", `${ref.registry} names no token server: its realm is ${shown}`);
  }
  // The scope of the registry could ask for rights on other repositories.
  const scopes = [`repository:${ref.repository}:${access}`];
  const scope = parameters.get("scope");
  if (scope !== undefined && /^[a-z0-9]+$/i.test(scope)) scopes.push(scope);
  const fields = new URLSearchParams();
  const service = parameters.get("service");
  if (service !== undefined) fields.append("service", service);
  const name = `a token of ${shownAddress(url.origin + url.pathname)} for ${ref.registry}`;
  let call: Call;
  if (credential?.kind === "identity") {
    fields.append("grant_type", "refresh_token");
    fields.append("client_id", "krm-render");
    fields.append("scope", scopes.join(" "));
    fields.append("refresh_token", credential.token);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    call = { method: "POST", headers, body: fields.toString() };
  } else {
    for (const each of scopes) fields.append("scope", each);
    if (credential?.kind === "password") fields.append("account", credential.user);
    for (const [key, value] of fields) url.searchParams.append(key, value);
    call = { authorization: credential?.kind === "password" ? basicHeader(credential) : undefined };
  }
  return patiently<Token | undefined>(connection, { name }, async ({ signal }) => {
    const answer = await send(connection, url.href, call, signal);
    const { status } = answer;
    if (status === 200) {
      const bytes = await bodyOf(answer, MAX_TOKEN_BYTES, () => refused(name, "its answer is too long"));
      return { outcome: readToken(bytes, connection) ?? refused(name, "its answer contains none") };
    }
    discard(answer);
    // Wrong or stale credentials, and repositories that are not public.
    if ([400, 401, 403, 404].includes(status)) return { outcome: undefined };
    const outcome = refused(name, `it answers ${status} (${connection.secrets.mask(answer.reason)})`);
    return { outcome, retryAfter: retryAfterStatus(status, answer.headers["retry-after"]) };
  });
}

export function basicHeader({ user, password }: Credential & { readonly kind: "password" }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function readToken(bytes: Uint8Array, { secrets }: Connection): Token | undefined {
  const { token, access_token: access, expires_in: seconds } = readObject(parseJson(bytes)) ?? {};
  const text = typeof token === "string" && token !== "" ? token : access;
  if (typeof text !== "string" || !/^[\x21-\x7e]+$/.test(text)) return undefined;
  secrets.add(text);
  const life = typeof seconds === "number" && seconds > 0 ? Math.min(seconds, MAX_SECONDS) : DEFAULT_SECONDS;
  return { text, expires: Date.now() + (life - MARGIN_SECONDS) * 1000 };
}

function refused(name: string, reason: string): KrmError {
  return failure("registry-failed", `${name} cannot be had: ${reason}`);
}
