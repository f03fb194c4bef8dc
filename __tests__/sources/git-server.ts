/** A git server on the loopback interface: `git http-backend` behind node:http. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { GIT_ENV, git } from "./fixtures.ts";

export interface GitServer {
  readonly url: string;
  /** The requests, in order. */
  readonly requests: readonly { readonly url: string; readonly authorization: string | undefined }[];
  /** Status codes for the next requests, which are answered without git. */
  readonly failures: number[];
  close(): Promise<void>;
}

const backend = join(git(".", "--exec-path"), "git-http-backend");

/** Serves the repositories below `root`. @param tls makes it a server of https */
export async function gitServer(
  root: string,
  tls?: { readonly key: string; readonly cert: string },
): Promise<GitServer> {
  if (!existsSync(backend)) throw new Error("this git has no http-backend");
  const requests: { url: string; authorization: string | undefined }[] = [];
  const failures: number[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push({ url: request.url ?? "", authorization: request.headers.authorization });
    const failure = failures.shift();
    if (failure === undefined) return answer(root, request, response);
    request.resume();
    response.writeHead(failure, failure === 401 ? { "www-authenticate": "Basic" } : {}).end("no");
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failures,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const child = spawn(backend, {
    env: {
      ...GIT_ENV,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    },
  });
  request.pipe(child.stdin);
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.on("close", () => {
    const bytes = Buffer.concat(output);
    const end = bytes.indexOf("\r\n\r\n");
    const headers = bytes.toString("latin1", 0, end).split("\r\n");
    for (const header of headers) {
      const [name = "", value = ""] = header.split(/: (.*)/);
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(bytes.subarray(end + 4));
  });
}
