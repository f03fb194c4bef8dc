/** Charts as the real helm pulls them: from a repository and from a registry, for versions and ranges; the files are the same bytes. */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openRemotes } from "../../src/sources/remote/open-remotes.ts";
import type { OpenRemotes } from "../../src/sources/remote/remotes.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { unless } from "../unless.ts";
import { webChart } from "./chart.ts";
import { HELM, helm, NO_HELM, NO_REGISTRY, registry, serve, writeFiles } from "./tools.ts";

const temporary = temporaryDirectories();
const VERSIONS = [
  "0.1.0",
  "1.0.0",
  "1.2.3",
  "1.2.4-rc.1",
  "1.9.0",
  "1.10.0",
  "2.0.0+build.1",
  "3.0.0-alpha.2",
  "3.0.0-alpha.10",
];
const RANGES = [
  "",
  "1.2.3",
  "v1.2.3",
  "1.2",
  "1",
  "v1",
  "1.x",
  "~1.2",
  "^1.2.0",
  "~1.2.4-0",
  "^0.1",
  ">1 <2",
  ">=1.0, <1.10",
  "1.0.0 - 1.9",
  "1.0.0 || 0.1.x",
  "!=2.x",
  "2.0.0",
  "2.0.0+build.1",
  ">0.0.0-0",
  "3.0.0-alpha.2",
  ">=3.0.0-alpha",
  "^3",
  "4.0.0",
  "latest",
  "1,2",
];

unless(NO_HELM, describe)("helm pull", () => {
  const place = temporary();
  const closing: (() => unknown)[] = [];
  const repos = new Map<string, string>();
  let remotes: OpenRemotes;

  beforeAll(async () => {
    writeFiles(
      place,
      webChart("web/", {
        ".helmignore": "x\n",
        x: "ignored",
        "charts/db/Chart.yaml": "apiVersion: v2\nname: db\nversion: 1.0.0\n",
      }),
    );
    for (const version of VERSIONS) {
      helm("package", join(place, "web"), "--version", version, "--destination", join(place, "repo"));
    }
    const server = await serve(join(place, "repo"));
    closing.push(() => server.close());
    helm("repo", "index", join(place, "repo"));
    repos.set("a repository", server.url);
    if (NO_REGISTRY === undefined) {
      const oci = await registry(join(place, "registry"));
      closing.push(() => oci.close());
      for (const file of readdirSync(join(place, "repo")).filter((name) => name.endsWith(".tgz"))) {
        helm("push", "--plain-http", join(place, "repo", file), `oci://${oci.host}/charts`);
      }
      repos.set("a registry", `oci://${oci.host}/charts`);
    }
    const rules = { protocols: ["https", "http"], privateHosts: true } as const;
    remotes = openRemotes({
      store: { directory: temporary() },
      rules,
      env: {},
      insecureRegistries: ["localhost"],
      asksAgain: true,
    });
    closing.push(() => remotes.close());
  }, 60_000);
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  function filesIn(directory: string): Record<string, string> {
    const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = names.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
    return Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), "base64")]));
  }

  /** The files that helm unpacks; undefined if it fails. Asynchronous, because it asks a server in this process. */
  async function pulled(repo: string, version: string, devel: boolean): Promise<Record<string, string> | undefined> {
    const to = temporary();
    const source = repo.startsWith("oci:") ? [`${repo}/web`, "--plain-http"] : ["--repo", repo, "web"];
    const options = [...(version === "" ? [] : ["--version", version]), ...(devel ? ["--devel"] : [])];
    mkdirSync(join(to, "home"));
    const env = { PATH: process.env["PATH"], HOME: join(to, "home") };
    const args = ["pull", ...source, ...options, "--untar", "--untardir", join(to, "out")];
    try {
      await promisify(execFile)(HELM as string, args, { env });
    } catch {
      return undefined;
    }
    return filesIn(join(to, "out/web"));
  }

  const rows = RANGES.map((version): [string, boolean] => [version, false]).concat([["", true]], [["1.2.3", true]]);
  // docs/specification/helm-charts.md 5.2, 5.5
  describe.each(["a repository", "a registry"])("from %s", (kind) => {
    unless(kind === "a registry" ? NO_REGISTRY : undefined, test).each(rows)(
      "version %j, devel %j",
      async (version, devel) => {
        const repo = repos.get(kind) as string;
        const files = await remotes.chart({ repo, name: "web", version, devel }).then(
          (chart) =>
            Object.fromEntries([...chart.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")])),
          () => undefined,
        );
        expect(files).toEqual(await pulled(repo, version, devel));
      },
    );
  });
});
