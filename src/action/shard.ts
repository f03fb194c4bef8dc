/** The end of a job that renders one shard: a bundle for the job that joins all of them. */
import { join } from "node:path";
import { TIMES_FILE } from "../bundle/index.ts";
import { type Diagnostic, formatDiagnostic } from "../diagnostics.ts";
import { type Context, writeSummary } from "../github/index.ts";
import { writeFileAtomically } from "../render/index.ts";
import type { Told } from "../review/index.ts";
import { shardFiles } from "../shards/index.ts";
import { aboutRun, bundleFiles } from "./bundle-files.ts";
import type { Comparison } from "./comparison.ts";
import { keepGoing } from "./keep-going.ts";
import { linksOf, markdownWriter } from "./links.ts";
import type { Outcome } from "./outcome.ts";
import { countsOf, digestsText } from "./outputs.ts";
import type { Ports } from "./ports.ts";
import { writeReportFiles } from "./report-files.ts";

export interface Leaving extends Pick<Comparison, "report" | "manifests" | "times"> {
  readonly directory: string;
  /** What the job that joins the shards tells. */
  readonly told: Told;
}

/**
 * Writes the files of a shard, and one paragraph as its summary. It writes no comment and judges no target: the job that joins the
 * shards does. The step fails if the bundle is not whole, because that job would make no report.
 */
export async function leaveShard(
  { partial, shard }: NonNullable<Comparison["part"]>,
  { report, manifests, times, directory, told }: Leaving,
  context: Context,
  ports: Ports,
): Promise<Outcome> {
  ports.steps.begin("writing", "writing the files of the shard");
  const { index, count, digest } = shard.name;
  const problems: Diagnostic[] = [];
  for (const each of [...told.before, ...told.after]) ports.runner.log(formatDiagnostic(each));
  // Its own part of the report is for people who look into one job.
  const markdown = markdownWriter(report, context)(Number.MAX_SAFE_INTEGER).text;
  const links = linksOf(context);
  const files = writeReportFiles(directory, report, { markdown, links, left: "json" }, problems);
  for (const [name, text] of [
    ...shardFiles({ ...partial, told }, shard.plan),
    [TIMES_FILE, () => [times.text()]] as const,
  ])
    await keepGoing(problems, () => writeFileAtomically(join(directory, name), text));
  const isWhole = problems.length === 0;
  const about = { kind: "shard" as const, ...aboutRun(context, report), shard: { index, count, plan: digest } };
  // What is not whole must not look so.
  if (isWhole) await keepGoing(problems, () => problems.push(...asErrors(bundleFiles(directory, about))));
  const targets = partial.targets.length === 1 ? "1 target" : `${partial.targets.length} targets`;
  const text = `Shard ${index} of ${count} has ${targets}. The job that joins the shards (\`mode: merge\`) writes the report.`;
  await keepGoing(problems, () => writeSummary(ports.summaryFile, () => ({ text, truncated: false })));
  ports.runner.log(`shard ${index} of ${count} in ${directory}`);
  return {
    outputs: { ...countsOf(report), ...files, ...manifests.outputs, "catalog-digests": digestsText(told.catalogs) },
    diagnostics: problems,
  };
}

/** Without a list of its files, a shard is of no use. A file that does not belong to it makes it so as well. */
function asErrors(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, severity: "error" }));
}
