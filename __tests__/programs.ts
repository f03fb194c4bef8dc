/** Programs that tests run beside Node, git and the tools of a shell. Where one is missing, its tests are skipped. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the first program that is here of some: each is a variable that names one, such as HELM_BIN, or a name on the PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  return names.map((name) => (isVariable(name) ? process.env[name] || undefined : onPath(name))).find(isFound);
}

/** Says that none of some programs is here; undefined if one is. */
export function lackOf(...names: readonly string[]): string | undefined {
  if (findProgram(...names) !== undefined) return undefined;
  return names.map((name) => (isVariable(name) ? `${name} is not set` : `${name} is not installed`)).join(", and ");
}

function isVariable(name: string): boolean {
  return name.endsWith("_BIN");
}

function isFound(path: string | undefined): path is string {
  return path !== undefined;
}

function onPath(name: string): string | undefined {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
