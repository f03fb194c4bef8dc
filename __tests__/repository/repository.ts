/** Helpers for the tests of the repository itself. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseDocument } from "yaml";

/** The absolute path of the top of this repository. */
export const ROOT = dirname(dirname(import.meta.dirname));

/** The text of a file, by its path from the top. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The pages of docs/ for users and developers; not the specification, the decisions and the pages of single dangers. */
export function documentationPages(): string[] {
  return repositoryFiles().filter((path) =>
    /^docs\/(?:deviations|(?:guide|reference|internals)\/[^/]+)\.md$/.test(path),
  );
}

export function readJson(path: string): unknown {
  return JSON.parse(readText(path));
}

/** The content of a YAML file. Throws for errors, including duplicate keys. */
export function readYaml(path: string): unknown {
  const document = parseDocument(readText(path), { prettyErrors: true });
  const [error] = document.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return document.toJS();
}

/** Every file that is or would be committed, by its path from the top, sorted. */
export function repositoryFiles(): string[] {
  const arguments_ = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const listed = execFileSync("git", arguments_, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  return listed.split("\0").filter(Boolean).sort();
}

/** A directory with the given files, and a function that removes it. */
export function temporaryRepository(files: Readonly<Record<string, string>>): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "krm-render-repository-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
