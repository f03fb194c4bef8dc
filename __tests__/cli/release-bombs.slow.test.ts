/** HelmReleases with charts and values that somebody made to do harm: each is a problem of its own, and the others are rendered. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { findProgram, lackOf } from "../programs.ts";
import { END, type Member, rawMember, tarGz } from "../store/artifacts/archives.ts";
import { type Answer, type HttpServer, httpServer, text } from "../store/http/http-server.ts";
import { unless } from "../unless.ts";
import { bytes } from "./chart-servers.ts";
import { ks } from "./deployments.ts";
import { type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

jest.setTimeout(600_000);

const MIB = 1024 * 1024;
const CHART = "apiVersion: v2\nname: web\nversion: 1.0.0\n";
const OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\n";

type Files = Readonly<Record<string, string>>;

const release = (name: string, spec: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}, namespace: apps}\nspec:\n${spec}`;
/** A release of a chart in the repository. */
const own = (name: string, values = "", chart = name): string =>
  release(
    name,
    `  chart: {spec: {chart: ./charts/${chart}, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}}\n${values}`,
  );
/** A release of a chart of the repository for charts at a path. */
const far = (name: string): string =>
  `${release(name, `  chart: {spec: {chart: web, version: 1.0.0, sourceRef: {kind: HelmRepository, name: ${name}}}}\n`)}---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: ${name}, namespace: apps}
spec: {url: URL/${name}}
`;

const chartFiles = (name: string, files: Files): Files => ({
  [`charts/${name}/Chart.yaml`]: CHART,
  [`charts/${name}/templates/web.yaml`]: OBJECT,
  ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`charts/${name}/${path}`, content])),
});

interface Outcome extends Result {
  /** The error of a release, with its hint; "" if it was rendered. */
  problemOf(name: string): string;
  output(name: string): string;
}

/** Renders releases of one cluster. @param files of the repository, and of `apps/`, by the name of the release */
async function render(directory: Directory, helm: string, options: readonly string[] = []): Promise<Outcome> {
  const out = join(directory.path, "out");
  const result = await krmRender(["render", "--output-dir", out, ...options], {
    cwd: join(directory.path, "repo"),
    env: { PATH: `${helm}:${process.env["PATH"]}`, XDG_CACHE_HOME: join(directory.path, "store") },
  });
  const place = (name: string): string => join(out, `flux/prod/apps/HelmRelease/${name}.yaml`);
  const problems = result.stderr.split(/^(?=error: )/m);
  return {
    ...result,
    output: (name) => readFileSync(place(name), "utf8"),
    problemOf(name) {
      if (existsSync(place(name))) return "";
      const about = problems.filter((each) => new RegExp(`[ /]${name}[/. :]`).test(each.split("\n")[0] ?? ""));
      return about.join("") || `no problem of ${name} in ${result.stderr}`;
    },
  };
}

function repository(files: Files): Directory {
  const directory = temporaryDirectory({ "repo/clusters/prod/root.yaml": ks("root", "./apps") });
  directory.write(Object.fromEntries(Object.entries(files).map(([path, content]) => [`repo/${path}`, content])));
  directory.git("-C", join(directory.path, "repo"), "init", "--quiet");
  return directory;
}

/** Each line has all of the line before nine times. */
function aliases(levels: number): string {
  const lines: string[] = [];
  for (let level = 1; level <= levels; level++)
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(level === 1 ? "*a" : `*a${level - 1}`)
        .join(", ")}]`,
    );
  return `${lines.join("\n")}\n`;
}

const STUB = `#!/bin/sh
[ "$1" = version ] && echo v3.99.0 && exit
printf -- '---\\n# Source: web/templates/web.yaml\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: %s}\\n' "$2"
`;

describe("what is fetched", () => {
  let server: HttpServer;
  let directory: Directory;
  let outcome: Outcome;

  const files: readonly Member[] = [[{ name: "web/Chart.yaml" }, CHART]];
  const withMember = async (...more: Buffer[]): Promise<Buffer> =>
    gzipSync(Buffer.concat([rawMember("web/Chart.yaml", "0", Buffer.from(CHART)), ...more, END]));
  const ARCHIVES: Readonly<Record<string, [archive: () => Promise<Buffer>, problem: RegExp]>> = {
    good: [() => tarGz(files), /^$/],
    symlink: [
      () => withMember(rawMember("web/a", "2", Buffer.alloc(0))),
      /has the entry "web\/a", which is not a regular file/,
    ],
    hardlink: [
      () => withMember(rawMember("web/a", "1", Buffer.alloc(0))),
      /has the entry "web\/a", which is not a regular file/,
    ],
    above: [
      () => withMember(rawMember("web/../../a", "0", Buffer.alloc(0))),
      /which is not in the directory of the chart/,
    ],
    absolute: [
      () => withMember(rawMember("/etc/passwd", "0", Buffer.alloc(0))),
      /which is not in the directory of the chart/,
    ],
    entries: [
      async () => {
        const names = randomBytes(100_000 * 30).toString("hex");
        const member = (at: number): Buffer =>
          rawMember(`web/${names.slice(at * 60, at * 60 + 60)}`, "0", Buffer.alloc(0));
        return withMember(...Array.from({ length: 100_000 }, (_, at) => member(at)));
      },
      /has more than 20000 entries/,
    ],
    zeros: [
      async () => {
        const size = 2048 * MIB - 512;
        const header = gzipSync(rawMember("web/zeros", "0", Buffer.alloc(0), size));
        const part = gzipSync(Buffer.alloc(64 * MIB));
        return Buffer.concat([header, ...Array.from({ length: 32 }, () => part)]);
      },
      /expands to more than 100 times its size/,
    ],
    nothing: [async () => Buffer.alloc(0), /cannot be read as a tar archive in gzip: unexpected end of file/],
    bomb: [
      () => tarGz([[{ name: "web/Chart.yaml" }, `${CHART}a: &a [x, x, x, x, x, x, x, x, x]\n${aliases(40)}`]]),
      /has a Chart.yaml that cannot be read, in line 8: malformed YAML: document contains excessive aliasing/,
    ],
  };

  beforeAll(async () => {
    const answers: Record<string, Answer> = {};
    for (const [name, [archive]] of Object.entries(ARCHIVES)) {
      answers[`/${name}/web.tgz`] = bytes(await archive());
      answers[`/${name}/index.yaml`] = text(
        JSON.stringify({ entries: { web: [{ name: "web", version: "1.0.0", urls: ["web.tgz"] }] } }),
      );
    }
    answers["/large/index.yaml"] = (_, response) => {
      const part = Buffer.alloc(MIB, "# words\n");
      let left = 200;
      const send = (): void => {
        while (left-- > 0) if (!response.write(part)) return void response.once("drain", send);
        response.end();
      };
      send();
    };
    server = await httpServer(answers);
    const names = [...Object.keys(ARCHIVES), "large"];
    directory = repository({
      "apps/own.yaml": own("own"),
      ...chartFiles("own", {}),
      ...Object.fromEntries(names.map((name) => [`apps/${name}.yaml`, far(name).replace("URL", server.url)])),
    });
    directory.write({ "helm/helm": STUB });
    chmodSync(join(directory.path, "helm/helm"), 0o755);
    outcome = await render(directory, join(directory.path, "helm"));
  });
  afterAll(async () => {
    await server.close();
    directory.remove();
  });

  test.each(Object.entries(ARCHIVES).map(([name, [, problem]]) => [name, problem] as const))("%s", (name, problem) => {
    expect(outcome.problemOf(name)).toMatch(problem);
    expect(outcome.problemOf(name)).toMatch(/^$|^error: apps\/[a-z]+\.yaml:5:39: .*\n {2}hint: /);
  });

  test("an index of 200 MB", () => {
    expect(outcome.problemOf("large")).toMatch(/index\.yaml is larger than 64 MiB/);
  });
});

/** Values from a ConfigMap. */
const from = (name: string, values: string): string =>
  `  valuesFrom: [{kind: ConfigMap, name: ${name}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: apps}
data:
  values.yaml: |
${values.replace(/^(?=.)/gm, "    ")}`;

const object = (name: string, data: string): string => `apiVersion: v1
data:
${data.replace(/^(?=.)/gm, "  ")}kind: ConfigMap
metadata:
  name: ${name}
  namespace: apps
`;

/** Charts in the repository with files of their own, and the error of a release, or its objects. */
const CHARTS: Readonly<Record<string, [files: Files, outcome: RegExp | string, values?: string]>> = {
  good: [{}, object("good", "").replace("data:\n", "")],
  long: [
    { "templates/a.yaml": "{{ range until 1000000 }}{{ range until 100000 }}{{ end }}{{ end }}" },
    /the build of HelmRelease apps\/long of prod was stopped: it takes more than 20 seconds/,
  ],
  memory: [
    { "templates/a.yaml": '{{ $s := "abcdefgh" }}{{ range until 60 }}{{ $s = printf "%s%s" $s $s }}{{ end }}' },
    /helm template needs more than \d+ MiB of memory/,
  ],
  prints: [
    { "templates/a.yaml": '# {{ repeat 100000000 "abcdefghij" }}' },
    /helm template (?:printed more than 64 MiB|needs more than)|it takes more than 20 seconds/,
  ],
  recursive: [
    { "templates/a.yaml": '{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}' },
    /helm template failed: .*web\/templates\/a.yaml:1:19/,
  ],
  invalid: [{ "templates/a.yaml": "a: [\n" }, /YAML parse error on web\/templates\/a.yaml/],
  scalar: [{ "templates/a.yaml": "words\n" }, /YAML parse error on web\/templates\/a.yaml/],
  nameless: [
    { "templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\n" },
    /the output of helm cannot be used: missing metadata.name: this ConfigMap has no name/,
  ],
  prototypes: [
    {
      "templates/web.yaml": `${OBJECT}data: {__proto__: a, constructor: b, text: {{ toJson .Values | quote }}}\n`,
    },
    object(
      "prototypes",
      `__proto__: a\nconstructor: b\ntext: '{"__proto__":{"a":"b"},"constructor":"c","toString":{"valueOf":"d"}}'\n`,
    ),
    "  values: {__proto__: {a: b}, constructor: c, toString: {valueOf: d}}\n",
  ],
  files: [
    {
      "templates/web.yaml": `${OBJECT}data: {a: {{ .Files.Get "../../secret.txt" | quote }}, b: {{ .Files.Get "/etc/passwd" | quote }}, c: "{{ range $path, $_ := .Files.Glob "../**" }}{{ $path }}{{ end }}"}\n`,
    },
    object("files", 'a: ""\nb: ""\nc: ""\n'),
  ],
  circle: [
    { "Chart.yaml": `${CHART}dependencies: [{name: web, version: 1.0.0, repository: "file://../circle"}]\n` },
    /the chart makes ConfigMap circle more than once, in web\/charts\/web\/templates\/web.yaml and web\/templates\/web.yaml/,
  ],
  dots: [{ "Chart.yaml": CHART.replace("web", '".."') }, /chart.metadata.name ".." is not allowed/],
  chartbomb: [
    { "Chart.yaml": `${CHART}a: &a [x]\n${aliases(40)}` },
    /charts\/chartbomb\/Chart.yaml:9:20: malformed YAML: document contains excessive aliasing/,
  ],
  valuesbomb: [
    { "values.yaml": `a: &a [x]\n${aliases(40)}` },
    /cannot load values.yaml: .*document contains excessive aliasing/,
  ],
  given: [
    {},
    /in line 6 of the text: malformed YAML: document contains excessive aliasing/,
    from("given", `a: &a [x]\n${aliases(40)}`),
  ],
  deep: [
    {},
    /in line 1 of the text: malformed YAML: nested deeper than 1000 levels/,
    from("deep", `a: ${"[".repeat(2000)}${"]".repeat(2000)}\n`),
  ],
  large: [
    { "templates/web.yaml": `${OBJECT}data: {length: {{ len .Values.a | quote }}}\n` },
    object("large", `length: "${20 * MIB}"\n`),
    from("large", `a: ${"x".repeat(20 * MIB)}\n`),
  ],
  many: [
    { "templates/web.yaml": `${OBJECT}data: {length: {{ len .Values | quote }}}\n` },
    object("many", 'length: "10000"\n'),
    `  values:\n${Array.from({ length: 10_000 }, (_, at) => `    key${at}: {a: [1, 2], b: text}\n`).join("")}`,
  ],
  schema: [
    { "values.schema.json": '{"properties": {"count": {"type": "integer"}}}' },
    /values don't meet the specifications of the schema\(s\) in the following chart\(s\):\nweb:\n- at '\/count': got string, want integer\n/,
    "  values: {count: many}\n",
  ],
  regexp: [
    { "values.schema.json": '{"properties": {"a": {"pattern": "^(a+)+$"}}}' },
    /values don't meet|does not match pattern|helm template failed/,
    `  values: {a: "${"a".repeat(5000)}b"}\n`,
  ],
  patterns: [
    { "values.schema.json": `{"properties": {"a": {"pattern": "${"(a|b){1000}".repeat(50)}"}}}` },
    /- at '\/a': 'b' does not match pattern|helm template failed/,
    "  values: {a: b}\n",
  ],
  elsewhere: [
    { "values.schema.json": '{"$ref": "SERVER/a.json"}', "templates/web.yaml": OBJECT },
    object("elsewhere", "").replace("data:\n", ""),
    "  values: {a: b}\n",
  ],
};

unless(lackOf("HELM_BIN", "helm"), describe)("charts", () => {
  let directory: Directory;
  let server: HttpServer;
  let outcome: Outcome;
  beforeAll(async () => {
    server = await httpServer({});
    const files = Object.entries(CHARTS).map(([name, [of, , values = ""]]) => ({
      [`apps/${name}.yaml`]: own(name, values),
      ...chartFiles(name, of),
    }));
    const all = Object.assign({ "secret.txt": "hunter2", "charts/secret.txt": "hunter2" }, ...files) as Files;
    directory = repository(
      Object.fromEntries(Object.entries(all).map(([path, content]) => [path, content.replace("SERVER", server.url)])),
    );
    directory.write({ "helm/x": "" });
    symlinkSync(findProgram("HELM_BIN", "helm") ?? "", join(directory.path, "helm/helm"));
    outcome = await render(directory, join(directory.path, "helm"), ["--timeout", "20s"]);
  });
  afterAll(async () => {
    await server.close();
    directory.remove();
  });

  test.each(Object.entries(CHARTS).map(([name, [, wanted]]) => [name, wanted] as const))("%s", (name, wanted) => {
    const found = outcome.problemOf(name) || outcome.output(name);
    const isWanted = typeof wanted === "string" ? found === wanted : wanted.test(found);
    expect([isWanted, found]).toEqual([true, found]);
  });

  test("no schema makes helm ask other machines", () => {
    expect(server.requests).toEqual([]);
  });

  test("no message has more than some kilobytes", () => {
    for (const line of outcome.stderr.split("\n")) expect(line.length).toBeLessThan(10_000);
  });
});
