import { type AddressInfo, createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "@jest/globals";
import { KrmError } from "../../../src/diagnostics.ts";
import { LOCAL_PROTOCOLS, SAFE_PROTOCOLS } from "../../../src/store/http/addresses.ts";
import { get } from "../../../src/store/http/http-client.ts";
import { createReach } from "../../../src/store/http/reach.ts";
import { type Answer, type HttpServer, httpServer, status, text } from "./http-server.ts";

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(answers: Readonly<Record<string, Answer | Answer[]>>): Promise<HttpServer> {
  const server = await httpServer(answers);
  servers.push(server);
  return server;
}

/** Does not wait between tries; returns the requested pauses. */
function client(more: { maxBytes?: number; timeoutSeconds?: number } = {}) {
  const waits: number[] = [];
  const options = {
    reach: createReach({ protocols: LOCAL_PROTOCOLS, privateHosts: true }),
    sleep: async (milliseconds: number) => void waits.push(milliseconds),
    random: () => 0,
    maxBytes: 1000,
    timeoutSeconds: 10,
    ...more,
  };
  return { waits, get: async (address: string) => (await get(address, options)).bytes.toString() };
}

async function problemOf(reading: Promise<unknown>): Promise<string> {
  const thrown: unknown = await reading.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof KrmError)) throw new Error(`expected a KrmError, got ${String(thrown)}`);
  return `${thrown.code}: ${thrown.message}`;
}

// docs/specification/remote-sources.md 1.1
test("the bytes of a file", async () => {
  const server = await serve({ "/a.yaml": text("a: 1\n") });
  expect(await client().get(`${server.url}/a.yaml?x=1`)).toBe("a: 1\n");
});

test("a compressed answer that was not requested", async () => {
  const compressed: Answer = (_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a: 1\n"));
  };
  const bomb: Answer = (_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(100_000)));
  };
  const server = await serve({ "/a": compressed, "/bomb": bomb });
  expect(await client().get(`${server.url}/a`)).toBe("a: 1\n");
  expect(await problemOf(client().get(`${server.url}/bomb`))).toMatch(/larger than 1000 bytes/);
});

// docs/specification/remote-sources.md 1.2
describe("a refusal is final", () => {
  test.each([
    [404, /^remote-not-found: .*the server answers 404/],
    [410, /^remote-not-found: /],
    [400, /^remote-failed: .*the server answers 400/],
    [401, /^remote-failed: .*the server answers 401.*\n.*credentials/],
    [403, /^remote-failed: /],
    [501, /^remote-failed: /],
    [304, /^remote-failed: /],
  ])("%d", async (code, message) => {
    const server = await serve({ "/a": status(code) });
    expect(await problemOf(client().get(`${server.url}/a`))).toMatch(message);
    expect(server.requests).toEqual(["/a"]);
  });
});

describe("a temporary failure is tried three times", () => {
  test.each([429, 500, 502, 503, 504])("%d, then the file", async (code) => {
    const server = await serve({ "/a": [status(code), status(code), text("a")] });
    const { get: read, waits } = client();
    expect(await read(`${server.url}/a`)).toBe("a");
    expect(waits).toEqual([500, 2000]);
  });

  test("and not a fourth time", async () => {
    const server = await serve({ "/a": status(503) });
    expect(await problemOf(client().get(`${server.url}/a`))).toMatch(/^remote-failed: .*503/);
    expect(server.requests).toHaveLength(3);
  });

  test("a connection that breaks", async () => {
    const broken: Answer = (_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      response.destroy();
    };
    const server = await serve({ "/a": [broken, text("whole")] });
    expect(await client().get(`${server.url}/a`)).toBe("whole");
  });

  test("a connection that the server closes between two requests takes no attempt", async () => {
    const used = new Set<unknown>();
    const once = (answer: Answer): Answer => {
      return (request, response) => {
        if (used.has(request.socket)) return void request.socket.destroy();
        used.add(request.socket);
        answer(request, response);
      };
    };
    const server = await serve({ "/a": once(text("a")), "/b": once(text("b")) });
    const { get: read, waits } = client();
    expect([await read(`${server.url}/a`), await read(`${server.url}/b`)]).toEqual(["a", "b"]);
    expect(server.requests).toEqual(["/a", "/b", "/b"]);
    expect(waits).toEqual([]);
  });

  test("after as long as the server asks for, unless that is too long", async () => {
    const server = await serve({
      "/soon": [status(429, { "retry-after": "7" }), text("a")],
      "/later": status(429, { "retry-after": "3600" }),
    });
    const { get: read, waits } = client();
    expect(await read(`${server.url}/soon`)).toBe("a");
    expect(waits).toEqual([7000]);
    expect(await problemOf(read(`${server.url}/later`))).toMatch(/429/);
    expect(server.requests).toEqual(["/soon", "/soon", "/later"]);
  });
});

describe("redirects", () => {
  // docs/specification/remote-sources.md 1.1
  test("are followed", async () => {
    const target = await serve({ "/b": text("there") });
    const server = await serve({
      "/a": status(302, { location: "x/../a2" }),
      "/a2": status(307, { location: `${target.url}/b` }),
    });
    expect(await client().get(`${server.url}/a`)).toBe("there");
  });

  test("are followed a limited number of times", async () => {
    const server = await serve({ "/a": status(301, { location: "/a" }) });
    expect(await problemOf(client().get(`${server.url}/a`))).toMatch(/more than 10 redirects/);
    expect(server.requests).toHaveLength(11);
  });

  test.each(["file:///etc/hostname", "ssh://host/x", "ftp://host/x"])("to %s are refused", async (location) => {
    const server = await serve({ "/a": status(302, { location }) });
    expect(await problemOf(client().get(`${server.url}/a`))).toMatch(/^remote-refused: /);
  });

  test("take no credentials to another server, and do not bring them back", async () => {
    const back = { location: "" };
    const other = await serve({ "/b": (_, response) => void response.writeHead(302, back).end() });
    const server = await serve({ "/a": status(302, { location: `${other.url}/b` }), "/c": text("c") });
    back.location = `${server.url}/c`;
    const address = server.url.replace("//", "//me:s%33cret@");
    expect(await client().get(`${address}/a`)).toBe("c");
    const basic = `Basic ${Buffer.from("me:s3cret").toString("base64")}`;
    expect([server.authorizations, other.authorizations]).toEqual([[basic, undefined], [undefined]]);
  });

  test("cannot bring credentials of their own", async () => {
    const other = await serve({ "/b": text("b") });
    const server = await serve({ "/a": status(302, { location: other.url.replace("//", "//x:y@").concat("/b") }) });
    await client().get(`${server.url}/a`);
    expect(other.authorizations).toEqual([undefined]);
  });
});

test("messages contain no credentials", async () => {
  const server = await serve({});
  const problem = await problemOf(client().get(`${server.url.replace("//", "//me:s3cret@")}/a`));
  expect(problem).toContain("//***@127.0.0.1");
  expect(problem).not.toContain("s3cret");
});

test("an endless body is cut off", async () => {
  const endless: Answer = (_, response) => {
    response.on("error", () => {});
    const write = (): void => {
      while (!response.destroyed && response.write("x".repeat(1000)));
    };
    response.on("drain", write);
    write();
  };
  const server = await serve({ "/a": endless });
  expect(await problemOf(client().get(`${server.url}/a`))).toMatch(/larger than 1000 bytes/);
  expect(server.requests).toHaveLength(1);
});

test("a silent server fails after the time limit", async () => {
  const server = await serve({ "/a": () => {} });
  expect(await problemOf(client({ timeoutSeconds: 0.05 }).get(`${server.url}/a`))).toMatch(
    /no answer within 0.05 seconds/,
  );
});

test("a server that does not run is an error", async () => {
  expect(await problemOf(client().get("http://127.0.0.1:1/a"))).toMatch(/^remote-failed: .*ECONNREFUSED/);
});

describe("TLS that fails is final, and said in words", () => {
  const NOT_TLS = "the server does not speak TLS\n  hint: Check the port, and whether the server serves https.";
  const REFUSED = "TLS failed: ";
  test.each<[what: string, first: "server" | "client", bytes: number[] | string, reason: string]>([
    ["a server of http", "client", "HTTP/1.1 400 Bad Request\r\n\r\n", NOT_TLS],
    ["a server of ssh", "server", "SSH-2.0-OpenSSH_9.2\r\n", NOT_TLS],
    ["a server that wants other ciphers", "client", [0x15, 3, 3, 0, 2, 2, 40], REFUSED],
    ["a server that wants another version", "client", [0x15, 3, 3, 0, 2, 2, 70], REFUSED],
    ["a server that does not know the name", "client", [0x15, 3, 3, 0, 2, 2, 112], REFUSED],
  ])("%s", async (_, first, bytes, reason) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      if (first === "server") socket.write(Buffer.from(bytes));
      else socket.once("data", () => socket.end(Buffer.from(bytes)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const asking = client();
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
    const problem = await problemOf(asking.get(address));
    server.close();
    expect(problem).toContain(`remote-failed: ${address} cannot be read: ${reason}`);
    expect(problem).not.toMatch(/openssl|EPROTO|\n\n/);
    expect(asking.waits).toEqual([]);
  });
});

test("http is refused if only https and ssh are allowed", async () => {
  const server = await serve({ "/a": text("a") });
  const reach = createReach({ protocols: SAFE_PROTOCOLS, privateHosts: true });
  const options = { reach, sleep: async () => {}, maxBytes: 1000, timeoutSeconds: 10 };
  expect(await problemOf(get(`${server.url}/a`, options))).toMatch(/^remote-refused: .*protocol http is not allowed/);
  expect(server.requests).toEqual([]);
});
