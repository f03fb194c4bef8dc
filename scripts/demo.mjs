#!/usr/bin/env node
// @ts-check
// Runs the action as a runner does, against a GitHub API on loopback. The repository is examples/shop, and the pull request
// is examples/shop.patch. Needs Node and git, but no packages.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BOT, startGitHub } from "./demo-github.mjs";

const HELP = `Usage: npm run demo -- [--directory DIR]

  --directory DIR  a new directory for the repository and the results (default: a temporary directory)
`;

const OLDEST_NODE = 20;
const OWNER = "example";
const REPOSITORY = "shop";
const PULL_REQUEST = 7;
const TOKEN = "ghs_demo";

const root = dirname(import.meta.dirname);
const { values } = parseArgs({
  options: { directory: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
});

if (values.help) {
  process.stdout.write(HELP);
} else {
  const problem = obstacle();
  if (problem === undefined) process.exitCode = await demo();
  else {
    console.error(`the demo cannot run: ${problem}`);
    process.exitCode = 1;
  }
}

/** The reason why the demo cannot run; undefined if it can. */
function obstacle() {
  const version = Number(process.versions.node.split(".")[0]);
  if (version < OLDEST_NODE) return `it needs Node ${OLDEST_NODE} or newer, this is ${process.version}`;
  for (const file of ["dist/index.js", "action.yml", "examples/shop", "examples/shop.patch"]) {
    if (!existsSync(join(root, file))) return `${file} is missing from this checkout`;
  }
  if (values.directory !== undefined && existsSync(values.directory)) return `${values.directory} already exists`;
  try {
    execFileSync("git", ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "git is not installed, or not on the PATH";
  }
}

async function demo() {
  const place = makeDirectory();
  const workspace = join(place, "workspace");
  const { base, head } = makeRepository(workspace);
  console.log(`repository    ${workspace}`);
  console.log(`pull request  #${PULL_REQUEST}, ${base.slice(0, 7)} to ${head.slice(0, 7)}: examples/shop.patch\n`);

  const github = await startGitHub({
    owner: OWNER,
    repository: REPOSITORY,
    pullRequest: PULL_REQUEST,
    head,
    token: TOKEN,
  });
  const start = performance.now();
  const result = await runAction(place, workspace, { base, head }, github.url);
  const milliseconds = performance.now() - start;
  await github.close();

  const comment = github.comments[0];
  if (comment === undefined) {
    console.error(`the action posted no comment; it exited with status ${result.status} and printed:\n\n${result.log}`);
    return 1;
  }
  console.log(`comment by ${BOT} ${"-".repeat(60)}\n\n${comment.body}\n${"-".repeat(84)}\n`);
  console.log(`took ${milliseconds.toFixed(0)} ms; requests: ${github.requests.join(", ")}`);
  if (result.status !== 0) console.log(`the step ends with status ${result.status}, because a target no longer builds`);
  for (const name of ["html-path", "markdown-path", "json-path", "sarif-path", "diff-path", "manifests-dir"]) {
    console.log(`${name.padEnd(14)}${result.outputs.get(name) ?? "?"}`);
  }
  console.log(`\nall outputs   ${join(place, "runner/output")}`);
  console.log(
    `try it        node ${relative(process.cwd(), join(root, "dist/cli.js"))} build ${join(workspace, "overlays/prod")}`,
  );
  return 0;
}

function makeDirectory() {
  if (values.directory === undefined) return realpathSync(mkdtempSync(join(tmpdir(), "krm-render-demo-")));
  mkdirSync(values.directory, { recursive: true });
  return realpathSync(resolve(values.directory));
}

/** @param {string} workspace @returns {{ base: string, head: string }} the commits of the pull request */
function makeRepository(workspace) {
  cpSync(join(root, "examples/shop"), workspace, { recursive: true });
  // The output of the demo must depend neither on the user's settings nor on the time.
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_AUTHOR_DATE: "2026-01-05T09:00:00Z",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GIT_COMMITTER_DATE: "2026-01-05T09:00:00Z",
  };
  /** @param {string[]} args */
  const git = (...args) => execFileSync("git", args, { cwd: workspace, env, encoding: "utf8" }).trim();
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=Run the shop");
  const base = git("rev-parse", "HEAD");
  git("checkout", "--quiet", "-b", "release-1.5.0");
  git("apply", "--index", join(root, "examples/shop.patch"));
  git("commit", "--quiet", "--message=Release 1.5.0");
  return { base, head: git("rev-parse", "HEAD") };
}

/**
 * Runs the action as one step of a job, with the variables, the event and the files that a runner provides.
 * @param {string} place @param {string} workspace @param {{ base: string, head: string }} commits @param {string} apiUrl
 */
async function runAction(place, workspace, { base, head }, apiUrl) {
  const runner = join(place, "runner");
  mkdirSync(join(runner, "temp"), { recursive: true });
  for (const name of ["output", "summary.md", "state", "env", "path"]) writeFileSync(join(runner, name), "");
  const repository = { id: 1, name: REPOSITORY, full_name: `${OWNER}/${REPOSITORY}`, owner: { login: OWNER } };
  const event = {
    action: "opened",
    number: PULL_REQUEST,
    repository: { ...repository, default_branch: "main" },
    pull_request: {
      number: PULL_REQUEST,
      base: { ref: "main", sha: base, repo: repository },
      head: { ref: "release-1.5.0", sha: head, repo: repository },
    },
  };
  writeFileSync(join(runner, "event.json"), JSON.stringify(event, null, 2));

  const env = {
    PATH: process.env.PATH,
    HOME: runner,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTOR: "ada",
    GITHUB_API_URL: apiUrl,
    GITHUB_GRAPHQL_URL: `${apiUrl}/graphql`,
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: `${OWNER}/${REPOSITORY}`,
    GITHUB_REPOSITORY_OWNER: OWNER,
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: join(runner, "event.json"),
    GITHUB_WORKFLOW: "demo",
    GITHUB_JOB: "render",
    GITHUB_RUN_ID: "1",
    GITHUB_RUN_NUMBER: "1",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_REF: `refs/pull/${PULL_REQUEST}/merge`,
    GITHUB_SHA: head,
    GITHUB_BASE_REF: "main",
    GITHUB_HEAD_REF: "release-1.5.0",
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: join(runner, "output"),
    GITHUB_STEP_SUMMARY: join(runner, "summary.md"),
    GITHUB_STATE: join(runner, "state"),
    GITHUB_ENV: join(runner, "env"),
    GITHUB_PATH: join(runner, "path"),
    RUNNER_TEMP: join(runner, "temp"),
    RUNNER_OS: "Linux",
    ...inputDefaults(),
  };
  const child = spawn(process.execPath, [join(root, "dist/index.js")], {
    cwd: workspace,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (chunk) => {
      log += chunk;
    });
  }
  /** @type {number | null} */
  const status = await new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", done);
  });
  return { status, log, outputs: readOutputs(join(runner, "output")) };
}

/** The variables of inputs that a workflow does not set: the defaults of action.yml. */
function inputDefaults() {
  /** @type {Record<string, string>} */
  const variables = {};
  const text = readFileSync(join(root, "action.yml"), "utf8");
  const inputs = /^inputs:\n((?: .*\n|\n)+)/m.exec(text)?.[1] ?? "";
  for (const [, name, body] of inputs.matchAll(/^ {2}([\w-]+):\n((?: {3,}.*\n|\n)+)/gm)) {
    const value = /^ {4}default: (.*)$/m.exec(body ?? "")?.[1] ?? "";
    const unquoted = value.replace(/^"(.*)"$/, "$1");
    variables[`INPUT_${name?.toUpperCase()}`] = unquoted === "${{ github.token }}" ? TOKEN : unquoted;
  }
  return variables;
}

/** Reads the file of outputs: `name<<delimiter`, lines, `delimiter`. @param {string} file @returns {Map<string, string>} */
function readOutputs(file) {
  const outputs = new Map();
  for (const [, name, , value] of readFileSync(file, "utf8").matchAll(/^(.+?)<<(.+)\n([\s\S]*?)\n?\2$/gm)) {
    outputs.set(name, value);
  }
  return outputs;
}
