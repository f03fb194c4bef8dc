/** `krm-render merge`: joins what shards found into the report of one run. */
import { relative, resolve } from "node:path";
import { joinReviews, joinTold, policySettings } from "../../review/index.ts";
import { findBundles, openShards, refuseBundles, TargetTimes } from "../../shards/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { openOutputDirectory } from "../comparison/output-directory.ts";
import { conclude, FAILURE, print } from "../comparison/report-output.ts";
import { withSettings } from "../settings.ts";
import { printDiagnostics } from "../terminal.ts";

export function merge(invocation: Invocation): Task {
  const names = invocation.arguments;
  if (names.length === 0)
    throw new UsageError(
      "merge needs DIR...",
      "Name the output directories of all shards, or a directory that holds them.",
    );
  const output = invocation.value("output-dir");
  return async (terminal) => {
    const shown = (directory: string): string => relative(terminal.cwd, directory) || ".";
    const bundles = findBundles(terminal.cwd, names);
    if (output !== undefined) refuseBundles(resolve(terminal.cwd, output), bundles, shown);
    const { partials, manifests, seconds, about } = openShards(bundles, shown);
    const report = joinReviews(partials);
    const { logged, before, after } = joinTold(partials);
    await printDiagnostics(terminal, [...logged, ...before, ...after]);
    const directory =
      output === undefined
        ? undefined
        : openOutputDirectory(resolve(terminal.cwd, output), { targets: [], redaction: [], most: manifests.length });
    if (directory !== undefined) {
      for (const manifest of manifests) directory.copy(manifest.path, manifest.read());
      await directory.finishReview(report, terminal.env, { times: new TargetTimes(seconds), about });
      await printDiagnostics(terminal, directory.problems);
    }
    await print(report, invocation, terminal);
    const status = await conclude(report, withSettings(invocation, policySettings(partials)), terminal);
    return [...before, ...after, ...(directory?.problems ?? [])].some(({ severity }) => severity === "error")
      ? FAILURE
      : status;
  };
}
