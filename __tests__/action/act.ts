/** Runs workflows under act, an independent runner, as they stand on our pages. */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { parse } from "yaml";
import { distFile } from "../dist.ts";
import { TOKEN } from "../github/loopback/server.ts";
import { git } from "./repository.ts";

const ROOT = dirname(dirname(import.meta.dirname));
const OWN = "org/krm-render@v1";

/** The first workflow of a page that uses the action and fits. */
export function documentedWorkflow(page: string, fits: (text: string) => boolean = () => true): string {
  const blocks = readFileSync(join(ROOT, page), "utf8").matchAll(/^```ya?ml\n(.*?)^```$/gms);
  const found = [...blocks]
    .map(([, block = ""]) => block)
    .find((block) => /^jobs:$/m.test(block) && block.includes(OWN) && fits(block));
  if (found === undefined) throw new Error(`${page} has no such workflow`);
  return found;
}

/** Whether a workflow is started by an event. */
export function isStartedBy(event: string): (text: string) => boolean {
  return (text) => {
    const { on } = parse(text) as { on: string | Record<string, unknown> };
    return typeof on === "string" ? on === event : event in on;
  };
}

export interface ActRun {
  readonly code: number | null;
  readonly log: string;
}

export interface Started {
  readonly event: string;
  readonly payload: unknown;
  /** The text of the workflow, as it stands on the page. */
  readonly workflow: string;
  readonly workspace: string;
  readonly apiUrl: string;
}

export interface Act {
  /** What actions/upload-artifact got: a directory for each artifact. */
  readonly kept: string;
  run(started: Started): Promise<ActRun>;
  close(): void;
}

/** In place of actions/upload-artifact, which cannot be fetched everywhere: copies what it would upload. */
function keepingAction(directory: string): string {
  return `name: keep
inputs: { name: { required: true }, path: { required: true } }
runs:
  using: composite
  steps:
    - shell: bash
      env: { NAME: "\${{ inputs.name }}", FROM: "\${{ inputs.path }}" }
      run: cp -r "$FROM" "${directory}/$NAME"
`;
}

/** Prepares a home for act, which keeps all of its files below it. */
export function openAct(program: string): Act {
  const home = mkdtempSync(join(tmpdir(), "act-"));
  const kept = join(home, "kept");
  const own = join(home, "own");
  // An empty one: without any, act asks a question.
  mkdirSync(join(home, ".config", "act"), { recursive: true });
  writeFileSync(join(home, ".config", "act", "actrc"), "");
  for (const directory of [kept, join(home, "keep"), own]) mkdirSync(directory);
  writeFileSync(join(home, "keep", "action.yml"), keepingAction(kept));
  cpSync(join(ROOT, "action.yml"), join(own, "action.yml"));
  cpSync(distFile(), join(own, "dist"), { recursive: true });

  return {
    kept,
    async run({ event, payload, workflow, workspace, apiUrl }) {
      const file = join(home, "workflow.yml");
      writeFileSync(file, workflow);
      writeFileSync(join(home, "event.json"), JSON.stringify(payload));
      // Act reads the name of the repository from the URL of `origin`.
      git(workspace, "remote", "set-url", "origin", "https://github.com/Codertocat/Hello-World");
      const args = [event, ...argumentsOf(home, apiUrl, await freePort()), "--workflows", file];
      const places = [`${OWN}=${own}`, ...uploadersOf(workflow).map((uses) => `${uses}=${join(home, "keep")}`)];
      return spawnAct(program, [...args, ...places.flatMap((place) => ["--local-repository", place])], workspace, home);
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

function uploadersOf(workflow: string): string[] {
  const uses = [...workflow.matchAll(/uses: (actions\/upload-artifact@\S+)/g)].map(([, each = ""]) => each);
  return [...new Set(uses)];
}

function argumentsOf(home: string, apiUrl: string, port: number): string[] {
  const options = {
    platform: "ubuntu-latest=-self-hosted",
    eventpath: join(home, "event.json"),
    env: `GITHUB_API_URL=${apiUrl}`,
    secret: `GITHUB_TOKEN=${TOKEN}`,
    "cache-server-addr": "127.0.0.1",
    "cache-server-path": join(home, "cache"),
    "artifact-server-addr": "127.0.0.1",
    "artifact-server-path": join(home, "artifacts"),
    "artifact-server-port": String(port),
    "action-cache-path": join(home, "actions"),
  };
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
}

function spawnAct(program: string, args: readonly string[], workspace: string, home: string): Promise<ActRun> {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  const env = { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: workspace, env });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, log: Buffer.concat(chunks).toString() }));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
