import {
  openRepository
} from "./shared-sources-remote-git-url.js";
import {
  workTree
} from "./shared-sources-virtual-tree.js";
import {
  diskTree
} from "./shared-sources-disk-tree.js";
import {
  UsageError
} from "./shared-cli-command.js";
import {
  KrmError,
  failure
} from "./shared-diagnostics.js";

// src/cli/workspace.ts
import { readFileSync, realpathSync } from "node:fs";
import { posix, resolve } from "node:path";
async function openWorkspace(terminal) {
  const repository = await findRepository(terminal);
  const place = placeOf(repository, terminal);
  return { repository, tree: repository === void 0 ? diskTree(place.top) : workTree(repository), ...place };
}
function placeOf(repository, terminal) {
  const cwd = realpathSync(terminal.cwd);
  return { top: repository?.top ?? cwd, cwd };
}
async function findRepository(terminal) {
  try {
    return await openTerminalRepository(terminal);
  } catch (error) {
    if (error instanceof KrmError && ["not-a-repository", "git-not-found"].includes(error.code)) return void 0;
    throw error;
  }
}
function openTerminalRepository(terminal) {
  return openRepository(terminal.cwd, {
    env: terminal.env,
    log: (line) => void terminal.stderr.write(`${line}
`)
  });
}
function targetPatterns(invocation, { top, cwd }) {
  const file = invocation.value("targets-from");
  const listed = file === void 0 ? [] : readList(file === "-" ? 0 : resolve(cwd, file), file);
  const given = invocation.arguments.map((argument) => fromTop(argument, top, cwd));
  return file === void 0 && given.length === 0 ? void 0 : [...given, ...listed];
}
function fromTop(pattern, top, cwd) {
  const negated = pattern.startsWith("!") && !pattern.startsWith("!(");
  const body = negated ? pattern.slice(1) : pattern;
  return (negated ? "!" : "") + (posix.relative(top, posix.resolve(cwd, body)) || ".");
}
function readList(file, name) {
  try {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    return lines.map((line) => line.split("	", 1)[0]?.trim() ?? "").filter((line) => line !== "");
  } catch (error) {
    const reason = error.message;
    throw failure("unreadable", `the list of targets cannot be read: ${reason}`, { file: name, cause: error });
  }
}
function positiveInteger(invocation, name) {
  const text = invocation.value(name);
  if (text === void 0) return void 0;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`illegal value "${text}" for --${name}: expected a whole number above 0`);
}

export {
  openWorkspace,
  placeOf,
  openTerminalRepository,
  targetPatterns,
  positiveInteger
};
