/** Where commands that work on many targets find them: the repository around the working directory, or that directory. */
import { readFileSync, realpathSync } from "node:fs";
import { posix, resolve } from "node:path";
import { failure, KrmError } from "../diagnostics.ts";
import { diskTree, openRepository, type Repository, type Tree, workTree } from "../sources/index.ts";
import { type Invocation, UsageError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

export interface Place {
  /** What paths of targets are relative to, as a path of this machine. */
  readonly top: string;
  /** The working directory, symlinks resolved. */
  readonly cwd: string;
}

export interface Workspace extends Place {
  /** Undefined outside of a repository. */
  readonly repository: Repository | undefined;
  /** The files as they are on disk. */
  readonly tree: Tree;
}

/** Opens what is around the working directory. Close the repository, if there is one, when done. */
export async function openWorkspace(terminal: Terminal): Promise<Workspace> {
  const repository = await findRepository(terminal);
  const place = placeOf(repository, terminal);
  return { repository, tree: repository === undefined ? diskTree(place.top) : workTree(repository), ...place };
}

/** The top is the working directory where there is no working tree. */
export function placeOf(repository: Repository | undefined, terminal: Terminal): Place {
  const cwd = realpathSync(terminal.cwd);
  return { top: repository?.top ?? cwd, cwd };
}

async function findRepository(terminal: Terminal): Promise<Repository | undefined> {
  try {
    return await openTerminalRepository(terminal);
  } catch (error) {
    if (error instanceof KrmError && ["not-a-repository", "git-not-found"].includes(error.code)) return undefined;
    throw error;
  }
}

/** @throws KrmError where there is no repository */
export function openTerminalRepository(terminal: Terminal): Promise<Repository> {
  return openRepository(terminal.cwd, {
    env: terminal.env,
    log: (line) => void terminal.stderr.write(`${line}\n`),
  });
}

/**
 * The patterns that choose targets, relative to the top: arguments are written relative to the working directory, those
 * in a file as `targets` prints them. Undefined when nothing was asked for, which means everything.
 */
export function targetPatterns(invocation: Invocation, { top, cwd }: Place): readonly string[] | undefined {
  const file = invocation.value("targets-from");
  const listed = file === undefined ? [] : readList(file === "-" ? 0 : resolve(cwd, file), file);
  const given = invocation.arguments.map((argument) => fromTop(argument, top, cwd));
  return file === undefined && given.length === 0 ? undefined : [...given, ...listed];
}

function fromTop(pattern: string, top: string, cwd: string): string {
  const negated = pattern.startsWith("!") && !pattern.startsWith("!(");
  const body = negated ? pattern.slice(1) : pattern;
  return (negated ? "!" : "") + (posix.relative(top, posix.resolve(cwd, body)) || ".");
}

/** One target a line; what follows a tab is its reason. */
function readList(file: string | number, name: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    return lines.map((line) => line.split("\t", 1)[0]?.trim() ?? "").filter((line) => line !== "");
  } catch (error) {
    const reason = (error as Error).message;
    throw failure("unreadable", `the list of targets cannot be read: ${reason}`, { file: name, cause: error });
  }
}

/** The value of an option that counts something. */
export function positiveInteger(invocation: Invocation, name: string): number | undefined {
  const text = invocation.value(name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`illegal value "${text}" for --${name}: expected a whole number above 0`);
}
