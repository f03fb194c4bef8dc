/** Artifacts of runs, and the server that holds their zip files: another one than that of the API. */
import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Payload } from "./payloads.ts";

export interface StoredArtifact {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  /** What the other server sends. */
  readonly bytes: Buffer;
  readonly expired?: boolean;
  /** What the API says. Default: the truth. */
  readonly size?: number;
  readonly digest?: string | null;
}

export interface BlobServer {
  readonly url: string;
  /** The headers of each request. */
  readonly requests: IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** @param find the zip file of an artifact @param isEndless sends it again and again, without saying how long it is */
export async function startBlobs(find: (id: number) => Buffer | undefined, isEndless = false): Promise<BlobServer> {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    const url = new URL(request.url ?? "/", "http://localhost");
    const bytes = find(Number(url.pathname.slice(1)));
    // Servers of blobs refuse a request with two kinds of authorization.
    const isValid = url.searchParams.get("sig") === "secret" && request.headers.authorization === undefined;
    if (bytes === undefined || !isValid) {
      response.writeHead(403).end();
    } else if (isEndless) {
      const more = () => {
        while (response.write(bytes));
      };
      response.writeHead(200, { "content-type": "application/zip" });
      response.on("drain", more).on("error", () => {});
      more();
    } else {
      response.writeHead(200, { "content-type": "application/zip", "content-length": bytes.length }).end(bytes);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function artifactWire({ id, run, name, bytes, expired = false, size, digest }: StoredArtifact): Payload {
  const url = `https://api.github.com/repos/Codertocat/Hello-World/actions/artifacts/${id}`;
  const truth = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  return {
    id,
    node_id: `A_${id}`,
    name,
    size_in_bytes: size ?? bytes.length,
    url,
    archive_download_url: `${url}/zip`,
    expired,
    created_at: "2026-11-20T08:00:00Z",
    expires_at: "2027-02-20T08:00:00Z",
    updated_at: "2026-11-20T08:00:00Z",
    digest: digest === undefined ? truth : digest,
    workflow_run: { id: run, repository_id: 1, head_repository_id: 1, head_branch: "topic", head_sha: "c".repeat(40) },
  };
}
