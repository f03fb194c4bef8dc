/** `krm-render merge`: joins what shards found into the report of one run. */
import { relative, resolve } from "node:path";
import { openReportDirectory } from "../../comparison/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { joinMessages, joinReviews, policySettings, prepareJoin } from "../../review/index.ts";
import { findBundles, openShards, refuseBundles, TargetTimes } from "../../shards/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { emptyOutputDirectory } from "../comparison/output-directory.ts";
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
    await prepareJoin(partials);
    const report = joinReviews(partials);
    const { logged, before, after } = joinMessages(partials);
    await printDiagnostics(terminal, [...logged, ...before, ...after]);
    const problems: Diagnostic[] = [];
    if (output !== undefined) {
      const directory = resolve(terminal.cwd, output);
      emptyOutputDirectory(directory);
      const rules = { targets: [], redaction: [], most: manifests.length };
      const files = openReportDirectory(directory, rules, problems, new TargetTimes(seconds));
      for (const manifest of manifests) files.copyManifest(manifest);
      await files.finishReview(report, { about });
      await printDiagnostics(terminal, problems);
    }
    await print(report, invocation, terminal);
    const status = await conclude(report, withSettings(invocation, policySettings(partials)), terminal);
    return [...before, ...after, ...problems].some(({ severity }) => severity === "error") ? FAILURE : status;
  };
}
