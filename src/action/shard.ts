/** The end of a job that renders one shard: a bundle for the job that joins all of them. */
import { type Diagnostic, formatDiagnostic } from "../diagnostics.ts";
import { type Context, writeSummary } from "../github/index.ts";
import type { RunMessages } from "../review/index.ts";
import { aboutRun } from "./about-run.ts";
import type { Comparison } from "./comparison.ts";
import { keepGoing } from "./keep-going.ts";
import { linksOf, markdownWriter } from "./links.ts";
import type { Outcome } from "./outcome.ts";
import { countsOf, digestsText, pathsOf } from "./outputs.ts";
import type { Ports } from "./ports.ts";

export interface FinishedShard extends Pick<Comparison, "report" | "files"> {
  readonly part: NonNullable<Comparison["part"]>;
  /** The output directory. */
  readonly directory: string;
  /** Diagnostics for the job that joins the shards to print. */
  readonly told: RunMessages;
  /** Gets what cannot be written. */
  readonly problems: Diagnostic[];
}

/**
 * Writes the files of a shard, and one paragraph as its summary. It writes no comment and judges no target: the job that joins the
 * shards does. The step fails if the bundle is not whole, because that job would make no report.
 */
export async function finishShard(
  { part, report, files, directory, told, problems }: FinishedShard,
  context: Context,
  ports: Ports,
): Promise<Outcome> {
  ports.steps.begin("writing", "writing the files of the shard");
  const { partial, shard } = part;
  const { index, count } = shard.name;
  for (const each of [...told.before, ...told.after]) ports.runner.log(formatDiagnostic(each));
  const first = problems.length;
  const reports = await keepGoing(problems, () =>
    files.finishShard({ partial: { ...partial, told }, shard }, report, {
      markdown: markdownWriter(report, context)(Number.MAX_SAFE_INTEGER).text,
      links: linksOf(context),
      about: aboutRun(context, report),
    }),
  );
  const targets = partial.targets.length === 1 ? "1 target" : `${partial.targets.length} targets`;
  const text = `Shard ${index} of ${count} has ${targets}. The job that joins the shards (\`mode: merge\`) writes the report.`;
  await keepGoing(problems, () => writeSummary(ports.summaryFile, () => ({ text, truncated: false })));
  ports.runner.log(`shard ${index} of ${count} in ${directory}`);
  return {
    outputs: {
      ...countsOf(report),
      ...pathsOf(directory, reports),
      ...(files.manifests && { "manifests-dir": files.manifests }),
      "catalog-digests": digestsText(told.catalogs),
    },
    // The job that joins the shards prints the earlier problems.
    diagnostics: problems.slice(first),
  };
}
