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
  /** The calls of `gh`, one a line. */
  calls(): string[];
  run(started: Started): Promise<ActRun>;
  close(): void;
}

/**
 * In place of actions/upload-artifact, which cannot be fetched everywhere: copies what it would upload. Act has no
 * `strategy.job-index`, so a name that lacks it gets other characters.
 */
function keepingAction(directory: string): string {
  return `name: keep
inputs: { name: { required: true }, path: { required: true } }
runs:
  using: composite
  steps:
    - shell: bash
      env: { NAME: "\${{ inputs.name }}", FROM: "\${{ inputs.path }}" }
      run: |
        case "$NAME" in
          *-) cp -r "$FROM/." "$(mktemp -d "${directory}/$NAME"XXXXXX)" ;;
          *) cp -r "$FROM" "${directory}/$NAME" ;;
        esac
`;
}

/** In place of actions/download-artifact: the files of one artifact, or a directory for each that a pattern names. */
function givingAction(directory: string): string {
  return `name: give
inputs: { name: {}, pattern: {}, path: { required: true } }
runs:
  using: composite
  steps:
    - shell: bash
      env: { NAME: "\${{ inputs.name }}", PATTERN: "\${{ inputs.pattern }}", TO: "\${{ inputs.path }}" }
      run: |
        mkdir -p "$TO"
        if [ -n "$NAME" ]; then cp -r "${directory}/$NAME/." "$TO"; else cp -r "${directory}/"$PATTERN "$TO"; fi
`;
}

/** In place of actions/attest, which signs with GitHub: checks that its inputs are what it could sign. */
const ATTESTING_ACTION = `name: attest
inputs: { subject-checksums: { required: true }, predicate-type: { required: true }, predicate-path: { required: true } }
runs:
  using: composite
  steps:
    - shell: bash
      env: { SUMS: "\${{ inputs.subject-checksums }}", PREDICATE: "\${{ inputs.predicate-path }}" }
      run: |
        (cd "$(dirname "$SUMS")" && sha256sum --check "$(basename "$SUMS")")
        node -e 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).buildDefinition.buildType' "$PREDICATE"
`;

/** Prepares a home for act, which keeps all of its files below it. */
export function openAct(program: string): Act {
  const home = mkdtempSync(join(tmpdir(), "act-"));
  const kept = join(home, "kept");
  const own = join(home, "own");
  // An empty one: without any, act asks a question.
  mkdirSync(join(home, ".config", "act"), { recursive: true });
  writeFileSync(join(home, ".config", "act", "actrc"), "");
  const stands = { keep: keepingAction(kept), give: givingAction(kept), attest: ATTESTING_ACTION };
  for (const directory of [kept, own, join(home, "bin"), ...Object.keys(stands).map((name) => join(home, name))])
    mkdirSync(directory);
  for (const [name, text] of Object.entries(stands)) writeFileSync(join(home, name, "action.yml"), text);
  const calls = join(home, "gh.log");
  writeFileSync(calls, "");
  // In place of the program of GitHub: files that it is given must be there.
  writeFileSync(
    join(home, "bin", "gh"),
    `#!/bin/sh\nset -e\nfor each; do case "$each" in /*|release/*) test -f "$each";; esac; done\necho "$*" >> '${calls}'\n`,
    { mode: 0o755 },
  );
  // The program that a workflow installs is that of this checkout.
  writeFileSync(
    join(home, "bin", "npm"),
    `#!/bin/sh\n[ "$*" = "install --global https://github.com/org/krm-render/archive/v1.tar.gz" ]\n`,
    { mode: 0o755 },
  );
  writeFileSync(
    join(home, "bin", "krm-render"),
    `#!/bin/sh\nexec '${process.execPath}' '${distFile("cli.js")}' "$@"\n`,
    {
      mode: 0o755,
    },
  );
  cpSync(join(ROOT, "action.yml"), join(own, "action.yml"));
  cpSync(distFile(), join(own, "dist"), { recursive: true });

  return {
    kept,
    calls: () => readFileSync(calls, "utf8").split("\n").slice(0, -1),
    async run({ event, payload, workflow, workspace, apiUrl }) {
      const file = join(home, "workflow.yml");
      writeFileSync(file, workflow);
      writeFileSync(join(home, "event.json"), JSON.stringify(payload));
      // Act reads the name of the repository from the URL of `origin`.
      git(workspace, "remote", "set-url", "origin", "https://github.com/Codertocat/Hello-World");
      const args = [event, ...argumentsOf(home, apiUrl, await freePort()), "--workflows", file];
      const places = [`${OWN}=${own}`, ...standInsOf(workflow, home)];
      return spawnAct(program, [...args, ...places.flatMap((place) => ["--local-repository", place])], workspace, home);
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

const STANDS: Readonly<Record<string, string>> = {
  "actions/upload-artifact": "keep",
  "actions/download-artifact": "give",
  "actions/attest": "attest",
};

/** What the workflow uses that is not here, and the directories of what stands for it. */
function standInsOf(workflow: string, home: string): string[] {
  const uses = [...workflow.matchAll(/uses: ((actions\/(?:(?:up|down)load-artifact|attest))@\S+)/g)];
  const places = uses.map(([, each, name = ""]) => `${each}=${join(home, STANDS[name] ?? "")}`);
  return [...new Set(places)];
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
  const path = [join(home, "bin"), dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
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
