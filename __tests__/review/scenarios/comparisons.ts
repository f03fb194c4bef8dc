/** Runs `diff` on scenarios. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Directory, krmRender, type Result, temporaryDirectory } from "../../cli/terminal.ts";
import { branchesOf, commitSides } from "./repository.ts";
import type { Files, Scenario } from "./scenario.ts";

export interface Comparisons {
  /** Compares the sides of a scenario. @param format of the output: `json`, `markdown`, `html` or `patch` */
  compare(scenario: Scenario, format: string): Promise<Result>;
  remove(): void;
}

/** Makes a repository with the sides of scenarios whose titles differ. */
export function openComparisons(scenarios: readonly Scenario[]): Comparisons {
  const directory = temporaryDirectory();
  directory.git("init", "--quiet", "--initial-branch=main");
  commitSides(directory.path, Object.fromEntries(scenarios.map((scenario) => [nameOf(scenario), scenario])));
  return {
    compare(scenario, format) {
      const options = [...place(directory, scenario), "--format", format, ...scenario.arguments];
      return krmRender(["diff", ...options], { cwd: directory.path });
    },
    remove: () => directory.remove(),
  };
}

/** The title, as the name of a file and of branches. */
export function nameOf({ title }: Scenario): string {
  return title.replaceAll(/[^\w.]+/g, "-");
}

/** Puts the files where the command looks for them, and returns the options that say so. */
function place(directory: Directory, scenario: Scenario): string[] {
  const { sides, base, head } = scenario;
  const branches = branchesOf(nameOf(scenario));
  switch (sides) {
    case "commits":
      return ["--base", branches.base, "--head", branches.head];
    case "working tree":
      directory.git("checkout", "--quiet", "--force", "--detach", branches.base);
      directory.git("clean", "--quiet", "-xdff");
      for (const path of base.keys()) rmSync(join(directory.path, path));
      write(directory, head);
      return ["--base", branches.base];
    case "manifests":
      for (const side of ["before", "after"]) rmSync(join(directory.path, side), { recursive: true, force: true });
      write(directory, base, "before");
      write(directory, head, "after");
      return ["--from", "before", "--to", "after"];
  }
}

function write(directory: Directory, files: Files, below = "."): void {
  directory.write(Object.fromEntries([...files].map(([path, { text }]) => [join(below, path), text])));
}
