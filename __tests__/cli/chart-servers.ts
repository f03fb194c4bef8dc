/** Servers on the loopback interface that have the chart `web`: a repository for charts, a registry, and a git server. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { initRepository } from "../sources/fixtures.ts";
import { type GitServer, gitServer } from "../sources/git-server.ts";
import { sha256, tarGz } from "../store/artifacts/archives.ts";
import { type Answer, httpServer, text } from "../store/http/http-server.ts";
import { artifactAnswers } from "../store/oci/artifact-answers.ts";

const HELM = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
const FLUX = "application/vnd.cncf.flux.content.v1.tar+gzip";

/** The files of a chart that prints what helm passes to it. */
export function webChart(name: string, version: string): Record<string, string> {
  return {
    "Chart.yaml": `apiVersion: v2\nname: ${name}\nversion: ${version}\n`,
    "values.yaml": "level: info\n",
    "ci/debug.yaml": "level: debug\n",
    "templates/web.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-${name}, namespace: {{ .Release.Namespace }}}
data:
  chart: {{ .Chart.Name }} {{ .Chart.Version }}
  values: |
    {{- toYaml .Values | nindent 4 }}
`,
  };
}

export function packaged(files: Readonly<Record<string, string>>, top = "web"): Promise<Buffer> {
  return tarGz(Object.entries(files).map(([path, content]) => [{ name: `${top}/${path}` }, content]));
}

export interface ChartServers {
  /** The address of the repository for charts, which has `web` and `db` in the versions 1.2.3 and 1.3.0. */
  readonly museum: string;
  /** The registry, such as `127.0.0.1:5000`, which has `charts/web` in the same versions, and `artifacts/web:main`, pushed by Flux. */
  readonly registry: string;
  /** The digest of the manifest of `charts/web:1.2.3`. */
  readonly manifest: string;
  /** The address of a git repository with the chart in `deploy/web`, and its commit. */
  readonly repository: string;
  readonly commit: string;
  /** The answers of museum and registry, by path. */
  readonly answers: Record<string, Answer | Answer[]>;
  /** The requests since the last call, in order. */
  requests(): readonly string[];
  close(): Promise<void>;
}

export const bytes =
  (content: Buffer): Answer =>
  (_, response) =>
    void response.end(content);

/** @param directory an empty one, for the git repository */
export async function startChartServers(directory: string): Promise<ChartServers> {
  const answers: Record<string, Answer | Answer[]> = {};
  const entries: Record<string, object[]> = {};
  for (const name of ["web", "db"])
    for (const version of ["1.2.3", "1.3.0"]) {
      const archive = await packaged(webChart(name, version));
      const url = `${name}-${version}.tgz`;
      (entries[name] ??= []).push({ name, version, urls: [url], digest: sha256(archive) });
      answers[`/stable/${url}`] = bytes(archive);
    }
  answers["/stable/index.yaml"] = text(JSON.stringify({ apiVersion: "v1", entries }));
  answers["/v2/charts/web/tags/list"] = text(
    JSON.stringify({ name: "charts/web", tags: ["1.2.3", "1.3.0", "1.4.0-rc"] }),
  );
  const pushed = (version: string): Promise<Buffer> =>
    packaged({ ...webChart("web", version), "values.yaml": "level: pushed\n" });
  push(answers, "charts/web", "1.3.0", await pushed("1.3.0"));
  const manifest = push(answers, "charts/web", "1.2.3", await pushed("1.2.3"));
  push(answers, "artifacts/web", "main", await pushed("1.2.3"), FLUX);
  const server = await httpServer(answers);
  const served = join(directory, "platform");
  mkdirSync(served, { recursive: true });
  const files = Object.entries(webChart("web", "2.0.0")).map(([path, content]) => [`deploy/web/${path}`, content]);
  const commit = initRepository(served, { files: Object.fromEntries(files) });
  const git = await gitServer(directory);
  return {
    museum: `${server.url}/stable`,
    registry: new URL(server.url).host,
    manifest,
    repository: `${git.url}/platform`,
    commit,
    answers,
    requests: () => [
      ...server.requests.splice(0),
      ...(git.requests as GitServer["requests"][number][]).splice(0).map(({ url }) => url),
    ],
    async close() {
      await server.close();
      await git.close();
    },
  };
}

/** Lets a registry have an artifact of one layer. Returns the digest of its manifest. */
export function push(
  answers: Record<string, Answer | Answer[]>,
  repository: string,
  tag: string,
  content: Buffer,
  mediaType = HELM,
): string {
  const artifact = artifactAnswers(repository, tag, [{ content, mediaType }]);
  Object.assign(answers, artifact.answers);
  return artifact.digest;
}
