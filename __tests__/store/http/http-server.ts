/** A web server on the loopback interface with given answers. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpServer {
  readonly url: string;
  /** The requested paths, in order. */
  readonly requests: string[];
  /** The Authorization header of each request. */
  readonly authorizations: (string | undefined)[];
  /** The Range header of each request. */
  readonly ranges: (string | undefined)[];
  /** The number of connections that are open. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/**
 * @param answers by path; other paths get 404. With a list, each request gets the next answer, and the last one repeats.
 * @param tls makes it a server of https
 */
export async function httpServer(
  answers: Readonly<Record<string, Answer | Answer[]>>,
  tls?: { readonly key: string; readonly cert: string },
): Promise<HttpServer> {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const ranges: (string | undefined)[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? "";
    requests.push(path);
    authorizations.push(request.headers.authorization);
    ranges.push(request.headers.range);
    const known = answers[path.replace(/\?.*/, "")];
    const answer = Array.isArray(known) && known.length > 1 ? known.shift() : Array.isArray(known) ? known[0] : known;
    if (answer === undefined) response.writeHead(404).end("nothing here");
    else answer(request, response);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    authorizations,
    ranges,
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => void response.writeHead(code, headers).end(`status ${code}`);
}

export function text(content: string): Answer {
  return (_, response) => void response.end(content);
}
