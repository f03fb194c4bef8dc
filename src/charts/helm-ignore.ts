/** The rules of `.helmignore`, by which helm leaves files of a directory out of a chart; docs/specification/helm-charts.md 10.2. */
import { checkTime } from "../budget/index.ts";
import { failure } from "../diagnostics.ts";
import type { Directory } from "../sources/index.ts";
import { type GoPattern, matchesGoPattern, parseGoPattern, toBytes } from "../text/index.ts";

export const IGNORE_FILE = ".helmignore";

/** Tells whether a file or a directory is left out. Its path is relative to that of the chart. */
export type Ignores = (path: string, isDirectory: boolean) => boolean;

interface Rule {
  readonly isNegated: boolean;
  readonly isForDirectories: boolean;
  /** True if it is about the last name of a path only. */
  readonly isForNames: boolean;
  /** One for each name of a path. */
  readonly patterns: readonly GoPattern[];
}

/** The most steps of matching for one chart: a second. */
const MAX_STEPS = 20_000_000;

/** Undefined for rules that helm refuses: it then says so itself. */
export function parseHelmIgnore(text: string): Ignores | undefined {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  const rules = [...lines, "templates/.?*"].map((line) => line.trim()).flatMap((line) => readRule(line) ?? []);
  const meant = lines.filter((line) => !/^\s*(?:#|$)/.test(line)).length + 1;
  if (rules.length !== meant) return undefined;
  let steps = 0;
  const effort = {
    spend(more: number): void {
      checkTime();
      if ((steps += more + 1) <= MAX_STEPS) return;
      const hint = "Write fewer and shorter patterns.";
      throw failure("directory-too-large", `the patterns of ${IGNORE_FILE} take too long to apply`, { hint });
    },
  };
  return (path, isDirectory) => {
    const names = toBytes(path).split("/");
    for (const rule of rules) {
      const { isNegated, isForDirectories, isForNames, patterns } = rule;
      const isOther = isForDirectories && !isDirectory;
      const [first = ""] = patterns;
      const matches = (): boolean =>
        isForNames
          ? matchesGoPattern(first, names.at(-1) ?? "", effort)
          : patterns.length === names.length &&
            patterns.every((pattern, index) => matchesGoPattern(pattern, names[index] ?? "", effort));
      // The first rule that decides counts, and a negated one leaves out all that it does not match.
      if (isNegated ? isOther || !matches() : !isOther && matches()) return true;
    }
    return false;
  };
}

function readRule(line: string): Rule | undefined {
  if (line === "" || line.startsWith("#") || line.includes("**")) return undefined;
  const isNegated = line.startsWith("!");
  const positive = isNegated ? line.slice(1) : line;
  const isForDirectories = positive.endsWith("/");
  const rest = isForDirectories ? positive.slice(0, -1) : positive;
  const isAnchored = rest.startsWith("/");
  const patterns = toBytes(isAnchored ? rest.slice(1) : rest)
    .split("/")
    .map(parseGoPattern);
  if (patterns.includes(undefined)) return undefined;
  const isForNames = !isAnchored && patterns.length === 1;
  return { isNegated, isForDirectories, isForNames, patterns: patterns as GoPattern[] };
}

/**
 * The files with an empty `.helmignore` if it would leave some of them out: those of an archive, and of dependencies, are not subject
 * to it, but helm applies it to all files of a directory. Templates can list the file, so it stays.
 */
export function withInertIgnoreFile(files: Directory): Directory {
  const text = files.get(IGNORE_FILE);
  const ignores = text && parseHelmIgnore(Buffer.from(text).toString());
  if (ignores === undefined) return files;
  const known = new Map<string, boolean>();
  const isIgnored = (directory: string): boolean => {
    const found = known.get(directory);
    if (found !== undefined) return found;
    const slash = directory.lastIndexOf("/");
    const result = (slash > 0 && isIgnored(directory.slice(0, slash))) || ignores(directory, true);
    known.set(directory, result);
    return result;
  };
  const isLost = (path: string): boolean => {
    const slash = path.lastIndexOf("/");
    return (slash > 0 && isIgnored(path.slice(0, slash))) || ignores(path, false);
  };
  if (![...files.keys()].some((path) => path !== IGNORE_FILE && isLost(path))) return files;
  return new Map([...files, [IGNORE_FILE, new Uint8Array()]]);
}
