/** Writes the results of a run in the format of kpt; docs/specification/results.md 1.4. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failure, visible } from "../diagnostics.ts";
import { makeDirectories } from "../processes/index.ts";
import { emit, type Value } from "../yaml/index.ts";
import type { ProgramOutcome } from "./program.ts";
import type { FunctionResult } from "./wire/results.ts";

/** One call in the results file. Standard output is not kept, because all calls are in memory until the end of the run. */
export interface FunctionRun extends Pick<ProgramOutcome, "exitCode" | "stderr"> {
  readonly type: "container" | "exec" | "starlark";
  readonly title: string;
  readonly results: readonly FunctionResult[];
}

/** Writes `results.yaml` into the directory and creates the directory if needed. @throws KrmError `output-unwritable` */
export function writeResultsFile(directory: string, runs: readonly FunctionRun[]): void {
  const path = join(directory, "results.yaml");
  try {
    makeDirectories(directory);
    // Removes a link of that name, so that nothing is written through it.
    rmSync(path, { force: true });
    writeFileSync(path, resultsText(runs), { flag: "wx" });
  } catch (cause) {
    removePart(path);
    const message = `the results cannot be written: ${(cause as Error).message}`;
    throw failure("output-unwritable", message, { file: path, cause });
  }
}

/** If the disk is full, no results are better than a part of them. */
function removePart(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is a directory, or belongs to another user.
  }
}

function resultsText(runs: readonly FunctionRun[]): string {
  return emit({
    apiVersion: "kpt.dev/v1",
    kind: "FunctionResultList",
    metadata: { name: "fnresults" },
    exitCode: runs.some(({ exitCode }) => exitCode !== 0) ? 1 : 0,
    items: runs.map(itemOf),
  });
}

function itemOf({ type, title, exitCode, stderr, results }: FunctionRun): Value {
  return {
    [type === "container" ? "image" : type]: visible(title),
    exitCode: exitCode ?? 1,
    ...(stderr !== "" && { stderr: visible(stderr) }),
    ...(results.length > 0 && { results: results.map(resultOf) }),
  };
}

function resultOf({ message, severity, resourceRef: ref, field, file, tags }: FunctionResult): Value {
  return {
    message: visible(message),
    ...(severity && { severity }),
    ...(ref && {
      resourceRef: {
        apiVersion: ref.apiVersion,
        kind: ref.kind,
        name: ref.name,
        ...(ref.namespace !== "" && { namespace: ref.namespace }),
      },
    }),
    ...(field && { field: { ...field } as { [key: string]: Value } }),
    ...(file && { file: { ...file } }),
    ...(tags && { tags: Object.fromEntries(tags) }),
  };
}
