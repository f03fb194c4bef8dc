/** Charts of repositories and registries on the loopback interface, through the port for other machines. */
import { writeFileSync } from "node:fs";
import { globalAgent } from "node:https";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { chartDigest } from "../../../src/lock/index.ts";
import { openRemotes, type RemoteOptions } from "../../../src/sources/remote/open-remotes.ts";
import { permittedRemotes } from "../../../src/sources/remote/permitted-remotes.ts";
import type { OpenRemotes } from "../../../src/sources/remote/remotes.ts";
import { END, rawMember, sha256, tarGz } from "../../store/artifacts/archives.ts";
import { certificates } from "../../store/http/certificates.ts";
import { type Answer, type HttpServer, httpServer, status, text } from "../../store/http/http-server.ts";
import { startRegistry, withRegistry } from "../../store/oci/registry.ts";
import { temporaryDirectories } from "../fixtures.ts";

const temporary = temporaryDirectories();
const { ca, ...tls } = certificates();
const closing: { close(): Promise<void> }[] = [];

beforeAll(() => void (globalAgent.options.ca = ca));
// Other files run in the same process.
afterAll(() => void delete globalAgent.options.ca);
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

const CHART = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
const CONFIG = "application/vnd.cncf.helm.config.v1+json";

function archiveOf(name: string, version: string, values = "a: b"): Promise<Buffer> {
  return tarGz([
    [{ name: `${name}/Chart.yaml` }, `apiVersion: v2\nname: ${name}\nversion: ${version}\n`],
    [{ name: `${name}/values.yaml` }, values],
  ]);
}

const bytes =
  (content: Buffer): Answer =>
  (_, response) =>
    void response.end(content);

interface Row {
  readonly version: string;
  readonly url: string;
  readonly digest?: string;
}

function index(...rows: readonly Row[]): Answer {
  const web = rows.map(({ version, url, digest }) => ({ name: "web", version, urls: [url], digest }));
  return text(JSON.stringify({ apiVersion: "v1", entries: { web } }));
}

async function serve(answers: Readonly<Record<string, Answer | Answer[]>>, isSecure = false): Promise<HttpServer> {
  const server = await httpServer(answers, isSecure ? tls : undefined);
  closing.push(server);
  return server;
}

/** A repository with one version, whose index gives the digest unless it is absent. */
async function repository(version = "1.2.3", values?: string, withDigest = true): Promise<HttpServer> {
  const archive = await archiveOf("web", version, values);
  const row = { version, url: `charts/web-${version}.tgz`, ...(withDigest && { digest: sha256(archive) }) };
  return serve({ "/stable/index.yaml": index(row), [`/stable/charts/web-${version}.tgz`]: bytes(archive) });
}

function open(directory: string, options: Partial<RemoteOptions> = {}): OpenRemotes {
  const remotes = openRemotes({
    store: { directory },
    rules: { protocols: ["https", "http"], privateHosts: false, allowHosts: ["127.0.0.1"] },
    env: {},
    insecureRegistries: ["127.0.0.1"],
    sleep: async () => {},
    ...options,
  });
  closing.push(remotes);
  return remotes;
}

const web = (repo: string, version = "", more: { devel?: boolean; digest?: string } = {}) => ({
  repo,
  name: "web",
  version,
  devel: false,
  ...more,
});

async function outcome(work: Promise<{ readonly version: string }>): Promise<string> {
  return work.then(
    ({ version }) => version,
    (thrown: Error & { code?: string }) => `${thrown.code}: ${thrown.message}`,
  );
}

// docs/specification/helm-charts.md 5.1, 5.4
describe("a repository", () => {
  test("serves the archive of the version, whose digest is that of the index", async () => {
    const server = await repository();
    const chart = await open(temporary()).chart(web(`${server.url}/stable`, "^1"));
    expect(chart).toMatchObject({ version: "1.2.3", digest: chartDigest(chart.files) });
    expect([...chart.files.keys()]).toEqual(["Chart.yaml", "values.yaml"]);
    expect(server.requests).toEqual(["/stable/index.yaml", "/stable/charts/web-1.2.3.tgz"]);
  });

  test.each<[what: string, url: (url: string) => string, requested: string]>([
    ["relative", () => "a/web.tgz", "/stable/a/web.tgz?key=1"],
    ["relative to its host", () => "/a/web.tgz", "/a/web.tgz?key=1"],
    ["relative, and leads up", () => "../a/web.tgz", "/a/web.tgz?key=1"],
    ["absolute", (url) => `${url}/a/web.tgz`, "/a/web.tgz"],
  ])("may give an address that is %s", async (_, url, requested) => {
    const archive = await archiveOf("web", "1.0.0");
    const answers: Record<string, Answer> = { "/stable/a/web.tgz": bytes(archive), "/a/web.tgz": bytes(archive) };
    const server = await serve(answers);
    answers["/stable/index.yaml"] = index({ version: "1.0.0", url: url(server.url) });
    const repo = `${server.url.replace("//", "//me:word@")}/stable/?key=1`;
    expect(await outcome(open(temporary()).chart(web(repo)))).toBe("1.0.0");
    expect(server.requests).toEqual(["/stable/index.yaml?key=1", requested]);
    // Credentials of the address go where the address leads, and with no address of the index.
    const basic = `Basic ${Buffer.from("me:word").toString("base64")}`;
    expect(server.authorizations).toEqual([basic, requested.endsWith("key=1") ? basic : undefined]);
  });

  test("is asked once for its index, and once for each chart, by both sides", async () => {
    const server = await repository();
    const remotes = open(temporary());
    const repo = `${server.url}/stable`;
    const all = await Promise.all(
      [web(repo), web(repo), web(repo, "1.2.3"), web(repo)].map((each) => remotes.chart(each)),
    );
    expect(new Set(all.map(({ digest }) => digest)).size).toBe(1);
    expect(server.requests.filter((path) => path.endsWith("index.yaml"))).toHaveLength(1);
  });

  test.each<[what: string, file: string, content: () => Promise<Buffer>, problem: RegExp]>([
    ["another chart", "web", () => archiveOf("db", "1.0.0"), /^chart-not-found: .* is the chart "db", not web/],
    [
      "no chart",
      "web",
      () => tarGz([[{ name: "web/a" }, "b"]]),
      /^archive-refused: .* has no Chart\.yaml with a name and a version/,
    ],
    ["nothing", "gone", () => archiveOf("web", "1.0.0"), /^remote-not-found: /],
  ])("serves %s", async (_, file, content, problem) => {
    const server = await serve({
      "/index.yaml": index({ version: "1.0.0", url: `${file}.tgz` }),
      "/web.tgz": bytes(await content()),
    });
    expect(await outcome(open(temporary()).chart(web(server.url)))).toMatch(problem);
  });
});

// docs/specification/helm-charts.md 5.6
describe("the second run", () => {
  async function second(
    first: { version?: string; digest?: string },
    again: typeof first,
    options: Partial<RemoteOptions> = {},
  ) {
    const server = await repository();
    const directory = temporary();
    const repo = `${server.url}/stable`;
    const one = await open(directory).chart(web(repo, first.version, first));
    const before = server.requests.length;
    const digest = again.digest === "the same" ? one.digest : again.digest;
    const two = await outcome(
      open(directory, options).chart(web(repo, again.version, digest === undefined ? {} : { digest })),
    );
    return [two, server.requests.slice(before)];
  }
  const INDEX = "/stable/index.yaml";

  test.each<[what: string, ...Parameters<typeof second>, requests: readonly string[]]>([
    ["for an exact version asks nobody", { version: "1.2.3" }, { version: "1.2.3" }, {}, []],
    ["for a locked range asks nobody", {}, { digest: "the same" }, {}, []],
    ["for a locked version asks nobody", { version: "^1" }, { version: "1.2.3", digest: "the same" }, {}, []],
    ["for a range asks for the index only", { version: "^1" }, { version: "^1" }, {}, [INDEX]],
    [
      "for an exact version that a range has found asks for the index only",
      { version: "^1" },
      { version: "1.2.3" },
      {},
      [INDEX],
    ],
    [
      "for another digest in the lock asks",
      { version: "1.2.3" },
      { version: "1.2.3", digest: `sha256:${"0".repeat(64)}` },
      {},
      [INDEX],
    ],
    ["that pins asks again", { version: "1.2.3" }, { version: "1.2.3" }, { asksAgain: true }, [INDEX]],
  ])("%s", async (_, first, again, options, requests) => {
    expect(await second(first, again, options)).toEqual(["1.2.3", requests]);
  });

  test("asks again where the store is damaged, or has another scope", async () => {
    const server = await repository();
    const directory = temporary();
    const wanted = web(`${server.url}/stable`, "1.2.3");
    await open(directory).chart(wanted);
    await open(directory, { store: { directory, scope: "other" } }).chart(wanted);
    expect(server.requests).toHaveLength(4);
  });
});

// docs/specification/helm-charts.md 5.3, 5.4
describe("attack 9.37: a repository", () => {
  const secure: Partial<RemoteOptions> = {
    rules: { protocols: ["https"], privateHosts: false },
    insecureRegistries: [],
  };
  const allowing = ({ url }: HttpServer): Partial<RemoteOptions> => ({
    rules: { protocols: ["https"], privateHosts: false, allowHosts: [new URL(url).host] },
    resolve: async (host) => (host === "inside.example" ? ["10.0.0.1"] : ["127.0.0.1"]),
  });

  test.each<[what: string, url: (inside: HttpServer) => string, problem: RegExp]>([
    [
      "names an address by http",
      () => "http://charts.example/web.tgz",
      /^remote-refused: .*the protocol http is not allowed, only https/,
    ],
    [
      "names a private host",
      () => "https://10.0.0.1/web.tgz",
      /^remote-refused: .*10\.0\.0\.1 is not on the public network/,
    ],
    [
      "names a host with a private address",
      () => "https://inside.example/web.tgz",
      /^remote-refused: .*\(10\.0\.0\.1\) is not on the public network/,
    ],
    [
      "names another port of the runner",
      ({ url }) => `${url}/web.tgz`,
      /^remote-refused: .*127\.0\.0\.1 is not on the public network/,
    ],
    [
      "redirects to a private host",
      () => "away.tgz",
      /^remote-refused: .*169\.254\.169\.254 is not on the public network/,
    ],
    ["redirects to http", () => "plain.tgz", /^remote-refused: /],
    [
      "names a registry of a private host",
      () => "oci://10.0.0.1/web:1.0.0",
      /^remote-refused: .*10\.0\.0\.1 is not on the public network/,
    ],
    ["names a file", () => "file:///etc/passwd", /^remote-refused: .*the protocol file is not allowed/],
    ["names a program", () => "ext::sh -c id", /^remote-refused: /],
  ])("%s", async (_, url, problem) => {
    const inside = await serve({ "/web.tgz": bytes(await archiveOf("web", "1.0.0")) }, true);
    const server = await serve(
      {
        "/index.yaml": index({ version: "1.0.0", url: url(inside) }),
        "/away.tgz": status(302, { location: "https://169.254.169.254/latest/meta-data" }),
        "/plain.tgz": status(302, { location: "http://charts.example/web.tgz" }),
      },
      true,
    );
    expect(await outcome(open(temporary(), allowing(server)).chart(web(server.url)))).toMatch(problem);
    expect(inside.requests).toEqual([]);
  });

  test("is one of this machine, or without TLS", async () => {
    const { url } = await serve({});
    expect(await outcome(open(temporary(), secure).chart(web(url)))).toMatch(/^remote-refused: .*the protocol http/);
    expect(await outcome(open(temporary(), secure).chart(web(url.replace("http", "https"))))).toMatch(
      /not on the public network/,
    );
    expect(await outcome(open(temporary(), secure).chart(web("oci://127.0.0.1:1/charts")))).toMatch(
      /^remote-refused: /,
    );
  });

  test("lies about the digest", async () => {
    const archive = await archiveOf("web", "1.0.0");
    const answers = {
      "/index.yaml": index({ version: "1.0.0", url: "web.tgz", digest: sha256("other") }),
      "/web.tgz": bytes(archive),
    };
    const { url } = await serve(answers);
    expect(await outcome(open(temporary()).chart(web(url, "1.0.0")))).toMatch(
      new RegExp(
        `^digest-mismatch: .* has the digest sha256:${sha256(archive)}, not sha256:.*, which the index of .* gives`,
      ),
    );
  });

  test("serves an index without end: it is read to its limit", async () => {
    let sent = 0;
    const endless: Answer = (_, response) => {
      const part = Buffer.alloc(1024 * 1024, " ");
      const more = (): void => {
        while (sent < 200 && !response.destroyed) {
          sent++;
          if (!response.write(part)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    };
    const { url } = await serve({ "/index.yaml": endless });
    expect(await outcome(open(temporary()).chart(web(url)))).toMatch(
      /^remote-failed: .*index\.yaml is larger than 64 MiB/,
    );
    expect(sent).toBeLessThan(100);
  });

  test("serves charts that are large together", async () => {
    const server = await repository("1.0.0", "a".repeat(10_000), false);
    const remotes = open(temporary(), { limits: { allChartBytes: 15_000 } });
    const repo = `${server.url}/stable`;
    expect(await outcome(remotes.chart(web(repo)))).toBe("1.0.0");
    expect(await outcome(remotes.chart(web(repo, "1.0.0")))).toMatch(
      /^remote-refused: .*all charts together are larger than/,
    );
  });

  test("serves gigabytes of zeros", async () => {
    const bomb = gzipSync(Buffer.concat([rawMember("web/a", "0", Buffer.alloc(32 * 1024 * 1024)), END]));
    const { url } = await serve({
      "/index.yaml": index({ version: "1.0.0", url: "web.tgz" }),
      "/web.tgz": bytes(bomb),
    });
    expect(await outcome(open(temporary()).chart(web(url)))).toMatch(
      /^archive-refused: .*expands to more than 100 times its size/,
    );
  });

  test("publishes a version again between two sides: both get the first one", async () => {
    const [first, other] = [await archiveOf("web", "1.0.0", "one"), await archiveOf("web", "1.0.0", "two")];
    const { url } = await serve({
      "/index.yaml": index({ version: "1.0.0", url: "web.tgz" }),
      "/web.tgz": [bytes(first), bytes(other)],
    });
    const remotes = open(temporary());
    const [base, head] = [await remotes.chart(web(url)), await remotes.chart(web(url))];
    expect(head.digest).toBe(base.digest);
  });
});

// docs/specification/helm-charts.md 5.2, 5.4
describe("a registry", () => {
  /** Pushes charts as helm does, each by its version, and returns the archives. */
  async function pushed(versions: readonly string[], options: Parameters<typeof startRegistry>[0] = {}) {
    const registry = await startRegistry(options);
    closing.push(registry);
    const config = Buffer.from("{}");
    const push = async (version: string, values?: string): Promise<void> => {
      const archive = await archiveOf("web", version, values);
      const layers = [{ mediaType: CHART, digest: await registry.blob("charts/web", archive), size: archive.length }];
      const descriptor = { mediaType: CONFIG, digest: await registry.blob("charts/web", config), size: config.length };
      const type = "application/vnd.oci.image.manifest.v1+json";
      const manifest = { schemaVersion: 2, mediaType: type, config: descriptor, layers };
      await registry.manifest("charts/web", manifest, type, version.replaceAll("+", "_"));
    };
    for (const version of versions) await push(version);
    return { registry, push, repo: `oci://${registry.host}/charts` };
  }

  withRegistry("has its versions as tags, with _ in place of +", async () => {
    const { repo } = await pushed(["1.0.0", "1.10.0+b.1", "1.9.0", "2.0.0-rc.1"]);
    const rows: [version: string, found: string | RegExp, devel?: boolean][] = [
      ["", "1.10.0+b.1"],
      ["^1.0", "1.10.0+b.1"],
      ["1.10.0+b.1", "1.10.0+b.1"],
      ["<1.10", "1.9.0"],
      ["", "2.0.0-rc.1", true],
      ["3.x", /^chart-not-found: .*\/charts\/web has no version for 3\.x/],
      ["3.0.0", /^registry-not-found: /],
      ["latest", /^invalid-value: "latest" is neither a version nor a range/],
    ];
    const remotes = open(temporary());
    for (const [version, found, devel = false] of rows) {
      expect(await outcome(remotes.chart(web(repo, version, { devel })))).toEqual(
        typeof found === "string" ? found : expect.stringMatching(found),
      );
    }
  });

  withRegistry("is asked for nothing by the second run, and for tags and manifest by one of a range", async () => {
    const { repo, registry } = await pushed(["1.0.0"]);
    const directory = temporary();
    await open(directory).chart(web(repo, "1.0.0"));
    const before = registry.requests.length;
    await open(directory).chart(web(repo, "1.0.0"));
    expect(registry.requests.slice(before)).toEqual([]);
    await open(directory).chart(web(`${repo}/`, "1.x"));
    const paths = registry.requests.slice(before).map((request) => request.replace(/^GET \/v2\/charts\/web\//, ""));
    expect(paths.filter((path) => !/^(?:tags\/list|manifests\/)/.test(path))).toEqual([]);
  });

  withRegistry("attack 9.37: moves a tag between two sides: both get the first chart", async () => {
    const { repo, push } = await pushed(["1.0.0"]);
    const remotes = open(temporary());
    const base = await remotes.chart(web(repo, "1.0.0"));
    await push("1.0.0", "other: values");
    const head = await remotes.chart(web(repo, "1.0.0"));
    expect(head.digest).toBe(base.digest);
    // A range that is asked for in another run sees it, and a lock does not accept it.
    const later = await open(temporary()).chart(web(repo, "1.0.0"));
    expect(later.digest).not.toBe(base.digest);
  });

  withRegistry("attack 9.35: gets no login of docker or helm, but a token that anybody gets", async () => {
    const login = { user: "me", password: "the word of me" };
    const { repo, registry } = await pushed(["1.0.0"], { auth: { ...login, publicRepositories: ["charts/web"] } });
    const place = temporary();
    const logins = { auths: { [registry.host]: { auth: Buffer.from("me:the word of me").toString("base64") } } };
    writeFileSync(join(place, "config.json"), JSON.stringify(logins));
    const permission = { refusalOf: async () => undefined };
    const rules = { protocols: ["https"], privateHosts: false, allowHosts: ["127.0.0.1"] } as const;
    for (const env of [{ DOCKER_CONFIG: place }, { HELM_REGISTRY_CONFIG: join(place, "config.json") }]) {
      const options = { store: { directory: temporary() }, rules, env, insecureRegistries: ["127.0.0.1"] };
      const anonymous = permittedRemotes(options, permission);
      closing.push(anonymous);
      expect(await outcome(anonymous.chart(web(repo, "1.0.0")))).toBe("1.0.0");
      registry.tokens?.requests.splice(0);
      expect(await outcome(open(temporary(), { env, anonymous: true }).chart(web(repo, "1.0.0")))).toBe("1.0.0");
      expect(registry.tokens?.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
      expect(
        await outcome(open(temporary(), { env, anonymous: true }).chart({ ...web(repo, "1.0.0"), name: "private" })),
      ).toMatch(/^remote-unsupported: .*may not be read, or does not exist.*, and `remote: auto` uses no login/);
      expect(await outcome(open(temporary(), { env }).chart(web(repo, "1.0.0")))).toBe("1.0.0");
      expect(registry.tokens?.requests.at(-1)?.authorization).toMatch(/^Basic /);
    }
  });
});
