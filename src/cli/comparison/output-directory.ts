/** `--output-dir` of `diff` and `merge`: the files that the action leaves in its output directory, for other jobs. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BundleAbout, MANIFESTS, OUTPUT_FILES } from "../../bundle/index.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import { makeDirectories } from "../../processes/index.ts";
import { unwritable } from "../../render/index.ts";
import type { Report } from "../../review/index.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Makes a directory, or removes an earlier output from it.
 * @param isOurs true if an earlier process of this run has made it
 * @throws KrmError `output-not-empty`, `output-unwritable`
 */
export function emptyOutputDirectory(directory: string, isOurs = false): void {
  try {
    makeDirectories(directory);
    const names = readdirSync(directory);
    const foreign = names.find((name) => name !== MANIFESTS && !OUTPUT_FILES.has(name));
    const isOutput = isOurs || names.length === 0 || names.some((each) => OUTPUT_FILES.has(each));
    if (foreign !== undefined || !isOutput) {
      const found = JSON.stringify(foreign ?? names[0]);
      throw failure("output-not-empty", `the output directory has ${found}, which is not of an earlier output`, {
        hint: "Name a directory that is empty or does not exist.",
      });
    }
    for (const name of names) rmSync(join(directory, name), { recursive: true, force: true });
  } catch (thrown) {
    if (thrown instanceof KrmError) throw thrown;
    throw unwritable(directory, thrown);
  }
}

/** Describes the origin of the bundle; undefined for a working tree with changes. On a runner, the run is that of the workflow. */
export function aboutOf(
  { base, head }: Pick<Report, "base" | "head">,
  env: Env,
): Omit<BundleAbout, "kind"> | undefined {
  if (base.sha === null || head.sha === null) return undefined;
  const { GITHUB_REPOSITORY: repository = "", GITHUB_EVENT_NAME: event = "" } = env;
  return {
    repository: /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository) ? repository : "local/local",
    run: countOf(env["GITHUB_RUN_ID"]),
    attempt: countOf(env["GITHUB_RUN_ATTEMPT"]),
    event: /^[a-z_]{1,100}$/.test(event) ? event : "local",
    base: base.sha,
    head: head.sha,
  };
}

function countOf(text = ""): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
