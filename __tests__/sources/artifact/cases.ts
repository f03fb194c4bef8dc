/** Trees with patterns, and what source-controller packs of them. If FLUX_BUILD_BIN names the program, tests compare with it. */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { artifactTree, memoryTree } from "../../../src/sources/index.ts";
import type { Tree } from "../../../src/sources/tree.ts";
import { findProgram, lackOf } from "../../programs.ts";

export interface Case {
  /** Without those of `ignores`. */
  readonly files: readonly string[];
  /** The contents of `.sourceignore` files, by path. */
  readonly ignores: Readonly<Record<string, string>>;
  readonly specIgnore: string | null;
}

export const NO_PROGRAM = lackOf("FLUX_BUILD_BIN");

export function treeOf({ files, ignores }: Case): Tree {
  return memoryTree({ ...Object.fromEntries(files.map((path) => [path, ""])), ...ignores });
}

/** The files of a tree, sorted, found by listing it. */
export async function filesOf(tree: Tree, directory = "/"): Promise<string[]> {
  const files: string[] = [];
  for (const { name, type } of await tree.list(directory)) {
    const path = directory === "/" ? `/${name}` : `${directory}/${name}`;
    if (type === "directory") files.push(...(await filesOf(tree, path)));
    else if (type === "file") files.push(path.slice(1));
  }
  return files.sort();
}

/** The files that are packed. */
export async function packed(one: Case): Promise<string[]> {
  return filesOf(artifactTree(treeOf(one), one.specIgnore ?? undefined));
}

/** The files that source-controller packs, for each case. */
export function packedThere(cases: readonly Case[]): string[][] {
  const { stdout, stderr } = spawnSync(findProgram("FLUX_BUILD_BIN") as string, ["sourceignore"], {
    input: cases.map((one) => `${JSON.stringify(one)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const answers = stdout.split("\n").filter(Boolean);
  if (answers.length !== cases.length) throw new Error(`${answers.length} answers to ${cases.length} cases: ${stderr}`);
  return answers.map((line) => {
    const { kept, error } = JSON.parse(line) as { kept: string[]; error?: string };
    if (error !== undefined) throw new Error(error);
    return kept.sort();
  });
}

const NAMES = ["a", "b", "ab", "a.jpg", "é", "-", "[", "\\a", "a b", ".github", ".gitignore", ".sops.yaml", "*"];
const name = fc.constantFrom(...NAMES);
const directory = fc.array(name, { maxLength: 3 });
const step = fc.oneof(
  { weight: 6, arbitrary: name },
  {
    weight: 2,
    arbitrary: fc.constantFrom("**", "*", "a*", "*b", "?", "??", "[a-b]", "[^a]", "[a", "\\", "\\[", "\\*", ""),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom("*", "?", "[", "]", "^", "-", "a", "b", "é", "\\", "[a-b]", "[^b]"), { maxLength: 6 })
      .map((parts) => parts.join("")),
  },
);
const pattern = fc
  .tuple(
    fc.constantFrom("", "", "", "!", "!", "#", " ", "\\"),
    fc.constantFrom("", "", "/", "**/"),
    fc.array(step, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "", "", "/", "/**", " ", "\\ ", "\r", "\t"),
  )
  .map(([before, start, steps, after]) => before + start + steps.join("/") + after);
const text = fc.oneof(
  { weight: 8, arbitrary: fc.array(pattern, { maxLength: 5 }).map((lines) => lines.join("\n")) },
  { weight: 1, arbitrary: fc.constantFrom("", "\n", "# only", " \t\u00a0\u2003", "\ufeff", "\u0085\r\n", "[") },
);

/** Files of which none stands where another has a directory. */
const files = fc.array(fc.tuple(directory, name), { minLength: 1, maxLength: 12 }).map((paths) => {
  const kept = new Map<string, boolean>();
  for (const [above, last] of paths) {
    const parents = above.map((_, index) => above.slice(0, index + 1).join("/"));
    const path = [...above, last].join("/");
    if (kept.has(path) || parents.some((parent) => kept.get(parent) === false)) continue;
    for (const parent of parents) kept.set(parent, true);
    kept.set(path, false);
  }
  return [...kept].flatMap(([path, isDirectory]) => (isDirectory ? [] : [path]));
});

export const anyCase: fc.Arbitrary<Case> = files.chain((paths) => {
  const directories = ["", ...new Set(paths.flatMap(directoriesAbove))];
  return fc.record({
    files: fc.constant(paths),
    ignores: fc
      .array(fc.tuple(fc.constantFrom(...directories), text), { maxLength: 3 })
      .map((all) => Object.fromEntries(all.map(([above, content]) => [`${above}.sourceignore`, content]))),
    specIgnore: fc.option(text),
  });
});

function directoriesAbove(path: string): string[] {
  const steps = path.split("/");
  return steps.slice(1).map((_, index) => `${steps.slice(0, index + 1).join("/")}/`);
}
