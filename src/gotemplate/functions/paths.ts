/** Functions on paths. Those of the system are those of Linux, where Argo CD runs. */
import { fixed, type GoFunction } from "../execution/function.ts";

/** The shortest path for the same place, by the text alone. */
function clean(path: string): string {
  if (path === "") return ".";
  const isRooted = path.startsWith("/");
  const kept: string[] = [];
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") kept.push(step);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!isRooted) kept.push(step);
  }
  const joined = kept.join("/");
  return isRooted ? `/${joined}` : joined || ".";
}

function base(path: string): string {
  if (path === "") return ".";
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  const trimmed = path.slice(0, end);
  return trimmed === "" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

function extension(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

function onPath(change: (path: string) => string | boolean): GoFunction {
  return fixed(["string"], function (path) {
    this.effort.spend(path.length);
    return change(path);
  });
}

const functions = {
  base: onPath(base),
  dir: onPath((path) => clean(path.slice(0, path.lastIndexOf("/") + 1))),
  clean: onPath(clean),
  ext: onPath(extension),
  isAbs: onPath((path) => path.startsWith("/")),
};

export const PATHS: Readonly<Record<string, GoFunction>> = {
  ...functions,
  osBase: functions.base,
  osDir: functions.dir,
  osClean: functions.clean,
  osExt: functions.ext,
  osIsAbs: functions.isAbs,
};
