/** Requests to GitHub behind a proxy of the runner, and without one. */
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openClient } from "../../src/github/client.ts";

const VARIABLES = [
  "HTTP_PROXY",
  "http_proxy",
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
  "GITHUB_API_URL",
] as const;
const before = VARIABLES.map((name) => [name, process.env[name]] as const);

let api: Server;
let proxy: Server;
let tunnels: string[];

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

beforeEach(async () => {
  for (const name of VARIABLES) delete process.env[name];
  tunnels = [];
  api = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end('{"login": "ada"}');
  });
  proxy = createServer().on("connect", ({ url }, socket) => {
    tunnels.push(String(url));
    const upstream = connect(portOf(api), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  await listen(api);
  await listen(proxy);
});

afterEach(async () => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  for (const server of [api, proxy]) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function ask(apiUrl: string): Promise<unknown> {
  const client = await openClient({ token: "t", apiUrl, owner: "o", repository: "r" });
  return client.request("read the user", "GET /user", {}, (data) => data);
}

test("a proxy is used where a variable names one", async () => {
  process.env["http_proxy"] = `http://127.0.0.1:${portOf(proxy)}`;
  // The package chooses the proxy for this address when it is loaded.
  process.env["GITHUB_API_URL"] = "http://github.invalid";
  expect(await ask("http://github.invalid")).toEqual({ login: "ada" });
  expect(tunnels).toEqual(["github.invalid:80"]);
});

test("none is used without a variable", async () => {
  expect(await ask(`http://127.0.0.1:${portOf(api)}`)).toEqual({ login: "ada" });
  expect(tunnels).toEqual([]);
});
