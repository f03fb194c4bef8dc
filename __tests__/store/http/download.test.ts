import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../../src/diagnostics.ts";
import { type DownloadOptions, download } from "../../../src/store/http/download.ts";
import { withProgress } from "../../../src/store/http/progress.ts";
import { createReach, type ReachRules } from "../../../src/store/http/reach.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { certificates } from "./certificates.ts";
import { type Answer, type HttpServer, httpServer, status, text } from "./http-server.ts";

const directory = temporaryDirectories();
const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  answers: Readonly<Record<string, Answer | Answer[]>>,
  tls?: { key: string; cert: string },
): Promise<HttpServer> {
  const server = await httpServer(answers, tls);
  servers.push(server);
  return server;
}

const LOOPBACK: ReachRules = { protocols: ["https", "http"], privateHosts: false, allowHosts: ["127.0.0.1"] };

/** The bytes that the client has of the file. */
let received = 0;

function options(more: Partial<DownloadOptions> = {}): DownloadOptions {
  const sleep = async (): Promise<void> => {};
  return {
    reach: createReach(LOOPBACK),
    sleep,
    maxBytes: 1000,
    timeoutSeconds: 10,
    onProgress: (bytes) => (received = bytes),
    to: join(directory(), "file"),
    ...more,
  };
}

/** The problem, after a check that no file was left behind. */
async function problemOf(address: string, using: DownloadOptions): Promise<string> {
  const thrown: unknown = await download(address, using).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(readdirSync(dirname(using.to))).toEqual([]);
  if (!(thrown instanceof KrmError)) throw new Error(`expected a KrmError, got ${String(thrown)}`);
  return `${thrown.code}: ${thrown.message}`;
}

const BYTES = Buffer.from("0123456789".repeat(50));
const SHA256 = createHash("sha256").update(BYTES).digest("hex");

/** Serves the bytes, also in part. Breaks the connection after each of these numbers of bytes, once. */
function breaking(after: number[], bytes: Buffer, headers: Record<string, string> = {}): Answer {
  return (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const stop = after.shift();
    const whole = bytes.subarray(start);
    response.writeHead(start === 0 ? 200 : 206, {
      "content-length": whole.length,
      ...(start > 0 && { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
      ...headers,
    });
    if (stop === undefined) response.end(whole);
    else breakAfter(response, whole.subarray(0, stop), start);
  };
}

/** The client must have the bytes: what is in its buffers is lost with the connection. @param start how many it had before */
function breakAfter(response: ServerResponse, bytes: Buffer, start: number): void {
  received = 0;
  const breakOnce = (): void => {
    if (bytes.length === 0 || received === start + bytes.length) response.destroy();
    else setTimeout(breakOnce, 1);
  };
  response.write(bytes, breakOnce);
}

describe("a download", () => {
  // docs/specification/oci.md 4.1
  test("lies in the file, with its digest and its size", async () => {
    const server = await serve({ "/a": status(302, { location: "/b" }), "/b": text(BYTES.toString()) });
    const progress: unknown[] = [];
    const using = options({ onProgress: (...values) => progress.push(values) });
    const address = `${server.url}/b`;
    expect(await download(`${server.url}/a`, using)).toEqual({ sha256: SHA256, bytes: 500, address });
    expect(readFileSync(using.to)).toEqual(BYTES);
    expect(progress).toEqual([[500, 500]]);
  });

  test("is not decoded", async () => {
    const server = await serve({
      "/a": (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip"),
    });
    expect((await download(`${server.url}/a`, options())).bytes).toBe(7);
  });

  test("has the digest that is asked for, or fails", async () => {
    const server = await serve({ "/a": text(BYTES.toString()) });
    expect((await download(`${server.url}/a`, options({ sha256: SHA256 }))).sha256).toBe(SHA256);
    const problem = await problemOf(`${server.url}/a`, options({ sha256: "0".repeat(64) }));
    expect(problem).toContain(`digest-mismatch: ${server.url}/a has the digest sha256:${SHA256}, not sha256:0000`);
  });

  test.each([
    [404, 1, /^remote-not-found: .*404/],
    [403, 1, /^remote-failed: .*403/],
    [503, 3, /^remote-failed: .*503/],
    [206, 1, /^remote-failed: .*206/],
    [416, 1, /^remote-failed: .*416/],
  ])("fails with %d", async (code, requests, message) => {
    const server = await serve({ "/a": status(code) });
    expect(await problemOf(`${server.url}/a`, options())).toMatch(message);
    expect(server.requests).toHaveLength(requests);
  });

  test("does not overwrite a file", async () => {
    const server = await serve({ "/a": text("a") });
    const using = options();
    await download(`${server.url}/a`, using);
    await expect(download(`${server.url}/a`, using)).rejects.toThrow("EEXIST");
    expect(existsSync(using.to)).toBe(true);
  });
});

// docs/specification/oci.md 4.2
describe("attack 9.10: a download beyond its limit", () => {
  const endless: Answer = (_, response) => {
    response.on("error", () => {});
    const write = (): void => {
      while (!response.destroyed && response.write("x".repeat(1000)));
    };
    response.on("drain", write);
    write();
  };

  test.each<[string, Answer]>([
    ["that the server admits", (_, response) => void response.writeHead(200, { "content-length": "1001" }).write("x")],
    ["that has no end", endless],
  ])("%s is cut off, and its connection is closed", async (_, answer) => {
    const server = await serve({ "/a": answer });
    expect(await problemOf(`${server.url}/a`, options())).toMatch(/larger than 1000 bytes/);
    for (let tries = 0; tries < 100 && (await server.connections()) > 0; tries++) await new Promise(setImmediate);
    expect(await server.connections()).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

// docs/specification/oci.md 4.3
describe("O13: a download whose connection breaks", () => {
  test("goes on where it was, and has the same bytes", async () => {
    const server = await serve({ "/a": breaking([100, 200], BYTES, { etag: '"v1"' }) });
    const using = options();
    expect((await download(`${server.url}/a`, using)).sha256).toBe(SHA256);
    expect(readFileSync(using.to)).toEqual(BYTES);
    expect(server.ranges).toEqual([undefined, "bytes=100-", "bytes=300-"]);
  });

  test("goes on by its digest where the server has no entity tags", async () => {
    const server = await serve({ "/a": breaking([100], BYTES) });
    await download(`${server.url}/a`, options({ sha256: SHA256 }));
    expect(server.ranges).toEqual([undefined, "bytes=100-"]);
  });

  test.each([
    ["no entity tag", {}],
    ["a weak one", { etag: 'W/"v1"' }],
  ])("begins again with %s and no digest", async (_, headers) => {
    const server = await serve({ "/a": breaking([100], BYTES, headers) });
    expect((await download(`${server.url}/a`, options())).sha256).toBe(SHA256);
    expect(server.ranges).toEqual([undefined, undefined]);
  });

  test("begins again if the server sends the whole file, or another part", async () => {
    const whole: Answer = (_, response) => void response.writeHead(200, { etag: '"v2"' }).end(BYTES);
    const first = (): Answer => breaking([100], Buffer.alloc(500, "x"), { etag: '"v1"' });
    const wrong: Answer = (_, response) =>
      void response.writeHead(206, { "content-range": "bytes 0-499/500", etag: '"v1"' }).end(BYTES);
    const unsatisfiable = status(416);
    const server = await serve({
      "/a": [first(), whole],
      "/b": [first(), wrong, whole],
      "/c": [first(), unsatisfiable, whole],
    });
    for (const path of ["/a", "/b", "/c"]) {
      expect((await download(`${server.url}${path}`, options())).sha256).toBe(SHA256);
    }
  });

  test("does not mix two files", async () => {
    const other: Answer = (_, response) =>
      void response.writeHead(206, { "content-range": "bytes 100-499/500", etag: '"v2"' }).end(BYTES.subarray(100));
    const server = await serve({ "/a": [breaking([100], BYTES, { etag: '"v1"' }), other, other] });
    expect(await problemOf(`${server.url}/a`, options())).toMatch(/^remote-failed: /);
  });

  test("fails cleanly if it breaks each time", async () => {
    const server = await serve({ "/a": breaking([1, 1, 1, 1], BYTES, { etag: '"v1"' }) });
    expect(await problemOf(`${server.url}/a`, options())).toMatch(/^remote-failed: .*aborted/);
    expect(server.requests).toHaveLength(3);
  });

  test("wherever it breaks, has the same bytes", async () => {
    const cuts: number[] = [];
    const server = await serve({ "/a": breaking(cuts, BYTES, { etag: '"v1"' }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 499 }), { maxLength: 2 }), async (breaks) => {
        cuts.splice(0, cuts.length, ...breaks);
        expect((await download(`${server.url}/a`, options())).sha256).toBe(SHA256);
      }),
      { numRuns: 10 },
    );
  }, 30_000);
});

test("a server that falls silent is given up", async () => {
  const silent: Answer = (_, response) => void response.writeHead(200).write("x");
  const server = await serve({ "/a": silent });
  expect(await problemOf(`${server.url}/a`, options({ timeoutSeconds: 0.1 }))).toMatch(/no answer within 0.1 seconds/);
});

// docs/specification/oci.md 4.4
describe("attack 9.11, K14: where a download may lead", () => {
  const { ca, key, cert } = certificates();
  const tls = { key, cert };
  const rules: ReachRules = { protocols: ["https"], privateHosts: false, allowHosts: ["127.0.0.1"] };
  const names: Readonly<Record<string, readonly string[]>> = {
    "inside.example": ["10.0.0.1"],
    "half.example": ["8.8.8.8", "fd00::1"],
  };
  const reach = createReach(rules, async (host) => names[host] ?? []);

  test("https with an authority of the test's own, up to five redirects", async () => {
    const hops = Object.fromEntries(
      [1, 2, 3, 4, 5].map((hop) => [`/${hop}`, status(302, { location: `/${hop + 1}` })]),
    );
    const server = await serve({ ...hops, "/0": status(302, { location: "/1" }), "/6": text("a") }, tls);
    expect((await download(`${server.url}/1`, options({ reach, ca }))).bytes).toBe(1);
    expect(await problemOf(`${server.url}/0`, options({ reach, ca }))).toMatch(/more than 5 redirects/);
    expect(await problemOf(`${server.url}/1`, options({ reach }))).toMatch(/certificate is not trusted/);
  });

  test.each([
    ["to http", "http://127.0.0.1:1/a", /which is not encrypted/],
    ["to this machine", "https://127.0.0.2/a", /127\.0\.0\.2 is not on the public network/],
    ["to this machine by its name in IPv6", "https://[::ffff:127.0.0.2]/a", /not on the public network/],
    ["to a metadata service", "https://169.254.169.254/latest", /not on the public network/],
    [
      "to a name of a private network",
      "https://inside.example/a",
      /inside\.example \(10\.0\.0\.1\) is not on the public/,
    ],
    ["to a name with one private address", "https://half.example/a", /half\.example \(fd00::1\) is not on the public/],
    ["to another protocol", "ftp://example.com/a", /it is not an address of these protocols/],
    ["to nothing", "https://", /it redirects to something that is not an address/],
  ])("not %s", async (_, location, message) => {
    const server = await serve({ "/a": status(302, { location }) }, tls);
    expect(await problemOf(`${server.url}/a`, options({ reach, ca }))).toMatch(message);
  });

  test("not from https to http, also where http is allowed", async () => {
    const plain = await serve({ "/a": text("a") });
    const server = await serve({ "/a": status(302, { location: `${plain.url}/a` }) }, tls);
    expect(await problemOf(`${server.url}/a`, options({ ca }))).toMatch(/^remote-refused: .*which is not encrypted/);
    expect(plain.requests).toEqual([]);
  });

  test("attack 9.25: without a token in the message", async () => {
    const server = await serve({ "/a": status(302, { location: "https://u:s3cret@127.0.0.2/a" }) }, tls);
    expect(await problemOf(`${server.url}/a`, options({ reach, ca }))).not.toContain("s3cret");
  });
});

// docs/specification/oci.md 4.5
describe("progress", () => {
  test("is printed for what takes over a second", async () => {
    const lines: string[] = [];
    await withProgress(
      (line) => lines.push(line),
      "Fetching a",
      async (report) => {
        report(3 * 1024 * 1024, 8 * 1024 * 1024);
        await new Promise((resolve) => setTimeout(resolve, 1050));
      },
    );
    await withProgress(
      (line) => lines.push(line),
      "Fetching b",
      async () => {},
    );
    expect(lines).toEqual(["Fetching a: 3 MiB of 8 MiB"]);
  });
});
