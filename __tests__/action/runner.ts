/** Runs the built action as a runner does: clean environment, event file, files of the step, workflow commands. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { distFile } from "../dist.ts";
import { TOKEN } from "../github/loopback/server.ts";
import { ACTION_NODE } from "../nodes.ts";
import { variablesOf } from "./variables.ts";

const ROOT = dirname(dirname(import.meta.dirname));
/** Node keeps compiled code here, so that the hundreds of steps do not each compile the same files. */
const COMPILED = join(ROOT, "node_modules/.cache/compiled");

interface ActionFile {
  readonly inputs: Readonly<Record<string, { description: string; required: boolean; default: string }>>;
  readonly outputs: Readonly<Record<string, { description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

export const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as ActionFile;

export interface Step {
  readonly workspace: string;
  readonly event: string;
  /** The payload as an object, or the text of the event file. */
  readonly payload: unknown;
  readonly apiUrl: string;
  readonly sha?: string;
  readonly ref?: string;
  readonly actor?: string;
  readonly run?: number;
  /** The values of `with:`. */
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The Node that runs it; ACTION_NODE by default. */
  readonly node?: string;
  /** Called with the process of the step. */
  readonly onStart?: (step: ChildProcess) => void;
}

/** A workflow command, such as an annotation. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

export interface StepResult {
  readonly code: number | null;
  /** The whole output. */
  readonly log: string;
  readonly commands: readonly Command[];
  readonly outputs: Readonly<Record<string, string>>;
  /** The file that GITHUB_OUTPUT names, as it was written. */
  readonly outputFile: string;
  readonly summary: string;
}

export async function runStep(step: Step): Promise<StepResult> {
  const temp = mkdtempSync(join(dirname(step.workspace), "step-"));
  const file = (name: string, text = "") => {
    writeFileSync(join(temp, name), text);
    return join(temp, name);
  };
  const files = { output: file("output"), summary: file("summary") };
  const payload = typeof step.payload === "string" ? step.payload : JSON.stringify(step.payload);
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: temp,
    NODE_COMPILE_CACHE: COMPILED,
    CI: "true",
    GIT_CONFIG_NOSYSTEM: "1",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTOR: step.actor ?? "Codertocat",
    GITHUB_API_URL: step.apiUrl,
    GITHUB_ENV: file("env"),
    GITHUB_EVENT_NAME: step.event,
    GITHUB_EVENT_PATH: file("event.json", payload),
    GITHUB_JOB: "render",
    GITHUB_OUTPUT: files.output,
    GITHUB_PATH: file("path"),
    GITHUB_REF: step.ref ?? "refs/pull/2/merge",
    GITHUB_REPOSITORY: "Codertocat/Hello-World",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_RUN_ID: String(step.run ?? 100),
    GITHUB_RUN_NUMBER: "1",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_SHA: step.sha ?? "d".repeat(40),
    GITHUB_STATE: file("state"),
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_WORKFLOW: "Preview",
    GITHUB_WORKSPACE: step.workspace,
    RUNNER_OS: "Linux",
    RUNNER_TEMP: temp,
    ...inputVariables(step.with ?? {}),
    ...step.env,
  };
  const { code, log } = await start(step, env);
  const outputFile = readFileSync(files.output, "utf8");
  const result = {
    code,
    log,
    commands: log.split(/\r\n|\r|\n/).flatMap(parseCommand),
    outputs: parseFile(outputFile),
    outputFile,
    summary: readFileSync(files.summary, "utf8"),
  };
  rmSync(temp, { recursive: true });
  return result;
}

function start(step: Step, env: Record<string, string>): Promise<{ code: number | null; log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(step.node ?? ACTION_NODE, [distFile("index.js")], { cwd: step.workspace, env });
    step.onStart?.(child);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, log: Buffer.concat(chunks).toString() }));
  });
}

/** The runner's variables of the inputs, defaults filled in. */
function inputVariables(given: Readonly<Record<string, string>>): Record<string, string> {
  const defaults = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]));
  return Object.fromEntries(
    Object.entries({ ...variablesOf(defaults), ...variablesOf(given) }).map(([name, value]) => [
      name,
      value.replace("${{ github.token }}", TOKEN).replace("${{ toJSON(matrix) }}", "null"),
    ]),
  );
}

/** Parses a line as `ActionCommand` of actions/runner does, but for those that fold lines of the log. */
function parseCommand(line: string): Command[] {
  const match = /^\s*::([a-z-]+)(?: ([^:]*))?::(.*)$/s.exec(line);
  if (match !== null && /^(?:end)?group$/.test(match[1] ?? "")) return [];
  if (match === null) return line.includes("##[") ? [{ name: "legacy", properties: {}, message: line }] : [];
  const pairs = (match[2] ?? "").split(",").filter((pair) => pair !== "");
  const properties = Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), unescaped(pair.slice(pair.indexOf("=") + 1))]),
  );
  return [{ name: match[1] ?? "", properties, message: unescaped(match[3] ?? "") }];
}

function unescaped(text: string): string {
  return text.replace(/%(0D|0A|3A|2C|25)/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** `name<<delimiter`, lines, `delimiter`. */
function parseFile(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const opening = /^([^=]+?)<<(.+)$/.exec(lines[index] ?? "");
    if (opening === null) continue;
    const end = lines.indexOf(opening[2] ?? "", index + 1);
    values[opening[1] ?? ""] = lines.slice(index + 1, end).join("\n");
    index = end;
  }
  return values;
}
