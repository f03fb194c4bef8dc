/** Dependencies as `helm dependency build` finds them, from a repository on the loopback interface. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "@jest/globals";
import { chartFiles } from "../../src/charts/index.ts";
import { writeDirectory } from "../../src/sources/helm/directory.ts";
import { diskTree, type OpenRemotes } from "../../src/sources/index.ts";
import { openRemotes } from "../../src/sources/remote/open-remotes.ts";
import { findProgram, lackOf } from "../programs.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { tarGz } from "../store/artifacts/archives.ts";
import { type Answer, httpServer } from "../store/http/http-server.ts";
import { unless } from "../unless.ts";
import { about, type Files, PLACE } from "./chart.ts";

const HELM = findProgram("HELM_BIN") ?? "";
const withHelm = unless(lackOf("HELM_BIN"), test);
const temporary = temporaryDirectories();
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

const template = (name: string): string => `kind: ConfigMap
apiVersion: v1
metadata: {name: ${name}}
data: {values: '{{ toJson .Values }}', chart: '{{ .Chart.Name }} {{ .Chart.Version }}', files: '{{ range $name, $_ := .Files }}{{ $name }} {{ end }}'}
`;

async function repository() {
  const answers: Record<string, Answer> = {};
  const entries: Record<string, object[]> = {};
  for (const [name, version] of [
    ["red", "1.0.0"],
    ["red", "1.1.0"],
    ["red", "2.0.0-rc.1"],
    ["blue", "2.0.0"],
  ] as const) {
    const archive = await tarGz([
      [{ name: `${name}/Chart.yaml` }, about(name, version)],
      [{ name: `${name}/values.yaml` }, `own: ${name}\nexports: {data: {up: ${version}}}\n`],
      [{ name: `${name}/templates/a.yaml` }, template(name)],
      [{ name: `${name}/notes.txt` }, "n"],
    ]);
    answers[`/${name}-${version}.tgz`] = (_, response) => void response.end(archive);
    (entries[name] ??= []).push({ apiVersion: "v2", name, version, urls: [`${name}-${version}.tgz`] });
  }
  answers["/index.yaml"] = (_, response) => void response.end(JSON.stringify({ apiVersion: "v1", entries }));
  const server = await httpServer(answers);
  closing.push(server);
  return server;
}

describe("a chart whose dependencies are missing", () => {
  withHelm("renders as it does after `helm dependency update` and `build`", async () => {
    const { url, requests } = await repository();
    const home = temporary();
    const env = {
      PATH: process.env["PATH"],
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
    };
    const helm = async (...args: string[]): Promise<string> => (await promisify(execFile)(HELM, args, { env })).stdout;
    const store = { directory: temporary() };
    const open = (): OpenRemotes => {
      const rules = { protocols: ["https", "http"], privateHosts: false, allowHosts: ["127.0.0.1"] } as const;
      const opened = openRemotes({ store, rules, env: {}, sleep: async () => {} });
      closing.push(opened);
      return opened;
    };
    const remotes = open();
    await helm("repo", "add", "here", url);

    const red = { name: "red", version: "^1.0", repository: url };
    const rows: [dependencies: object[], values?: string, more?: Files][] = [
      [[red]],
      [[{ ...red, version: ">=1.0.0-0" }]],
      [
        [
          { ...red, alias: "one", condition: "one.enabled" },
          { ...red, alias: "two", tags: ["a", "b<c>&d"] },
        ],
        "one: {enabled: false}\ntwo: {x: 1}\n",
      ],
      [
        [
          { ...red, "import-values": ["data", { child: "own", parent: "a.b" }] },
          { name: "blue", version: "2.0.0", repository: `${url}/` },
        ],
      ],
      [
        [
          { name: "local", version: "0.x", repository: "file://../local" },
          { name: "own", version: "1.0.0" },
        ],
      ],
      // An ignored file of the chart is none of what it depends on.
      [[red], "", { ".helmignore": "*.txt\n", "own.txt": "x" }],
    ];
    for (const [dependencies, values = "", more = {}] of rows) {
      const top = temporary();
      const files: Files = {
        "web/Chart.yaml": about("web", "1.0.0", { dependencies }),
        "web/values.yaml": values,
        "web/templates/a.yaml": template("web"),
        "web/charts/own/Chart.yaml": about("own", "1.0.0"),
        "web/charts/own/templates/a.yaml": template("own"),
        "local/Chart.yaml": about("local", "0.1.0"),
        "local/templates/a.yaml": template("local"),
        "local/.helmignore": "*.md",
        "local/a.md": "",
        ...Object.fromEntries(Object.entries(more).map(([name, text]) => [`web/${name}`, text])),
      };
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(top, name)), { recursive: true });
        writeFileSync(join(top, name), text);
      }
      const ours = async (by = remotes): Promise<string> => {
        const source = { from: "tree", directory: "/web", location: PLACE, packagedBy: "helm" } as const;
        const found = await chartFiles(source, { tree: diskTree(top), remotes: by });
        const place = join(temporary(), "chart");
        writeDirectory(found.files, place);
        return helm("template", "web", place);
      };
      const unlocked = await ours();
      await helm("dependency", "update", join(top, "web"));
      const updated = await helm("template", "web", join(top, "web"));
      expect(unlocked).toBe(updated);
      // The lock that helm wrote belongs to the chart. Without the archives, it names the versions.
      expect(await ours()).toBe(updated);
      for (const name of ["red-1.1.0", "red-2.0.0-rc.1", "blue-2.0.0", "local-0.1.0"])
        rmSync(join(top, `web/charts/${name}.tgz`), { force: true });
      expect(await ours()).toBe(updated);
      // The lock names exact versions: another run finds them in the store.
      const before = requests.length;
      expect(await ours(open())).toBe(updated);
      expect(requests.slice(before)).toEqual([]);
      const lock = join(top, "web/Chart.lock");
      writeFileSync(lock, readFileSync(lock, "utf8").replace(/digest: sha256:..../, "digest: sha256:0000"));
      await expect(ours()).rejects.toThrow(/Chart\.lock does not belong/);
    }
  });
});
