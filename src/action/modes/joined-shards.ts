/** `mode: merge`: joins what shards found, and presents it as one run would. */
import { relative, resolve } from "node:path";
import { openReportDirectory } from "../../comparison/index.ts";
import { type Diagnostic, failure, formatDiagnostic } from "../../diagnostics.ts";
import { joinMessages, joinReviews, policySettings, prepareJoin } from "../../review/index.ts";
import { findBundles, openShards, refuseBundles, TargetTimes } from "../../shards/index.ts";
import { withSettings } from "../inputs/index.ts";
import type { ModeWork } from "../outcome.ts";
import { prepareOutputDirectory } from "../output-directory.ts";
import { digestsText } from "../outputs.ts";
import { temporaryOf } from "../ports.ts";
import { presentReport } from "../presentation.ts";

/**
 * Needs no checkout: the shards hold the settings of the base about how strictly a change is reviewed. Accepts shards of this run of the workflow only.
 * @throws KrmError unless all shards of one plan are there, each once; nothing is written then
 */
export const merge: ModeWork = async (given, context, ports) => {
  const { workspace, owner, repository, run } = context;
  if (context.comparison.kind === "nothing") return { outputs: {}, diagnostics: context.comparison.notes };
  if (given.reports.length === 0) {
    throw failure("invalid-input", "input reports: name the directories with the reports of the shards", {
      hint: "Download the artifacts of all shards with actions/download-artifact, and set reports to its path.",
    });
  }
  const { runner, steps } = ports;
  steps.begin("reading", "checking the reports of the shards");
  const shown = (directory: string): string => relative(workspace, directory) || ".";
  const expected = { repository: `${owner}/${repository}`, run };
  const bundles = findBundles(workspace, given.reports);
  const { partials, manifests, seconds } = openShards(bundles, shown, expected);
  runner.log(partials.length === 1 ? "1 shard" : `${partials.length} shards, all of one plan`);
  steps.begin("joining", "joining them");
  await prepareJoin(partials);
  const report = joinReviews(partials);
  const told = joinMessages(partials);
  for (const warning of told.logged) runner.log(formatDiagnostic(warning));
  const settings = policySettings(partials);
  ports.progress?.({ event: "settings", settings });
  const inputs = withSettings(given, ports.environment, settings);
  refuseBundles(resolve(workspace, inputs.outputDirectory), bundles, shown);
  const directory = prepareOutputDirectory(workspace, inputs.outputDirectory);
  const problems: Diagnostic[] = [...told.after];
  const rules = { targets: [], redaction: [], most: manifests.length, temporary: temporaryOf(ports) };
  const files = openReportDirectory(directory, rules, problems, new TargetTimes(seconds));
  for (const manifest of manifests) files.copyManifest(manifest);
  const before = [...context.comparison.notes, ...told.before];
  const presentation = { report, directory, inputs, before, problems, files };
  const { outputs, diagnostics } = await presentReport(presentation, context, ports);
  return { outputs: { ...outputs, "catalog-digests": digestsText(told.catalogs) }, diagnostics };
};
