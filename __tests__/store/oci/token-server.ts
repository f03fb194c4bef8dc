/** A token server for a registry, as registries in public use have one. It signs tokens that docker-registry accepts. */
import { randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { authority, pem } from "../../signatures/certificates.ts";

export interface TokenRules {
  readonly user: string;
  readonly password: string;
  /** Accepted as refresh token by POST. */
  readonly identityToken?: string;
  /** Repositories that anybody may pull. Default: none. */
  readonly publicRepositories?: readonly string[];
  /** The user may not push. */
  readonly mayOnlyPull?: boolean;
}

export interface TokenRequest {
  readonly method: string;
  readonly authorization: string | undefined;
  /** The parameters of the query, or of the form of a POST. */
  readonly parameters: URLSearchParams;
}

export interface TokenServer {
  readonly url: string;
  readonly service: string;
  readonly issuer: string;
  /** The certificate of the signing key, in PEM. */
  readonly certificate: string;
  readonly requests: TokenRequest[];
  /** A token for tests that push. */
  tokenFor(repository: string, actions: readonly string[]): string;
  close(): Promise<void>;
}

const SERVICE = "registry of a test";
const ISSUER = "issuer of a test";

/** @param tls makes it a server of https */
export async function startTokenServer(
  rules: TokenRules,
  tls?: { readonly key: string; readonly cert: string },
): Promise<TokenServer> {
  const { keys, raw } = authority("tokens");
  const requests: TokenRequest[] = [];
  const basic = `Basic ${Buffer.from(`${rules.user}:${rules.password}`).toString("base64")}`;

  function tokenFor(repository: string, actions: readonly string[]): string {
    const now = Math.floor(Date.now() / 1000);
    const x5c = [raw.toString("base64")];
    const claims = {
      iss: ISSUER,
      aud: SERVICE,
      sub: "",
      iat: now,
      nbf: now - 10,
      exp: now + 300,
      jti: randomUUID(),
      access: [{ type: "repository", name: repository, actions }],
    };
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${part({ typ: "JWT", alg: "ES256", x5c })}.${part(claims)}`;
    const signature = sign("sha256", Buffer.from(signed), { key: keys.privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = new URL(request.url ?? "/", "http://x").searchParams;
    const parameters = request.method === "POST" ? new URLSearchParams(await textOf(request)) : query;
    const { authorization } = request.headers;
    requests.push({ method: request.method ?? "", authorization, parameters });
    const byRefresh = request.method === "POST" && parameters.get("refresh_token") === rules.identityToken;
    const isKnown = authorization === basic || byRefresh;
    // A wrong credential is refused even for what is public, as ghcr.io does.
    if (!isKnown && (authorization !== undefined || request.method === "POST")) {
      response.writeHead(401).end('{"errors":[{"code":"UNAUTHORIZED","message":"wrong credentials"}]}');
      return;
    }
    const [, repository = "", wished = ""] =
      /^repository:(.*):(pull(?:,push)?)$/.exec(parameters.get("scope") ?? "") ?? [];
    // As the specification of tokens has it: fewer rights than were asked for are no error.
    const anybody = rules.publicRepositories?.includes(repository) ? ["pull"] : [];
    const actions = isKnown ? wished.split(",").filter((one) => one === "pull" || !rules.mayOnlyPull) : anybody;
    const token = tokenFor(repository, actions);
    response.end(JSON.stringify(byRefresh ? { access_token: token } : { token, expires_in: 300 }));
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    service: SERVICE,
    issuer: ISSUER,
    certificate: pem(raw),
    requests,
    tokenFor,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}
