/** Functions and catalogs that are fetched, with the shipped program: with an empty store, and then without their servers. */
import { afterAll, describe, expect, test } from "@jest/globals";
import { tarGz } from "../../store/artifacts/archives.ts";
import { certificates } from "../../store/http/certificates.ts";
import { type Answer, type HttpServer, httpServer } from "../../store/http/http-server.ts";
import { artifactAnswers } from "../../store/oci/artifact-answers.ts";
import { TYPES } from "../../store/oci/registry.ts";
import { CONFIG_MAP, catalog, colours, config, entry, hex, NODES, painter, place, type Result } from "./world.ts";

const EXEC = "application/vnd.cncf.kubernetes.krm-func-runtime-exec.layer.v1";
const STARLARK = "application/vnd.cncf.kubernetes.krm-func-runtime-starlark.layer.v1";
const TAR_GZ = "application/vnd.oci.image.layer.v1.tar+gzip";

interface Server extends HttpServer {
  readonly host: string;
  readonly answers: Record<string, Answer>;
}

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map((each) => each.close())));

async function server(): Promise<Server> {
  const answers: Record<string, Answer> = {};
  const started = await httpServer(answers, certificates());
  const url = started.url.replace("127.0.0.1", "localhost");
  const made = { ...started, url, host: new URL(url).host, answers };
  servers.push(made);
  return made;
}

/** Serves a file, and returns its address. */
function serve({ url, answers }: Server, name: string, content: string | Uint8Array): string {
  answers[`/${name.replace(/\?.*/, "")}`] = (_, response) => void response.end(content);
  return `${url}/${name}`;
}

/** Serves an artifact with one layer, and returns its addresses. */
function push(
  { host, answers }: Server,
  name: string,
  content: string | Uint8Array,
  mediaType: string,
  title?: string,
) {
  const { digest, answers: more } = artifactAnswers(name, "v1", [
    { content, mediaType, ...(title !== undefined && { title }) },
  ]);
  Object.assign(answers, more);
  return { tagged: `oci://${host}/${name}:v1`, fixed: `oci://${host}/${name}@${digest}` };
}

/** An executable that writes a colour behind those that are there. */
const binary = (colour: string): string => `#!/bin/sh\nsed 's/colour: .*/&+${colour}/'\n`;
const archive = (colour: string): Promise<Buffer> => tarGz([[{ name: "dir/paint", mode: 0o755 }, binary(colour)]]);
const platform = (fields: string): string => `{exec: {platforms: [{${fields}}]}}`;

/** Each row makes the runtime of a function, which writes the title of the row as a colour. Contents are never alike. */
const PROGRAMS: readonly [title: string, runtime: (to: Server, title: string) => string | Promise<string>][] = [
  ["script-https", (to, t) => `{starlark: "${serve(to, t, painter(t))}#sha256=${hex(painter(t))}"}`],
  ["script-tag", (to, t) => `{starlark: "${push(to, t, painter(t), STARLARK).tagged}#sha256=${hex(painter(t))}"}`],
  ["script-digest", (to, t) => `{starlark: "${push(to, t, painter(t), STARLARK).fixed}"}`],
  ["exec-https", (to, t) => platform(`uri: "${serve(to, t, binary(t))}", sha256: ${hex(binary(t))}`)],
  ["exec-tag", (to, t) => platform(`uri: "${push(to, t, binary(t), EXEC).tagged}", sha256: ${hex(binary(t))}`)],
  ["exec-digest", (to, t) => platform(`bin: paint, uri: "${push(to, t, binary(t), EXEC).fixed}"`)],
  [
    "archive-https",
    async (to, t) => {
      const bytes = await archive(t);
      return platform(`bin: dir/paint, uri: "${serve(to, `${t}.tar.gz`, bytes)}", sha256: ${hex(bytes)}`);
    },
  ],
  [
    "archive-without-suffix",
    async (to, t) => {
      const bytes = await archive(t);
      return platform(`bin: dir/paint, uri: "${serve(to, `${t}?format=1`, bytes)}", sha256: ${hex(bytes)}`);
    },
  ],
  [
    "archive-by-program",
    async (to, t) =>
      platform(`bin: dir/paint, uri: "${serve(to, `${t}/download`, await archive(t))}", sha256: ${hex(binary(t))}`),
  ],
  [
    "archive-tag",
    async (to, t) => {
      const bytes = await archive(t);
      return platform(`bin: dir/paint, uri: "${push(to, t, bytes, EXEC).tagged}", sha256: ${hex(bytes)}`);
    },
  ],
  [
    "archive-tag-by-program",
    async (to, t) => {
      const { tagged } = push(to, t, await archive(t), TAR_GZ, "paint_linux");
      return platform(`bin: dir/paint, uri: "${tagged}", sha256: ${hex(binary(t))}`);
    },
  ],
  [
    "archive-digest",
    async (to, t) => platform(`bin: dir/paint, uri: "${push(to, t, await archive(t), TAR_GZ, `${t}.tgz`).fixed}"`),
  ],
];

interface Listed {
  /** The reference in the kustomization. */
  readonly reference: string;
  /** The line that trusts it. */
  readonly line: string;
}

const CATALOGS: readonly [title: string, make: (to: Server, title: string, content: string) => Listed][] = [
  [
    "https-pinned-by-the-line",
    (to, title, content) => {
      const reference = serve(to, title, content);
      return { reference, line: `${reference}#sha256=${hex(content)}` };
    },
  ],
  [
    "https-pinned-by-both",
    (to, title, content) => {
      const reference = `${serve(to, title, content)}#sha256=${hex(content)}`;
      return { reference, line: reference };
    },
  ],
  [
    "https-pinned-to-content-elsewhere",
    (to, title, content) => ({
      reference: `${serve(to, title, content)}#sha256=${hex(content)}`,
      line: `https://elsewhere.test/c.yaml#sha256=${hex(content)}`,
    }),
  ],
  [
    "tag-pinned-by-the-line",
    (to, title, content) => {
      const { tagged } = push(to, title, content, TYPES.catalog);
      return { reference: tagged, line: `${tagged}#sha256=${hex(content)}` };
    },
  ],
  [
    "tag-pinned-by-both",
    (to, title, content) => {
      const reference = `${push(to, title, content, TYPES.catalog).tagged}#sha256=${hex(content)}`;
      return { reference, line: reference };
    },
  ],
  [
    "manifest",
    (to, title, content) => {
      const { fixed } = push(to, title, content, TYPES.catalog);
      return { reference: fixed, line: fixed };
    },
  ],
];

const TITLES = PROGRAMS.map(([title]) => title);
const kindOf = (title: string): string => title.replaceAll("-", "");

/** A repository whose kustomization lists catalogs, and runs functions of some titles. */
function repository(node: string, catalogs: readonly string[], titles: readonly string[]) {
  const files = Object.fromEntries(titles.map((title) => [`app/${title}.yaml`, config(kindOf(title))]));
  return place(
    {
      ...files,
      "app/cm.yaml": CONFIG_MAP,
      "app/kustomization.yaml": `resources: [cm.yaml]\ntransformers: ${JSON.stringify(Object.keys(files).map((name) => name.slice(4)))}\ncatalogs: ${JSON.stringify(catalogs)}\n`,
    },
    node,
  );
}

/** The programs that have run, or the message. */
function ran({ status, ...result }: Result): readonly string[] | string {
  return status === 0 ? (colours({ status, ...result })[0] ?? "").split("+").slice(1) : result.stderr;
}

describe.each(NODES)("by %s", (node) => {
  test("every kind of program runs with an empty store, and then without its server", async () => {
    const to = await server();
    const entries: string[] = [];
    for (const [title, runtime] of PROGRAMS) entries.push(entry(kindOf(title), await runtime(to, title)));
    const here = repository(node, ["c.yaml"], TITLES);
    here.write({ "app/c.yaml": catalog(...entries) });
    const options = ["--trusted-catalog", "app/c.yaml", "--allow-hosts", to.host];
    expect(ran(await here.build(...options))).toEqual(TITLES);
    await to.close();
    expect(ran(await here.build(...options))).toEqual(TITLES);
  });

  test.each([
    ["render", ["render", "app", "--output-dir", "out"]],
    ["explain", ["explain", "app", "ConfigMap/shop", "data.colour"]],
  ])("%s runs the programs of a registry with an empty store", async (_, command) => {
    const to = await server();
    const titles = ["script-tag", "exec-digest", "archive-tag"];
    const entries: string[] = [];
    for (const [title, runtime] of PROGRAMS.filter(([each]) => titles.includes(each)))
      entries.push(entry(kindOf(title), await runtime(to, title)));
    const here = repository(node, ["c.yaml"], titles);
    here.write({ "app/c.yaml": catalog(...entries) });
    const result = await here.run(...command, "--trusted-catalog", "app/c.yaml", "--allow-hosts", to.host);
    expect([result.status, result.status === 0 ? "" : result.stderr]).toEqual([0, ""]);
  });

  test("every catalog is read with an empty store, and then without its server if a line has its digest", async () => {
    const to = await server();
    const trusted: string[] = [];
    const references: string[] = [];
    for (const [title, make] of CATALOGS) {
      const script = `{starlark: "${serve(to, `${title}.star`, painter(title))}#sha256=${hex(painter(title))}"}`;
      const { reference, line } = make(to, title, catalog(entry(kindOf(title), script)));
      references.push(reference);
      trusted.push("--trusted-catalog", line);
    }
    const titles = CATALOGS.map(([title]) => title);
    const here = repository(node, references, titles);
    const run = () => here.build(...trusted, "--allow-hosts", to.host);
    expect(ran(await run())).toEqual(titles);
    await to.close();
    expect(ran(await run())).toEqual(titles);
  });
});

test("attack 9.8: what a pull request brought into the store is no content of a trusted address", async () => {
  const [trusted, other] = [await server(), await server()];
  const evil = catalog(
    entry("Paint", `{starlark: "${serve(other, "red.star", painter("evil"))}#sha256=${hex(painter("evil"))}"}`),
  );
  const reference = serve(trusted, "c.yaml", catalog());
  const here = repository(process.execPath, [`${reference}#sha256=${hex(evil)}`], ["Paint"]);
  here.write({ "more/kustomization.yaml": `resources: ["${serve(other, "c.yaml", evil)}#sha256=${hex(evil)}"]\n` });
  const hosts = [trusted.host, other.host].flatMap((host) => ["--allow-hosts", host]);
  expect(await here.run("build", "more", ...hosts)).toMatchObject({ status: 0 });
  const result = await here.build("--trusted-catalog", reference, ...hosts);
  expect(result).toMatchObject({ status: 1, stdout: "" });
  expect(result.stderr).toContain(`the digest of ${reference}#sha256=${hex(evil)} differs`);
});
