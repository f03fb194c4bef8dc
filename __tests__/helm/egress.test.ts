/** The network access of the real helm when it pulls charts for a stranger: it connects to checked addresses only. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { failure } from "../../src/diagnostics.ts";
import { openEgress } from "../../src/sources/helm/egress.ts";
import { helmProcess } from "../../src/sources/helm/helm-process.ts";
import { endpointOf } from "../../src/store/http/addresses.ts";
import { createReach, type Reach } from "../../src/store/http/reach.ts";
import { type Directory, temporaryDirectory } from "../cli/terminal.ts";
import { lackOf } from "../programs.ts";
import { certificates } from "../store/http/certificates.ts";
import { unless } from "../unless.ts";
import { webChart } from "./chart.ts";
import { HELM, helm, NO_HELM, writeFiles } from "./tools.ts";

const withHelm = unless(NO_HELM, describe);

/** Resolves names that end in `.example` to this machine, as if they were public hosts. */
const asked: string[] = [];
const reach: Reach = {
  async check(address) {
    asked.push(address);
    const endpoint = endpointOf(address);
    if (endpoint?.protocol !== "https" || !endpoint.host.endsWith(".example")) {
      throw failure("remote-refused", `${address} is not on the public network`);
    }
    return { ...endpoint, addresses: ["127.0.0.1"], address };
  },
};

withHelm("helm pull", () => {
  let place: Directory;
  let server: Server;
  let archive: Buffer;
  let answers: Record<string, RequestListener>;
  const requests: string[] = [];

  beforeAll(async () => {
    place = temporaryDirectory({});
    const path = (name: string): string => join(place.path, name);
    const { ca, ...tls } = certificates();
    writeFiles(place.path, { ...webChart("web/"), "ca.pem": ca });
    helm("package", path("web"), "--destination", path("repo"));
    archive = readFileSync(path("repo/web-1.2.3.tgz"));
    server = createServer(tls, (request, response) => {
      requests.push(`${request.headers.host?.replace(/:.*/, "")}${request.url}`);
      const answer = answers[request.url ?? ""];
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    requests.length = 0;
    asked.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    place.remove();
  });

  const port = (): number => (server.address() as AddressInfo).port;
  const index =
    (url: string): RequestListener =>
    (_, response) =>
      void response.end(
        `apiVersion: v1\nentries:\n  web:\n  - {apiVersion: v2, name: web, version: 1.2.3, urls: ["${url}"]}\n`,
      );

  function pull(
    repo = `https://charts.example:${port()}`,
    chart = "web",
    maxBytes?: number,
    gate = reach,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const env = { PATH: process.env["PATH"], SSL_CERT_FILE: join(place.path, "ca.pem") };
    const options = { command: HELM as string, cwd: "/", env, configHome: "private" } as const;
    const rules = { protocols: ["https"], privateHosts: false } as const;
    return helmProcess({ ...options, pulls: rules }, undefined, gate, maxBytes).pull(["--repo", repo, chart], chart);
  }

  const send: RequestListener = (_, response) => void response.end(archive);

  test("from allowed hosts, by the checked address", async () => {
    answers = { "/index.yaml": index("web.tgz"), "/web.tgz": send };
    expect([...(await pull()).keys()]).toContain("Chart.yaml");
    expect(requests).toEqual(["charts.example/index.yaml", "charts.example/web.tgz"]);
    expect(asked.length).toBeGreaterThan(1);
  });

  test("not more than the limit of a run", async () => {
    answers = { "/index.yaml": index("web.tgz"), "/web.tgz": send };
    await expect(pull(undefined, "web", 100)).rejects.toThrow(
      "the charts that are pulled are larger than 100 bytes together",
    );
  });

  test.each([
    ["an index that leads inside", "https://10.0.0.1/web.tgz", "10.0.0.1"],
    ["an index that leads to a name of the inside", "https://inside.test/web.tgz", "inside.test"],
    ["an index that leads to where nothing is encrypted", "http://charts.example/web.tgz", "only https is allowed"],
    ["an index that leads to metadata", "http://169.254.169.254/latest/meta-data", "only https is allowed"],
  ])("not after %s", async (_, url, reason) => {
    answers = { "/index.yaml": index(url) };
    await expect(pull()).rejects.toMatchObject({ code: "remote-refused", message: expect.stringContaining(reason) });
  });

  test("a host that is allowed does not open the others", async () => {
    const open = createReach({ protocols: ["https"], privateHosts: false, allowHosts: [`localhost:${port()}`] });
    const repo = `https://localhost:${port()}`;
    answers = { "/index.yaml": index("web.tgz"), "/web.tgz": send };
    expect([...(await pull(repo, "web", undefined, open)).keys()]).toContain("Chart.yaml");
    answers = { "/index.yaml": index("https://10.0.0.1/web.tgz") };
    await expect(pull(repo, "web", undefined, open)).rejects.toMatchObject({
      code: "remote-refused",
      message: expect.stringContaining("10.0.0.1 is not on the public network"),
    });
  });

  test("not after a redirect to a private address", async () => {
    answers = {
      "/index.yaml": index("web.tgz"),
      "/web.tgz": (_, response) => void response.writeHead(302, { location: "https://10.0.0.1/web.tgz" }).end(),
    };
    await expect(pull()).rejects.toMatchObject({
      code: "remote-refused",
      message: expect.stringContaining("10.0.0.1"),
    });
  });

  test("not from an address that is refused itself, and without starting helm", async () => {
    answers = {};
    await expect(pull("https://10.0.0.1/")).rejects.toMatchObject({ code: "remote-refused" });
    await expect(pull("file:///etc")).rejects.toMatchObject({ code: "remote-refused" });
    expect(requests).toEqual([]);
  });

  /** The archive of a chart with one additional hostile entry. */
  function crafted(script: string): Buffer {
    const directory = join(place.path, `crafted-${Math.random()}`);
    mkdirSync(directory);
    const args = [join(directory, "web.tgz"), join(place.path, "web"), join(place.path, "escaped")];
    execFileSync("python3", ["-c", script, ...args], { stdio: "pipe" });
    return readFileSync(join(directory, "web.tgz"));
  }

  const python = unless(lackOf("python3"), test);

  python.each([
    ["a path that climbs", "add('web/../../../../../../../../../../' + sys.argv[3], b'x')"],
    ["an absolute path", "add(sys.argv[3], b'x')"],
    ["a link out of it", "link('web/templates/passwd.yaml', '/etc/passwd')"],
    ["a link to a directory out of it", "link('web/templates', '/etc')"],
    ["a hard link", "link('web/templates/passwd.yaml', '/etc/passwd', tarfile.LNKTYPE)"],
    ["a file of a gigabyte", "zeros('web/templates/big.yaml', 1 << 30)"],
  ])("nothing comes of %s", async (_, line) => {
    const bytes = crafted(`
import io, sys, tarfile
t = tarfile.open(sys.argv[1], "w:gz", compresslevel=1)
t.add(sys.argv[2], "web")
class Zeros:
  def read(self, n): return bytes(n)
def add(name, data):
  i = tarfile.TarInfo(name); i.size = len(data); t.addfile(i, io.BytesIO(data))
def zeros(name, size):
  i = tarfile.TarInfo(name); i.size = size; t.addfile(i, Zeros())
def link(name, target, type=tarfile.SYMTYPE):
  i = tarfile.TarInfo(name); i.type = type; i.linkname = target; t.addfile(i)
${line}
t.close()`);
    answers = { "/index.yaml": index("web.tgz"), "/web.tgz": (_request, response) => void response.end(bytes) };
    const escaped = join(place.path, "escaped");
    const outcome = await pull().then(
      (files) => [...files.entries()],
      (error) => error.code as string,
    );
    expect(existsSync(escaped)).toBe(false);
    if (typeof outcome === "string") return expect(outcome).toBe("helm-failed");
    const text = outcome.map(([, content]) => Buffer.from(content).toString()).join("");
    expect(text).not.toContain("root:");
    expect(text.length).toBeLessThan(100_000);
  });
});

describe("the proxy", () => {
  test("ends answers that do not end", async () => {
    const endless = createSocketServer((socket) => {
      socket.on("error", () => {});
      const more = (): void => void (socket.writable && socket.write("x".repeat(10_000), more));
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
    const egress = await openEgress(reach, 100_000);
    const proxy = new URL(egress.env["HTTPS_PROXY"] ?? "");
    const socket = connect(Number(proxy.port), proxy.hostname);
    let received = 0;
    socket.on("data", (chunk) => (received += chunk.length));
    socket.write(`CONNECT charts.example:${(endless.address() as AddressInfo).port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once("close", resolve));
    expect(received).toBeLessThan(500_000);
    expect(egress.refusals).toEqual(["more than 100000 bytes were sent"]);
    egress.close();
    endless.close();
  });
});
