/** Version 2 of the service of the Actions cache, on the loopback interface, with the storage behind it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CacheService {
  /** The variables that the runner sets for actions. */
  readonly variables: Readonly<Record<string, string>>;
  /** The entries, the newest last. A test may change their content. */
  readonly entries: { readonly key: string; readonly version: string; content: Buffer }[];
  /** The methods that were called, and the requests to the storage. */
  readonly requests: string[];
  /** The answers to methods that are refused: the status, and the body as the service sends it. */
  readonly refusals: Map<string, readonly [status: number, body: object]>;
  close(): Promise<void>;
}

const TOKEN = "token-of-the-runtime";
const METHODS = "/twirp/github.actions.results.api.v1.CacheService/";

export async function cacheService(): Promise<CacheService> {
  const entries: CacheService["entries"] = [];
  const requests: string[] = [];
  const refusals: CacheService["refusals"] = new Map();
  const uploads: { key: string; version: string; content: Buffer | undefined; blocks: Map<string, Buffer> }[] = [];
  let url = "";

  function call(method: string, { key, version }: { key: string; version: string }): object {
    const isSame = (entry: { key: string; version: string }): boolean => entry.key === key && entry.version === version;
    if (method === "CreateCacheEntry") {
      if (entries.some(isSame))
        return { ok: false, message: "cache entry with the same key, version, and scope already exists" };
      uploads.push({ key, version, content: undefined, blocks: new Map() });
      return { ok: true, signed_upload_url: `${url}/upload/${uploads.length - 1}?sig=secret-of-the-storage` };
    }
    if (method === "FinalizeCacheEntryUpload") {
      const content = uploads.findLast(isSame)?.content;
      if (content === undefined) return { ok: false };
      entries.push({ key, version, content });
      return { ok: true, entry_id: String(entries.length) };
    }
    // The service finds the newest entry whose key begins with this one.
    const at = entries.findLastIndex((entry) => entry.key.startsWith(key) && entry.version === version);
    if (at < 0) return { ok: false };
    const signed = `${url}/download/${at}?sig=secret-of-the-storage`;
    return { ok: true, signed_download_url: signed, matched_key: entries[at]?.key };
  }

  function store(path: string, query: URLSearchParams, body: Buffer): void {
    const upload = uploads[Number(path.split("/")[2])];
    if (upload === undefined) throw new Error("no such upload");
    const block = query.get("blockid");
    if (query.get("comp") === "block") upload.blocks.set(block ?? "", body);
    else if (query.get("comp") === "blocklist") {
      const ids = [...body.toString().matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id = ""]) => id);
      upload.content = Buffer.concat(ids.map((id) => upload.blocks.get(id) ?? Buffer.alloc(0)));
    } else upload.content = body;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (pathname.startsWith(METHODS)) {
      const method = pathname.slice(METHODS.length);
      requests.push(method);
      const refusal = refusals.get(method);
      const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
      const [status, result] = !isKnown
        ? [401, { code: "unauthenticated", msg: "no token" }]
        : (refusal ?? [200, call(method, JSON.parse(body.toString()) as { key: string; version: string })]);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(result));
      return;
    }
    requests.push(`${request.method} ${pathname.split("/")[1]}`);
    if (request.method === "PUT") {
      store(pathname, searchParams, body);
      const headers = { etag: '"1"', "last-modified": new Date(0).toUTCString(), "x-ms-request-id": "1" };
      response.writeHead(201, headers).end();
      return;
    }
    const content = entries[Number(pathname.split("/")[2])]?.content ?? Buffer.alloc(0);
    response.writeHead(200, { "content-length": content.length });
    response.end(request.method === "HEAD" ? undefined : content);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    variables: { ACTIONS_CACHE_SERVICE_V2: "True", ACTIONS_RESULTS_URL: `${url}/`, ACTIONS_RUNTIME_TOKEN: TOKEN },
    entries,
    requests,
    refusals,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
