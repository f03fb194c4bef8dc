/** Patterns of names and of paths in objects. */
import { pointerSteps } from "../text/index.ts";

/** Tells whether a name matches a pattern in which `*` stands for any characters. Takes time linear in both for each `*`. */
export function matchesName(pattern: string, name: string): boolean {
  return nameMatcher(pattern)(name);
}

/** Compiles a pattern as for {@link matchesName}, to compare it with many names. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const parts = pattern.split("*");
  const [first = ""] = parts;
  if (parts.length === 1) return (name) => name === first;
  const last = parts.at(-1) ?? "";
  const inner = parts.slice(1, -1).filter((part) => part !== "");
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const part of inner) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= name.length - last.length;
  };
}

/**
 * Compiles a glob of paths from the top: `*` stands for any characters of one step, `**` for any number of steps. It must match the
 * whole path; `.` is the top. Takes time linear in the steps of the glob for each step of the path, whatever the glob.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const [first = [], ...others] = runsOf(glob);
  const last = others.pop();
  return (path) => {
    const steps = stepsOf(path);
    const fits = (run: Run, at: number): boolean => run.every((matches, index) => matches(steps[at + index] as string));
    if (last === undefined) return steps.length === first.length && fits(first, 0);
    let at = first.length;
    const end = steps.length - last.length;
    if (at > end || !fits(first, 0) || !fits(last, end)) return false;
    // The earliest place of a run leaves the most for the next ones.
    for (const run of others) {
      while (at + run.length <= end && !fits(run, at)) at++;
      at += run.length;
      if (at > end) return false;
    }
    return true;
  };
}

/** Compiles a glob as for {@link globMatcher} that also matches all that is below what it matches. It may be one of ids. */
export function coverMatcher(glob: string): (path: string) => boolean {
  return globMatcher(glob === "." ? "**" : `${glob}/**`);
}

type Run = readonly ((step: string) => boolean)[];

/** Returns the steps between each `**` and the next one. */
function runsOf(glob: string): readonly Run[] {
  const runs: ((step: string) => boolean)[][] = [[]];
  for (const step of stepsOf(glob)) {
    if (step === "**") runs.push([]);
    else runs.at(-1)?.push(nameMatcher(step));
  }
  return runs;
}

function stepsOf(path: string): readonly string[] {
  return path === "." ? [] : path.split("/");
}

/** The objects of a rule. Each list holds names with `*` for any characters; an absent one matches everything. */
export interface ObjectPattern {
  readonly kinds?: readonly string[];
  readonly namespaces?: readonly string[];
  /** Generated names count without their hash. */
  readonly names?: readonly string[];
}

interface Named {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly baseName?: string;
}

export function matchesObject(pattern: ObjectPattern, { kind, namespace, name, baseName = name }: Named): boolean {
  const matches = (list: readonly string[] | undefined, text: string): boolean =>
    list === undefined || list.some((each) => matchesName(each, text));
  return matches(pattern.kinds, kind) && matches(pattern.namespaces, namespace) && matches(pattern.names, baseName);
}

/**
 * A JSON Pointer in which `*` stands for any characters of one step, and a step `**` for any number of steps. A pattern that ends
 * earlier than a path does not match it. Elements of lists match by their position, or by their name where they have one.
 */
export class PathPattern {
  readonly text: string;
  readonly #steps: readonly string[];

  /** @param text begins with a slash */
  constructor(text: string) {
    this.text = text;
    this.#steps = pointerSteps(text);
  }

  /** @param steps the unescaped steps of a path; for each the texts that stand for it, such as the position and the name */
  matches(steps: readonly (readonly string[])[]): boolean {
    // The positions of the pattern that the steps so far lead to.
    let reached = this.#closure([0]);
    for (const texts of steps) {
      const next: number[] = [];
      for (const at of reached) {
        const step = this.#steps[at];
        if (step === undefined) continue;
        if (step === "**") next.push(at);
        else if (texts.some((text) => matchesName(step, text))) next.push(at + 1);
      }
      reached = this.#closure(next);
      if (reached.size === 0) return false;
    }
    return reached.has(this.#steps.length);
  }

  /** Matches a JSON Pointer as {@link matches} does. @param namedPath the same pointer with names in place of positions */
  matchesPointer(path: string, namedPath = path): boolean {
    const names = pointerSteps(namedPath);
    return this.matches(pointerSteps(path).map((step, index) => [step, names[index] ?? step]));
  }

  /** A step `**` can stand for no step. */
  #closure(positions: readonly number[]): Set<number> {
    const all = new Set<number>();
    for (let at of positions) {
      all.add(at);
      while (this.#steps[at] === "**") all.add(++at);
    }
    return all;
  }
}
