/**
 * The examples of the pages of docs/. Each page has a section `## Example` that a test runs as a reader would:
 *
 * - a path in backticks and a colon on a line of its own, with a fenced block below it, is a file. `, changed:` behind the
 *   path says that the file replaces an earlier one, after the earlier ones were committed;
 * - a block marked `sh` with no path above it holds commands;
 * - the block that follows commands is all that a terminal shows of them. Commands without one print nothing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { distFile } from "../dist.ts";
import { readText } from "./repository.ts";

export type ExampleStep =
  | { readonly kind: "file"; readonly path: string; readonly text: string; readonly changed: boolean }
  | { readonly kind: "commands"; readonly text: string }
  | { readonly kind: "output"; readonly text: string };

/** The steps of a page's example, in order. Throws if the page has no example, or a block that is not a step. */
export function exampleOf(page: string, text = readText(page)): readonly ExampleStep[] {
  const section = sectionOf(text, "Example");
  if (section === undefined) throw new Error(`${page} has no section "## Example"`);
  const steps: ExampleStep[] = [];
  const blocks = /(?:^`([^`\n]+)`(, changed)?:\n\n)?^(`{3,})(\w+)\n([\s\S]*?)^\3$/gm;
  for (const [, path, changed, , language, content = ""] of section.matchAll(blocks)) {
    if (path !== undefined) steps.push({ kind: "file", path, text: content, changed: changed !== undefined });
    else if (language === "sh") steps.push({ kind: "commands", text: content });
    else steps.push({ kind: "output", text: content });
  }
  if (/^```/m.test(section.replace(blocks, ""))) throw new Error(`${page}: a block of the example has no language`);
  if (steps.every(({ kind }) => kind !== "output")) throw new Error(`${page}: the example shows no output`);
  return steps;
}

/** The lines below a heading of the second level. Headings in fenced blocks do not count. */
function sectionOf(text: string, heading: string): string | undefined {
  const lines = text.split("\n");
  let fence: string | undefined;
  const headings = lines.flatMap((line, index) => {
    const marks = /^`{3,}/.exec(line)?.[0];
    if (fence === undefined) fence = marks;
    else if (line === fence) fence = undefined;
    return fence === undefined && line.startsWith("## ") ? [index] : [];
  });
  const start = headings.find((index) => lines[index] === `## ${heading}`);
  if (start === undefined) return undefined;
  return lines.slice(start + 1, headings.find((index) => index > start) ?? lines.length).join("\n");
}

export interface Place {
  /** The directory that the example runs in. */
  readonly directory: string;
  write(path: string, text: string): void;
  /** Commits all files, if the directory is no repository yet. */
  commit(): void;
  /** Runs commands, and yields all that they print and their exit status. */
  run(commands: string): Ran;
  remove(): void;
}

export interface Ran {
  readonly commands: string;
  readonly output: string;
  readonly status: number | null;
}

/** Follows the steps of an example, and yields what each run of commands printed. */
export function runExample(place: Place, steps: readonly ExampleStep[]): Ran[] {
  return steps.flatMap((step) => {
    if (step.kind === "output") return [];
    if (step.kind === "commands" || step.changed) place.commit();
    if (step.kind === "commands") return [place.run(step.text)];
    place.write(step.path, step.text);
    return [];
  });
}

/** What a page says that the runs of commands print. */
export function shownRuns(steps: readonly ExampleStep[]): Ran[] {
  return steps.flatMap((step, index) => {
    if (step.kind !== "commands") return [];
    const next = steps[index + 1];
    return [{ commands: step.text, output: next?.kind === "output" ? next.text : "", status: 0 }];
  });
}

/** An empty directory in which `krm-render` is the program in dist/. Programs are added to the PATH by name. */
export function exampleDirectory(programs: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}): Place {
  const top = mkdtempSync(join(tmpdir(), "krm-render-example-"));
  const [bin, directory, home] = [join(top, "bin"), join(top, "work"), join(top, "home")];
  for (const each of [bin, directory, home]) mkdirSync(each);
  const krmRender = `'${process.execPath}' '${distFile("cli.js")}'`;
  for (const [name, command] of Object.entries({ "krm-render": krmRender, ...programs })) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${command} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const date = "2026-11-20T08:00:00Z";
  const environment = {
    ...env,
    PATH: [bin, process.env["PATH"]].join(delimiter),
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GIT_COMMITTER_DATE: date,
  };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: directory, env: environment, stdio: "pipe" });
  return {
    directory,
    write(path, text) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    },
    commit() {
      if (existsSync(join(directory, ".git"))) return;
      git("init", "--quiet", "--initial-branch=main");
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message=Start");
    },
    run(commands) {
      const script = `exec 2>&1\nset -eu\n${commands}`;
      const { stdout, status } = spawnSync("bash", ["-c", script], {
        cwd: directory,
        env: environment,
        encoding: "utf8",
      });
      return { commands, output: stdout, status };
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
